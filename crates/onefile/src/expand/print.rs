//! Prints the output of a macro as formatted code that keeps the caller's own text as it was written.

use crate::{
    expand::flat::{Origin, Token},
    syntax::text::Text,
};
use anyhow::{Context as _, Result};
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use std::{collections::HashMap, ops::Range};

/// The start of the names that stand for the caller's text while the rest is formatted.
const PLACEHOLDER: &str = "onefile_verbatim_";
/// The name of the function around statements while they are formatted.
const WRAPPER: &str = "onefile_wrapper";

/// Returns the code of `output`, with what it took from `source` as it stands there.
///
/// # Errors
/// If a token of the output is malformed.
pub(super) fn print(output: &[Token], input: &[Token], source: &Text) -> Result<Text> {
    let mut printer = Printer::new(input, source);
    let stream = printer.stream(output, true)?;
    let text = format(stream);
    let mut result = Text::default();
    let mut rest = text.as_str();
    while let Some(start) = rest.find(PLACEHOLDER) {
        let digits_at = start + PLACEHOLDER.len();
        let digits = rest[digits_at..].bytes().take_while(u8::is_ascii_digit).count();
        let index: usize = rest[digits_at..digits_at + digits].parse().context("a name of the macro's")?;
        let range = printer.verbatim.get(index).context("a name of the macro's")?;
        result.push(&rest[..start].into());
        result.push_range(source, range.clone());
        // The placeholder is a macro call: `name! {}`.
        let after = &rest[digits_at + digits..];
        let end = after.find('}').context("a placeholder without an end")? + 1;
        rest = after[end..].strip_prefix(';').unwrap_or(&after[end..]);
    }
    result.push(&rest.into());
    Ok(result)
}

/// Returns `true` if `output` has the tokens of `input` in one piece.
pub(super) fn keeps(output: &[Token], input: &[Token]) -> bool {
    let wanted: Vec<String> = leaves(input).into_iter().map(|leaf| leaf.text).collect();
    let found: Vec<String> = leaves(output).into_iter().map(|leaf| leaf.text).collect();
    found.windows(wanted.len().max(1)).any(|window| window == wanted)
}

/// A token without its children, or a delimiter.
#[derive(Debug, PartialEq, Eq)]
struct Leaf {
    text: String,
    range: Option<Range<usize>>,
}

fn leaves(tokens: &[Token]) -> Vec<Leaf> {
    let mut all = Vec::new();
    add_leaves(tokens, &mut all);
    all
}

fn add_leaves(tokens: &[Token], all: &mut Vec<Leaf>) {
    let leaf = |text: String, origin: &Origin| Leaf { text, range: origin.input() };
    for token in tokens {
        match token {
            Token::Group { delimiter, open, close, tokens } => {
                let (start, end) = delimiters(*delimiter);
                all.extend((*delimiter != Delimiter::None).then(|| leaf(start.to_owned(), open)));
                add_leaves(tokens, all);
                all.extend((*delimiter != Delimiter::None).then(|| leaf(end.to_owned(), close)));
            }
            Token::Ident { text, origin } | Token::Literal { text, origin } => {
                all.push(leaf(text.clone(), origin));
            }
            Token::Punct { character, origin, .. } => all.push(leaf(character.to_string(), origin)),
        }
    }
}

fn delimiters(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}

struct Printer<'a> {
    source: &'a Text,
    input: Vec<Leaf>,
    /// The first byte of a token of the input → its index.
    places: HashMap<usize, usize>,
    /// The bytes of the source that placeholders stand for.
    verbatim: Vec<Range<usize>>,
}

