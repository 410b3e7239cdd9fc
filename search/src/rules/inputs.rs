//! [`Inputs`]: what a net sees of a game.
//!
//! A net sees planes: for each kind of thing that can stand on the board, the set of cells where it stands. By default
//! they follow from what the game shows of its board ([`Describe::contents`]), so that a game that is shown can be
//! learned. Each side sees the board for itself: what is the other side's is exchanged with its own.
//!
//! Cost: nothing here is part of a search without a net.

use crate::rules::describe::Describe;
use crate::rules::game::Side;
use crate::rules::shape::Content;

/// What a net sees: cells, and the planes over them. Made from what a game shows ([`Inputs::shown`]) or from planes
/// of its own ([`Inputs::new`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// Where each cell is: only [`Inputs::exchanged_by`] and [`Inputs::alike_by`] look at it.
    places: Vec<(i32, i32)>,
    planes: Vec<Plane>,
    exchange: Option<Vec<u16>>,
    alike: Vec<Vec<u16>>,
}

/// A kind of thing that stands on cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plane {
    /// What it is, in a word.
    pub name: String,
    /// The number of the plane that it is for the other side: its own, if it belongs to neither side.
    pub exchanged: usize,
}

/// How a board is turned or mirrored, around the middle of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Not at all.
    Same,
    /// Left and right are exchanged.
    LeftRight,
    /// Top and bottom are exchanged.
    TopBottom,
    /// Half a turn.
    Half,
    /// Mirrored in the diagonal from the top left.
    Diagonal,
    /// Mirrored in the other diagonal.
    Antidiagonal,
    /// A quarter turn to the left.
    Left,
    /// A quarter turn to the right.
    Right,
}

impl Turn {
    /// All symmetries of a square board.
    pub const ALL: [Turn; 8] = [
        Turn::Same,
        Turn::LeftRight,
        Turn::TopBottom,
        Turn::Half,
        Turn::Diagonal,
        Turn::Antidiagonal,
        Turn::Left,
        Turn::Right,
    ];

    /// The symmetries of a rectangle.
    pub const RECTANGLE: [Turn; 4] = [Turn::Same, Turn::LeftRight, Turn::TopBottom, Turn::Half];

    /// Where a place is afterwards, as seen from the middle.
    fn of(self, (x, y): (i32, i32)) -> (i32, i32) {
        match self {
            Turn::Same => (x, y),
            Turn::LeftRight => (-x, y),
            Turn::TopBottom => (x, -y),
            Turn::Half => (-x, -y),
            Turn::Diagonal => (y, x),
            Turn::Antidiagonal => (-y, -x),
            Turn::Left => (y, -x),
            Turn::Right => (-y, x),
        }
    }
}

/// A count on a cell (seeds in a hole) is a plane for each of these that it reaches.
const STEPS: [u32; 24] =
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 22, 24, 25, 28, 32, 40, 48];

impl Inputs {
    /// Inputs that the game chooses: this many cells, and for each pair of names a plane of the first side's and one of
    /// the second side's, in this order. [`Describe::see`] then says what is on them.
    pub fn new(cells: usize, pairs: &[[&str; 2]]) -> Inputs {
        let places = (0..cells as i32).map(|cell| (cell, 0)).collect();
        let mut inputs = Inputs { places, ..Inputs::default() };
        for pair in pairs {
            let first = inputs.planes.len();
            for (name, exchanged) in pair.iter().zip([first + 1, first]) {
                inputs.planes.push(Plane { name: (*name).into(), exchanged });
            }
        }
        inputs
    }

    /// With a plane more, of what belongs to neither side.
    #[must_use]
    pub fn and(mut self, name: &str) -> Inputs {
        let exchanged = self.planes.len();
        self.planes.push(Plane { name: name.into(), exchanged });
        self
    }

