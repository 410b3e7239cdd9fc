//! SGF: `(;FF[4]GM[11]SZ[11];B[a1];W[swap-pieces];B[f6])`: cells by letter and number, or by two letters as Little Golem
//! has them. Whoever moves first is Red, whatever colour the file gives it: Little Golem calls the first player W. Of
//! variations the first is read, and how many are skipped is said.

use plyglot_games_common::properties::{Property, PropertyError, PropertyValue, Scanner, quoted};
use plyglot_search::{CommentForm, CommentSlot, CommentSlots, Describe, Game, Side};

use super::super::bits::Cells;
use super::super::position::HexOf;
use super::{Line, Read, cell, check_size, not_a_cell};

/// What people call the format.
pub(super) const NAME: &str = "SGF";

/// The number of Hex in SGF, and the names of others (the list of A. Hollosi's specification).
const GAMES: [(&str, &str); 11] = [
    ("1", "Go"),
    ("2", "Othello"),
    ("3", "chess"),
    ("4", "Gomoku"),
    ("5", "Nine Men's Morris"),
    ("6", "backgammon"),
    ("7", "Chinese chess"),
    ("8", "Shogi"),
    ("9", "Lines of Action"),
    ("10", "Ataxx"),
    ("11", "Hex"),
];

/// True of a text that begins as a game in SGF does. One of GGF has the name of its game.
pub(super) fn is_sgf(text: &str) -> bool {
    let tree = text.trim_start().strip_prefix('(').map(str::trim_start);
    let game = |text: &str| text.split_once("GM[").map(|(_, of)| of.trim_start().to_string());
    let is_ggf = |text: &str| game(text).is_some_and(|of| of.starts_with(char::is_alphabetic));
    tree.is_some_and(|tree| tree.starts_with(';') && !is_ggf(tree))
}

/// What an SGF file says, as far as it is read.
struct Tree<C: Cells> {
    line: Line<C>,
    slots: CommentSlots,
    tags: Vec<(String, String)>,
    /// Stones that are there before the first move, and who is to move then.
    setup: Vec<(Side, usize, (usize, usize))>,
    first: Option<(usize, Side)>,
    /// The colour of the last move, `B` or `W`; none behind a swap, where files differ.
    last: Option<u8>,
    /// The node: how many there were before it, whether it has a move, and where its comment is.
    nodes: usize,
    has_move: bool,
    comment: Option<CommentSlot>,
}

/// The game of a text for which [`is_sgf`] holds.
pub(super) fn read<C: Cells>(start: &HexOf<C>, text: &str) -> Read<C> {
    let mut scanner = Scanner::new(text);
    let mut tree = Tree {
        line: Line::new(*start),
        slots: CommentSlots { form: CommentForm::Property, after: Vec::new() },
        tags: Vec::new(),
        setup: Vec::new(),
        first: None,
        last: None,
        nodes: 0,
        has_move: false,
        comment: None,
    };
    // How many brackets are open; and whether the main line has ended, so that only other ones follow.
    let (mut depth, mut ended, mut skipped) = (0, false, 0);
    loop {
        match scanner.peek() {
            Some('(') if ended => {
                skip(&mut scanner)?;
                skipped += 1;
            }
            Some('(') => {
                scanner.expect('(')?;
                depth += 1;
            }
            Some(')') => {
                scanner.expect(')')?;
                (depth, ended) = (depth - 1, true);
                if depth == 0 {
                    break;
                }
            }
            Some(_) if ended => return Err(scanner.error("a variation or \")\" is needed here")),
            Some(';') => {
                scanner.expect(';')?;
                tree.node()?;
            }
            Some(_) => tree.take(&scanner.property()?)?,
            None => return Err(scanner.error("the game does not end: \")\" is missing")),
        }
    }
    match scanner.peek() {
        Some('(') => {
            return Err(scanner.error("a second game begins: only a file may have several"));
        }
        Some(_) => return Err(scanner.error("something comes after the end of the game")),
        None => {}
    }
    tree.node()?;
    let Tree { line, slots, mut tags, .. } = tree;
    if skipped > 0 {
        tags.push(("Variations".into(), format!("{skipped} skipped")));
    }
    line.file(NAME, tags, slots)
}

