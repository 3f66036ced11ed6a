pub mod minify;
