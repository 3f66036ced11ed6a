//! Compares the generated code of a program before and after the shaking.
//!
//! A removal may change a constant although every call stays: the length of an array, a flag that depends on which
//! impls there are, the layout of a type. Such values stand in the bodies of functions and in the constants that these
//! refer to. A body is compared by a hash of its text without what depends on positions: debug information, numbers of
//! attributes, names of constants and the source locations of panics.

use crate::cargo::llvm_ir::{demangled, symbols};
use std::{
    collections::{BTreeMap, HashMap},
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

/// A hash of each function's code, by the function's demangled name.
#[derive(Debug, Default)]
pub(super) struct Bodies(BTreeMap<String, Vec<u64>>);

impl Bodies {
    /// Reads unoptimized code; `prefix` distinguishes the functions of several compilations.
    pub(super) fn parse(text: &str, prefix: &str) -> Bodies {
        let mut hashes = Hashes::new(text);
        let mut bodies = Bodies::default();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let Some(head) = line.strip_prefix("define ") else { continue };
            let name = symbols(head).next().map(demangled).unwrap_or_default();
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
            bodies.0.entry(format!("{prefix}{name}")).or_default().push(hashes.of_body(&body));
        }
        bodies
    }

    pub(super) fn extend(&mut self, other: Bodies) {
        self.0.extend(other.0);
    }

    /// Returns a function of this program that `before` does not have, or has with other code. From the same `main`,
    /// functions with the same code reach only functions of the same names, so without one nothing has changed.
    pub(super) fn first_change(&self, before: &Bodies) -> Option<&str> {
        let changed = self.0.iter().find(|(name, bodies)| {
            // Of several functions with one name, some may be gone.
            let mut known = before.0.get(*name).into_iter().flatten();
            !bodies.iter().all(|body| known.any(|other| other == body))
        });
        changed.map(|(name, _)| name.as_str())
    }
}

/// Hashes of functions' names and of constants' values, by symbol.
struct Hashes<'a> {
    /// The line that defines a constant or a static.
    definitions: HashMap<&'a str, &'a str>,
    known: HashMap<&'a str, u64>,
}

