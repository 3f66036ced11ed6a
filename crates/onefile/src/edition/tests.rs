use crate::{
    edition::{Edition, advise, downgrade, observable_drop},
    syntax::text::{Edit, Text},
};
use pretty_assertions::assert_eq;
use std::{collections::BTreeMap, fs, process::Command};

mod real_crates;

fn apply(text: &str, edits: &[Edit]) -> String {
    Text::from(text).edited(edits.to_vec()).into_string()
}

/// Upgrades a library crate of one file as the bundler does, and checks that the result compiles.
fn up(from: Edition, to: Edition, source: &str) -> Result<String, Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lib.rs");
    fs::write(&file, source).unwrap();
    let file = fs::canonicalize(file).unwrap();
    let arguments =
        ["--crate-type=lib", "--crate-name", "example", &format!("--edition={from}"), "-Dwarnings", "lib.rs"];
    let advice = advise(&arguments.map(String::from), folder.path(), &BTreeMap::new(), to)
        .expect("the example compiles");
    let mut refusals: Vec<String> = advice.refusals.iter().map(|(_, refusal)| refusal.to_string()).collect();
    refusals.extend(advice.drop_order.iter().map(|place| format!("line {}: order of drops", place.line)));
    if !refusals.is_empty() {
        return Err(refusals);
    }
    let text = apply(source, &advice.changes.get(&file).cloned().unwrap_or_default());
    compiles(to, &text);
    Ok(text)
}

fn compiles(edition: Edition, text: &str) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("lib.rs"), text).unwrap();
    let output = Command::new("rustc")
        .args([
            "--crate-type=lib",
            "--emit=metadata",
            "-Awarnings",
            &format!("--edition={edition}"),
            "lib.rs",
        ])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}\n{text}", String::from_utf8_lossy(&output.stderr));
}

fn check_up(from: Edition, to: Edition, source: &str, expected: &str) {
    assert_eq!(up(from, to, source).expect("converts"), expected);
}

fn check_down(source: &str, expected: &str) {
    let text = apply(source, &downgrade::convert(source).unwrap().expect("converts"));
    assert_eq!(text, expected);
    compiles(E2024, source);
    compiles(E2021, &text);
}

use Edition::{E2015, E2018, E2021, E2024};

#[test]
fn keywords_become_raw() {
    check_up(
        E2015,
        E2021,
        "pub fn f(async: u8, dyn: u8) -> u8 { let await = async; await + dyn }\npub fn g(r: Result<u8, u8>) -> Result<u8, u8> { Ok(try!(r)) }",
        "pub fn f(r#async: u8, r#dyn: u8) -> u8 { let r#await = r#async; r#await + r#dyn }\npub fn g(r: Result<u8, u8>) -> Result<u8, u8> { Ok(r#try!(r)) }",
    );
    check_up(
        E2021,
        E2024,
        "macro_rules! m { ($e:ident) => { let gen = 1; let $e = gen; }; }\npub fn gen() -> u8 { m!(x); x }",
        "macro_rules! m { ($e:ident) => { let r#gen = 1; let $e = r#gen; }; }\npub fn r#gen() -> u8 { m!(x); x }",
    );
}

#[test]
fn paths_of_2015_start_with_crate() {
    check_up(
        E2015,
        E2018,
        "pub mod a { use b::f; use std::mem; pub fn g() -> u8 { ::b::f() + f() + mem::size_of::<u8>() as u8 } }\npub mod b { pub fn f() -> u8 { 1 } }",
        "pub mod a { use crate::b::f; use std::mem; pub fn g() -> u8 { crate::b::f() + f() + mem::size_of::<u8>() as u8 } }\npub mod b { pub fn f() -> u8 { 1 } }",
    );
}

#[test]
fn old_types_and_patterns_are_written_out() {
    check_up(
        E2015,
        E2021,
        "pub trait T { fn f(&self, u8) -> u8; }\npub fn g(t: &T, b: Box<T + 'static>, x: u8) -> u8 { match x { 0...9 => t.f(1), _ => b.f(2) } }",
        "pub trait T { fn f(&self, _: u8) -> u8; }\npub fn g(t: &dyn T, b: Box<dyn T + 'static>, x: u8) -> u8 { match x { 0..=9 => t.f(1), _ => b.f(2) } }",
    );
}

