//! Whether the result that a file gives of a game fits its last position. Told only where the game has ended there: people
//! resign, and lose on time.

use std::cmp::Ordering;

use plyglot_open::{DoorError, Position};
use plyglot_search::Side;

/// The names of the tag: of GGF and SGF, and of PGN.
const NAMES: [&str; 2] = ["RE", "Result"];

/// What a result says of the first player.
enum Claim {
    /// It has won (`Greater`), drawn or lost.
    Result(Ordering),
    /// By so much.
    Margin(i32),
}

impl Claim {
    fn of(text: &str) -> Option<Claim> {
        let text = text.trim();
        Some(Claim::Result(match text {
            "1-0" | "2-0" => Ordering::Greater,
            "0-1" | "0-2" => Ordering::Less,
            "1/2-1/2" | "1-1" | "Draw" => Ordering::Equal,
            "B" => Ordering::Greater,
            "W" => Ordering::Less,
            _ if text.starts_with("B+") => Ordering::Greater,
            _ if text.starts_with("W+") => Ordering::Less,
            // Of GGF; what ended early is marked behind a colon.
            number => return number.parse::<f64>().ok().map(|value| Claim::Margin(value as i32)),
        }))
    }
}

/// What does not fit, in words.
pub(super) fn misfit(
    end: &Position,
    tags: &[(String, String)],
) -> Result<Option<String>, DoorError> {
    let Some(outcome) = end.outcome() else { return Ok(None) };
    let Some((name, text)) = tags.iter().find(|tag| NAMES.contains(&tag.0.as_str())) else {
        return Ok(None);
    };
    let (Some(claim), Some(value)) = (Claim::of(text), end.value(outcome.score())?) else {
        return Ok(None);
    };
    let value = if end.to_move() == Side::First { value } else { -value };
    let fits = match claim {
        Claim::Result(result) => value.cmp(&0) == result,
        Claim::Margin(margin) => value == margin,
    };
    let first = &end.facts().sides[0];
    Ok((!fits).then(|| {
        format!("{name}[{text}] does not fit the moves, which end at {value:+} for {first}")
    }))
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;

    use crate::read::game;

    #[test]
    fn a_result_is_held_against_the_end_of_the_game() {
        let chess = "1. f3 e5 2. g4 Qh4#";
        let tictactoe = "a1 b1 a2 b2 a3";
        for (of, text, note) in [
            ("chess", format!("[Result \"0-1\"] {chess} 0-1"), None),
            (
                "chess",
                format!("[Result \"1-0\"] {chess}"),
                Some("Result[1-0] does not fit the moves, which end at -1 for White"),
            ),
            // Given up.
            ("chess", "[Result \"1-0\"] 1. f3 e5 1-0".into(), None),
            ("chess", format!("[Result \"*\"] {chess} *"), None),
            (
                "tictactoe",
                format!("[Result \"1/2-1/2\"] 1. {tictactoe}"),
                Some("Result[1/2-1/2] does not fit the moves, which end at +1"),
            ),
            (
                "hex:2",
                "(;FF[4]GM[11]SZ[2]RE[W+];B[b1];W[b2];B[a2])".into(),
                Some("RE[W+] does not fit the moves, which end at +1 for Red"),
            ),
            ("hex:2", "(;FF[4]GM[11]SZ[2]RE[B+];B[b1];W[b2];B[a2])".into(), None),
        ] {
            let start = builtin().open(of).and_then(|game| game.start()).expect("a game");
            let record = game(&start, &text).expect("it is legal");
            let found = record.notes().next();
            match note {
                Some(note) => {
                    assert!(found.is_some_and(|found| found.starts_with(note)), "{text}: {found:?}")
                }
                None => assert_eq!(found, None, "{text}"),
            }
        }
    }
}
