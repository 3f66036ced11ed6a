//! Functions that are not translated: panics, which become traps, and what the C library has as well.

use crate::{
    helpers::{self, Helper},
    module::Module,
};

/// What a call of a function becomes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Known {
    /// A call: the function is translated.
    Own,
    /// The function never returns, and does nothing before it ends the program but make a text.
    Trap,
    Helper(&'static Helper),
}

/// Paths of functions that tell of a panic or of memory running out, and then end the program.
const ENDS: [&str; 12] = [
    "__rustc::rust_begin_unwind",
    "__rustc::rust_panic",
    "abort",
    "alloc::alloc::handle_alloc_error",
    "alloc::raw_vec::capacity_overflow",
    "alloc::raw_vec::handle_error",
    "core::str::slice_error_fail",
    "core::str::slice_error_fail_rt",
    "std::alloc::rust_oom",
    "std::panicking::panic_with_hook",
    "std::panicking::rust_panic_with_hook",
    "std::process::abort",
];

/// What is known of each function of a module by its name.
pub(crate) fn known(module: &Module<'_>) -> Vec<Known> {
    let imported = module
        .imports
        .iter()
        .map(|import| helpers::import(&import.module, &import.name).map_or(Known::Own, Known::Helper));
    let own = (module.imports.len()..module.function_types.len()).map(|function| {
        let function = function as u32;
        let Some(name) = module.names.get(&function) else { return Known::Own };
        if ENDS.contains(&name.as_str()) || name.starts_with("core::panicking::") {
            return Known::Trap;
        }
        helpers::library(name, module.signature(function).parameters.len()).map_or(Known::Own, Known::Helper)
    });
    imported.chain(own).collect()
}
