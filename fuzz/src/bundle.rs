//! The bundler's rooms that read any text, by themselves: all of xtask would take much longer to build.

#[path = "../../xtask/src/bundle/cfg/mod.rs"]
pub mod cfg;
#[path = "../../xtask/src/bundle/clean.rs"]
pub mod clean;
#[path = "../../xtask/src/bundle/minify.rs"]
pub mod minify;
#[path = "../../xtask/src/bundle/text.rs"]
pub mod text;
#[path = "../../xtask/src/bundle/tokens.rs"]
pub mod tokens;
