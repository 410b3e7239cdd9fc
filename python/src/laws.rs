//! The laws of a game, checked on random positions (crate `plyglot-check`).

use std::panic::{AssertUnwindSafe, catch_unwind};

use plyglot_check::laws::{Check, Effort, Summary, Violation, check_text};
use plyglot_open::DynGame;
use plyglot_search::{Describe, Game, MoveList, panic_message};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::of_game;
use crate::exceptions::exception;
use crate::games::opened;
use crate::values::value;

/// Which positions are the same: a text that says too little shows by their moves, their outcome or the mover.
fn identity(game: &DynGame) -> String {
    let mut moves = MoveList::new();
    let outcome = game.outcome();
    if outcome.is_none() {
        game.moves(&mut moves);
    }
    let mut moves: Vec<_> = moves.iter().collect();
    moves.sort_unstable();
    format!("{} {:?} {outcome:?} {moves:?}", game.text(), game.to_move())
}

/// Checks the laws of a game: raises `LawError` for the first that does not hold.
#[pyfunction]
#[pyo3(signature = (game, games, plies, seed, texts))]
pub(crate) fn check<'py>(
    game: &Bound<'py, PyAny>,
    games: usize,
    plies: usize,
    seed: u64,
    texts: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, game) = (game.py(), opened(game, &[])?);
    let effort = Effort { games, plies, seed, ..Effort::default() };
    let start = py.detach(|| game.open.start()).map_err(|error| game.error(py, error))?;
    let looked = || -> Result<(Summary, usize), Violation> {
        let (start, knowledge) = (start.game(), game.open.knowledge());
        let check = Check::new(start, &knowledge).effort(&effort).identity(identity);
        let summary = if texts { check.texts() } else { check }.run()?;
        let read = if texts { check_text(start, &effort)? } else { 0 };
        Ok((summary, read))
    };
    // On this thread, so that Ctrl-C reaches the code of a game in Python.
    let checked = py.detach(|| catch_unwind(AssertUnwindSafe(looked)).map_err(panic_message));
    let (summary, read) = match checked {
        Ok(Ok(found)) => found,
        Ok(Err(violation)) => {
            let written = |mv: &String| match game.rules() {
                Some(rules) => rules.written(py, mv),
                None => mv.clone(),
            };
            let line: Vec<String> = violation.line.iter().map(written).collect();
            let line = Violation { line, ..violation };
            // The door's name of a game in Python carries a number.
            let said = line.to_string().replace(&game.open.facts().name, game.name());
            return Err(exception(py, "LawError", said));
        }
        Err(said) => {
            let message = format!("the game panicked: {said}");
            return Err(of_game(py, &said, message, game.rules()));
        }
    };
    value!(py, "Checked" {
        positions: summary.positions,
        finished: summary.finished,
        transpositions: summary.transpositions,
        read_back: read,
        solved: summary.solved,
        decided: summary.decided,
        doubts: PyTuple::new(py, &summary.doubts)?,
    })
}
