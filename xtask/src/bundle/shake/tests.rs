use super::*;
use pretty_assertions::assert_eq;

/// Sweeps libraries by name with a program that spells `program`.
fn check_sweep(program: &str, libraries: &str, expected: &str) {
    let text = Text::from(format!(
        "use crate::crates::*; fn main() {{ {program} }}\nmod crates {{\n{libraries}\n}}\n"
    ));
    let tree = Tree::new(Tokens::new(text.as_str()).expect("lexes"), "crates");
    let swept = tree.without(&text, &sweep::unreached(&tree, &Reported::default()));
    let swept = swept.as_str().split_once("mod crates {").expect("kept").1.trim_end().trim_end_matches('}');
    assert_eq!(swept.split_whitespace().collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn what_nothing_names_goes() {
    check_sweep(
        "a()",
        "pub fn a() { b() } fn b() {} fn c() { d() } fn d() {}",
        "pub fn a() { b() } fn b() {}",
    );
    check_sweep("m::a()", "mod m { pub fn a() {} mod n { pub fn x() {} } }", "mod m { pub fn a() {} }");
    check_sweep(
        "println!(\"{A} {:>w$}\", 1)",
        "const A: u8 = 1; const B: u8 = 2; const w: usize = 3;",
        "const A: u8 = 1; const w: usize = 3;",
    );
    check_sweep(
        "m!()",
        "macro_rules! m { () => { a() } } macro_rules! n { () => { b() } } fn a() {} fn b() {}",
        "macro_rules! m { () => { a() } } fn a() {}",
    );
}

#[test]
fn impls_follow_their_trait_and_types() {
    check_sweep(
        "S",
        "struct S; struct D; trait T {} trait U {} impl U for S {} impl T for D {} impl Drop for S { fn drop(&mut self) {} } impl Drop for D { fn drop(&mut self) {} }",
        "struct S; impl Drop for S { fn drop(&mut self) {} }",
    );
    check_sweep(
        "S::f()",
        "struct S; impl S { fn f() {} fn g() {} } impl<D> From<D> for S {}",
        "struct S; impl S { fn f() {} } impl<D> From<D> for S {}",
    );
    check_sweep(
        "x.method()",
        "trait T { fn method(&self) {} } impl T for u8 {} impl T for D {} struct D;",
        "trait T { fn method(&self) {} } impl T for u8 {}",
    );
    check_sweep("S", "struct S; struct D; impl S { fn f() {} } impl From<D> for S {}", "struct S;");
    check_sweep(
        "R",
        "use self::S as R; struct S; impl Drop for R { fn drop(&mut self) {} }",
        "use self::S as R; struct S; impl Drop for R { fn drop(&mut self) {} }",
    );
}

#[test]
fn imports_follow_what_they_bring() {
    check_sweep(
        "a()",
        "mod m { pub fn a() {} pub fn b() {} } pub use m::{a, b}; use m::b as c;",
        "mod m { pub fn a() {} } pub use m::a;",
    );
    check_sweep(
        "m::a()",
        "mod m { use std::fmt::Write; pub fn a() { w.write_str() } } mod n { use std::io; }",
        "mod m { use std::fmt::Write; pub fn a() { w.write_str() } }",
    );
}

/// Sweeps with the items of these names called dead by the compiler.
fn check_barrier(dead: &[&str], libraries: &str, expected: &str) {
    let text = Text::from(format!(
        "use crate::crates::*; fn main() {{ start() }}\nmod crates {{\n{libraries}\n}}\n"
    ));
    let tree = Tree::new(Tokens::new(text.as_str()).expect("lexes"), "crates");
    let dead = (0..tree.nodes.len()).filter(|&node| dead.contains(&tree.name(node))).collect();
    let reported = Reported { dead, ..Reported::default() };
    let swept = tree.without(&text, &sweep::unreached(&tree, &reported));
    let swept = swept.as_str().split_once("mod crates {").expect("kept").1.trim_end().trim_end_matches('}');
    assert_eq!(swept.split_whitespace().collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn what_the_compiler_calls_dead_goes_unless_a_marker_needs_it() {
    check_barrier(
        &["len"],
        "fn start() { x.len() } struct S; impl S { fn len() {} }",
        "fn start() { x.len() }",
    );
    check_barrier(
        &["M", "help", "other"],
        "fn start() { f::<M>() } struct M; trait T { fn t() {} } impl T for M { fn t() { help() } } fn help() {} fn other() {} fn f<X: T>() {}",
        "fn start() { f::<M>() } struct M; trait T { fn t() {} } impl T for M { fn t() { help() } } fn help() {} fn f<X: T>() {}",
    );
    check_barrier(
        &["b"],
        "fn start() { x.a() } trait T { fn a(); fn b() {} } impl T for u8 { fn a() {} fn b() {} }",
        "fn start() { x.a() } trait T { fn a(); } impl T for u8 { fn a() {} }",
    );
}

#[test]
fn invocations_live_as_long_as_what_they_define() {
    check_sweep(
        "T",
        "pub trait T {} trait U {} macro_rules! m { ($($t:ty)*) => { $(impl T for $t {})* } } macro_rules! n { () => { impl U for u8 {} } } m! { u8 } n! {}",
        "pub trait T {} macro_rules! m { ($($t:ty)*) => { $(impl T for $t {})* } } m! { u8 }",
    );
    check_sweep(
        "f()",
        "macro_rules! m { ($n:ident) => { pub fn $n() { a() } }; (@ $n:ident) => { m!($n); } } m! { f } m! { @ g } fn a() {}",
        "macro_rules! m { ($n:ident) => { pub fn $n() { a() } }; (@ $n:ident) => { m!($n); } } m! { f } fn a() {}",
    );
}
