//! What a training is.

use std::path::Path;
use std::time::Instant;

use plyglot_open::{Layout, Open};

use crate::train::error::TrainError;
use crate::train::plan::Plan;

/// The option by which a game takes weights.
pub(crate) const WEIGHTS: &str = "weights";

/// A training.
pub struct Training<'a> {
    /// The game, which must declare features.
    pub game: &'a dyn Open,
    /// How much is played.
    pub plan: Plan,
    /// With which weights the first round plays, as the game's option `weights` takes them; with none that say
    /// anything if this is `None`.
    pub first: Option<&'a str>,
    /// Where the weights go, after each round.
    pub output: &'a Path,
    /// When no further game is to begin; what was played until then is still fitted.
    pub deadline: Option<Instant>,
    /// How many games are played at once.
    pub threads: usize,
    /// How many positions of each phase are searched at the end, to tell the error.
    pub checked: usize,
    /// The command that makes the weights again, from the rounds and the games of the last one.
    pub command: &'a dyn Fn(&Plan) -> String,
}

impl Training<'_> {
    /// Checks that the game can be trained.
    ///
    /// # Errors
    /// If it declares no features, or has no option for the weights.
    pub fn check_game(&self) -> Result<(), TrainError> {
        self.layout().map(drop)
    }

    /// What is trained.
    pub(crate) fn layout(&self) -> Result<&Layout, TrainError> {
        let name = || self.game.facts().name.clone();
        let layout = self.game.features().ok_or_else(|| TrainError::NoFeatures(name()))?;
        let reads = self.game.options().iter().any(|option| option.name == WEIGHTS);
        if reads { Ok(layout) } else { Err(TrainError::NoOption(name())) }
    }
}
