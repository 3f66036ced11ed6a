---
[dependencies]
static_assertions = "1"
---
use static_assertions::{assert_eq_size, assert_impl_all, assert_not_impl_any, const_assert};
use std::io::Read as _;

assert_eq_size!(u64, [u8; 8]);
assert_impl_all!(String: Send, Clone);
assert_not_impl_any!(std::rc::Rc<u8>: Send);
const_assert!(usize::MAX > 1000);

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    println!("{}", text.split_whitespace().count());
}
