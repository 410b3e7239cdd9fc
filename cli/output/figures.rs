//! What a running search is busy with, in one line.

use plyglot_open::{DoorError, Figures, Position};
use plyglot_search::{Current, SearchPhase};
use plyglot_wire::{Effort, between};

use crate::format;

/// What a running search is working on, in one line: depth, move and its number, window or question, what is
/// proven so far, effort.
pub(crate) fn figures(position: &Position, figures: &Figures) -> Result<String, DoorError> {
    let mut parts = Vec::new();
    if let Some(current) = figures.current {
        let Current { phase, depth, rank, window, proven, .. } = current;
        let line = if rank > 1 { format!(", line {rank}") } else { String::new() };
        parts.push(match phase {
            SearchPhase::Deepening => format!("depth {depth}{line}"),
            SearchPhase::Selective => "guess of the exact value".into(),
            SearchPhase::Solving => "exact value".into(),
            SearchPhase::Distance => format!("win or loss within {depth} plies"),
            SearchPhase::Draw => "whether neither side can win".into(),
        });
        if let Some(mv) = current.mv {
            let mv = position.move_text(mv)?;
            parts.push(format!("move {}/{} {mv}", current.number, current.moves));
        }
        let exact = phase != SearchPhase::Deepening;
        let between = |lower, upper| between(position, lower, upper, exact);
        match phase {
            SearchPhase::Deepening => {
                let window = between(window.alpha, window.beta)?;
                parts.extend(window.map(|window| format!("window {window}")));
            }
            SearchPhase::Draw => {}
            SearchPhase::Selective | SearchPhase::Solving | SearchPhase::Distance => {
                if window.is_null() {
                    parts.push(format!("is it >= {}?", position.score_text(window.beta, true)?));
                }
                let proven = between(proven.lower, proven.upper)?;
                parts.extend(proven.map(|proven| format!("proven {proven}")));
            }
        }
    }
    let table = (figures.hash_permill, figures.hash_bytes);
    let Effort { nodes, nps, time, .. } = Effort::new(figures.nodes, figures.elapsed, table);
    parts.push(format!("{} nodes", format::short(nodes)));
    parts.push(format!("{}/s", format::short(nps)));
    parts.push(format::clock(time));
    let full = f64::from(figures.hash_permill) / 10.0;
    parts.push(format!("table {full:.0}% of {}", format::bytes(figures.hash_bytes)));
    Ok(parts.join(", "))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use plyglot_games::catalogue::builtin;
    use plyglot_search::{Bounds, Score, Window};

    use super::*;

    fn shown(current: Option<Current>) -> String {
        let start = builtin().open("othello").and_then(|game| game.start()).expect("a start");
        let of = Figures {
            current,
            tbhits: 0,
            nodes: 123_400_000,
            elapsed: Duration::from_secs(8),
            hash_permill: 124,
            hash_bytes: 256 << 20,
        };
        figures(&start, &of).expect("a right game")
    }

    #[test]
    fn live_figures_say_what_is_searched() {
        let effort = "123.4 M nodes, 15.4 M/s, 8.00 s, table 12% of 256 MiB";
        assert_eq!(shown(None), effort);
        let start = builtin().open("othello").and_then(|game| game.start()).expect("a start");
        let current = Current {
            phase: SearchPhase::Deepening,
            depth: 20,
            rank: 1,
            window: Window::new(Score::heuristic(-16), Score::heuristic(32)),
            proven: Bounds::UNKNOWN,
            mv: start.parse_move("f5").ok(),
            number: 3,
            moves: 4,
        };
        let line = shown(Some(current));
        assert_eq!(line, format!("depth 20, move 3/4 f5, window -1.0 to +2.0, {effort}"));
        let open = Current { window: Window::FULL, mv: None, rank: 2, ..current };
        assert_eq!(shown(Some(open)), format!("depth 20, line 2, {effort}"));
        let solving = Current {
            phase: SearchPhase::Solving,
            window: Window::null(Score::margin(6)),
            proven: Bounds { lower: Score::margin(4), upper: Score::INFINITY },
            ..current
        };
        let line = shown(Some(solving));
        assert!(
            line.starts_with("exact value, move 3/4 f5, is it >= +7?, proven >= +4, 123"),
            "{line}"
        );
    }
}
