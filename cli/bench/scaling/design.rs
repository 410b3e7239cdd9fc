//! What is to be measured, from what was asked for.

use plyglot_bench::positions::{BuiltIn, built_in};
use plyglot_bench::scaling::{Design, Goal, Position};
use plyglot_games::catalogue::Setup;
use plyglot_search::{Describe, Knowledge};

use crate::args::{BUILT_IN, ScalingArgs};
use crate::bench::positions;
use crate::errors::Failure;

/// The design that the arguments ask for, checked.
pub(super) fn of<G: Describe, K: Knowledge<G>>(
    args: &ScalingArgs,
    setup: &Setup<G, K>,
) -> Result<Design, Failure> {
    let (mut positions, usual) = match set(args, &setup.name)? {
        Some(set) => (named(positions::from_set(&setup.start, set)?), Some(set.goal)),
        None => (named(positions::from_file(&setup.start, &args.positions, &setup.name)?), None),
    };
    positions.truncate(args.most.unwrap_or(usize::MAX));
    let goal = args.goal().or(usual).ok_or_else(|| {
        let message = "positions of a file need a goal: --to-depth, --to-solve or --budget";
        Failure::Usage(message.into())
    })?;
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

/// The built-in set that is meant; `None` for a file. Of several sets it is the first that has the
/// kind of goal that was asked for.
fn set(args: &ScalingArgs, game: &str) -> Result<Option<&'static BuiltIn>, Failure> {
    let sets = built_in(game);
    if let Some(set) = sets.iter().find(|set| set.name == args.positions) {
        return Ok(Some(set));
    }
    if args.positions != BUILT_IN {
        return Ok(None);
    }
    let kind = |goal: Goal| std::mem::discriminant(&goal);
    let fits = |set: &&BuiltIn| args.goal().is_some_and(|goal| kind(goal) == kind(set.goal));
    let set = sets.iter().find(fits).or(sets.first());
    let missing = || format!("{game} has no built-in positions: name a file with --positions");
    set.map(Some).ok_or_else(|| Failure::Usage(missing()))
}

fn named<G: Describe>(positions: Vec<(String, G)>) -> Vec<Position> {
    let position = |(name, game): (String, G)| Position { name, text: game.text() };
    positions.into_iter().map(position).collect()
}
