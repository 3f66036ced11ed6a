---
[dependencies]
smallvec = "1"
---
use smallvec::{smallvec, SmallVec, ToSmallVec};

fn main() {
    let mut v: SmallVec<[u32; 4]> = smallvec![1, 2, 3];
    println!("{} {:?}", v.spilled(), v);
    v.push(4);
    v.extend([5, 6]);
    println!("{} {:?} {}", v.spilled(), v, v.iter().sum::<u32>());
    v.insert(1, 10);
    v.retain(|x| *x % 2 == 0);
    let last = v.pop();
    println!("{last:?} {:?}", v.drain(..2).collect::<Vec<_>>());
    v.dedup();
    v.shrink_to_fit();
    let w: SmallVec<[String; 2]> = ["a", "b", "c"].iter().map(|s| s.to_string()).collect();
    println!("{} {:?} {:?}", w.join("-"), w.clone().into_vec(), ToSmallVec::<[u8; 8]>::to_smallvec(&[1u8, 2][..]).len());
    let mut adjacency: Vec<SmallVec<[(usize, i64); 3]>> = vec![SmallVec::new(); 4];
    adjacency[0].push((1, 5));
    adjacency[1].extend_from_slice(&[(2, 1), (3, 2), (0, 5), (1, 0)]);
    adjacency[1].sort_by_key(|e| e.1);
    adjacency[1].swap(0, 1);
    adjacency[1].truncate(3);
    println!("{adjacency:?} {}", adjacency[1] == adjacency[1].clone());
}
