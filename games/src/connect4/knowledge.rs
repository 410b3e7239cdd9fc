//! What a player of Connect Four knows.

use plyglot_search::{
    Bounds, Game, Knowledge, MoveList, NodeKey, OrderingWeights, Score, Side, SolvePlan,
    SolveWindows, Window,
};

use super::survey::{Range, Sight};
use super::{Column, ConnectFour, Geometry, lines};

/// The knowledge of a Connect Four player. See the methods of its [`Knowledge`].
#[derive(Clone, Debug, Default)]
pub struct ConnectFourKnowledge;

const ONE: i32 = Score::margin(1).raw();

/// The largest margin that is not above a score; estimates lie between margins 0 and 1 or -1.
#[inline(always)]
fn margin_at_or_below(score: Score) -> i32 {
    match score.raw() {
        raw if raw >= ONE => raw - ONE + 1,
        raw if raw <= -ONE => raw + ONE - 1,
        raw => -i32::from(raw < 0),
    }
}

/// The smallest margin that is not below a score.
#[inline(always)]
fn margin_at_or_above(score: Score) -> i32 {
    -margin_at_or_below(-score)
}

impl From<Range> for Bounds {
    #[inline(always)]
    fn from(range: Range) -> Bounds {
        Bounds { lower: Score::margin(range.lower), upper: Score::margin(range.upper) }
    }
}

impl<S: Geometry> Knowledge<ConnectFour<S>> for ConnectFourKnowledge {
    const ORDERING: OrderingWeights = OrderingWeights::GAME_ONLY;
    const ETC_DEPTH: i32 = 10;

    /// Counts the rows that each side could still complete, and its open threats; a threat on a
    /// row that zugzwang gives to its owner counts for more.
    fn evaluate(&mut self, game: &ConnectFour<S>) -> i32 {
        let upper = game.geometry.upper_rows();
        // On boards of even height the second player gets the upper rows by following up.
        let second_gets_upper = game.geometry.height().is_multiple_of(2);
        let mover_is_second = game.to_move() == Side::Second;
        let (mine, theirs) =
            if mover_is_second == second_gets_upper { (upper, !upper) } else { (!upper, upper) };
        prospects(game, game.mine, mine) - prospects(game, game.theirs(), theirs)
    }

    #[inline]
    fn bounds(&mut self, game: &ConnectFour<S>, window: Window) -> Bounds {
        let (mut alpha, beta) = (margin_at_or_below(window.alpha), margin_at_or_above(window.beta));
        let range = game.survey(alpha, beta);
        if range.lower >= beta || range.upper <= alpha || range.lower == range.upper {
            return range.into();
        }
        let Sight::Open { safe, .. } = game.sight() else { return range.into() };
        if safe & (safe - 1) == 0 {
            return range.into();
        }
        let mut found = Range { lower: range.lower, upper: i32::MIN };
        let mut left = safe;
        while left != 0 {
            let cell = left & left.wrapping_neg();
            left &= left - 1;
            let child = game.after(cell).survey(-beta, -alpha).flip();
            found.lower = found.lower.max(child.lower);
            found.upper = found.upper.max(child.upper);
            alpha = alpha.max(found.lower);
            if alpha >= beta {
                return Range { lower: found.lower, upper: range.upper }.into();
            }
        }
        Range { lower: found.lower, upper: found.upper.min(range.upper) }.into()
    }

    #[inline]
    fn expand(&mut self, game: &ConnectFour<S>, _depth: i32, out: &mut MoveList<Column>) {
        let board = game.geometry;
        let mut left = match game.sight() {
            Sight::Open { safe, .. } => safe,
            Sight::Wins => lines::completing(game.mine, board.stride()) & game.playable(),
            Sight::Loses => game.playable(),
        };
        while left != 0 {
            let cell = left & left.wrapping_neg();
            left &= left - 1;
            let column = board.column_of(cell);
            out.push_ranked(Column(column as u8), rank(game, cell, column));
        }
    }

    #[inline]
    fn key(&self, game: &ConnectFour<S>) -> NodeKey {
        game.live_key()
    }

    #[inline]
    fn to_frame(&self, game: &ConnectFour<S>, mv: Column, frame: u8) -> Column {
        if frame == 0 { mv } else { Column((game.geometry.width() - 1) as u8 - mv.0) }
    }

    #[inline]
    fn bits_from_frame(&self, game: &ConnectFour<S>, bits: u32, frame: u8) -> u32 {
        if frame == 0 { bits } else { (game.geometry.width() - 1).wrapping_sub(bits) }
    }

    fn plies_left(&self, game: &ConnectFour<S>) -> Option<i32> {
        Some((game.geometry.area() - game.plies) as i32)
    }

    fn solve_plan(&self, _game: &ConnectFour<S>) -> SolvePlan {
        SolvePlan { rehearse: 0, stride: 1, windows: SolveWindows::Inwards }
    }
}

/// What one side may hope for: rows that are still possible, threats, threats on its own rows.
fn prospects<S: Geometry>(game: &ConnectFour<S>, stones: u64, own_rows: u64) -> i32 {
    let stride = game.geometry.stride();
    let possible = stones | game.empties();
    let rows: u32 = lines::directions(stride)
        .iter()
        .map(|&step| lines::runs(possible, step).count_ones())
        .sum();
    let threats = lines::completing(stones, stride) & game.empties();
    (rows + 8 * threats.count_ones() + 16 * (threats & own_rows).count_ones()) as i32
}

/// Ranks a safe move by the threats that the mover has after it, then by nearness to the centre.
#[inline(always)]
fn rank<S: Geometry>(game: &ConnectFour<S>, cell: u64, column: u32) -> i32 {
    let board = game.geometry;
    let mine = game.mine | cell;
    let open = game.empties() & !cell;
    let threats = lines::completing(mine, board.stride()) & open;
    let centre = column.min(board.width() - 1 - column) as i32;
    threats.count_ones() as i32 * 16 + centre
}
