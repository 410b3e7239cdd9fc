use plyglot_search::{Game, MoveList, Outcome, Side};

/// Pawns walk one step straight on and take one step aslant. Who gets a pawn to the last row wins,
/// and so does who leaves the opponent without a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Hexapawn {
    columns: u32,
    rows: u32,
    /// A bit for each square, row by row, of the first player's and of the second player's pawns.
    pawns: [u32; 2],
    side: Side,
}

/// From one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    from: u32,
    to: u32,
}

impl Hexapawn {
    /// The start, on a board of 31 squares at most.
    pub fn new(columns: u32, rows: u32) -> Self {
        assert!(columns > 0 && rows > 2 && columns * rows < 32, "no such board");
        let row = (1 << columns) - 1;
        Hexapawn { columns, rows, pawns: [row, row << (columns * (rows - 1))], side: Side::First }
    }

    /// The pawns of the side to move, and those of the other.
    fn own_and_other(&self) -> (u32, u32) {
        let [first, second] = self.pawns;
        if self.side == Side::First { (first, second) } else { (second, first) }
    }

    /// True if the player who has just moved has reached the last row.
    fn is_home(&self) -> bool {
        let row = (1 << self.columns) - 1;
        let last =
            if self.side == Side::First { row } else { row << (self.columns * (self.rows - 1)) };
        self.own_and_other().1 & last != 0
    }

    /// True if the side to move may make this step, while neither side has won.
    fn allows(&self, Step { from, to }: Step) -> bool {
        let squares = self.columns * self.rows;
        if from >= squares || to >= squares {
            return false;
        }
        let (own, other) = self.own_and_other();
        let has = |pawns: u32, square: u32| pawns >> square & 1 == 1;
        let (from_row, to_row) = (from / self.columns, to / self.columns);
        let forward =
            if self.side == Side::First { from_row + 1 == to_row } else { to_row + 1 == from_row };
        let aside = (from % self.columns).abs_diff(to % self.columns);
        let free = !has(own, to) && !has(other, to);
        has(own, from) && forward && (aside == 0 && free || aside == 1 && has(other, to))
    }

    /// All steps of the side to move.
    fn steps(&self) -> impl Iterator<Item = Step> {
        let own = if self.is_home() { 0 } else { self.own_and_other().0 };
        let squares = self.columns * self.rows;
        let pawns = (0..squares).filter(move |square| own >> square & 1 == 1);
        let steps = pawns.flat_map(move |from| {
            let ahead = match self.side {
                Side::First => from + self.columns,
                Side::Second => from.wrapping_sub(self.columns),
            };
            [ahead.wrapping_sub(1), ahead, ahead.wrapping_add(1)].map(|to| Step { from, to })
        });
        steps.filter(|&step| self.allows(step))
    }
}

impl Game for Hexapawn {
    type Move = Step;
    /// The pawns before: to restore them is simpler than to find out what was taken.
    type Undo = [u32; 2];

    fn to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let [first, second] = self.pawns.map(u64::from);
        mixed(first | second << 31 | u64::from(self.side == Side::Second) << 62)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.steps().next().is_none().then_some(Outcome::Loss)
    }

    fn moves(&self, out: &mut MoveList<Step>) {
        self.steps().for_each(|step| out.push(step));
    }

    fn play(&mut self, Step { from, to }: Step) -> [u32; 2] {
        let before = self.pawns;
        let own = usize::from(self.side == Side::Second);
        self.pawns[own] ^= 1 << from | 1 << to;
        self.pawns[1 - own] &= !(1 << to);
        self.side = self.side.other();
        before
    }

    fn undo(&mut self, _step: Step, before: [u32; 2]) {
        self.pawns = before;
        self.side = self.side.other();
    }

    fn pack(Step { from, to }: Step) -> u32 {
        from << 6 | to
    }

    fn unpack(&self, bits: u32) -> Option<Step> {
        let step = Step { from: bits >> 6, to: bits & 63 };
        (!self.is_home() && self.allows(step)).then_some(step)
    }
}

/// Spreads a code that is unique over all bits; each step can be undone, so it stays unique.
fn mixed(code: u64) -> u64 {
    let code = (code ^ code >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let code = (code ^ code >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    code ^ code >> 32
}
