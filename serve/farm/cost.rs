//! What a search is likely to cost, to divide a file into parts that take about equally long.
//!
//! Only ratios count, and every machine must find the same number: whole numbers alone.

use plyglot_open::{DoorError, Position};

/// What a position costs beside its search, in nodes: a line of output and a hop between threads, a few
/// microseconds.
const OVERHEAD: u64 = 200;

/// What a search to a limit is taken to cost, in nodes. The limit is the same for every position.
const LIMITED: u64 = 100_000;

/// The most plies that are counted: beyond it, nothing can be solved anyway.
const MOST_PLIES: u32 = 80;

/// What solving a position is likely to cost, in nodes: as the game's knowledge says, or growing with the
/// plies that are left, or the same for all where neither is known.
///
/// # Errors
/// If the game's code panics.
pub fn of_solve(position: &Position) -> Result<u64, DoorError> {
    if position.outcome().is_some() {
        return Ok(OVERHEAD);
    }
    let nodes = match position.solve_cost()? {
        Some(cost) => cost.nodes,
        None => position.plies_left()?.map_or(LIMITED, by_plies),
    };
    Ok(nodes.saturating_add(OVERHEAD))
}

/// What a search to a limit costs.
#[must_use]
pub fn of_limited() -> u64 {
    LIMITED + OVERHEAD
}

/// What the review of a game of this many moves costs: a search to a limit for each position.
#[must_use]
pub fn of_review(moves: usize) -> u64 {
    of_limited().saturating_mul(moves as u64 + 1)
}

/// A tree of an effective branching factor of 1.6, which is about what Connect Four has with a table.
fn by_plies(plies: u32) -> u64 {
    (0..plies.min(MOST_PLIES)).fold(10, |nodes: u64, _| nodes.saturating_add(nodes / 5 * 3 + 1))
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;

    use super::*;

    fn cost(game: &str, position: &str) -> u64 {
        let game = builtin().open(game).expect("a game");
        of_solve(&game.parse(position).expect("a position")).expect("a right game")
    }

    #[test]
    fn more_plies_cost_more() {
        let [three, two, one] = ["44", "4444", "444444"].map(|moves| cost("connect4", moves));
        assert!(three > two && two > one && one > OVERHEAD, "{three} {two} {one}");
        assert!(by_plies(u32::MAX) == by_plies(MOST_PLIES) && by_plies(0) > 0);
    }

    #[test]
    fn a_game_that_is_over_costs_next_to_nothing() {
        assert_eq!(cost("tictactoe", "xxx/oo./..."), OVERHEAD);
    }
}
