//! The board as a terminal shows it: pieces by signs and colours, what the last move changed marked.
//!
//! A game draws its board as plain text and names the letters of its pieces
//! ([`Describe::PIECES`](plyglot_search::Describe::PIECES)). Where colours are shown, a letter that stands alone
//! takes the colour of its side, and on a terminal for Unicode its sign. The last move is found by comparing the
//! board with the one before: first a piece where there was none; else a piece that has replaced another; else
//! any other mark or number that is new. It costs a look at each character, once a move.

use plyglot_open::{DoorError, Position, Side};
use plyglot_wire::Count;

use crate::output::paint::{self, Style};

/// The board of a position, as far as this output shows colours, above what people count on it; `before` is the position
/// from which the last move was made.
pub(crate) fn text(at: &Position, before: Option<&Position>) -> Result<String, DoorError> {
    let mut board = at.board()?.trim_end().to_owned();
    if paint::on_output() {
        let before = before.map(Position::board).transpose()?;
        board = Painted { at, signs: paint::signs() }.board(&board, before.as_deref());
    }
    let counts = counted(at)?;
    Ok(if counts.is_empty() { board } else { format!("{board}\n\n{counts}") })
}

/// What people count on the board: `discs: X (black) 2, O (white) 2; empty: 60`.
fn counted(at: &Position) -> Result<String, DoorError> {
    let mut parts: Vec<(String, Vec<String>)> = Vec::new();
    for Count { side, what, count } in Count::all(at)? {
        let whose = side.map_or_else(String::new, |side| format!("{} ", at.facts().side(side)));
        let said = format!("{whose}{count}");
        match parts.iter_mut().find(|(of, _)| *of == what) {
            Some((_, counts)) => counts.push(said),
            None => parts.push((what, vec![said])),
        }
    }
    let said = parts.into_iter().map(|(what, counts)| format!("{what}: {}", counts.join(", ")));
    Ok(said.collect::<Vec<_>>().join("; "))
}

struct Painted<'a> {
    at: &'a Position,
    /// Whether letters are replaced by signs.
    signs: bool,
}

/// How much a character of the board says of the last move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    None,
    Mark,
    Exchange,
    Piece,
}

impl Painted<'_> {
    fn board(&self, board: &str, before: Option<&str>) -> String {
        let rows: Vec<Vec<char>> = board.lines().map(|line| line.chars().collect()).collect();
        let old: Vec<Vec<char>> =
            before.unwrap_or(board).lines().map(|line| line.chars().collect()).collect();
        let change = |row: usize, column: usize| self.change(&rows[row], old.get(row), column);
        let places = || {
            let columns = |(row, line): (usize, &Vec<char>)| (0..line.len()).map(move |c| (row, c));
            rows.iter().enumerate().flat_map(columns)
        };
        let most = places().map(|(row, column)| change(row, column)).max();
        let mut text = String::new();
        for (row, line) in rows.iter().enumerate() {
            if row > 0 {
                text.push('\n');
            }
            for (column, &letter) in line.iter().enumerate() {
                let change = change(row, column);
                let is_new = change > Change::None && Some(change) == most;
                text += &self.letter(line, column, letter, is_new);
            }
        }
        text
    }

    fn change(&self, row: &[char], old: Option<&Vec<char>>, column: usize) -> Change {
        let Some(&was) = old.and_then(|old| old.get(column)) else { return Change::None };
        let is = row[column];
        if is == was || is == ' ' {
            return Change::None;
        }
        match (self.side(row, column), old.and_then(|old| self.side(old, column))) {
            (Some(_), None) => Change::Piece,
            (Some(_), Some(_)) => Change::Exchange,
            // Words change as well, and the marks of legal moves.
            (None, _) if is.is_alphabetic() || "+.-·".contains(is) && self.has_pieces() => {
                Change::None
            }
            (None, None) => Change::Mark,
            (None, Some(_)) => Change::None,
        }
    }

    fn has_pieces(&self) -> bool {
        !self.at.facts().pieces.is_empty()
    }

    /// Whose piece stands there: a letter of a piece with no letter or digit beside it, in no row of column
    /// letters.
    fn side(&self, row: &[char], column: usize) -> Option<Side> {
        let letter = row[column];
        let piece = self.at.facts().pieces.iter().find(|piece| piece.letter == letter)?;
        let alone = |at: Option<usize>| {
            at.and_then(|at| row.get(at)).is_none_or(|beside| !beside.is_alphanumeric())
        };
        let is_alone = alone(column.checked_sub(1)) && alone(Some(column + 1));
        (is_alone && !is_head(row)).then_some(piece.side)
    }

    fn letter(&self, row: &[char], column: usize, letter: char, is_new: bool) -> String {
        let side = self.side(row, column);
        let sign = side.filter(|_| self.signs).and_then(|_| {
            self.at.facts().pieces.iter().find(|piece| piece.letter == letter).map(|it| it.sign)
        });
        let sign = sign.unwrap_or(letter);
        let style = match side {
            Some(Side::First) => Style::FIRST,
            Some(Side::Second) => Style::SECOND,
            None if is_new => Style::PLAIN,
            None => return sign.into(),
        };
        paint::with(if is_new { style.marked() } else { style }, &sign.to_string())
    }
}

