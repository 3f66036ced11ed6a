use crate::paths::*;
use crate::syntax::text::Text;
use pretty_assertions::assert_eq;

/// Rewrites the first of some crates; each is a name, an edition, the names of the crates it knows, and its text. The
/// program is the one called `main`. The error is why one of its macros cannot keep its meaning.
fn rewritten(crates: &[(&str, &str, &[&str], &str)]) -> Result<String, String> {
    let tokens: Vec<Tokens> =
        crates.iter().map(|(_, _, _, text)| Tokens::new(text).expect("lexes")).collect();
    let index = |name: &str| crates.iter().position(|(other, ..)| *other == name).expect("a crate");
    let mut world = World {
        // Every crate may call the judge's `given` so, and `renamed`.
        given: vec![
            HashMap::from(["given", "renamed"].map(|name| (name.to_owned(), "given".to_owned())));
            crates.len()
        ],
        models: tokens.iter().map(Model::new).collect(),
        externs: crates
            .iter()
            .map(|(_, _, known, _)| known.iter().map(|name| ((*name).to_owned(), index(name))).collect())
            .collect(),
        mounts: crates
            .iter()
            .map(
                |(name, ..)| if *name == "main" { "crate".to_owned() } else { format!("crate::in_::{name}") },
            )
            .collect(),
        editions: crates.iter().map(|(_, edition, ..)| edition.parse().expect("an edition")).collect(),
        tokens,
    };
    world.add_extern_crates();
    let facts = vec![Facts::default(); crates.len()];
    let rewrite = rewrite(&world, &Expansions::new(&world), &facts, 0);
    match rewrite.unkeepable.first() {
        Some(one) => Err(one.reason.clone()),
        None => Ok(Text::from(crates[0].3).edited(rewrite.edits).into_string()),
    }
}

fn check_library(text: &str, expected: &str) {
    let crates: [(&str, &str, &[&str], &str); 2] =
        [("a", "2021", &["b"], text), ("b", "2021", &[], "pub mod m {} pub fn f() {}")];
    assert_eq!(rewritten(&crates).expect("rewrites"), expected);
}

fn check_program(text: &str, library: &str, expected: &str) {
    let crates: [(&str, &str, &[&str], &str); 2] =
        [("main", "2021", &["b"], text), ("b", "2021", &[], library)];
    assert_eq!(rewritten(&crates).expect("rewrites"), expected);
}

#[test]
fn crate_paths_in_code_generics_and_macro_arguments() {
    check_library(
        "fn f() -> Error<crate::x> { crate::g::<crate::T>() }",
        "fn f() -> Error<crate::in_::a::x> { crate::in_::a::g::<crate::in_::a::T>() }",
    );
    check_library("fn f() { m!(crate::x, b::f()) }", "fn f() { m!(crate::in_::a::x, crate::in_::b::f()) }");
    check_library(
        "use crate::{a, b::c}; use crate::d as e;",
        "use crate::in_::a::{a, b::c}; use crate::in_::a::d as e;",
    );
    check_library(
        "pub(crate) fn f() {} pub(in crate::x) struct S(pub(super) u8, pub(crate) u8);",
        "pub(in crate::in_::a) fn f() {} pub(in crate::in_::a::x) struct S(pub(super) u8, pub(in crate::in_::a) u8);",
    );
}

#[test]
fn crate_names() {
    check_library(
        "use b::m; fn f() { b::f(); ::b::f(); a.b::<u8>(); x::b::f() }",
        "use crate::in_::b::m; fn f() { crate::in_::b::f(); crate::in_::b::f(); a.b::<u8>(); x::b::f() }",
    );
    check_library(
        "use b; use ::{b::f, std::io}; use {b::m as n, crate::q};",
        "use crate::in_::b; use {crate::in_::b::f, ::std::io}; use {crate::in_::b::m as n, crate::in_::a::q};",
    );
    check_library(
        "extern crate b; extern crate b as c; fn f() { c::f() } mod k { fn g() { c::f() } }",
        "use crate::in_::b; use crate::in_::b as c; fn f() { crate::in_::b::f() } mod k { fn g() { crate::in_::b::f() } }",
    );
    check_library(
        "#![no_std] extern crate alloc; mod k { use alloc::vec::Vec; }",
        "#![no_std] extern crate alloc; mod k { use crate::in_::a::alloc::vec::Vec; }",
    );
    check_program(
        "#[macro_use] extern crate b; fn main() { m!() }",
        "#[macro_export] macro_rules! m { () => {} }",
        " use crate::in_::b; fn main() { crate::in_::b::m!() }",
    );
}

