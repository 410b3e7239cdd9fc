//! A game whose rules are written in Python ([`plyglot_open::rules`]).
//!
//! The rules are an object of a class derived from `plyglot.Game`, positions are values that it makes and that
//! never change. A move is any value that can be a key of a dictionary; the number that it gets the first time it is met is its
//! packed form.
//!
//! The rules hold the object weakly. What Python sees of a game, a position or an engine, holds it by a reference of its
//! own, which the collector of cycles is told of; and what the object keeps of the game is weak as well. So a game goes
//! with the last thing that was made of it.
//!
//! An exception cannot pass through the search: it is kept here under a number, the search is ended by a
//! panic whose message is that number, and what the door makes of the panic is turned back into the exception.
//!
//! Cost: some microseconds a position, nearly all of it in Python.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use plyglot_open::rules::{self, About, Found, Identity, MOST_MOVES, Rules};
use plyglot_open::{Mv, Open, ParseError, Side};
use plyglot_search::{Outcome, Ranked, Repetition, Score};
use pyo3::exceptions::{PyReferenceError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyWeakrefMethods, PyWeakrefReference};

use crate::exceptions::exception;
use crate::inside::{GameId, Inside};
use crate::waiting::locked;

/// What the message of a panic begins with that stands for an exception.
const RAISED: &str = "exception of the game, number ";

/// How many exceptions wait to be fetched; more are only kept by searches that were given up.
const MOST_RAISED: usize = 64;

/// The rules: the object in Python, and what belongs to the game as a whole.
pub(crate) struct Shared {
    game: Py<PyWeakrefReference>,
    pub(crate) about: About,
    /// The methods that the class writes itself.
    own: Own,
    /// Numbers of moves, and moves by their numbers.
    numbers: Py<PyDict>,
    moves: Py<PyDict>,
    next_move: AtomicU64,
    raised: Mutex<BTreeMap<u64, PyErr>>,
    next_raised: AtomicU64,
}

/// Which of the methods that need not be written are.
#[derive(Clone, Copy, Debug)]
struct Own {
    key: bool,
    evaluate: bool,
    rank: bool,
    plies_left: bool,
}

impl Shared {
    /// Which game it is.
    pub(crate) fn id(&self) -> GameId {
        std::ptr::from_ref(self).addr()
    }

    /// The object with the rules.
    pub(crate) fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let object = self.game.bind(py).upgrade();
        object.ok_or_else(|| PyReferenceError::new_err("the game does not exist any more"))
    }

    /// The exception behind a panic with this message.
    pub(crate) fn raised(&self, said: &str) -> Option<PyErr> {
        let number = said.rsplit_once(RAISED)?.1.parse().ok()?;
        locked(&self.raised).remove(&number)
    }

    /// A move as people write it, from its number in digits; the same text where there is no such move.
    pub(crate) fn written(&self, py: Python<'_>, number: &str) -> String {
        let mv = number.parse().ok().and_then(|mv: Mv| self.move_text(py, mv).ok());
        mv.unwrap_or_else(|| number.into())
    }

    fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        let answer = Python::try_attach(|py| {
            let _inside = Inside::enter(py, self.id())?;
            question(py)
        });
        match answer {
            Some(Ok(answer)) => answer,
            Some(Err(error)) => self.fail(error),
            None => resume_unwind(Box::new("the interpreter ends".to_string())),
        }
    }

    /// Ends the search with an exception.
    fn fail(&self, error: PyErr) -> ! {
        let number = self.next_raised.fetch_add(1, Ordering::Relaxed);
        let mut raised = locked(&self.raised);
        raised.insert(number, error);
        let oldest = if raised.len() > MOST_RAISED { raised.pop_first() } else { None };
        drop(raised);
        drop(oldest);
        // Not by `panic!`, which would be shown on standard error.
        resume_unwind(Box::new(format!("{RAISED}{number}")))
    }

    fn call<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        state: &Py<PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.object(py)?.call_method1(method, (state,))
    }

    fn move_of<'py>(&self, py: Python<'py>, mv: Mv) -> PyResult<Bound<'py, PyAny>> {
        let known = self.moves.bind(py).get_item(mv)?;
        known.ok_or_else(|| PyRuntimeError::new_err(format!("there is no move of number {mv}")))
    }

    /// The number of a move. A dictionary may let another thread run while it looks.
    fn number(&self, mv: &Bound<'_, PyAny>) -> PyResult<Mv> {
        let (py, numbers) = (mv.py(), self.numbers.bind(mv.py()));
        if let Some(known) = numbers.get_item(mv)? {
            return known.extract();
        }
        let number = self.next_move.fetch_add(1, Ordering::Relaxed);
        let number = Mv::try_from(number).ok().filter(|&number| number != Mv::MAX);
        let number = number.ok_or_else(|| PyValueError::new_err("too many different moves"))?;
        self.moves.bind(py).set_item(number, mv)?;
        numbers.call_method1("setdefault", (mv, number))?.extract()
    }

    fn move_text(&self, py: Python<'_>, mv: Mv) -> PyResult<String> {
        let mv = self.move_of(py, mv)?;
        self.object(py)?.call_method1("move_text", (mv,))?.extract()
    }
}