/// True of a row of column letters, `a b c d`.
fn is_head(row: &[char]) -> bool {
    let mut letters = row.iter().filter(|letter| !letter.is_whitespace());
    let expected = 'a'..='z';
    letters.clone().count() > 1 && expected.zip(&mut letters).all(|(one, &other)| one == other)
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;

    use super::*;

    /// What follows each mark of the last move.
    fn marked(game: &str, moves: &str) -> Vec<char> {
        let mut at = builtin().open(game).and_then(|game| game.start()).expect("a game");
        at.play_text(moves).expect("legal moves");
        let before = at.after_plies(at.plies() - 1);
        let (now, old) = (at.board().expect("a board"), before.board().expect("a board"));
        let painted = Painted { at: &at, signs: false }.board(&now, Some(&old));
        // The code that switches a style on stands before the text.
        let on = |style: Style| {
            let painted = paint::with(style.marked(), "|");
            painted.split('|').next().unwrap_or_default().to_owned()
        };
        let styles = [Style::FIRST, Style::SECOND, Style::PLAIN].map(on);
        let after = |style: &String| -> Vec<char> {
            let firsts =
                painted.split(style.as_str()).skip(1).filter_map(|rest| rest.chars().next());
            // A mark without a colour begins those with one.
            firsts.filter(|&letter| letter != '\u{1b}').collect()
        };
        styles.iter().flat_map(after).collect()
    }

    #[test]
    fn the_last_move_is_marked_and_not_what_follows_from_it() {
        assert_eq!(marked("othello", "f5"), ['X'], "not the disc that turned");
        assert_eq!(marked("connect4", "44"), ['O']);
        assert_eq!(marked("breakthrough", "a2a3"), ['w']);
        assert_eq!(marked("breakthrough:4x4", "a2xb3"), ['w'], "a piece that takes");
        assert_eq!(marked("draughts", "11-15"), ['b']);
        assert_eq!(marked("kalah:3,3", "2"), ['4', '1', '0', '4'], "the holes that changed");
        assert_eq!(marked("domineering", "b3b4").len(), 2);
    }

    #[test]
    fn column_letters_are_no_pieces() {
        let head: Vec<char> = "  a b c d e".chars().collect();
        assert!(is_head(&head));
        assert!(!is_head(&"8 b b b b".chars().collect::<Vec<_>>()));
        let start = builtin().open("breakthrough").and_then(|game| game.start()).expect("a game");
        let board = Painted { at: &start, signs: true }.board(&start.board().expect("it"), None);
        assert!(board.contains("a b c d") && board.contains('●'), "{board}");
    }
}
