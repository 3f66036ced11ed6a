use crate::{emit::minify::minify, syntax::tokens::Tokens};
use pretty_assertions::assert_eq;
use proptest::prelude::*;
use std::{fs, path::Path};

fn check(source: &str, expected: &str) {
    let expected = if expected.is_empty() { String::new() } else { format!("{expected}\n") };
    assert_eq!(minify(source, "").unwrap().trim_start_matches('\n'), expected.as_str());
}

#[test]
fn white_space_and_comments_go() {
    check(
        "//! The crate.\n\n/// Adds.\npub fn add(a: u32, b: u32) -> u32 {\n    a + b // sum\n}\n/* the\nend */",
        "pub fn add(a:u32,b:u32)->u32{a+b}",
    );
    check("#[doc(hidden)]\n#[inline]\nfn f() {}", "#[inline]fn f(){}");
    check("#![doc = \"x\"]\n#![allow(dead_code)]\nfn f() {}", "#![allow(dead_code)]fn f(){}");
    check("#!/usr/bin/env run\nfn main() {}", "fn main(){}");
    check("#! [allow(x)]\nfn main() {}", "#![allow(x)]fn main(){}");
    check("\u{feff}fn main() {}", "fn main(){}");
    check("fn f() { /* a /* nested */ one */ }", "fn f(){}");
}

#[test]
fn operators_stay_apart() {
    check("x < -y", "x< -y");
    check("a - -b", "a- -b");
    check("a & &b && c", "a& &b&&c");
    check("a | |x| x", "a| |x|x");
    check("let a: ::std::u8", "let a: ::std::u8");
    check("f::< <T as U>::V>()", "f::< <T as U>::V>()");
    check("Vec<Vec<u8> >", "Vec<Vec<u8> >");
    check("let Foo(.., x) = y; 1 .. = 2; 1 ..= 2", "let Foo(..,x)=y;1 .. =2;1 ..=2");
    check("a / *b", "a/ *b");
    check("x = = y", "x= =y");
    check("* * a", "**a");
    check("! ! a", "!!a");
    check("a ? ?", "a??");
    check("|| | |", "|| | |");
}

#[test]
fn numbers_and_dots_stay_apart() {
    check("t.0.1", "t.0.1");
    check("t.0 .1", "t.0 .1");
    check("t . 0 . 1", "t.0 .1");
    check("1 .. 2", "1 ..2");
    check("1..2", "1..2");
    check("1. .foo()", "1. .foo()");
    check("1.foo() ; 1 .foo()", "1.foo();1 .foo()");
    check("1. + 2.5e-3 - 0x1e + 2", "1.+2.5e-3-0x1e+2");
    check("1 as f64", "1 as f64");
}

#[test]
fn prefixes_and_lifetimes_stay_apart() {
    check("b 'x'; b'x'; r \"s\"; r#\"s\"#; c\"s\"", "b 'x';b'x';r \"s\";r#\"s\"#;c\"s\"");
    check("k # x; r#match # y", "k #x;r#match #y");
    check("m!(# \"a\" # # 'b')", "m!(# \"a\" # # 'b')");
    check("&'a   str; 'a : loop { break 'a  ; }", "&'a str;'a:loop{break 'a;}");
    check("'a 'b; 'a'", "'a 'b;'a'");
    check("<'a, 'b>", "<'a,'b>");
    check("\"a\" \"b\" 'c' 1 2u8 x", "\"a\" \"b\" 'c' 1 2u8 x");
}

#[test]
fn literals_are_copied() {
    let text = "const A: &str = \"a  // b \\\n      c\";\nconst B: &[u8] = br#\"  x\n  \"y\" /* */ \"#;\nconst C: char = '\\'';";
    check(
        text,
        "const A:&str=\"a  // b \\\n      c\";const B:&[u8]=br#\"  x\n  \"y\" /* */ \"#;const C:char='\\'';",
    );
    check("/* あ */ const D: &str = \"한글 // x\"; // ω", "const D:&str=\"한글 // x\";");
}

#[test]
fn a_macro_keeps_the_doc_comments_it_is_given() {
    check(
        "m! {\n    /// One.\n    #[doc = \"two\"]\n    struct S ;\n    /** three */\n}",
        "m!{/// One.\n#[doc=\"two\"]struct S;/** three */}",
    );
    check("macro_rules! m {\n    ($x:expr) => { $x + 1 };\n}", "macro_rules!m{($x:expr)=>{$x+1};}");
}

