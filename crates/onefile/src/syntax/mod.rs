//! Rust source as text, tokens, attributes, macros, predicates and items.
//!
//! This is the only lexer of the bundler. Stages work on [`tokens::Tokens`] and return
//! [`text::Edit`]s. Where a syntax tree is necessary, `syn` parses the same text: to find the node
//! below an attribute (`cfg`), and to rewrite expressions and signatures for another edition.

pub mod attributes;
pub mod by_example;
pub mod cfg;
pub mod edition;
pub mod impl_header;
pub mod items;
pub mod lexer;
pub mod macros;
pub mod resolve;
pub mod root_items;
pub mod text;
pub mod tokens;
pub mod use_tree;
