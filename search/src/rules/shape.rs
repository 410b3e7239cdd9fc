//! What a board looks like, for a page that draws it: cells with a place and a size, what stands on them, and
//! which of them a move is made of.
//!
//! Optional: a game that says nothing ([`crate::Describe::shape`]) is shown by its text board and a list of
//! moves. Plain values, so that they go through the door as they are; a shape is made once for a game, the
//! content of its cells once for a position that is shown.
//!
//! Lengths are in hundredths of a square, x to the right, y downwards. Nothing says where zero is: a page takes
//! the smallest rectangle around everything.

mod count;
mod shade;

pub use count::{Count, count_pieces};
pub use shade::{CONTRAST, Rgb, contrast};

/// The side of a square.
pub const SQUARE: i32 = 100;

/// A board. By default one without cells, on paper, for Black and White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The cells, by the numbers that [`crate::Describe::touches`] gives.
    pub cells: Vec<Cell>,
    /// What is drawn beside them.
    pub marks: Vec<Mark>,
    /// The colours of the two sides, the one that moves first in the start position first.
    pub colours: [Colour; 2],
    /// What the board is made of.
    pub ground: Ground,
}

/// A cell: a place where something stands, or that a move is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What people call it: `e4`. It is read out to those who do not see the board.
    pub name: String,
    /// How it is drawn.
    pub form: Form,
    /// Its middle.
    pub x: i32,
    /// Its middle.
    pub y: i32,
    /// From left to right.
    pub width: i32,
    /// From top to bottom.
    pub height: i32,
    /// One of the two shades of a board of squares.
    pub dark: bool,
    /// A click on any cell of a lane counts as one on the cell of that lane which a move touches: a column of
    /// Connect Four.
    pub lane: Option<u16>,
}

/// How a cell is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A square, or any rectangle.
    Square,
    /// A hexagon that stands on a corner.
    Hexagon,
    /// A hollow: round, or with round ends.
    Hole,
    /// A line to draw, along the longer of its two sides.
    Edge,
    /// A point on which a piece stands, and which lines join to others ([`Mark::Line`]): Nine Men's Morris. Its size is
    /// the room of the piece.
    Point,
}

/// What is drawn beside the cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A letter or number of a row or column, around this point.
    Label {
        /// The middle.
        x: i32,
        /// The middle.
        y: i32,
        /// What it says.
        text: String,
    },
    /// A dot, as between the edges of Dots and Boxes.
    Dot {
        /// The middle.
        x: i32,
        /// The middle.
        y: i32,
    },
    /// A line through these points, below the cells: what joins the points of a board, on which pieces move.
    Line {
        /// The points.
        points: Vec<(i32, i32)>,
    },
    /// A line through these points in the colour of a side: an edge that it has to join.
    Border {
        /// Whose it is: 0 or 1, as in [`Shape::colours`].
        side: u8,
        /// The points.
        points: Vec<(i32, i32)>,
    },
}

/// The colour of a side. A page chooses the shade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Black.
    Black,
    /// White.
    White,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
}

/// What a board is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// Nothing: cells on the page.
    #[default]
    Paper,
    /// Two shades of wood.
    Wood,
    /// Green felt.
    Felt,
    /// A blue rack with round windows.
    Rack,
}

/// What is on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A piece, by its letter in [`crate::Describe::PIECES`]. One whose sign is `●` or `○` is drawn as a disc in the
    /// colour of its side, `◆` or `◇` as a disc with a crown, any other as its sign.
    Piece(char),
    /// This many seeds.
    Count(u32),
    /// It is taken, by a side as far as the position tells: an edge that is drawn, a square below a domino. Where
    /// it does not, a page knows from the game that led there.
    Taken(Option<crate::Side>),
    /// It is not there any more.
    Gone,
}

/// Which row of a board has the number 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstRow {
    /// The one at the top, as in Othello.
    Top,
    /// The one at the bottom, as in chess.
    Bottom,
}

impl Cell {
    /// A square around a point.
    pub fn square(name: impl Into<String>, x: i32, y: i32) -> Cell {
        let (width, height) = (SQUARE, SQUARE);
        Cell { name: name.into(), form: Form::Square, x, y, width, height, dark: false, lane: None }
    }
}

impl Default for Shape {
    fn default() -> Shape {
        Shape {
            cells: Vec::new(),
            marks: Vec::new(),
            colours: [Colour::Black, Colour::White],
            ground: Ground::default(),
        }
    }
}

impl Shape {
    /// A board of points, joined by lines: the points by name and place, in squares from the top left, and for each line
    /// the numbers of the points on it.
    pub fn points<N: Into<String>>(
        points: impl IntoIterator<Item = (N, i32, i32)>,
        lines: &[&[usize]],
    ) -> Shape {
        let point = |(name, x, y): (N, i32, i32)| Cell {
            form: Form::Point,
            ..Cell::square(name, SQUARE * x, SQUARE * y)
        };
        let cells: Vec<Cell> = points.into_iter().map(point).collect();
        let line = |line: &&[usize]| {
            let points = line.iter().map(|&point| (cells[point].x, cells[point].y)).collect();
            Mark::Line { points }
        };
        let marks = lines.iter().map(line).collect();
        Shape { cells, marks, ..Shape::default() }
    }