#[test]
fn what_a_macro_may_show_keeps_its_blanks() {
    check("fn f() { stringify!(a + b,  c); g ( a + b ); }", "fn f(){stringify!(a + b, c);g(a+b);}");
    check("fn f() { dbg!(a + b); h!( x, y ) }", "fn f(){dbg!(a + b);h!( x, y )}");
    check(
        "fn f() { assert!(matches!(a, B | C) && d == e); h!( x, y ) }",
        "fn f(){assert!(matches!(a, B | C)&&d==e);h!(x,y)}",
    );
    check("fn f() { if !(a == b) { g!( x ) } }", "fn f(){if!(a==b){g!(x)}}");
}

#[test]
fn long_lines_end_where_a_blank_is_needed() {
    let source = "let a = b; ".repeat(40);
    let out = minify(&source, "").unwrap();
    assert_eq!(out.lines().map(str::len).max(), Some(127));
    assert_eq!(out.replace('\n', " ").trim_end(), "let a=b;".repeat(40));
}

#[test]
fn header_comes_first_and_must_be_comments() {
    assert_eq!(minify("fn main() {}", "// Licence: MIT").unwrap(), "// Licence: MIT\nfn main(){}\n");
    assert_eq!(
        minify("fn main() {}", "fn f() {}").unwrap_err().to_string(),
        "the header is more than comments"
    );
    assert!(minify("", "//! inner").is_err());
}

#[test]
fn faults_are_told() {
    let fault = |source| format!("{:#}", minify(source, "").unwrap_err());
    assert_eq!(fault("fn f() {\n    \"open"), "cannot minify: line 2, column 5: unterminated string literal");
    assert_eq!(
        fault("fn f() -> u32 { line!() }"),
        "cannot minify: `line!` would give another value; without it the file can be minified"
    );
    assert!(minify("fn f(line: bool) -> bool { line != true }", "").is_ok());
}

/// Minifying is a fixed point after one round, and `minify` itself proves that the tokens are the same.
fn holds(source: &str) {
    let once = minify(source, "").unwrap();
    assert_eq!(minify(&once, "").unwrap(), once);
    assert!(once.len() <= source.len() + 1, "longer than {source:?}");
}

proptest! {
    /// Any neighbours at all, with and without a blank between them.
    #[test]
    fn tokens_survive(tokens in prop::collection::vec(
        prop::sample::select(vec![
            "a", "r#fn", "b", "c", "k", "'a", "'r#a", "'x'", "b'x'", "\"s\"", "r\"s\"", "br#\"s\"#", "c\"s\"", "1", "1.", "1.5",
            "0x1e", "2u8", "1e3", "+", "-", "*", "/", "%", "^", "!", "&", "|", "=", "<", ">", "@", ".", ",", ";", ":",
            "#", "$", "?", "~", "..", "..=", "...", "::", "->", "=>", "<-", "<<=", "&&", "||", "()", "[ ]", "{ a }", "(", "x!(", ")",
            "/// doc\n", "/* c */", "// c\n", " ", "\n",
        ]), 0..12)) {
        let source: String = tokens.concat();
        prop_assume!(Tokens::new(&source).is_ok());
        prop_assume!(!source.starts_with("#!"));
        holds(&source);
    }
}

/// Every Rust file below the folder named by the environment, or all that cargo has unpacked: `cargo test -p xtask real_sources -- --ignored --nocapture`.
#[test]
#[ignore = "reads hundreds of megabytes"]
fn real_sources_survive() {
    let folder = std::env::var_os("RUST_SOURCES").map_or_else(registry_sources, Into::into);
    let (mut files, mut before, mut after) = (0, 0, 0);
    visit(&folder, &mut |source| {
        if Tokens::new(source).is_err() {
            return;
        }
        match minify(source, "") {
            Ok(out) => {
                files += 1;
                before += source.len();
                after += out.len();
            }
            Err(error) if error.root_cause().to_string().contains("would give another value") => {}
            Err(error) => panic!("{error:#}:\n{}", &source[..source.len().min(300)]),
        }
    });
    println!("{files} files, {before} bytes, {after} minified");
    assert!(files > 100, "too few files in {}", folder.display());
}

/// Where cargo unpacks the crates it downloads.
fn registry_sources() -> std::path::PathBuf {
    let home = std::env::var_os("CARGO_HOME").map(Into::into);
    home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).unwrap().join("registry/src")
}

fn visit(folder: &Path, check: &mut impl FnMut(&str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit(&path, check);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && let Ok(source) = fs::read_to_string(&path)
        {
            check(&source);
        }
    }
}
