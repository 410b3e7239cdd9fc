//! Games as people have them: in SGF, and as links to HexWorld.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `sgf` | SGF, as HexGui, PlayHex and Little Golem write it |
//! | `hexworld` | links to HexWorld |
//!
//! A swap of sides leaves the stone where it is and exchanges the players. Here the stone is exchanged instead, so what
//! follows is read mirrored along the long diagonal, which is the same game.

mod hexworld;
mod sgf;

use plyglot_games_common::grid;
use plyglot_games_common::properties::{PropertyError, quoted};
use plyglot_search::{CommentSlots, Describe, Game, GameFile, ParseError, recorded};

use super::bits::Cells;
use super::position::{HexOf, SWAP};

/// What people call the formats, numbered moves among them.
pub(super) const NAMES: [&str; 3] = [sgf::NAME, hexworld::NAME, recorded::NUMBERED];

type Read<C> = Result<GameFile<HexOf<C>, u8>, PropertyError>;

/// The game of a text in one of the formats; `None` of one that is in none.
pub(super) fn read<C: Cells>(
    start: &HexOf<C>,
    text: &str,
) -> Option<Result<GameFile<HexOf<C>, u8>, ParseError>> {
    let read = if sgf::is_sgf(text) {
        sgf::read(start, text)
    } else if let Some(fragment) = hexworld::fragment(text) {
        hexworld::read(start, fragment)
    } else {
        return None;
    };
    Some(read.map_err(|error| ParseError::new(error.to_string())))
}

/// The moves of a game as they are read.
struct Line<C: Cells> {
    start: HexOf<C>,
    now: HexOf<C>,
    moves: Vec<u8>,
    /// True behind a swap of sides.
    mirrored: bool,
}

impl<C: Cells> Line<C> {
    fn new(start: HexOf<C>) -> Self {
        Line { start, now: start, moves: Vec::new(), mirrored: false }
    }

    /// Plays what stands at this place: a cell by its column and row, from 0.
    fn cell(&mut self, at: usize, (column, row): (usize, usize)) -> Result<(), PropertyError> {
        let (column, row) = if self.mirrored { (row, column) } else { (column, row) };
        self.play(at, &grid::name(column, row))
    }

    fn play(&mut self, at: usize, text: &str) -> Result<(), PropertyError> {
        let number = self.moves.len() + 1;
        let wrong = |error: ParseError| PropertyError::new(at, format!("move {number}: {error}"));
        let mv = self.now.parse_move(text).map_err(wrong)?;
        self.now.play(mv);
        self.moves.push(mv);
        Ok(())
    }

    /// The second player takes the first stone over.
    fn swap(&mut self, at: usize, sides: bool) -> Result<(), PropertyError> {
        if !self.now.swaps {
            let message = format!(
                "move {}: there is no swap in this game; ask for hex:{},swap",
                self.moves.len() + 1,
                self.now.size()
            );
            return Err(PropertyError::new(at, message));
        }
        self.play(at, &self.now.notation(SWAP))?;
        self.mirrored ^= sides;
        Ok(())
    }

    fn file(self, format: &str, tags: Vec<(String, String)>, slots: CommentSlots) -> Read<C> {
        let Line { start, moves, .. } = self;
        Ok(GameFile { format: format.into(), start, moves, tags, slots })
    }
}

/// Refuses a game on a board of another size.
fn check_size(at: usize, given: usize, wanted: usize) -> Result<(), PropertyError> {
    if given == wanted {
        return Ok(());
    }
    let message = format!("a board of {given} by {given}, not of {wanted}; ask for hex:{given}");
    Err(PropertyError::new(at, message))
}

/// A cell, by letter and number (`a11`) or by two letters, column and row from 0.
fn cell(text: &str) -> Option<(usize, usize)> {
    let letter = |byte: u8| {
        let letter = byte.to_ascii_lowercase();
        letter.is_ascii_lowercase().then(|| usize::from(letter - b'a'))
    };
    let (&first, rest) = text.as_bytes().split_first()?;
    let row = match rest {
        &[second] if second.is_ascii_alphabetic() => letter(second)?,
        digits if digits.iter().all(u8::is_ascii_digit) => {
            std::str::from_utf8(digits).ok()?.parse::<usize>().ok()?.checked_sub(1)?
        }
        _ => return None,
    };
    Some((letter(first)?, row))
}

fn not_a_cell(at: usize, text: &str) -> PropertyError {
    let message =
        format!("{} is not a cell: write a letter and a number, such as a1", quoted(text));
    PropertyError::new(at, message)
}

#[cfg(test)]
mod tests {
    use super::super::position::Hex;
    use super::*;

