//! Short formulas for the values of a board, tried one after another.

use std::fmt;

/// A number that a square has without asking for its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atom {
    X,
    Y,
    Sum,
    Xor,
    Min,
    Max,
    Difference,
}

const ATOMS: [Atom; 7] = [Atom::X, Atom::Y, Atom::Sum, Atom::Min, Atom::Xor, Atom::Difference, Atom::Max];

impl Atom {
    const fn of(self, x: u64, y: u64) -> u64 {
        match self {
            Self::X => x,
            Self::Y => y,
            Self::Sum => x + y,
            Self::Xor => x ^ y,
            Self::Min => {
                if x < y {
                    x
                } else {
                    y
                }
            }
            Self::Max => {
                if x < y {
                    y
                } else {
                    x
                }
            }
            Self::Difference => x.abs_diff(y),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Sum => "(x + y)",
            Self::Xor => "(x xor y)",
            Self::Min => "min(x, y)",
            Self::Max => "max(x, y)",
            Self::Difference => "|x - y|",
        })
    }
}

/// A formula for the value of square (x, y).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formula {
    Zero,
    Atom(Atom),
    /// `atom mod m`
    Rest(Atom, u64),
    /// `floor(atom / m)`
    Quotient(Atom, u64),
    /// `r - 1` if |x - y| < r, else `r`, where `r = atom mod m`
    LessNearDiagonal(Atom, u64),
    /// `a mod m + m (b mod n)`
    Rests((Atom, u64), (Atom, u64)),
    /// `m (floor(x / m) xor floor(y / m)) + atom mod m`
    Nimhoff(u64, Atom),
}

/// The greatest modulus that is tried.
const MODULUS_MAX: u64 = 12;

impl Formula {
    pub const fn of(self, x: u64, y: u64) -> u64 {
        match self {
            Self::Zero => 0,
            Self::Atom(atom) => atom.of(x, y),
            Self::Rest(atom, m) => atom.of(x, y) % m,
            Self::Quotient(atom, m) => atom.of(x, y) / m,
            Self::LessNearDiagonal(atom, m) => {
                let rest = atom.of(x, y) % m;
                rest - (x.abs_diff(y) < rest) as u64
            }
            Self::Rests((a, m), (b, n)) => a.of(x, y) % m + m * (b.of(x, y) % n),
            Self::Nimhoff(m, atom) => m * ((x / m) ^ (y / m)) + atom.of(x, y) % m,
        }
    }

    /// How far from a border or the diagonal, at most, values begin to repeat with the period that is returned, both along diagonals and along
    /// rows and columns; `None` if they do not.
    pub fn period(self) -> Option<usize> {
        let of = |atom: Atom, m: u64| (atom != Atom::Xor || m.is_power_of_two()).then_some(m as usize);
        match self {
            Self::Zero => Some(1),
            Self::Rest(atom, m) | Self::LessNearDiagonal(atom, m) => of(atom, m),
            Self::Rests((a, m), (b, n)) => Some(of(a, m)? * of(b, n)?),
            Self::Atom(_) | Self::Quotient(..) | Self::Nimhoff(..) => None,
        }
    }

    /// All formulas that are tried, shorter ones first.
    fn all() -> impl Iterator<Item = Self> {
        let moduli = || 2..=MODULUS_MAX;
        let rests = move || ATOMS.into_iter().flat_map(move |atom| moduli().map(move |m| (atom, m)));
        let short = [Self::Zero].into_iter().chain(ATOMS.map(Self::Atom));
        let single = rests().flat_map(|(atom, m)| {
            [Self::Rest(atom, m), Self::Quotient(atom, m), Self::LessNearDiagonal(atom, m)]
        });
        let nimhoff = rests().map(|(atom, m)| Self::Nimhoff(m, atom));
        let double = rests().flat_map(move |a| rests().map(move |b| Self::Rests(a, b)));
        short.chain(single).chain(nimhoff).chain(double)
    }

    /// The first few formulas, all of one kind, that give the value of every square of a table with `side` rows and columns.
    pub fn fitting(side: usize, value: impl Fn(usize, usize) -> u32) -> Vec<Self> {
        const WANTED: usize = 3;
        // Nearly all formulas are wrong on one of the first squares; those go by growing distance from the corner.
        let squares = || (0..2 * side).flat_map(move |sum| (0..=sum).map(move |x| (x, sum - x)));
        let squares = || squares().filter(|&(x, y)| x < side && y < side);
        let fits =
            |formula: &Self| squares().all(|(x, y)| formula.of(x as u64, y as u64) == u64::from(value(x, y)));
        // A longer kind of formula only says in another way what a shorter one says.
        let mut fitting = Self::all().filter(fits).take(WANTED).collect::<Vec<_>>();
        if let Some(kind) = fitting.first().map(std::mem::discriminant) {
            fitting.retain(|formula| std::mem::discriminant(formula) == kind);
        }
        fitting
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => f.write_str("0"),
            Self::Atom(Atom::Sum) => f.write_str("x + y"),
            Self::Atom(Atom::Xor) => f.write_str("x xor y"),
            Self::Atom(atom) => write!(f, "{atom}"),
            Self::Rest(atom, m) => write!(f, "{atom} mod {m}"),
            Self::Quotient(atom, m) => write!(f, "floor({atom} / {m})"),
            Self::LessNearDiagonal(atom, m) => {
                write!(f, "r - 1 if |x - y| < r, else r, where r = {atom} mod {m}")
            }
            Self::Rests((a, m), (b, n)) => write!(f, "{a} mod {m} + {m} ({b} mod {n})"),
            Self::Nimhoff(m, atom) => write!(f, "{m} (floor(x / {m}) xor floor(y / {m})) + {atom} mod {m}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cgt_core::quarter_plane::Piece;
    use pretty_assertions::assert_eq;

    fn first(text: &str) -> Option<String> {
        let table = text.parse::<Piece>().expect(text).table(40, 40);
        Formula::fitting(40, |x, y| table.value(x, y)).first().map(ToString::to_string)
    }

    #[test]
    fn the_known_formulas_come_out() {
        let found = |text| first(text).unwrap_or_default();
        assert_eq!(found("R"), "x xor y");
        assert_eq!(found("B"), "min(x, y)");
        assert_eq!(found("K"), "(x + y) mod 2 + 2 (min(x, y) mod 2)");
        assert_eq!(found("N"), "r - 1 if |x - y| < r, else r, where r = min(x, y) mod 3");
        assert_eq!(found("P"), "3 (floor(x / 3) xor floor(y / 3)) + (x + y) mod 3");
        assert_eq!(found("rider(-2,0)"), "floor(x / 2)");
        assert_eq!(first("RB"), None); // Wythoff's queen has no short formula.
    }

    /// Every formula that says that it repeats does, as the proof that it fits everywhere needs.
    #[test]
    fn formulas_repeat_as_they_say() {
        for formula in Formula::all()
            .filter(|formula| !matches!(formula, Formula::Rests((_, 5..), _) | Formula::Rests(_, (_, 5..))))
        {
            let Some(period) = formula.period() else { continue };
            let p = period as u64;
            for m in 0..p + 13 {
                for d in 0..2 * p + 1 {
                    for (x, y, further) in [(m, m + d, (m, m + d + p)), (m + d, m, (m + d + p, m))] {
                        assert_eq!(formula.of(x, y), formula.of(x + p, y + p), "{formula} at {x}, {y}");
                        if d >= p {
                            assert_eq!(
                                formula.of(x, y),
                                formula.of(further.0, further.1),
                                "{formula} at {x}, {y}"
                            );
                        }
                    }
                }
            }
        }
    }
}
