//! The gate of a round: its weights take the place of those of the round before if they are not the weaker ones. Those
//! of the first round meet what the training began with, and are kept whatever the match says.
//!
//! Both play a match, at equal nodes, until a sequential test knows which of them is the stronger, or the games are
//! played; then the points decide. What the match says is also how far a training has come. Players that are limited by
//! nodes play the same games each time, so that equal seeds come to equal weights.
//!
//! Cost: 400 games of 60 moves are 50 M nodes, four times as many where it is tried what may be left out of the tree.

use std::io;
use std::time::Duration;

use plyglot_open::{Config, Stop};

use crate::matches::stats::{Decision, Model, Rating, Sprt};
use crate::matches::{
    Adjudication, Control, EngineSpec, Kind, Match, MatchError, PlayerSpec, Recipe, Source,
};
use crate::train::error::TrainError;
use crate::train::training::{Training, WEIGHTS};

/// The table of a player, in bytes.
const TABLE: usize = 4 << 20;

/// What a match is played for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// How many games at most.
    games: u32,
    /// Which match of the training this is: each draws its own openings.
    number: u64,
    /// The nodes of a move.
    nodes: u64,
    /// The first weights are stronger by the one or by the other, in Elo: until one of the two is accepted.
    elo: (f64, f64),
    /// Whether the first weights are kept where neither is.
    undecided: Undecided,
}

/// What becomes of weights where the games are played and nothing is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Undecided {
    /// They are kept, whatever the match says.
    Always,
    /// They are kept if they have half of the points.
    ByPoints,
    /// They are not kept.
    Never,
}

impl Terms {
    /// The weights of a round against those of before; 0 is the first round.
    pub(crate) fn of_round(games: u32, round: u64) -> Terms {
        let undecided = if round == 0 { Undecided::Always } else { Undecided::ByPoints };
        Terms { games, number: round, nodes: 2_000, elo: (-10.0, 10.0), undecided }
    }

    /// Something that is kept only if it surely pays. What is left out of a tree pays the more the larger it is, so the
    /// searches are longer than those of a round.
    pub(crate) fn of_trial(games: u32, trial: u64) -> Terms {
        let undecided = Undecided::Never;
        Terms { games, number: 1_000 + trial, nodes: 8_000, elo: (0.0, 30.0), undecided }
    }
}

/// What a match of weights against those of before has shown.
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

/// Has weights meet those of before, both as the game's option takes them.
pub(crate) fn meet(
    training: &Training<'_>,
    players: [&str; 2],
    terms: Terms,
    stop: &Stop,
    mut show: impl FnMut(u64) -> io::Result<()>,
) -> Result<Met, TrainError> {
    let player = |weights: &str| {
        let options = vec![(WEIGHTS.into(), weights.into())];
        let engine = EngineSpec { config: Config::single(TABLE), options, book: None };
        let control = Control { nodes: Some(terms.nodes), ..Control::default() };
        PlayerSpec { text: weights.into(), control, kind: Kind::Engine(engine) }
    };
    let seed = training.plan.seed.wrapping_add(terms.number << 32);
    let contest = Match {
        game: training.game,
        players: players.map(player),
        openings: Source::Made(Recipe { plies: None, seed }),
        adjudication: Adjudication::default(),
        referee: None,
        margin: Duration::ZERO,
        games: Some(terms.games as usize),
        sprt: Sprt::new(terms.elo.0, terms.elo.1, Model::Logistic),
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
    let kept = match (terms.undecided, finished.decision) {
        (Undecided::Always, _) | (_, Some(Decision::Passed)) => true,
        (_, Some(Decision::Failed)) | (Undecided::Never, _) => false,
        (Undecided::ByPoints, _) => 2.0 * standing.points() >= games as f64,
    };
    Ok(Met::Ended(Some(Gate { games, elo: standing.pairs.elo(), kept })))
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
            let terms = Terms::of_round(40, round);
            let met = meet(&training, players, terms, &Stop::default(), |_| Ok(()));
            let Met::Ended(Some(gate)) = met.expect("a match") else { panic!("no games") };
            (gate.kept, gate.elo.and_then(|elo| elo.value).is_none_or(|elo| elo > 0.0))
        };
        assert_eq!(met(["none", "built-in"], 0), (true, false));
        assert_eq!(met(["none", "built-in"], 1), (false, false));
        assert_eq!(met(["built-in", "none"], 1), (true, true));
        let raised = Stop::default();
        raised.raise();
        let players = ["none", "built-in"];
        let met = meet(&training, players, Terms::of_round(40, 1), &raised, |_| Ok(()));
        assert!(matches!(met, Ok(Met::Stopped)));
    }
}
