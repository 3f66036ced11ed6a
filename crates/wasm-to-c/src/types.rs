//! The value types of WebAssembly.

/// A WebAssembly number type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Type {
    I32,
    I64,
    F32,
    F64,
}
