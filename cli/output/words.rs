//! Values, threads and endings in words, the same wherever people read them.

use plyglot_open::{Config, DoorError, Position, Verdict};
use plyglot_search::{Bound, Ended, Meaning, Scheme, Score};

use crate::format;
use crate::output::paint::Style;

/// How reliable a score is, in a word: `exact` only of a value that is proven.
pub(crate) fn trust(verdict: Verdict) -> &'static str {
    match (verdict.proven, verdict.bound) {
        (true, Bound::Exact) => "exact",
        (true, _) => "proven",
        (false, _) => "estimate",
    }
}

/// The colour of that word.
pub(crate) fn style(verdict: Verdict) -> Style {
    if verdict.proven { Style::PROVEN } else { Style::FAINT }
}

/// How many threads, and in which turns virtual ones run.
pub(crate) fn threads(count: usize, turn: Option<u64>) -> String {
    match turn {
        None => format::count(count, "thread"),
        Some(turn) => format!(
            "{} in turns of {}",
            format::count(count, "virtual thread"),
            format::count(usize::try_from(turn).unwrap_or(usize::MAX), "node"),
        ),
    }
}

/// The scheme, behind a comma; nothing for the default one.
pub(crate) fn scheme(config: &Config) -> String {
    if config.threads == 1 || config.scheme == Scheme::default() {
        return String::new();
    }
    format!(", scheme {}", config.scheme)
}

/// A value in words.
pub(crate) fn value(
    position: &Position,
    verdict: Verdict,
    depth: u32,
) -> Result<String, DoorError> {
    let what = match (verdict.score.meaning(), position.value(verdict.score)?) {
        (Meaning::WinIn(plies), value) => distance("wins", position, plies, value),
        (Meaning::LossIn(plies), value) => distance("loses", position, plies, value),
        (Meaning::Heuristic(_), Some(0)) if verdict.proven => "a draw".into(),
        _ => {
            let score = position.score_text(verdict.score, verdict.proven)?;
            format!("{score} {} for {}", position.facts().unit_name(), position.mover())
        }
    };
    let trust = match (verdict.proven, verdict.bound) {
        (true, Bound::Exact) => "exact".into(),
        (true, bound) => format!("{}, proven", or_else(verdict.score, bound)),
        (false, Bound::Exact) if depth == 0 => "estimated without a search".into(),
        (false, bound) => {
            let estimated = match position.facts().confidence {
                None => format!("estimated at depth {depth}"),
                Some(percent) => format!("estimated at depth {depth} with {percent}% confidence"),
            };
            match bound {
                Bound::Exact => estimated,
                bound => format!("{}, {estimated}", or_else(verdict.score, bound)),
            }
        }
    };
    Ok(format!("{what}, {trust}"))
}

/// What else the value may be than a score that is a bound: more is a sooner win and a later loss.
fn or_else(score: Score, bound: Bound) -> &'static str {
    match (score.meaning(), bound) {
        (Meaning::WinIn(_), Bound::Lower) | (Meaning::LossIn(_), Bound::Upper) => "or sooner",
        (Meaning::WinIn(_), Bound::Upper) | (Meaning::LossIn(_), Bound::Lower) => "or later",
        (_, Bound::Upper) => "or less",
        (_, Bound::Lower | Bound::Exact) => "or more",
    }
}

fn distance(does: &str, position: &Position, plies: u32, value: Option<i32>) -> String {
    let (mover, unit) = (position.mover(), &position.facts().unit);
    let margin = match value {
        Some(value) if !unit.is_empty() => format!(" ({value:+} {unit})"),
        _ => String::new(),
    };
    match plies {
        0 => format!("{mover} {}{margin}", if does == "wins" { "has won" } else { "has lost" }),
        plies => format!("{mover} {does} in {}{margin}", plural(plies)),
    }
}

fn plural(plies: u32) -> String {
    if plies == 1 { "1 ply".into() } else { format!("{plies} plies") }
}

/// Why a search ended, in words.
pub(crate) fn ended(ended: Ended) -> &'static str {
    match ended {
        Ended::Proven => "value proven",
        Ended::Depth => "depth limit reached",
        Ended::Nodes => "node limit reached",
        Ended::Time => "time limit reached",
        Ended::Stopped => "stopped",
        Ended::GameOver => "the game was over",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_a_sooner_win_and_a_later_loss() {
        let (win, loss) = (Score::win_in(9), Score::loss_in(8));
        assert_eq!(or_else(win, Bound::Lower), "or sooner");
        assert_eq!(or_else(win, Bound::Upper), "or later");
        assert_eq!(or_else(loss, Bound::Lower), "or later");
        assert_eq!(or_else(loss, Bound::Upper), "or sooner");
        assert_eq!(or_else(Score::margin(4), Bound::Lower), "or more");
        assert_eq!(or_else(Score::heuristic(-3), Bound::Upper), "or less");
    }
}
