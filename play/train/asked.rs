//! What is asked of a training, in the words of the command `train`: the program and other faces that ask for the same
//! play the same plan, and their files name the same command.

use std::path::PathBuf;

use plyglot_eval::net::NetWeights;
use plyglot_open::Open;

use crate::train::also::arguments;
use crate::train::net::NetPlan;
use crate::train::plan::Plan;
use crate::train::training::Kind;

/// How wide a net is where nothing is said.
const WIDTH: usize = 32;

/// What is asked of a training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The game, with its size, as it is asked for.
    pub game: String,
    /// How many rounds, 1 to [`Plan::MOST`].
    pub rounds: usize,
    /// How many games in each, instead of the usual numbers. With none there is one round, a fit to [`Self::also`].
    pub games: Option<u32>,
    /// How many in the last round.
    pub last_games: Option<u32>,
    /// The weights to begin with, as the game's option takes them.
    pub first: Option<String>,
    /// Journals of other trainings that are learnt from, too.
    pub also: Vec<PathBuf>,
    /// How wide a net is asked for, also where the game declares features.
    pub net: Option<usize>,
    /// The net does not add to what the game estimates by itself.
    pub alone: bool,
    /// How many games the weights of a round play against those of before, at most.
    pub gate: u32,
    /// The seed of the games.
    pub seed: u64,
}

impl Asked {
    /// The games against the weights of before, where nothing is said.
    pub const GATE: u32 = 400;
    /// How wide a net may be.
    pub const WIDTHS: [usize; NetWeights::WIDTHS.len()] = NetWeights::WIDTHS;

    /// What is played.
    pub fn plan(&self) -> Plan {
        let mut plan = self.usual(self.rounds);
        if let (Some(games), Some(last)) = (self.last_games, plan.rounds.last_mut()) {
            last.games = games;
        }
        plan
    }

    /// What is played where the games of the last round are not given.
    fn usual(&self, rounds: usize) -> Plan {
        let rounds = if self.games == Some(0) { rounds.min(1) } else { rounds };
        match self.first {
            None => Plan::usual(self.seed, rounds, self.games),
            Some(_) => Plan::further(self.seed, rounds, self.games),
        }
    }

    /// What is trained: the features that the game declares, else a net. `None` if a net is to stand alone where
    /// features are trained.
    pub fn kind(&self, game: &dyn Open) -> Option<Kind> {
        let width = self.net.or(game.features().is_none().then_some(WIDTH));
        match width {
            Some(width) => Some(Kind::Net(NetPlan { width, adds: !self.alone })),
            None => (!self.alone).then_some(Kind::Patterns),
        }
    }

    /// The command of `program` that plays a plan again, of which fewer rounds may have been played than were asked
    /// for.
    pub fn command(&self, program: &str, plan: &Plan) -> String {
        let mut command = format!("{program} train {} --rounds {}", self.game, plan.rounds.len());
        if let Some(games) = self.games {
            command += &format!(" --games {games}");
        }
        if let Some(from) = &self.first {
            command += &format!(" --from {from}");
        }
        command += &arguments(&self.also);
        let usual = self.usual(plan.rounds.len());
        if let Some(last) = plan.rounds.last().filter(|last| usual.rounds.last() != Some(last)) {
            command += &format!(" --last-games {}", last.games);
        }
        if let Some(width) = self.net {
            command += &format!(" --net {width}");
        }
        if self.alone {
            command += " --alone";
        }
        if self.gate != Asked::GATE {
            command += &format!(" --gate {}", self.gate);
        }
        command + &format!(" --seed {}", plan.seed)
    }
}
