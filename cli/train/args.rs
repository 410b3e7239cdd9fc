//! What `train` is asked.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use plyglot_play::train::{Asked, Plan};

use crate::errors::Failure;
use crate::input::values;

const EXAMPLES: &str = "\
Examples:
  plyglot train othello --output my.weights                      patterns, three rounds, a few minutes
  plyglot train othello --net 32 --rounds 5 --output my.weights  a net
  plyglot train othello --budget large --output my.weights --journal train.jsonl
  plyglot train othello --hours 1.5 --output my.weights --json
  plyglot train othello --net 64 --games 0 --also train.jsonl    a net of games that were played
  plyglot train othello --net 32 --from my.weights --output more.weights  that net, trained further
  plyglot match othello --a weights=my.weights,time=50ms --b weights=none,time=50ms
  plyglot analyze othello --set weights=my.weights

A training that was interrupted continues with the same command if it has a --journal. `plyglot games GAME` tells \
which option takes the weights.
Exit codes: 0 success; 2 the game has nothing to train; 130 interrupted.";

/// How long a training is, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Budget {
    // Some minutes.
    Small,
    // Half an hour.
    Medium,
    // All rounds.
    Large,
}

/// Train the evaluation of a game from its rules: self-play, labels, a fit; it writes a file of weights. A game that
/// declares features gets weights for these, any other a net over what it shows of its board.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TrainArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Where the weights are written, after each round [default: the game's name with .weights, which must not be
    /// there yet unless there is a --journal].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Train a net, also where the game declares features, this wide: 16, 32, 64, 96, 128 or 256
    /// [default: 32].
    #[arg(long, value_name = "WIDTH", num_args = 0..=1, default_missing_value = "32", value_parser = width)]
    net: Option<usize>,
    /// The net does not add to what the game estimates by itself, but stands alone.
    #[arg(long)]
    alone: bool,
    /// How much is played: small (3 rounds), medium (5) or large (8); each round is longer and stronger than the
    /// one before [default: small].
    #[arg(long, value_enum, value_name = "SIZE", conflicts_with_all = ["rounds", "hours"])]
    budget: Option<Budget>,
    /// Play this many rounds.
    #[arg(long, value_name = "N", value_parser = rounds, conflicts_with = "hours")]
    rounds: Option<usize>,
    /// Play this many games in each round, instead of the usual numbers; with --also 0 plays none.
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Play this many games in the last round.
    #[arg(long, value_name = "N", value_parser = values::at_least_one::<u32>)]
    last_games: Option<u32>,
    /// Begin with these weights, as the game's option `weights` takes them (none, built-in, a file), and with the
    /// later rounds, instead of with none that say anything. A net as wide as is asked for is trained further.
    #[arg(long, value_name = "WEIGHTS")]
    from: Option<String>,
    /// Learn from the games of another training of this game, too: its journal, whatever it trained. May be repeated.
    #[arg(long, value_name = "FILE")]
    also: Vec<PathBuf>,
    /// Train for about this many hours: as many rounds as begin and end in that time (1.5, 0.25).
    #[arg(long, value_name = "H", value_parser = hours)]
    hours: Option<Duration>,
    /// Seed of the games: equal seeds and rounds give equal weights.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = values::seed)]
    seed: u64,
    /// Number of games played at once [default: one for each available processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = values::threads)]
    threads: Option<usize>,
    /// At the end, search this many positions of each phase deeper, solved where that is cheap, to tell the
    /// error of the weights; 0 leaves it out.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = checked)]
    pub(crate) check: usize,
    /// After each round its weights play this many games against those of before, at most; from the second round on
    /// they are kept if they are not the weaker ones. Matches as long say at the end what a search by a net may leave
    /// out. 0 plays none, and keeps all.
    #[arg(long, value_name = "N", default_value_t = Asked::GATE, value_parser = gate)]
    gate: u32,
    /// Write a page about the training, one file: errors and Elo round by round.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Record each game in this file, and continue a training that was interrupted or was to have fewer rounds. A
    /// file that is not the journal of the same training is refused and not changed.
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long)]
    pub(crate) json: bool,
}

impl TrainArgs {
    /// What is asked for.
    pub(crate) fn asked(&self) -> Asked {
        let named = match self.budget {
            None | Some(Budget::Small) => 3,
            Some(Budget::Medium) => 5,
            Some(Budget::Large) => Plan::MOST,
        };
        let all = self.hours.map(|_| Plan::MOST);
        Asked {
            game: self.game.clone(),
            rounds: self.rounds.or(all).unwrap_or(named),
            games: self.games,
            last_games: self.last_games,
            first: self.from.clone(),
            also: self.also.clone(),
            net: self.net,
            alone: self.alone,
            gate: self.gate,
            seed: self.seed,
        }
    }

    /// When no further game is to begin: some of the time is for the last fit.
    pub(crate) fn playing(&self) -> Option<Duration> {
        self.hours.map(|hours| hours.mul_f64(0.92))
    }

    /// How many games are played at once.
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(num_cpus::get)
    }

    /// Where the weights go.
    ///
    /// # Errors
    /// If no file is named and there already is one of the usual name.
    pub(crate) fn output(&self) -> Result<PathBuf, Failure> {
        if let Some(path) = &self.output {
            return Ok(path.clone());
        }
        let path = PathBuf::from(self.game.replace([':', ',', '/', '\\'], "-") + ".weights");
        if self.journal.is_none() && path.exists() {
            let name = path.display();
            return Err(Failure::Usage(format!(
                "{name} is there already: --output {name} writes over it"
            )));
        }
        Ok(path)
    }
}

fn width(text: &str) -> Result<usize, String> {
    let width = text.parse().ok().filter(|width| Asked::WIDTHS.contains(width));
    let widths = Asked::WIDTHS.map(|width| width.to_string()).join(", ");
    width.ok_or_else(|| format!("one of {widths} is needed"))
}

fn rounds(text: &str) -> Result<usize, String> {
    values::within(text, 1..=Plan::MOST)
}

fn checked(text: &str) -> Result<usize, String> {
    values::within(text, 0..=100_000)
}

fn gate(text: &str) -> Result<u32, String> {
    values::within(text, 0..=100_000).map(|games| games as u32)
}

fn hours(text: &str) -> Result<Duration, String> {
    let hours = text.trim().parse::<f64>().ok().filter(|hours| *hours > 0.0 && *hours <= 1_000.0);
    let hours = hours.ok_or("a number of hours above 0 is needed, at most 1000, such as 0.5")?;
    Ok(Duration::from_secs_f64(hours * 3600.0))
}