impl Shared {
    /// What everyone asks of a position, in one go.
    fn found(&self, value: &Bound<'_, PyAny>) -> PyResult<Found<Py<PyAny>>> {
        let (py, value) = (value.py(), value.clone().unbind());
        let to_move = side(&self.call(py, "to_move", &value)?)?;
        let outcome = outcome(&self.call(py, "outcome", &value)?)?;
        let identity = if self.own.key {
            // The low 64 bits of any whole number.
            let key = self.call(py, "key", &value)?;
            Identity::Number(key.call_method1("__and__", (u64::MAX,))?.extract()?)
        } else {
            Identity::Text(self.call(py, "text", &value)?.extract()?)
        };
        Ok(Found { value, to_move, outcome, identity })
    }
}

fn side(said: &Bound<'_, PyAny>) -> PyResult<Side> {
    match said.extract::<u8>() {
        Ok(0) => Ok(Side::First),
        Ok(1) => Ok(Side::Second),
        _ => Err(PyTypeError::new_err(format!(
            "to_move must give 0 (the side that moves first in the start position) or 1, not {}",
            said.repr()?
        ))),
    }
}

fn outcome(said: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
    if said.is_none() {
        return Ok(None);
    }
    let word: Option<String> = said.extract().ok();
    let margin = if said.is_instance_of::<PyBool>() { None } else { said.extract::<i32>().ok() };
    match (word.as_deref(), margin) {
        (Some("win"), _) => Ok(Some(Outcome::Win)),
        (Some("draw"), _) => Ok(Some(Outcome::Draw)),
        (Some("loss"), _) => Ok(Some(Outcome::Loss)),
        (_, Some(margin)) if margin.abs() <= Score::MAX_MARGIN => Ok(Some(Outcome::Margin(margin))),
        _ => Err(PyTypeError::new_err(format!(
            "outcome must give None while the game goes on, then \"win\", \"draw\" or \"loss\" for the side to \
             move, or its margin as a whole number from -{0} to {0}; not {1}",
            Score::MAX_MARGIN,
            said.repr()?
        ))),
    }
}

impl Rules for Shared {
    type Value = Py<PyAny>;

    fn about(&self) -> &About {
        &self.about
    }

    fn start(&self) -> Found<Py<PyAny>> {
        self.ask(|py| self.found(&self.object(py)?.call_method0("start")?))
    }

    fn play(&self, at: &Py<PyAny>, mv: Mv) -> Found<Py<PyAny>> {
        self.ask(|py| {
            let mv = self.move_of(py, mv)?;
            self.found(&self.object(py)?.call_method1("play", (at, mv))?)
        })
    }

    fn moves(&self, at: &Py<PyAny>, out: &mut Vec<Mv>) {
        self.ask(|py| {
            let given = self.call(py, "legal_moves", at)?;
            for mv in given.try_iter()?.take(MOST_MOVES + 1) {
                out.push(self.number(&mv?)?);
            }
            if out.len() > MOST_MOVES {
                let message = format!("legal_moves gives more than {MOST_MOVES} moves");
                return Err(PyValueError::new_err(message));
            }
            Ok(())
        });
    }

