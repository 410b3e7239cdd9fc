//! What a tuning is.

use crate::matches::{EngineSpec, Kind, PlayerSpec};
use plyglot_open::Open;

use crate::tune::error::TuneError;
use crate::tune::number::Number;

/// A tuning.
pub struct Tuning<'a> {
    /// The game.
    pub game: &'a dyn Open,
    /// What is tuned.
    pub numbers: Vec<Number>,
    /// How both players think; an engine of this process.
    pub player: PlayerSpec,
    /// How many pairs of games.
    pub pairs: usize,
    /// How many games the match at the end has; 0 leaves it out.
    pub confirm: usize,
    /// What openings and trials are drawn by.
    pub seed: u64,
    /// How many games are played at once.
    pub jobs: usize,
}

impl Tuning<'_> {
    /// Checks that there is something to tune, and that the player can be made.
    ///
    /// # Errors
    /// If a number is named twice, or the player is another program.
    pub fn check(&self) -> Result<(), TuneError> {
        for (place, number) in self.numbers.iter().enumerate() {
            if self.numbers[..place].iter().any(|other| other.name == number.name) {
                return Err(TuneError::Twice(number.name.clone()));
            }
        }
        self.engine().map(drop)
    }

    /// The engine that plays.
    pub(crate) fn engine(&self) -> Result<&EngineSpec, TuneError> {
        match &self.player.kind {
            Kind::Engine(engine) => Ok(engine),
            Kind::Program(_) => Err(TuneError::Program),
        }
    }
}
