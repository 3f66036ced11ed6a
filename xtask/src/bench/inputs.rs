//! Seeded inputs of any size, written as fast as the disk takes them.
//!
//! The generators of the crate `oracles` make small cases of every kind; these make one kind of each problem, in
//! hundreds of megabytes.

use anyhow::{Context, Result};
use rand::{Rng, RngExt, SeedableRng, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// Part of the name of an input, so that old ones are not taken for new: raise it when a generator changes.
const EDITION: u32 = 1;

const SEED: u64 = 0x0067_616D_6573;

/// Bytes gathered before they are written.
const BUFFER: usize = 1 << 20;

/// Nodes of a complete graph, and options of a node of a large one.
const COMPLETE_NODES: u64 = 1000;
const DEGREE: u64 = 20;

/// Queries behind a graph, and positions in each.
const QUERIES: usize = 10;

/// The kind of input of a benchmark.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    pub problem: &'static str,
    /// Tells it from the problem's other families, in a word.
    pub kind: &'static str,
    /// What it is a number of.
    pub name: &'static str,
    /// That number in the full size.
    pub count: u64,
    /// What is counted for instructions, and how many of them one of the above is.
    pub record: &'static str,
    pub records_each: u64,
    /// Two small counts for instructions, whose difference leaves out what a program does at its start.
    pub counts_small: [u64; 2],
    pub reach: Reach,
    /// About how many bytes this many are.
    bytes: fn(u64) -> u64,
    write: fn(u64, &mut Random, &mut Sink) -> io::Result<()>,
}

/// What a solver should reach.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Its time, in that of `wc -l` on the same file.
    pub ratio: f64,
    /// Its peak memory in bytes, for a count.
    pub memory: fn(u64) -> u64,
}

type Random = Xoshiro256PlusPlus;
type Sink = BufWriter<File>;

const MIB: u64 = 1 << 20;

/// All of them, problem by problem.
pub const FAMILIES: [Family; 6] = [
    Family {
        problem: "euler",
        kind: "random",
        name: "random boards",
        count: 10_000_000,
        record: "board",
        records_each: 1,
        counts_small: [2_000, 10_000],
        reach: Reach { ratio: 3.0, memory: |_| 4 * MIB },
        bytes: |boards| 21 * boards,
        write: euler_boards,
    },
    Family {
        problem: "tomek",
        kind: "reachable",
        name: "random reachable boards",
        count: 10_000_000,
        record: "board",
        records_each: 1,
        counts_small: [2_000, 10_000],
        reach: Reach { ratio: 3.5, memory: |_| 4 * MIB },
        bytes: |boards| 21 * boards,
        write: tomek_boards,
    },
    Family {
        problem: "chess-sg",
        kind: "random",
        name: "pieces with nine-digit coordinates",
        count: 10_000_000,
        record: "piece",
        records_each: 1,
        counts_small: [2_000, 10_000],
        reach: Reach { ratio: 6.0, memory: |_| 4 * MIB },
        bytes: |pieces| 22 * pieces,
        write: pieces,
    },
    Family {
        problem: "dag-sg",
        kind: "complete",
        name: "complete graphs of 1,000 shuffled nodes",
        count: 104,
        record: "arc",
        records_each: COMPLETE_NODES * (COMPLETE_NODES - 1) / 2,
        counts_small: [1, 2],
        reach: Reach { ratio: 8.0, memory: |_| 8 * MIB },
        bytes: |graphs| 1_946_000 * graphs,
        write: complete_graphs,
    },
    Family {
        problem: "dag-sg",
        kind: "ordered",
        name: "nodes with 20 arcs each in one graph, options first",
        count: 1_000_000,
        record: "arc",
        records_each: DEGREE,
        counts_small: [1_000, 5_000],
        reach: LARGE_GRAPH,
        bytes: large_graph_bytes,
        write: |nodes, random, out| large_graph(&(0..nodes as u32).collect::<Vec<_>>(), random, out),
    },
    Family {
        problem: "dag-sg",
        kind: "shuffled",
        name: "nodes with 20 arcs each in one graph, shuffled",
        count: 1_000_000,
        record: "arc",
        records_each: DEGREE,
        counts_small: [1_000, 5_000],
        reach: LARGE_GRAPH,
        bytes: large_graph_bytes,
        write: |nodes, random, out| large_graph(&shuffled(nodes, random), random, out),
    },
];