    /// What [`Describe::contents`] tells of the cells of [`Describe::shape`]: a plane for each of
    /// [`Describe::pieces`], for what is taken by either side or by one that is not told, and for what is gone; where
    /// cells count something, one for each step of the count. The two sides are not supposed to see the same, so that
    /// each has weights of its own: [`Inputs::exchanged_by`] says otherwise. No cells, if the game shows no board.
    pub fn shown<G: Describe>(game: &G) -> Inputs {
        let places = game
            .shape()
            .map(|shape| shape.cells.iter().map(|cell| (cell.x, cell.y)).collect::<Vec<_>>());
        let contents = game.contents();
        let places = places.filter(|places| places.len() == contents.len()).unwrap_or_default();
        let mut inputs = Inputs { places, ..Inputs::default() };
        // The nth piece of one side is what the nth of the other is.
        let of = |side: Side| {
            let pieces = game.pieces().iter().enumerate();
            pieces.filter(|(_, piece)| piece.side == side).map(|(place, _)| place).collect()
        };
        let sides: [Vec<usize>; 2] = [of(Side::First), of(Side::Second)];
        for (place, piece) in game.pieces().iter().enumerate() {
            let (own, other) = match piece.side {
                Side::First => (&sides[0], &sides[1]),
                Side::Second => (&sides[1], &sides[0]),
            };
            let nth = own.iter().position(|&at| at == place);
            let exchanged = nth.and_then(|nth| other.get(nth)).copied().unwrap_or(place);
            inputs.planes.push(Plane { name: piece.letter.into(), exchanged });
        }
        let taken = inputs.planes.len();
        for (name, exchanged) in [("taken by the first", taken + 1), ("taken by the second", taken)]
        {
            inputs.planes.push(Plane { name: name.into(), exchanged });
        }
        inputs = inputs.and("taken").and("gone");
        if contents.iter().any(|content| matches!(content, Content::Count(_))) {
            for step in STEPS {
                inputs = inputs.and(&format!("{step} or more"));
            }
        }
        inputs
    }

    /// The second side sees the board as the first one does, after this turn: the two then share their weights. Of
    /// games whose sides have equal rights; [`Turn::Same`] where it does not matter from where one looks.
    ///
    /// # Panics
    /// If the turn leads a cell to where there is none.
    #[must_use]
    pub fn exchanged_by(self, turn: Turn) -> Inputs {
        let exchange = Some(self.turned(turn));
        Inputs { exchange, ..self }
    }

    /// The same, for boards of another form: the cell that each cell is for the other side.
    ///
    /// # Panics
    /// If that is not one of the cells.
    #[must_use]
    pub fn exchanged(self, to: impl Fn(usize) -> usize) -> Inputs {
        let exchange = Some(self.mapped(to));
        Inputs { exchange, ..self }
    }

    /// A position is worth the same after these turns: a training learns from all of them.
    ///
    /// # Panics
    /// If a turn leads a cell to where there is none.
    #[must_use]
    pub fn alike_by(mut self, turns: &[Turn]) -> Inputs {
        for &turn in turns.iter().filter(|&&turn| turn != Turn::Same) {
            self.alike.push(self.turned(turn));
        }
        self
    }

    /// The same, for boards of another form: the cell that each cell is mapped to.
    ///
    /// # Panics
    /// If that is not one of the cells.
    #[must_use]
    pub fn alike(mut self, to: impl Fn(usize) -> usize) -> Inputs {
        self.alike.push(self.mapped(to));
        self
    }

    fn mapped(&self, to: impl Fn(usize) -> usize) -> Vec<u16> {
        let mapped = |cell| {
            let image = to(cell);
            assert!(image < self.cells(), "cell {cell} is mapped to {image}, which is not a cell");
            image as u16
        };
        (0..self.cells()).map(mapped).collect()
    }

    fn turned(&self, turn: Turn) -> Vec<u16> {
        let least = |of: fn(&(i32, i32)) -> i32| self.places.iter().map(of).min().unwrap_or(0);
        let most = |of: fn(&(i32, i32)) -> i32| self.places.iter().map(of).max().unwrap_or(0);
        let middle = (least(|at| at.0) + most(|at| at.0), least(|at| at.1) + most(|at| at.1));
        // Twice as far, so that the middle need not be whole.
        let seen = |(x, y): (i32, i32)| (2 * x - middle.0, 2 * y - middle.1);
        self.mapped(|cell| {
            let image = turn.of(seen(self.places[cell]));
            let to = self.places.iter().position(|&place| seen(place) == image);
            to.unwrap_or_else(|| panic!("{turn:?} leads cell {cell} to where there is none"))
        })
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.places.len()
    }

