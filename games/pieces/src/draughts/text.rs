//! Positions and moves as text: those of PDN, the portable draughts notation.

use std::fmt::Write;
use std::sync::Arc;

use plyglot_games_common::grid::squares;
use plyglot_search::endings::Endings;
use plyglot_search::shape::{Cell, Colour, Content, Count, Ground, Mark, SQUARE, Shape};
use plyglot_search::{Describe, Example, Game, Inputs, MoveList, ParseError, Piece, Side};

use super::board::{BITS, HOME, bit, square};
use super::endings::FewPieces;
use super::knowledge::POINTS;
use super::position::{Draughts, Move};

/// How many pieces a side has at most.
const MOST: u32 = 12;

const EXAMPLES: [Example; 5] = [
    Example {
        name: "opposition",
        position: "W:WK32:BK26",
        about: "one king against one, White wins by 32-27 (E. Lasker 1918, diagram 88)",
    },
    Example {
        name: "double-corner",
        position: "B:WK32:BK18,K19",
        about: "two kings drive one out of the double corner, Black wins",
    },
    Example {
        name: "first-position",
        position: "W:WK19,K23:B12,K28",
        about: "the First Position, White wins with the move (E. Lasker 1918, diagram 93)",
    },
    Example {
        name: "fourth-position",
        position: "B:W30,K31,K32:B21,K20,K22,K23",
        about: "the Fourth Position, Black wins with the move (B. Boland 1938)",
    },
    Example {
        name: "fourth-position-drawn",
        position: "W:W30,K31,K32:B21,K20,K22,K23",
        about: "the same with White to move, drawn (B. Boland 1938)",
    },
];

impl Describe for Draughts {
    const POINTS: i32 = POINTS;
    const RESULT_SCALE: i32 = 77;
    const SIDES: [&'static str; 2] = ["Black", "White"];
    const NOTATION: &'static str = "position: the side to move (B or W), then White's and \
                                    Black's squares, kings with a K, like B:W18,K27:B5-8,12 (square \
                                    1 is in Black's corner); move: both squares, like 11-15 or the \
                                    capture 22x15, with all squares on the way where two captures \
                                    are possible: 22x15x8";

    const RULES: &'static str = "Men move diagonally forward by one, kings also backward; a piece captures by jumping \
         over another.\n\
         A capture has to be made, and goes on while it can; a man on the far row becomes a \
         king.\n\
         A side that cannot move has lost.";

