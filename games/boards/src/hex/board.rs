//! The board as bits: row by row from the top left, so that a step is a shift. Made at compile time,
//! one for each size.

/// The most cells a side can have.
pub const MOST: usize = 11;

/// A board, and what follows from its size.
#[derive(Debug)]
pub(super) struct Shape {
    /// Cells a side.
    pub(super) size: usize,
    /// All cells.
    pub(super) all: u128,
    not_left: u128,
    not_right: u128,
    /// The two edges of Red (top, bottom) and those of Blue (left, right).
    pub(super) edges: [[u128; 2]; 2],
}

/// Where bridges can lead to: see [`Shape::bridges`].
pub(super) struct Bridges([u128; 6]);

/// For each edge, the two directions that lead from it onto the board.
pub(super) const INWARDS: [[[usize; 2]; 2]; 2] = [[[4, 5], [1, 2]], [[0, 1], [3, 4]]];

static SHAPES: [Shape; MOST] = {
    let mut shapes = [const { Shape::of(1) }; MOST];
    let mut size = 2;
    while size <= MOST {
        shapes[size - 1] = Shape::of(size);
        size += 1;
    }
    shapes
};

impl Shape {
    /// The board with this many cells a side, 1 to [`MOST`].
    pub(super) fn get(size: usize) -> Option<&'static Shape> {
        SHAPES.get(size.checked_sub(1)?)
    }

    const fn of(size: usize) -> Shape {
        let all = u128::MAX >> (128 - size * size);
        let top = (1 << size) - 1;
        let mut left = 0;
        let mut row = 0;
        while row < size {
            left |= 1 << (row * size);
            row += 1;
        }
        let (bottom, right) = (top << (size * (size - 1)), left << (size - 1));
        let edges = [[top, bottom], [left, right]];
        Shape { size, all, not_left: all & !left, not_right: all & !right, edges }
    }

    /// One step of all cells in one of the six directions, which go round from the right by the top
    /// right, where the row above stands half a cell to the right.
    #[inline]
    pub(super) fn step(&self, set: u128, direction: usize) -> u128 {
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
    pub(super) fn beside(&self, set: u128) -> u128 {
        (0..6).fold(0, |all, direction| all | self.step(set, direction))
    }

    /// For each corner, the cells around it whose two ways there are both in `open`.
    #[inline]
    pub(super) fn bridges(&self, open: u128) -> Bridges {
        let steps: [u128; 6] = std::array::from_fn(|direction| self.step(open, direction));
        Bridges(std::array::from_fn(|one| steps[one] & steps[(one + 1) % 6]))
    }

    /// The cells next to those of a set, and those two steps away, around a corner, where both cells in between are
    /// open: a stone there is joined to the set, whichever of the two the opponent takes (a bridge).
    #[inline]
    pub(super) fn beside_or_bridged(&self, set: u128, bridges: &Bridges) -> u128 {
        let steps: [u128; 6] = std::array::from_fn(|direction| self.step(set, direction));
        (0..6).fold(0, |all, one| {
            let around = self.step(steps[one], (one + 1) % 6);
            all | steps[one] | around & bridges.0[one]
        })
    }

    /// The cells that are joined to an edge by two cells of `open` on it.
    #[inline]
    pub(super) fn bridged_to_edge(&self, side: usize, edge: usize, open: u128) -> u128 {
        let [one, two] = INWARDS[side][edge];
        let open = self.edges[side][edge] & open;
        self.step(open, one) & self.step(open, two)
    }

    /// A set and all stones that are connected to it.
    #[inline]
    pub(super) fn flood(&self, set: u128, stones: u128) -> u128 {
        self.flood_and_beside(set, stones).0
    }

    /// [`Self::flood`], with the cells next to it all, which it has to look for anyway.
    #[inline]
    pub(super) fn flood_and_beside(&self, mut set: u128, stones: u128) -> (u128, u128) {
        loop {
            let beside = self.beside(set);
            let more = beside & stones & !set;
            if more == 0 {
                return (set, beside);
            }
            set |= more;
        }
    }

    /// The board turned by half a turn.
    #[inline]
    pub(super) fn turned(&self, set: u128) -> u128 {
        set.reverse_bits() >> (128 - self.size * self.size)
    }
}

/// The cells of a set, lowest first.
#[inline]
pub(super) fn cells(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}
