---
[dependencies]
itertools = "0.15"
---
use itertools::{iproduct, izip, Either, EitherOrBoth, Itertools, MinMaxResult};

fn main() {
    let v = vec![3, 1, 4, 1, 5, 9, 2, 6];
    println!("{}", v.iter().join(" "));
    println!("{:?}", v.iter().sorted().dedup().collect_vec());
    println!("{:?}", v.iter().sorted_by_key(|x| std::cmp::Reverse(**x)).take(3).collect_vec());
    println!("{:?}", v.iter().tuple_windows().filter(|(a, b)| a < b).count());
    println!("{:?}", (1..=4).combinations(2).map(|c| c.iter().sum::<i32>()).collect_vec());
    println!("{:?}", (0..3).permutations(3).collect_vec());
    println!("{:?} {:?}", iproduct!(0..2, 0..3).collect_vec(), izip!(&v, "abc".chars(), 1..).collect_vec());
    println!("{:?}", v.iter().counts().into_iter().sorted().collect_vec());
    println!("{:?}", v.iter().into_group_map_by(|x| *x % 3).into_iter().sorted().collect_vec());
    for (key, group) in &v.iter().chunk_by(|x| **x > 2) { print!("{key}:{:?} ", group.collect_vec()); }
    println!();
    println!("{:?} {:?}", v.iter().minmax(), v.iter().position_max());
    if let MinMaxResult::MinMax(a, b) = v.iter().minmax() { println!("{a} {b}"); }
    println!("{:?}", (0..6).chunks(4).into_iter().map(|c| c.sum::<i32>()).collect_vec());
    println!("{:?}", [1, 2].iter().zip_longest([3].iter()).map(|e| match e { EitherOrBoth::Both(a, b) => a + b, EitherOrBoth::Left(a) => *a, EitherOrBoth::Right(b) => *b }).collect_vec());
    let (even, odd): (Vec<i32>, Vec<i32>) = v.iter().partition_map(|&x| if x % 2 == 0 { Either::Left(x) } else { Either::Right(x) });
    println!("{even:?} {odd:?} {:?}", [1, 3, 5].iter().merge(&[2, 4]).collect_vec());
    println!("{:?} {:?} {}", v.iter().all_unique(), v.iter().unique().collect_vec(), v.iter().format("-"));
    println!("{:?}", ["a", "b"].iter().cartesian_product(1..3).map(|(a, b)| format!("{a}{b}")).collect_tuple::<(_, _, _, _)>());
    println!("{:?} {:?} {:?}", (1..4).powerset().count(), v.iter().k_smallest(2).collect_vec(), (1..=3).multi_cartesian(2));
}
trait Multi: Iterator<Item = i32> + Clone + Sized { fn multi_cartesian(self, n: usize) -> usize { (0..n).map(|_| self.clone()).multi_cartesian_product().count() } }
impl<I: Iterator<Item = i32> + Clone> Multi for I {}
