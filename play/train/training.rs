//! What a training is.

use std::path::Path;
use std::time::Instant;

use plyglot_eval::net::Views;
use plyglot_open::{Layout, Open, Position};
use plyglot_search::random::mix;

use crate::train::also::Also;
use crate::train::error::TrainError;
use crate::train::net::NetPlan;
use crate::train::plan::Plan;

/// The option by which a game takes weights.
pub(crate) const WEIGHTS: &str = "weights";

/// What is trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The weights of the features that the game declares.
    Patterns,
    /// A net over what the game shows of its board.
    Net(NetPlan),
}

/// A training.
pub struct Training<'a> {
    /// The game.
    pub game: &'a dyn Open,
    /// What of it is trained.
    pub kind: Kind,
    /// How much is played.
    pub plan: Plan,
    /// With which weights the first round plays, as the game's option `weights` takes them; with none that say
    /// anything if this is `None`. If they are a net of what is trained, each round's fit goes on from the net before.
    pub first: Option<&'a str>,
    /// What is learnt from beside the games that are played. Where none are, the one round is a fit to these.
    pub also: &'a Also,
    /// Where the weights go, after each round.
    pub output: &'a Path,
    /// When no further game is to begin; what was played until then is still fitted.
    pub deadline: Option<Instant>,
    /// How many games are played at once.
    pub threads: usize,
    /// How many games the weights of a round play against those of before, at most; from the second round on they are
    /// kept if they are not the weaker ones. 0 keeps all.
    pub gate: u32,
    /// How many positions of each phase are searched at the end, to tell the error.
    pub checked: usize,
    /// The command that makes the weights again, from the rounds and the games of the last one.
    pub command: &'a dyn Fn(&Plan) -> String,
}

impl Training<'_> {
    /// Checks that the game can be trained.
    ///
    /// # Errors
    /// If it declares no features, shows no board to a net, or has no option for the weights.
    pub fn check_game(&self) -> Result<(), TrainError> {
        let name = || self.game.facts().name.clone();
        match self.kind {
            Kind::Patterns => drop(self.layout()?),
            Kind::Net(_) if self.game.inputs()?.size() == 0 => {
                return Err(TrainError::NoBoard(name()));
            }
            Kind::Net(_) => {}
        }
        let reads = self.game.options().iter().any(|option| option.name == WEIGHTS);
        if reads { Ok(()) } else { Err(TrainError::NoOption(name())) }
    }

    /// The features that are trained.
    pub(crate) fn layout(&self) -> Result<&Layout, TrainError> {
        let name = || self.game.facts().name.clone();
        self.game.features().ok_or_else(|| TrainError::NoFeatures(name()))
    }

    /// A number that is another where the inputs of a net are others, or what it `adds` to.
    pub(crate) fn inputs_hash(&self, adds: bool) -> Result<u64, TrainError> {
        let base = if adds { self.game.facts().base.fingerprint } else { 0 };
        Ok(Views::new(&self.game.inputs()?).hash_over(base))
    }

    /// A number that is another where other weights are trained.
    pub(crate) fn hash(&self) -> Result<u64, TrainError> {
        Ok(match self.kind {
            Kind::Patterns => self.layout()?.hash(),
            Kind::Net(plan) => {
                let word = (plan.width as u64) << 1 | u64::from(plan.adds);
                mix(self.inputs_hash(plan.adds)? ^ mix(word))
            }
        })
    }
}

/// Which of the phases of the weights a position belongs to; `None` where the game is over, or where a search would
/// not judge it as it is.
pub(crate) type Phase<'a> = &'a dyn Fn(&Position) -> Result<Option<usize>, plyglot_open::DoorError>;
