//! Minifies a source: removes comments and white space, and checks that the tokens stay the same.
//!
//! Comments, doc comments, `#[doc]` attributes and all white space that does not separate two
//! tokens are removed. The result is lexed again and compared with the tokens of the source, so
//! wrong spacing is an error and never a different program.
//!
//! The arguments of a macro stay as they are written where the macro could observe a difference:
//! doc comments are tokens to a macro, and `stringify!` shows white space.

use crate::syntax::{
    macros::macro_invocation,
    tokens::{self, Tokens},
};
use anyhow::{Context as _, Result, bail, ensure};
use std::{collections::HashSet, ops::Range};

/// A line longer than this ends at the next necessary space.
const LINE_WIDTH: usize = 120;

/// Minifies `source`, a whole file, and puts `header` (comments only) in front.
///
/// # Errors
/// If the header is not a comment, the source does not lex or uses `line!` or `column!`, or (a bug)
/// the result has other tokens.
pub fn minify(source: &str, header: &str) -> Result<String> {
    ensure!(Tokens::new(header).is_ok_and(|tokens| tokens.is_empty()), "the header is more than comments");
    let source = without_shebang(source);
    let atoms = read(source).context("cannot minify")?;
    let mut out = String::with_capacity(source.len() / 2 + header.len());
    out.push_str(header);
    if !header.is_empty() && !header.ends_with('\n') {
        out.push('\n');
    }
    let start = out.len();
    print(source, &atoms, &mut out);

    let printed = &out[start..];
    let again = read(printed).context("the minified text does not lex")?;
    let same = |(a, b): &(&Atom, &Atom)| {
        let gluing_matters =
            matches!((a.kind, a.next), (Kind::Punctuation(first), Some(second)) if joins(first, second));
        source[a.range.clone()] == printed[b.range.clone()]
            && a.kind == b.kind
            && (a.glued == b.glued || !gluing_matters)
    };
    if let Some((atom, _)) = atoms.iter().zip(&again).find(|pair| !same(pair)) {
        bail!("minifying would change the tokens near `{}`", &source[atom.range.clone()]);
    }
    ensure!(atoms.len() == again.len(), "minifying would change the number of tokens");
    Ok(out)
}

/// A token, or one half of a pair of delimiters, with its byte range.
#[derive(Debug)]
struct Atom {
    range: Range<usize>,
    kind: Kind,
    /// A punctuation character that directly precedes another one.
    glued: bool,
    /// The punctuation character that follows, with or without white space.
    next: Option<char>,
    /// White space before it that a macro may observe.
    blank: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Lifetime,
    Number,
    /// A string, character or byte literal.
    Quoted,
    Punctuation(char),
    Open,
    Close,
    /// A doc comment in the arguments of a macro; a line comment needs its line end.
    Doc {
        line: bool,
    },
}

/// Returns `true` for two characters that form an operator or the start of a comment, or that the
/// compiler joins.
fn joins(first: char, second: char) -> bool {
    match second {
        '=' => "=<>!&|+-*/%^.".contains(first),
        '>' => "-=>".contains(first),
        '-' => "<-".contains(first),
        '*' => first == '/',
        '#' => first == '#',
        '&' | '|' | '<' | ':' | '.' | '/' | '+' => first == second,
        _ => false,
    }
}

fn without_shebang(source: &str) -> &str {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    match source.strip_prefix("#!") {
        Some(rest) if !rest.trim_start().starts_with('[') => {
            rest.split_once('\n').map_or("", |(_, rest)| rest)
        }
        _ => source,
    }
}

/// The context of a group of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Code,
    /// The arguments of a macro that shows no token as text.
    Macro,
    /// The arguments of `assert!`, which shows its expression; blanks inside macros in it are
    /// visible.
    Assertion,
    /// The arguments of a macro that may show its tokens as text.
    Shown,
}

/// The macros of a file that may turn tokens into text.
#[derive(Debug, Clone, Copy)]
struct Shows {
    /// All arguments.
    tokens: bool,
    /// The expressions that they assert.
    assertions: bool,
}

impl Shows {
    fn new(tokens: &Tokens) -> Result<Shows> {
        let mut words = HashSet::new();
        for at in 0..tokens.len() {
            let name = tokens.name(at);
            words.insert(name);
            ensure!(
                !matches!(name, "line" | "column") || macro_invocation(tokens, at).is_none(),
                "`{name}!` would give another value; without it the file can be minified"
            );
        }
        let any = |names: [&str; 2]| names.iter().any(|name| words.contains(*name));
        Ok(Shows { tokens: any(["stringify", "dbg"]), assertions: any(["assert", "debug_assert"]) })
    }
}

