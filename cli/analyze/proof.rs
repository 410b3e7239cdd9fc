//! What is added to a search that is to prove: it is said beforehand what is out of reach, and where there is no
//! proof there still is an estimate and a line.
//!
//! A game without a depth to deepen to first ([`plyglot_search::SolvePlan::rehearse`]) goes straight to the end,
//! and without a proof there is nothing in its report but a look at the position. Then one short search
//! estimates, on the table that the solve has left; it costs at most [`SPARE_NODES`].

use plyglot_open::{Ask, DoorError, Engine, Limits, Mv, Position, Report};
use plyglot_search::MAX_PLY;

/// From how many nodes on a solve is announced as out of reach: an hour and more on a machine of today.
const OUT_OF_REACH: u64 = 200_000_000_000;

/// With how many nodes a second the announcement counts.
const NODES_A_SECOND: u64 = 50_000_000;

/// The most nodes of the search that estimates where nothing else did.
const SPARE_NODES: u64 = 200_000;

/// What a solve is unlikely to reach, in one line; `None` if nothing speaks against it. One that is `limited` ends
/// in any case, so only what is hopeless is said of it.
pub(crate) fn warning(position: &Position, limited: bool) -> Result<Option<String>, DoorError> {
    if position.outcome().is_some() {
        return Ok(None);
    }
    if position.facts().can_repeat && !position.facts().has_end {
        if limited {
            return Ok(None);
        }
        return Ok(Some(format!(
            "{}: positions can repeat, so what can be proven is a win or a loss within reach, or a draw \
             among few positions; without a proof it goes on to depth {MAX_PLY} or Ctrl-C",
            position.facts().name
        )));
    }
    let Some(cost) = position.solve_cost()?.filter(|cost| cost.nodes >= OUT_OF_REACH) else {
        return Ok(None);
    };
    let hours = cost.nodes / NODES_A_SECOND / 3600;
    let time = match hours {
        0..72 => format!("{hours} hours"),
        72..17_520 => format!("{} days", hours / 24),
        _ => format!("{} years", crate::format::grouped(hours / 8_766)),
    };
    Ok(Some(format!(
        "this solve is likely to take about {:.0e} nodes: {time} at {} million nodes a second; Ctrl-C ends \
         it with the best result so far, and `analyze` estimates the value at once",
        cost.nodes as f64,
        NODES_A_SECOND / 1_000_000,
    )))
}

/// A report of a solve with an estimate and a line, if it has no proof and nothing better than a look at the
/// position. Nodes and time are those of both searches.
pub(crate) fn or_estimate(
    engine: &mut dyn Engine,
    position: &Position,
    limits: &Limits<Mv>,
    report: Report<Mv>,
) -> Result<Report<Mv>, DoorError> {
    let is_a_look = report.lines.first().is_some_and(|line| line.depth == 0);
    if !limits.solve || report.verdict.proven || !is_a_look {
        return Ok(report);
    }
    let limits = Limits {
        solve: false,
        nodes: Some(SPARE_NODES),
        time: None,
        root_moves: limits.root_moves.clone(),
        ..*limits
    };
    let estimate = engine.run(&Ask::new(position, &limits))?;
    Ok(Report {
        lines: estimate.lines,
        verdict: estimate.verdict,
        nodes: report.nodes + estimate.nodes,
        elapsed: report.elapsed + estimate.elapsed,
        hash_permill: report.hash_permill.max(estimate.hash_permill),
        hash_bytes: estimate.hash_bytes,
        ..report
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_games::catalogue::builtin;

    fn warned(game: &str, position: Option<&str>) -> Option<String> {
        let start = builtin().open(game).and_then(|game| game.start()).expect("a game");
        let at = position.map_or(Ok(start.clone()), |text| start.parse(text)).expect("a position");
        warning(&at, false).expect("a right game")
    }

    #[test]
    fn what_is_out_of_reach_is_announced() {
        let othello = warned("othello", None).expect("the start position");
        assert!(othello.contains("7e18 nodes") && othello.contains("years"), "{othello}");
        assert!(warned("draughts", None).expect("it can go on").contains("can repeat"));
        assert_eq!(warned("othello:4", None), None);
        let start = builtin().open("draughts").and_then(|game| game.start()).expect("a game");
        assert_eq!(warning(&start, true).expect("a right game"), None);
        for reachable in
            ["connect4", "kalah", "domineering", "dots-and-boxes", "hex:6", "breakthrough:5x5"]
        {
            assert_eq!(warned(reachable, None), None, "{reachable}");
        }
        for hopeless in ["kalah:6,6", "dots-and-boxes:5x5", "hex", "breakthrough"] {
            assert!(
                warned(hopeless, None).is_some_and(|said| said.contains("nodes")),
                "{hopeless}"
            );
        }
    }
}
