//! The command line: one typed struct a subcommand.

use crate::boards::Pins;
use cgt_core::heaps::TakeAndBreak;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::{num::NonZeroUsize, path::PathBuf};

/// Looks at combinatorial games: values, winning moves, periods and their proofs.
#[derive(Debug, Parser)]
#[command(name = "cgt", version)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Explain(Explain),
    Graph(Graph),
    Octal(Octal),
    Play(Play),
    Solve(Solve),
    Subtract(Subtract),
    Table(Table),
}

/// Tell who wins each position of a judge's input, by which moves, and what answers the others.
///
/// Every winning move is listed: drawn on the board, or for a sum of games with the component and its values before and after. For a
/// lost position, every move has its answer. tomek's boards are judged, and those that are not completed are played out.
///
/// Exit status: 0; 1 if reading or writing failed; 2 if the input is malformed, after everything before it is explained.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cgt explain euler fixtures/euler/data/sample/1.in
  echo '3  1 2 P  6 1 B  4 4 P' | cgt explain chess-sg")]
pub struct Explain {
    /// Whose input it is.
    pub problem: Problem,
    /// The input; standard input if it is not given.
    pub file: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Problem {
    Euler,
    Tomek,
    ChessSg,
    DagSg,
}

/// Draw a graph of dag-sg's input with the Grundy values of its positions; winning moves are marked.
///
/// A winning move leads to a value of 0: it wins if one chess is all there is. Without a format, a line a position is printed.
///
/// Exit status: 0; 1 if reading or writing failed; 2 if the input is malformed or has no such graph.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cgt graph fixtures/dag-sg/data/sample/1.in
  cgt graph fixtures/dag-sg/data/sample/1.in --svg > graph.svg
  cgt graph fixtures/dag-sg/data/sample/1.in --case 2 --dot | dot -Tpdf > graph.pdf")]
pub struct Graph {
    /// The input; standard input if it is not given.
    pub file: Option<PathBuf>,
    /// Print it for Graphviz.
    #[arg(long, conflicts_with = "svg")]
    pub dot: bool,
    /// Print it as a picture.
    #[arg(long)]
    pub svg: bool,
    /// Which graph of the input.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub case: u64,
}

/// Grundy values of an octal or hexadecimal game, and their period with its proof.
///
/// Digit k of the code says what may be left of a heap from which k beans were taken: 1 for nothing, 2 for one heap, 4 for two,
/// 8 for three, added up. A period is told only if it is proved (Guy and Smith 1956); the proof is checked by going through
/// the rules once more.
///
/// Exit status: 0, also if there is no period; 1 if something could not be written; 2 for wrong usage.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cgt octal 0.77
  cgt octal 0.007 --upto 20000
  cgt octal 0.156 --upto 8000 --format json")]
pub struct Octal {
    /// The game's code, such as 0.77 for Kayles or 4.007; digits above 9 as a to f.
    #[arg(value_name = "CODE")]
    pub game: TakeAndBreak,
    #[command(flatten)]
    pub heaps: Heaps,
}

/// Play against perfect play in the terminal.
///
/// Every line is a move, or one of `hint`, `help` and `quit`; the end of input ends the game, too.
///
/// Exit status: 0; 1 if reading or writing failed; 2 if the file is malformed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cgt play euler --second
  cgt play chess-sg fixtures/chess-sg/data/sample/1.in")]
pub struct Play {
    /// The game.
    pub game: Playable,
    /// Where to begin: the first board of euler's input, or the pieces of chess-sg's.
    pub file: Option<PathBuf>,
    /// Let the program move first.
    #[arg(long)]
    pub second: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Playable {
    Euler,
    ChessSg,
}

/// Solve every position of a board of any size, with progress, time and memory.
///
/// Before it starts it checks that the table fits: one bit a position for outcomes, so 8 GiB for 6x6, and several for Grundy
/// values. What does not fit is refused, unless a closed form tells the empty board's value: normal play, border pins, sides of four and more.
///
/// Exit status: 0; 1 if the table does not fit; 2 for wrong usage.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cgt solve euler --rows 5 --cols 5
  cgt solve euler --rows 4 --cols 6 --pins any --play normal --grundy
  cgt solve euler --rows 6 --cols 6 --threads 2
  cgt solve euler --rows 10 --cols 10 --play normal")]
pub struct Solve {
    /// The game.
    pub game: PlacementOf,
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rows: u32,
    #[arg(long, value_name = "C", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub cols: u32,
    /// Whether whoever covers the last square loses (misere) or wins (normal).
    #[arg(long, value_enum, default_value = "misere")]
    pub play: PlayOf,
    /// Where runs of two or three squares may be.
    #[arg(long, value_enum, default_value = "border")]
    pub pins: Pins,
    /// Threads that work.
    #[arg(long, value_name = "T", default_value = "1")]
    pub threads: NonZeroUsize,
    /// Find Grundy values, not only who wins.
    #[arg(long)]
    pub grundy: bool,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub format: TextOrJson,
}

/// Games that cover squares.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum PlacementOf {
    Euler,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum PlayOf {
    Misere,
    Normal,
}

impl PlayOf {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Misere => "misère",
            Self::Normal => "normal",
        }
    }
}

