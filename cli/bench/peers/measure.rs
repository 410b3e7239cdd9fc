//! What is searched, and searching it, with a progress bar.

use plyglot_games::catalogue::{builtin, visit};
use plyglot_open::catalogue::{Catalogue, Setup, Visitor};
use plyglot_open::{DoorError, Open};
use plyglot_peers::{Contest, Design, Study, TestPosition};
use plyglot_search::{Describe, Knowledge};

use crate::bench::peers::PeersArgs;
use crate::errors::Failure;
use crate::output::{progress, words};
use crate::signals;

/// Depths of the other games.
const USUAL: &[u8] = &[4, 6];

/// Depths that take each engine between a few milliseconds and some ten seconds.
fn usual(game: &str) -> &'static [u8] {
    match game {
        "connect4" => &[12, 14, 16],
        "othello" => &[11, 13, 15],
        "breakthrough" => &[6, 8, 10],
        _ => USUAL,
    }
}

type Contests = Vec<(TestPosition, Box<dyn Contest>)>;

/// The start of every game, to every depth.
pub(super) fn contests(catalogue: &Catalogue, args: &PeersArgs) -> Result<Contests, Failure> {
    let built_in = builtin();
    let mut all = Contests::new();
    for game in &args.game {
        check_built_in(catalogue, &built_in, game)?;
        all.extend(visit(game, Start { args }).map_err(DoorError::from)??);
    }
    Ok(all)
}

/// Only the built-in games are compiled for this comparison. A game of another crate may have the name of
/// one of them.
fn check_built_in(asked: &Catalogue, built_in: &Catalogue, game: &str) -> Result<(), Failure> {
    let meant = asked.open(game)?;
    let same = |own: Box<dyn Open>| own.fingerprint() == meant.fingerprint();
    if built_in.open(game).is_ok_and(same) {
        return Ok(());
    }
    let message = format!("--game {game}: `bench peers` has only the built-in games");
    Err(Failure::Usage(message))
}

struct Start<'a> {
    args: &'a PeersArgs,
}

impl Visitor for Start<'_> {
    type Output = Result<Contests, Failure>;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output {
        let Setup { name, start, knowledge } = setup;
        if start.outcome().is_some() {
            return Err(Failure::Usage(format!(
                "--game {name}: the game is over in its start position"
            )));
        }
        let asked: Vec<u8> = self.args.depth.iter().flat_map(|range| *range).collect();
        let plain = name.split(':').next().unwrap_or_default();
        let depths = if asked.is_empty() { usual(plain) } else { &asked };
        let contest = |&depth: &u8| {
            let place = TestPosition { game: name.clone(), position: start.text(), depth };
            (place, plyglot_peers::contest(start.clone(), knowledge.clone(), depth))
        };
        Ok(depths.iter().map(contest).collect())
    }
}

/// Makes the searches until they are done or interrupted.
pub(super) fn run(args: &PeersArgs, contests: Contests) -> Study {
    words::announce_table(args.hash);
    let stop = signals::listen();
    let bar = progress::bar("searches", "about {eta} left");
    let design = Design {
        threads: args.threads.clone(),
        repeats: args.repeat,
        hash_bytes: args.hash,
        budget: args.budget,
    };
    let study = plyglot_peers::measure(contests, &design, &stop, |progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
    });
    bar.finish_and_clear();
    study
}

#[cfg(test)]
mod tests {
    use plyglot_games::kalah::{Capture, Kalah};
    use plyglot_open::catalogue::Single;

    use super::*;

    #[test]
    fn a_game_of_another_crate_is_refused_under_any_name() {
        let game = |name| Single::new(name, Kalah::new(2, 1, Capture::Full).expect("it fits"));
        let asked = builtin().and(game("my-game")).and(game("othello"));
        let check = |name| check_built_in(&asked, &builtin(), name);
        assert!(check("c4").is_ok() && check("kalah:3,2").is_ok());
        for name in ["my-game", "othello"] {
            assert!(matches!(check(name), Err(Failure::Usage(why)) if why.contains(name)));
        }
        assert!(matches!(check("nonsense"), Err(Failure::Door(DoorError::Catalogue(_)))));
    }
}
