//! Rust source as text, tokens and items: the only module that scans tokens.

pub mod attributes;
pub mod by_example;
pub mod cfg;
pub mod edition;
pub mod impl_header;
pub mod items;
pub mod lexer;
pub mod macros;
pub mod root_items;
pub mod text;
pub mod tokens;
pub mod use_tree;