    const PIECES: &'static [Piece] = &[
        Piece::first('b', '●'),
        Piece::first('B', '◆'),
        Piece::second('w', '○'),
        Piece::second('W', '◇'),
    ];

    fn examples(&self) -> &'static [Example] {
        &EXAMPLES
    }

    /// The reader of all games reads it: its moves and positions are those of this notation.
    fn formats(&self) -> &'static [&'static str] {
        &["PDN"]
    }

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let text = text.trim().trim_end_matches('.');
        let parts: Vec<&str> = text.split(':').map(str::trim).collect();
        let &[side, first, second] = parts.as_slice() else {
            let message = format!(
                "{text:?} is not a position: write the side to move and two lists, B:W27:BK3"
            );
            return Err(ParseError::new(message));
        };
        let (side, none) = (colour(side)?, "");
        if side.1 != none {
            return Err(ParseError::new(format!("{:?} follows the side to move", side.1)));
        }
        let mut game = Draughts { pieces: [0; 2], kings: 0, side: Side::First, calm: 0 };
        let (one, other) = (colour(first)?, colour(second)?);
        if one.0 == other.0 {
            return Err(ParseError::new(format!(
                "both lists are of {}: write one for each side",
                name(one.0)
            )));
        }
        game.put(one.0, one.1)?;
        game.put(other.0, other.1)?;
        if side.0 == 1 {
            game.side = Side::Second;
        }
        if game.other() == 0 {
            let message = format!("{} moved last, but has no piece", name(1 - side.0));
            return Err(ParseError::new(message));
        }
        Ok(game)
    }

    fn text(&self) -> String {
        let letter = ["B", "W"][self.index()];
        format!("{letter}:W{}:B{}", self.list(1), self.list(0))
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let wrong = || {
            let right = "write two squares from 1 to 32, like 11-15 or 22x15";
            ParseError::new(format!("{text:?} is not a legal move: {right}"))
        };
        let squares = text.trim().split(['-', 'x', 'X', ':']).map(|part| part.trim().parse());
        let squares: Vec<u32> = squares.collect::<Result<_, _>>().map_err(|_| wrong())?;
        let (&from, &to) = match squares.as_slice() {
            [from, .., to] => (from, to),
            _ => return Err(wrong()),
        };
        let legal = self.legal();
        let ends = |mv: &&Move| mv.squares() == (from, to);
        let found: Vec<&Move> = legal.iter().filter(ends).collect();
        match found.as_slice() {
            [mv] if squares.len() == 2 => Ok(**mv),
            [_, _, ..] if squares.len() == 2 => {
                let names: Vec<_> = found.iter().map(|&&mv| self.notation(mv)).collect();
                let message = format!("{text:?} is ambiguous: write {}", names.join(" or "));
                Err(ParseError::new(message))
            }
            _ => {
                let goes = |mv: &&&Move| self.routes(***mv).contains(&squares);
                found.iter().find(goes).map(|&&mv| mv).ok_or_else(|| self.illegal(text, &legal))
            }
        }
    }

    fn notation(&self, mv: Move) -> String {
        let (from, to) = mv.squares();
        if mv.captures() == 0 {
            return format!("{from}-{to}");
        }
        if self.legal().iter().filter(|other| other.squares() == (from, to)).count() < 2 {
            return format!("{from}x{to}");
        }
        let route = self.routes(mv).into_iter().next().unwrap_or_default();
        route.iter().map(u32::to_string).collect::<Vec<_>>().join("x")
    }

    fn endings(&self) -> Option<Arc<dyn Endings<Draughts>>> {
        Some(Arc::new(FewPieces::new()))
    }

    /// White at the bottom, square 1 in the row at the top. The cells are row by row from there, the light
    /// squares among them, where nothing ever stands.
    fn shape(&self) -> Option<Shape> {
        let cell = |place: u32| {
            let (column, row) = (place % 8, place / 8);
            let middle = |place: u32| SQUARE * place as i32 + SQUARE / 2;
            let dark = (column + row) % 2 == 1;
            let name = if dark { (place / 2 + 1).to_string() } else { String::new() };
            Cell { dark, ..Cell::square(name, middle(column), middle(row)) }
        };
        let cells: Vec<Cell> = (0..64).map(cell).collect();
        // The number of a square stands in its corner.
        let corner = SQUARE * 36 / 100;
        let numbered = cells.iter().filter(|cell| cell.dark);
        let marks = numbered.map(|cell| Mark::Label {
            x: cell.x - corner,
            y: cell.y - corner,
            text: cell.name.clone(),
        });
        let shape = Shape { marks: marks.collect(), cells, ..Shape::default() };
        Some(shape.on(Ground::Wood).coloured(Colour::Black, Colour::White))
    }

    /// Men and kings of either side, by the bits of the board.
    fn inputs(&self) -> Inputs {
        let pairs = [["black man", "white man"], ["black king", "white king"]];
        Inputs::new(BITS, &pairs).exchanged(|bit| BITS - 1 - bit)
    }

    fn see(&self, planes: &mut [u64]) {
        let [black, white] = self.pieces;
        let seen =
            [black & !self.kings, white & !self.kings, black & self.kings, white & self.kings];
        planes.copy_from_slice(&seen);
    }

    /// Made by the command in its header; see `data/README.md`.
    fn net(&self) -> &'static [u8] {
        include_bytes!("../../data/draughts.weights")
    }

    fn contents(&self) -> Vec<Content> {
        let content = |place: u32| {
            let dark = (place % 8 + place / 8) % 2 == 1;
            match self.letter(bit(place / 2)) {
                letter if dark && letter != '.' => Content::Piece(letter),
                _ => Content::Empty,
            }
        };
        (0..64).map(content).collect()
    }

    /// Men, and kings where there are any.
    fn counts(&self) -> Vec<Count> {
        let contents = self.contents();
        let of =
            |letter| contents.iter().filter(|&&at| at == Content::Piece(letter)).count() as u32;
        let side = |side, man, king| {
            let kings = Some(Count::of(side, "kings", of(king))).filter(|kings| kings.number > 0);
            [Some(Count::of(side, "men", of(man))), kings]
        };
        let sides = [side(Side::First, 'b', 'B'), side(Side::Second, 'w', 'W')];
        sides.into_iter().flatten().flatten().collect()
    }

    fn touches(&self, mv: Move) -> Vec<u16> {
        let cell = |number: u32| {
            let (row, nth) = ((number - 1) / 4, (number - 1) % 4);
            (8 * row + 2 * nth + (row + 1) % 2) as u16
        };
        let route = self.routes(mv).into_iter().next().unwrap_or_default();
        route.into_iter().map(cell).collect()
    }

    fn board(&self) -> String {
        let mut board = String::new();
        for row in 0..8u32 {
            let numbers: Vec<u32> = (4 * row..4 * row + 4).collect();
            let pieces: Vec<String> =
                numbers.iter().map(|&number| self.letter(bit(number)).to_string()).collect();
            let line = pieces.join("   ");
            let end = if row == 7 { "" } else { "\n" };
            let written = if row % 2 == 0 {
                write!(board, "       {line}  {:>2}{end}", numbers[3] + 1)
            } else {
                write!(board, " {:>2}  {line}{end}", numbers[0] + 1)
            };
            written.expect("writing to a string");
        }
        board
    }
}