impl<'a> Printer<'a> {
    fn new(input: &[Token], source: &'a Text) -> Printer<'a> {
        let input = leaves(input);
        let mut places = HashMap::new();
        for (index, leaf) in input.iter().enumerate().rev() {
            if let Some(range) = &leaf.range {
                places.insert(range.start, index);
            }
        }
        Printer { source, input, places, verbatim: Vec::new() }
    }

    /// Converts tokens; in a list of `statements`, those of the source become placeholders.
    fn stream(&mut self, tokens: &[Token], statements: bool) -> Result<TokenStream> {
        let mut out = TokenStream::new();
        let mut at = 0;
        let mut starts = true;
        while at < tokens.len() {
            if statements
                && starts
                && let Some((end, range)) = self.run(tokens, at)
            {
                let name = Ident::new(&format!("{PLACEHOLDER}{}", self.verbatim.len()), Span::call_site());
                self.verbatim.push(range);
                out.extend([
                    TokenTree::Ident(name),
                    TokenTree::Punct(Punct::new('!', Spacing::Alone)),
                    TokenTree::Group(Group::new(Delimiter::Brace, TokenStream::new())),
                ]);
                at = end;
                continue;
            }
            starts = ends_statement(&tokens[at]);
            self.push(&tokens[at], &mut out)?;
            at += 1;
        }
        Ok(out)
    }

    fn push(&mut self, token: &Token, out: &mut TokenStream) -> Result<()> {
        let bad = || format!("the macro's output has a malformed token: {token:?}");
        out.extend([match token {
            Token::Group { delimiter: Delimiter::None, tokens, .. } => {
                let inner = self.stream(tokens, false)?;
                if !needs_parentheses(&inner) {
                    out.extend(inner);
                    return Ok(());
                }
                TokenTree::Group(Group::new(Delimiter::Parenthesis, inner))
            }
            Token::Group { delimiter, tokens, .. } => {
                let inner = self.stream(tokens, *delimiter == Delimiter::Brace)?;
                TokenTree::Group(Group::new(*delimiter, inner))
            }
            Token::Ident { text, .. } => match text.strip_prefix("r#") {
                Some(name) => TokenTree::Ident(Ident::new_raw(name, Span::call_site())),
                None => TokenTree::Ident(Ident::new(text, Span::call_site())),
            },
            Token::Punct { character, joint, .. } => {
                let spacing = if *joint { Spacing::Joint } else { Spacing::Alone };
                TokenTree::Punct(Punct::new(*character, spacing))
            }
            Token::Literal { text, .. } => {
                TokenTree::Literal(text.parse::<Literal>().ok().with_context(bad)?)
            }
        }]);
        Ok(())
    }

    /// Returns the end of the longest run of statements from `at` on that stand in the source just so,
    /// and their bytes there.
    fn run(&self, tokens: &[Token], at: usize) -> Option<(usize, Range<usize>)> {
        let first = leaves(&tokens[at..=at]).into_iter().next()?;
        let start = *self.places.get(&first.range.as_ref()?.start)?;
        let mut next = start;
        let mut best = None;
        for (index, token) in tokens.iter().enumerate().skip(at) {
            let part = leaves(std::slice::from_ref(token));
            if self.input.get(next..next + part.len()) != Some(&part[..]) {
                break;
            }
            next += part.len();
            if ends_statement(token) || index + 1 == tokens.len() {
                best = Some((index + 1, next));
            }
        }
        let (end, next) = best?;
        let bytes = self.input[start].range.clone()?.start..self.input[next - 1].range.clone()?.end;
        // A run must not split what one range stands for, such as a documentation comment.
        let splits = |index: usize| {
            index > 0
                && index < self.input.len()
                && self.input[index - 1].range.is_some()
                && self.input[index - 1].range == self.input[index].range
        };
        (!splits(start) && !splits(next) && self.source.as_str().get(bytes.clone()).is_some())
            .then_some((end, bytes))
    }
}

/// Returns `true` for `;` and `{…}`, after which a statement or an item may start.
fn ends_statement(token: &Token) -> bool {
    matches!(token, Token::Punct { character: ';', .. } | Token::Group { delimiter: Delimiter::Brace, .. })
}

/// Returns `true` if tokens in an invisible group would read otherwise without it.
fn needs_parentheses(inner: &TokenStream) -> bool {
    let is_simple = inner.clone().into_iter().nth(1).is_none();
    if is_simple {
        return false;
    }
    use syn::Expr::{Assign, Binary, Break, Cast, Closure, Let, Range, Reference, Return, Unary};
    matches!(
        syn::parse2::<syn::Expr>(inner.clone()),
        Ok(Assign(_)
            | Binary(_)
            | Break(_)
            | Cast(_)
            | Closure(_)
            | Let(_)
            | Range(_)
            | Reference(_)
            | Return(_)
            | Unary(_))
    ) && syn::parse2::<syn::Type>(inner.clone()).is_err()
}

/// Formats items or statements, and anything else by the spaces that its tokens need.
fn format(stream: TokenStream) -> String {
    if let Ok(file) = syn::parse2::<syn::File>(stream.clone()) {
        return prettyplease::unparse(&file).trim_end().to_owned();
    }
    let name = Ident::new(WRAPPER, Span::call_site());
    let body = TokenTree::Group(Group::new(Delimiter::Brace, stream.clone()));
    let mut function: TokenStream = "fn".parse().unwrap_or_default();
    function.extend([
        TokenTree::Ident(name),
        TokenTree::Group(Group::new(Delimiter::Parenthesis, TokenStream::new())),
        body,
    ]);
    if let Ok(file) = syn::parse2::<syn::File>(function) {
        let text = prettyplease::unparse(&file);
        let body = text.trim_end().strip_suffix('}').and_then(|text| Some(text.split_once('{')?.1));
        // A literal with a line break must keep the blanks that it starts its lines with.
        let has_long_literal = stream.to_string().contains('\n');
        if let Some(body) = body.filter(|_| !has_long_literal) {
            let lines = body.trim().lines().map(|line| line.strip_prefix("    ").unwrap_or(line));
            return lines.collect::<Vec<_>>().join("\n");
        }
    }
    stream.to_string()
}
