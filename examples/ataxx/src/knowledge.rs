//! What a player knows (`Knowledge`): an estimate from trained weights or from the pieces alone, and that captures
//! are tried first.

use plyglot::eval::{Choice, Source, Tables, WeightError, WeightFile};
use plyglot::search::{Game, Knowledge, MoveList, Node, NodeKey, OptionError, OptionSpec};

use crate::features::{LANES, blocks, counts, phase};
use crate::rules::{Ataxx, Move, around};

/// Points for one piece.
pub const POINTS: i32 = 16;

/// The trained evaluation.
#[derive(Debug)]
pub struct Trained(Tables<LANES>);

/// The weights of patterns that come with the game: none, since they do not win at equal time.
static SOURCE: Source<Trained> = Source::new(&[], Trained::from_weights);

impl Trained {
    /// Made from a file of weights.
    ///
    /// # Errors
    /// If they are for something else.
    pub fn from_weights(file: &WeightFile) -> Result<Trained, WeightError> {
        Tables::new("ataxx", blocks(), file).map(Trained)
    }

    /// The estimate in points, from the side to move.
    pub fn evaluate(&self, game: &Ataxx) -> i32 {
        let Trained(tables) = self;
        let phase = phase(game.empty().count_ones());
        let lanes = blocks().reader().read(game.own, game.other);
        let counted = counts(game).into_iter().zip(tables.counts(phase));
        let counted: i32 = counted.map(|(count, weight)| count * weight).sum();
        tables.points(tables.sum(phase, &lanes) + counted)
    }
}

/// By how many pieces the side to move is ahead.
fn ahead(game: &Ataxx) -> i32 {
    game.own.count_ones() as i32 - game.other.count_ones() as i32
}

/// Estimates by the weights that the option names.
#[derive(Clone, Debug)]
pub struct Player {
    weights: Choice<Trained>,
}

impl Default for Player {
    fn default() -> Self {
        Player { weights: Choice::of(&SOURCE) }
    }
}

impl Knowledge<Ataxx> for Player {
    const ANTISYMMETRIC: bool = true;

    fn evaluate(&mut self, game: &Ataxx) -> i32 {
        match self.weights.get() {
            Some(trained) => trained.evaluate(game),
            None => POINTS * ahead(game),
        }
    }

    /// By the pieces that change sides, twice, and the one that is new.
    fn expand(&mut self, game: &Ataxx, _node: &Node, out: &mut MoveList<Move>) {
        game.moves(out);
        let gain = |to: u8| 2 * (around(1 << to) & game.other).count_ones() as i32;
        for ranked in out.as_mut_slice() {
            ranked.rank = match ranked.mv {
                Move::Copy(to) => gain(to) + 1,
                Move::Jump(_, to) => gain(to),
                Move::Pass => 0,
            };
        }
    }

    /// The side to move does not matter: the position is worth the same to both.
    fn key(&self, game: &Ataxx) -> NodeKey {
        NodeKey { hash: Ataxx::relative_key(game.own, game.other), symmetry: 0 }
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
