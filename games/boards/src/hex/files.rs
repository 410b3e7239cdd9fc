//! Games as people have them: in SGF, as HexGui, PlayHex and Little Golem write it, and as links to HexWorld.
//!
//! `(;FF[4]GM[11]SZ[11];B[a1];W[swap-pieces];B[f6])`: cells by letter and number, or by two letters as Little Golem has
//! them. Whoever moves first is Red, whatever colour the file gives it: Little Golem calls the first player W. Of variations
//! the first is read, and how many are skipped is said.
//!
//! `https://hexworld.org/board/#11c1,a1:sf6`: size, how the board is turned and coloured, and the moves up to the one that
//! is shown; those behind the next comma come later. What the format is was taken from the links that people post and from
//! the notes on it in the repository Phlogistique/hex-relative.
//!
//! A swap of sides leaves the stone where it is and exchanges the players. Here the stone is exchanged instead, so what
//! follows is read mirrored along the long diagonal, which is the same game.

use plyglot_games_common::grid;
use plyglot_games_common::properties::{Property, PropertyError, PropertyValue, Scanner, quoted};
use plyglot_search::{
    CommentForm, CommentSlot, CommentSlots, Describe, Game, GameFile, ParseError, Side,
};

use super::bits::Cells;
use super::position::{HexOf, SWAP};

/// What people call the formats.
pub(super) const SGF: &str = "SGF";
pub(super) const HEXWORLD: &str = "HexWorld links";

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

type Read<C> = Result<GameFile<HexOf<C>, u8>, PropertyError>;

/// The game of a text in one of the formats; `None` of one that is in none.
pub(super) fn read<C: Cells>(
    start: &HexOf<C>,
    text: &str,
) -> Option<Result<GameFile<HexOf<C>, u8>, ParseError>> {
    let read = if is_sgf(text) {
        sgf(start, text)
    } else if let Some(fragment) = hexworld_fragment(text) {
        hexworld(start, fragment)
    } else {
        return None;
    };
    Some(read.map_err(|error| ParseError::new(error.to_string())))
}

/// True of a text that begins as a game in SGF does. One of GGF has the name of its game.
fn is_sgf(text: &str) -> bool {
    let tree = text.trim_start().strip_prefix('(').map(str::trim_start);
    let game = |text: &str| text.split_once("GM[").map(|(_, of)| of.trim_start().to_string());
    let is_ggf = |text: &str| game(text).is_some_and(|of| of.starts_with(char::is_alphabetic));
    tree.is_some_and(|tree| tree.starts_with(';') && !is_ggf(tree))
}

/// The moves of a game as they are read.
struct Line<C: Cells> {
    start: HexOf<C>,
    now: HexOf<C>,
    moves: Vec<u8>,
    /// True behind a swap of sides.
    mirrored: bool,
}

impl<C: Cells> Line<C> {
    fn new(start: HexOf<C>) -> Self {
        Line { start, now: start, moves: Vec::new(), mirrored: false }
    }

    /// Plays what stands at this place: a cell by its column and row, from 0.
    fn cell(&mut self, at: usize, (column, row): (usize, usize)) -> Result<(), PropertyError> {
        let (column, row) = if self.mirrored { (row, column) } else { (column, row) };
        self.play(at, &grid::name(column, row))
    }

    fn play(&mut self, at: usize, text: &str) -> Result<(), PropertyError> {
        let number = self.moves.len() + 1;
        let wrong = |error: ParseError| PropertyError::new(at, format!("move {number}: {error}"));
        let mv = self.now.parse_move(text).map_err(wrong)?;
        self.now.play(mv);
        self.moves.push(mv);
        Ok(())
    }

    /// The second player takes the first stone over.
    fn swap(&mut self, at: usize, sides: bool) -> Result<(), PropertyError> {
        if !self.now.swaps {
            let message = format!(
                "move {}: there is no swap in this game; ask for hex:{},swap",
                self.moves.len() + 1,
                self.now.size()
            );
            return Err(PropertyError::new(at, message));
        }
        self.play(at, &self.now.notation(SWAP))?;
        self.mirrored ^= sides;
        Ok(())
    }

    fn file(self, format: &str, tags: Vec<(String, String)>, slots: CommentSlots) -> Read<C> {
        let Line { start, moves, .. } = self;
        Ok(GameFile { format: format.into(), start, moves, tags, slots })
    }
}

/// Refuses a game on a board of another size.
fn check_size(at: usize, given: usize, wanted: usize) -> Result<(), PropertyError> {
    if given == wanted {
        return Ok(());
    }
    let message = format!("a board of {given} by {given}, not of {wanted}; ask for hex:{given}");
    Err(PropertyError::new(at, message))
}

