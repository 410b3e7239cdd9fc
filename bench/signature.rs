//! The signature: one node count over fixed positions of all games.
//!
//! One thread, fixed depths and a small table repeat themselves bit for bit, so the number is the
//! same on every machine, and changes whenever the search, a game's rules or its knowledge does. A
//! change that should not touch the search must leave it alone; a change that should states by how
//! much.
//!
//! Beside it [`threads`]: the virtual time that several threads take for what one thread reaches there, which is as
//! exact. The one-thread count says nothing of how threads share the tree: a change can leave it alone and
//! halve what they gain.

use plyglot_open::catalogue::Catalogue;
use plyglot_open::{Ask, DoorError, Mv, Open, Position};
use plyglot_search::random::SplitMix;
use plyglot_search::{Config, Limits, Schedule, Stop};
use thiserror::Error;

/// How deep the openings and middle games are searched, in plies.
pub const DEPTH: u32 = 9;
/// No position takes more nodes than this, however wide its game is.
pub const NODES: u64 = 250_000;
/// The table: small, so that replacement plays its part.
pub const HASH_BYTES: usize = 1 << 20;
/// How many random moves lead from the start to each of the positions that are searched to a fixed
/// depth; those after which the game would be over are left out.
pub const PLIES: [usize; 4] = [0, 4, 10, 20];
/// How many plies before the end of random games the positions stand that are solved.
pub const ENDINGS: [usize; 3] = [6, 10, 14];

/// Random games that have not ended after this number of plies are treated as endless: nothing is solved.
const ENDLESS: usize = 500;

/// The nodes of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The game with its size.
    pub game: String,
    /// How many positions of it were searched.
    pub positions: usize,
    /// Nodes of all its positions together.
    pub nodes: u64,
}

/// The nodes of all games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// Game by game, in the catalogue's order.
    pub games: Vec<Part>,
}

impl Signature {
    /// The one number.
    pub fn total(&self) -> u64 {
        self.games.iter().map(|part| part.nodes).sum()
    }
}

/// The numbers of virtual threads of [`threads`].
pub const THREADS: [usize; 4] = [1, 2, 8, 32];

/// One thread's nodes for each position there.
pub const REACH: u64 = 60_000;

/// What threads take for the positions of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadsPart {
    /// The game with its size.
    pub game: String,
    /// How many positions of it were searched.
    pub positions: usize,
    /// Virtual time of all its positions together for each of [`THREADS`], in microseconds: that of a node is one.
    pub micros: [u64; THREADS.len()],
}

/// Why there is no signature.
#[derive(Debug, Error)]
pub enum SignatureError {
    /// A game of the list could not be opened in its default size, or an engine for it could not be made.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// A game or a search of it failed.
    #[error("{game}: {error}")]
    Search {
        /// The game.
        game: String,
        /// What went wrong.
        error: DoorError,
    },
}

/// Searches the fixed positions of every game of the catalogue, in its default size.
///
/// # Errors
/// See [`SignatureError`].
pub fn signature(catalogue: &Catalogue) -> Result<Signature, SignatureError> {
    let part = |name| of_game(&*catalogue.open(name)?, &Stop::default());
    let listings = catalogue.listings();
    let games = listings.iter().map(|listing| part(listing.name)).collect::<Result<_, _>>()?;
    Ok(Signature { games })
}

/// Searches those of one game, with its options as they are set. Once `stop` is raised it comes back at once, and the
/// count means nothing.
///
/// # Errors
/// See [`SignatureError`].
pub fn of_game(game: &dyn Open, stop: &Stop) -> Result<Part, SignatureError> {
    let name = &game.facts().name;
    let failed = |error| SignatureError::Search { game: name.clone(), error };
    let config = Config { threads: 1, hash_bytes: HASH_BYTES, ..Config::default() };
    let mut part = Part { game: name.clone(), positions: 0, nodes: 0 };
    for (position, limits) in tasks(game).map_err(failed)? {
        // A new engine each time: no position uses what another left in the table.
        let mut engine = game.engine(&config, None)?;
        let _watch = stop.watch(engine.handle());
        part.positions += 1;
        part.nodes += engine.run(&Ask::new(&position, &limits)).map_err(failed)?.nodes;
    }
    Ok(part)
}