    fn game(size: usize, swaps: bool) -> Hex {
        Hex::new(size).expect("a board").swapping(swaps)
    }

    fn line(start: Hex, text: &str) -> Result<String, String> {
        let file = read(&start, text).expect("a format").map_err(|error| error.to_string())?;
        let moves = plyglot_search::line_notation(file.start, &file.moves).expect("legal");
        Ok(format!("{} {}", file.format, moves.join(" ")))
    }

    #[test]
    fn games_are_read_as_sites_and_programs_write_them() {
        for (size, swaps, text, moves) in [
            (5, false, "(;AP[HexGui:0.2]FF[4]GM[11]SZ[5];B[a1];W[e5];B[c3])", "SGF a1 e5 c3"),
            (5, true, "(;FF[4]GM[11]SZ[5]PB[A];B[c2];W[swap-pieces];B[e1])", "SGF c2 swap e1"),
            // Little Golem: two letters, and the first player is W.
            (
                5,
                true,
                "(;FF[4]EV[hex.mc.1]PB[A]PW[B]SZ[5]RE[B]SO[x];W[cb];B[swap];W[ea];B[resign])",
                "SGF c2 swap e1",
            ),
            // Sides exchanged: what follows is mirrored.
            (5, true, "(;FF[4]GM[11]SZ[5:5];B[c2];W[swap-sides];W[a5])", "SGF c2 swap e1"),
            (
                5,
                false,
                "(;FF[4]GM[11]SZ[5];B[a1](;W[e5];B[c3](;W[b1])(;W[b2]))(;W[e4]))",
                "SGF a1 e5 c3 b1",
            ),
            (5, false, "https://hexworld.org/board/#5c1,a1e5,c3", "HexWorld links a1 e5"),
            (5, false, "https://hexworld.org/board/#5r10n,a1e5c3:rw", "HexWorld links a1 e5 c3"),
            (5, true, "https://www.hexworld.org/board/#5c1,c2:se1", "HexWorld links c2 swap e1"),
            (5, false, "https://hexworld.org/board/#5", "HexWorld links "),
        ] {
            assert_eq!(line(game(size, swaps), text).as_deref(), Ok(moves), "{text}");
        }
        assert!(read(&game(5, false), "a1 b2").is_none());
        assert!(read(&game(5, false), "(;GM[Othello]B[F5];)").is_none());
    }

    #[test]
    fn what_cannot_be_played_here_is_named_with_its_place() {
        for (size, text, message) in [
            (3, "(;GM[1]SZ[3];B[aa])", "character 6: GM[1] is Go, not Hex"),
            (
                3,
                "(;GM[11]SZ[13];B[aa])",
                "character 12: a board of 13 by 13, not of 3; ask for hex:13",
            ),
            (3, "(;SZ[3:4])", "SZ: \"3:4\" is not a size of a side"),
            (
                3,
                "(;SZ[3];B[a1];W[swap])",
                "character 17: move 2: there is no swap in this game; ask for hex:3,swap",
            ),
            (3, "(;SZ[3];B[a1];W[a1])", "move 2: \"a1\" is not a legal move: the cell is taken"),
            (3, "(;SZ[3];B[a1];W[d1])", "character 17: move 2: \"d1\" is not a legal move"),
            (3, "(;SZ[3];B[a1];B[b1])", "character 15: B moves twice"),
            (3, "(;SZ[3];B[a1]W[b1])", "the node has a second move"),
            (3, "(;SZ[3];B[?])", "\"?\" is not a cell"),
            (3, "(;SZ[3];B[a1]", "the game does not end"),
            (3, "(;SZ[3];B[a1])(;SZ[3])", "a second game begins"),
            (3, "(;SZ[3];B[a1](;W[b1]);W[b2])", "a variation or \")\" is needed"),
            (3, "(;SZ[3]AB[a1][a1])", "no empty cell"),
            (3, "(;SZ[3]AB[a1][a2])", "stones: Red 2, Blue 0"),
            (3, "(;SZ[3]AB[a1]PL[B];B[b2])", "PL: by the number of the stones Blue is to move"),
            (3, "https://hexworld.org/board/#4,a1", "a board of 4 by 4, not of 3"),
            (3, "https://hexworld.org/board/#3x4,a1", "a board of 3 by 4: both sides"),
            (3, "https://hexworld.org/board/#c1,a1", "needs the size of the board"),
            (3, "https://hexworld.org/board/#3,a1:p", "a pass (:p)"),
            (3, "https://hexworld.org/board/#3,a1é2", "is not a cell"),
            (3, "https://hexworld.org/board/#3,a1:", "is not a cell"),
        ] {
            let error = line(game(size, false), text).expect_err(text);
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
