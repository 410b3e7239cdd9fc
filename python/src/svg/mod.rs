//! The picture of a position, for notebooks: drawn from the shape that the game gives, otherwise from its text
//! board. It has its colours in it, so that it looks the same on a light page and on a dark one.

mod contents;
mod pieces;
mod shape;
mod text;

use plyglot_open::{DoorError, Position, Side};
use plyglot_wire::Over;

/// The picture with a line below it: how the game ended, or who is to move, called by its colour where the board shows
/// nothing else.
pub(crate) fn of(at: &Position) -> Result<String, DoorError> {
    let facts = at.facts();
    let shape = at.shape()?;
    let [first, second] = &facts.sides;
    let sides = [&**first, &**second];
    let names = shape.as_ref().map_or(sides, |shape| shape.names(&facts.pieces, sides));
    let below = match Over::of(at) {
        Some(over) => over.named(facts, names).text,
        None => format!("{} to move", names[usize::from(at.to_move() == Side::Second)]),
    };
    match shape {
        Some(shape) => shape::picture(at, &shape, &below),
        None => Ok(text::of_board(&at.board()?, &facts.pieces, &below)),
    }
}

/// Text that is not read as markup. Spaces stay as wide as they are.
fn escaped(letters: impl IntoIterator<Item = char>) -> String {
    let mut text = String::new();
    for c in letters {
        match c {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            ' ' => text.push('\u{a0}'),
            c if c.is_control() => text.push('\u{fffd}'),
            c => text.push(c),
        }
    }
    text
}
