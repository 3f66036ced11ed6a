//! Finds what would make the bundle another program than the package, and cannot be helped.

pub mod ambiguous_macros;
pub mod assertions;
pub mod build_inputs;
pub mod closure_sizes;
pub mod conditions;
pub mod environment;
pub mod locations;
pub mod machine;
pub mod messages;
pub mod newer_std;
pub mod overflow;
pub mod platform;
pub mod sections;
pub mod stringified;
pub mod subject;
pub mod symbols;
pub mod type_ids;
pub mod type_names;
pub mod unwinding;

use crate::{
    cargo::llvm_ir::{self, Code},
    syntax::tokens::Tokens,
};
use anyhow::{Result, bail};
use build_inputs::unknown_input;
use memchr::memmem;
use messages::Messages;
use subject::Subject;
use symbols::Context;

/// Checks a shaken bundle.
///
/// # Errors
/// If it holds something whose value or effect would differ from the program's; the message names it and its position.
pub fn check(subject: &Subject) -> Result<()> {
    let text = subject.text;
    let tokens = Tokens::new(text.as_str())?;
    ambiguous_macros::check(text, &tokens, subject.assembled)?;
    machine::check(subject)?;
    assertions::check(subject, &tokens)?;
    unwinding::check(subject, &tokens)?;
    overflow::check(subject)?;
    let messages = Messages::new(&tokens);
    let unknown = locations::unknown_position(&tokens, &messages).or_else(|| unknown_input(&tokens));
    if let Some((at, why)) = unknown {
        bail!("{}: {why}; a bundle cannot keep that", subject.place(tokens[at].start));
    }
    let panics_are_read = messages.observed().is_some();
    check_generated_code(subject, &tokens, messages)?;
    let root = &subject.assembled.root;
    let shown = stringified::stringified_path(text.as_str(), root, panics_are_read)?;
    if let Some(at) = shown
        && stringified::is_printed(subject, panics_are_read)?
    {
        bail!(
            "{}: this macro may show a path as text, and a bundle writes that path in full",
            subject.place(at)
        );
    }
    Ok(())
}

/// Names of the standard library whose use only the generated code shows, as they stand in symbols.
const SHOWN_BY_CODE: [&str; 5] =
    ["9type_name", "16type_name_of_val", "8Location6caller", "13PanicHookInfo", "13force_capture"];

/// Checks what the program asks the compiler about itself: by calls, however they are imported and named.
fn check_generated_code(subject: &Subject, tokens: &Tokens, messages: Messages) -> Result<()> {
    let mentions = |name: &str| subject.text.as_str().contains(name);
    // Megabytes, read several times.
    let generates = |name: &str| memmem::find(subject.code.as_bytes(), name.as_bytes()).is_some();
    let needed = SHOWN_BY_CODE.into_iter().any(generates)
        || (mentions("TypeId") && generates("6TypeId"))
        || closure_sizes::is_concerned(subject);
    if !needed {
        return Ok(());
    }
    let code = llvm_ir::generate(subject.text.as_str(), subject.folder, &subject.arguments())?;
    let context = Context { subject, tokens, messages, code: Code::parse(&code) };
    type_names::check(&context)?;
    locations::check(&context)?;
    type_ids::check(&context)?;
    closure_sizes::check(&context)
}
