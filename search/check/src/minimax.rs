//! Plain minimax: the value of a position by its definition, with nothing clever about it.
//!
//! The oracle. Every other search in this crate must agree with it, so it stays so short that it
//! can be seen to be right: no window, no table, no ordering, no hook of [`Knowledge`] but
//! [`Knowledge::evaluate`]. It visits every node of the tree, which is its cost: keep depths small.
//!
//! The principle is J. von Neumann's (1928, *Zur Theorie der Gesellschaftsspiele*); cutting the tree
//! at a depth and estimating there is C. Shannon's (1950, *Programming a Computer for Playing
//! Chess*, type A). Written in the negamax form, except that a child's value changes its sign only
//! where the mover changes, so that passes and extra turns need no special case.
//!
//! Values are seen from the root: a win in n plies counts the plies from there.

use plyglot_search::{Game, Knowledge, MoveList, Repetition, Score, estimate};

/// The value of a position searched `depth` plies deep and estimated by `knowledge` there, or
/// searched to the end of the game if `depth` is `None`. Knows nothing of repetitions: for a game
/// whose positions can come back, see [`minimax_on_path`].
///
/// # Panics
/// If the game gives neither an outcome nor a move.
pub fn minimax<G: Game, K: Knowledge<G>>(
    game: &mut G,
    knowledge: &mut K,
    depth: Option<i32>,
) -> Score {
    minimax_with(game, &mut |game| Score::heuristic(estimate(knowledge, game)), depth)
}

/// [`minimax`] with any function at the horizon, a quiescence search for example. The function's
/// answer counts distances from its own position, and it leaves the position as it was.
///
/// # Panics
/// If the game gives neither an outcome nor a move.
pub fn minimax_with<G: Game>(
    game: &mut G,
    horizon: &mut impl FnMut(&mut G) -> Score,
    depth: Option<i32>,
) -> Score {
    value(game, horizon, depth, 0, &mut None)
}

/// [`minimax_with`] for games whose positions can come back, which counts as [`Game::repetition`] says: the first
/// return to a position of the line, and of those in `history` (keys of the positions that led here, oldest first,
/// without this one) where the rule counts, as a third time.
///
/// # Panics
/// If the game gives neither an outcome nor a move.
pub fn minimax_on_path<G: Game>(
    game: &mut G,
    horizon: &mut impl FnMut(&mut G) -> Score,
    depth: Option<i32>,
    history: &[u64],
) -> Score {
    minimax_along(game, horizon, depth, history, &[])
}

/// [`minimax_on_path`] for a position within the line: `line` has the keys of the positions on the way from the root,
/// oldest first, which count the first time.
///
/// # Panics
/// If the game gives neither an outcome nor a move.
pub fn minimax_along<G: Game>(
    game: &mut G,
    horizon: &mut impl FnMut(&mut G) -> Score,
    depth: Option<i32>,
    history: &[u64],
    line: &[u64],
) -> Score {
    value(game, horizon, depth, 0, &mut Some(Path { before: history, line: line.to_vec() }))
}

/// The way to a position: keys of the game before the root, and of the line from there.
struct Path<'a> {
    before: &'a [u64],
    line: Vec<u64>,
}

impl Path<'_> {
    /// True if the position is on the line, or was there before the root as often as the rule allows. The root is on
    /// the line, whatever was before.
    fn has<G: Game>(&self, game: &G) -> bool {
        let (key, rule) = (game.key(), game.repetition());
        let plies = game.reversible_plies();
        let reversible = self.before.iter().chain(&self.line).rev().take(plies);
        let on_line = self.line.iter().rev().take(plies).any(|&earlier| earlier == key);
        on_line || reversible.filter(|&&earlier| earlier == key).count() + 1 >= rule.occurrences()
    }
}