/// A cell, by letter and number (`a11`) or by two letters, column and row from 0.
fn cell(text: &str) -> Option<(usize, usize)> {
    let letter = |byte: u8| {
        let letter = byte.to_ascii_lowercase();
        letter.is_ascii_lowercase().then(|| usize::from(letter - b'a'))
    };
    let (&first, rest) = text.as_bytes().split_first()?;
    let row = match rest {
        &[second] if second.is_ascii_alphabetic() => letter(second)?,
        digits if digits.iter().all(u8::is_ascii_digit) => {
            std::str::from_utf8(digits).ok()?.parse::<usize>().ok()?.checked_sub(1)?
        }
        _ => return None,
    };
    Some((letter(first)?, row))
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

fn sgf<C: Cells>(start: &HexOf<C>, text: &str) -> Read<C> {
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
    line.file(SGF, tags, slots)
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

fn not_a_cell(at: usize, text: &str) -> PropertyError {
    let message =
        format!("{} is not a cell: write a letter and a number, such as a1", quoted(text));
    PropertyError::new(at, message)
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

/// What stands behind the `#` of a link to HexWorld, with its place in the text.
fn hexworld_fragment(text: &str) -> Option<(usize, &str)> {
    let is_link = text.split('#').next().is_some_and(|address| address.contains("hexworld.org/"));
    let begin = text.find('#').filter(|_| is_link)? + 1;
    Some((begin, text[begin..].trim_end()))
}

fn hexworld<C: Cells>(start: &HexOf<C>, (begin, fragment): (usize, &str)) -> Read<C> {
    // An address is of bytes; a place is told in characters all the same.
    let wrong = |at: usize, message: String| PropertyError::new(begin + at + 1, message);
    let mut parts = fragment.split(',');
    let head = parts.next().unwrap_or_default();
    let digits = head.len() - head.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let oblong = head[digits..].strip_prefix('x').map(|rows| {
        &rows[..rows.len() - rows.trim_start_matches(|c: char| c.is_ascii_digit()).len()]
    });
    let size: usize = head[..digits].parse().map_err(|_| {
        wrong(0, "a link to HexWorld needs the size of the board, such as #11".into())
    })?;
    if let Some(rows) = oblong.filter(|rows| **rows != head[..digits]) {
        return Err(wrong(
            0,
            format!("a board of {size} by {rows}: both sides have the same length"),
        ));
    }
    check_size(begin + 1, size, start.size())?;
    let (shown, later) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let (mut line, mut tags) = (Line::new(*start), Vec::new());
    let mut rest = shown;
    while let Some(first) = rest.chars().next() {
        let offset = head.len() + 1 + shown.len() - rest.len();
        let at = begin + offset + 1;
        let length = match first {
            ':' if rest.starts_with(":s") => {
                line.swap(at, false)?;
                2
            }
            // Sides exchanged on the page alone: who plays what stays.
            ':' if rest.starts_with(":S") => 2,
            ':' if [":rb", ":rw", ":fb", ":fw"].iter().any(|end| rest.starts_with(end)) => {
                let word = if rest.starts_with(":r") { "resign" } else { "forfeit" };
                tags.push(("Ended".into(), word.into()));
                3
            }
            ':' if rest.starts_with(":p") => {
                return Err(wrong(offset, "a pass (:p): here nothing is passed".into()));
            }
            _ => {
                let digits =
                    rest[first.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
                let length = first.len_utf8() + digits;
                let cell = cell(&rest[..length]).filter(|_| digits > 0);
                line.cell(at, cell.ok_or_else(|| not_a_cell(at, rest))?)?;
                length
            }
        };
        rest = &rest[length..];
    }
    if !later.is_empty() {
        tags.push(("Later".into(), later.into()));
    }
    line.file(HEXWORLD, tags, CommentSlots::default())
}

#[cfg(test)]
mod tests {
    use super::super::position::Hex;
    use super::*;

    fn game(size: usize, swaps: bool) -> Hex {
        Hex::new(size).expect("a board").swapping(swaps)
    }

    fn line(start: Hex, text: &str) -> Result<String, String> {
        let file = read(&start, text).expect("a format").map_err(|error| error.to_string())?;
        let moves = plyglot_search::line_notation(file.start, &file.moves).expect("legal");
        Ok(format!("{} {}", file.format, moves.join(" ")))
    }

    #[test]
    fn games_are_read_as_sites_and_programs_write_them() {
        for (size, swaps, text, moves) in [
            (5, false, "(;AP[HexGui:0.2]FF[4]GM[11]SZ[5];B[a1];W[e5];B[c3])", "SGF a1 e5 c3"),
            (5, true, "(;FF[4]GM[11]SZ[5]PB[A];B[c2];W[swap-pieces];B[e1])", "SGF c2 swap e1"),
            // Little Golem: two letters, and the first player is W.
            (
                5,
                true,
                "(;FF[4]EV[hex.mc.1]PB[A]PW[B]SZ[5]RE[B]SO[x];W[cb];B[swap];W[ea];B[resign])",
                "SGF c2 swap e1",
            ),
            // Sides exchanged: what follows is mirrored.
            (5, true, "(;FF[4]GM[11]SZ[5:5];B[c2];W[swap-sides];W[a5])", "SGF c2 swap e1"),
            (
                5,
                false,
                "(;FF[4]GM[11]SZ[5];B[a1](;W[e5];B[c3](;W[b1])(;W[b2]))(;W[e4]))",
                "SGF a1 e5 c3 b1",
            ),
            (5, false, "https://hexworld.org/board/#5c1,a1e5,c3", "HexWorld links a1 e5"),
            (5, false, "https://hexworld.org/board/#5r10n,a1e5c3:rw", "HexWorld links a1 e5 c3"),
            (5, true, "https://www.hexworld.org/board/#5c1,c2:se1", "HexWorld links c2 swap e1"),
            (5, false, "https://hexworld.org/board/#5", "HexWorld links "),
        ] {
            assert_eq!(line(game(size, swaps), text).as_deref(), Ok(moves), "{text}");
        }
        assert!(read(&game(5, false), "a1 b2").is_none());
        assert!(read(&game(5, false), "(;GM[Othello]B[F5];)").is_none());
    }

    #[test]
    fn stones_may_be_there_before_the_first_move() {
        let text = "(;FF[4]GM[11]SZ[3]AB[a1][c3]AW[b2]PL[W]C[find it];W[a2])";
        let file = read(&game(3, false), text).expect("SGF").expect("a game");
        assert_eq!((file.start.text(), file.moves.len()), ("r../.b./..r".into(), 1));
        assert_eq!(file.tags.last(), Some(&("C".into(), "find it".into())));
        assert_eq!(file.slots.after, [Some(CommentSlot::new(text.len() - 1))]);
    }

    #[test]
    fn a_comment_has_its_place_behind_the_move_or_in_the_one_that_is_there() {
        let text = "(;GM[11]SZ[3];B[a1];C[here]W[b2];B[c1]LB[a1:x]C[there])";
        let file = read(&game(3, false), text).expect("SGF").expect("a game");
        let rest: Vec<_> =
            file.slots.after.iter().flatten().map(|slot| (&text[slot.at..], slot.inside)).collect();
        assert_eq!(rest[0], (";C[here]W[b2];B[c1]LB[a1:x]C[there])", false));
        assert_eq!(rest[1], ("here]W[b2];B[c1]LB[a1:x]C[there])", true));
        assert_eq!(rest[2], ("there])", true));
    }

    #[test]
    fn what_cannot_be_played_here_is_named_with_its_place() {
        for (size, text, message) in [
            (3, "(;GM[1]SZ[3];B[aa])", "character 6: GM[1] is Go, not Hex"),
            (
                3,
                "(;GM[11]SZ[13];B[aa])",
                "character 12: a board of 13 by 13, not of 3; ask for hex:13",
            ),
            (3, "(;SZ[3:4])", "SZ: \"3:4\" is not a size of a side"),
            (
                3,
                "(;SZ[3];B[a1];W[swap])",
                "character 17: move 2: there is no swap in this game; ask for hex:3,swap",
            ),
            (3, "(;SZ[3];B[a1];W[a1])", "move 2: \"a1\" is not a legal move: the cell is taken"),
            (3, "(;SZ[3];B[a1];W[d1])", "character 17: move 2: \"d1\" is not a legal move"),
            (3, "(;SZ[3];B[a1];B[b1])", "character 15: B moves twice"),
            (3, "(;SZ[3];B[a1]W[b1])", "the node has a second move"),
            (3, "(;SZ[3];B[?])", "\"?\" is not a cell"),
            (3, "(;SZ[3];B[a1]", "the game does not end"),
            (3, "(;SZ[3];B[a1])(;SZ[3])", "a second game begins"),
            (3, "(;SZ[3];B[a1](;W[b1]);W[b2])", "a variation or \")\" is needed"),
            (3, "(;SZ[3]AB[a1][a1])", "no empty cell"),
            (3, "(;SZ[3]AB[a1][a2])", "stones: Red 2, Blue 0"),
            (3, "(;SZ[3]AB[a1]PL[B];B[b2])", "PL: by the number of the stones Blue is to move"),
            (3, "https://hexworld.org/board/#4,a1", "a board of 4 by 4, not of 3"),
            (3, "https://hexworld.org/board/#3x4,a1", "a board of 3 by 4: both sides"),
            (3, "https://hexworld.org/board/#c1,a1", "needs the size of the board"),
            (3, "https://hexworld.org/board/#3,a1:p", "a pass (:p)"),
            (3, "https://hexworld.org/board/#3,a1é2", "is not a cell"),
            (3, "https://hexworld.org/board/#3,a1:", "is not a cell"),
        ] {
            let error = line(game(size, false), text).expect_err(text);
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
