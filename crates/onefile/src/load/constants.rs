//! Replaces macros whose values exist only in the package's own build: `env!`, `option_env!`,
//! `include_str!`, `include_bytes!`, `line!`, `column!`, `file!` and `module_path!`.

use crate::{
    graph::Unit,
    syntax::{
        macros::{macro_invocation, standard_path_start},
        text::{Edit, Sources, Text},
        tokens::{Kind, Tokens, split},
    },
};
use std::{fmt::Write as _, fs, ops::Range, path::Path};

/// The surroundings of an invocation.
#[derive(Debug)]
pub struct Place<'a> {
    /// The crate.
    pub unit: &'a Unit,
    /// All files that are read so far.
    pub sources: &'a Sources,
    /// The text of the file, after the evaluation of `cfg`.
    pub text: &'a Text,
    /// The path of the file.
    pub file: &'a Path,
    /// The path of the module, starting with the name of the crate.
    pub module: &'a [String],
}

/// Returns `true` if a token starts an item or a statement.
pub fn starts_statement(tokens: &Tokens, at: usize) -> bool {
    at == 0
        || matches!(
            tokens[at - 1].kind,
            Kind::Close(b'}' | b']') | Kind::Open(b'{') | Kind::Punct(b';') | Kind::Doc
        )
}

/// Removes documentation that is read from a file or from variables.
pub fn attributes(_place: &Place, tokens: &Tokens, range: Range<usize>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut at = range.start;
    while at < range.end {
        if tokens.is_punct(at, b'#')
            && let Some(end) = tokens.attribute_end(at)
        {
            let open = if tokens.is_punct(at + 1, b'!') { at + 2 } else { at + 1 };
            let computed = (open + 3..end).any(|index| tokens.is_punct(index, b'!'));
            if tokens.name(open + 1) == "doc" && tokens.is_punct(open + 2, b'=') && computed {
                edits.push(Edit::remove(tokens.bytes(at..end)));
            }
            at = end;
            continue;
        }
        at = tokens.after(at);
    }
    edits
}

/// Returns the replacements in the body of a macro. Positions are those of the invocation, so they
/// are left. Variables are those of the crate that invokes it, so an exported macro keeps them.
pub fn in_definition(place: &Place, tokens: &Tokens, range: Range<usize>, exported: bool) -> Vec<Edit> {
    let mut edits = Vec::new();
    if exported {
        return edits;
    }
    let mut at = range.start;
    while at < range.end {
        if let Some(open) = macro_invocation(tokens, at) {
            let names_place = matches!(tokens.name(at), "line" | "column" | "file" | "module_path");
            if !names_place && let Some(edit) = replace(place, tokens, at, open) {
                edits.push(edit);
                at = tokens.after(open);
                continue;
            }
        }
        at += 1;
    }
    edits
}

/// Returns the replacement of one invocation, if it is one of these macros and its value is known.
pub fn replace(place: &Place, tokens: &Tokens, at: usize, open: usize) -> Option<Edit> {
    let arguments = tokens.inside(open);
    let with = match tokens.name(at) {
        "env" => {
            let name = string(place, tokens, split(tokens, arguments, b',').into_iter().next()?)?;
            literal(&public(place, &variable(place, &name)?)?)
        }
        "option_env" => {
            let name = string(place, tokens, arguments)?;
            // What the crate never reads is never compiled.
            match place.unit.environment.get(&name)?.clone() {
                Some(value) => format!("::core::option::Option::Some({})", literal(&public(place, &value)?)),
                None => "::core::option::Option::None::<&'static str>".to_owned(),
            }
        }
        "include_str" => {
            let path = place.file.parent()?.join(string(place, tokens, arguments)?);
            literal(&fs::read_to_string(path).ok()?)
        }
        "include_bytes" => {
            let path = place.file.parent()?.join(string(place, tokens, arguments)?);
            let bytes = fs::read(path).ok()?;
            format!("b\"{}\"", bytes.escape_ascii())
        }
        "concat" => {
            // Left as written unless a variable or file is in it.
            let computed = arguments.clone().any(|index| tokens.is_punct(index, b'!'));
            let value = string_of_concat(place, tokens, arguments).filter(|_| computed)?;
            literal(&public(place, &value)?)
        }
        "line" if arguments.is_empty() => format!("{}u32", position(place, tokens, at)?.0),
        "column" if arguments.is_empty() => format!("{}u32", position(place, tokens, at)?.1),
        "file" if arguments.is_empty() => {
            let root = Path::new(&place.unit.root_as_given);
            let below = place.file.strip_prefix(place.unit.root.parent()?).ok()?;
            let path = root.parent()?.join(below);
            if path.is_absolute() {
                return None;
            }
            literal(path.to_str()?)
        }
        "module_path" if arguments.is_empty() => literal(&place.module.join("::")),
        _ => return None,
    };
    Some(Edit::new(tokens.bytes(standard_path_start(tokens, at)..tokens.after(open)), with))
}

