//! Boards of 4×4 letters: eight squares at a time where nothing unusual stands between them.

use nom::{Emit, Mode, OutputM, OutputMode, PResult, Parser};

use super::{row, Fault, Row};

/// One in each byte lane, and the top bit of each.
const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x80 * ONES;

/// Bytes of a plain board: four rows of four, each with a line feed.
const PLAIN: usize = 20;

/// Takes a board of 4×4 squares, each one of the letters, as the set of squares that hold each letter: square (r, c)
/// is bit 4r + c. Each row stands without white space inside; between rows is as much as you like, of any kind.
///
/// A wrong byte is a [`Fault`] with `square` as what was expected. A board that is laid out plainly takes about 12
/// instructions a letter and no branch on data.
///
/// ```
/// use judge_io::board;
/// use nom::Parser;
///
/// let mut board = board(b"X.", "a square (X or .)");
/// let sets = [0b1000_0000_0010_0001, 0b0111_1111_1101_1110];
/// assert_eq!(board.parse(b"\nX...\n.X..\n....\n...X\n\n"), Ok((&b"\n"[..], sets)));
/// assert_eq!(board.parse(b" X...\r\n\r\n.X.. .... ...X\n"), Ok((&b""[..], sets)));
/// ```
pub const fn board<const LETTERS: usize>(
    alphabet: &'static [u8; LETTERS],
    square: &'static str,
) -> Board<LETTERS> {
    Board { alphabet, square }
}

/// Made by [`board`].
#[derive(Clone, Copy, Debug)]
pub struct Board<const LETTERS: usize> {
    alphabet: &'static [u8; LETTERS],
    square: &'static str,
}

impl<'i, const LETTERS: usize> Parser<&'i [u8]> for Board<LETTERS> {
    type Output = [u16; LETTERS];
    type Error = Fault<'i>;

    #[inline(always)] // So that sets that nobody looks at are not made.
    fn process<OM: OutputMode>(&mut self, input: &'i [u8]) -> PResult<OM, &'i [u8], Self::Output, Fault<'i>> {
        match plain(input, *self.alphabet) {
            Some((rest, sets)) => Ok((rest, OM::Output::bind(|| sets))),
            None => by_rows::<OM, LETTERS>(*self, input),
        }
    }
}

/// The grammar as it stands above.
#[inline(never)]
fn by_rows<OM: OutputMode, const LETTERS: usize>(
    board: Board<LETTERS>,
    mut input: &[u8],
) -> PResult<OM, &[u8], [u16; LETTERS], Fault<'_>> {
    let mut row: Row<4> = row(board.alphabet, board.square);
    let mut sets = [0; LETTERS];
    for first in [0, 4, 8, 12] {
        let (rest, squares) = row.process::<OutputM<Emit, OM::Error, OM::Incomplete>>(input)?;
        for (set, letter) in sets.iter_mut().zip(board.alphabet) {
            let has = squares.iter().enumerate().filter(|&(_, square)| square == letter);
            *set |= has.fold(0, |set, (column, _)| set | 1 << (first + column));
        }
        input = rest;
    }
    Ok((input, OM::Output::bind(|| sets)))
}

/// Takes a board that is laid out plainly: at most two line feeds before it, its rows on consecutive lines without
/// anything else, the last line's end included. `None` says nothing: the board may stand there in another layout, or
/// be malformed.
#[inline(always)]
fn plain<const LETTERS: usize>(input: &[u8], alphabet: [u8; LETTERS]) -> Option<(&[u8], [u16; LETTERS])> {
    let input = match input {
        [b'\n', b'\n', board @ ..] | [b'\n', board @ ..] => board,
        _ => input,
    };
    let board: &[u8; PLAIN] = input.get(..PLAIN)?.try_into().ok()?;
    if (board[4] ^ b'\n') | (board[9] ^ b'\n') | (board[14] ^ b'\n') | (board[19] ^ b'\n') != 0 {
        return None;
    }
    let row =
        |at: usize| u64::from(u32::from_le_bytes([board[at], board[at + 1], board[at + 2], board[at + 3]]));
    let halves = [row(0) | row(5) << 32, row(10) | row(15) << 32];

    // Lanes that hold none of the letters.
    let mut unknown = [TOPS; 2];
    let mut sets = [0; LETTERS];
    for (set, letter) in sets.iter_mut().zip(alphabet) {
        let others = [lanes_other(halves[0], letter), lanes_other(halves[1], letter)];
        unknown = [unknown[0] & others[0], unknown[1] & others[1]];
        *set = !(gather(others[0]) | gather(others[1]) << 8);
    }
    let is_ascii = (halves[0] | halves[1]) & TOPS == 0;
    (is_ascii && unknown == [0; 2]).then_some((&input[PLAIN..], sets))
}

