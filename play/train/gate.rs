//! The gate of a round: its weights take the place of those of the round before if they are not the weaker ones. Those
//! of the first round meet what the training began with, and are kept whatever the match says.
//!
//! Both play a match, at equal nodes, until a sequential test knows which of them is the stronger, or the games are
//! played; then the points decide. What the match says is also how far a training has come. Players that are limited by
//! nodes play the same games each time, so that equal seeds come to equal weights.
//!
//! Cost: 400 games of 60 moves are 50 M nodes.

use std::io;
use std::time::Duration;

use plyglot_open::{Config, Stop};

use crate::matches::stats::{Decision, Model, Rating, Sprt};
use crate::matches::{
    Adjudication, Control, EngineSpec, Kind, Match, MatchError, PlayerSpec, Recipe, Source,
};
use crate::train::error::TrainError;
use crate::train::training::{Training, WEIGHTS};

/// The nodes of a move.
const NODES: u64 = 2_000;
/// The table of a player, in bytes.
const TABLE: usize = 4 << 20;
/// The weights are weaker or stronger by so much, in Elo.
const ELO: f64 = 10.0;

/// What a match of a round's weights against those of before has shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    /// How many games were played.
    pub games: u64,
    /// The Elo of the new weights over those of before.
    pub elo: Option<Rating>,
    /// Whether they take their place.
    pub kept: bool,
}

/// How a match ended.
pub(crate) enum Met {
    /// It was stopped.
    Stopped,
    /// What it has shown; `None` where the game has no openings for a match.
    Ended(Option<Gate>),
}

/// Has weights meet those of before, both as the game's option takes them, in at most `games` games; 0 is the first
/// round.
pub(crate) fn meet(
    training: &Training<'_>,
    players: [&str; 2],
    (games, round): (u32, u64),
    stop: &Stop,
    mut show: impl FnMut(u64) -> io::Result<()>,
) -> Result<Met, TrainError> {
    let player = |weights: &str| {
        let options = vec![(WEIGHTS.into(), weights.into())];
        let engine = EngineSpec { config: Config::single(TABLE), options, book: None };
        let control = Control { nodes: Some(NODES), ..Control::default() };
        PlayerSpec { text: weights.into(), control, kind: Kind::Engine(engine) }
    };
    let seed = training.plan.seed.wrapping_add(round << 32);
    let contest = Match {
        game: training.game,
        players: players.map(player),
        openings: Source::Made(Recipe { plies: None, seed }),
        adjudication: Adjudication::default(),
        referee: None,
        margin: Duration::ZERO,
        games: Some(games as usize),
        sprt: Sprt::new(-ELO, ELO, Model::Logistic),
        jobs: training.threads,
    };
    let finished = match contest.play(None, stop, |_, standing| show(standing.games())) {
        Err(MatchError::NoOpening { .. }) => return Ok(Met::Ended(None)),
        finished => finished?,
    };
    if finished.stopped {
        return Ok(Met::Stopped);
    }
    let standing = &finished.standing;
    let games = standing.games();
    let passed = match finished.decision {
        Some(Decision::Passed) => true,
        Some(Decision::Failed) => false,
        _ => 2.0 * standing.points() >= games as f64,
    };
    Ok(Met::Ended(Some(Gate { games, elo: standing.pairs.elo(), kept: passed || round == 0 })))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use plyglot_games::catalogue::builtin;

    use super::*;
    use crate::train::also::Also;
    use crate::train::plan::Plan;
    use crate::train::training::Kind;

    #[test]
    fn weaker_weights_are_kept_in_the_first_round_alone() {
        let game = builtin().open("kalah").expect("Kalah");
        let training = Training {
            game: &*game,
            kind: Kind::Patterns,
            plan: Plan::usual(5, 2, Some(1)),
            first: None,
            also: &Also::none(),
            output: Path::new("unused"),
            deadline: None,
            threads: 2,
            gate: 40,
            checked: 0,
            command: &|_| String::new(),
        };
        let met = |players, round| {
            let met = meet(&training, players, (40, round), &Stop::default(), |_| Ok(()));
            let Met::Ended(Some(gate)) = met.expect("a match") else { panic!("no games") };
            (gate.kept, gate.elo.and_then(|elo| elo.value).is_none_or(|elo| elo > 0.0))
        };
        assert_eq!(met(["none", "built-in"], 0), (true, false));
        assert_eq!(met(["none", "built-in"], 1), (false, false));
        assert_eq!(met(["built-in", "none"], 1), (true, true));
        let raised = Stop::default();
        raised.raise();
        let met = meet(&training, ["none", "built-in"], (40, 1), &raised, |_| Ok(()));
        assert!(matches!(met, Ok(Met::Stopped)));
    }
}