/// Five bytes an arc, 16 a node, and 8 MiB.
const LARGE_GRAPH: Reach = Reach { ratio: 10.0, memory: |nodes| (5 * DEGREE + 16) * nodes + 8 * MIB };

impl Family {
    /// How many there are in about this many bytes; 0 if not even one fits.
    pub fn count_in(&self, bytes: u64) -> u64 {
        let (mut fits, mut too_many) = (0, bytes);
        while too_many - fits > 1 {
            let middle = fits + (too_many - fits) / 2;
            *if (self.bytes)(middle) <= bytes { &mut fits } else { &mut too_many } = middle;
        }
        fits
    }

    /// The input with this count, made in `folder` if it is not there from an earlier time. The same bytes on every
    /// machine.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn make(&self, count: u64, folder: &Path) -> Result<PathBuf> {
        let path = folder.join(format!("{}-{}-{count}-{EDITION}.in", self.problem, self.kind));
        if !path.is_file() {
            // Under another name until it is whole.
            let part = path.with_extension("part");
            fs::create_dir_all(folder)
                .and_then(|()| {
                    let mut out = BufWriter::with_capacity(BUFFER, File::create(&part)?);
                    (self.write)(count, &mut Random::seed_from_u64(SEED), &mut out)?;
                    out.into_inner()?.sync_all()
                })
                .and_then(|()| fs::rename(&part, &path))
                .with_context(|| format!("cannot make {}", path.display()))?;
        }
        Ok(path)
    }
}

/// A board in sixteen random bits, at least one square of it free.
fn euler_boards(boards: u64, random: &mut Random, out: &mut Sink) -> io::Result<()> {
    let rows: [[u8; 5]; 16] = std::array::from_fn(|bits: usize| {
        let square = |column: usize| if bits >> column & 1 == 1 { b'X' } else { b'.' };
        [square(0), square(1), square(2), square(3), b'\n']
    });
    writeln!(out, "{boards}")?;
    for _ in 0..boards {
        let board = random.random_range(..u16::MAX);
        out.write_all(b"\n")?;
        for row in 0..4 {
            out.write_all(&rows[usize::from(board >> (4 * row) & 15)])?;
        }
    }
    Ok(())
}

/// A board as a game leaves it: a T or none, then X and O in turn, up to a random number of moves or a win.
fn tomek_boards(boards: u64, random: &mut Random, out: &mut Sink) -> io::Result<()> {
    const LINES: [u16; 10] = [0x000F, 0x00F0, 0x0F00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];
    writeln!(out, "{boards}")?;
    let mut squares: [usize; 16] = std::array::from_fn(|square| square);
    for _ in 0..boards {
        let mut text = *b"....\n....\n....\n....\n\n";
        squares.shuffle(random);
        let mut turns = squares[..random.random_range(0..=squares.len())].iter();
        let mut held = [0_u16; 2];
        if random.random()
            && let Some(&square) = turns.next()
        {
            held = [1 << square; 2];
            text[square + square / 4] = b'T';
        }
        for (turn, &square) in turns.enumerate() {
            held[turn % 2] |= 1 << square;
            text[square + square / 4] = b"XO"[turn % 2];
            if LINES.iter().any(|line| held[turn % 2] & line == *line) {
                break;
            }
        }
        out.write_all(&text)?;
    }
    Ok(())
}

fn pieces(pieces: u64, random: &mut Random, out: &mut Sink) -> io::Result<()> {
    writeln!(out, "{pieces}")?;
    for _ in 0..pieces {
        decimal(out, random.random_range(100_000_000..1_000_000_000), b' ')?;
        decimal(out, random.random_range(100_000_000..1_000_000_000), b' ')?;
        out.write_all(&[b"RBKNP"[random.random_range(..5_usize)], b'\n'])?;
    }
    Ok(())
}

/// From each node to all that come before it in a random order.
fn complete_graphs(graphs: u64, random: &mut Random, out: &mut Sink) -> io::Result<()> {
    for _ in 0..graphs {
        let label = shuffled(COMPLETE_NODES, random);
        let rank = inverse(&label);
        decimal(out, COMPLETE_NODES as u32, b'\n')?;
        for node in 0..COMPLETE_NODES as usize {
            node_line(out, &label[..rank[node] as usize])?;
        }
        queries(COMPLETE_NODES as u32, random, out)?;
    }
    Ok(())
}

