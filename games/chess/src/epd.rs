//! Lines of files of positions: FEN, or EPD with what is known of the position (S. Edwards 1995).
//!
//! `bm` are the best moves, `am` mistakes, `dm 3` a mate in three moves; `bm #3` and `bm #-3`, as some collections
//! write it, say in how many moves the side to move mates or is mated. Everything else is left out.

use cozy_chess::Move;
use plyglot_search::{Describe, KnownAnswer, ParseError, Score};

use crate::fen;
use crate::position::Chess;

/// The most moves of a mate that are read.
const MOST: u32 = 400;

/// A position, and its known answer.
pub(crate) type Record = (Chess, Option<KnownAnswer<Move>>);

/// That of a line.
pub(crate) fn read(line: &str, chess960: bool) -> Result<Record, ParseError> {
    let (fields, rest) = fields(line);
    let game = fen::read(&fields, chess960)?;
    let mut answer = KnownAnswer::nothing();
    for operation in operations(rest) {
        let mut words = operation.split_whitespace();
        match words.next() {
            Some("bm") => {
                for word in words.filter(|word| !matches!(*word, "+" | "#")) {
                    match word.strip_prefix('#') {
                        Some(moves) => answer.ends = Some(mate(moves)?),
                        None => answer.best.push(game.parse_move(word)?),
                    }
                }
            }
            Some("am") => {
                let moves: Result<Vec<Move>, _> = words.map(|word| game.parse_move(word)).collect();
                answer.avoid.extend(moves?);
            }
            Some("dm") => answer.ends = Some(mate(words.next().unwrap_or_default())?),
            _ => {}
        }
    }
    let known = answer != KnownAnswer::nothing();
    Ok((game, known.then_some(answer)))
}

/// The fields of the position, and what is behind them.
fn fields(line: &str) -> (Vec<&str>, &str) {
    let (mut fields, mut rest) = (Vec::new(), line.trim());
    while !rest.is_empty() && !rest.starts_with(';') && fields.len() < 6 {
        let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let is_operation = fields.len() >= 2 && ["bm", "am", "dm", "id"].contains(&word);
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        if is_operation || (fields.len() >= 4 && !is_number) {
            break;
        }
        fields.push(word);
        rest = behind.trim_start();
    }
    (fields, rest)
}

/// The operations, without what stands in quotation marks.
fn operations(text: &str) -> Vec<String> {
    let unquoted: Vec<&str> = text.split('"').step_by(2).collect();
    unquoted.join(" ").split(';').map(str::to_string).collect()
}

/// In how many moves the side to move mates, or is mated where it is negative.
fn mate(moves: &str) -> Result<Score, ParseError> {
    let number: Option<i32> = moves.parse().ok();
    let in_range = number.filter(|moves| *moves != 0 && moves.unsigned_abs() <= MOST);
    let Some(moves) = in_range else {
        let message = format!("{moves:?} is not a number of moves to mate: write 1 to {MOST}");
        return Err(ParseError::new(message));
    };
    let plies = 2 * moves.unsigned_abs();
    Ok(if moves > 0 { Score::win_in(plies - 1) } else { Score::loss_in(plies) })
}