#[test]
fn panics_arrays_and_or_patterns_of_2018_keep_their_meaning() {
    check_up(
        E2018,
        E2021,
        "pub fn f(s: &'static str) { panic!(\"{} \\u{41}\"); panic!(s); std::panic!(5); assert!(true, r#\"{\"}\"#) }\npub fn g() -> usize { [1u8, 2].into_iter().map(|x: &u8| *x as usize).sum() }",
        "pub fn f(s: &'static str) { panic!(\"{{}} \\u{41}\"); std::panic::panic_any(s); std::panic::panic_any(5); assert!(true, r#\"{{\"}}\"#) }\npub fn g() -> usize { [1u8, 2].iter().map(|x: &u8| *x as usize).sum() }",
    );
    check_up(
        E2018,
        E2021,
        "#[macro_export]\nmacro_rules! m { ($($p:pat)|+) => { 0u8 } }",
        "#[macro_export]\nmacro_rules! m { ($($p:pat_param)|+) => { 0u8 } }",
    );
    check_up(
        E2018,
        E2021,
        "pub trait TryInto { fn try_into(self) -> u8; }\nimpl TryInto for u16 { fn try_into(self) -> u8 { 7 } }\npub fn f() -> u8 { 3u16.try_into() }",
        "pub trait TryInto { fn try_into(self) -> u8; }\nimpl TryInto for u16 { fn try_into(self) -> u8 { 7 } }\npub fn f() -> u8 { TryInto::try_into(3u16) }",
    );
}

#[test]
fn offsets_are_those_of_the_text_without_carriage_returns() {
    let disk = "\u{feff}/* é\r\n */\r\npub fn f(async: u8) -> u8 {\r\n    async\r\n}\r\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lib.rs");
    fs::write(&file, disk).unwrap();
    let arguments =
        ["--crate-type=lib", "--crate-name=example", "--edition=2015", "lib.rs"].map(String::from);
    let advice = advise(&arguments, folder.path(), &BTreeMap::new(), E2018).unwrap();
    let read = disk.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    assert_eq!(
        apply(&read, &advice.changes_in(&file, disk)),
        "/* é\n */\npub fn f(r#async: u8) -> u8 {\n    r#async\n}\n"
    );
}

#[test]
fn prefixes_of_2018_stay_apart() {
    check_up(
        E2018,
        E2021,
        "macro_rules! m { ($a:ident $b:literal) => { $b } }\npub fn f() -> &'static str { m!(z\"x\") }",
        "macro_rules! m { ($a:ident $b:literal) => { $b } }\npub fn f() -> &'static str { m!(z \"x\") }",
    );
}

#[test]
fn closures_of_2018_capture_the_whole_value() {
    check_up(
        E2018,
        E2021,
        "pub struct D;\nimpl Drop for D { fn drop(&mut self) {} }\npub fn f(t: (D, D)) -> impl Fn() { move || { let _x = &t.0; } }",
        "pub struct D;\nimpl Drop for D { fn drop(&mut self) {} }\npub fn f(t: (D, D)) -> impl Fn() { move || { let _ = &t; let _x = &t.0; } }",
    );
}

#[test]
fn extern_blocks_and_attributes_say_unsafe() {
    check_up(
        E2021,
        E2024,
        "#[no_mangle]\npub extern \"C\" fn f() {}\nextern \"C\" { pub fn abs(x: i32) -> i32; }",
        "#[unsafe(no_mangle)]\npub extern \"C\" fn f() {}\nunsafe extern \"C\" { pub fn abs(x: i32) -> i32; }",
    );
}

#[test]
fn macro_fragments_captures_and_patterns_of_2021_keep_their_meaning() {
    check_up(
        E2021,
        E2024,
        "#[macro_export]\nmacro_rules! m { ($e:expr) => { $e }; (_) => { 2 } }",
        "#[macro_export]\nmacro_rules! m { ($e:expr_2021) => { $e }; (_) => { 2 } }",
    );
    check_up(
        E2021,
        E2024,
        "pub fn f(v: &[u8]) -> impl Iterator<Item = usize> { 0..v.len() }",
        "pub fn f(v: &[u8]) -> impl Iterator<Item = usize> + use<> { 0..v.len() }",
    );
    check_up(
        E2021,
        E2024,
        "pub fn f(o: &Option<(u8, u8)>) -> u8 { match o { Some((ref a, b)) => a + b, None => 0 } }",
        "pub fn f(o: &Option<(u8, u8)>) -> u8 { match o { Some((a, b)) => a + b, None => 0 } }",
    );
    check_up(
        E2021,
        E2024,
        "pub fn f(b: Box<[u8]>) -> usize { b.into_iter().map(|x: &u8| *x as usize).sum() }",
        "pub fn f(b: Box<[u8]>) -> usize { b.iter().map(|x: &u8| *x as usize).sum() }",
    );
}

