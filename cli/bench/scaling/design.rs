//! What is to be measured, from what was asked for.

use plyglot_bench::positions::{BuiltIn, built_in};
use plyglot_bench::scaling::{Design, Goal, Position};
use plyglot_games::catalogue::Setup;
use plyglot_search::{Describe, Knowledge};

use crate::args::{BUILT_IN, ScalingArgs};
use crate::batch::records;
use crate::errors::Failure;
use crate::input;

/// The design that the arguments ask for, checked.
pub(super) fn of<G: Describe, K: Knowledge<G>>(
    args: &ScalingArgs,
    setup: &Setup<G, K>,
) -> Result<Design, Failure> {
    let (mut positions, usual) = match set(args, &setup.name)? {
        Some(set) => (from_set(&setup.start, set)?, Some(set.goal)),
        None => (from_file(&setup.start, &args.positions)?, None),
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

/// Built-in positions go by the comment before them, without what it counts.
fn from_set<G: Describe>(start: &G, set: &BuiltIn) -> Result<Vec<Position>, Failure> {
    let lines: Vec<&str> = set.text.lines().collect();
    let name = |number: usize| {
        let before = number.checked_sub(2).and_then(|place| lines.get(place)?.strip_prefix('#'));
        let name = before.and_then(|comment| comment.split(':').next()).map(str::trim);
        name.map_or_else(|| format!("line {number}"), String::from)
    };
    read(start, set.name, set.text.as_bytes(), name)
}

fn from_file<G: Describe>(start: &G, path: &str) -> Result<Vec<Position>, Failure> {
    let positions = read(start, path, &input::read(path)?, |number| format!("line {number}"))?;
    if positions.is_empty() {
        return Err(Failure::File { path: path.into(), message: "no positions in it".into() });
    }
    Ok(positions)
}

fn read<G: Describe>(
    start: &G,
    path: &str,
    bytes: &[u8],
    name: impl Fn(usize) -> String,
) -> Result<Vec<Position>, Failure> {
    let position = |record: records::Record<G>| {
        let number = record.number;
        let failed = |message| Failure::File { path: format!("{path}:{number}"), message };
        let (game, _) = record.game.map_err(failed)?;
        if game.outcome().is_some() {
            return Err(failed("the game is over: there is nothing to search".into()));
        }
        Ok(Position { name: name(number), text: game.text() })
    };
    records::parse(start, bytes).into_iter().map(position).collect()
}
