//! Refuses arithmetic that cargo's profile checks for overflow and the bundle's compiler does not, or the reverse.

use crate::{
    audit::subject::Subject,
    cargo::llvm_ir::{self, Code, Function},
};
use anyhow::{Result, bail};
use std::collections::HashSet;

/// The start of the name of the functions that generated code calls on an overflow.
const PANIC: &str = "core::panicking::panic_const::panic_const_";

/// What follows it in those that only overflow checks call; a division is always checked.
const CHECKED: [&str; 6] =
    ["add_overflow", "sub_overflow", "mul_overflow", "neg_overflow", "shl_overflow", "shr_overflow"];

/// Checks the crates whose overflow checks differ.
///
/// # Errors
/// If one of them does arithmetic that may overflow.
pub fn check(subject: &Subject) -> Result<()> {
    let differing = subject.differing(|options| options.overflow_checks);
    if differing.is_empty() {
        return Ok(());
    }
    let flags = [subject.arguments(), vec!["-Coverflow-checks=yes".to_owned()]].concat();
    let code = llvm_ir::generate(subject.text.as_str(), subject.folder, &flags)?;
    let code = Code::parse(&code);
    let names: HashSet<&str> = differing.iter().map(|unit| unit.name.as_str()).collect();
    let Some(at) = first_check(subject, &code, &names) else { return Ok(()) };
    let (here, there) = if subject.options().overflow_checks { ("off", "on") } else { ("on", "off") };
    bail!(
        "{}: this arithmetic may overflow, and overflow checks are {here} in the cargo profile but {there} \
         where the bundle is compiled; set `overflow-checks` accordingly in the profile, or use `checked_…` \
         or `wrapping_…` methods",
        subject.place(at)
    );
}

/// Returns the byte of the first checked operation in the crates of these names.
fn first_check(subject: &Subject, code: &Code, names: &HashSet<&str>) -> Option<usize> {
    let concerned = |line: &str| {
        // An instruction without a position may be anywhere.
        let offset = Some(code.position(line).map_or(0, |position| subject.offset(position)));
        offset.filter(|&offset| subject.crate_at(offset).is_none_or(|name| names.contains(name)))
    };
    // The standard library's generic functions follow the crate that instantiates them.
    let mut outside = HashSet::new();
    for function in &code.functions {
        let calls = function.calls();
        let mut checks = calls.iter().filter(|(_, name)| is_check(name)).map(|(line, _)| line);
        if function.is_own() {
            if let Some(at) = checks.find_map(|line| concerned(line)) {
                return Some(at);
            }
        } else if checks.next().is_some() {
            outside.insert(function.name.clone());
        }
    }
    callers(code, outside).into_iter().find_map(concerned)
}

/// Returns the calls in the bundle's own functions that reach one of these functions of the standard library.
fn callers<'a>(code: &Code<'a>, mut reached: HashSet<String>) -> Vec<&'a str> {
    if reached.is_empty() {
        return Vec::new();
    }
    let calls: Vec<(&Function, Vec<(&'a str, String)>)> =
        code.functions.iter().map(|function| (function, function.calls())).collect();
    loop {
        let before = reached.len();
        let mut own = Vec::new();
        for (function, calls) in &calls {
            let reaching = calls.iter().filter(|(_, name)| reached.contains(name)).map(|(line, _)| *line);
            if function.is_own() {
                own.extend(reaching);
            } else if reaching.count() > 0 {
                reached.insert(function.name.clone());
            }
        }
        if reached.len() == before {
            return own;
        }
    }
}

/// Returns `true` for the function that an overflow check calls.
fn is_check(name: &str) -> bool {
    name.strip_prefix(PANIC).is_some_and(|operation| CHECKED.contains(&operation))
}

#[cfg(test)]
mod tests {
    use super::{PANIC, is_check};

    #[test]
    fn only_operations_that_a_flag_checks() {
        let panics = |name: &str| is_check(&format!("{PANIC}{name}"));
        assert!(panics("add_overflow"));
        assert!(!panics("div_overflow"));
        assert!(!panics("div_by_zero"));
    }
}
