//! Knowledge with everything switched off that looks further than the horizon.

use crate::rules::game::Game;
use crate::rules::knowledge::{Constants, Knowledge, OrderingWeights};

/// A knowledge's evaluation and order of moves, and nothing else: no bounds, no leaf solver, no
/// quiescence, no pruning and no symmetry. A hook that is not named below is off, one that is added to the trait as
/// well.
///
/// At a fixed depth an engine with such knowledge and [`crate::Acceptance::Equal`] has the value
/// that minimax has with the same evaluation, at every node that it visits.
#[derive(Clone, Debug)]
pub struct Plain<K>(pub K);

impl<G: Game, K: Knowledge<G>> Knowledge<G> for Plain<K> {
    const ENGINE_ORDERING: bool = K::ENGINE_ORDERING;
    const ETC_DEPTH: i32 = K::ETC_DEPTH;
    const TABLE_DEPTH: i32 = K::TABLE_DEPTH;

    fn constants(&self) -> Constants {
        let inner = self.0.constants();
        Constants {
            quiescence: false,
            context: false,
            singular: false,
            corrected: false,
            selective_solves: false,
            ..inner
        }
    }

    fn ordering(&self) -> OrderingWeights {
        self.0.ordering()
    }

    fn aspiration(&self) -> i32 {
        self.0.aspiration()
    }

    fn evaluate(&mut self, game: &G) -> i32 {
        self.0.evaluate(game)
    }

    fn begin(&mut self, game: &G) {
        self.0.begin(game);
    }

    fn played(&mut self, game: &G, mv: G::Move, undo: &G::Undo) {
        self.0.played(game, mv, undo);
    }

    fn undone(&mut self, game: &G, mv: G::Move) {
        self.0.undone(game, mv);
    }

    fn is_quiet(&self, game: &G, mv: G::Move) -> bool {
        self.0.is_quiet(game, mv)
    }

    fn rank(&mut self, game: &G, mv: G::Move, depth: i32) -> i32 {
        self.0.rank(game, mv, depth)
    }
}