fn value<G: Game>(
    game: &mut G,
    horizon: &mut impl FnMut(&mut G) -> Score,
    depth: Option<i32>,
    ply: u32,
    path: &mut Option<Path<'_>>,
) -> Score {
    if let Some(outcome) = game.outcome() {
        return outcome.score().from_node(ply);
    }
    let forbids = path.is_some() && game.repetition() == Repetition::Forbidden;
    if ply > 0 && !forbids && path.as_ref().is_some_and(|path| path.has(game)) {
        return match game.repetition() {
            Repetition::Ends => game.repeated().score().from_node(ply),
            _ => Score::DRAW,
        };
    }
    if depth.is_some_and(|depth| depth <= 0) {
        return horizon(game).from_node(ply);
    }
    let mut moves = MoveList::new();
    game.moves(&mut moves);
    let mover = game.to_move();
    if let Some(path) = path {
        path.line.push(game.key());
    }
    let mut best = None;
    for mv in moves.iter() {
        let undo = game.play(mv);
        if forbids && path.as_ref().is_some_and(|path| path.has(game)) {
            game.undo(mv, undo);
            continue;
        }
        let child = value(game, horizon, depth.map(|depth| depth - 1), ply + 1, path);
        let child = if game.to_move() == mover { child } else { -child };
        game.undo(mv, undo);
        best = best.max(Some(child));
    }
    if let Some(path) = path {
        path.line.pop();
    }
    let all_illegal = forbids.then(|| Score::loss_in(0).from_node(ply));
    best.or(all_illegal).expect("a position without an outcome has a move")
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_search::{Outcome, RulesOnly, Side};

    /// Nim with one heap: take 1 to 3; who takes the last has won. A heap divisible by four loses.
    #[derive(Clone, Debug)]
    struct Heap {
        left: u32,
        side: Side,
    }

    impl Game for Heap {
        type Move = u32;
        type Undo = ();
        fn to_move(&self) -> Side {
            self.side
        }
        fn key(&self) -> u64 {
            u64::from(self.left) * 2 + u64::from(self.side == Side::First)
        }
        fn outcome(&self) -> Option<Outcome> {
            (self.left == 0).then_some(Outcome::Loss)
        }
        fn moves(&self, out: &mut MoveList<u32>) {
            (1..=self.left.min(3)).for_each(|taken| out.push(taken));
        }
        fn play(&mut self, taken: u32) {
            self.left -= taken;
            self.side = self.side.other();
        }
        fn undo(&mut self, taken: u32, (): ()) {
            self.left += taken;
            self.side = self.side.other();
        }
        fn pack(taken: u32) -> u32 {
            taken
        }
        fn unpack(&self, bits: u32) -> Option<u32> {
            (1..=self.left.min(3)).contains(&bits).then_some(bits)
        }
    }

    /// A walk of one player on a ring of six: a step ahead or back; each field has a margin, and
    /// the other side never moves, so that no sign may flip.
    #[derive(Clone, Debug)]
    struct Ring(i32);

    impl Game for Ring {
        type Move = i32;
        type Undo = ();
        const CAN_REPEAT: bool = true;
        fn to_move(&self) -> Side {
            Side::First
        }
        fn key(&self) -> u64 {
            self.0 as u64
        }
        fn outcome(&self) -> Option<Outcome> {
            (self.0 == 3).then_some(Outcome::Margin(-5))
        }
        fn moves(&self, out: &mut MoveList<i32>) {
            out.push(1);
            out.push(-1);
        }
        fn play(&mut self, step: i32) {
            self.0 = (self.0 + step).rem_euclid(6);
        }
        fn undo(&mut self, step: i32, (): ()) {
            self.0 = (self.0 - step).rem_euclid(6);
        }
        fn pack(step: i32) -> u32 {
            (step + 1) as u32
        }
        fn unpack(&self, bits: u32) -> Option<i32> {
            matches!(bits, 0 | 2).then(|| bits as i32 - 1)
        }
    }

    #[test]
    fn a_heap_divisible_by_four_is_lost_as_late_as_can_be() {
        let solve = |left| {
            let mut heap = Heap { left, side: Side::First };
            minimax(&mut heap, &mut RulesOnly::default(), None)
        };
        assert_eq!(solve(0), Score::loss_in(0));
        assert_eq!(solve(3), Score::win_in(1));
        assert_eq!(solve(4), Score::loss_in(2));
        assert_eq!(solve(11), Score::win_in(5));
        assert_eq!(solve(12), Score::loss_in(6));
    }

    #[test]
    fn the_horizon_is_seen_by_its_own_mover() {
        let mut heap = Heap { left: 9, side: Side::First };
        let mut left = |heap: &mut Heap| Score::heuristic(heap.left as i32);
        assert_eq!(minimax_with(&mut heap, &mut left, Some(0)), Score::heuristic(9));
        assert_eq!(minimax_with(&mut heap, &mut left, Some(1)), Score::heuristic(-6));
        assert_eq!(minimax_with(&mut heap, &mut left, Some(2)), Score::heuristic(5));
        let mut won = |_: &mut Heap| Score::win_in(1);
        assert_eq!(minimax_with(&mut heap, &mut won, Some(2)), Score::win_in(3));
    }

    #[test]
    fn the_sign_stays_where_the_mover_stays() {
        let mut far = |ring: &mut Ring| Score::heuristic(ring.0);
        assert_eq!(minimax_with(&mut Ring(0), &mut far, Some(1)), Score::heuristic(5));
        assert_eq!(minimax_with(&mut Ring(1), &mut far, Some(1)), Score::heuristic(2));
    }

    #[test]
    fn the_first_repetition_on_the_path_is_a_draw() {
        let mut never = |_: &mut Ring| Score::heuristic(-9);
        assert_eq!(minimax_on_path(&mut Ring(0), &mut never, None, &[]), Score::DRAW);
        assert_eq!(
            minimax_on_path(&mut Ring(2), &mut never, Some(1), &[]),
            Score::margin(-5).max(Score::heuristic(-9))
        );
        let open = Score::margin(-5).max(Score::heuristic(-9));
        assert_eq!(minimax_on_path(&mut Ring(2), &mut never, Some(1), &[1]), open);
        assert_eq!(minimax_on_path(&mut Ring(2), &mut never, Some(1), &[1, 1]), Score::DRAW);
        assert_eq!(minimax_on_path(&mut Ring(2), &mut never, Some(0), &[2]), Score::heuristic(-9));
    }
}
