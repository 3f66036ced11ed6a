use crate::syntax::cfg::*;
use pretty_assertions::assert_eq;

/// The text with one blank where there is space, and none beside delimiters and semicolons.
fn spaced(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    words.replace("( ", "(").replace(" )", ")").replace(" ;", ";")
}

fn check(text: &str, expected: &str) {
    let cfgs = ["unix", "feature=\"std\""].map(str::to_owned);
    let found = evaluate(&text.into(), &Facts::new(&cfgs)).expect("parses");
    let found = found.map_or("gone".to_owned(), Text::into_string);
    assert_eq!(spaced(&found), spaced(expected));
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
    check("macro_rules! m { () => { #[cfg(unix)] a } }", "macro_rules! m { () => { #[cfg(unix)] a } }");
    check("fn f() { assert!(cfg!(debug_assertions)) }", "fn f() { assert!(cfg!(debug_assertions)) }");
}

#[test]
fn arguments_keep_what_a_bundle_evaluates_the_same() {
    check(
        "m! { #[cfg(feature = \"std\")] a #[cfg(not(feature = \"std\"))] b cfg!(unix) }",
        "m! { #[cfg(all())] a #[cfg(any())] b true }",
    );
    // The macro may match these.
    check(
        "m! { #[cfg(windows)] a #[cfg(target_pointer_width = \"32\")] b #[cfg(feature = \"no\")] c }",
        "m! { #[cfg(windows)] a #[cfg(target_pointer_width = \"32\")] b #[cfg(feature = \"no\")] c }",
    );
    // Judges compile for their own processor.
    check("m! { #[cfg(target_feature = \"avx2\")] a }", "m! { #[cfg(any())] a }");
    check("m!(cfg(feature = \"std\"), x.cfg(windows))", "m!(cfg(all()), x.cfg(windows))");
}

#[test]
fn choices_as_items_and_statements() {
    check(
        "cfg_if! { if #[cfg(windows)] { mod a; } else if #[cfg(unix)] { #[cfg(unix)] mod b; } else { mod c; } }",
        "mod b;",
    );
    check("cfg_if::cfg_if! { if #[cfg(windows)] { mod a; } } fn f() {}", "fn f() {}");
    check("fn f() { std::cfg_select! { windows => { a() } _ => { b() } } }", "fn f() { b() }");
    check("fn f() { cfg_select! { windows => { a() } _ => { b() } } c() }", "fn f() { b() ; c() }");
    check("fn f() { cfg_select! { windows => a(), _ => b() }; }", "fn f() { b() ; }");
    check(
        "fn f() { cfg_select!(unix => { if x { 1 } else { 2 } } _ => 3); }",
        "fn f() { if x { 1 } else { 2 } ; }",
    );
    check("fn f() { cfg_select! { unix => { let a = 1; } _ => {} } g(a) }", "fn f() { let a = 1; g(a) }");
    check(
        "impl A { cfg_select! { unix => { fn f() {} } _ => {} } fn g() {} }",
        "impl A { fn f() {} fn g() {} }",
    );
    check("/// Docs.\n#[allow(x)] cfg_select! { unix => {} _ => { fn f() {} } } fn g() {}", "fn g() {}");
    check(
        "cfg_select! { feature = \"std\" => { cfg_select! { windows => { fn a() {} } _ => { fn b() {} } } } _ => {} }",
        "fn b() {}",
    );
}

#[test]
fn choices_as_expressions_types_and_patterns() {
    let select = "cfg_select! { feature = \"no\" => 1, _ => 2 + 3 }";
    check(&format!("fn f() {{ let x = {select}; }}"), "fn f() { let x = 2 + 3; }");
    check(&format!("const X: u8 = 2 * {select};"), "const X: u8 = 2 * (2 + 3);");
    check(&format!("fn f() {{ g({select}, -{select}) }}"), "fn f() { g(2 + 3, -(2 + 3)) }");
    check(&format!("fn f() {{ {select}.pow(2) }}"), "fn f() { (2 + 3).pow(2) }");
    check(&format!("fn f() {{ {select} + 1 }}"), "fn f() { 2 + 3 ; + 1 }");
    check("type T = cfg_select! { unix => { Vec<u8> } _ => { u8 } };", "type T = Vec<u8> ;");
    check("fn f(x: &cfg_select! { unix => { dyn A + B } _ => { u8 } }) {}", "fn f(x: &( dyn A + B )) {}");
    check(
        "fn f() { match x { cfg_select! { unix => { 1 | 2 } _ => { 3 } } => a, _ => b } }",
        "fn f() { match x { ( 1 | 2 ) => a, _ => b } }",
    );
    check(
        "fn f() { let x = cfg_select! { windows => g::<A, B>(), unix => |a, b| a, _ => 1 }; }",
        "fn f() { let x = |a, b| a ; }",
    );
    check(
        "fn f() { let x = cfg_select! { windows => if a { 1 } else { 2 } _ => match b { 1 => 2, _ => 3 } }; }",
        "fn f() { let x = match b { 1 => 2, _ => 3 } ; }",
    );
    check("fn f() { x = cfg_select![unix => 1, _ => 2]as u8; }", "fn f() { x = 1 as u8; }");
    check("fn f() { h!({ cfg_select! { all(unix, not(windows)) => 1, _ => 2 } }) }", "fn f() { h!({ 1 }) }");
    check("fn f() { h!(1 * cfg_select! { windows => 1, _ => { 2 + 3 } }) }", "fn f() { h!(1 * (2 + 3 )) }");
}

#[test]
fn open_choices_stay() {
    let open = "fn f() { g(cfg_select! { debug_assertions => 1, _ => 2 }) }";
    check(open, open);
    let own = "fn f() { cfg_select!(a, b) }";
    check(own, own);
    let conditional =
        "#[cfg(debug_assertions)] cfg_if! { if #[cfg(windows)] { fn f() {} } else { fn g() {} } }";
    check(conditional, conditional);
}

#[test]
fn bodies_of_macros() {
    let check = |text: &str, expected: &str| {
        let cfgs = ["unix", "feature=\"std\""].map(str::to_owned);
        let tokens = Tokens::new(text).expect("lexes");
        let edits = in_macro(&tokens, 0..tokens.len(), &Facts::new(&cfgs), Context::Body);
        let found = Text::from(text).edited(edits);
        assert_eq!(spaced(found.as_str()), spaced(expected));
    };
    check("() => { $crate::cfg_if! { if #[cfg(windows)] { $a } else { $b } } }", "() => { $b }");
    check("() => { 1 + cfg_select! { feature = \"std\" => $x.y, _ => 0 } }", "() => { 1 + ($x.y) }");
    check("() => { cfg_select! { $p => 1, _ => 2 } }", "() => { cfg_select! { $p => 1, _ => 2 } }");
    check(
        "() => { cfg_if! { if #[cfg(unix)] { cfg_if! { if #[cfg(windows)] { a } else { cfg!(unix) } } } } }",
        "() => { true }",
    );
    check(
        "() => { #[cfg(feature = \"std\")] a #[cfg(feature = \"no\")] b #[cfg(unix)] c }",
        "() => { #[cfg(all())] a #[cfg(any())] b #[cfg(unix)] c }",
    );
}
