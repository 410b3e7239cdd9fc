//! What the values of a record say: the kind of game, the board, the moves.

use std::fmt;
use std::time::Duration;

use plyglot_games_common::properties::{PropertyValue, quoted};

use super::timer::seconds;
use super::{GgfError, SIZE};

/// Where a move was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// On a square, by its column and row from 0.
    Square(u8, u8),
    /// A pass.
    Pass,
}

impl fmt::Display for Spot {
    /// As the rules read it: `f5`, `pass`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Square(column, row) => {
                write!(out, "{}{}", (b'a' + column) as char, row + 1)
            }
            Spot::Pass => out.write_str("pass"),
        }
    }
}

impl Spot {
    /// A square by its letter and digit, or a pass: `PA` as NBoard writes it, the beginnings and the
    /// whole of `pass`, `--`.
    pub fn parse(text: &str) -> Option<Spot> {
        let is_pass = |word: &str| text.eq_ignore_ascii_case(word);
        if ["--", "p", "pa", "pas", "pass"].into_iter().any(is_pass) {
            return Some(Spot::Pass);
        }
        let &[column, row] = text.as_bytes() else { return None };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        let row = row.wrapping_sub(b'1');
        let fits = |number: u8| usize::from(number) < SIZE;
        (fits(column) && fits(row)).then_some(Spot::Square(column, row))
    }
}

/// A move, with how long it took: `F5`, `F5/1.5`, `F5//3.2`, `F5/1.5/3.2`. Its evaluation (the number in the
/// middle) must be a number, and is ignored.
///
/// # Errors
/// Which part cannot be read.
pub fn read_move(text: &str) -> Result<(Spot, Duration), String> {
    let mut parts = text.split('/').map(str::trim);
    let first = parts.next().unwrap_or_default();
    let spot = Spot::parse(first).ok_or_else(|| {
        format!("{} is not a move: write a square from A1 to H8, or PA to pass", quoted(first))
    })?;
    let [eval, took] = [parts.next(), parts.next()].map(Option::unwrap_or_default);
    if !eval.is_empty() && !is_decimal(eval) {
        return Err(format!("{} is not an evaluation: write a number such as -1.5", quoted(eval)));
    }
    let time = match took {
        "" => Some(Duration::ZERO),
        // Some clocks run backwards a little.
        _ if took.starts_with('-') && is_decimal(took) => Some(Duration::ZERO),
        _ => seconds(took),
    };
    let no_time = || format!("{} is not a time: write seconds, such as 2.5", quoted(took));
    let time = time.ok_or_else(no_time)?;
    match parts.next() {
        Some(more) => Err(format!("{} comes after move, evaluation and time", quoted(more))),
        None => Ok((spot, time)),
    }
}

/// True of a plain number with a sign and a point at most, `-1.50`.
fn is_decimal(text: &str) -> bool {
    let number = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole) && digits(part) && !(whole.is_empty() && part.is_empty())
}

/// Only Othello is supported.
pub(super) fn check_game(PropertyValue { at, text, .. }: &PropertyValue) -> Result<(), GgfError> {
    if text.trim().eq_ignore_ascii_case("othello") {
        return Ok(());
    }
    Err(GgfError::new(*at, format!("GM: the game is {}; only Othello is supported", quoted(text))))
}

/// The kind of match: a size, then letters, such as `8`, `s8r20`, `8a`. How the colours were assigned and
/// how many random discs there are changes nothing on the board; with an `a` the side with fewer discs
/// wins, which is another game.
pub(super) fn check_type(PropertyValue { at, text, .. }: &PropertyValue) -> Result<(), GgfError> {
    let kind = text.to_ascii_lowercase();
    // The number after an r is that of the random discs.
    let from_size = kind.trim_start_matches(|c: char| !c.is_ascii_digit() && c != 'r');
    let size: String = from_size.chars().take_while(char::is_ascii_digit).collect();
    if !size.is_empty() && size != SIZE.to_string() {
        return Err(wrong_size(*at, "TY", &size));
    }
    if kind.contains('a') {
        let message = format!("TY: {} is anti-Othello, which is not supported", quoted(text));
        return Err(GgfError::new(*at, message));
    }
    Ok(())
}

fn wrong_size(at: usize, name: &str, size: &str) -> GgfError {
    let message =
        format!("{name}: a board of size {}; only {SIZE}x{SIZE} is supported", quoted(size));
    GgfError::new(at, message)
}

/// The board: a size, the squares row by row from a1, and who is to move; `*` is black.
pub(super) fn board(PropertyValue { at, text, .. }: &PropertyValue) -> Result<String, GgfError> {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (size, squares) = text.split_at(digits);
    if size.is_empty() {
        let message = format!("BO: the size is missing before {}", quoted(text));
        return Err(GgfError::new(*at, message));
    }
    if size != SIZE.to_string() {
        return Err(wrong_size(*at, "BO", size));
    }
    let marks: Vec<_> = squares.chars().filter(|mark| !mark.is_whitespace()).collect();
    let needed = SIZE * SIZE + 1;
    if marks.len() != needed {
        let found = marks.len();
        let message = format!(
            "BO: {} squares and the side to move are needed, {needed} marks; there are {found}",
            needed - 1
        );
        return Err(GgfError::new(*at, message));
    }
    let mut board = String::with_capacity(needed + 1);
    for (index, mark) in marks.into_iter().enumerate() {
        let is_side = index == needed - 1;
        if is_side {
            board.push(' ');
        }
        board.push(match mark {
            '*' | 'x' | 'X' => 'X',
            'o' | 'O' | '0' => 'O',
            '-' | '.' | '_' if !is_side => '-',
            _ if is_side => {
                let message = format!("BO: {mark:?} is not a side to move: write * (black) or O (white)");
                return Err(GgfError::new(*at, message));
            }
            _ => {
                let square = Spot::Square((index % SIZE) as u8, (index / SIZE) as u8);
                let message = format!(
                    "BO: {mark:?} on {square} is not a square: write * (black), O (white) or - (empty)"
                );
                return Err(GgfError::new(*at, message));
            }
        });
    }
    Ok(board)
}
