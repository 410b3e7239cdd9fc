//! Games of other trainings: what they recorded is learnt from, too, whatever they trained. So a net of another width
//! needs no games of its own, and a training goes on where an earlier one ended.
//!
//! Cost: a file is read once, and its games are played through; each takes some 12 bytes a move.

use std::path::{Path, PathBuf};

use plyglot_open::{Open, Position};
use plyglot_search::random::mix;
use plyglot_wire::journal::{Header, Journal, Skipped};

use crate::train::error::TrainError;
use crate::train::play::GameRecord;
use crate::train::rows::replayed;

/// The games of other trainings.
#[derive(Clone, Debug)]
pub struct Also {
    games: Vec<GameRecord>,
    /// Lines of the files that were not used.
    pub skipped: Vec<(PathBuf, Vec<Skipped>)>,
}

impl Also {
    /// None.
    pub const fn none() -> Also {
        Also { games: Vec::new(), skipped: Vec::new() }
    }

    /// Reads the journals of trainings of `game`.
    ///
    /// # Errors
    /// If one cannot be read, is not the journal of a training of this game, or holds no game.
    pub fn read(game: &dyn Open, paths: &[PathBuf]) -> Result<Also, TrainError> {
        let mut also = Also::none();
        let start = game.start()?;
        for path in paths {
            let before = also.games.len();
            let skipped = Journal::read(
                path,
                |header| is_of(header, &game.facts().name),
                |record: GameRecord| {
                    check(&start, &record)?;
                    also.games.push(record);
                    Ok(())
                },
            )?;
            // As they were dealt, and not as they ended.
            also.games[before..].sort_by_key(|record| (record.round, record.game));
            if also.games.len() == before {
                return Err(TrainError::NoGames(path.clone()));
            }
            if !skipped.is_empty() {
                also.skipped.push((path.clone(), skipped));
            }
        }
        Ok(also)
    }

    /// How many there are.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    pub(crate) fn records(&self) -> &[GameRecord] {
        &self.games
    }

    /// A number that is another where the games are others, and 0 where there are none.
    pub(crate) fn hash(&self) -> u64 {
        let of = |record: &GameRecord| {
            let label = |label: &Option<i32>| label.map_or(1 << 32, |points| points as u32 as u64);
            let moves = record.moves.iter().map(|&mv| u64::from(mv));
            moves.chain(record.labels.iter().map(label)).fold(7, |hash, word| mix(hash ^ word))
        };
        self.games.iter().map(of).fold(0, |hash, game| mix(hash ^ game))
    }
}

/// Says why a journal is not that of a training of the game, if it is not.
fn is_of(header: &Header, game: &str) -> Result<(), String> {
    if header.command != "train" {
        return Err(format!("the journal of `{}`, and not of a training", header.command));
    }
    match header.run["game"].as_str() {
        Some(named) if named == game => Ok(()),
        named => {
            let named = named.unwrap_or("no game");
            Err(format!("the journal of a training of {named}, and not of {game}"))
        }
    }
}

/// Says what is wrong with a game, if anything is.
fn check(start: &Position, record: &GameRecord) -> Result<(), String> {
    if record.moves.len() != record.labels.len() {
        return Err(format!("game {} has not one label a move", record.game));
    }
    replayed(start, record, |_, _| Ok(())).map_err(|error| format!("game {}: {error}", record.game))
}

/// How the files are named in a command.
pub(crate) fn arguments(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| format!(" --also {}", quoted(path))).collect()
}

/// As a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+=:,@%".contains(&byte);
    if text.bytes().all(is_plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}
