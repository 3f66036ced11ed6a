pub mod edition;
pub mod minify;
pub mod sight;