impl<'a> Hashes<'a> {
    fn new(text: &'a str) -> Hashes<'a> {
        let lines = text.lines().filter(|line| line.starts_with('@'));
        let definitions = lines.filter_map(|line| {
            let name = symbols(line).next()?;
            Some((name, line.split_once(" = ")?.1))
        });
        Hashes { definitions: definitions.collect(), known: HashMap::new() }
    }

    fn of_body(&mut self, lines: &[&'a str]) -> u64 {
        let mut hasher = DefaultHasher::new();
        for (index, line) in lines.iter().enumerate() {
            let line = line.trim_start();
            if line.is_empty() || line.starts_with(';') || line.starts_with('#') {
                continue;
            }
            let mut line = line.split(", !").next().unwrap_or(line);
            line = line.split(';').next().unwrap_or(line).trim_end();
            if let Some((before, number)) = line.rsplit_once(" #")
                && number.bytes().all(|byte| byte.is_ascii_digit())
            {
                line = before;
            }
            // A trait without a dead method has the others at other offsets of its tables.
            let reads_table = lines.get(index + 1).is_some_and(|next| next.contains("!invariant.load"));
            if reads_table && line.contains(" = getelementptr ") {
                line = line.rsplit_once(", ").map_or(line, |(before, _)| before);
            }
            self.write(line, &mut hasher);
            hasher.write_u8(b'\n');
        }
        hasher.finish()
    }

    /// Hashes a text with what its symbols stand for.
    fn write(&mut self, text: &'a str, hasher: &mut DefaultHasher) {
        let mut rest = text;
        while let Some(at) = memchr::memchr2(b'@', b'"', rest.as_bytes()) {
            // An `@` in a string is no symbol; a quote in it is written as a number.
            if let Some(string) = rest[at..].strip_prefix('"') {
                let end = string.find('"').map_or(rest.len(), |end| at + end + 2);
                hasher.write(&rest.as_bytes()[..end]);
                rest = &rest[end..];
                continue;
            }
            hasher.write(&rest.as_bytes()[..at]);
            let Some(symbol) = symbols(&rest[at..]).next() else { break };
            hasher.write_u64(self.of_symbol(symbol));
            let quotes = if rest[at + 1..].starts_with('"') { 2 } else { 0 };
            rest = &rest[at + 1 + symbol.len() + quotes..];
        }
        hasher.write(rest.as_bytes());
    }

    fn of_symbol(&mut self, symbol: &'a str) -> u64 {
        if let Some(&hash) = self.known.get(symbol) {
            return hash;
        }
        let mut hasher = DefaultHasher::new();
        let definition = self.definitions.get(symbol).copied();
        let is_named = symbol.starts_with("_R") || definition.is_none();
        if is_named {
            demangled(symbol).hash(&mut hasher);
            // A static may refer to itself.
            self.known.insert(symbol, hasher.clone().finish());
        }
        match definition {
            Some(_) if self.is_location(symbol) => hasher.write(b"location"),
            Some(value) if symbol.starts_with("vtable.") => self.write_table(value, &mut hasher),
            Some(value) => self.write(value, &mut hasher),
            None => {}
        }
        let hash = hasher.finish();
        self.known.insert(symbol, hash);
        hash
    }

    /// Returns `true` for a source location: a reference to a file name, its length, a line and a column.
    fn is_location(&self, symbol: &str) -> bool {
        let Some(value) = self.definitions.get(symbol) else { return false };
        let Some((_, fields)) = value.split_once("<{ ptr, [16 x i8] }> <{ ptr @") else { return false };
        let file = fields.split(',').next().and_then(|file| self.definitions.get(file));
        file.is_some_and(|file| file.contains(".rs\\00\""))
    }

    /// Hashes a table of methods: the size and alignment of the type and its destructor. Methods that can be called
    /// have bodies of their own.
    fn write_table(&mut self, value: &'a str, hasher: &mut DefaultHasher) {
        let fields = value.split_once("<{ ").and_then(|(_, rest)| rest.split_once("<{ "));
        let Some((_, fields)) = fields else { return self.write(value, hasher) };
        let size = fields.split_once("c\"").and_then(|(_, rest)| rest.split('"').next());
        hasher.write(size.unwrap_or_default().as_bytes());
        if fields.starts_with("ptr @")
            && let Some(destructor) = symbols(fields).next()
        {
            hasher.write_u64(self.of_symbol(destructor));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bodies;
    use pretty_assertions::assert_eq;

    const BEFORE: &str = "\
@alloc_1 = private unnamed_addr constant [10 x i8] c\"bundle.rs\\00\", align 1
@alloc_2 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_1, [16 x i8] c\"\\09\\00\" }>, align 8
@alloc_3 = private unnamed_addr constant [1 x i8] c\"\\01\", align 1
define void @main() #1 {
start:
  %0 = getelementptr inbounds i8, ptr %t, i64 24, !dbg !1
  %1 = load ptr, ptr %0, align 8, !dbg !1, !invariant.load !2
  call void @f(ptr @alloc_2, ptr @alloc_3) #3, !dbg !4
}
define void @f() {
  ret void
}
";

    #[track_caller]
    fn check(from: &str, to: &str, expected: Option<&str>) {
        let after = BEFORE.replace(from, to);
        assert!(from.is_empty() || after != BEFORE, "{from}");
        let (before, after) = (Bodies::parse(BEFORE, ""), Bodies::parse(&after, ""));
        assert_eq!(after.first_change(&before), expected);
    }

    #[test]
    fn positions_and_numbers_do_not_count() {
        check("", "", None);
        check("c\"\\09\\00\"", "c\"\\07\\01\"", None);
        check("!dbg !4", "!dbg !7", None);
        check("#3", "#5", None);
        check("alloc_3", "alloc_9", None);
        check("i64 24", "i64 32", None);
        check("define void @f() {\n  ret void\n}\n", "", None);
    }

    #[test]
    fn constants_and_code_count() {
        check("c\"\\01\"", "c\"\\00\"", Some("main"));
        check("call void @f", "call void @g", Some("main"));
        check("  ret void", "  unreachable", Some("f"));
        check("define void @f() {", "define void @g() {", Some("g"));
    }
}
