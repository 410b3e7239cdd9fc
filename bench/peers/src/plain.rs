//! A player who estimates as another does, and knows nothing else.

use plyglot_search::{Game, Knowledge};

/// Forwards the evaluation of `K`; every other hook has its default. What the engine then has is
/// what the peer has: the rules and the evaluation.
#[derive(Clone, Debug, Default)]
pub struct EvaluationOnly<K>(pub K);

impl<G: Game, K: Knowledge<G>> Knowledge<G> for EvaluationOnly<K> {
    #[inline]
    fn evaluate(&mut self, game: &G) -> i32 {
        self.0.evaluate(game)
    }
}