/// The node of each rank leads to 20 of lower ranks, with repetitions; rank 0 leads nowhere and the last one to 40,
/// so that there are 20 arcs a node.
fn large_graph(label: &[u32], random: &mut Random, out: &mut Sink) -> io::Result<()> {
    let nodes = label.len() as u32;
    let mut options = Vec::new();
    decimal(out, nodes, b'\n')?;
    for rank in inverse(label) {
        let degree = if rank == 0 {
            0
        } else if rank == nodes - 1 {
            2 * DEGREE
        } else {
            DEGREE
        };
        options.clear();
        options.extend((0..degree).map(|_| label[random.random_range(..rank) as usize]));
        node_line(out, &options)?;
    }
    queries(nodes, random, out)
}

fn large_graph_bytes(nodes: u64) -> u64 {
    // How long the labels are: each number from a power of ten on has a digit more.
    let digits: u64 = (0..).map_while(|power| nodes.checked_sub(10_u64.pow(power))).sum();
    DEGREE * (digits + nodes) + 3 * nodes
}

fn queries(nodes: u32, random: &mut Random, out: &mut Sink) -> io::Result<()> {
    for _ in 0..QUERIES {
        let positions = [(); QUERIES].map(|()| random.random_range(..nodes));
        node_line(out, &positions[..random.random_range(1..=QUERIES)])?;
    }
    out.write_all(b"0\n")
}

/// How many numbers there are, and the numbers.
fn node_line(out: &mut Sink, numbers: &[u32]) -> io::Result<()> {
    let Some((last, others)) = numbers.split_last() else { return out.write_all(b"0\n") };
    decimal(out, numbers.len() as u32, b' ')?;
    for &number in others {
        decimal(out, number, b' ')?;
    }
    decimal(out, *last, b'\n')
}

fn shuffled(count: u64, random: &mut impl Rng) -> Vec<u32> {
    let mut values: Vec<u32> = (0..count as u32).collect();
    values.shuffle(random);
    values
}

fn inverse(permutation: &[u32]) -> Vec<u32> {
    let mut inverse = vec![0; permutation.len()];
    for (index, &value) in (0..).zip(permutation) {
        inverse[value as usize] = index;
    }
    inverse
}

/// Writes a number and a byte behind it: several times as fast as `write!`.
fn decimal(out: &mut Sink, number: u32, behind: u8) -> io::Result<()> {
    let mut text = [behind; 11];
    let mut start = text.len() - 1;
    let mut rest = number;
    loop {
        start -= 1;
        text[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            return out.write_all(&text[start..]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn text(family: &Family, count: u64) -> String {
        let folder = tempfile::tempdir().unwrap();
        fs::read_to_string(family.make(count, folder.path()).unwrap()).unwrap()
    }

    #[test]
    fn inputs_are_what_the_oracles_take() {
        for family in FAMILIES {
            let count = if family.count < 1000 { 1 } else { 1000 };
            let input = text(&family, count);
            let problem = oracles::problem(family.problem).unwrap();
            let answer = problem.answer(&input).unwrap_or_else(|error| panic!("{}: {error}", family.name));
            let mut kinds: Vec<_> = answer.lines().map(|line| line.rsplit(": ").next().unwrap()).collect();
            kinds.sort_unstable();
            kinds.dedup();
            if family.record == "board" {
                assert!(kinds.len() > 1, "{}: always {kinds:?}", family.name);
            }
        }
    }

    #[test]
    fn sizes_are_as_foretold() {
        for family in FAMILIES {
            for bytes in [100_000, 1_000_000, 4_000_000] {
                let count = family.count_in(bytes);
                if count > 0 {
                    let made = text(&family, count).len() as f64;
                    let told = (family.bytes)(count) as f64;
                    assert!((made / told - 1.0).abs() < 0.1, "{}: {made} for {told}", family.name);
                }
            }
        }
    }

    #[test]
    fn a_graph_has_twenty_arcs_a_node() {
        let input = text(&FAMILIES[5], 100);
        let degrees: Vec<u64> = input
            .lines()
            .skip(1)
            .take(100)
            .map(|line| line.split(' ').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(degrees.iter().sum::<u64>(), 2000);
    }

    #[test]
    fn decimals_are_the_formatters() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("numbers");
        let numbers = [0, 9, 10, 99, 100, 1_000_000, u32::MAX];
        let mut out = BufWriter::new(File::create(&path).unwrap());
        numbers.iter().for_each(|&number| decimal(&mut out, number, b' ').unwrap());
        drop(out);
        assert_eq!(fs::read_to_string(path).unwrap(), numbers.map(|number| format!("{number} ")).concat());
    }
}
