---
[dependencies]
either = "1"
---
use either::{for_both, Either, Left, Right};

fn numbers(up: bool) -> impl Iterator<Item = u32> { if up { Left(0..4) } else { Right((0..4).rev()) } }
fn parse(s: &str) -> Either<i32, String> { s.parse().map_or_else(|_| Right(s.to_uppercase()), Left) }

fn main() {
    println!("{:?} {:?}", numbers(true).collect::<Vec<_>>(), numbers(false).map(|x| x * x).collect::<Vec<_>>());
    for s in ["12", "ab"] {
        let e = parse(s);
        println!("{e:?} {} {:?} {:?}", e.is_left(), e.as_ref().left(), e.as_ref().flip());
        println!("{} {}", for_both!(&e, x => x.to_string()), e.either(|n| n as usize, |t| t.len()));
    }
    let e: Either<u8, u8> = Right(4);
    println!("{} {:?} {:?}", e.into_inner(), e.map_left(|x| x + 1), e.right_and_then(|x| if x > 3 { Left::<u8, u8>(9) } else { Right(x) }));
    let r: Result<u8, &str> = Either::<&str, u8>::Right(1).into();
    println!("{r:?} {:?}", e.left_or(7));
}
