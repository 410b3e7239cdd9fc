//! Lines of moves with the colour of each, as Logistello and its archives have them: `+d3-c5+f6-f5`, where `+` is black and
//! `-` white; behind a colon may stand how the game ended, black's discs less white's. Passes are left out.

use plyglot_search::{CommentSlots, Describe, Game, GameFile, ParseError, Side, quoted};

use crate::position::{Othello, OthelloMove};

/// What people call the format.
pub(super) const NAME: &str = "Logistello lines";

/// True of a text that begins with a sign and a square.
pub(super) fn is_signed(text: &str) -> bool {
    let [sign, column, row, ..] = *text.trim_start().as_bytes() else { return false };
    matches!(sign, b'+' | b'-') && column.is_ascii_alphabetic() && row.is_ascii_digit()
}

/// The game of a line.
pub(super) fn read<const N: usize>(
    start: &Othello<N>,
    text: &str,
) -> Result<GameFile<Othello<N>, OthelloMove>, ParseError> {
    let (line, result) = text.split_once(':').map_or((text, None), |(line, of)| (line, Some(of)));
    let (mut now, mut moves, mut tags) = (start.clone(), Vec::new(), Vec::new());
    let mut rest = line.trim();
    let mut number = 0;
    while let Some(sign) = rest.chars().next() {
        number += 1;
        let side = match sign {
            '+' => Side::First,
            '-' => Side::Second,
            _ => {
                let wrong = format!("{:?}: write + or - and a square", quoted(rest));
                return Err(ParseError::of_move(number, wrong));
            }
        };
        let end = rest[1..].find(['+', '-']).map_or(rest.len(), |at| at + 1);
        let word = rest[1..end].trim();
        rest = &rest[end..];
        if now.outcome().is_some() {
            return Err(ParseError::after_end(number, word));
        }
        if let Some(pass) = now.implied(word) {
            now.play(pass);
            moves.push(pass);
        }
        let mv = now.parse_move(word).map_err(|error| ParseError::of_move(number, error))?;
        if now.to_move() != side {
            let name = Othello::<N>::SIDES[now.to_move() as usize];
            return Err(ParseError::of_move(number, format!("{sign}{word}: it is {name}'s turn")));
        }
        now.play(mv);
        moves.push(mv);
    }
    if let Some(result) = result {
        let value = result.trim();
        if value.parse::<i32>().is_err() {
            let message = format!("{:?} is not a result: write a number such as +4", quoted(value));
            return Err(ParseError::new(message));
        }
        tags.push(("RE".into(), value.into()));
    }
    let slots = CommentSlots::default();
    Ok(GameFile { format: NAME.into(), start: start.clone(), moves, tags, slots })
}

#[cfg(test)]
mod tests {
    use plyglot_search::line_notation;

    use super::*;

    fn moves(text: &str) -> Result<String, String> {
        let start = Othello::<8>::default();
        let file = start.read_game(text).expect("signed").map_err(|error| error.to_string())?;
        Ok(line_notation(start, &file.moves).expect("legal").join(" "))
    }

    #[test]
    fn lines_are_read_with_their_colours_and_result() {
        assert_eq!(moves("+d3-c5+f6-f5: +4").as_deref(), Ok("d3 c5 f6 f5"));
        assert_eq!(moves("  +F5 -d6\n+c3").as_deref(), Ok("f5 d6 c3"));
        let file =
            Othello::<8>::default().read_game("+d3-c5:-04").expect("signed").expect("a game");
        assert_eq!(file.tags, [("RE".into(), "-04".into())]);
        assert!(Othello::<8>::default().read_game("-------- X").is_none());
    }

    #[test]
    fn what_is_wrong_is_named_by_its_move() {
        for (text, message) in [
            ("+d3+c5", "move 2: +c5: it is O (white)'s turn"),
            ("+d3-a1", "move 2: \"a1\" is not a legal move: O turns no disc"),
            ("+d3-", "move 2: \"\" is not a legal move"),
            ("+d3-c5: four", "\"four\" is not a result"),
            ("-d3", "move 1: -d3: it is X (black)'s turn"),
        ] {
            let error = moves(text).expect_err(text);
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