    /// The planes, in the order of their words.
    pub fn planes(&self) -> &[Plane] {
        &self.planes
    }

    /// How many words of 64 cells each plane has.
    pub fn words(&self) -> usize {
        self.cells().div_ceil(64)
    }

    /// How many words [`Describe::see`] fills: [`Inputs::words`] for each plane.
    pub fn size(&self) -> usize {
        self.words() * self.planes.len()
    }

    /// The cell that each cell is for the other side, where the sides see the same.
    pub fn exchange(&self) -> Option<&[u16]> {
        self.exchange.as_deref()
    }

    /// Where each cell is led to by the symmetries, but for the one that changes nothing.
    pub fn symmetries(&self) -> &[Vec<u16>] {
        &self.alike
    }
}

/// What is on the planes of [`Inputs::shown`]: a bit for each cell, plane by plane. All of `planes` is 0 before.
pub(crate) fn see_shown<G: Describe>(game: &G, planes: &mut [u64]) {
    let (contents, pieces) = (game.contents(), game.pieces());
    let words = contents.len().div_ceil(64);
    let taken = pieces.len();
    for (cell, content) in contents.into_iter().enumerate() {
        let mut set = |plane: usize| {
            if let Some(word) = planes.get_mut(plane * words + cell / 64) {
                *word |= 1 << (cell % 64);
            }
        };
        match content {
            Content::Empty => {}
            Content::Piece(letter) => {
                if let Some(place) = pieces.iter().position(|piece| piece.letter == letter) {
                    set(place);
                }
            }
            Content::Taken(Some(Side::First)) => set(taken),
            Content::Taken(Some(Side::Second)) => set(taken + 1),
            Content::Taken(None) => set(taken + 2),
            Content::Gone => set(taken + 3),
            Content::Count(count) => {
                let reached = STEPS.iter().take_while(|&&step| step <= count).count();
                (0..reached).for_each(|step| set(taken + 4 + step));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_lead_cells_to_cells() {
        let inputs = Inputs { places: vec![(0, 0), (1, 0), (0, 1), (1, 1)], ..Inputs::default() };
        let turned = |turn| inputs.turned(turn);
        assert_eq!(turned(Turn::LeftRight), [1, 0, 3, 2]);
        assert_eq!(turned(Turn::Half), [3, 2, 1, 0]);
        assert_eq!(turned(Turn::Diagonal), [0, 2, 1, 3]);
        let quarter = turned(Turn::Right);
        assert_eq!(quarter, [1, 3, 0, 2]);
        let four = (0..4).map(|cell| (0..4).fold(cell, |at, _| usize::from(quarter[at])));
        assert!(four.eq(0..4), "four quarter turns");
        assert_eq!(inputs.alike_by(&Turn::ALL).symmetries().len(), 7);
    }

    #[test]
    #[should_panic(expected = "Half leads cell 0 to where there is none")]
    fn a_turn_that_leaves_the_board_is_refused() {
        let corner = Inputs { places: vec![(0, 0), (1, 0), (0, 1)], ..Inputs::default() };
        let _ = corner.exchanged_by(Turn::Same).alike_by(&[Turn::Diagonal, Turn::Half]);
    }

    #[test]
    fn own_planes_come_in_pairs() {
        let inputs =
            Inputs::new(70, &[["man", "their man"]]).and("gone").exchanged(|cell| 69 - cell);
        let exchanged: Vec<usize> = inputs.planes().iter().map(|plane| plane.exchanged).collect();
        assert_eq!((exchanged, inputs.words(), inputs.size()), (vec![1, 0, 2], 2, 6));
        assert_eq!(inputs.exchange().map(|exchange| exchange[0]), Some(69));
    }
}
