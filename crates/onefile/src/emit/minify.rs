//! Removes what the compiler does not read, and proves that it reads the same.
//!
//! Comments go, doc comments and `#[doc]` attributes with them, and all white space that two neighbours do not need
//! to stay two tokens. The result is lexed again and compared, token by token, with what was kept of the source, so a
//! wrong guess about spacing is an error and never a different program.
//!
//! What a macro is given stays as it was written wherever it could see a difference: doc comments are tokens to a
//! macro, and `stringify!` shows white space.

use anyhow::{Context as _, Result, bail, ensure};
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use std::{collections::HashSet, ops::Range};

/// Where a blank is needed in a line longer than this, the line ends instead.
const LINE_WIDTH: usize = 120;

/// Shortens `source`, a whole file, and puts `header` (comments only) in front.
///
/// # Errors
/// The source does not lex, asks for its own lines and columns, or (a fault of this function) the result would not be
/// the same tokens.
pub fn minify(source: &str, header: &str) -> Result<String> {
    ensure!(lex(header).is_ok_and(|stream| stream.is_empty()), "the header is more than comments");
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

/// A token, or one half of a pair of delimiters, and where the text of it is.
#[derive(Debug)]
struct Atom {
    range: Range<usize>,
    kind: Kind,
    /// A punctuation character with another one right behind it.
    glued: bool,
    /// The punctuation character that follows, if one does, blanks aside.
    next: Option<char>,
    /// A blank stood before it that a macro may see.
    blank: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Lifetime,
    Number,
    /// Strings, characters, bytes.
    Quoted,
    Punctuation(char),
    Open,
    Close,
    /// A doc comment that a macro is given; the flag tells a line comment, which needs its end of line.
    Doc {
        line: bool,
    },
}

/// Pairs that stand next to each other in an operator, in a comment's mark, or that the compiler treats as one.
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

fn lex(text: &str) -> Result<TokenStream> {
    text.parse().map_err(|error: proc_macro2::LexError| {
        let at = error.span().start();
        anyhow::anyhow!("line {}, column {}: not a Rust token", at.line, at.column + 1)
    })
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

/// What a group's tokens are to the code around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Code,
    /// ProvidedCrate to a macro that shows no token as text.
    Macro,
    /// ProvidedCrate to `assert!`, which shows its expression; blanks inside macros in it are seen.
    Assertion,
    /// ProvidedCrate to a macro that may show its tokens as text.
    Shown,
}

struct Reader<'s> {
    source: &'s str,
    atoms: Vec<Atom>,
    shows: Shows,
    /// Where the last token ends.
    end: usize,
}

/// Which of a file's macros may turn tokens into text.
#[derive(Debug, Clone, Copy)]
struct Shows {
    /// All that they are given.
    tokens: bool,
    /// The expressions that they assert.
    assertions: bool,
}

fn read(source: &str) -> Result<Vec<Atom>> {
    let stream = lex(source)?;
    let mut words = HashSet::new();
    collect_words(stream.clone(), &mut words);
    for name in ["line!", "column!"] {
        ensure!(
            !words.contains(name),
            "`{name}` would give another value; without it the file can be minified"
        );
    }
    let any = |names: [&str; 2]| names.iter().any(|name| words.contains(*name));
    let shows = Shows { tokens: any(["stringify", "dbg"]), assertions: any(["assert", "debug_assert"]) };
    let mut reader = Reader { source, atoms: Vec::new(), shows, end: 0 };
    reader.stream(stream, Place::Code);
    proc_macro2::extra::invalidate_current_thread_spans();
    Ok(reader.atoms)
}

/// All identifiers; one that calls a macro also with its `!`.
fn collect_words(stream: TokenStream, words: &mut HashSet<String>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    for (index, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                if let [TokenTree::Punct(bang), TokenTree::Group(_), ..] = &trees[index + 1..]
                    && bang.as_char() == '!'
                {
                    words.insert(format!("{name}!"));
                }
                words.insert(name);
            }
            TokenTree::Group(group) => collect_words(group.stream(), words),
            _ => {}
        }
    }
}

