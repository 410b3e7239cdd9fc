//! What is about to be played, in words.

use plyglot_play::matches::{Match, Source};

use crate::format;

/// What is about to be played, in a sentence.
pub(super) fn announced(contest: &Match<'_>) -> String {
    let games = match (contest.games, contest.sprt) {
        (Some(games), None) => format::count(games, "game"),
        (None, Some(sprt)) => format!("until the test of {sprt} decides"),
        (Some(games), Some(sprt)) => {
            format!("until the test of {sprt} decides, at most {}", format::count(games, "game"))
        }
        (None, None) => "without an end".into(),
    };
    let openings = match &contest.openings {
        Source::Given(openings) => format!("from {}", format::count(openings.len(), "opening")),
        Source::Made(recipe) => format!("from random openings (seed {})", recipe.seed),
    };
    let jobs = match contest.jobs {
        1 => "one game at a time".into(),
        jobs => format!("{jobs} games at a time"),
    };
    let tables = match &contest.referee {
        Some(_) => ", ended by tables of endgames",
        None => "",
    };
    let same = if contest.repeats() { "; repeatable" } else { "" };
    let name = &contest.game.facts().name;
    format!("{name}: {games} {openings}, {jobs}{tables}{same}")
}
