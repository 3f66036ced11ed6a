use crate::syntax::cfg::*;
use pretty_assertions::assert_eq;

fn check(text: &str, expected: &str) {
    let cfgs = ["unix", "feature=\"std\""].map(str::to_owned);
    let found = evaluate(&text.into(), &Facts::new(&cfgs)).expect("parses");
    let found = found.map_or("gone".to_owned(), Text::into_string);
    assert_eq!(found.split_whitespace().collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn items_and_files() {
    check("#[cfg(unix)] fn a() {} #[cfg(windows)] fn b() { x() } fn c() {}", "fn a() {} fn c() {}");
    check("#![cfg(windows)] fn a() {}", "gone");
    check(
        "#[cfg_attr(unix, path = \"x.rs\", derive(Debug))] mod a;",
        "#[path = \"x.rs\"] #[derive(Debug)] mod a;",
    );
    check("#[cfg_attr(windows, derive(Debug))] struct A;", "struct A;");
    check("#[cfg_attr(unix, cfg(windows))] struct A; struct B;", "struct B;");
    check("#[cfg(all(unix, debug_assertions))] fn a() {}", "#[cfg(debug_assertions)] fn a() {}");
    check("impl A { #[cfg(windows)] const X: u8 = 1; #[cfg(unix)] fn f() {} }", "impl A { fn f() {} }");
}

#[test]
fn parts_of_items_and_expressions() {
    check("struct A { #[cfg(windows)] a: u8, #[cfg(unix)] b: B<u8, u8>, }", "struct A { b: B<u8, u8>, }");
    check("struct A(#[cfg(windows)] B<u8, u8>, u16);", "struct A( u16);");
    check("enum E { A, #[cfg(windows)] B { x: u8 }, #[cfg(unix)] C }", "enum E { A, C }");
    check("fn f(#[cfg(windows)] a: B<u8, u8>, #[cfg(unix)] b: u8) {}", "fn f( b: u8) {}");
    check(
        "fn f() { match x { #[cfg(windows)] A => { 1 } #[cfg(unix)] B => 2, _ => 3 } }",
        "fn f() { match x { B => 2, _ => 3 } }",
    );
    check(
        "fn f() { #[cfg(windows)] let a = 1; #[cfg(unix)] { g() } #[cfg(windows)] { h() } }",
        "fn f() { { g() } }",
    );
    check("fn f() { S { #[cfg(windows)] a: 1, b }; [#[cfg(windows)] 1, 2]; }", "fn f() { S { b }; [ 2]; }");
    check("fn f() { #[cfg(windows)] a.b += 1; #[cfg(windows)] p!(1); }", "fn f() { }");
}

#[test]
fn macros() {
    check("fn f() -> bool { cfg!(unix) && !std::cfg!(windows) }", "fn f() -> bool { true && !false }");
    check(
        "m! { #[cfg(windows)] a #[cfg(unix)] b cfg!(unix) }",
        "m! { #[cfg(any())] a #[cfg(all())] b true }",
    );
    check("macro_rules! m { () => { #[cfg(unix)] a } }", "macro_rules! m { () => { #[cfg(unix)] a } }");
    check(
        "cfg_if! { if #[cfg(windows)] { mod a; } else if #[cfg(unix)] { #[cfg(unix)] mod b; } else { mod c; } }",
        "mod b;",
    );
    check("cfg_if::cfg_if! { if #[cfg(windows)] { mod a; } } fn f() {}", "fn f() {}");
    check("fn f() { std::cfg_select! { windows => { a() } _ => { b() } } }", "fn f() { b() }");
    check("fn f() { assert!(cfg!(debug_assertions)) }", "fn f() { assert!(cfg!(debug_assertions)) }");
}