#[test]
fn names_that_are_not_crates() {
    check_library("mod b {} fn f() { b::f(); ::b::f() }", "mod b {} fn f() { b::f(); crate::in_::b::f() }");
    check_library(
        "fn f() { mod b {} b::f() } fn g() { b::f() }",
        "fn f() { mod b {} b::f() } fn g() { crate::in_::b::f() }",
    );
    check_library(
        "mod k { pub mod b {} } mod l { use super::k::*; fn f() { b::f() } }",
        "mod k { pub mod b {} } mod l { use super::k::*; fn f() { b::f() } }",
    );
    check_program(
        "use b::*; mod m {} fn main() { m::f() }",
        "pub mod m {}",
        "use crate::in_::b::*; mod m {} fn main() { m::f() }",
    );
}

#[test]
fn long_chains_and_cycles_of_imports() {
    let links: String = (1..100).map(|link| format!("use k{link} as k{}; ", link + 1)).collect();
    let text =
        format!("mod k1 {{ pub mod b {{}} }} {links}mod l {{ use super::k100::*; fn f() {{ b::f() }} }}");
    check_library(&text, &text);
    let globs = |module: usize| -> String {
        (0..40)
            .filter(|other| *other != module)
            .map(|other| format!("pub use super::m{other}::*; "))
            .collect()
    };
    let modules: String = (0..40).map(|module| format!("mod m{module} {{ {}}} ", globs(module))).collect();
    let text = |path: &str| format!("{modules}use x as y; use y as x; use m0::*; fn f() {{ {path}::f() }}");
    check_library(&text("b"), &text("crate::in_::b"));
}

#[test]
fn exported_macros() {
    check_library(
        "#[macro_export] macro_rules! m { () => { $crate::f(); n!(); b::f() } } fn g() { m!() }",
        " macro_rules! m { () => { crate::in_::a::f(); n!(); crate::in_::b::f() } }\npub(crate) use m; fn g() { m!() }",
    );
    check_library(
        "fn m() {} #[macro_export] macro_rules! m { () => {} } fn g() { m!() }",
        "fn m() {}  macro_rules! a_m { () => {} }\npub(crate) use a_m as m; fn g() { a_m!() }",
    );
    check_library(
        "mod k { #[macro_export] macro_rules! m { () => {} } }",
        "mod k {  macro_rules! m { () => {} }\npub(crate) use m; }\npub(crate) use self::k::m;",
    );
    check_library(
        "macro_rules! make { () => { #[macro_export] macro_rules! n { () => {} } } } make!(); fn g() { n!() }",
        "macro_rules! make { () => {  macro_rules! a_n { () => {} } pub(crate) use a_n as n; } } make!(); fn g() { crate::in_::a::n!() }",
    );
    check_program(
        "pub use b::{m, f};",
        "pub fn f() {} #[macro_export] macro_rules! m { () => {} }",
        "pub use crate::in_::b::{m, f};",
    );
}

#[test]
fn a_public_use_of_a_macro_is_demoted() {
    let crates: [(&str, &str, &[&str], &str); 2] = [
        ("a", "2021", &["b"], "pub use b::{m, f}; pub use b::m as n;"),
        ("b", "2021", &[], "pub fn f() {} #[macro_export] macro_rules! m { () => {} }"),
    ];
    assert_eq!(
        rewritten(&crates).expect("rewrites"),
        "pub use crate::in_::b::{ f}; pub(crate) use crate::in_::b::m; pub(crate) use crate::in_::b::m as n;"
    );
}

