//! Combinatorial game theory for contest solutions: mex, nimbers, Grundy values, bitboards.
//!
//! Everything here is plain mathematics: no input or output, no dependencies, no `unsafe`. Names are those of
//! Siegel, *Combinatorial Game Theory* (2013), and of Berlekamp, Conway and Guy, *Winning Ways* (2001).
//!
//! | module | what it answers |
//! |---|---|
//! | [`mex`](mod@mex) | the least number that no option has |
//! | [`nimber`] | Grundy values as a type whose sum is xor and whose product makes a field |
//! | [`outcome`] | normal and misère play, P-positions and N-positions |
//! | [`bitboard`] | sets of squares of a board of up to 128 squares |
//! | [`ruleset`] | games given by their moves: outcome, Grundy value, all winning moves, normal and misère |
//! | [`placement`] | who wins every position of a game that covers squares by masks |
//! | [`heaps`] | octal, hexadecimal and subtraction games; periods with proof |
//! | [`quarter_plane`] | chess-like pieces on an unbounded board; formulas with proof |
//! | [`coins`] | coin-turning games and the Tartan theorem |
//! | [`graph`] | Grundy values of an acyclic graph, or the cycle that it hides |
//! | [`loopy`] | games that need not end: win, lose or draw with remoteness, loopy Grundy values |
//!
//! ```
//! use cgt_core::{Bitboard, Outcome, PlacementGame, Play};
//!
//! // Game of Euler: cover one square, or a run of two or three that starts at the border; last to cover loses.
//! type Board = Bitboard<4, 4>;
//! let moves = Board::FULL.singles().chain(Board::border_runs(2..=3));
//! let outcomes = PlacementGame::on_board(moves).expect("16 squares").p_positions(Play::Misere);
//! assert_eq!(outcomes.outcome(0xffff), Outcome::P); // whoever starts on the empty board loses
//! assert_eq!(outcomes.count_p(), 13_802);
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod bitboard;
pub mod coins;
mod field;
pub mod graph;
pub mod heaps;
pub mod loopy;
pub mod mex;
pub mod nimber;
pub mod outcome;
pub mod placement;
pub mod quarter_plane;
pub mod ruleset;

pub use bitboard::Bitboard;
pub use graph::{Graph, GrundySolver};
pub use mex::{mex, MexMarks};
pub use nimber::Nimber;
pub use outcome::{Outcome, Play};
pub use placement::{Outcomes, PlacementGame};
pub use ruleset::{Options, Ruleset, Solver};