impl Reader<'_> {
    fn stream(&mut self, stream: TokenStream, place: Place) {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        let mut rest = trees.as_slice();
        // The last two words and marks, to know `name ! (` and `macro_rules ! name {`.
        let mut callee = Callee::default();
        while let Some((tree, after)) = rest.split_first() {
            let range = tree.span().byte_range();
            if let Some(skipped) = doc_attribute(rest) {
                rest = &rest[skipped..];
                let text = &self.source[range.clone()];
                if place == Place::Code {
                    continue;
                }
                if text.starts_with('/') {
                    self.push(range, Kind::Doc { line: text.starts_with("//") }, place);
                    continue;
                }
                // Written as an attribute: kept like any other tokens.
                for tree in &trees[trees.len() - rest.len() - skipped..trees.len() - rest.len()] {
                    self.tree(tree, place, Place::Macro);
                }
                continue;
            }
            rest = after;
            if let (TokenTree::Punct(punct), Some(TokenTree::Ident(name))) = (tree, rest.first())
                && punct.as_char() == '\''
            {
                let whole = range.start..name.span().byte_range().end;
                rest = &rest[1..];
                self.push(whole, Kind::Lifetime, place);
                callee = Callee::default();
                continue;
            }
            let inside = callee.place_of_group(place, self.shows);
            self.tree(tree, place, inside);
            callee.step(tree);
        }
    }

    fn tree(&mut self, tree: &TokenTree, place: Place, inside: Place) {
        let range = tree.span().byte_range();
        match tree {
            TokenTree::Group(group) => {
                // Without delimiters it has no text of its own; lexing makes none of these.
                if group.delimiter() == Delimiter::None {
                    return self.stream(group.stream(), inside);
                }
                self.push(group.span_open().byte_range(), Kind::Open, place);
                self.stream(group.stream(), inside);
                self.push(group.span_close().byte_range(), Kind::Close, inside);
            }
            TokenTree::Ident(_) => self.push(range, Kind::Word, place),
            TokenTree::Literal(_) => {
                let number = self.source[range.clone()].starts_with(|first: char| first.is_ascii_digit());
                self.push(range, if number { Kind::Number } else { Kind::Quoted }, place);
            }
            TokenTree::Punct(punct) => {
                let character = punct.as_char();
                self.push(range, Kind::Punctuation(character), place);
                if let Some(atom) = self.atoms.last_mut() {
                    atom.glued = punct.spacing() == Spacing::Joint;
                }
            }
        }
    }

    fn push(&mut self, range: Range<usize>, kind: Kind, place: Place) {
        if let (Some(last), Kind::Punctuation(character)) = (self.atoms.last_mut(), kind) {
            last.next = Some(character);
        }
        let blank = place == Place::Shown && range.start > self.end;
        self.end = range.end;
        self.atoms.push(Atom { range, kind, glued: false, next: None, blank });
    }
}

/// Follows the tokens before a group, to tell whether it is what a macro is given.
#[derive(Default)]
struct Callee {
    name: String,
    bang: bool,
}

impl Callee {
    fn step(&mut self, tree: &TokenTree) {
        match tree {
            // `macro_rules! name { … }`
            TokenTree::Ident(_) if self.bang => {}
            TokenTree::Ident(name) => self.name = name.to_string(),
            TokenTree::Punct(punct) if punct.as_char() == '!' && !self.name.is_empty() => self.bang = true,
            _ => *self = Self::default(),
        }
    }

    fn place_of_group(&self, around: Place, shows: Shows) -> Place {
        match around {
            Place::Shown => Place::Shown,
            _ if !self.bang => around,
            _ if shows.tokens => Place::Shown,
            // An asserted expression is printed anew, but the tokens of a macro in it as they stand.
            Place::Assertion => Place::Shown,
            Place::Macro if shows.assertions => Place::Shown,
            _ if self.name == "assert" || self.name == "debug_assert" => Place::Assertion,
            _ => Place::Macro,
        }
    }
}

/// How many trees a doc comment or a `#[doc …]` attribute takes at the front of `trees`, if one is there.
fn doc_attribute(trees: &[TokenTree]) -> Option<usize> {
    let TokenTree::Punct(hash) = trees.first()? else { return None };
    if hash.as_char() != '#' {
        return None;
    }
    let inner = matches!(trees.get(1)?, TokenTree::Punct(bang) if bang.as_char() == '!');
    let TokenTree::Group(group) = trees.get(1 + usize::from(inner))? else { return None };
    let is_doc = group.delimiter() == Delimiter::Bracket
        && matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "doc");
    is_doc.then_some(2 + usize::from(inner))
}

/// Writes the atoms with the blanks that they need.
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

/// Whether two tokens that were apart would be read differently side by side.
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
