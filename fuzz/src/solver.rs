//! A solver on any bytes: it never panics, holds little memory, ends as its contract says, does not depend on where reads
//! end, and agrees with the oracle on what it takes.

use judge_io::{Error, Warning};
use peak_alloc::PeakAlloc;
use std::io::{self, Read};

/// Counts what is allocated.
pub const MEMORY: PeakAlloc = PeakAlloc;

/// Memory that a solver may hold: buffers, and a few words for each byte of the input, since two bytes may be an arc or
/// a position with its place.
const BASE: usize = 1 << 20;
const EACH_BYTE: usize = 64;

type Outcome = Result<Option<Warning>, Error>;

/// An input that comes in pieces of these lengths, over and over.
struct Pieces<'d> {
    rest: &'d [u8],
    lengths: [usize; 3],
    turn: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.turn += 1;
        let length = self.lengths[self.turn % 3].min(buffer.len()).min(self.rest.len());
        let (piece, rest) = self.rest.split_at(length);
        buffer[..length].copy_from_slice(piece);
        self.rest = rest;
        Ok(length)
    }
}

/// The answers, and what was told behind them.
fn told(outcome: &Outcome) -> String {
    match outcome {
        Ok(None) => String::new(),
        Ok(Some(warning)) => format!("warning: {warning}"),
        Err(error) => format!("error: {error}"),
    }
}

/// Checks one input. `run` gets it in pieces and whole.
pub fn solver(name: &str, run: fn(&mut dyn Read, &mut Vec<u8>) -> Outcome, data: &[u8]) {
    // The first three bytes say how the input is cut.
    let [a, b, c, input @ ..] = data else { return };
    let lengths = [a, b, c].map(|&byte| usize::from(byte) + 1);

    let held = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let mut whole = Vec::new();
    let outcome = run(&mut &input[..], &mut whole);
    let memory = MEMORY.peak_usage() - held;
    assert!(memory <= BASE + EACH_BYTE * input.len(), "{memory} bytes held for {} of input", input.len());

    let mut in_pieces = Vec::new();
    let other = run(&mut Pieces { rest: input, lengths, turn: 0 }, &mut in_pieces);
    assert_eq!(
        (told(&outcome), &whole),
        (told(&other), &in_pieces),
        "the outcome depends on where reads end"
    );

    let answers = String::from_utf8(whole).expect("answers are text");
    assert!(answers.is_empty() || answers.ends_with('\n'), "half an answer: {answers:?}");
    match &outcome {
        Err(Error::Malformed { place, .. }) => within(input, &place.to_string()),
        Err(error) => panic!("neither reading nor writing can fail here: {error}"),
        Ok(Some(Warning::Ignored(place))) => within(input, &place.to_string()),
        Ok(None) => agrees(name, input, &answers),
    }
}

/// A place is in the input, or at its end.
fn within(input: &[u8], place: &str) {
    let (line, column) = place.split_once(':').expect("a line and a column");
    let (line, column): (usize, usize) = (line.parse().expect("a line"), column.parse().expect("a column"));
    let found = input.split(|&byte| byte == b'\n').nth(line - 1).expect("a line of the input");
    assert!((1..=found.len() + 1).contains(&column), "no column {column} in line {line}");
}

/// What a solver takes without a word is answered as the oracle does.
fn agrees(name: &str, input: &[u8], answers: &str) {
    // The oracle reads text. It knows one Ctrl-Z at the end, and nothing of more.
    let Ok(text) = std::str::from_utf8(input) else { return };
    if text.contains('\u{1a}') {
        return;
    }
    let problem = oracles::problem(name).expect("the oracle of a problem");
    assert_eq!(problem.answer(text).as_deref(), Ok(answers));
}