fn name(side: usize) -> &'static str {
    Draughts::SIDES[side]
}

/// The side that a part of a position begins with, and the rest of the part.
fn colour(part: &str) -> Result<(usize, &str), ParseError> {
    let mut letters = part.chars();
    match letters.next() {
        Some('B' | 'b') => Ok((0, letters.as_str())),
        Some('W' | 'w') => Ok((1, letters.as_str())),
        _ => Err(ParseError::new(format!("{part:?} is not a side: write B or W first"))),
    }
}

/// A square by its number, from 0.
fn number(text: &str) -> Result<u32, ParseError> {
    let number = text.trim().parse().ok().filter(|number| (1..=32).contains(number));
    number.map(|number: u32| number - 1).ok_or_else(|| {
        ParseError::new(format!("{text:?} is not a square: write a number from 1 to 32"))
    })
}

impl Draughts {
    /// Puts the pieces of a list like `21-24,K30` on the board.
    fn put(&mut self, side: usize, list: &str) -> Result<(), ParseError> {
        for part in list.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let squares = part.trim_start_matches(['K', 'k']);
            let king = match part.len() - squares.len() {
                0 => false,
                1 => true,
                _ => {
                    return Err(ParseError::new(format!(
                        "{part:?} has more than one K: write K and a square"
                    )));
                }
            };
            let (low, high) = squares.split_once('-').unwrap_or((squares, squares));
            let (low, high) = (number(low)?, number(high.trim_start_matches(['K', 'k']))?);
            if low > high {
                return Err(ParseError::new(format!(
                    "{part:?} is not a range: write the lower square first"
                )));
            }
            (low..=high).try_for_each(|number| self.put_one(side, number, king))?;
        }
        let count = self.pieces[side].count_ones();
        if count > MOST {
            let message = format!("{} has {count} pieces, more than {MOST}", name(side));
            return Err(ParseError::new(message));
        }
        Ok(())
    }

    fn put_one(&mut self, side: usize, number: u32, king: bool) -> Result<(), ParseError> {
        let set = 1 << bit(number);
        let shown = number + 1;
        if self.empty() & set == 0 {
            return Err(ParseError::new(format!("square {shown} has two pieces")));
        }
        if !king && set & HOME[1 - side] != 0 {
            let message = format!(
                "{} has a man on square {shown}, where men are crowned: write K{shown}",
                name(side)
            );
            return Err(ParseError::new(message));
        }
        self.pieces[side] |= set;
        self.kings |= if king { set } else { 0 };
        Ok(())
    }

    /// The squares of a side as a list: men first, three and more in a row as a range.
    fn list(&self, side: usize) -> String {
        let numbers = |set: u64| squares(set & self.pieces[side]).map(|bit| square(bit) + 1);
        let men: Vec<u32> = numbers(!self.kings).collect();
        let mut words = Vec::new();
        for run in men.chunk_by(|&left, &right| right == left + 1) {
            match run {
                [first, _, .., last] => words.push(format!("{first}-{last}")),
                _ => words.extend(run.iter().map(u32::to_string)),
            }
        }
        words.extend(numbers(self.kings).map(|number| format!("K{number}")));
        words.join(",")
    }

    fn letter(&self, bit: u8) -> char {
        let king = self.kings >> bit & 1 == 1;
        match self.pieces.map(|set| set >> bit & 1) {
            [1, _] if king => 'B',
            [1, _] => 'b',
            [_, 1] if king => 'W',
            [_, 1] => 'w',
            _ => '.',
        }
    }

    fn legal(&self) -> Vec<Move> {
        let mut moves = MoveList::new();
        self.moves(&mut moves);
        moves.iter().collect()
    }

    /// All routes of a legal move, as numbers of squares; a step has one.
    fn routes(&self, mv: Move) -> Vec<Vec<u32>> {
        let (from, to) = mv.squares();
        let mut found = Vec::new();
        if mv.captures() == 0 {
            found.push(vec![from, to]);
        } else {
            let start = bit(from - 1);
            self.retrace(mv, Move::step(start, start), &mut vec![from], &mut found);
        }
        found
    }

    fn retrace(&self, mv: Move, chain: Move, way: &mut Vec<u32>, out: &mut Vec<Vec<u32>>) {
        if chain == mv {
            out.push(way.clone());
            return;
        }
        for longer in self.longer(chain) {
            if longer.captured() & !mv.captured() == 0 {
                way.push(longer.squares().1);
                self.retrace(mv, longer, way, out);
                way.pop();
            }
        }
    }

    fn illegal(&self, text: &str, legal: &[Move]) -> ParseError {
        let names: Vec<_> = legal.iter().map(|&mv| self.notation(mv)).collect();
        let must = if self.capturers() == 0 { "" } else { " (captures are compulsory)" };
        ParseError::new(match names.as_slice() {
            [] => format!("{text:?} is not a legal move: the game is over"),
            _ => format!(
                "{text:?} is not a legal move: the legal moves are {}{must}",
                names.join(", ")
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_search::Outcome;

    fn game(text: &str) -> Draughts {
        Draughts::start().parse(text).unwrap()
    }

    fn moves(text: &str) -> Vec<String> {
        let game = game(text);
        let mut names: Vec<_> = game.legal().iter().map(|&mv| game.notation(mv)).collect();
        names.sort();
        names
    }

    #[test]
    fn the_start_is_written_and_drawn_as_players_do() {
        let start = Draughts::start();
        assert_eq!(start.text(), "B:W21-32:B1-12");
        assert_eq!(start.parse("b: b1-12 : w21-32.").unwrap(), start);
        let board = "       b   b   b   b   4\n  5  b   b   b   b\n       b   b   b   b  12\n \
                     13  .   .   .   .\n       .   .   .   .  20\n 21  w   w   w   w\n       \
                     w   w   w   w  28\n 29  w   w   w   w";
        assert_eq!(start.board(), board);
        assert_eq!(game("W:WK1,21,22:BK32,5-7").text(), "W:W21,22,K1:B5-7,K32");
    }

    #[test]
    fn captures_are_compulsory_and_go_on_to_their_end() {
        assert_eq!(moves("B:W15,30:B11,12"), ["11x18"]);
        assert_eq!(moves("W:W22,32:B8,11,18"), ["22x15"]);
        assert_eq!(moves("W:W22,32:B11,18"), ["22x8"]);
        let error = game("B:W15,30:B11,12").parse_move("12-16").unwrap_err();
        assert!(error.message.contains("11x18 (captures are compulsory)"), "{error}");
    }

    #[test]
    fn a_man_that_is_crowned_ends_its_move() {
        // From 2 a king could go on over 6 or 7.
        let crowned = game("W:W9:B6,7").play_line("9x2").unwrap();
        assert_eq!(crowned.text(), "B:WK2:B7");
        assert_eq!(moves("W:WK9:B6,7"), ["9x11"]);
    }

    #[test]
    fn a_capture_is_written_in_full_where_there_are_two() {
        let text = "W:W23:B10,11,18,19";
        assert_eq!(moves(text), ["23x14x7", "23x16x7"]);
        let error = game(text).parse_move("23x7").unwrap_err();
        assert_eq!(error.message, "\"23x7\" is ambiguous: write 23x16x7 or 23x14x7");
        assert_eq!(game(text).play_line("23x14x7").unwrap().text(), "B:W7:B11,19");
        assert_eq!(game(text).play_line("23:16:7").unwrap().text(), "B:W7:B10,18");
    }

    #[test]
    fn a_ring_is_one_move_in_either_direction() {
        let ring = game("W:WK14:B10,11,18,19,28");
        assert_eq!(moves(&ring.text()), ["14x14"]);
        for text in ["14x14", "14x7x16x23x14", "14x23x16x7x14"] {
            assert_eq!(ring.play_line(text).unwrap().text(), "B:WK14:B28", "{text}");
        }
        assert!(ring.parse_move("14x7x16x14").is_err());
    }

    #[test]
    fn a_side_that_cannot_move_has_lost() {
        assert_eq!(game("B:W9,18:B5").outcome(), None);
        assert_eq!(game("B:W9,14:B5").outcome(), Some(Outcome::Loss));
        assert_eq!(game("W:W:BK1").outcome(), Some(Outcome::Loss));
    }

    #[test]
    fn texts_that_are_not_positions_are_refused_with_what_is_wrong() {
        for (text, message) in [
            ("", "write the side to move and two lists"),
            ("B:W21", "write the side to move and two lists"),
            ("X:W21:B1", "\"X\" is not a side: write B or W"),
            ("Bx:W21:B1", "\"x\" follows the side to move"),
            ("B:W33:B1", "\"33\" is not a square: write a number"),
            ("B:W-3:B1", "\"\" is not a square: write a number"),
            ("B:W3:B5", "White has a man on square 3, where men are crowned: write K3"),
            ("B:W21:B30", "Black has a man on square 30"),
            ("B:W21,K21:B1", "square 21 has two pieces"),
            ("B:W21:B20-22", "square 21 has two pieces"),
            ("B:W21:W22", "both lists are of White"),
            ("B:W20-32:B1", "White has 13 pieces, more than 12"),
            ("B:W24-21:B1", "\"24-21\" is not a range"),
            ("B:WKK21:B1", "more than one K"),
            ("B:W:B1", "White moved last, but has no piece"),
        ] {
            let error = Draughts::start().parse(text).unwrap_err();
            assert!(error.message.contains(message), "{text}: {error}");
        }
        for text in ["", "11", "11-15-", "11-99999999999", "1-5", "x", "22-18", "11-16-20"] {
            assert!(Draughts::start().parse_move(text).is_err(), "{text}");
        }
    }
}
