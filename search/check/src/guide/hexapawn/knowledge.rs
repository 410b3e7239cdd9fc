use plyglot_search::{Bounds, Knowledge, NodeKey, OrderingWeights, Score, Window};

/// What a player of Hexapawn knows.
#[derive(Clone, Default)]
pub struct Walker;

impl Hexapawn {
    /// How many rows the pawns of a side have gone, in all.
    fn walked(&self, side: Side) -> i32 {
        let gone = |row: u32| match side {
            Side::First => row,
            Side::Second => self.rows - 1 - row,
        };
        let pawns = self.pawns[usize::from(side == Side::Second)];
        let row = |row: u32| pawns >> (row * self.columns) & ((1 << self.columns) - 1);
        (0..self.rows).map(|at| (row(at).count_ones() * (1 + gone(at))) as i32).sum()
    }

    /// The position seen in a mirror, left and right exchanged.
    fn mirrored(&self) -> Self {
        let row = (1 << self.columns) - 1;
        let mirror = |pawns: u32| {
            let image = |at: u32| {
                let cells = pawns >> (at * self.columns) & row;
                cells.reverse_bits() >> (32 - self.columns) << (at * self.columns)
            };
            (0..self.rows).fold(0, |all, at| all | image(at))
        };
        Hexapawn { pawns: self.pawns.map(mirror), ..*self }
    }

    fn mirror_of(&self, square: u32) -> u32 {
        let column = square % self.columns;
        square + self.columns - 1 - 2 * column
    }
}

impl Knowledge<Hexapawn> for Walker {
    /// A position and its image with colours exchanged are worth the same to their side to move.
    const ANTISYMMETRIC: bool = true;

    /// A move of the rank below counts for more than what the engine learns of it on the way.
    fn ordering(&self) -> OrderingWeights {
        OrderingWeights { killer: 8, countermove: 2, history: 8, ..OrderingWeights::GAME_ONLY }
    }

    /// More pawns, and farther on.
    fn evaluate(&mut self, game: &Hexapawn) -> i32 {
        game.walked(game.side) - game.walked(game.side.other())
    }

    /// First take, then walk the pawn that is farthest on.
    fn rank(&mut self, game: &Hexapawn, step: Step, _depth: i32) -> i32 {
        let row = step.to / game.columns;
        let gone = if game.side == Side::First { row } else { game.rows - 1 - row };
        let takes = step.from % game.columns != step.to % game.columns;
        gone as i32 + if takes { 16 } else { 0 }
    }

    /// Who can step onto the last row wins in one ply.
    fn bounds(&mut self, game: &Hexapawn, _window: Window) -> Bounds {
        let last = if game.side == Side::First { game.rows - 1 } else { 0 };
        if game.steps().any(|step| step.to / game.columns == last) {
            return Bounds::exactly(Score::win_in(1));
        }
        Bounds::UNKNOWN
    }

    /// Mirrored positions share an entry of the table: that of the smaller key.
    fn key(&self, game: &Hexapawn) -> NodeKey {
        let (own, mirrored) = (game.key(), game.mirrored().key());
        NodeKey { hash: own.min(mirrored), symmetry: u8::from(mirrored < own) }
    }

    fn to_canonical(&self, game: &Hexapawn, Step { from, to }: Step, symmetry: u8) -> Step {
        let image = |square| if symmetry == 0 { square } else { game.mirror_of(square) };
        Step { from: image(from), to: image(to) }
    }

    fn bits_from_canonical(&self, game: &Hexapawn, bits: u32, symmetry: u8) -> u32 {
        let step = Step { from: bits >> 6, to: bits & 63 };
        if step.from.max(step.to) >= game.columns * game.rows {
            return bits;
        }
        Hexapawn::pack(self.to_canonical(game, step, symmetry))
    }

    /// Each ply takes a pawn one row on, and none goes farther than the last row.
    fn plies_left(&self, game: &Hexapawn) -> Option<i32> {
        let farthest = game.rows as i32;
        let pawns = game.pawns.map(|pawns| pawns.count_ones() as i32);
        let walked = game.walked(Side::First) + game.walked(Side::Second);
        Some((pawns[0] + pawns[1]) * farthest - walked)
    }
}
