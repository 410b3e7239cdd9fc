//! What `match` is asked.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use plyglot_play::matches::stats::{Model, Sprt};
use plyglot_play::matches::{Adjudication, Recipe, ScoreRule};

use crate::args::{NamedPlayer, PlayerText};
use crate::errors::Failure;
use crate::input::values;

const EXAMPLES: &str = "\
Examples:
  plyglot match kalah --a depth=8 --b depth=6
  plyglot match othello --a nodes=20000,scheme=lazy,virtual-threads=16 --b nodes=20000,virtual-threads=16
  plyglot match connect4 --a clock=10s+100ms,threads=2 --b clock=10s+100ms --games 200
  plyglot match chess --engine sf=cmd=stockfish,protocol=uci --a nodes=9000 --b sf,nodes=9000
  plyglot match breakthrough --a nodes=5000,killer=8 --b nodes=5000 --sprt 0,20 --journal test.jsonl

Each opening is played twice, with the sides exchanged. Results are from A's side; docs/match.md says how \
openings are made, when games end, and what the figures mean. Ctrl-C shows the games that had ended.
Exit codes: 0 success; 1 a player crashed, hung or made an illegal move; 130 interrupted.";

/// How many games there are where nothing is said.
const USUAL_GAMES: usize = 100;

/// The unit of a test's hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SprtModel {
    // Elo.
    Logistic,
    // Normalised Elo.
    Normalised,
}

/// Play a match between two players: which is the stronger, and how certain that is.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MatchArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The player whose results are counted: KEY=VALUE,... with a limit for each move (depth=6, nodes=20000,
    /// time=50ms, clock=1s+10ms), threads=2, virtual-threads=16, turn=10, hash=64M, scheme=lazy, and options
    /// of the game (`plyglot games GAME` lists them). Another program: cmd="PROGRAM ARGUMENTS",
    /// protocol=ugi|uci|nboard|gtp|xboard, timeout=60s, and options of the program.
    #[arg(long, value_name = "SPEC")]
    a: Option<String>,
    /// Its opponent, likewise.
    #[arg(long, value_name = "SPEC")]
    b: Option<String>,
    /// A name for a player, for --a NAME or --a NAME,nodes=1000: what is typed behind it counts more. May be given
    /// several times; best kept in the file of options (`plyglot config`).
    #[arg(long, value_name = "NAME=SPEC", value_parser = str::parse::<NamedPlayer>)]
    engine: Vec<NamedPlayer>,
    /// Play this many games, two from each opening [default: 100, or with --sprt as many as it takes].
    #[arg(long, value_name = "N", value_parser = games)]
    games: Option<usize>,
    /// Play until one of two hypotheses is accepted, each with a chance of 5 % to be wrong: A is ELO0 Elo
    /// stronger, or A is ELO1 stronger (sequential probability ratio test).
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    #[arg(value_parser = str::parse::<Sprt>)]
    sprt: Option<Sprt>,
    /// What the two numbers of --sprt are in: logistic (Elo) or normalised (normalised Elo).
    #[arg(long, value_enum, value_name = "MODEL", default_value_t = SprtModel::Logistic, requires = "sprt")]
    sprt_model: SprtModel,
    /// Play from the positions of a file, one on each line: a position, moves from the start, or startpos
    /// (`-` for standard input; blank lines and lines that start with # are skipped).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plies", "seed"])]
    pub(crate) openings: Option<String>,
    /// Play from positions after this many random plies [default: 6, or a third of a short game, and more where
    /// there are no more of them].
    #[arg(long, value_name = "K", value_parser = plies)]
    plies: Option<usize>,
    /// Seed of the random openings.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many games are played at once [default: as many as there are processors for].
    #[arg(long, value_name = "J", value_parser = values::at_least_one::<usize>)]
    pub(crate) jobs: Option<usize>,
    /// Play games to their end by the rules, instead of ending them when a player has proven its result.
    #[arg(long)]
    play_out: bool,
    /// End a game at the first position that the tables of endgames of this folder (or `default`) hold, with their
    /// result. Players look up what they are told to: --a depth=6,tables=DIR.
    #[arg(long, value_name = "DIR", value_parser = values::file)]
    pub(crate) adjudicate: Option<String>,
    /// A game is won when both players' scores say so by UNITS of the game for PLIES in a row.
    #[arg(long, value_name = "UNITS,PLIES", value_parser = score_rule)]
    win_score: Option<ScoreRule>,
    /// A game is drawn when both players' scores are within UNITS of zero for PLIES in a row.
    #[arg(long, value_name = "UNITS,PLIES", value_parser = score_rule)]
    draw_score: Option<ScoreRule>,
    /// A game is drawn after this many plies, those of the opening not counted.
    #[arg(long, value_name = "N", default_value_t = Adjudication::default().length)]
    #[arg(value_parser = values::at_least_one::<u32>)]
    max_plies: u32,
    /// A move may be late by this much before its game is lost on time.
    #[arg(long, value_name = "T", default_value = "50ms", value_parser = margin)]
    pub(crate) time_margin: Duration,
    /// Record each game in this file as soon as it has ended, and continue a match that was interrupted, or
    /// was to have fewer games. A file that is not the journal of the same match is refused and not changed.
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
    /// Write all games to this file, one on each line with comments, as `plyglot review --file` reads them.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Write a page with the results, graphs and all games to this file: one HTML file that needs nothing else.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long)]
    pub(crate) json: bool,
}