    /// What people who see this board call the two sides: by the colour of their discs where the game calls them by a
    /// letter, which stands nowhere on it ("X", "X (black)"), or says nothing; as the game does otherwise.
    pub fn names<'a>(&self, pieces: &[crate::Piece], sides: [&'a str; 2]) -> [&'a str; 2] {
        let [first, second] = self.colours;
        let is_disc = |piece: &crate::Piece| matches!(piece.sign, '●' | '○' | '◆' | '◇');
        let is_letter = |side: &str| {
            let word = side.split(' ').next().unwrap_or_default();
            word.chars().count() == 1 || crate::rules::describe::UNNAMED.contains(&side)
        };
        let by_colour = first != second && !pieces.is_empty() && pieces.iter().all(is_disc);
        if by_colour && sides.into_iter().all(is_letter) {
            [first.name(), second.name()]
        } else {
            sides
        }
    }

    /// A board of squares with lettered columns and numbered rows, and their letters and numbers at its rim. The
    /// cells are numbered row by row from the row with the number 1.
    pub fn grid(columns: usize, rows: usize, first: FirstRow) -> Shape {
        let middle = |place: usize| SQUARE * place as i32 + SQUARE / 2;
        let height = |row: usize| match first {
            FirstRow::Top => middle(row),
            FirstRow::Bottom => middle(rows - 1 - row),
        };
        let letter = |column: usize| char::from(b'a' + (column % 26) as u8);
        let cell = |place: usize| {
            let (column, row) = (place % columns, place / columns);
            let name = format!("{}{}", letter(column), row + 1);
            let dark = (column + row).is_multiple_of(2);
            Cell { dark, ..Cell::square(name, middle(column), height(row)) }
        };
        let rim = SQUARE * 3 / 10;
        // Where the board ends at which its letters stand.
        let (edge, away) = match first {
            FirstRow::Top => (0, -rim),
            FirstRow::Bottom => (SQUARE * rows as i32, rim),
        };
        let letters = (0..columns).map(|column| {
            let text = letter(column).to_string();
            Mark::Label { x: middle(column), y: edge + away, text }
        });
        let numbers = (0..rows).map(|row| {
            let text = (row + 1).to_string();
            Mark::Label { x: -rim, y: height(row), text }
        });
        Shape {
            cells: (0..columns * rows).map(cell).collect(),
            marks: letters.chain(numbers).collect(),
            ..Shape::default()
        }
    }

    /// The same in these colours.
    pub fn coloured(self, first: Colour, second: Colour) -> Shape {
        Shape { colours: [first, second], ..self }
    }

    /// The same on this ground.
    pub fn on(self, ground: Ground) -> Shape {
        Shape { ground, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Piece;

    #[test]
    fn points_stand_where_their_lines_run() {
        let shape = Shape::points([("a", 0, 0), ("b", 2, 0), ("c", 1, 1)], &[&[0, 1], &[0, 2]]);
        assert_eq!(shape.cells[2].form, Form::Point);
        assert_eq!((shape.cells[1].x, shape.cells[1].y), (200, 0));
        assert_eq!(shape.marks[1], Mark::Line { points: vec![(0, 0), (100, 100)] });
    }

    #[test]
    fn sides_are_called_by_the_colour_of_their_discs_where_nothing_else_tells_them_apart() {
        let (disc, ring) =
            (|letter| Piece::first(letter, '●'), |letter| Piece::second(letter, '○'));
        let names = |shape: Shape, pieces: &[Piece]| shape.names(pieces, ["X", "O"]);
        let rack = Shape::default().coloured(Colour::Red, Colour::Yellow);
        assert_eq!(names(rack.clone(), &[disc('x'), ring('o')]), ["Red", "Yellow"]);
        assert_eq!(names(rack.clone(), &[]), ["X", "O"]);
        assert_eq!(names(rack, &[Piece::first('x', '×'), ring('o')]), ["X", "O"]);
        let discs = [disc('x'), ring('o')];
        let plain = Shape::default();
        assert_eq!(plain.names(&discs, ["X (black)", "O (white)"]), ["Black", "White"]);
        assert_eq!(plain.names(&discs, crate::rules::describe::UNNAMED), ["Black", "White"]);
        assert_eq!(plain.names(&discs, ["Hounds", "Hare"]), ["Hounds", "Hare"]);
    }

    #[test]
    fn a_grid_is_numbered_from_its_first_row() {
        for (first, y) in [(FirstRow::Top, 50), (FirstRow::Bottom, 150)] {
            let shape = Shape::grid(3, 2, first);
            let cell = &shape.cells[1];
            assert_eq!((cell.name.as_str(), cell.x, cell.y), ("b1", 150, y));
            assert_eq!(shape.cells[5].name, "c2");
            assert_eq!(shape.marks.len(), 5);
        }
    }
}
