//! The board of a position as a picture: its text in a frame, for notebooks.

use std::fmt::Write;

/// Width of a column and height of a row of the monospaced text, in pixels.
const CELL: (usize, usize) = (10, 20);
/// Room around the text.
const MARGIN: usize = 12;

/// The picture of a board that is given as text, with a line below it.
pub(crate) fn of_board(board: &str, below: &str) -> String {
    let lines: Vec<&str> = board.trim_end().lines().chain(["", below]).collect();
    let columns = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (width, height) = (columns * CELL.0 + 2 * MARGIN, lines.len() * CELL.1 + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\"><rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#f6f5f1\"/>\
         <g font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"16\" fill=\"#222\" \
         xml:space=\"preserve\">"
    );
    for (row, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let y = MARGIN + row * CELL.1 + 15;
        // Each line is as wide as its columns, whatever the font is.
        let length = line.chars().count() * CELL.0;
        let text = escaped(line);
        let _ = write!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{y}\" textLength=\"{length}\" \
             lengthAdjust=\"spacingAndGlyphs\">{text}</text>"
        );
    }
    svg.push_str("</g></svg>");
    svg
}

/// Text that is not read as markup. Spaces stay as wide as they are.
fn escaped(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            ' ' => text.push('\u{a0}'),
            c if c.is_control() => text.push('\u{fffd}'),
            c => text.push(c),
        }
    }
    text
}
