//! What all shrinkers share.

use std::ops::Range;

/// The ranges to leave out of a list of `len` things: the halves, the quarters, and so on down to single things.
/// The whole list is never left out.
pub(crate) fn cuts(len: usize) -> impl Iterator<Item = Range<usize>> {
    let lengths =
        std::iter::successors(Some(len / 2), |&length| Some(length / 2)).take_while(|&length| length > 0);
    lengths
        .flat_map(move |length| (0..len).step_by(length).map(move |start| start..(start + length).min(len)))
}

/// The list without a range of it.
pub(crate) fn without<T: Clone>(list: &[T], range: &Range<usize>) -> Vec<T> {
    [&list[..range.start], &list[range.end..]].concat()
}

/// Numbers to try in place of `value`: nothing, half, one less; each is smaller.
pub(crate) fn smaller(value: u64) -> impl Iterator<Item = u64> {
    let candidates = if value == 0 { vec![] } else { vec![0, value / 2, value - 1] };
    candidates.into_iter()
}
