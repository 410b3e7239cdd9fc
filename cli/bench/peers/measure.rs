//! What is searched, and searching it, with a bar that tells how far it has come.

use plyglot_bench::peers::{self, Contest, Design, Place, Study};
use plyglot_bench::scaling::Halt;
use plyglot_games::catalogue::{Catalogue, Setup, Visitor};
use plyglot_search::{Describe, Knowledge};

use crate::args::PeersArgs;
use crate::bench::bar;
use crate::errors::Failure;
use crate::signals::Interrupt;

/// Depths of games that no others are known for.
const USUAL: &[u8] = &[4, 6];

/// Depths that take everybody between a few milliseconds and some ten seconds.
fn usual(game: &str) -> &'static [u8] {
    match game {
        "connect4" => &[12, 14, 16],
        "othello" => &[11, 13, 15],
        "breakthrough" => &[6, 8, 10],
        _ => USUAL,
    }
}

type Contests = Vec<(Place, Box<dyn Contest>)>;

/// The start of every game, to every depth.
pub(super) fn contests<C: Catalogue>(catalogue: &C, args: &PeersArgs) -> Result<Contests, Failure> {
    let mut all = Contests::new();
    for game in &args.game {
        all.extend(catalogue.with(game, Start { args })??);
    }
    Ok(all)
}

struct Start<'a> {
    args: &'a PeersArgs,
}

impl Visitor for Start<'_> {
    type Output = Result<Contests, Failure>;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output {
        let Setup { name, start, knowledge } = setup;
        if start.outcome().is_some() {
            return Err(Failure::Usage(format!("{name} is over before it begins")));
        }
        let asked: Vec<u8> = self.args.depth.iter().flat_map(|range| *range).collect();
        let plain = name.split(':').next().unwrap_or_default();
        let depths = if asked.is_empty() { usual(plain) } else { &asked };
        let contest = |&depth: &u8| {
            let place = Place { game: name.clone(), position: start.text(), depth };
            (place, peers::contest(start.clone(), knowledge.clone(), depth))
        };
        Ok(depths.iter().map(contest).collect())
    }
}

/// Makes the searches until they are done or somebody stops them.
pub(super) fn run(args: &PeersArgs, contests: Contests) -> Study {
    let halt = Halt::default();
    let raised = halt.clone();
    Interrupt::listen().calls(move || raised.raise());
    let bar = bar::of("searches", "about {eta} left");
    let design = Design {
        threads: args.threads.clone(),
        repeats: args.repeat,
        hash_bytes: args.hash,
        budget: args.budget,
    };
    let study = peers::measure(contests, &design, &halt, |progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
    });
    bar.finish_and_clear();
    study
}
