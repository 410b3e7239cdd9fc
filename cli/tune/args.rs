//! What `tune` is asked.

use std::path::PathBuf;

use clap::Args;
use plyglot_open::Open;
use plyglot_play::tune::{BATCH, Number};

use crate::args::PlayerText;
use crate::errors::Failure;
use crate::input::values;

const EXAMPLES: &str = "\
Examples:
  plyglot tune breakthrough                                      all numbers, a few minutes
  plyglot tune othello --number aspiration=0..96 --player nodes=20000 --pairs 1000
  plyglot tune hex --pairs 4000 --journal tune.jsonl --html tune.html
  plyglot tune othello --probcut                                 how well shallow searches predict deep ones

A tuning that was interrupted continues with the same command if it has a --journal. `plyglot games GAME` lists \
the numbers.
Exit codes: 0 success; 2 there is no such number; 130 interrupted.";

/// A number with its range, as it was asked for.
#[derive(Clone, Debug)]
struct NumberText {
    name: String,
    range: Option<(i64, i64)>,
}

/// Find numbers of a game and of the engine that play better, by games; or how well shallow searches predict deep
/// ones.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TuneArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// A number to tune, with its range: aspiration=0..64. `plyglot games GAME` lists the numbers.
    /// May be repeated [default: all of them, each up to twice what it is].
    #[arg(long = "number", value_name = "NAME[=LEAST..GREATEST]", value_parser = number)]
    numbers: Vec<NumberText>,
    /// How both players think: KEY=VALUE,... as for `match`.
    #[arg(long, value_name = "SPEC", default_value = "nodes=5000", value_parser = str::parse::<PlayerText>)]
    pub(crate) player: PlayerText,
    /// Play this many pairs of games; the result of each pair moves the numbers.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = pairs)]
    pub(crate) pairs: usize,
    /// At the end, play this many games of what was found against the game as it was, from other openings; 0 leaves
    /// it out.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = games)]
    pub(crate) confirm: usize,
    /// Instead of games: search positions deep and shallow, and tell by how much a shallow score must pass the
    /// window to stand for a deep one (ProbCut).
    #[arg(long, conflicts_with_all = ["numbers", "player", "pairs", "confirm", "journal", "html"])]
    pub(crate) probcut: bool,
    /// For --probcut: how many positions are searched.
    #[arg(long, value_name = "N", default_value_t = 400, requires = "probcut")]
    #[arg(value_parser = values::at_least_one::<usize>)]
    pub(crate) positions: usize,
    /// For --probcut: how deep the deepest searches are, in plies.
    #[arg(long, value_name = "N", default_value_t = 8, requires = "probcut", value_parser = depth)]
    pub(crate) depth: u32,
    /// Seed of the openings and trials: equal seeds give equal results where the players are limited by depth or
    /// nodes.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = values::seed)]
    pub(crate) seed: u64,
    /// How many games or searches run at once [default: one for each available processor].
    #[arg(short = 'j', long, value_name = "J", value_parser = values::threads)]
    jobs: Option<usize>,
    /// Record each result in this file as soon as it is known, and continue a tuning that was interrupted. A file
    /// that is not the journal of the same tuning is refused and not changed.
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
    /// Write a page with the course of each number to this file: one HTML file that needs nothing else.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long)]
    pub(crate) json: bool,
}

impl TuneArgs {
    /// What is tuned.
    pub(crate) fn numbers(&self, game: &dyn Open) -> Result<Vec<Number>, Failure> {
        if self.numbers.is_empty() {
            return Ok(Number::all_of(game)?);
        }
        let number = |text: &NumberText| Ok(Number::of(game, &text.name, text.range)?);
        self.numbers.iter().map(number).collect()
    }

    /// How many games or searches run at once.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.unwrap_or_else(num_cpus::get)
    }
}

fn number(text: &str) -> Result<NumberText, String> {
    let wrong = || format!("{text:?}: write NAME or NAME=LEAST..GREATEST, such as history=0..96");
    let Some((name, range)) = text.split_once('=') else {
        return Ok(NumberText { name: text.trim().into(), range: None });
    };
    let (least, greatest) = range.split_once("..").ok_or_else(wrong)?;
    let whole = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
    let range = Some((whole(least)?, whole(greatest)?));
    Ok(NumberText { name: name.trim().into(), range })
}

fn pairs(text: &str) -> Result<usize, String> {
    values::within(text, BATCH..=1_000_000)
}

fn games(text: &str) -> Result<usize, String> {
    let games: usize = values::within(text, 0..=1_000_000)?;
    if games.is_multiple_of(2) {
        return Ok(games);
    }
    Err("an even number is needed: each opening is played twice, with the sides exchanged".into())
}

fn depth(text: &str) -> Result<u32, String> {
    values::within(text, 3..=30)
}
