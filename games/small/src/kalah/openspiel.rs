//! Lines of moves with the numbers of OpenSpiel ("mancala"): `openspiel: 6 11 4`. There the holes of both sides and the stores
//! are counted around the board: South has 1 to 6, 7 is its store, North has 8 to 13. What a line of plain numbers means
//! would depend on its largest one, so such a line says what it is.

use plyglot_search::{CommentSlots, Game, GameFile, ParseError, Side, quoted};

use super::position::Kalah;

/// What people call the format, and what a line of it begins with.
pub(super) const NAME: &str = "openspiel: numbers";
const WORD: &str = "openspiel";

/// The moves of a text that begins with the word.
fn behind_word(text: &str) -> Option<&str> {
    let text = text.trim();
    let (word, rest) = text.split_at_checked(WORD.len())?;
    let rest =
        rest.strip_prefix(':').or_else(|| rest.starts_with(char::is_whitespace).then_some(rest))?;
    word.eq_ignore_ascii_case(WORD).then_some(rest)
}

/// The game of a line, if it is one of these.
pub(super) fn read(start: &Kalah, text: &str) -> Option<Result<GameFile<Kalah, u8>, ParseError>> {
    behind_word(text).map(|moves| {
        let (mut now, mut played) = (*start, Vec::new());
        let is_gap = |c: char| c.is_whitespace() || c == ',';
        for (number, word) in (1..).zip(moves.split(is_gap).filter(|word| !word.is_empty())) {
            if now.outcome().is_some() {
                return Err(ParseError::after_end(number, word));
            }
            let hole = hole(&now, word).map_err(|error| ParseError::of_move(number, error))?;
            now.play(hole);
            played.push(hole);
        }
        let (tags, slots) = (Vec::new(), CommentSlots::default());
        Ok(GameFile { format: NAME.into(), start: *start, moves: played, tags, slots })
    })
}

fn hole(now: &Kalah, word: &str) -> Result<u8, String> {
    let count = now.holes();
    let first = if now.to_move() == Side::First { 1 } else { count + 2 };
    let number: Option<usize> = word.parse().ok();
    let hole = number.and_then(|number| number.checked_sub(first)).filter(|&hole| hole < count);
    let last = first + count - 1;
    let word = quoted(word);
    let hole = hole.ok_or_else(|| {
        format!("{word:?} is not a legal move: write a number from {first} to {last}")
    })?;
    now.unpack(hole as u32)
        .ok_or_else(|| format!("{word:?} is not a legal move: the hole is empty"))
}

#[cfg(test)]
mod tests {
    use plyglot_search::{Describe, line_notation};

    fn moves(text: &str) -> Result<String, String> {
        let start = super::super::text::start("6,4").expect("a size");
        let file =
            start.read_game(text).expect("OpenSpiel's").map_err(|error| error.to_string())?;
        Ok(line_notation(start, &file.moves).expect("legal").join(" "))
    }

    #[test]
    fn the_holes_of_north_are_counted_on() {
        assert_eq!(moves("openspiel: 6 11 4").as_deref(), Ok("6 4 4"));
        assert_eq!(moves("OpenSpiel 3,6,8").as_deref(), Ok("3 6 1"));
        for (text, message) in [
            ("openspiel: 6 4", "move 2: \"4\" is not a legal move: write a number from 8 to 13"),
            ("openspiel: 7", "move 1: \"7\" is not a legal move: write a number from 1 to 6"),
            ("openspiel: x", "move 1: \"x\" is not a legal move"),
            ("openspiel: 3 3", "move 2: \"3\" is not a legal move: the hole is empty"),
        ] {
            assert!(moves(text).expect_err(text).starts_with(message), "{text}: {:?}", moves(text));
        }
        let start = super::super::text::start("6,4").expect("a size");
        assert!(start.read_game("6 11 4").is_none() && start.read_game("openspielen").is_none());
    }
}
