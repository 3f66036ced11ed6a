use super::{flat, hygiene, print};
use crate::syntax::text::Text;
use flat::{Hygiene, Origin, Token};
use pretty_assertions::assert_eq;

fn input(text: &str) -> Vec<Token> {
    flat::tokens(text.parse().unwrap(), 0)
}

/// Tokens that a macro made.
fn own(text: &str, hygiene: Hygiene) -> Vec<Token> {
    let mut tokens = input(text);
    mark(&mut tokens, hygiene);
    tokens
}

fn mark(tokens: &mut [Token], hygiene: Hygiene) {
    let site = || Origin { hygiene, range: 0..0 };
    for token in tokens {
        match token {
            Token::Group { open, close, tokens, .. } => {
                (*open, *close) = (site(), site());
                mark(tokens, hygiene);
            }
            Token::Ident { origin, .. } | Token::Punct { origin, .. } | Token::Literal { origin, .. } => {
                *origin = site();
            }
        }
    }
}

fn brace(tokens: Vec<Token>) -> Token {
    let site = Origin { hygiene: Hygiene::Call, range: 0..0 };
    Token::Group { delimiter: proc_macro2::Delimiter::Brace, open: site.clone(), close: site, tokens }
}

#[test]
fn the_callers_statements_stay_as_written() {
    let source = "let x = 1; // one\n    call( x );\n    x   +  1";
    let tokens = input(source);
    let mut output = own("fn main()", Hygiene::Call);
    let mut body = own("let out = lock();", Hygiene::Call);
    body.extend(tokens.clone());
    output.push(brace(body));
    let printed = print::print(&output, &tokens, &Text::from(source)).unwrap();
    assert_eq!(
        printed.as_str(),
        "fn main() {\n    let out = lock();\n    let x = 1; // one\n    call( x );\n    x   +  1\n}"
    );
}

#[test]
fn own_variables_are_renamed_where_the_caller_has_the_same_name() {
    let mut output = own("let x = 2; let y = x;", Hygiene::Mixed);
    output.extend(input("x + 1;"));
    hygiene::separate(&mut output).unwrap();
    let printed = print::print(&output, &[], &Text::from("")).unwrap();
    assert_eq!(printed.as_str(), "let x_1 = 2;\nlet y = x_1;\nx + 1;");

    let mut output = own("let x = 2; S { x: 1 }; a.x;", Hygiene::Mixed);
    output.extend(input("x;"));
    assert!(hygiene::separate(&mut output).is_err());
}

#[test]
fn groups_without_delimiters_keep_their_precedence() {
    let site = Origin { hygiene: Hygiene::Call, range: 0..0 };
    let group = Token::Group {
        delimiter: proc_macro2::Delimiter::None,
        open: site.clone(),
        close: site,
        tokens: own("1 + 2", Hygiene::Call),
    };
    let mut output = own("let x = 3 *", Hygiene::Call);
    output.push(group);
    output.extend(own(";", Hygiene::Call));
    let printed = print::print(&output, &[], &Text::from("")).unwrap();
    assert_eq!(printed.as_str(), "let x = 3 * (1 + 2);");
}