const NOISY: &str = "pub struct D;\nimpl Drop for D { fn drop(&mut self) { println!(\"drop\") } }\n\
                     impl D { pub fn get(&self) -> Option<u8> { None } }\n";

#[test]
fn if_let_becomes_match_where_its_drops_can_be_seen() {
    let check = |before: &str, after: &str| {
        check_up(
            E2021,
            E2024,
            &format!("{NOISY}pub fn f(o: Option<u32>) {{ {before} }}"),
            &format!("{NOISY}pub fn f(o: Option<u32>) {{ {after} }}"),
        );
    };
    check(
        "if let Some(_) = D.get() { println!(\"a\") } else { println!(\"b\") }",
        "match D.get() { Some(_) => { println!(\"a\") } _ => { println!(\"b\") } }",
    );
    check(
        "if let Some(1) | Some(2) = D.get() {} else if let Some(x) = D.get() { drop(x) } else if o.is_some() {} else {}",
        "match D.get() { Some(1) | Some(2) => {} _ => match D.get() { Some(x) => { drop(x) } _ => if o.is_some() {} else {} } }",
    );
    let same = "if let Some(_) = o { println!(\"a\") } else { println!(\"b\") }";
    check(same, same);
    let quiet = "pub fn f(v: &[u8]) -> u8 { if let Some(x) = v.first() { *x } else { 0 } }";
    check_up(E2021, E2024, quiet, quiet);
}

#[test]
fn a_drop_that_moves_in_a_tail_expression_is_told() {
    let source = format!("{NOISY}pub fn f() -> Option<u8> {{\n    let _x = D;\n    D.get()\n}}");
    assert_eq!(up(E2021, E2024, &source), Err(vec!["line 6: order of drops".to_owned()]));
}

#[test]
fn a_fallback_that_changes_is_refused() {
    let source = "pub fn f() -> Result<(), ()> {\n    d()?;\n    Ok(())\n}\nfn d<T: Default>() -> Result<T, ()> { Ok(T::default()) }";
    match up(E2021, E2024, source) {
        // Newer compilers also say what to write.
        Ok(text) => assert!(text.contains("d::<()>()?"), "{text}"),
        Err(refusals) => {
            assert!(
                refusals[0].starts_with("line 2: dependency_on_unit_never_type_fallback"),
                "{refusals:?}"
            );
        }
    }
}

#[test]
fn captures_of_2024_are_written_out() {
    check_down(
        "pub fn f(v: &[u8]) -> impl Iterator<Item = u8> { v.iter().copied() }",
        "pub fn f(v: &[u8]) -> impl Iterator<Item = u8> + use<'_> { v.iter().copied() }",
    );
    check_down(
        "pub fn f<T: Copy>(a: &[T], b: &mut [T]) -> impl Iterator<Item = T> { a.iter().zip(b).map(|(x, _)| *x) }",
        "pub fn f<'captured1, 'captured2, T: Copy>(a: &'captured1 [T], b: &'captured2 mut [T]) -> impl Iterator<Item = T> + use<'captured1, 'captured2, T> { a.iter().zip(b).map(|(x, _)| *x) }",
    );
    check_down(
        "pub struct S<'a, T>(&'a [T]);\nimpl<'a, T: Copy> S<'a, T> { pub fn f(&self) -> impl Iterator<Item = T> { self.0.iter().copied() } }",
        "pub struct S<'a, T>(&'a [T]);\nimpl<'a, T: Copy> S<'a, T> { pub fn f(&self) -> impl Iterator<Item = T> + use<'_, 'a, T> { self.0.iter().copied() } }",
    );
    // Nothing to capture, already said, or in a trait.
    let same = "pub fn f() -> impl Fn() { || {} }\n\
                pub fn g(x: &u8) -> impl Fn() + use<> { let y = *x; move || drop(y) }\n\
                pub trait T { fn h(&self) -> impl Fn(); }\n\
                impl T for u8 { fn h(&self) -> impl Fn() { move || drop(self) } }";
    check_down(same, same);
}

