//! One source file from a package's binary: resolve → load → cfg → paths → shake → emit → verify. In C, see [`c`].

pub mod assemble;
pub mod audit;
pub mod c;
pub mod cargo;
pub mod cfg;
pub mod clean;
pub mod constants;
pub mod convert;
pub mod edition;
pub mod emit;
pub mod given;
pub mod header;
pub mod load;
pub mod made;
pub mod minify;
pub mod paths;
pub mod pipeline;
pub mod record;
pub mod resolve;
pub mod rustc;
pub mod shake;
pub mod sight;
pub mod text;
pub mod tokens;
pub mod verify;

pub use made::Bundle;
pub use pipeline::{Request, bundle};