/// Leaves out a variation with those in it.
fn skip(scanner: &mut Scanner<'_>) -> Result<(), PropertyError> {
    let mut depth = 0;
    loop {
        match scanner.peek() {
            Some('(') => {
                scanner.expect('(')?;
                depth += 1;
            }
            Some(')') => {
                scanner.expect(')')?;
                depth -= 1;
                if depth == 0 {
                    return Ok(());
                }
            }
            Some(';') => scanner.expect(';')?,
            Some(_) => drop(scanner.property()?),
            None => return Err(scanner.error("the game does not end: \")\" is missing")),
        }
    }
}

impl<C: Cells> Tree<C> {
    /// A new node begins, or the text ends: what the last one has set up is now there.
    fn node(&mut self) -> Result<(), PropertyError> {
        self.nodes += 1;
        (self.has_move, self.comment) = (false, None);
        let Some(&(_, at, _)) = self.setup.first() else {
            // Little Golem's first player is white, and says so at the beginning.
            self.first = None;
            return Ok(());
        };
        let size = self.line.start.size();
        let mut rows = vec![vec!['.'; size]; size];
        for (side, at, (column, row)) in self.setup.drain(..) {
            let cell = rows.get_mut(row).and_then(|row| row.get_mut(column));
            let cell = cell.filter(|cell| **cell == '.').ok_or_else(|| {
                PropertyError::new(at, format!("no empty cell on a board of {size} by {size}"))
            })?;
            *cell = if side == Side::First { 'r' } else { 'b' };
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let start = self.line.start.parse(&rows.join("/"));
        let start = start.map_err(|error| PropertyError::new(at, error.to_string()))?;
        if let Some((at, side)) = self.first.take()
            && side != start.to_move()
        {
            let name = HexOf::<C>::SIDES[start.to_move() as usize];
            let message = format!("PL: by the number of the stones {name} is to move");
            return Err(PropertyError::new(at, message));
        }
        self.line = Line::new(start);
        Ok(())
    }

    fn take(&mut self, property: &Property) -> Result<(), PropertyError> {
        match property.name.as_str() {
            "GM" => check_game(property.value()?),
            "SZ" => self.size(property.value()?),
            "B" | "W" => self.mv(property),
            "AB" | "AW" => self.stones(property),
            "PL" => {
                let PropertyValue { at, text, .. } = property.value()?;
                let side = match text.trim().to_ascii_lowercase().as_str() {
                    "b" | "black" => Side::First,
                    "w" | "white" => Side::Second,
                    _ => return Err(PropertyError::new(*at, "PL: write B or W")),
                };
                self.first = Some((*at, side));
                Ok(())
            }
            name => {
                if name == "C"
                    && let Some(value) = property.values.first()
                {
                    let slot = CommentSlot { at: value.begin, inside: true };
                    self.comment = Some(slot);
                    if self.has_move
                        && let Some(last) = self.slots.after.last_mut()
                    {
                        *last = Some(slot);
                    }
                }
                // Marks on cells and the like are for those who draw them.
                if name == "C" || self.nodes <= 1 {
                    let tag = |value: &PropertyValue| (name.to_string(), value.text.clone());
                    self.tags.extend(property.values.iter().map(tag));
                }
                Ok(())
            }
        }
    }

    fn size(&mut self, value: &PropertyValue) -> Result<(), PropertyError> {
        let sides = value.text.split_once(':').unwrap_or((&value.text, &value.text));
        let number = |text: &str| text.trim().parse::<usize>().ok();
        match (number(sides.0), number(sides.1)) {
            (Some(columns), Some(rows)) if columns == rows => {
                check_size(value.at, columns, self.line.start.size())
            }
            _ => {
                let message = format!("SZ: {} is not a size of a side", quoted(&value.text));
                Err(PropertyError::new(value.at, message))
            }
        }
    }

    fn stones(&mut self, property: &Property) -> Result<(), PropertyError> {
        if !self.line.moves.is_empty() {
            let message = "stones can only be set up before the first move";
            return Err(PropertyError::new(property.at, message));
        }
        let side = if property.name == "AB" { Side::First } else { Side::Second };
        for value in &property.values {
            let cell = cell(value.text.trim()).ok_or_else(|| not_a_cell(value.at, &value.text))?;
            self.setup.push((side, value.at, cell));
        }
        Ok(())
    }

    fn mv(&mut self, property: &Property) -> Result<(), PropertyError> {
        let colour = property.name.as_bytes()[0];
        let PropertyValue { at, text, .. } = property.value()?;
        let word = text.trim().to_ascii_lowercase();
        if matches!(word.as_str(), "resign" | "forfeit" | "timeout") {
            self.tags.push(("Ended".into(), word));
            return Ok(());
        }
        if self.has_move {
            return Err(PropertyError::new(property.at, "the node has a second move"));
        }
        if !self.setup.is_empty() {
            let message = "the node has stones that are set up, and a move";
            return Err(PropertyError::new(property.at, message));
        }
        if self.last == Some(colour) {
            let message = format!("{} moves twice", char::from(colour));
            return Err(PropertyError::new(property.at, message));
        }
        self.last = Some(colour);
        match word.as_str() {
            "swap" | "swap-pieces" => self.line.swap(*at, false)?,
            "swap-sides" => {
                self.line.swap(*at, true)?;
                self.last = None;
            }
            _ => self.line.cell(*at, cell(&word).ok_or_else(|| not_a_cell(*at, text))?)?,
        }
        self.has_move = true;
        self.slots.after.push(Some(self.comment.unwrap_or(CommentSlot::new(property.end))));
        Ok(())
    }
}

fn check_game(value: &PropertyValue) -> Result<(), PropertyError> {
    let number = value.text.trim();
    match GAMES.iter().find(|game| game.0 == number) {
        Some((_, "Hex")) => Ok(()),
        Some((_, name)) => {
            Err(PropertyError::new(value.at, format!("GM[{number}] is {name}, not Hex")))
        }
        None => Err(PropertyError::new(value.at, format!("GM[{number}] is not Hex, which is 11"))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::position::Hex;
    use super::*;

    #[test]
    fn stones_may_be_there_before_the_first_move() {
        let text = "(;FF[4]GM[11]SZ[3]AB[a1][c3]AW[b2]PL[W]C[find it];W[a2])";
        let file = read(&Hex::new(3).expect("a board"), text).expect("a game");
        assert_eq!((file.start.text(), file.moves.len()), ("r../.b./..r".into(), 1));
        assert_eq!(file.tags.last(), Some(&("C".into(), "find it".into())));
        assert_eq!(file.slots.after, [Some(CommentSlot::new(text.len() - 1))]);
    }

    #[test]
    fn a_comment_has_its_place_behind_the_move_or_in_the_one_that_is_there() {
        let text = "(;GM[11]SZ[3];B[a1];C[here]W[b2];B[c1]LB[a1:x]C[there])";
        let file = read(&Hex::new(3).expect("a board"), text).expect("a game");
        let rest: Vec<_> =
            file.slots.after.iter().flatten().map(|slot| (&text[slot.at..], slot.inside)).collect();
        assert_eq!(rest[0], (";C[here]W[b2];B[c1]LB[a1:x]C[there])", false));
        assert_eq!(rest[1], ("here]W[b2];B[c1]LB[a1:x]C[there])", true));
        assert_eq!(rest[2], ("there])", true));
    }
}
