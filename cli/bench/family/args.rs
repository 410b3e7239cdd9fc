//! What `bench family` is asked: which methods, on which trees, and what to show of them.

use std::path::PathBuf;

use clap::Args;
use plyglot_family::{Aids, Method, MethodError};
use plyglot_games::synthetic::{Place, Spec};

use crate::args::algorithms;
use crate::bench::positions::BUILT_IN;
use crate::input::values;

const EXAMPLES: &str = "\
Examples:
  plyglot bench family                          over branching, depth and move ordering
  plyglot bench family --branching 2,5,10,20,40,60 --depths 2..5 --ordering random,80
  plyglot bench family --trees 8,6,steps=10 --trees 8,6,random=100 --algorithms negascout
  plyglot bench family --game othello --depths 3..6 --aids deepening,table,hash
  plyglot bench family --game connect4 --positions FILE --depths 6 --report out
  plyglot bench family --claims                 test published claims (a few minutes)
  plyglot bench family --claims guide,even --trees-per-cell 10

The default trees have branching 20, depth 4 and ordering 60, with one of the three varied at a \
time. With --branching, --depths or --ordering all combinations are searched, and those not given \
keep the default.
Exit codes: 0 success; 1 a search failed, or algorithms that should agree do not; 130 interrupted.";

/// The examples, and what there is to compare.
fn examples() -> String {
    format!("{EXAMPLES}\n\n{}", algorithms(&[]))
}

/// The methods that are compared unless others are named. A table is what MTD(f) was made for.
const USUAL: [&str; 7] = [
    "scout",
    "pvs",
    "negascout",
    "negascout-refutation",
    "aspiration=10",
    "negascout+table",
    "mtd-f+table",
];

/// Compare the textbook algorithms (alpha-beta, Scout, NegaScout, aspiration, MTD(f) and their
/// relatives) on the same trees: leaves, nodes, re-searches, passes and time, tree by tree
/// against alpha-beta, with 95 % intervals.
#[derive(Debug, Args)]
#[command(after_help = examples())]
pub(crate) struct FamilyArgs {
    /// Algorithms, separated by commas, each with its own aids: negascout,mtd-f+table. Alpha-beta with the
    /// same aids is always measured too.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    #[arg(value_parser = |text: &str| text.parse::<Method>())]
    algorithms: Vec<Method>,
    /// Aids for all algorithms, separated by commas.
    #[arg(long, value_name = "AID,...", value_delimiter = ',', value_parser = aid)]
    aids: Vec<String>,
    /// Moves at each node of the synthetic trees: 2,5,10 or 2..10.
    #[arg(long, value_name = "B,...", value_delimiter = ',', value_parser = values::range::<u16>)]
    #[arg(conflicts_with_all = ["trees", "game"])]
    pub(crate) branching: Vec<values::Range<u16>>,
    /// Search depths, in plies, of synthetic trees or of positions: 4 or 2..6.
    #[arg(long, value_name = "D,...", value_delimiter = ',', value_parser = values::range::<u16>)]
    #[arg(conflicts_with = "trees")]
    pub(crate) depths: Vec<values::Range<u16>>,
    /// Move ordering of the synthetic trees: the percentage of nodes whose first move is the best, `random` or
    /// `perfect`.
    #[arg(long, value_name = "PERCENT,...", value_delimiter = ',', value_parser = ordering)]
    #[arg(conflicts_with_all = ["trees", "game"])]
    pub(crate) ordering: Vec<Place>,
    /// Synthetic trees of any model, as branching, depth, leaves: 8,6,steps=10. May be given several times.
    #[arg(long, value_name = "SPEC", value_parser = trees, conflicts_with = "game")]
    pub(crate) trees: Vec<Spec>,
    /// Search positions of this game instead of synthetic trees.
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Which positions: a file with one on each line, or `built-in` for those that come with the program (for
    /// a game without any, openings of random moves).
    #[arg(long, value_name = "FILE", default_value = BUILT_IN, requires = "game")]
    #[arg(value_parser = values::file)]
    pub(crate) positions: String,
    /// Number of trees or positions in each cell (one kind of tree at one depth).
    #[arg(long, value_name = "N", default_value_t = 40)]
    #[arg(value_parser = values::at_least_one::<usize>)]
    pub(crate) trees_per_cell: usize,
    /// Seed of the first tree of each cell, of random moves and of the statistics.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::seed)]
    pub(crate) seed: u64,
    /// Most nodes that a search may visit; a search that needs more is counted as missing [default: 5000000,
    /// with --claims 200000000].
    #[arg(long, value_name = "VISITS", value_parser = values::at_least_one::<u64>)]
    budget: Option<u64>,
    /// How many trees are searched at once; times are most reliable with 1 [default: one for each
    /// processor].
    #[arg(long, value_name = "N", value_parser = values::at_least_one::<usize>)]
    pub(crate) jobs: Option<usize>,
    /// Test published claims about the algorithms: all, or those named, separated by commas; `list` lists
    /// them. Each claim has its own trees and algorithms.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', num_args = 0..=1)]
    #[arg(default_missing_value = "all")]
    #[arg(conflicts_with_all = ["algorithms", "aids", "branching", "depths", "ordering", "trees", "game"])]
    pub(crate) claims: Option<Vec<String>>,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,
    /// Print CSV, a row for each cell and algorithm.
    #[arg(long)]
    pub(crate) csv: bool,
    /// Write a page with plots, and all data, to this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Option<PathBuf>,
}

impl FamilyArgs {
    /// The first of the options that say how claims are tested or shown, which mean nothing for a list of
    /// them.
    pub(crate) fn more_than_a_list(&self) -> Option<&'static str> {
        let given = [
            ("--json", self.json),
            ("--csv", self.csv),
            ("--report", self.report.is_some()),
            ("--budget", self.budget.is_some()),
            ("--jobs", self.jobs.is_some()),
        ];
        given.iter().find(|(_, given)| *given).map(|(option, _)| *option)
    }

    /// Most nodes that a search may visit. The trees of claims are as large as the claims say.
    pub(crate) fn budget(&self) -> u64 {
        self.budget.unwrap_or(if self.claims.is_some() { 200_000_000 } else { 5_000_000 })
    }

    /// The methods, with the aids of all.
    pub(crate) fn methods(&self) -> Result<Vec<Method>, MethodError> {
        let methods = if self.algorithms.is_empty() {
            USUAL.iter().map(|name| name.parse()).collect::<Result<_, _>>()?
        } else {
            self.algorithms.clone()
        };
        let aids: String = self.aids.iter().map(|aid| format!("+{aid}")).collect();
        methods.iter().map(|method| format!("{method}{aids}").parse()).collect()
    }
}

fn aid(text: &str) -> Result<String, String> {
    if Aids::NAMES.contains(&text) {
        return Ok(text.into());
    }
    Err(MethodError::Aid(text.into()).to_string())
}

/// A specification of trees. Their seeds count up from that of the cell.
fn trees(text: &str) -> Result<Spec, String> {
    if text.split(',').any(|part| part.trim().starts_with("seed=")) {
        return Err("seed= is not allowed here: use --seed".into());
    }
    Spec::parse(text).map_err(|error| error.to_string())
}

fn ordering(text: &str) -> Result<Place, String> {
    let place = match text {
        "perfect" => Place::First { percent: 100 },
        text => text.parse().map_err(|_| wrong())?,
    };
    match place {
        Place::First { percent } if percent > 100 => Err(wrong()),
        place => Ok(place),
    }
}

fn wrong() -> String {
    "a number from 0 to 100, `random` or `perfect` is needed".into()
}