#[test]
fn let_chains_are_nested() {
    check_down(
        "pub fn f(o: Option<u8>, c: bool) -> u8 { if let Some(x) = o && x > 3 && c { x } else { 0 } }",
        "pub fn f(o: Option<u8>, c: bool) -> u8 { { 'fresh1: { if let Some(x) = o { if x > 3 { if c { break 'fresh1 { x }; } ; } ; } { 0 } } } }",
    );
    check_down(
        "pub fn f(o: Option<u8>) { if o.is_some() && let Some(x) = o { drop(x) } }",
        "pub fn f(o: Option<u8>) { if o.is_some() { if let Some(x) = o { drop(x) } ; } }",
    );
    check_down(
        "pub fn f(mut i: std::ops::Range<u8>) { 'a: while let Some(x) = i.next() && x < 5 { if x > 3 { break 'a } } }",
        "pub fn f(mut i: std::ops::Range<u8>) { 'a: loop { if let Some(x) = i.next() { if x < 5 { { if x > 3 { break 'a } } continue; } ; } break; } }",
    );
    let refusals =
        downgrade::convert("fn f(o: Option<u8>) { loop {\n if true && let Some(_) = o { break } else {} }}");
    let refusal = &refusals.unwrap().unwrap_err()[0];
    assert_eq!((refusal.line, refusal.rule.as_str()), (2, "let chains"));
}

#[test]
fn a_guard_is_released_before_the_else() {
    check_down(
        "pub fn f(c: &std::cell::RefCell<Vec<u8>>) -> u8 { if let Some(x) = c.borrow().first() { *x } else if c.borrow().len() > 1 { 2 } else { 3 } }",
        "pub fn f(c: &std::cell::RefCell<Vec<u8>>) -> u8 { { 'fresh1: { if let Some(x) = c.borrow().first() { break 'fresh1 { *x }; } if c.borrow().len() > 1 { 2 } else { 3 } } } }",
    );
    let untouched = "pub fn f(c: &[u8]) -> u8 { if let Some(x) = c.first() { *x } else { 0 } }";
    check_down(untouched, untouched);
}

#[test]
fn one_place_alone_can_be_brought_down() {
    let text = "fn f() { if let A = a() {} else { if let B = b() {} else {} } }";
    let at = text.find("B =").unwrap();
    let changes = downgrade::rescoped(text, &[at]).unwrap().unwrap();
    assert_eq!(
        apply(text, &changes),
        "fn f() { if let A = a() {} else { { 'fresh34: { if let B = b() { break 'fresh34 {}; } {} } } } }"
    );
    assert_eq!(downgrade::rescoped(text, &[at, 3]).unwrap().err(), Some(3));
    let chain = "fn f() { if let A = a() {} else if let B = b() {} else {} }";
    let places = ["A =", "B ="].map(|place| chain.find(place).unwrap());
    assert_eq!(
        apply(chain, &downgrade::rescoped(chain, &places).unwrap().unwrap()),
        "fn f() { { 'fresh9: { if let A = a() { break 'fresh9 {}; } { 'fresh32: { if let B = b() { break 'fresh32 {}; } {} } } } } }"
    );
}

#[test]
fn a_text_that_2024_reads_differently_is_found_in_2021() {
    let folder = tempfile::tempdir().unwrap();
    let bundle = folder.path().join("bundle.rs");
    fs::write(
        &bundle,
        format!(
            "{NOISY}fn main() {{\n    if let Some(_) = D.get() {{\n    }} else {{ println!(\"b\") }}\n}}"
        ),
    )
    .unwrap();
    let found = downgrade::check(&bundle, &["--edition=2021".to_owned()]).unwrap();
    let shown: Vec<(usize, &str)> = found.iter().map(|one| (one.line, one.lint.as_str())).collect();
    assert_eq!(shown, [(5, "if_let_rescope")]);
}

#[test]
fn only_drops_that_can_be_seen_count() {
    assert_eq!(observable_drop("impl<T: Drop> S<T> { fn f() { drop(x) } }"), None);
    assert_eq!(
        observable_drop("impl<T> std::ops::Drop for S<T> { fn drop(&mut self) {} }"),
        Some("an `impl Drop`")
    );
    assert_eq!(observable_drop("let w = BufWriter::new(stdout.lock());"), None);
    assert_eq!(
        observable_drop("let w = io::BufWriter::new(a); let v = LineWriter::with_capacity(1, b);"),
        Some("several buffered writers")
    );
    assert_eq!(observable_drop("std::thread::spawn(f)"), Some("threads"));
}
