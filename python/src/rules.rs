//! A game whose rules are written in Python: one type of game for all of them, which comes by the door as any
//! other does.
//!
//! The rules are an object of a class derived from `plyglot.Game`, positions are values that it makes and that
//! never change. So a position is copied by counting a reference, and what is asked of it twice is kept. A
//! move is any value that can be a key of a dictionary; the number that it gets the first time it is met is its
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
use std::hash::{DefaultHasher, Hasher};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use plyglot_games::catalogue::{Catalogue, Entry, Listing, Setup, Visitor};
use plyglot_open::{Mv, Open, ParseError, Side};
use plyglot_search::{Describe, Game, Knowledge, MoveList, Node, Outcome, Repetition, Score};
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

/// The most moves of one position: more are those of a method that does not end.
const MOST_MOVES: usize = 1 << 16;

/// The rules: the object in Python, and what belongs to the game as a whole.
pub(crate) struct Shared {
    game: Py<PyWeakrefReference>,
    /// The name that people read.
    pub(crate) name: String,
    unit: String,
    sides: [String; 2],
    notation: String,
    rules: String,
    points: i32,
    margin_step: i32,
    can_repeat: bool,
    repetition: Repetition,
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
        let mv = number.parse().ok().and_then(|mv: Mv| self.notation(py, mv).ok());
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

    fn notation(&self, py: Python<'_>, mv: Mv) -> PyResult<String> {
        let mv = self.move_of(py, mv)?;
        self.object(py)?.call_method1("move_text", (mv,))?.extract()
    }
}

/// What is known of a position.
struct State {
    shared: Arc<Shared>,
    value: Py<PyAny>,
    to_move: Side,
    outcome: Option<Outcome>,
    key: u64,
    text: OnceLock<String>,
    moves: OnceLock<Vec<Mv>>,
}

impl State {
    fn new(shared: &Arc<Shared>, value: &Bound<'_, PyAny>) -> PyResult<State> {
        let (py, value) = (value.py(), value.clone().unbind());
        let to_move = side(&shared.call(py, "to_move", &value)?)?;
        let outcome = outcome(&shared.call(py, "outcome", &value)?)?;
        let text = OnceLock::new();
        let key = if shared.own.key {
            // The low 64 bits of any whole number, mixed, so that consecutive ones will do.
            let key = shared.call(py, "key", &value)?;
            mixed(key.call_method1("__and__", (u64::MAX,))?.extract()?)
        } else {
            let written: String = shared.call(py, "text", &value)?.extract()?;
            let mut hasher = DefaultHasher::new();
            hasher.write(written.as_bytes());
            let _ = text.set(written);
            hasher.finish()
        };
        let (shared, moves) = (Arc::clone(shared), OnceLock::new());
        Ok(State { shared, value, to_move, outcome, key, text, moves })
    }

    fn moves(&self) -> &[Mv] {
        if let Some(moves) = self.moves.get() {
            return moves;
        }
        let moves = self.shared.ask(|py| {
            let given = self.shared.call(py, "legal_moves", &self.value)?;
            let numbers = given.try_iter()?.take(MOST_MOVES + 1);
            let numbers = numbers.map(|mv| self.shared.number(&mv?));
            let numbers = numbers.collect::<PyResult<Vec<_>>>()?;
            if numbers.len() > MOST_MOVES {
                let message = format!("legal_moves gives more than {MOST_MOVES} moves");
                return Err(PyValueError::new_err(message));
            }
            Ok(numbers)
        });
        self.moves.get_or_init(|| moves)
    }
}

/// Consecutive numbers far apart, each number another one (the finaliser of SplitMix64: G. Steele, D. Lea,
/// C. Flood, 2014).
fn mixed(key: u64) -> u64 {
    let key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ (key >> 31)
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

/// A position of a game in Python.
#[derive(Clone)]
struct PythonGame(Arc<State>);

impl PythonGame {
    fn made(
        &self,
        value: impl for<'py> FnOnce(Python<'py>) -> PyResult<Bound<'py, PyAny>>,
    ) -> Self {
        let shared = &self.0.shared;
        PythonGame(Arc::new(shared.ask(|py| State::new(shared, &value(py)?))))
    }
}

impl Game for PythonGame {
    type Move = Mv;
    type Undo = PythonGame;

    /// Whether it does, each game says for itself.
    const CAN_REPEAT: bool = true;

    fn can_repeat(&self) -> bool {
        self.0.shared.can_repeat
    }

    fn repetition(&self) -> Repetition {
        self.0.shared.repetition
    }

    fn repeated(&self) -> Outcome {
        let State { shared, value, .. } = &*self.0;
        shared.ask(|py| {
            let said = shared.call(py, "repeated", value)?;
            outcome(&said)?
                .ok_or_else(|| PyTypeError::new_err("repeated must give how the game ends"))
        })
    }

    fn margin_step(&self) -> i32 {
        self.0.shared.margin_step
    }

    fn to_move(&self) -> Side {
        self.0.to_move
    }

    fn key(&self) -> u64 {
        self.0.key
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome
    }

    fn moves(&self, out: &mut MoveList<Mv>) {
        out.extend(self.0.moves().iter().copied());
    }

    fn play(&mut self, mv: Mv) -> PythonGame {
        let State { shared, value, .. } = &*self.0;
        let after = self.made(|py| {
            let mv = shared.move_of(py, mv)?;
            shared.object(py)?.call_method1("play", (value, mv))
        });
        std::mem::replace(self, after)
    }