/// How long one and several virtual threads take for the positions of every game: to the depth, or to the solution,
/// that one thread reaches within [`REACH`] nodes; what it does not solve within them is left out.
///
/// # Errors
/// See [`SignatureError`].
pub fn threads(catalogue: &Catalogue) -> Result<Vec<ThreadsPart>, SignatureError> {
    let part = |name| threads_part(&*catalogue.open(name)?);
    catalogue.listings().iter().map(|listing| part(listing.name)).collect()
}

fn threads_part(game: &dyn Open) -> Result<ThreadsPart, SignatureError> {
    let name = &game.facts().name;
    let failed = |error| SignatureError::Search { game: name.clone(), error };
    let mut part = ThreadsPart { game: name.clone(), positions: 0, micros: [0; THREADS.len()] };
    let run = |threads, at: &Position, limits: &Limits<Mv>| {
        let (schedule, hash_bytes) = (Schedule::VIRTUAL, HASH_BYTES);
        let config = Config { threads, schedule, hash_bytes, ..Config::default() };
        let mut engine = game.engine(&config, None)?;
        engine.run(&Ask::new(at, limits)).map_err(failed)
    };
    for (position, limits) in tasks(game).map_err(failed)? {
        let reached = run(1, &position, &Limits { nodes: Some(REACH), ..limits.clone() })?;
        // To get there they may take as long as they need.
        let depth = reached.lines.first().map_or(0, |line| line.depth);
        let goal = match limits.solve {
            true if reached.nodes < REACH => Limits { nodes: None, ..limits },
            false if depth > 0 => {
                Limits { depth: Some(depth.min(DEPTH)), solve: false, nodes: None, ..limits }
            }
            _ => continue,
        };
        for (threads, micros) in THREADS.into_iter().zip(&mut part.micros) {
            let took = run(threads, &position, &goal)?.elapsed;
            *micros += u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        }
        part.positions += 1;
    }
    Ok(part)
}

/// A position to search, and how.
type Task = (Position, Limits<Mv>);

/// The positions of a game: first those that are searched to a fixed depth, then those that are solved.
fn tasks(game: &dyn Open) -> Result<Vec<Task>, DoorError> {
    let start = game.start()?;
    let nodes = Some(NODES);
    let mut tasks = Vec::new();
    for plies in PLIES {
        let line = random_game(&start, plies as u64, plies)?;
        let opening = line.into_iter().nth(plies).filter(|at| at.outcome().is_none());
        let deepen = Limits { depth: Some(DEPTH), nodes, ..Limits::default() };
        tasks.extend(opening.map(|at| (at, deepen.without_whole_lines())));
    }
    for plies in ENDINGS {
        let line = random_game(&start, plies as u64, ENDLESS)?;
        let is_over = line.last().is_some_and(|at| at.outcome().is_some());
        let ending = line.into_iter().rev().nth(plies).filter(|_| is_over);
        let solve = Limits { solve: true, nodes, ..Limits::default() };
        tasks.extend(ending.map(|at| (at, solve.without_whole_lines())));
    }
    Ok(tasks)
}

/// The positions of a game of random moves, always the same ones for a seed; up to `plies` moves. They
/// are searched for themselves, so none of them knows what came before it.
fn random_game(start: &Position, seed: u64, plies: usize) -> Result<Vec<Position>, DoorError> {
    let mut line = vec![start.clone()];
    let mut random = SplitMix(seed);
    while let Some(at) = line.last()
        && line.len() <= plies
    {
        let moves = at.moves()?;
        let Some(choice) = random.below(moves.len()) else { break };
        let next = at.after(moves[choice])?.without_past();
        line.push(next);
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;

    use super::*;

    #[test]
    fn the_signature_repeats_itself() {
        let first = signature(&builtin()).expect("every built-in game can be searched");
        let second = signature(&builtin()).expect("every built-in game can be searched");
        assert_eq!(first, second);
        assert_eq!(first.total(), first.games.iter().map(|part| part.nodes).sum::<u64>());
    }
}
