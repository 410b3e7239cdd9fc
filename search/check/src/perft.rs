//! Perft: how many lines of a given length a game has. The customary test of a move generator.
//!
//! A line counts if it has exactly `depth` plies: a game that ended earlier counts nothing at
//! deeper levels, and a pass is a ply like any other. Different lines to the same position count
//! separately. Nothing is remembered between them, so the cost is the number counted, less the last
//! ply, whose moves are counted without being played.
//!
//! The first plies are handed out to all cores with rayon.

use rayon::prelude::*;

use plyglot_search::{Game, MoveList, Stop};

/// Plies that are played out before the lines are shared among the cores: two give enough pieces
/// to keep them evenly busy, and few enough to cost nothing.
const SHARED_PLIES: u32 = 2;

/// The number of lines of exactly `depth` plies. Depth 0 is the position itself: 1.
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    if depth == 0 { 1 } else { divide(game, depth).iter().map(|&(_, count)| count).sum() }
}

/// The number of lines of exactly `depth` plies after which the game is over. Some published counts
/// (Othello's) let a finished game count once at every later depth: they are [`perft`] plus the
/// lines that were over before.
pub fn finished<G: Game>(game: &G, depth: u32) -> u64 {
    finished_until(game, depth, None)
}

/// [`finished`], which comes back at once when `stop` is raised; the count then means nothing.
pub fn finished_until<G: Game>(game: &G, depth: u32, stop: Option<&Stop>) -> u64 {
    if depth == 0 {
        return u64::from(game.outcome().is_some());
    }
    divided::<G, true>(game, depth, stop).iter().map(|&(_, count)| count).sum()
}

/// Counts several pieces, on all cores. Not generic, so that what rayon needs for it is compiled once
/// and not for every game.
fn on_all_cores(pieces: usize, count: &(dyn Fn(usize) -> u64 + Sync)) -> Vec<u64> {
    (0..pieces).into_par_iter().map(count).collect()
}

/// [`perft`] split by the first move, in the order in which the game gives them. Empty if the game
/// is over, or if `depth` is 0.
pub fn divide<G: Game>(game: &G, depth: u32) -> Vec<(G::Move, u64)> {
    divide_until(game, depth, None)
}

/// [`divide`], which comes back at once when `stop` is raised; the counts then mean nothing.
pub fn divide_until<G: Game>(game: &G, depth: u32, stop: Option<&Stop>) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    divided::<G, false>(game, depth, stop)
}

/// The lines that begin with each move; only those after which the game is over, if `FINISHED`. The depth is at
/// least 1.
///
/// In loops: what iterators over positions are made of would be compiled for each game.
fn divided<G: Game, const FINISHED: bool>(
    game: &G,
    depth: u32,
    stop: Option<&Stop>,
) -> Vec<(G::Move, u64)> {
    let mut list = MoveList::new();
    let mut totals = Vec::new();
    // Each with the place of the move that it begins with.
    let mut pieces = Vec::new();
    children(game, &mut list, |mv, child| {
        pieces.push((totals.len(), child));
        totals.push((mv, 0));
    });
    let shared = SHARED_PLIES.min(depth);
    for _ in 1..shared {
        let mut below = Vec::new();
        for (root, piece) in &pieces {
            children(piece, &mut list, |_, child| below.push((*root, child)));
        }
        pieces = below;
    }
    let counts = on_all_cores(pieces.len(), &|place| {
        let mut lists = Vec::new();
        for _ in shared..depth {
            lists.push(MoveList::new());
        }
        count::<G, FINISHED>(&mut pieces[place].1.clone(), &mut lists, stop)
    });
    for (place, count) in counts.into_iter().enumerate() {
        totals[pieces[place].0].1 += count;
    }
    totals
}

/// The moves of a position, and what they lead to.
fn children<G: Game>(game: &G, list: &mut MoveList<G::Move>, mut each: impl FnMut(G::Move, G)) {
    list.clear();
    if game.outcome().is_none() {
        game.moves(list);
    }
    for mv in list.iter() {
        let mut child = game.clone();
        child.play(mv);
        each(mv, child);
    }
}

/// Lines below a position, of as many plies as there are lists; only those after which the game is over,
/// if `FINISHED`.
fn count<G: Game, const FINISHED: bool>(
    game: &mut G,
    lists: &mut [MoveList<G::Move>],
    stop: Option<&Stop>,
) -> u64 {
    // Every few thousand lines: looking at each would cost.
    if lists.len() > 3 && stop.is_some_and(Stop::is_raised) {
        return 0;
    }
    let Some((list, below)) = lists.split_first_mut() else {
        return u64::from(!FINISHED || game.outcome().is_some());
    };
    if !G::ENDS_ONLY_WITHOUT_MOVES && game.outcome().is_some() {
        return 0;
    }
    list.clear();
    game.moves(list);
    if below.is_empty() && !FINISHED {
        return list.len() as u64;
    }
    let mut total = 0;
    for mv in list.iter() {
        let undo = game.play(mv);
        total += count::<G, FINISHED>(game, below, stop);
        game.undo(mv, undo);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_search::{Outcome, Side};

    /// Counts down from n by one or two; over at zero.
    #[derive(Clone)]
    struct Countdown(u32);

    impl Game for Countdown {
        type Move = u32;
        type Undo = ();
        fn to_move(&self) -> Side {
            Side::First
        }
        fn key(&self) -> u64 {
            u64::from(self.0)
        }
        fn outcome(&self) -> Option<Outcome> {
            (self.0 == 0).then_some(Outcome::Win)
        }
        fn moves(&self, out: &mut MoveList<u32>) {
            (1..=self.0.min(2)).for_each(|step| out.push(step));
        }
        fn play(&mut self, step: u32) {
            self.0 -= step;
        }
        fn undo(&mut self, step: u32, (): ()) {
            self.0 += step;
        }
        fn pack(step: u32) -> u32 {
            step
        }
        fn unpack(&self, bits: u32) -> Option<u32> {
            (1..=self.0.min(2)).contains(&bits).then_some(bits)
        }
    }

    #[test]
    fn lines_that_ended_earlier_count_nothing() {
        let counts: Vec<u64> = (0..7).map(|depth| perft(&Countdown(4), depth)).collect();
        // Two plies: any of 1 and 2, one of which (2, 2) is over. Three: 111, 112, 121, 211.
        assert_eq!(counts, [1, 2, 4, 4, 1, 0, 0]);
    }

    #[test]
    fn lines_are_finished_at_the_depth_at_which_the_game_ends() {
        let counts: Vec<u64> = (0..6).map(|depth| finished(&Countdown(4), depth)).collect();
        // 2 2; then 1 1 2, 1 2 1, 2 1 1; then 1 1 1 1.
        assert_eq!(counts, [0, 0, 1, 3, 1, 0]);
        assert_eq!(finished(&Countdown(0), 0), 1);
    }

    #[test]
    fn divide_adds_up_to_perft_and_keeps_the_order_of_moves() {
        for depth in 1..8 {
            let parts = divide(&Countdown(9), depth);
            assert_eq!(parts.iter().map(|&(mv, _)| mv).collect::<Vec<_>>(), [1, 2]);
            let total: u64 = parts.iter().map(|&(_, count)| count).sum();
            assert_eq!(total, perft(&Countdown(9), depth));
        }
    }

    #[test]
    fn a_finished_game_has_one_line_of_no_plies() {
        assert_eq!(perft(&Countdown(0), 0), 1);
        assert_eq!(perft(&Countdown(0), 1), 0);
        assert!(divide(&Countdown(0), 3).is_empty());
    }
}