impl From<PlayOf> for cgt_core::Play {
    fn from(play: PlayOf) -> Self {
        match play {
            PlayOf::Misere => Self::Misere,
            PlayOf::Normal => Self::Normal,
        }
    }
}

/// Grundy values of a subtraction game, and their period with its proof.
///
/// A move takes one of the given numbers of beans from a heap. See `cgt octal --help` for what is printed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cgt subtract 1,3,4
  cgt subtract 2,5,7 --upto 100 --format json")]
pub struct Subtract {
    /// How many beans a move may take.
    #[arg(value_name = "NUMBERS", value_delimiter = ',', required = true, value_parser = taken)]
    pub numbers: Vec<usize>,
    #[command(flatten)]
    pub heaps: Heaps,
}

/// The Grundy values of a piece that walks to the corner of a quarter plane, as a heat map, with formulas and proofs.
///
/// A piece is made of R, B, K, N, P (rook, bishop, king, knight, palace, with those of their moves that come nearer to the corner), steps
/// such as '(-1,-2)', and riders such as 'rider(-1,0)', which repeat their step. Several are one piece with all of their moves. A pattern of a piece
/// without riders that is told as proved holds on all squares; the proof is checked by going through the rules once more.
///
/// What was found is part of every format but csv and png, with which it goes to standard error (png keeps it as its
/// description, too).
///
/// Exit status: 0; 1 if something could not be written; 2 for wrong usage.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cgt table N
  cgt table '(-1,-2) (-2,-1)' --size 40 --format svg --output knight.svg
  cgt table RB --size 512 --format png > queen.png")]
pub struct Table {
    /// The piece's moves.
    #[arg(required = true)]
    pub moves: Vec<String>,
    /// Rows and columns to show.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = side)]
    pub size: usize,
    #[arg(long, value_enum, default_value_t)]
    pub format: TableFormat,
    /// Where to write it; standard output if it is not given.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum TableFormat {
    #[default]
    Text,
    Csv,
    Svg,
    Png,
    Html,
}

fn side(text: &str) -> Result<usize, String> {
    const MAX: usize = 4096;
    text.parse()
        .ok()
        .filter(|side| (1..=MAX).contains(side))
        .ok_or_else(|| format!("expected a number from 1 to {MAX}"))
}

#[derive(Debug, Args)]
pub struct Heaps {
    /// The greatest heap to find the value of.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = heap)]
    pub upto: usize,
    /// How to print it; `json` has all values.
    #[arg(long, value_enum, default_value_t)]
    pub format: TextOrJson,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum TextOrJson {
    #[default]
    Text,
    Json,
}

/// What a rule's memory is to be spent on at most: one digit for every number of beans.
const TAKEN_MAX: usize = 1_000_000;

fn taken(text: &str) -> Result<usize, String> {
    let number = text.trim().parse().ok().filter(|number| (1..=TAKEN_MAX).contains(number));
    number.ok_or_else(|| format!("expected a number from 1 to {TAKEN_MAX}"))
}

fn heap(text: &str) -> Result<usize, String> {
    const MAX: usize = 100_000_000;
    text.parse().ok().filter(|&heap| heap <= MAX).ok_or_else(|| format!("expected a number from 0 to {MAX}"))
}
