use crate::syntax::by_example::{Kind, Tokens, expand};
use pretty_assertions::assert_eq;

fn check(rules: &str, arguments: &str, expected: Option<&str>) {
    let found = expand(rules, arguments).map(|text| normalized(&text));
    assert_eq!(found, expected.map(normalized), "{rules} with {arguments}");
}

/// The tokens with one space between them, but none in operators.
fn normalized(text: &str) -> String {
    let tokens = Tokens::new(text).expect("lexes");
    let is_punct = |at: usize| at < tokens.len() && matches!(tokens[at].kind, Kind::Punct(_));
    let space = |at: usize| if is_punct(at) && is_punct(at + 1) && tokens.adjacent(at) { "" } else { " " };
    (0..tokens.len()).map(|at| tokens.str(at).to_owned() + space(at)).collect()
}

#[test]
fn arms_match_and_repeat() {
    check("($($t:tt)*) => { f! { $($t)* } }", "a => b mod c", Some("f! { a => b mod c }"));
    check("($($n:ident),* $(,)?) => { $(pub mod $n;)* }", "a, b,", Some("pub mod a;pub mod b;"));
    check("($($n:ident),*) => { $(mod $n;)* }", "", Some(""));
    check(
        "($($n:ident => $f:literal;)*) => { $(#[path = $f] mod $n;)* }",
        "a => \"x.rs\"; b => \"y.rs\";",
        Some("#[path = \"x.rs\"] mod a;#[path = \"y.rs\"] mod b;"),
    );
    let munch = "($v:vis mod $n:ident; $($rest:tt)*) => { $v mod $n; m! { $($rest)* } }; () => {}";
    check(munch, "pub(crate) mod a; mod b;", Some("pub(crate) mod a; m! { mod b; }"));
    check(munch, "mod b;", Some("mod b; m! { }"));
    check(munch, "", Some(""));
    check("($(#[$m:meta])* $n:ident) => { $(#[$m])* mod $n; }", "#[inline] a", Some("#[inline] mod a;"));
    check(
        "([$a:ident] $(; $b:ident)+) => { $(fn $b() {})+ mod $a; }",
        "[a]; b; c",
        Some("fn b() {}fn c() {} mod a;"),
    );
    check("($a:expr) => { const A: u8 = 2 * $a; }", "1 + 2", Some("const A: u8 = 2 * (1 + 2);"));
}

#[test]
fn what_needs_a_parser_or_hygiene_is_left() {
    check("($a:item) => { $a }", "mod a;", None);
    check("($a:ty) => { type A = $a; }", "Vec<u8>", None);
    check("($n:ident) => { mod $n; fn f() { let a = 1; $n::g(a) } }", "a", None);
    check(
        "($n:ident) => { mod $n; fn f() { let x = 1; $n::g(x) } }",
        "a",
        Some("mod a; fn f() { let x = 1; a::g(x) }"),
    );
    check("($n:ident) => { macro_rules! m { () => {} } mod $n; }", "a", None);
    check("(a) => {}", "b", None);
}
