use crate::shake::*;
use crate::syntax::edition::Edition;
use crate::syntax::text::Sources;
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
fn what_the_compiler_misses_stays_with_all_that_it_names() {
    let text = Text::from(
        "fn main() { a() } mod crates { fn a() { S } struct S; impl S { fn new() { b() } fn old() {} } fn b() {} fn c() {} }",
    );
    let tree = Tree::new(Tokens::new(text.as_str()).expect("lexes"), "crates");
    let missed = HashSet::from(["new".to_owned(), "a".to_owned()]);
    let swept = tree.without(&text, &sweep::unreached(&tree, &Reported { missed, ..Reported::default() }));
    let words = swept.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        words,
        "fn main() { a() } mod crates { fn a() { S } struct S; impl S { fn new() { b() } } fn b() {} }"
    );
}

#[test]
fn items_that_attributes_make_roots_stay() {
    check_sweep(
        "",
        "pub mod a { pub mod b { #[no_mangle] pub extern \"C\" fn f() { g() } fn g() {} fn h() {} } }",
        "pub mod a { pub mod b { #[no_mangle] pub extern \"C\" fn f() { g() } fn g() {} } }",
    );
    check_sweep(
        "",
        "struct A; struct B; impl A { fn x() {} #[unsafe(export_name = \"y\")] fn y() {} } impl B { fn z() {} }",
        "struct A; impl A { #[unsafe(export_name = \"y\")] fn y() {} }",
    );
    check_sweep(
        "",
        "mod m { const _: () = { #[used] static S: fn() = super::f; }; const X: u8 = 0; } fn f() {}",
        "mod m { const _: () = { #[used] static S: fn() = super::f; }; } fn f() {}",
    );
    check_sweep(
        "",
        "macro_rules! r { ($f:ident) => { #[used] static S: fn() = $f; } } \
         macro_rules! outer { ($f:ident) => { r!($f); } } mod m { outer!(f); fn f() {} } fn g() { outer!(g); } fn h() {}",
        "macro_rules! r { ($f:ident) => { #[used] static S: fn() = $f; } } \
         macro_rules! outer { ($f:ident) => { r!($f); } } mod m { outer!(f); fn f() {} } fn g() { outer!(g); }",
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
        "S::f()",
        "struct S<T>(T); struct D; impl S<D> { fn f() {} }",
        "struct S<T>(T); struct D; impl S<D> { fn f() {} }",
    );
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

/// Shakes libraries with rustc itself.
fn check_shake(program: &str, libraries: &str, expected: &str) {
    let assembled = Assembled {
        expanded: Vec::new(),
        unkeepable_macros: Vec::new(),
        targeted: false,
        program: format!("use crate::crates::l::*;\nfn main() {{ {program} }}\n").into(),
        libraries: vec![("l".to_owned(), libraries.to_owned().into())],
        root: "crates".to_owned(),
        libraries_first: false,
        allowed: Vec::new(),
        compile_with: Vec::new(),
        sources: Sources::default(),
    };
    let folder = tempfile::tempdir().expect("a folder");
    let shaken = shake(&assembled, Edition::E2021, folder.path(), Instant::now() + BUDGET).expect("compiles");
    assert_eq!(shaken.notes, Vec::<String>::new());
    let text = shaken.text.as_str().split_once("pub mod l {").expect("kept").1;
    let text = text.trim_end().trim_end_matches('}').trim_end().trim_end_matches('}');
    assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn impls_without_an_instance_go() {
    let libraries = "#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
        pub struct S(pub u8);
        impl std::fmt::Display for S {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, \"{}\", name()) }
        }
        fn name() -> String { String::new() }
        impl std::ops::Not for S {
            type Output = u8;
            fn not(self) -> u8 { !self.0 }
        }
        impl Drop for S {
            fn drop(&mut self) {}
        }";
    let drop = "impl Drop for S { fn drop(&mut self) {} }";
    check_shake("S(1);", libraries, &format!("pub struct S(pub u8); {drop}"));
    let compared = format!("#[derive(Clone, PartialEq, Eq)] pub struct S(pub u8); {drop}");
    check_shake("assert!(S(1) != S(2).clone());", libraries, &compared);
    check_shake("std::mem::forget(S(1));", libraries, &format!("pub struct S(pub u8); {drop}"));
}

#[test]
fn what_a_bound_asks_for_stays_without_an_instance() {
    let libraries = "#[derive(Debug, PartialEq)]
        pub struct S;
        pub fn f<T: std::fmt::Debug>(_: T) {}
        pub trait Tag { fn tag(&self) -> u8; }
        impl Tag for S { fn tag(&self) -> u8 { 1 } }
        impl Tag for u8 { fn tag(&self) -> u8 { 2 } }
        pub fn g<T: Tag>(_: T) {}";
    check_shake("f(S); g(1_u8);", libraries, {
        "#[derive(Debug)] pub struct S; pub fn f<T: std::fmt::Debug>(_: T) {} pub trait Tag { } \
         impl Tag for u8 { } pub fn g<T: Tag>(_: T) {}"
    });
}

#[test]
fn the_impl_that_a_method_call_means_stays() {
    // `kind` is found by value for `S` and behind a reference for all else.
    let libraries = "pub struct S;
        pub trait Special { fn kind(self) -> u8; }
        impl Special for S { fn kind(self) -> u8 { 1 } }
        pub trait General { fn kind(self) -> u8; }
        impl<T> General for &T { fn kind(self) -> u8 { 2 } }";
    check_shake("assert_eq!(S.kind(), 1);", libraries, {
        "pub struct S; pub trait Special { fn kind(self) -> u8; } \
         impl Special for S { fn kind(self) -> u8 { 1 } }"
    });
    check_shake("assert_eq!((1_u8).kind(), 2);", libraries, {
        "pub trait General { fn kind(self) -> u8; } impl<T> General for &T { fn kind(self) -> u8 { 2 } }"
    });
}