/// The top bit of each byte lane of `bytes`, ASCII all of them, that is not `letter`.
#[inline]
fn lanes_other(bytes: u64, letter: u8) -> u64 {
    // The sum carries into a lane's top bit if any of the lower seven bits differs.
    ((bytes ^ (u64::from(letter) * ONES)).wrapping_add(0x7F * ONES)) & TOPS
}

/// Packs the top bits of the eight byte lanes into eight bits, lane i to bit i.
#[inline]
fn gather(tops: u64) -> u16 {
    // Lane i's bit 8i + 7 times 2^(49 - 7i) is bit 56 + i; no two products meet in one bit.
    (tops.wrapping_mul(0x0002_0408_1020_4081) >> 56) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    /// The definition of [`plain`], a square at a time.
    fn slow(input: &[u8]) -> Option<[u16; 3]> {
        let mut sets = [0; 3];
        for (at, byte) in input.iter().enumerate() {
            if at % 5 == 4 {
                (*byte == b'\n').then_some(())?;
            } else {
                sets[b"XO.".iter().position(|letter| letter == byte)?] |= 1 << (at / 5 * 4 + at % 5);
            }
        }
        Some(sets)
    }

    #[test]
    fn every_byte_in_every_square_is_seen_as_what_it_is() {
        for at in 0..PLAIN {
            for byte in 0..=u8::MAX {
                let mut board = *b"X.O.\nOOXX\n....\nXO.X\n";
                board[at] = byte;
                let fast = plain(&board, *b"XO.").map(|(_, sets)| sets);
                assert_eq!(fast, slow(&board), "byte {byte} at {at}");
            }
        }
    }

    #[test]
    fn both_ways_give_the_same_sets() {
        let letters = board(b"XO.", "a square");
        for number in 0..3_u32.pow(8) {
            // Each letter in each square, with the others all over.
            let letter = |at: u32| b"XO."[(number / 3_u32.pow(at % 8) + at / 8) as usize % 3];
            let rows = [0, 4, 8, 12].map(|first| [0, 1, 2, 3].map(|column| letter(first + column)));
            let text: Vec<u8> = rows.iter().flat_map(|row| row.iter().copied().chain([b'\n'])).collect();
            let (rest, sets) = plain(&text, *b"XO.").expect("plain");
            let slow = by_rows::<OutputM<Emit, Emit, nom::Complete>, 3>(letters, &text);
            assert_eq!((slow, rest), (Ok((&b""[..], sets)), &b""[..]), "{rows:?}");
        }
    }

    #[test]
    fn two_faults_do_not_cancel() {
        for (first, second) in (0..PLAIN).flat_map(|second| (0..second).map(move |first| (first, second))) {
            for byte in 0..=u8::MAX {
                let mut board = *b"X.O.\nOOXX\n....\nXO.X\n";
                (board[first], board[second]) = (byte, byte);
                let fast = plain(&board, *b"XO.").map(|(_, sets)| sets);
                assert_eq!(fast, slow(&board), "byte {byte} at {first} and {second}");
            }
        }
    }

    #[test]
    fn a_board_cut_short_is_left_to_others() {
        let board = b"\nX.O.\nOOXX\n....\nXO.X\n";
        for length in 0..board.len() {
            assert_eq!(plain(&board[..length], *b"XO."), None, "{length} bytes");
        }
        assert!(plain(board, *b"XO.").is_some());
    }
}