    fn repeated(&self, at: &Py<PyAny>) -> Outcome {
        self.ask(|py| {
            let said = self.call(py, "repeated", at)?;
            outcome(&said)?
                .ok_or_else(|| PyTypeError::new_err("repeated must give how the game ends"))
        })
    }

    fn parse(&self, text: &str) -> Result<Found<Py<PyAny>>, ParseError> {
        // A text that is none is said by a ValueError; whatever else is raised is a mistake of the game.
        self.ask(|py| match self.object(py)?.call_method1("parse", (text,)) {
            Ok(value) => self.found(&value).map(Ok),
            Err(error) if error.is_instance_of::<PyValueError>(py) => {
                Ok(Err(ParseError::new(error.value(py).str()?.to_string())))
            }
            Err(error) => Err(error),
        })
    }

    fn text(&self, at: &Py<PyAny>) -> String {
        self.ask(|py| self.call(py, "text", at)?.extract())
    }

    fn board(&self, at: &Py<PyAny>) -> String {
        self.ask(|py| self.call(py, "board", at)?.extract())
    }

    fn notation(&self, _at: &Py<PyAny>, mv: Mv) -> String {
        self.ask(|py| self.move_text(py, mv))
    }

    fn evaluate(&self, at: &Py<PyAny>) -> i32 {
        if !self.own.evaluate {
            return 0;
        }
        let estimate: i64 = self.ask(|py| self.call(py, "evaluate", at)?.extract());
        estimate.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }

    fn rank(&self, at: &Py<PyAny>, moves: &mut [Ranked<Mv>]) {
        if !self.own.rank {
            return;
        }
        self.ask(|py| {
            let object = self.object(py)?;
            for ranked in moves {
                let known = self.move_of(py, ranked.mv)?;
                ranked.rank = object.call_method1("rank", (at, known))?.extract()?;
            }
            Ok(())
        });
    }

    fn plies_left(&self, at: &Py<PyAny>) -> Option<i32> {
        if !self.own.plies_left {
            return None;
        }
        self.ask(|py| self.call(py, "plies_left", at)?.extract())
    }
}

/// Opens the game whose rules `game` is, under this number.
pub(crate) fn open(game: &Bound<'_, PyAny>, number: u64) -> PyResult<(Box<dyn Open>, Arc<Shared>)> {
    let py = game.py();
    let text = |name: &str| game.getattr(name)?.extract::<String>();
    let own: Vec<String> = game.call_method0("_own")?.extract()?;
    let is_own = |name: &str| own.iter().any(|own| own == name);
    let name = text("name")?;
    let points: i32 = game.getattr("points")?.extract()?;
    let margin_step: i32 = game.getattr("margin_step")?.extract()?;
    if points < 1 || margin_step < 1 {
        return Err(PyValueError::new_err(format!("{name}: points and margin_step are 1 or more")));
    }
    let repetition = match &*text("repetition")? {
        "draw" => Repetition::Draw,
        "ends" => Repetition::Ends,
        "forbidden" => Repetition::Forbidden,
        other => {
            let said =
                format!("{name}: repetition is \"draw\", \"ends\" or \"forbidden\", not {other:?}");
            return Err(PyValueError::new_err(said));
        }
    };
    let about = About {
        name,
        unit: text("unit")?,
        sides: game.getattr("sides")?.extract::<(String, String)>()?.into(),
        notation: text("notation")?,
        rules: text("rules")?,
        points,
        margin_step,
        can_repeat: game.getattr("can_repeat")?.extract()?,
        repetition,
    };
    let shared = Arc::new(Shared {
        game: PyWeakrefReference::new(game)?.unbind(),
        about,
        own: Own {
            key: is_own("key"),
            evaluate: is_own("evaluate"),
            rank: is_own("rank"),
            plies_left: is_own("plies_left"),
        },
        numbers: PyDict::new(py).unbind(),
        moves: PyDict::new(py).unbind(),
        next_move: AtomicU64::new(0),
        raised: Mutex::default(),
        next_raised: AtomicU64::new(0),
    });
    match py.detach(|| rules::open(Arc::clone(&shared), number)) {
        Ok(open) => Ok((open, shared)),
        Err(error) => {
            let raised = shared.raised(&error.to_string());
            Err(raised.unwrap_or_else(|| exception(py, "GameError", error.to_string())))
        }
    }
}
