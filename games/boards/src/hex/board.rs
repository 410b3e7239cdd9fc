//! The board as bits: row by row from the top left, so that a step is a shift. Made once, one for each size.

use super::bits::{Cells, Wide};

/// The most cells a side can have.
pub const MOST: usize = Wide::MOST;

/// A board, and what follows from its size.
#[derive(Debug)]
pub struct Shape<C> {
    /// Cells a side.
    pub(super) size: usize,
    /// All cells.
    pub(super) all: C,
    not_left: C,
    not_right: C,
    /// The two edges of Red (top, bottom) and those of Blue (left, right).
    pub(super) edges: [[C; 2]; 2],
}

/// Where bridges can lead to: see [`Shape::bridges`].
pub(super) struct Bridges<C>([C; 6]);

/// For each edge, the two directions that lead from it onto the board.
pub(super) const INWARDS: [[[usize; 2]; 2]; 2] = [[[4, 5], [1, 2]], [[0, 1], [3, 4]]];

impl<C: Cells> Shape<C> {
    /// The board with this many cells a side, 1 to [`Cells::MOST`].
    pub(super) fn get(size: usize) -> Option<&'static Shape<C>> {
        C::shapes().get(size.checked_sub(1)?)
    }

    /// All of them, the smallest first.
    pub(super) fn all() -> Vec<Shape<C>> {
        (1..=C::MOST).map(Shape::of).collect()
    }

    fn of(size: usize) -> Shape<C> {
        let set = |cells: &mut dyn Iterator<Item = usize>| {
            cells.fold(C::EMPTY, |set, cell| set | C::one(cell))
        };
        let all = set(&mut (0..size * size));
        let top = set(&mut (0..size));
        let left = set(&mut (0..size).map(|row| row * size));
        let (bottom, right) = (top << (size * (size - 1)), left << (size - 1));
        let edges = [[top, bottom], [left, right]];
        Shape { size, all, not_left: all & !left, not_right: all & !right, edges }
    }

    /// One step of all cells in one of the six directions, which go round from the right by the top
    /// right, where the row above stands half a cell to the right.
    #[inline]
    pub(super) fn step(&self, set: C, direction: usize) -> C {
        // The mask changes nothing, and tells the compiler that no shift moves a whole word.
        let size = self.size & 15;
        match direction {
            0 => (set & self.not_right) << 1,
            1 => (set & self.not_right) >> (size - 1),
            2 => set >> size,
            3 => (set & self.not_left) >> 1,
            4 => (set & self.not_left) << (size - 1) & self.all,
            _ => set << size & self.all,
        }
    }

    /// The cells next to those of a set.
    #[inline]
    pub(super) fn beside(&self, set: C) -> C {
        (0..6).fold(C::EMPTY, |all, direction| all | self.step(set, direction))
    }

    /// For each corner, the cells around it whose two ways there are both in `open`.
    #[inline]
    pub(super) fn bridges(&self, open: C) -> Bridges<C> {
        let steps: [C; 6] = std::array::from_fn(|direction| self.step(open, direction));
        Bridges(std::array::from_fn(|one| steps[one] & steps[(one + 1) % 6]))
    }

    /// The cells next to those of a set, and those two steps away, around a corner, where both cells in between are
    /// open: a stone there is joined to the set, whichever of the two the opponent takes (a bridge).
    #[inline]
    pub(super) fn beside_or_bridged(&self, set: C, bridges: &Bridges<C>) -> C {
        let steps: [C; 6] = std::array::from_fn(|direction| self.step(set, direction));
        (0..6).fold(C::EMPTY, |all, one| {
            let around = self.step(steps[one], (one + 1) % 6);
            all | steps[one] | around & bridges.0[one]
        })
    }

    /// The cells that are joined to an edge by two cells of `open` on it.
    #[inline]
    pub(super) fn bridged_to_edge(&self, side: usize, edge: usize, open: C) -> C {
        let [one, two] = INWARDS[side][edge];
        let open = self.edges[side][edge] & open;
        self.step(open, one) & self.step(open, two)
    }

    /// A set and all stones that are connected to it.
    #[inline]
    pub(super) fn flood(&self, set: C, stones: C) -> C {
        self.flood_and_beside(set, stones).0
    }

    /// [`Self::flood`], with the cells next to it all, which it has to look for anyway.
    #[inline]
    pub(super) fn flood_and_beside(&self, mut set: C, stones: C) -> (C, C) {
        loop {
            let beside = self.beside(set);
            let more = beside & stones & !set;
            if more == C::EMPTY {
                return (set, beside);
            }
            set |= more;
        }
    }

    /// The board turned by half a turn.
    #[inline]
    pub(super) fn turned(&self, set: C) -> C {
        set.reversed() >> (C::BITS - self.size * self.size)
    }
}

/// The cells of a set, lowest first.
#[inline]
pub(super) fn cells<C: Cells>(mut set: C) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != C::EMPTY).then(|| {
            let cell = set.first() as u8;
            set = set.without_first();
            cell
        })
    })
}
