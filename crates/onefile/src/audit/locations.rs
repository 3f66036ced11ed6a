//! Refuses positions in source files: in a bundle, each is another one.

use crate::{audit::messages::Messages, audit::symbols::Context, syntax::tokens::Tokens};
use anyhow::{Result, bail};

/// Checks the positions that the program asks for at run time.
///
/// # Errors
/// If one may reach more than the message of a panic or standard error.
pub fn check(context: &Context) -> Result<()> {
    let uses = context.uses(|symbol| asks(symbol).is_some());
    if let Some(found) = uses.first() {
        bail!(
            "{}: {} shows a position in the package's own files; a bundle cannot keep that",
            context.place(found.token),
            asks(&found.symbol).unwrap_or_default()
        );
    }
    Ok(())
}

/// Returns what a function of the standard library asks for.
fn asks(symbol: &str) -> Option<&'static str> {
    let shown = ["::Display", "::Debug", "ToString", "new_display::<", "new_debug::<", "SpecToString"];
    match symbol {
        _ if symbol.contains("panic::location::Location") && symbol.ends_with("::caller") => {
            Some("`Location::caller`")
        }
        _ if symbol.contains("PanicHookInfo") && symbol.ends_with("::location") => {
            Some("`PanicHookInfo::location`")
        }
        _ if symbol.contains("PanicHookInfo") && shown.iter().any(|part| symbol.contains(part)) => {
            Some("a printed `PanicHookInfo`")
        }
        _ if symbol.contains("Backtrace") && symbol.ends_with("::force_capture") => {
            Some("`Backtrace::force_capture`")
        }
        _ => None,
    }
}

/// Returns a macro for a position that only an expansion decides, if its value may reach more than a message.
pub fn unknown_position(tokens: &Tokens, messages: &Messages) -> Option<(usize, String)> {
    let found = (0..tokens.len()).find(|&at| {
        matches!(tokens.name(at), "line" | "column" | "file" | "module_path")
            && tokens.is_punct(at + 1, b'!')
            && tokens.is_open(at + 2)
            && tokens.inside(at + 2).is_empty()
            && !messages.contain(at)
    })?;
    Some((found, format!("`{}!()` stands for a position in the package's own files", tokens.name(found))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn functions_that_ask_for_positions() {
        let found = |symbol| asks(symbol).is_some();
        assert!(found("<core::panic::location::Location>::caller"));
        assert!(found("<std::panic::PanicHookInfo>::location"));
        assert!(found("<core::fmt::rt::Argument>::new_display::<&std::panic::PanicHookInfo>"));
        assert!(!found("<std::panic::PanicHookInfo>::payload"));
        assert!(!found("<std::backtrace::Backtrace>::capture"));
    }

    #[test]
    fn positions_in_macros() {
        let found = |text: &str| {
            let tokens = Tokens::new(text).expect("lexes");
            unknown_position(&tokens, &Messages::new(&tokens)).map(|(at, _)| tokens.name(at).to_owned())
        };
        assert_eq!(found("macro_rules! m { () => { line!() } }").as_deref(), Some("line"));
        assert_eq!(found("macro_rules! m { () => { unreachable!(\"{}\", line!()) } }"), None);
        assert_eq!(found("fn file() { line(1); column!(2) }"), None);
    }
}
