---
[dependencies]
winnow = "1"
---
use winnow::{
    ascii::{alpha1, dec_int, dec_uint, line_ending, space0, space1},
    combinator::{alt, cut_err, delimited, eof, opt, preceded, repeat, separated, terminated, trace},
    error::{ContextError, ErrMode, StrContext},
    prelude::*,
    token::{literal, one_of, take_till, take_while},
};

#[derive(Debug, Clone, PartialEq)]
enum Command { Push(i64), Add, Jump { to: String, back: bool }, Label(String) }

fn name<'i>(input: &mut &'i str) -> ModalResult<&'i str> { take_while(1.., |c: char| c.is_alphanumeric() || c == '_').parse_next(input) }

fn command(input: &mut &str) -> ModalResult<Command> {
    trace("command", alt((
        preceded(("push", space1), cut_err(dec_int).context(StrContext::Label("number"))).map(Command::Push),
        "add".value(Command::Add),
        (preceded(("jump", space1), name), opt((space1, "back"))).map(|(to, back)| Command::Jump { to: to.into(), back: back.is_some() }),
        terminated(name, ':').map(|l: &str| Command::Label(l.into())),
    )))
    .parse_next(input)
}

fn program(input: &mut &str) -> ModalResult<Vec<Command>> {
    let commands = repeat(0.., delimited(space0, command, (space0, alt((line_ending.void(), eof.void())))));
    terminated(commands, eof).parse_next(input)
}

fn main() {
    println!("{:?}", program.parse("push 3\n  push -4\nadd\nstart:\njump start back\n"));
    match program.parse("push 3\npush x\n") {
        Ok(all) => println!("{all:?}"),
        Err(e) => println!("{} {:?}", e.offset(), e.inner().to_string()),
    }
    let list: Result<Vec<u32>, _> = delimited('[', separated(0.., dec_uint::<_, u32, ContextError>, (space0, ',', space0)), ']').parse("[1, 2 ,3]");
    println!("{list:?}");
    let mut rest = "abc=12;";
    let pair: Result<(&str, char, i32), ErrMode<ContextError>> = (alpha1, one_of(['=', ':']), dec_int).parse_next(&mut rest);
    println!("{pair:?} {rest:?}");
    let mut bytes: &[u8] = b"key\0value";
    let key: Result<&[u8], ContextError> = terminated(take_till(1.., 0u8), literal(0u8)).parse_next(&mut bytes);
    println!("{key:?} {bytes:?}");
}