/// Returns the line and the column of a token in its file, from 1.
fn position(place: &Place, tokens: &Tokens, at: usize) -> Option<(usize, usize)> {
    let start = standard_path_start(tokens, at);
    let (file, offset) = place.text.origin(tokens[start].start)?;
    let file = &place.sources.files[file];
    let line = file.lines.partition_point(|&start| start <= offset);
    let content = fs::read_to_string(&file.path).ok()?.replace("\r\n", "\n");
    let content = content.strip_prefix('\u{feff}').unwrap_or(&content);
    let column = content.get(file.lines[line - 1]..offset)?.chars().count() + 1;
    Some((line, column))
}

/// Returns the value that rustc saw when it compiled the crate.
fn variable(place: &Place, name: &str) -> Option<String> {
    place.unit.environment.get(name).cloned().flatten()
}

/// Returns the value, unless it is a path of this machine, which must not be in a bundle.
fn public(place: &Place, value: &str) -> Option<String> {
    let unit = place.unit;
    let folders = [unit.variable("CARGO_MANIFEST_DIR"), unit.variable("OUT_DIR")];
    let machine = Path::new(value).is_absolute()
        || folders.iter().any(|folder| !folder.is_empty() && value.contains(folder));
    (!machine).then(|| value.to_owned())
}

/// Returns the value of a constant string: a literal, or `concat!`, `env!` or `include_str!` of
/// such strings.
pub fn string(place: &Place, tokens: &Tokens, range: Range<usize>) -> Option<String> {
    let mut range = range;
    if range.end > range.start && tokens.is_punct(range.end - 1, b',') {
        range.end -= 1;
    }
    if range.len() == 1 {
        return syn::parse_str::<syn::LitStr>(tokens.str(range.start)).ok().map(|literal| literal.value());
    }
    let mut at = range.start;
    if tokens.is_colons(at) {
        at += 2;
    }
    if matches!(tokens.name(at), "std" | "core") && tokens.is_colons(at + 1) {
        at += 3;
    }
    let open = macro_invocation(tokens, at)?;
    if tokens.after(open) != range.end {
        return None;
    }
    let arguments = tokens.inside(open);
    match tokens.name(at) {
        "concat" => string_of_concat(place, tokens, arguments),
        "env" => {
            let name = string(place, tokens, split(tokens, arguments, b',').into_iter().next()?)?;
            variable(place, &name)
        }
        "include_str" => {
            let path = place.file.parent()?.join(string(place, tokens, arguments)?);
            fs::read_to_string(path).ok()
        }
        _ => None,
    }
}

fn string_of_concat(place: &Place, tokens: &Tokens, range: Range<usize>) -> Option<String> {
    let mut value = String::new();
    for part in split(tokens, range, b',') {
        if part.len() == 1 {
            match syn::parse_str::<syn::Lit>(tokens.str(part.start)).ok()? {
                syn::Lit::Str(literal) => value.push_str(&literal.value()),
                syn::Lit::Char(literal) => value.push(literal.value()),
                syn::Lit::Bool(literal) => write!(value, "{}", literal.value).ok()?,
                syn::Lit::Int(literal) => value.push_str(literal.base10_digits()),
                _ => return None,
            }
        } else {
            value.push_str(&string(place, tokens, part)?);
        }
    }
    Some(value)
}

/// Returns a string literal of this value, raw where that is easier to read.
fn literal(value: &str) -> String {
    let wants_raw = value.contains(['\n', '"', '\\']);
    let plain = value.chars().all(|c| c == '\n' || c == '\t' || !c.is_control());
    if wants_raw && plain {
        let hashes =
            (0..).map(|count| "#".repeat(count)).find(|hashes| !value.contains(&format!("\"{hashes}")));
        if let Some(hashes) = hashes {
            return format!("r{hashes}\"{value}\"{hashes}");
        }
    }
    let mut out = String::from("\"");
    for c in value.chars() {
        match c {
            '\'' => out.push('\''),
            _ if c.is_ascii() => out.extend(c.escape_debug()),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}
