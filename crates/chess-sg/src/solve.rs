//! Grundy values in closed form.
//!
//! By the Sprague–Grundy theorem the value of several pieces is the nim sum of theirs, and a position is lost
//! for the player to move if it is 0 (Siegel, *Combinatorial Game Theory*, Theorems IV.1.3 and IV.1.8). To
//! prove a formula g it is enough that no move keeps g, and that from (x, y) every value below g(x, y) is
//! reached. The tests compare each formula with the mex over the piece's moves on 200×200 squares.

use cgt_core::Nimber;

use crate::{Kind, Piece};

/// The Grundy value of one piece. A few instructions.
#[inline]
pub fn grundy(piece: Piece) -> Nimber {
    let (x, y) = (u64::from(piece.x), u64::from(piece.y));
    Nimber(match piece.kind {
        Kind::Rook => rook(x, y),
        Kind::Bishop => bishop(x, y),
        Kind::King => king(x, y),
        Kind::Knight => knight(x, y),
        Kind::Palace => palace(x, y),
    })
}

/// Two heaps of Nim, x and y.
fn rook(x: u64, y: u64) -> u64 {
    x ^ y
}

/// One heap of Nim: min(x, y) is how often the diagonal can be stepped down, in one move or in many.
fn bishop(x: u64, y: u64) -> u64 {
    x.min(y)
}

/// p + 2q, where p = (x + y) mod 2 and q = min(x, y) mod 2.
///
/// Proof. A step of one coordinate flips p, a step of both keeps p and flips q: no move keeps the value. If p = 1, the
/// coordinates differ, so the larger one can step; that keeps q and makes p = 0, the value less one. If q = 1, both can step:
/// both at once leads to p + 0, the smaller one alone to (1 − p) + 0; that is 0 and 1. So all smaller values are reached.
fn king(x: u64, y: u64) -> u64 {
    (x + y) % 2 + 2 * (x.min(y) % 2)
}

/// By m = min(x, y) mod 3: m − 1 if |x − y| < m, else m.
///
/// Proof by induction on x + y. Let x ≤ y and d = y − x. Move A = (−1, −2) leads to a minimum of x − 1 and a difference of
/// d − 1 (for d = 0: x − 2 and 1), move B = (−2, −1) to x − 2 and d + 1. Where a move stays on the board, its value is:
///
/// | m | d | A | B | mex |
/// |---|---|---|---|---|
/// | 0 | any | 1 or 2 | 1 | 0 |
/// | 1 | 0 | 1 | 1 | 0 |
/// | 1 | ≥ 1 | 0 | 2 | 1 |
/// | 2 | 0, 1 | 0 | 0 | 1 |
/// | 2 | ≥ 2 | 1 | 0 | 2 |
///
/// Off the board are both moves for x = 0, both for x = y = 1, and B for x = 1; none of them is needed for the mex.
fn knight(x: u64, y: u64) -> u64 {
    let m = x.min(y) % 3;
    if x.abs_diff(y) < m {
        m - 1
    } else {
        m
    }
}

/// 3·(⌊x/3⌋ ⊕ ⌊y/3⌋) + (x + y) mod 3: cyclic Nimhoff with h = 3.
///
/// Source: A. S. Fraenkel and M. Lorberbom, "Nimhoff games", J. Combin. Theory A 58 (1991).
fn palace(x: u64, y: u64) -> u64 {
    3 * ((x / 3) ^ (y / 3)) + (x + y) % 3
}
