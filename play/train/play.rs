//! One game of the program against itself, and the labels of its positions.
//!
//! It begins with random moves, few in three of four games and up to two thirds of the game in the others, so that
//! positions of every phase follow from many different ones. Then both sides play by searches of one depth, and
//! a random move comes in between now and then. Where a solve costs little, positions are solved, and
//! what follows is played perfectly.
//!
//! The label of a position is a mean of what the search there said and of the next position's label, which goes
//! back from the result (temporal differences; R. Sutton 1988); a proven value stands for itself, and so does
//! the search where a random move followed, since the rest of the game says nothing of it then. Where much is about to
//! change (a move that takes something is best, or moves are forced) an estimate cannot be right: such positions have
//! no label.

use plyglot_open::{Ask, DoorError, Engine, Limits, Mv, Position};
use plyglot_search::random::{SplitMix, mix};
use plyglot_search::{Bound, Meaning, Score, Side};
use serde::{Deserialize, Serialize};

use crate::train::plan::Round;

/// Of this many moves one is random after the opening.
const RANDOM: usize = 24;
/// The nodes that a solve may be expected to cost, at most, and in games of depth 1; three times as many with each ply.
const SOLVE: u64 = 30_000;
const LEAST_SOLVE: u64 = 1_000;
/// A solve is given up where it costs this many times what was expected at most.
const GIVEN_UP: u64 = 5;
/// The length of games that do not tell theirs, in plies, and of those that tell more: the latter give the most
/// plies that there could be.
const LENGTH: u32 = 60;
/// After this many plies a game is given up.
const LONGEST: usize = 400;
/// How many times the scale of its results a win is worth, where a game has no margins.
const WIN: i32 = 3;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its round, from 0.
    pub round: u32,
    /// Its number in the round, from 0.
    pub game: u32,
    /// The moves from the start.
    pub moves: Vec<Mv>,
    /// What the position before each move is worth, in points, to the side to move; `None` where nothing
    /// is known.
    pub labels: Vec<Option<i32>>,
}

/// What is known of a position in the order of the game.
struct Step {
    /// Whose turn it was.
    mover: Side,
    /// What a search said.
    said: Option<i32>,
    /// True if that is proven.
    proven: bool,
    /// True if the move was drawn.
    random: bool,
    /// True if an estimate says little there.
    unsettled: bool,
}

/// Plays a game; `None` if it came to no end.
pub(crate) fn play(
    start: &Position,
    engine: &mut dyn Engine,
    round: (u32, Round),
    game: u32,
    seed: u64,
) -> Result<Option<GameRecord>, DoorError> {
    let (number, round) = round;
    let mut random = SplitMix(mix(seed ^ mix(u64::from(number) << 32 | u64::from(game))));
    let length = start.plies_left()?.unwrap_or(LENGTH).clamp(6, LENGTH);
    let most = if random.below(4) == Some(0) { 2 * length / 3 } else { length / 5 };
    let opening = 2 + random.below(most as usize).unwrap_or(0);
    let (least, greatest) = round.depths;
    let spread = greatest.saturating_sub(least) as usize + 1;
    let depth = least + random.below(spread).unwrap_or(0) as u32;
    let affordable = LEAST_SOLVE.saturating_mul(3u64.saturating_pow(depth - 1)).min(SOLVE);
    engine.clear();
    let mut at = start.clone();
    let mut steps: Vec<Step> = Vec::new();
    while at.outcome().is_none() {
        if steps.len() >= LONGEST {
            return Ok(None);
        }
        let moves = at.moves()?;
        let drawn = steps.len() < opening || random.below(RANDOM) == Some(0);
        let mover = at.to_move();
        let mut step = Step { mover, said: None, proven: false, random: drawn, unsettled: false };
        let mut mv = random.pick(&moves).unwrap_or_default();
        // What an early search says of a move that is not played would be all that is known of it.
        let near = at.solve_cost()?.is_some_and(|cost| cost.nodes <= affordable);
        if !drawn || near || (steps.len() >= opening && round.result < 100) {
            let given_up = Some(GIVEN_UP * affordable);
            let solve = Limits { nodes: given_up, ..Limits::solve() };
            let limits = if near { solve } else { Limits::depth(depth) }.without_whole_lines();
            let report = engine.run(&Ask::new(&at, &limits))?;
            // An estimate need not be proven, but must be the value of the search and no bound of it.
            let whole = report.verdict.bound == Bound::Exact;
            step.proven = report.verdict.is_exact();
            // A solve that was given up has next to nothing to say.
            let says = whole && (step.proven || !near);
            step.said = points(&at, report.verdict.score).filter(|_| says);
            if let Some(best) = report.best_move() {
                step.unsettled = at.is_unsettled(best)?;
                mv = if drawn { mv } else { best };
            }
        }
        at.play(mv)?;
        steps.push(step);
        if at.repeated().is_some() {
            break;
        }
    }
    let labels = labels(&at, &steps, round);
    Ok(Some(GameRecord { round: number, game, moves: at.played(), labels }))
}

/// The labels of the positions before each move.
fn labels(end: &Position, steps: &[Step], round: Round) -> Vec<Option<i32>> {
    let outcome = end.outcome().or_else(|| end.repeated());
    let result = outcome.and_then(|outcome| points(end, outcome.score()));
    // A game that is too long counts as drawn.
    let mut next = Some((result.unwrap_or(0), end.to_move()));
    let mut labels: Vec<Option<i32>> = Vec::with_capacity(steps.len());
    let share = round.result as i32;
    for step in steps.iter().rev() {
        let rest = next.map(|(value, side)| if side == step.mover { value } else { -value });
        let label = match (step.said, rest) {
            (Some(said), _) if step.proven => Some(said),
            (said, _) if step.random => said.filter(|_| share < 100),
            (Some(said), Some(rest)) => Some((said * (100 - share) + rest * share) / 100),
            (said, rest) => rest.or(said),
        };
        labels.push(label.filter(|_| !step.unsettled));
        next = label.map(|label| (label, step.mover));
    }
    labels.reverse();
    labels
}

/// A score in points; `None` where it is not bounded.
pub(crate) fn points(at: &Position, score: Score) -> Option<i32> {
    let facts = at.facts();
    let win = WIN * facts.result_scale;
    match score.meaning() {
        Meaning::Heuristic(points) => Some(points),
        Meaning::Margin(margin) => Some(margin * facts.points),
        Meaning::WinIn(_) | Meaning::Won(_) => Some(win),
        Meaning::LossIn(_) | Meaning::Lost(_) => Some(-win),
        Meaning::Unbounded => None,
    }
}