/// Reads the atoms of a text, without the documentation that the compiler does not need.
fn read(source: &str) -> Result<Vec<Atom>> {
    let tokens = Tokens::new(source)?;
    let shows = Shows::new(&tokens)?;
    let mut reader = Reader { atoms: Vec::with_capacity(tokens.len()), end: 0 };
    // The groups around a token, each with the context outside of it.
    let mut outer = Vec::new();
    let mut place = Place::Code;
    let mut callee = Callee::default();
    let mut at = 0;
    while at < tokens.len() {
        if place == Place::Code
            && let Some(end) = documentation_end(&tokens, at)
        {
            at = end;
            continue;
        }
        let range = tokens.bytes(at..at + 1);
        match tokens[at].kind {
            tokens::Kind::Open(_) => {
                reader.push(range, Kind::Open, place);
                let inside = callee.place_of_group(place, shows);
                outer.push(std::mem::replace(&mut place, inside));
            }
            tokens::Kind::Close(_) => {
                reader.push(range, Kind::Close, place);
                place = outer.pop().unwrap_or(Place::Code);
            }
            tokens::Kind::Ident => reader.push(range, Kind::Word, place),
            tokens::Kind::Lifetime => reader.push(range, Kind::Lifetime, place),
            tokens::Kind::Literal => {
                let number = tokens.str(at).starts_with(|first: char| first.is_ascii_digit());
                reader.push(range, if number { Kind::Number } else { Kind::Quoted }, place);
            }
            tokens::Kind::Doc => {
                reader.push(range, Kind::Doc { line: tokens.str(at).starts_with("//") }, place);
            }
            tokens::Kind::Punct(punct) => {
                reader.push(range, Kind::Punctuation(punct as char), place);
                let glued = tokens.adjacent(at) && matches!(tokens[at + 1].kind, tokens::Kind::Punct(_));
                if let Some(atom) = reader.atoms.last_mut() {
                    atom.glued = glued;
                }
            }
        }
        callee.step(&tokens, at);
        at += 1;
    }
    Ok(reader.atoms)
}

struct Reader {
    atoms: Vec<Atom>,
    /// The end of the last token.
    end: usize,
}

impl Reader {
    fn push(&mut self, range: Range<usize>, kind: Kind, place: Place) {
        if let (Some(last), Kind::Punctuation(character)) = (self.atoms.last_mut(), kind) {
            last.next = Some(character);
        }
        let blank = place == Place::Shown && range.start > self.end;
        self.end = range.end;
        self.atoms.push(Atom { range, kind, glued: false, next: None, blank });
    }
}

/// Follows the tokens before a group, to find whether it holds the arguments of a macro.
#[derive(Default)]
struct Callee<'t> {
    name: &'t str,
    bang: bool,
}

impl<'t> Callee<'t> {
    fn step(&mut self, tokens: &Tokens<'t>, at: usize) {
        match tokens[at].kind {
            // `macro_rules! name { … }`
            tokens::Kind::Ident if self.bang => {}
            tokens::Kind::Ident => self.name = tokens.name(at),
            tokens::Kind::Punct(b'!') if !self.name.is_empty() => self.bang = true,
            _ => *self = Self::default(),
        }
    }

    fn place_of_group(&self, around: Place, shows: Shows) -> Place {
        match around {
            Place::Shown => Place::Shown,
            _ if !self.bang => around,
            _ if shows.tokens => Place::Shown,
            // An asserted expression is printed anew, but the tokens of a macro in it as they are
            // written.
            Place::Assertion => Place::Shown,
            Place::Macro if shows.assertions => Place::Shown,
            _ if self.name == "assert" || self.name == "debug_assert" => Place::Assertion,
            _ => Place::Macro,
        }
    }
}

/// Returns the token after a documentation comment or a `#[doc …]` attribute that starts at `at`.
fn documentation_end(tokens: &Tokens, at: usize) -> Option<usize> {
    let end = tokens.attribute_end(at)?;
    if tokens[at].kind == tokens::Kind::Doc {
        return Some(end);
    }
    let open = tokens[end - 1].partner;
    (tokens.name(open + 1) == "doc").then_some(end)
}

/// Writes the atoms with the necessary white space.
fn print(source: &str, atoms: &[Atom], out: &mut String) {
    let mut line_start = out.len();
    let mut last: Option<&Atom> = None;
    for atom in atoms {
        if let Some(last) = last {
            if last.kind == (Kind::Doc { line: true }) {
                out.push('\n');
                line_start = out.len();
            } else if last.range.end < atom.range.start && (atom.blank || needs_blank(last.kind, atom.kind)) {
                if out.len() - line_start > LINE_WIDTH {
                    out.push('\n');
                    line_start = out.len();
                } else {
                    out.push(' ');
                }
            }
        }
        out.push_str(&source[atom.range.clone()]);
        last = Some(atom);
    }
    out.push('\n');
}

/// Returns `true` if two separate tokens need white space between them.
fn needs_blank(first: Kind, second: Kind) -> bool {
    let wordy = |kind| matches!(kind, Kind::Word | Kind::Lifetime | Kind::Number | Kind::Quoted);
    match (first, second) {
        (first, second) if wordy(first) && wordy(second) => true,
        // A prefix such as `k#` is reserved whether or not it is in use; `#"` is, too.
        (first, Kind::Punctuation('#')) if wordy(first) => true,
        (Kind::Punctuation('#'), Kind::Quoted) => true,
        (Kind::Number, Kind::Punctuation('.')) => true,
        (Kind::Punctuation('/'), Kind::Doc { .. }) => true,
        (Kind::Punctuation(first), Kind::Punctuation(second)) => joins(first, second),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
