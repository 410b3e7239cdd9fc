//! Plays the contests of a study, one after the other, games of each at once.

use std::collections::HashSet;
use std::io;

use thiserror::Error;

use super::{Contest, ContestGame};
use crate::scaling::journal::JournalRecord;
use crate::scaling::run::Run;
use crate::scaling::study::{Design, Study};
use plyglot_open::{Config, Open};
use plyglot_play::matches::stats::Pairs;
use plyglot_play::matches::{
    Adjudication, Continued, Control, EngineSpec, GameRecord, Kind, Match, MatchError, PlayerSpec,
    Recipe, Source,
};
use plyglot_wire::journal::{Journal, JournalError};

/// How far the games of a study have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayCompletion {
    /// Games that are played, those of an earlier part included.
    pub done: usize,
    /// Of how many at most.
    pub total: usize,
    /// The contest that is played.
    pub contest: Contest,
    /// How it stands.
    pub pairs: Pairs,
}

/// Why games were not played.
#[derive(Debug, Error)]
pub enum PlayError {
    /// A game could not be written down.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A match could not go on.
    #[error(transparent)]
    Match(#[from] MatchError),
}

/// Plays the games of a study that it does not hold yet, and gives it back with them. Where it is stopped,
/// with those that had ended.
///
/// # Errors
/// If a match cannot go on, or a game cannot be written down; what the journal has stays there.
pub fn play_study(
    game: &dyn Open,
    mut study: Study,
    mut run: Run<'_>,
    mut progress: impl FnMut(PlayCompletion),
) -> Result<Study, PlayError> {
    for contest in study.design.contests() {
        if run.stop.is_raised() {
            break;
        }
        play(game, &mut study, contest, &mut run, &mut progress)?;
    }
    study.sort();
    run.journal.map_or(Ok(()), Journal::sync)?;
    Ok(study)
}

fn play(
    game: &dyn Open,
    study: &mut Study,
    contest: Contest,
    run: &mut Run<'_>,
    progress: &mut impl FnMut(PlayCompletion),
) -> Result<(), PlayError> {
    let had: Vec<GameRecord> = study.games_of(contest).cloned().collect();
    let known: HashSet<usize> = had.iter().map(|game| game.number).collect();
    let games = 2 * study.design.play.as_ref().map_or(0, |play| play.pairs);
    let total = games * study.design.contests().len();
    let to_play = Match {
        game,
        players: players(&study.design, contest),
        // The same for all contests, so that these can be compared pair by pair.
        openings: Source::Made(Recipe { plies: None, seed: study.design.seed }),
        adjudication: Adjudication::default(),
        referee: None,
        margin: std::time::Duration::ZERO,
        games: Some(games),
        sprt: None,
        jobs: run.jobs.max(1),
    };
    let (stop, mut failed) = (run.stop.clone(), None);
    let played = to_play.play(Some(Continued::of(had)), &stop, |game, standing| {
        if failed.is_none() && !known.contains(&game.number) {
            // The moves are of no use here, and there would be many of them.
            let game =
                ContestGame { contest, game: GameRecord { moves: Vec::new(), ..game.clone() } };
            let journal = run.journal.as_mut();
            failed = journal.and_then(|to| to.note(&JournalRecord::Game(game.clone())).err());
            study.games.push(game);
        }
        progress(PlayCompletion { done: study.games.len(), total, contest, pairs: standing.pairs });
        // What ends the match; the error itself is kept.
        if failed.is_some() { Err(io::ErrorKind::Other.into()) } else { Ok(()) }
    });
    match failed {
        Some(error) => Err(error.into()),
        None => Ok(played.map(|_| ())?),
    }
}

/// The player of a contest and its opponent.
fn players(design: &Design, contest: Contest) -> [PlayerSpec; 2] {
    let Contest { scheme, threads, nodes } = contest;
    let one = Config::single(design.hash_bytes);
    let config = match scheme {
        Some(name) => {
            Config { threads, scheme: name.0, schedule: design.clock.schedule(), ..one.clone() }
        }
        None => one.clone(),
    };
    let player = |config, nodes| PlayerSpec {
        text: format!("{nodes} nodes"),
        control: Control { nodes: Some(nodes), ..Control::default() },
        kind: Kind::Engine(EngineSpec { config, options: Vec::new(), book: None }),
    };
    [player(config, nodes.saturating_mul(threads as u64)), player(one, nodes)]
}
