//! What was fitted to each size of the board.
//!
//! 4x4, which is solved at once, has the numbers of 8x8 but for what would take all of the game.

use super::evaluation::POINTS;

/// The numbers of a size.
pub(super) struct Size {
    /// True if there are trained weights for it.
    pub(super) is_trained: bool,
    /// From how many empty squares on the endgame solver takes over.
    pub(super) leaf: u32,
    /// What moves are ranked by with the trained evaluation.
    pub(super) order: Order,
    /// What comes before an exact solve.
    pub(super) passes: Passes,
    /// How the nodes of an exact solve grow with the empty squares; see [`plyglot_search::SolveCost::growing`].
    pub(super) cost: (u64, u64),
    /// The standard deviation of a deep score from a shallow one, in thousandths of a point: a constant, and for each
    /// empty square, ply of the deep search, ply of the shallow one, and point that one side is ahead.
    ///
    /// A regression over 1,000 positions of games of the program against itself: `plyglot tune othello --probcut --positions
    /// 1000 --depth 16`; on 6x6 `--depth 14`.
    pub(super) deviation: [i32; 5],
}

/// What moves are ranked by.
pub(super) struct Order {
    /// Where one side is this many points ahead, the estimate says little about what is left to decide, and moves are
    /// ranked by mobility alone; `None` if they never are.
    pub(super) lopsided: Option<i32>,
    /// From this depth on, they are ranked by the best reply to each: a search of two plies, which pays where there
    /// is a large tree below.
    pub(super) looked_into: i32,
    /// From this depth on, by a search that is a ply deeper, and by another with every two plies of depth.
    pub(super) deeper: i32,
    /// What a reply of the opponent takes from a move's rank where moves are looked into.
    pub(super) reply_where_looked_into: i32,
    /// Moves that are found to be worse than alpha by more points than this are not told apart; `None` if all are.
    pub(super) told_apart: Option<i32>,
}

impl Order {
    /// With the hand-made evaluation, of each size.
    pub(super) const HAND_MADE: Order = Order {
        lopsided: Some(LOPSIDED),
        looked_into: 16,
        deeper: i32::MAX,
        reply_where_looked_into: 64,
        told_apart: None,
    };

    /// How many plies below each move of a node of this depth are searched for its rank.
    ///
    /// Two fewer where the table has a move to try first: it mostly does what the others are ranked for. What is deeper
    /// than `FARTHEST` is searched to its end only where few nodes prove it.
    pub(super) fn looks(&self, depth: i32, has_move: bool) -> u32 {
        const MOST: i32 = 6;
        const LESS: i32 = 2;
        const FARTHEST: i32 = 40;
        let plies = match depth {
            _ if depth < self.looked_into => return 0,
            _ if depth < self.deeper || depth > FARTHEST => 1,
            _ => (2 + (depth - self.deeper) / 2).min(MOST),
        };
        (plies - if has_move { LESS } else { 0 }).max(1) as u32
    }
}

/// What comes before an exact solve.
pub(super) struct Passes {
    /// The greatest depth of those that are searched first.
    pub(super) rehearsed: i32,
    /// From this many empty squares on, a selective pass comes next: with fewer it costs what it saves.
    once: u32,
    /// From this many on, two.
    twice: u32,
}

impl Passes {
    /// How many selective passes come before an exact solve.
    pub(super) fn selective(&self, empties: u32) -> u8 {
        u8::from(empties >= self.once) + u8::from(empties >= self.twice)
    }
}

/// Where one side is this many points ahead, little is left to decide in most positions.
pub(super) const LOPSIDED: i32 = 30 * POINTS;

impl Size {
    /// The numbers of a board of `side` x `side`.
    pub(super) const fn of(side: usize) -> Size {
        match side {
            8 => Self::LARGE,
            6 => Self::SMALL,
            _ => Size { is_trained: false, leaf: 11, ..Self::LARGE },
        }
    }

    /// The endgame: FFO #40-44 and 200 positions with 15 to 20 empty squares take 0.80 and 0.86 of the time that they
    /// take with a leaf of 11, since a node of the engine costs more.
    ///
    /// The order, in an exact solve: 20 positions with 24 empty squares and three of FFO with 26 and 27 take 0.86 and 0.81
    /// of the nodes where the estimate ranks moves in lopsided positions, too; with searches of more than a ply below
    /// each move 0.80 and 0.68, and those of FFO with 28 to 30 about half. A ply deeper in each, or two plies
    /// nearer to the end, takes up to 6 % fewer nodes in more time. To cut off above the window as well as below costs what
    /// the deeper searches gain: all that is good enough then looks alike.
    ///
    /// The cost: positions of the FFO endgame test (`games/data/othello`) with 15 to 26 empty squares take within a
    /// factor of about three of these nodes at one thread.
    const LARGE: Size = Size {
        is_trained: true,
        leaf: 14,
        order: Order {
            lopsided: None,
            looked_into: 16,
            deeper: 18,
            reply_where_looked_into: 48,
            told_apart: Some(8 * POINTS),
        },
        passes: Passes { rehearsed: 13, once: 21, twice: 27 },
        cost: (6_000, 200),
        deviation: [70_640, -1_152, 3_936, -7_168, 56],
    };

    /// The endgame: from the start position it takes 0.84 of the time that it takes with a leaf of 11.
    ///
    /// The order: eight positions with 24 empty squares take 0.92 of the nodes where the estimate ranks moves in
    /// lopsided positions, too, 0.96 where replies are looked into two plies nearer to the end, and 0.97 where these
    /// count for less. Deeper searches save 23 % of the nodes from the start.
    ///
    /// The passes: one saves 23 % of the nodes of positions with 20 empty squares, and two instead of one 3 % with 22.
    /// Eight positions with 24 take 3 % fewer where depth 17 is searched first, and not 13.
    ///
    /// The cost: positions of the program's own games take 0.23 M nodes with 18 empty squares, 0.73 M with 20, 2.9 M
    /// with 22 and 10 M with 24 (geometric means of 12 to 40), and the start position, with 32, 166 M.
    const SMALL: Size = Size {
        is_trained: true,
        leaf: 14,
        order: Order {
            lopsided: None,
            looked_into: 14,
            deeper: 18,
            reply_where_looked_into: 30,
            told_apart: Some(8 * POINTS),
        },
        passes: Passes { rehearsed: 17, once: 20, twice: 22 },
        cost: (14_000, 175),
        deviation: [83_472, -1_472, 2_848, -7_504, 28],
    };
}
