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

/// Shorter lists to try where a sum over all things decides, which may take two of them to change: each thing alone, the
/// list without a range, the list without two things.
pub(crate) fn fewer<T: Clone>(list: &[T]) -> Vec<Vec<T>> {
    if list.len() < 2 {
        return Vec::new();
    }
    let alone = list.iter().map(|thing| vec![thing.clone()]);
    let pairs = (0..list.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    let without_two = pairs.filter(|_| list.len() > 2).map(|(first, second)| {
        let rest = without(list, &(second..second + 1));
        without(&rest, &(first..first + 1))
    });
    alone.chain(cuts(list.len()).map(|cut| without(list, &cut))).chain(without_two).collect()
}

/// Numbers to try in place of `value`: nothing, half, one less; each is smaller.
pub(crate) fn smaller(value: u64) -> impl Iterator<Item = u64> {
    let candidates = if value == 0 { vec![] } else { vec![0, value / 2, value - 1] };
    candidates.into_iter()
}
