use super::{Compilation, plan, rename};
use crate::syntax::edition::Edition;
use crate::syntax::tokens::Tokens;
use pretty_assertions::assert_eq;
use std::collections::HashSet;

/// Plans names for a text; checks the names that may change, in the order of the text.
fn check_plan(text: &str, expected: &str) {
    let tokens = Tokens::new(text).expect("lexes");
    let mut groups = plan::groups(&tokens, &HashSet::new());
    groups.sort_by_key(|group| group.tokens[0]);
    let names: Vec<&str> = groups.iter().map(|group| group.name).collect();
    assert_eq!(names.join(" "), expected);
}

/// Renames a whole program and checks the result.
fn check(text: &str, expected: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let compilation =
        Compilation { edition: Edition::E2021, arguments: &[], targeted: false, folder: folder.path() };
    let renamed = rename(text, compilation).expect("compiles");
    assert_eq!(renamed.text, expected);
}

#[test]
fn own_names_may_change() {
    check_plan("fn main() { let total = 1; helper(total) } fn helper(value: u8) {}", "total helper value");
    check_plan("struct Pair { left: u8 } impl Pair { fn swap(&self) { self.left; } }", "Pair left swap");
    check_plan("fn f<Type: Copy, const COUNT: usize>() {}", "f Type COUNT");
    check_plan("enum Kind { First, Second { size: u8 } }", "Kind First Second size");
    check_plan("fn f<'text>(x: &'text str) -> &'static str { 'outer: loop {} }", "f 'text x 'outer");
}

#[test]
fn names_from_outside_stay() {
    check_plan("use std::io::Read; fn f(input: impl Read) { input.read(); Vec::new(); }", "f input");
    check_plan("struct Own; impl Iterator for Own { type Item = u8; fn next(&mut self) {} }", "Own");
    check_plan("trait Own { fn next(&self); } impl Own for u8 { fn next(&self) {} }", "Own next");
    check_plan("fn f(range: std::ops::Range<u8>) { let start = range.start; }", "f range start");
}

#[test]
fn names_that_are_shown_stay() {
    check_plan("#[derive(Debug)] struct Shown { field: u8 } struct Other;", "Other");
    check_plan("fn f(value: u8, other: u8) { print!(\"{value}\") }", "f other");
    check_plan("fn f(value: u8) { assert!(value > 1); }", "f");
    check_plan("fn f(value: u8) { assert!(value > 1, \"text\"); }", "f value");
    check_plan("#[no_mangle] pub fn exported() {} extern \"C\" { fn outside(); }", "");
}

#[test]
fn a_program_is_renamed() {
    check(
        "fn main() { let total = 1; println!(\"{}\", helper(total)); } fn helper(value: u8) -> u8 { value + 1 }",
        "fn main() { let a = 1; println!(\"{}\", b(a)); } fn b(c: u8) -> u8 { c + 1 }",
    );
    // The name of a method of the bundle is also one of the standard library.
    check(
        "struct Long(String); impl Long { fn count(&self) -> usize { self.0.chars().count() } }\n\
         fn main() { println!(\"{}\", Long(String::new()).count()); }",
        "struct A(String); impl A { fn count(&self) -> usize { self.0.chars().count() } }\n\
         fn main() { println!(\"{}\", A(String::new()).count()); }",
    );
    // A method of a type, once renamed, would give way to one of a trait.
    check(
        "trait Extra { fn len(&self) -> usize; } impl Extra for str { fn len(&self) -> usize { 99 } }\n\
         fn main() { println!(\"{} {}\", \"text\".len(), Extra::len(\"text\")); }",
        "trait A { fn len(&self) -> usize; } impl A for str { fn len(&self) -> usize { 99 } }\n\
         fn main() { println!(\"{} {}\", \"text\".len(), A::len(\"text\")); }",
    );
}

#[test]
fn macros_of_the_bundle_keep_their_meaning() {
    // The same name is a variable, a method and an argument of a macro.
    check(
        "macro_rules! call { ($target:expr, $method:ident) => { $target.$method() } }\n\
         struct Own; impl Own { fn length(&self) -> usize { 3 } }\n\
         fn main() { let length = 4; println!(\"{} {}\", call!(Own, length), length); }",
        "macro_rules! b { ($c:expr, $d:ident) => { $c.$d() } }\n\
         struct A; impl A { fn a(&self) -> usize { 3 } }\n\
         fn main() { let a = 4; println!(\"{} {}\", b!(A, a), a); }",
    );
}