impl MatchArgs {
    /// Both players.
    pub(crate) fn players(&self) -> Result<[PlayerText; 2], Failure> {
        let read = |option: &str, text: &str| {
            let wrong = |error| Failure::Usage(format!("{option} {text:?}: {error}"));
            PlayerText::named(text, &self.engine).map_err(wrong)
        };
        match (&self.a, &self.b) {
            (Some(a), Some(b)) => Ok([read("--a", a)?, read("--b", b)?]),
            _ => {
                let message = "two players are needed: --a SPEC and --b SPEC, such as --a depth=8 --b depth=6";
                Err(Failure::Usage(message.into()))
            }
        }
    }

    /// The most games; `None` plays until the test decides.
    pub(crate) fn games(&self) -> Option<usize> {
        self.games.or_else(|| self.sprt.is_none().then_some(USUAL_GAMES))
    }

    /// The test.
    pub(crate) fn sprt(&self) -> Option<Sprt> {
        let model = match self.sprt_model {
            SprtModel::Logistic => Model::Logistic,
            SprtModel::Normalised => Model::Normalised,
        };
        self.sprt.map(|sprt| sprt.in_model(model))
    }

    /// How openings are made.
    pub(crate) fn recipe(&self) -> Recipe {
        Recipe { plies: self.plies, seed: self.seed }
    }

    /// When games end early.
    pub(crate) fn adjudication(&self) -> Adjudication {
        Adjudication {
            proof: !self.play_out,
            win: self.win_score,
            draw: self.draw_score,
            length: self.max_plies,
        }
    }
}

fn games(text: &str) -> Result<usize, String> {
    let games: usize = values::at_least_one(text)?;
    if games.is_multiple_of(2) {
        return Ok(games);
    }
    Err("an even number is needed: each opening is played twice, with the sides exchanged".into())
}

fn plies(text: &str) -> Result<usize, String> {
    values::within(text, 0..=1_000)
}

fn margin(text: &str) -> Result<Duration, String> {
    if text.trim() == "0" { Ok(Duration::ZERO) } else { values::time(text) }
}

fn score_rule(text: &str) -> Result<ScoreRule, String> {
    let wrong = || "write UNITS,PLIES, such as 5,6: a score of at least zero and a number of plies";
    let (units, plies) = text.split_once(',').ok_or_else(wrong)?;
    let units: f64 = units.trim().parse().map_err(|_| wrong())?;
    let plies = values::at_least_one(plies.trim()).map_err(|_| wrong())?;
    if units.is_finite() && units >= 0.0 {
        Ok(ScoreRule { units, plies })
    } else {
        Err(wrong().into())
    }
}
