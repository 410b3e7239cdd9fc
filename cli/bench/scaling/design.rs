//! What is to be measured, from what was asked for.

use plyglot_bench::positions::{BuiltIn, built_in};
use plyglot_bench::scaling::{Design, Goal, Position};
use plyglot_games::catalogue::Setup;
use plyglot_search::{Describe, Knowledge};

use crate::args::{BUILT_IN, ScalingArgs};
use crate::bench::positions;
use crate::errors::Failure;

/// How many random openings stand for the positions that a game does not bring.
const OPENINGS: usize = 20;

/// The design that the arguments ask for, checked.
pub(super) fn of<G: Describe, K: Knowledge<G>>(
    args: &ScalingArgs,
    setup: &Setup<G, K>,
) -> Result<Design, Failure> {
    let set = set(args, &setup.name);
    let goal = args.goal().or(set.map(|set| set.goal)).ok_or_else(|| {
        let whose =
            if args.positions == BUILT_IN { "random openings" } else { "positions of a file" };
        Failure::Usage(format!("{whose} need a goal: --to-depth, --to-solve or --budget"))
    })?;
    let start = &setup.start;
    let mut positions = named(match set {
        Some(set) => positions::from_set(start, set)?,
        None if args.positions == BUILT_IN => positions::drawn(start, OPENINGS, args.seed)?,
        None => positions::from_file(start, &args.positions, &setup.name)?,
    });
    positions.truncate(args.most.unwrap_or(usize::MAX));
    let design = Design {
        game: setup.name.clone(),
        positions,
        goal,
        clock: args.clock(),
        threads: args.threads(),
        schemes: args.schemes(),
        repeats: args.repeats(),
        seed: args.seed,
        hash_bytes: args.hash_bytes(),
        count_repeated: args.count_repeated(),
    };
    design.check()?;
    Ok(design)
}

/// The built-in set that is meant; `None` for a file, and for a game that brings no set. Of several
/// sets it is the first that has the kind of goal that was asked for.
fn set(args: &ScalingArgs, game: &str) -> Option<&'static BuiltIn> {
    let sets = built_in(game);
    if args.positions != BUILT_IN {
        return sets.iter().find(|set| set.name == args.positions);
    }
    let kind = |goal: Goal| std::mem::discriminant(&goal);
    let fits = |set: &&BuiltIn| args.goal().is_some_and(|goal| kind(goal) == kind(set.goal));
    sets.iter().find(fits).or(sets.first())
}

fn named<G: Describe>(positions: Vec<(String, G)>) -> Vec<Position> {
    let position = |(name, game): (String, G)| Position { name, text: game.text() };
    positions.into_iter().map(position).collect()
}
