//! Texts in formats that are not read here, by what they look like: a message names the format and what is read instead,
//! where a reader of moves could only say that its first letter is not one.
//!
//! Only asked when a text could not be read. Cost: a look at its first words.

use plyglot_open::{DoorError, ParseError, Position};
use plyglot_search::recorded;

use super::line::ggf_of;

/// The error of a text, or the name of the format that it looks like, with what the game of `start` reads.
pub(super) fn named(start: &Position, text: &str, error: DoorError) -> DoorError {
    if !matches!(error, DoorError::Text(_)) {
        return error;
    }
    of(start, text).unwrap_or(error)
}

/// What is said of a text that looks like a format of others.
pub(super) fn of(start: &Position, text: &str) -> Option<DoorError> {
    let format = foreign_format(text)?;
    if start.facts().formats.iter().any(|own| own == format) {
        return None;
    }
    let reads = reads(start).unwrap_or_else(|_| "moves and positions".into());
    let message = format!("looks like {format}; {} reads {reads}", start.facts().name);
    Some(ParseError::new(message).into())
}

/// What the game reads, with examples.
fn reads(start: &Position) -> Result<String, DoorError> {
    let (first, mut at, mut moves) = (start.after_plies(0), start.after_plies(0), Vec::new());
    while moves.len() < 2 && at.outcome().is_none() {
        let Some(&mv) = at.moves()?.first() else { break };
        moves.push(at.move_text(mv)?);
        at.play(mv)?;
    }
    let formats = start.facts().formats.iter().map(|name| format!("{name}, ")).collect::<String>();
    let (moves, position) = (moves.join(" "), first.text()?);
    Ok(format!("{formats}moves like {moves}, and positions like {position}"))
}

/// The format that a text looks like, if it is one that is known here: "PDN", "SGF".
pub fn foreign_format(text: &str) -> Option<&'static str> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if is_sgf(text) {
        Some("SGF")
    } else if recorded::begins_with_tag(text) {
        Some(if is_draughts(text) { "PDN" } else { "PGN" })
    } else if recorded::is_recorded(text) && is_draughts(text) {
        Some("PDN")
    } else {
        None
    }
}

/// A node of a tree, `(;GM[11]...` or `;B[aa]`. GGF begins alike, but has the name of its game.
fn is_sgf(text: &str) -> bool {
    let has_number = |text: &str| {
        text.split_once("GM[")
            .is_some_and(|(_, of)| of.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    };
    let moves = [";B[", ";W["];
    match text.strip_prefix('(').map(str::trim_start) {
        Some(tree) if tree.starts_with(';') => {
            let signs = text.contains("FF[") || moves.iter().any(|mv| text.contains(mv));
            ggf_of(text).is_none() && (signs || has_number(text))
        }
        _ => moves.iter().any(|mv| text.starts_with(mv)),
    }
}

/// True if there are moves between numbered squares, or a position of draughts.
fn is_draughts(text: &str) -> bool {
    let between = |word: &str| {
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = word.strip_prefix(['-', 'x', ':']).unwrap_or_default();
        rest.starts_with(|c: char| c.is_ascii_digit())
    };
    // A number may stand directly before its move, and a result is written like a move.
    let words = text.split_whitespace().map(|word| word.rsplit('.').next().unwrap_or_default());
    let mut moves = words.filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let is_result = |word: &&str| matches!(*word, "1-0" | "0-1" | "2-0" | "0-2" | "1-1" | "0-0");
    let position = ["GameType", "\"W:", "\"B:"].iter().any(|sign| text.contains(sign));
    position || moves.any(|word| between(word) && !is_result(&word))
}

#[cfg(test)]
mod tests {
    use super::foreign_format;

    #[test]
    fn formats_of_others_are_known_by_their_first_words() {
        for (text, expected) in [
            ("1. 11-15 23-19 2. 8-11", Some("PDN")),
            ("1.11-15 23-19", Some("PDN")),
            ("[FEN \"W:WK19,K23:B12,K28\"]", Some("PDN")),
            ("[Event \"?\"] [Result \"1-0\"] 1. 9-13 1-0", Some("PDN")),
            ("[Event \"?\"] [Result \"1-0\"] 1. e4 e5 1-0", Some("PGN")),
            ("\u{feff}[Event \"?\"]", Some("PGN")),
            ("1. e4 e5", None),
            ("1) f5 d6", None),
            ("(;FF[4]GM[11]SZ[11];B[aa])", Some("SGF")),
            ("( ; GM [ 1 ] FF[4])", Some("SGF")),
            (";B[dd];W[pp]", Some("SGF")),
            ("(;GM[Othello]PB[A]B[F5];)", None),
            ("f5 d6", None),
            ("9-13 21-17", None),
            ("1 6 4", None),
            ("B:W18,K27:B5-8,12", None),
            ("4,4,4:0 4,4,4:0 south", None),
            ("X..O/..../.... x", None),
            ("", None),
        ] {
            assert_eq!(foreign_format(text), expected, "{text}");
        }
    }
}
