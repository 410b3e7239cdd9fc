//! What a player knows: what is in the stores, and what a move brings there.

use plyglot_eval::Choice;
use plyglot_search::{
    Bounds, Game, Knowledge, MoveList, Node, NodeKey, OptionError, OptionSpec, Score, SolveCost,
    SolvePlan, Window,
};

use super::position::{Half, Kalah, POINTS};
use super::text;
use super::trained::{self, Trained};

/// Counts seeds, those in a store in full and those in holes in part; proves bounds from the stores. With six
/// holes a side and four seeds in each it may estimate by trained weights instead.
#[derive(Clone, Debug, Default)]
pub struct Stores {
    weights: Choice<Trained>,
}

impl Stores {
    /// For a game that starts like this one; [`Stores::default`] never has trained weights.
    pub fn new(start: &Kalah) -> Stores {
        let is_trained = format!("kalah:{}", text::size(start)) == trained::GAME;
        Stores { weights: if is_trained { Choice::of(&trained::SOURCE) } else { Choice::absent() } }
    }
}

/// What a half is worth to its player: seeds in the store, seeds in holes, and moves that move again.
fn worth(half: &Half, holes: usize) -> i32 {
    // Once round is rare, and a division is dear.
    let again = |&(hole, &seeds): &(usize, &u8)| {
        let (end, round) = (hole + usize::from(seeds), 2 * holes + 1);
        seeds > 0 && (end == holes || (end > round && end % round == holes))
    };
    let again = half.holes().iter().enumerate().filter(again).count() as i32;
    POINTS * i32::from(half.store()) + 2 * half.in_holes() + 3 * again
}

impl Knowledge<Kalah> for Stores {
    const ANTISYMMETRIC: bool = true;
    const ENGINE_ORDERING: bool = false;
    const TABLE_DEPTH: i32 = 3;
    const LEARNS: bool = false;

    fn for_workers(&self, workers: usize) -> Vec<Self> {
        self.weights.make_ready();
        vec![self.clone(); workers]
    }

    fn evaluate(&mut self, game: &Kalah) -> i32 {
        if let Some(trained) = self.weights.get() {
            return trained.evaluate(game);
        }
        let (own, other) = game.own_and_other();
        worth(own, game.holes()) - worth(other, game.holes())
    }

    fn expand(&mut self, game: &Kalah, node: &Node, out: &mut MoveList<u8>) {
        game.moves(out);
        for ranked in out.as_mut_slice() {
            ranked.rank = self.rank(game, ranked.mv, node.depth);
        }
    }

    /// Seeds gained at once, then moving again, then the hole nearest to the store: its seeds are
    /// the soonest out of reach.
    #[inline]
    fn rank(&mut self, game: &Kalah, hole: u8, _depth: i32) -> i32 {
        let mut after = *game;
        after.play(hole);
        let own = super::position::index(game.side);
        let gain = i32::from(after.halves[own].store()) - i32::from(game.halves[own].store());
        16 * gain + if after.side == game.side { 32 } else { 0 } + i32::from(hole)
    }

    /// A side never loses what is in its store, nor gets more than everything else.
    fn bounds(&mut self, game: &Kalah, _window: Window) -> Bounds {
        let (own, other) = game.own_and_other();
        let ahead = i32::from(own.store()) - i32::from(other.store());
        let open = own.in_holes() + other.in_holes();
        Bounds { lower: Score::margin(ahead - open), upper: Score::margin(ahead + open) }
    }

    /// Holes are numbered from their player's side, so a position and the one with both sides
    /// exchanged have the same moves and the same value: they share an entry.
    fn key(&self, game: &Kalah) -> NodeKey {
        NodeKey { hash: game.relative_key(), symmetry: 0 }
    }

    /// Roughly one ply for each seed that is still in a hole.
    fn plies_left(&self, game: &Kalah) -> Option<i32> {
        let (own, other) = game.own_and_other();
        Some(own.in_holes() + other.in_holes())
    }

    /// By `cargo bench -p plyglot-bench --bench solve_cost`: within a factor of three for most positions with 12 to 33
    /// seeds in the holes.
    fn solve_plan(&self, game: &Kalah) -> SolvePlan {
        let cost = self.plies_left(game).map(|seeds| SolveCost::growing(2_700, 151, seeds));
        SolvePlan { cost, ..SolvePlan::DEFAULT }
    }

    /// A seed and a half for each ply.
    #[inline]
    fn futility(&self, _game: &Kalah, node: &Node) -> Option<i32> {
        (node.depth <= 5).then(|| 3 * POINTS / 2 * node.depth)
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.weights.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.weights.set_option(name, value)
    }

    fn fingerprint(&self) -> u64 {
        self.weights.fingerprint()
    }
}
