//! The code generation options of a rustc command line that a program can observe.

/// How arithmetic, assertions and panics behave in a crate, and for which machine it is compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodegenOptions {
    /// Arithmetic overflow panics.
    pub overflow_checks: bool,
    /// `debug_assert!` and `cfg(debug_assertions)` are active.
    pub debug_assertions: bool,
    /// `unwind` or `abort`.
    pub panic: String,
    /// The options that choose the target and its features, as rustc takes them.
    pub machine: Vec<String>,
}

impl CodegenOptions {
    /// Reads the options of a rustc command line, with rustc's defaults for those that it does not
    /// set.
    pub fn parse(arguments: &[String]) -> CodegenOptions {
        let mut codegen: Vec<&str> = Vec::new();
        let mut machine = Vec::new();
        let mut rest = arguments.iter().map(String::as_str);
        while let Some(argument) = rest.next() {
            match argument {
                "-C" | "--codegen" => codegen.extend(rest.next()),
                "-O" => codegen.push("opt-level=3"),
                "--target" => machine.extend(rest.next().map(|target| format!("--target={target}"))),
                _ if argument.starts_with("--target=") => machine.push(argument.to_owned()),
                _ => codegen
                    .extend(argument.strip_prefix("--codegen=").or_else(|| argument.strip_prefix("-C"))),
            }
        }
        let value = |name: &str| {
            codegen.iter().rev().find_map(|option| match option.strip_prefix(name)? {
                "" => Some("yes"),
                value => value.strip_prefix('='),
            })
        };
        let is_on = |value: &str| matches!(value, "y" | "yes" | "on" | "true");
        let optimized = value("opt-level").is_some_and(|level| level != "0");
        let debug_assertions = value("debug-assertions").map_or(!optimized, is_on);
        let chosen = ["target-cpu=", "target-feature="];
        let chosen = codegen.iter().filter(|option| chosen.iter().any(|name| option.starts_with(name)));
        machine.extend(chosen.map(|option| format!("-C{option}")));
        CodegenOptions {
            overflow_checks: value("overflow-checks").map_or(debug_assertions, is_on),
            debug_assertions,
            panic: value("panic").unwrap_or("unwind").to_owned(),
            machine,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn check(arguments: &str, overflow_checks: bool, debug_assertions: bool, panic: &str, machine: &[&str]) {
        let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
        let expected = CodegenOptions {
            overflow_checks,
            debug_assertions,
            panic: panic.to_owned(),
            machine: machine.iter().map(|&option| option.to_owned()).collect(),
        };
        assert_eq!(CodegenOptions::parse(&arguments), expected);
    }

    #[test]
    fn defaults_follow_the_optimization_level() {
        check("--crate-name a", true, true, "unwind", &[]);
        check("-O", false, false, "unwind", &[]);
        check("-C opt-level=0 -C debug-assertions=off", false, false, "unwind", &[]);
        check("-C opt-level=3 -C debug-assertions=on", true, true, "unwind", &[]);
        check("-Copt-level=s -Cdebug-assertions -Coverflow-checks=off", false, true, "unwind", &[]);
    }

    #[test]
    fn the_last_option_counts() {
        check("-O --codegen overflow-checks=on -C panic=abort", true, false, "abort", &[]);
        check("-O -C overflow-checks=on --codegen=overflow-checks=no", false, false, "unwind", &[]);
        check(
            "-O --target x86_64-unknown-linux-musl -C target-cpu=native",
            false,
            false,
            "unwind",
            &["--target=x86_64-unknown-linux-musl", "-Ctarget-cpu=native"],
        );
    }
}
