pub mod edition;
pub mod minify;
