---
[dependencies]
memchr = "2"
---
use memchr::{memchr, memchr2_iter, memchr3, memchr_iter, memmem, memrchr, memrchr_iter};

fn main() {
    let text = "the quick brown fox jumps over the lazy dog, ".repeat(40);
    let bytes = text.as_bytes();
    println!("{:?} {:?} {:?}", memchr(b'q', bytes), memrchr(b'q', bytes), memchr3(b'x', b'y', b'z', bytes));
    println!("{} {} {}", memchr_iter(b'o', bytes).count(), memchr2_iter(b'a', b'e', bytes).sum::<usize>(), memrchr_iter(b'l', bytes).next().unwrap());
    let finder = memmem::Finder::new("lazy dog");
    println!("{:?} {} {:?}", finder.find(bytes), finder.find_iter(bytes).count(), memmem::rfind(bytes, b"quick"));
    println!("{:?} {:?}", memmem::find(bytes, b"cat"), memmem::find_iter(bytes, "fox jumps over the lazy dog, the quick brown").collect::<Vec<_>>().len());
    let lines: Vec<&[u8]> = { let data = b"one\ntwo\n\nthree"; let mut start = 0; let mut v = vec![]; for end in memchr_iter(b'\n', data).chain([data.len()]) { v.push(&data[start..end]); start = end + 1; } v };
    println!("{:?}", lines.iter().map(|l| String::from_utf8_lossy(l)).collect::<Vec<_>>());
    for n in 0..70 { let v = vec![b'a'; n]; assert_eq!(memchr(b'b', &v), None); let mut w = v.clone(); w.push(b'b'); assert_eq!(memchr(b'b', &w), Some(n)); assert_eq!(memmem::find(&w, b"ab"), n.checked_sub(1)); }
}
