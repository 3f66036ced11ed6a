//! The fast path of 4×4 boards: eight squares at a time where nothing unusual stands between them.

/// One in each byte lane, and the top bit of each.
const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x80 * ONES;

/// Bytes of a board: four rows of four, each with a line feed.
const BOARD: usize = 20;

/// Takes a 4×4 board that is laid out plainly: at most two line feeds before it, its rows on consecutive lines
/// without anything else, the last line's end included, and every square out of `alphabet`.
///
/// Gives the set of squares that hold each letter, square (r, c) as bit 4r + c. `None` says nothing: the
/// board may stand there in another layout, or be malformed. About 12 instructions a letter, no branch on data.
///
/// ```
/// use judge_io::plain_board;
///
/// let board = plain_board(b"\nX...\n.X..\n....\n...X\n\n", *b"X.");
/// assert_eq!(board, Some((&b"\n"[..], [0b1000_0000_0010_0001, 0b0111_1111_1101_1110])));
/// assert_eq!(plain_board(b"X...\r\n.X..\r\n....\r\n...X\r\n", *b"X."), None);
/// ```
#[inline(always)] // So that sets that nobody looks at are not made.
pub fn plain_board<const LETTERS: usize>(
    input: &[u8],
    alphabet: [u8; LETTERS],
) -> Option<(&[u8], [u16; LETTERS])> {
    let input = match input {
        [b'\n', b'\n', board @ ..] | [b'\n', board @ ..] => board,
        _ => input,
    };
    let board: &[u8; BOARD] = input.get(..BOARD)?.try_into().ok()?;
    if (board[4] ^ b'\n') | (board[9] ^ b'\n') | (board[14] ^ b'\n') | (board[19] ^ b'\n') != 0 {
        return None;
    }
    let row =
        |at: usize| u64::from(u32::from_le_bytes([board[at], board[at + 1], board[at + 2], board[at + 3]]));
    let halves = [row(0) | row(5) << 32, row(10) | row(15) << 32];

    // Lanes that hold none of the letters.
    let mut unknown = [TOPS; 2];
    let sets = alphabet.map(|letter| {
        let others = halves.map(|half| lanes_other(half, letter));
        unknown = [unknown[0] & others[0], unknown[1] & others[1]];
        !(gather(others[0]) | gather(others[1]) << 8)
    });
    let is_ascii = (halves[0] | halves[1]) & TOPS == 0;
    (is_ascii && unknown == [0; 2]).then_some((&input[BOARD..], sets))
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

    /// The definition of [`plain_board`], a square at a time.
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
        for at in 0..BOARD {
            for byte in 0..=u8::MAX {
                let mut board = *b"X.O.\nOOXX\n....\nXO.X\n";
                board[at] = byte;
                let fast = plain_board(&board, *b"XO.").map(|(_, sets)| sets);
                assert_eq!(fast, slow(&board), "byte {byte} at {at}");
            }
        }
    }

    #[test]
    fn a_board_cut_short_is_left_to_others() {
        let board = b"\nX.O.\nOOXX\n....\nXO.X\n";
        for length in 0..board.len() {
            assert_eq!(plain_board(&board[..length], *b"XO."), None, "{length} bytes");
        }
        assert!(plain_board(board, *b"XO.").is_some());
    }
}
