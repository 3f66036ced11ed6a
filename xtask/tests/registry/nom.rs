---
[dependencies]
nom = "8"
---
// An expression parser with variables, lists and errors, as one writes it for a contest.
use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{tag, take_while1},
    character::complete::{char, digit1, multispace0, one_of},
    combinator::{all_consuming, cut, map, map_res, opt, recognize, value},
    error::{Error, ErrorKind},
    multi::{fold_many0, many1, separated_list0},
    sequence::{delimited, pair, preceded, terminated},
};
use std::collections::HashMap;

#[derive(Debug, Clone, PartialEq)]
enum Node { Number(i64), Name(String), Binary(Box<Node>, char, Box<Node>), List(Vec<Node>), Truth(bool) }

fn spaced<'a, O>(inner: impl Parser<&'a str, Output = O, Error = Error<&'a str>>) -> impl Parser<&'a str, Output = O, Error = Error<&'a str>> {
    delimited(multispace0, inner, multispace0)
}

fn number(i: &str) -> IResult<&str, Node> {
    map(map_res(recognize(pair(opt(char('-')), digit1)), str::parse::<i64>), Node::Number).parse(i)
}

fn atom(i: &str) -> IResult<&str, Node> {
    spaced(alt((
        number,
        value(Node::Truth(true), tag("true")),
        map(take_while1(|c: char| c.is_alphabetic()), |s: &str| Node::Name(s.to_string())),
        map(delimited(char('['), separated_list0(char(','), sum), cut(char(']'))), Node::List),
        delimited(char('('), sum, cut(char(')'))),
    )))
    .parse(i)
}

fn chain<'a>(i: &'a str, operators: &'static str, next: fn(&str) -> IResult<&str, Node>) -> IResult<&'a str, Node> {
    let (i, first) = next(i)?;
    fold_many0((one_of(operators), cut(next)), move || first.clone(), |left, (op, right)| Node::Binary(Box::new(left), op, Box::new(right))).parse(i)
}
fn product(i: &str) -> IResult<&str, Node> { chain(i, "*/%", atom) }
fn sum(i: &str) -> IResult<&str, Node> { chain(i, "+-", product) }

fn eval(node: &Node, names: &HashMap<&str, i64>) -> Option<i64> {
    Some(match node {
        Node::Number(n) => *n,
        Node::Truth(b) => i64::from(*b),
        Node::Name(n) => *names.get(n.as_str())?,
        Node::List(all) => all.iter().map(|n| eval(n, names)).sum::<Option<i64>>()?,
        Node::Binary(a, op, b) => {
            let (a, b) = (eval(a, names)?, eval(b, names)?);
            match op { '+' => a.checked_add(b)?, '-' => a - b, '*' => a.checked_mul(b)?, '/' => a.checked_div(b)?, _ => a.checked_rem(b)? }
        }
    })
}

fn main() {
    let names = HashMap::from([("x", 7), ("y", -2)]);
    for line in ["1 + 2*3", "[1, x, [y,3]] * (2 - 5)", "10 / 0", "2 * (3", "z", "99999999999999999999", "true + 1 %"] {
        match all_consuming(sum).parse(line) {
            Ok((_, node)) => println!("{line:?} = {:?} {node:?}", eval(&node, &names)),
            Err(error) => println!("{line:?}: {error:?}"),
        }
    }
    let grid: IResult<&[u8], Vec<u8>> = many1(terminated(one_of(&b"X.O"[..]), opt(char('\n')))).map(|v| v.into_iter().map(|c| c as u8).collect()).parse(b"X.\nO.X\n!");
    println!("{grid:?}");
    let short: IResult<&str, &str> = preceded(nom::bytes::streaming::tag("ab"), nom::bytes::streaming::take(3usize)).parse("abcd");
    println!("{short:?} {:?}", ErrorKind::Tag.description());
}