#[test]
fn bodies_mean_what_the_expanding_crate_means() {
    let library = "#[macro_export] macro_rules! m { () => { crate::h() } }";
    let crates: [(&str, &str, &[&str], &str); 2] =
        [("b", "2021", &[], library), ("main", "2021", &["b"], "fn main() { b::m!() }")];
    let expected = " macro_rules! m { () => { crate::h() } }\npub(crate) use m;";
    assert_eq!(rewritten(&crates).expect("rewrites"), expected);

    let both = format!("{library} fn g() {{ m!() }}");
    let crates: [(&str, &str, &[&str], &str); 2] =
        [("b", "2021", &[], &both), ("main", "2021", &["b"], "fn main() { b::m!() }")];
    let reason = rewritten(&crates).expect_err("two meanings");
    assert!(reason.contains("`crate` without `$`"), "{reason}");

    // Another crate cannot expand what is not exported, nor what is in a crate that it does not depend on.
    let private = "macro_rules! m { () => { crate::h() } } fn g() { m!() }";
    let crates: [(&str, &str, &[&str], &str); 3] = [
        ("b", "2021", &[], private),
        ("main", "2021", &["b", "c"], "fn main() { c::m!() }"),
        ("c", "2021", &[], "#[macro_export] macro_rules! m { () => {} } fn g() { m!() }"),
    ];
    let expected = "macro_rules! m { () => { crate::in_::b::h() } } fn g() { m!() }";
    assert_eq!(rewritten(&crates).expect("rewrites"), expected);
    let exported = format!("#[macro_export] {private}");
    let crates: [(&str, &str, &[&str], &str); 3] = [
        ("b", "2021", &[], &exported),
        ("main", "2021", &["b"], "fn main() { b::g() }"),
        ("c", "2021", &[], "macro_rules! m { () => {} } fn g() { m!() }"),
    ];
    assert!(rewritten(&crates).expect("rewrites").contains("crate::in_::b::h()"));
}

#[test]
fn paths_of_2015_start_at_the_root() {
    let crates: [(&str, &str, &[&str], &str); 2] = [
        (
            "a",
            "2015",
            &["b"],
            "extern crate b; mod k { use l::f; use std::io; use b::f as g; fn h() { ::l::f(); ::std::mem::drop(1); l::f() } } mod l {}",
        ),
        ("b", "2021", &[], ""),
    ];
    assert_eq!(
        rewritten(&crates).expect("rewrites"),
        "use crate::in_::b; mod k { use crate::in_::a::l::f; use std::io; use crate::in_::a::b::f as g; \
         fn h() { crate::in_::a::l::f(); ::std::mem::drop(1); l::f() } } mod l {}"
    );
}

#[test]
fn crates_of_the_judge_keep_their_names() {
    check_library(
        "use given::x; use renamed::{y, z as w}; extern crate given; extern crate renamed; use renamed;\n\
         fn f() -> renamed::T<b::m::X> { given::g(::renamed::h(), stringify!(renamed::i)) }\n\
         mod m { mod renamed {} fn f() { renamed::own(); } }",
        "use given::x; use ::given::{y, z as w}; extern crate given; extern crate given as renamed; use ::given as renamed;\n\
         fn f() -> ::given::T<crate::in_::b::m::X> { given::g(::given::h(), stringify!(::given::i)) }\n\
         mod m { mod renamed {} fn f() { renamed::own(); } }",
    );
}

#[test]
fn raw_names_of_macros_stay_raw() {
    check_library(
        "#[macro_export] macro_rules! r#type { () => { r#match!() } }\n\
         pub mod m { #[macro_export] macro_rules! r#match { () => {} } } fn f() { r#type!() }",
        " macro_rules! r#type { () => { crate::in_::a::r#match!() } }\npub(crate) use r#type;\n\
         pub mod m {  macro_rules! r#match { () => {} }\npub(crate) use r#match; }\n\
         pub(crate) use self::m::r#match; fn f() { r#type!() }",
    );
}

#[test]
fn exported_macros_stay_exported_in_edition_2015() {
    let library = "#[macro_export(local_inner_macros)] macro_rules! m { () => { n!() } }\n\
                   #[macro_export] macro_rules! n { () => {} } fn f() { m!() }";
    let crates: [(&str, &str, &[&str], &str); 2] = [
        ("main", "2015", &["b"], "#[macro_use] extern crate b; fn main() { m!(); }"),
        ("b", "2018", &[], library),
    ];
    assert_eq!(
        rewritten(&crates).expect("rewrites"),
        " use crate::in_::b; fn main() { crate::in_::b::m!(); }"
    );
    let mut crates = crates;
    crates.swap(0, 1);
    crates[0].1 = "2015";
    crates[1].2 = &["b"];
    assert_eq!(
        rewritten(&crates).expect("rewrites"),
        "#[macro_export] macro_rules! b_m { () => { crate::in_::b::n!() } }\npub(crate) use b_m as m;\n\
         #[macro_export] macro_rules! b_n { () => {} }\npub(crate) use b_n as n; fn f() { b_m!() }"
    );
}
