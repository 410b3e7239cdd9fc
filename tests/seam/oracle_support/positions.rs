//! Random positions of any game.

use plyglot_open::Position;
use plyglot_search::random::SplitMix;
use plyglot_search::{Game, MoveList};

/// A source of random positions.
pub(crate) struct Positions(SplitMix);

/// More plies than any game played here has.
const LONGEST: usize = 240;

impl Positions {
    pub(crate) fn new(seed: u64) -> Self {
        Positions(SplitMix(seed))
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound).expect("there is something to choose from")
    }

    /// All unfinished positions of a random game.
    fn playout<G: Game>(&mut self, start: &G) -> Vec<G> {
        let (mut game, mut played) = (start.clone(), Vec::new());
        while game.outcome().is_none() && played.len() < LONGEST {
            let mut moves = MoveList::new();
            game.moves(&mut moves);
            let mv = moves.as_slice()[self.below(moves.len())].mv;
            played.push(game.clone());
            game.play(mv);
        }
        played
    }

    /// A random game up to any of its unfinished positions.
    #[allow(dead_code, reason = "not every test file needs the path to a position")]
    pub(crate) fn line<G: Game>(&mut self, start: &G) -> Vec<G> {
        let mut played = self.playout(start);
        played.truncate(1 + self.below(played.len()));
        played
    }

    /// Any unfinished position of a random game.
    pub(crate) fn anywhere<G: Game>(&mut self, start: &G) -> G {
        let mut played = self.playout(start);
        let place = self.below(played.len());
        played.swap_remove(place)
    }

    /// The same through the type-erased API.
    pub(crate) fn anywhere_after(&mut self, start: &Position) -> Position {
        let mut at = start.without_past();
        while at.outcome().is_none() && at.plies() < LONGEST {
            let moves = at.moves().expect("a right game");
            at.play(moves[self.below(moves.len())]).expect("a legal move");
        }
        at.after_plies(self.below(at.plies())).without_past()
    }

    /// One of the earliest positions of a random game whose tree to the end has at most this many
    /// nodes.
    pub(crate) fn near_the_end<G: Game>(&mut self, start: &G, nodes: u64) -> Option<G> {
        let played = self.playout(start);
        let small: Vec<G> =
            played.into_iter().rev().take_while(|game| fits(game, None, nodes)).collect();
        let place =
            small.len().checked_sub(1 + self.below(3).min(small.len().saturating_sub(1)))?;
        small.into_iter().nth(place)
    }
}

/// True if the tree of a position, `depth` plies deep or to the end, has at most `most` nodes.
pub(crate) fn fits<G: Game>(game: &G, depth: Option<i32>, mut nodes: u64) -> bool {
    visit(&mut game.clone(), depth, 0, &mut nodes)
}

fn visit<G: Game>(game: &mut G, depth: Option<i32>, ply: usize, nodes: &mut u64) -> bool {
    if *nodes == 0 || ply > LONGEST {
        return false;
    }
    *nodes -= 1;
    if game.outcome().is_some() || depth.is_some_and(|depth| depth <= 0) {
        return true;
    }
    let mut moves = MoveList::new();
    game.moves(&mut moves);
    moves.iter().all(|mv| {
        let undo = game.play(mv);
        let fits = visit(game, depth.map(|depth| depth - 1), ply + 1, nodes);
        game.undo(mv, undo);
        fits
    })
}