    fn undo(&mut self, _mv: Mv, before: PythonGame) {
        *self = before;
    }

    fn pack(mv: Mv) -> u32 {
        mv
    }

    fn unpack(&self, bits: u32) -> Option<Mv> {
        self.0.moves().contains(&bits).then_some(bits)
    }

    fn reversible_plies(&self) -> usize {
        if self.can_repeat() { usize::MAX } else { 0 }
    }
}

impl Describe for PythonGame {
    const NOTATION: &'static str = "that of the game";

    fn unit(&self) -> &str {
        &self.0.shared.unit
    }

    fn points(&self) -> i32 {
        self.0.shared.points
    }

    fn result_scale(&self) -> i32 {
        self.points().saturating_mul(4)
    }

    fn sides(&self) -> [&str; 2] {
        let [first, second] = &self.0.shared.sides;
        [first, second]
    }

    fn about_notation(&self) -> &str {
        &self.0.shared.notation
    }

    fn about_rules(&self) -> &str {
        &self.0.shared.rules
    }

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let shared = &self.0.shared;
        // A text that is none is said by a ValueError; whatever else is raised is a mistake of the game.
        let state = shared.ask(|py| match shared.object(py)?.call_method1("parse", (text,)) {
            Ok(value) => State::new(shared, &value).map(Ok),
            Err(error) if error.is_instance_of::<PyValueError>(py) => {
                Ok(Err(ParseError::new(error.value(py).str()?.to_string())))
            }
            Err(error) => Err(error),
        });
        Ok(PythonGame(Arc::new(state?)))
    }

    fn text(&self) -> String {
        let State { shared, value, text, .. } = &*self.0;
        if let Some(text) = text.get() {
            return text.clone();
        }
        let written = shared.ask(|py| shared.call(py, "text", value)?.extract::<String>());
        text.get_or_init(|| written).clone()
    }

    fn board(&self) -> String {
        let State { shared, value, .. } = &*self.0;
        shared.ask(|py| shared.call(py, "board", value)?.extract())
    }

    fn notation(&self, mv: Mv) -> String {
        let shared = &self.0.shared;
        shared.ask(|py| shared.notation(py, mv))
    }
}

/// What the object knows beside the rules.
#[derive(Clone)]
struct PythonKnowledge;

impl Knowledge<PythonGame> for PythonKnowledge {
    fn evaluate(&mut self, game: &PythonGame) -> i32 {
        let State { shared, value, .. } = &*game.0;
        if !shared.own.evaluate {
            return 0;
        }
        let estimate: i64 = shared.ask(|py| shared.call(py, "evaluate", value)?.extract());
        estimate.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }

    fn expand(&mut self, game: &PythonGame, _node: &Node, out: &mut MoveList<Mv>) {
        let State { shared, value, .. } = &*game.0;
        game.moves(out);
        if !shared.own.rank {
            return;
        }
        // All of them in one go: to go to Python and back costs more than a rank.
        shared.ask(|py| {
            let object = shared.object(py)?;
            for ranked in out.as_mut_slice() {
                let known = shared.move_of(py, ranked.mv)?;
                let rank = object.call_method1("rank", (value, known))?;
                ranked.rank = rank.extract()?;
            }
            Ok(())
        });
    }

    fn plies_left(&self, game: &PythonGame) -> Option<i32> {
        let State { shared, value, .. } = &*game.0;
        if !shared.own.plies_left {
            return None;
        }
        shared.ask(|py| shared.call(py, "plies_left", value)?.extract())
    }
}

/// The entry of a catalogue of one: where the searcher of such games is compiled, once.
struct PythonEntry {
    name: String,
    start: PythonGame,
}

impl Entry for PythonEntry {
    fn listing(&self) -> Listing {
        Listing { name: "python", aliases: &[], title: "", sizes: "", notation: "" }
    }

    fn visit<V: Visitor>(&self, _size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        let (name, start) = (self.name.clone(), self.start.clone());
        Ok(visitor.visit(Setup { name, start, knowledge: PythonKnowledge }))
    }
}

/// A number that no other game has.
pub(crate) fn number() -> u64 {
    static OPENED: AtomicU64 = AtomicU64::new(1);
    OPENED.fetch_add(1, Ordering::Relaxed)
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
    let shared = Arc::new(Shared {
        game: PyWeakrefReference::new(game)?.unbind(),
        name: name.clone(),
        unit: text("unit")?,
        sides: game.getattr("sides")?.extract::<(String, String)>()?.into(),
        notation: text("notation")?,
        rules: text("rules")?,
        points,
        margin_step,
        can_repeat: game.getattr("can_repeat")?.extract()?,
        repetition,
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
    let start = PythonGame(Arc::new(State::new(&shared, &game.call_method0("start")?)?));
    // Two games of one name are two games: the door tells them apart by the number.
    let name = format!("{name}#{number}");
    let games = Catalogue::empty().and(PythonEntry { name, start });
    let opened = py.detach(|| games.open("python"));
    match opened {
        Ok(open) => Ok((open, shared)),
        Err(error) => {
            let raised = shared.raised(&error.to_string());
            Err(raised.unwrap_or_else(|| exception(py, "GameError", error.to_string())))
        }
    }
}
