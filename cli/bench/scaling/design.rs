//! What is to be measured, from what was asked for.

use plyglot_bench::scaling::positions::{BuiltIn, built_in};
use plyglot_bench::scaling::{Design, Goal, Position};
use plyglot_open::Open;

use crate::bench::positions::BUILT_IN;
use crate::bench::positions::{self, Named};
use crate::bench::scaling::ScalingArgs;
use crate::errors::Failure;

/// How many random openings are searched of a game without built-in positions.
const OPENINGS: usize = 20;

/// The design that the arguments ask for, checked.
pub(super) fn of(args: &ScalingArgs, game: &dyn Open) -> Result<Design, Failure> {
    let name = &game.facts().name;
    let set = set(args, name);
    let start = game.start()?;
    let named = match set {
        Some(set) => positions::from_set(&start, set)?,
        None if args.positions == BUILT_IN => positions::drawn(&start, OPENINGS, args.seed)?,
        None => positions::from_file(&start, &args.positions, name)?,
    };
    let mut positions = positions(named)?;
    positions.truncate(args.most.unwrap_or(usize::MAX));
    let goal = args.goal().or(set.map(|set| set.goal)).ok_or_else(|| {
        let whose =
            if args.positions == BUILT_IN { "random openings" } else { "positions of a file" };
        Failure::Usage(format!("{whose} need a goal: add --to-depth, --to-solve or --budget"))
    })?;
    let design = Design {
        game: name.clone(),
        set: args.options.texts(),
        positions,
        goal,
        clock: args.clock(),
        threads: args.threads(),
        schemes: args.schemes(),
        repeats: args.repeats(),
        seed: args.seed,
        hash_bytes: args.hash_bytes(),
        account: args.account(),
        play: args.play(),
    };
    design.check()?;
    Ok(design)
}

/// The built-in set that is meant; `None` for a file, and for a game without one. Of several
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

/// The positions as a study stores them.
fn positions(named: Named) -> Result<Vec<Position>, Failure> {
    named.into_iter().map(|(name, at)| Ok(Position { name, text: at.text()? })).collect()
}
