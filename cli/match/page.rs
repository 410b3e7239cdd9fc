//! The page about a match: its words.

use plyglot_bench::scaling::Origin;
use plyglot_play::matches::{Finished, GameRecord, Match};
use plyglot_report::matches::PlayedMatch;

use super::words::announced;
use crate::journal::origin;

/// The page.
pub(super) fn of<'a>(
    contest: &'a Match<'_>,
    finished: &'a Finished,
    games: &'a [GameRecord],
    origin: &Origin,
) -> PlayedMatch<'a> {
    let [a, b] = &contest.players;
    let players = [("A", a.text.clone()), ("B", b.text.clone())];
    let about = if finished.stopped { "; interrupted" } else { "" };
    PlayedMatch {
        game: &contest.game.facts().name,
        players: [&a.text, &b.text],
        about: format!("{}{about}.", announced(contest)),
        origin: players.into_iter().chain(origin::facts(origin)).collect(),
        finished,
        sprt: contest.sprt,
        games,
    }
}
