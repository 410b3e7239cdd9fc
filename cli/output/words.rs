//! Values and threads in words, the same wherever people read them.

use plyglot_open::{Config, Position};
use plyglot_search::table::system_memory;
use plyglot_search::{HashGrowth, Scheme};
use plyglot_wire::{Kind, Score, Value};

use crate::errors::note;
use crate::format;
use crate::output::paint::Style;

/// How reliable a score is, in a word: `exact` only of a value that is proven.
pub(crate) fn trust(score: &Score) -> &'static str {
    match (score.proven, score.kind) {
        (true, Kind::Exact) => "exact",
        (true, _) => "proven",
        (false, _) => "estimate",
    }
}

/// The colour of that word.
pub(crate) fn style(score: &Score) -> Style {
    if score.proven { Style::PROVEN } else { Style::FAINT }
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

/// The size of the table, and how far it may grow.
pub(crate) fn table(config: &Config) -> String {
    let size = format::bytes(config.hash_bytes);
    match config.hash_growth {
        // In one unit, however much memory there is.
        HashGrowth::UpTo(most) if most > config.hash_bytes => {
            format!("table of {size} to {} MiB", most >> 20)
        }
        _ => format!("table of {size}"),
    }
}

/// Says on standard error that a table is made, where that may take seconds and nothing else is said before it. One
/// that the machine cannot have is refused at once.
pub(crate) fn announce_table(bytes: usize) {
    /// From this size on.
    const SLOW: usize = 1 << 30;
    if bytes >= SLOW && system_memory().is_none_or(|memory| bytes as u64 <= memory) {
        note(&format!("making a table of {}", format::bytes(bytes)));
    }
}

/// The scheme, behind a comma; nothing for the default one.
pub(crate) fn scheme(config: &Config) -> String {
    if config.threads == 1 || config.scheme == Scheme::default() {
        return String::new();
    }
    format!(", scheme {}", config.scheme)
}

/// A score in words, from the side to move in `at`.
pub(crate) fn value(at: &Position, score: &Score, depth: u32) -> String {
    let what = match score.win_in {
        Some(plies) => distance(at, score, plies.unsigned_abs()),
        None if score.wins_at_last == Some(true) => format!("{} wins", at.mover()),
        None if score.wins_at_last == Some(false) => format!("{} loses", at.mover()),
        None if score.proven && score.value == Value::Whole(0) => match score.kind {
            Kind::Exact | Kind::Estimate => "a draw".into(),
            Kind::Lower => "a draw, or more".into(),
            Kind::Upper => "a draw, or less".into(),
        },
        None => format!("{} {} for {}", score.text, at.facts().unit_name(), at.mover()),
    };
    let trust = match (score.proven, score.confidence) {
        (true, _) if score.is_exact() => "exact".into(),
        (true, _) => "proven".into(),
        (false, _) if depth == 0 => "estimated without a search".into(),
        (false, None) => format!("estimated at depth {depth}"),
        (false, Some(percent)) => {
            format!("estimated at depth {depth} with {percent}% confidence")
        }
    };
    format!("{what}, {trust}")
}

fn distance(at: &Position, score: &Score, plies: u64) -> String {
    let (mover, unit) = (at.mover(), &at.facts().unit);
    let wins = score.expected > 0.5;
    let margin = match score.value {
        Value::Whole(value) if !unit.is_empty() => format!(" ({value:+} {unit})"),
        _ => String::new(),
    };
    let or_else = or_else(wins, score.kind);
    match (plies, wins) {
        (0, true) => format!("{mover} has won{margin}{or_else}"),
        (0, false) => format!("{mover} has lost{margin}{or_else}"),
        (_, true) => format!("{mover} wins in {}{margin}{or_else}", plural(plies)),
        (_, false) => format!("{mover} loses in {}{margin}{or_else}", plural(plies)),
    }
}

/// What else a distance may be that is a bound: more is a sooner win and a later loss.
fn or_else(wins: bool, kind: Kind) -> &'static str {
    match (wins, kind) {
        (_, Kind::Exact | Kind::Estimate) => "",
        (true, Kind::Lower) | (false, Kind::Upper) => ", or sooner",
        (true, Kind::Upper) | (false, Kind::Lower) => ", or later",
    }
}

fn plural(plies: u64) -> String {
    if plies == 1 { "1 ply".into() } else { format!("{plies} plies") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_a_sooner_win_and_a_later_loss() {
        assert_eq!(or_else(true, Kind::Lower), ", or sooner");
        assert_eq!(or_else(true, Kind::Upper), ", or later");
        assert_eq!(or_else(false, Kind::Lower), ", or later");
        assert_eq!(or_else(false, Kind::Upper), ", or sooner");
        assert_eq!(or_else(true, Kind::Exact), "");
    }
}
