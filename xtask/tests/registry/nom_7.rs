---
[dependencies]
nom = "7"
---
use nom::{
    branch::alt,
    bytes::complete::{tag, take_until, take_while},
    character::complete::{alphanumeric1, char, i32 as number, line_ending, space0, u64},
    combinator::{map, map_opt, opt, verify},
    error::{context, convert_error, VerboseError},
    multi::{count, many0, many_m_n, separated_list1},
    number::complete::double,
    sequence::{delimited, separated_pair, terminated, tuple},
    Err, Finish, IResult,
};

type Parsed<'a, O> = IResult<&'a str, O, VerboseError<&'a str>>;

fn edge(i: &str) -> Parsed<(u64, u64, f64)> {
    context("edge", map(tuple((u64, space0, tag("->"), space0, u64, space0, opt(delimited(char('('), double, char(')'))))), |(a, _, _, _, b, _, w)| (a, b, w.unwrap_or(1.0)))).parse_it(i)
}
trait ParseIt<'a, O> { fn parse_it(self, i: &'a str) -> Parsed<'a, O>; }
impl<'a, O, F: FnMut(&'a str) -> Parsed<'a, O>> ParseIt<'a, O> for F { fn parse_it(mut self, i: &'a str) -> Parsed<'a, O> { self(i) } }

fn graph(i: &str) -> Parsed<Vec<(u64, u64, f64)>> {
    let (i, n) = terminated(verify(u64, |n| *n < 100), line_ending)(i)?;
    count(terminated(edge, alt((line_ending, tag(";")))), n as usize)(i)
}

fn main() {
    println!("{:?}", graph("2\n1 -> 2 (0.5)\n3->4;"));
    for text in ["2\n1 -> 2\n3 - 4\n", "200\n", "1\n1 -> x\n"] {
        match graph(text).finish() {
            Ok((rest, g)) => println!("{rest:?} {g:?}"),
            Result::Err(e) => println!("{}", convert_error(text, e)),
        }
    }
    let pairs: IResult<&str, Vec<(&str, i32)>> = separated_list1(char(','), separated_pair(alphanumeric1, char('='), number))("a=1,b=-2,c");
    println!("{pairs:?}");
    let hex: IResult<&[u8], Vec<u8>> = many0(map_opt(nom::bytes::complete::take(2usize), |s: &[u8]| u8::from_str_radix(std::str::from_utf8(s).ok()?, 16).ok()))(b"0aff1z");
    println!("{hex:?}");
    let some: IResult<&str, Vec<char>> = many_m_n(1, 2, char('x'))("xxx");
    println!("{some:?} {:?}", take_until::<_, _, nom::error::Error<_>>("::")("ab::c"));
    let incomplete: IResult<&str, &str> = nom::bytes::streaming::take_while(|c| c == 'a')("aaa");
    println!("{} {:?}", matches!(incomplete, Result::Err(Err::Incomplete(_))), take_while::<_, _, ()>(char::is_alphabetic)("ab1"));
}
