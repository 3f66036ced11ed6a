//! Ways to end a game, and who wins.

use std::fmt;
use std::ops::Not;

/// What happens to the player who cannot move.
///
/// ```
/// use cgt_core::{Outcome, Play};
///
/// assert_eq!(Play::Normal.terminal(), Outcome::P);
/// assert_eq!(Play::Misere.terminal(), Outcome::N);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// Whoever cannot move loses: the last move wins.
    Normal,
    /// Whoever cannot move wins: the last move loses.
    Misere,
}

impl Play {
    /// The outcome of a position without options.
    #[must_use]
    pub const fn terminal(self) -> Outcome {
        match self {
            Self::Normal => Outcome::P,
            Self::Misere => Outcome::N,
        }
    }
}

/// Who wins a position of an impartial game when both play perfectly.
///
/// ```
/// use cgt_core::Outcome;
///
/// assert!(Outcome::N.is_n());
/// assert_eq!(!Outcome::N, Outcome::P);
/// assert_eq!(Outcome::P.to_string(), "P-position");
/// // A position is an N-position exactly if some option is a P-position.
/// assert_eq!(Outcome::of_options([Outcome::N, Outcome::P]), Outcome::N);
/// assert_eq!(Outcome::of_options([Outcome::N, Outcome::N]), Outcome::P);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The previous player wins: whoever is to move loses.
    P,
    /// The next player wins: whoever is to move has a winning move.
    N,
}

impl Outcome {
    /// Whether the player to move loses.
    #[must_use]
    pub const fn is_p(self) -> bool {
        matches!(self, Self::P)
    }

    /// Whether the player to move wins.
    #[must_use]
    pub const fn is_n(self) -> bool {
        matches!(self, Self::N)
    }

    /// The outcome of a position with these options, of which there is at least one; for a position without
    /// options see [`Play::terminal`].
    #[must_use]
    pub fn of_options(options: impl IntoIterator<Item = Self>) -> Self {
        if options.into_iter().any(Self::is_p) {
            Self::N
        } else {
            Self::P
        }
    }
}

impl Not for Outcome {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::P => Self::N,
            Self::N => Self::P,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::P => "P-position",
            Self::N => "N-position",
        })
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn one_losing_option_wins() {
        use Outcome::{N, P};
        for (options, expected) in [([P, P], N), ([P, N], N), ([N, P], N), ([N, N], P)] {
            let outcome = Outcome::of_options(options);
            assert_eq!(outcome, expected, "{options:?}");
            assert_eq!((outcome.is_n(), outcome.is_p()), (expected == N, expected == P));
            assert_eq!((!outcome, !!outcome), (if expected == N { P } else { N }, expected));
        }
        assert_eq!([Play::Normal, Play::Misere].map(Play::terminal), [P, N]);
    }

    #[test]
    fn names_keep_to_a_width() {
        assert_eq!(format!("{:<12}|{:>11}", Outcome::P, Outcome::N), "P-position  | N-position");
    }
}
