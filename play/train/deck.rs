//! The games of a round, on all cores: each thread has a game of its own opened, and an engine of one thread.

use plyglot_open::{Config, Open, Stop};
use plyglot_wire::spread::spread;

use crate::train::error::TrainError;
use crate::train::plan::Round;
use crate::train::play::{GameRecord, play};

/// The table of a player, in bytes.
const TABLE: usize = 1 << 20;

/// What is to be played.
pub(crate) struct Deck<'a> {
    /// With the weights that its players have.
    pub(crate) game: &'a dyn Open,
    pub(crate) number: u32,
    pub(crate) round: Round,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    /// Numbers of games, in their order.
    pub(crate) games: &'a [u32],
}

impl Deck<'_> {
    /// Plays, and hands each game to `take` as it ends, a game without an end as `None`. Ends early when
    /// `stop` is raised, or `take` says so by `false`.
    pub(crate) fn deal(
        &self,
        stop: &Stop,
        mut take: impl FnMut(Option<GameRecord>) -> Result<bool, TrainError>,
    ) -> Result<(), TrainError> {
        spread(
            self.threads,
            self.games.len(),
            stop,
            || {
                let game = self.game.with(&[])?;
                Ok((game.start()?, game.engine(&Config::single(TABLE), None)?))
            },
            |(start, engine), place| {
                let round = (self.number, self.round);
                Ok(play(start, &mut **engine, round, self.games[place], self.seed)?)
            },
            |_, record| take(record),
        )
    }
}
