//! The page about a match: its words.

use plyglot_match::{Finished, GameRecord, Match};
use plyglot_report::matches::PlayedMatch;
use plyglot_scaling::Origin;

use super::words::announced;

/// The page.
pub(super) fn of<'a>(
    contest: &'a Match<'_>,
    finished: &'a Finished,
    games: &'a [GameRecord],
    origin: &Origin,
) -> PlayedMatch<'a> {
    let [a, b] = &contest.players;
    let machine = &origin.machine;
    let about = if finished.halted { "; interrupted" } else { "" };
    PlayedMatch {
        game: &contest.game.facts().name,
        players: [&a.text, &b.text],
        about: format!("{}{about}.", announced(contest)),
        origin: vec![
            ("A", a.text.clone()),
            ("B", b.text.clone()),
            ("Command", origin.command.clone()),
            ("Date", origin.date.clone()),
            ("Version", origin.version.clone()),
            ("Commit", origin.commit.clone().unwrap_or_else(|| "not known".into())),
            ("Machine", format!("{}, {} usable", machine.processor, machine.usable)),
        ],
        finished,
        sprt: contest.sprt,
        games,
    }
}
