//! Games against perfect play: a file a game, and the loop that both share.

pub mod chess_sg;
pub mod euler;

use anyhow::Result;
use std::io::{BufRead, Write};

/// A game between the user and the program.
pub trait Game {
    /// What a user needs to know to type a move.
    const HOW_TO_MOVE: &'static str;
    type Move;

    /// The position, drawn.
    fn board(&self) -> String;

    /// The move that a text means.
    ///
    /// # Errors
    ///
    /// Why it is no move here, in words.
    fn read(&self, text: &str) -> Result<Self::Move, String>;

    fn name(&self, made: &Self::Move) -> String;

    /// A winning move if there is one, else any move; `None` if there is no move.
    fn best(&self) -> Option<Self::Move>;

    /// Whether the player to move wins with perfect play.
    fn is_won(&self) -> bool;

    fn make(&mut self, made: &Self::Move);

    /// Whether whoever finds no move has lost (normal play) or won (misère play).
    fn last_mover_wins(&self) -> bool;
}

/// Plays a game to its end, or until the user has enough: `user_moves` says who is to move first.
///
/// Lines of `input` are moves or one of `hint`, `help` and `quit`; the end of input is as good as `quit`.
///
/// # Errors
///
/// If reading or writing fails.
pub fn play<G: Game>(
    mut game: G,
    mut user_moves: bool,
    mut input: impl BufRead,
    mut out: impl Write,
) -> Result<()> {
    writeln!(out, "{}; `hint`, `help` and `quit` are understood, too", G::HOW_TO_MOVE)?;
    loop {
        write!(out, "\n{}\n", game.board())?;
        let Some(best) = game.best() else {
            let who = if user_moves == game.last_mover_wins() { "I win" } else { "you win" };
            writeln!(out, "{} cannot move: {who}", if user_moves { "you" } else { "I" })?;
            return Ok(());
        };
        let made = if user_moves {
            match ask(&game, &mut input, &mut out)? {
                Some(made) => made,
                None => {
                    writeln!(out, "good bye")?;
                    return Ok(());
                }
            }
        } else {
            let outlook = if game.is_won() { "" } else { " (I am lost if you play well)" };
            writeln!(out, "I move {}{outlook}", game.name(&best))?;
            best
        };
        game.make(&made);
        user_moves = !user_moves;
    }
}

/// A move of the user's; `None` if there will be none.
fn ask<G: Game>(game: &G, input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<G::Move>> {
    let mut line = Vec::new();
    loop {
        write!(out, "your move: ")?;
        out.flush()?;
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        match String::from_utf8_lossy(&line).trim().to_lowercase().as_str() {
            "quit" | "q" | "exit" => return Ok(None),
            "help" | "?" => writeln!(out, "{}", G::HOW_TO_MOVE)?,
            "hint" => match game.best().filter(|_| game.is_won()) {
                Some(best) => writeln!(out, "{} wins", game.name(&best))?,
                None => writeln!(out, "every move loses against perfect play")?,
            },
            text => match game.read(text) {
                Ok(made) => return Ok(Some(made)),
                Err(wrong) => writeln!(out, "{wrong}")?,
            },
        }
    }
}
