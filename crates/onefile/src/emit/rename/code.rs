//! The code that rustc generates for a text, without the names that its identifiers have.

use std::collections::{BTreeMap, HashMap, HashSet};

/// What rustc generates: each function by its name, with its instructions.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Code {
    /// Functions of one name (closures, impls in one module) are in no particular order.
    functions: BTreeMap<String, Vec<String>>,
}

impl Code {
    /// Reads LLVM's intermediate code of a file called `file`. `old` gives the former name of each renamed identifier.
    pub(super) fn parse(text: &str, file: &str, old: &HashMap<&str, &str>) -> Code {
        let reader = Reader { constants: constants(text), file, old };
        let mut functions: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let Some(signature) = line.strip_prefix("define ") else { continue };
            let mut locals = HashMap::new();
            let name = symbol_in(signature).map_or_else(String::new, |symbol| reader.demangled(symbol));
            let mut body = reader.line(signature, &mut locals);
            for line in lines.by_ref().take_while(|line| *line != "}") {
                let instruction = reader.line(line, &mut locals);
                if !instruction.is_empty() {
                    body.push('\n');
                    body.push_str(&instruction);
                }
            }
            functions.entry(name).or_default().push(body);
        }
        functions.values_mut().for_each(|bodies| bodies.sort());
        Code { functions }
    }

    /// Returns the names of functions that are not the same in both.
    pub(super) fn differences<'a>(&'a self, other: &'a Code) -> Vec<&'a str> {
        let names: HashSet<&String> = self.functions.keys().chain(other.functions.keys()).collect();
        let differs = |name: &&&String| self.functions.get(**name) != other.functions.get(**name);
        names.iter().filter(differs).map(|name| name.as_str()).collect()
    }
}

/// Returns the names of functions outside of the bundle that appear in intermediate code, and of their paths.
pub(super) fn names_outside(text: &str) -> (HashSet<String>, HashSet<String>) {
    let mut called = HashSet::new();
    let mut all = HashSet::new();
    let mut seen = HashSet::new();
    for at in text.match_indices("@_R").map(|(at, _)| at) {
        let Some(symbol) = symbol_in(&text[at..]).filter(|symbol| seen.insert(*symbol)) else { continue };
        let name = format!("{:#}", rustc_demangle::demangle(symbol));
        let words = name.split(|c: char| !c.is_alphanumeric() && c != '_');
        all.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
        let (owner, function) = split_name(&name);
        if !owner.starts_with("bundle::") && !owner.contains(" as bundle::") {
            called.insert(function.to_owned());
        }
    }
    (called, all)
}

/// Splits `<T as Trait>::function::<A>::{closure#0}` into the owner and the function.
fn split_name(name: &str) -> (&str, &str) {
    let mut depth = 0_usize;
    let mut cuts = Vec::new();
    let bytes = name.as_bytes();
    for at in 0..bytes.len() {
        match bytes[at] {
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'>' if at > 0 && bytes[at - 1] == b'-' => {}
            b'>' | b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b':' if depth == 0 && bytes.get(at + 1) == Some(&b':') => cuts.push(at),
            _ => {}
        }
    }
    while let Some(cut) = cuts.pop() {
        let last = &name[cut + 2..];
        let end = last.find("::").unwrap_or(last.len());
        let last = &last[..end];
        if !last.starts_with(['<', '{']) {
            return (name[..cut].trim_start_matches('<'), last);
        }
    }
    ("", name)
}

/// The first `@name` in a line.
fn symbol_in(line: &str) -> Option<&str> {
    let rest = &line[line.find('@')? + 1..];
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split(|c: char| !c.is_ascii_alphanumeric() && !"._$-".contains(c)).next(),
    }
}

/// Each constant and variable with its content.
fn constants(text: &str) -> HashMap<&str, &str> {
    let lines = text.lines().filter(|line| line.starts_with('@'));
    lines.filter_map(|line| Some((symbol_in(line)?, line.split_once(" = ")?.1))).collect()
}

struct Reader<'a> {
    constants: HashMap<&'a str, &'a str>,
    file: &'a str,
    old: &'a HashMap<&'a str, &'a str>,
}

