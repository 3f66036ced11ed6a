//! Memory as it is at the start.

use crate::module::Segment;
use std::{fmt::Write as _, ops::Range};

/// A run of zeros of this length costs more than a new copy.
const GAP: usize = 12;

/// The longest string: C99 promises 4095 bytes.
const LONGEST: usize = 2000;

/// Copies what is needed of the segments into memory; all else is zero.
pub(super) fn print(segments: &[Segment], needed: &[Range<u32>], text: &mut String) {
    for segment in segments {
        // What nothing looks at counts as zero.
        let mut bytes = vec![0_u8; segment.bytes.len()];
        for range in needed {
            let inside = |at: u32| (at.saturating_sub(segment.address) as usize).min(bytes.len());
            let (start, end) = (inside(range.start), inside(range.end));
            if start < end {
                bytes[start..end].copy_from_slice(&segment.bytes[start..end]);
            }
        }
        let mut at = 0;
        while let Some(start) = bytes[at..].iter().position(|&byte| byte != 0).map(|skipped| at + skipped) {
            let end = run(&bytes, start);
            let address = segment.address as usize + start;
            let _ = writeln!(text, "memcpy(M+{address},\"{}\",{});", string(&bytes[start..end]), end - start);
            at = end;
        }
    }
}

/// Where a piece that starts here best ends: before many zeros.
fn run(bytes: &[u8], start: usize) -> usize {
    let mut end = start + 1;
    for (at, &byte) in bytes.iter().enumerate().skip(start) {
        if at >= end + GAP || at >= start + LONGEST {
            break;
        }
        if byte != 0 {
            end = at + 1;
        }
    }
    end
}

/// The bytes in a string of C.
fn string(bytes: &[u8]) -> String {
    let mut text = String::new();
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'"' | b'\\' => {
                text.push('\\');
                text.push(char::from(byte));
            }
            // Two of them would begin a trigraph.
            b'?' if at > 0 && bytes[at - 1] == b'?' => text.push_str("\\?"),
            b' '..=b'~' => text.push(char::from(byte)),
            // Octal takes up to three digits.
            _ if bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => {
                let _ = write!(text, "\\{byte:03o}");
            }
            _ => {
                let _ = write!(text, "\\{byte:o}");
            }
        }
    }
    text
}
