//! A board that is given as text, as a picture: the text in a frame, with discs and signs where letters stand for
//! pieces.

use std::fmt::Write;

use plyglot_search::Piece;

use super::escaped;

/// Width of a column and height of a row of the monospaced text, in pixels.
const CELL: (usize, usize) = (10, 20);
/// Room around the text.
const MARGIN: usize = 12;
/// The colour of text and dark discs.
const DARK: &str = "#222";

/// The picture of a board that is given as text, with a line below it.
pub(super) fn of_board(board: &str, pieces: &[Piece], below: &str) -> String {
    let lines: Vec<Vec<char>> =
        board.trim_end().lines().chain(["", below]).map(|line| line.chars().collect()).collect();
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let (width, height) = (columns * CELL.0 + 2 * MARGIN, lines.len() * CELL.1 + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\"><rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#f6f5f1\"/>\
         <g font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"16\" fill=\"{DARK}\">"
    );
    let board = lines.len() - 1;
    for (row, line) in lines.iter().enumerate() {
        let middle = MARGIN + row * CELL.1 + CELL.1 / 2;
        let mut text = line.clone();
        for (column, left) in text.iter_mut().enumerate() {
            let known = if row < board { piece(line, column, pieces) } else { None };
            if let Some(piece) = known {
                *left = draw(&mut svg, piece, (MARGIN + column * CELL.0 + CELL.0 / 2, middle));
            }
        }
        if text.iter().all(|letter| letter.is_whitespace()) {
            continue;
        }
        // Each line is as wide as its columns, whatever the font is.
        let length = line.len() * CELL.0;
        let _ = write!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{}\" textLength=\"{length}\" \
             lengthAdjust=\"spacingAndGlyphs\">{}</text>",
            middle + 5,
            escaped(text.iter().copied())
        );
    }
    svg.push_str("</g></svg>");
    svg
}

/// Draws a disc; gives what is left to be written there: nothing, or the sign of a piece that is not drawn.
fn draw(svg: &mut String, piece: &Piece, (x, y): (usize, usize)) -> char {
    let fill = match piece.sign {
        '●' | '◆' => DARK,
        '○' | '◇' => "#fff",
        other => return other,
    };
    let _ =
        write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"{fill}\" stroke=\"{DARK}\"/>");
    if matches!(piece.sign, '◆' | '◇') {
        // A piece of higher rank.
        let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"#c9a227\"/>");
    }
    ' '
}

/// The piece that stands there: its letter with no letter or digit beside it, in no row of column letters.
fn piece<'a>(line: &[char], column: usize, pieces: &'a [Piece]) -> Option<&'a Piece> {
    let exact = pieces.iter().find(|piece| piece.letter == line[column]);
    // A board may write them in capitals (Hex).
    let piece = exact
        .or_else(|| pieces.iter().find(|piece| piece.letter.eq_ignore_ascii_case(&line[column])))?;
    let alone = |at: Option<usize>| {
        at.and_then(|at| line.get(at)).is_none_or(|beside| !beside.is_alphanumeric())
    };
    let mut letters = line.iter().filter(|letter| !letter.is_whitespace());
    let is_head =
        line.contains(&'a') && ('a'..='z').zip(&mut letters).all(|(one, &other)| one == other);
    (alone(column.checked_sub(1)) && alone(Some(column + 1)) && !is_head).then_some(piece)
}