impl Reader<'_> {
    /// A symbol's name as it was before the renaming, or the content of a constant.
    fn symbol(&self, symbol: &str, depth: usize) -> String {
        if symbol.starts_with("_R") {
            return self.demangled(symbol);
        }
        match self.constants.get(symbol).filter(|_| depth < 8) {
            Some(content) => self.content(content, depth + 1),
            None => symbol.to_owned(),
        }
    }

    fn demangled(&self, symbol: &str) -> String {
        let name = format!("{:#}", rustc_demangle::demangle(symbol));
        let mut out = String::with_capacity(name.len());
        let mut rest = name.as_str();
        while !rest.is_empty() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            if end == 0 {
                let next = rest.find(is_word).unwrap_or(rest.len());
                out.push_str(&rest[..next]);
                rest = &rest[next..];
                continue;
            }
            out.push_str(self.old.get(&rest[..end]).unwrap_or(&&rest[..end]));
            rest = &rest[end..];
        }
        out
    }

    /// A constant's content; the lines and columns of panics are left out.
    fn content(&self, content: &str, depth: usize) -> String {
        let content = content.split(", align ").next().unwrap_or(content);
        let is_location = content.contains("<{ ptr, [16 x i8] }> <{ ptr @");
        if is_location
            && let Some(file) = symbol_in(content).and_then(|symbol| self.constants.get(symbol))
            && file.contains(self.file)
        {
            return "location".to_owned();
        }
        self.with_symbols(content, depth)
    }

    /// A text with each `@symbol` replaced.
    fn with_symbols(&self, text: &str, depth: usize) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('@') {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            let symbol = symbol_in(rest).unwrap_or_default();
            // Not a symbol, but a character of a string.
            if symbol.is_empty() || !self.constants.contains_key(symbol) && !symbol.starts_with("_R") {
                out.push('@');
                rest = &rest[1..];
                continue;
            }
            out.push_str(&self.symbol(symbol, depth));
            let quotes = if rest[1..].starts_with('"') { 2 } else { 0 };
            rest = &rest[1 + symbol.len() + quotes..];
        }
        out.push_str(rest);
        out
    }

    /// An instruction: values are numbered, and metadata and comments are left out.
    fn line(&self, line: &str, locals: &mut HashMap<String, usize>) -> String {
        let line = line.split(", !").next().unwrap_or(line);
        let is_comment = line.trim_start().starts_with(';');
        let comment = if is_comment || !line.contains('"') { line.find(';') } else { None };
        let line = comment.map_or(line, |at| &line[..at]);
        let line = line.split(" !dbg").next().unwrap_or(line).trim();
        let mut out = String::new();
        let mut rest = line;
        while let Some(at) = rest.find(['%', '#']) {
            out.push_str(&rest[..at]);
            let is_local = rest.as_bytes()[at] == b'%';
            rest = &rest[at + 1..];
            let end = match rest.strip_prefix('"') {
                Some(quoted) => quoted.find('"').map_or(rest.len(), |end| end + 2),
                None => rest
                    .find(|c: char| !c.is_ascii_alphanumeric() && !"._$-".contains(c))
                    .unwrap_or(rest.len()),
            };
            if is_local {
                let next = locals.len();
                let number = *locals.entry(rest[..end].to_owned()).or_insert(next);
                out.push_str(&format!("%{number}"));
            }
            rest = &rest[end..];
        }
        out.push_str(rest);
        self.with_symbols(&out, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, split_name};
    use pretty_assertions::assert_eq;
    use std::collections::HashMap;

    #[test]
    fn names_are_split_at_the_function() {
        assert_eq!(split_name("<bundle::A as core::ops::Not>::not"), ("bundle::A as core::ops::Not>", "not"));
        assert_eq!(
            split_name("<core::option::Option<u8>>::map::<u8, F>"),
            ("core::option::Option<u8>>", "map")
        );
        assert_eq!(split_name("bundle::run::{closure#0}"), ("bundle", "run"));
    }

    #[test]
    fn names_of_values_and_lines_of_panics_do_not_count() {
        let code = |value: &str, line: &str, text: &str| {
            let text = format!(
                "@alloc_1 = private constant <{{ [10 x i8] }}> <{{ [10 x i8] c\"bundle.rs\\00\" }}>, align 1\n\
                 @alloc_{line} = private constant <{{ ptr, [16 x i8] }}> <{{ ptr @alloc_1, [16 x i8] c\"{line}\" }}>\n\
                 @text = private constant <{{ [1 x i8] }}> <{{ [1 x i8] c\"{text}\" }}>, align 1\n\
                 define void @main(ptr %{value}) #0 {{\nstart:\n  call void @p(ptr %{value}, ptr @alloc_{line}, ptr @text), !dbg !3\n}}\n"
            );
            Code::parse(&text, "bundle.rs", &HashMap::new())
        };
        assert_eq!(code("a", "7", "x"), code("b", "8", "x"));
        assert_eq!(code("a", "7", "x").differences(&code("a", "7", "y")), ["main"]);
    }
}
