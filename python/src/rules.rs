//! A game whose rules are written in Python, by the inward door ([`Rules`], [`Player`]).
//!
//! The rules are an object of a class derived from `plyglot.Game`, positions are values that it makes and that
//! never change. So a position is copied by counting a reference, and what is asked of it twice is kept. A
//! move is any value that can be a key of a dictionary; the number that it gets the first time it is met is its
//! packed form.
//!
//! An exception cannot pass through the search: it is kept here under a number, the search is ended by a
//! panic whose message is that number, and what the door makes of the panic is turned back into the exception.
//!
//! Cost: some microseconds a position, nearly all of it in Python.

use std::any::Any;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use plyglot_games::catalogue::{Catalogue, Entry, Listing, Setup, Visitor};
use plyglot_open::{
    DynGame, DynKnowledge, Facts, KnownAnswer, Mv, Open, ParseError, Player, Rules, Side,
};
use plyglot_search::{Meaning, Outcome, Ranked, Score};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::exceptions::exception;
use crate::waiting::locked;

/// What the message of a panic begins with that stands for an exception.
const RAISED: &str = "exception of the game, number ";

/// How many exceptions wait to be fetched; more are only kept by searches that were given up.
const MOST_RAISED: usize = 64;

/// How many legal moves an error lists.
const LISTED: usize = 12;

/// The rules: the object in Python, and what belongs to the game as a whole.
pub(crate) struct Shared {
    pub(crate) game: Py<PyAny>,
    /// The name that people read.
    pub(crate) name: String,
    points: i32,
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
        match Python::try_attach(question) {
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
        self.game.bind(py).call_method1(method, (state,))
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
        self.game.bind(py).call_method1("move_text", (mv,))?.extract()
    }
}

/// A position.
struct Node {
    shared: Arc<Shared>,
    state: Py<PyAny>,
    to_move: Side,
    outcome: Option<Outcome>,
    key: u64,
    text: OnceLock<String>,
    moves: OnceLock<Vec<Mv>>,
}

impl Node {
    fn new(shared: &Arc<Shared>, state: &Bound<'_, PyAny>) -> PyResult<Node> {
        let (py, state) = (state.py(), state.clone().unbind());
        let to_move = side(&shared.call(py, "to_move", &state)?)?;
        let outcome = outcome(&shared.call(py, "outcome", &state)?)?;
        let text = OnceLock::new();
        let key = if shared.own.key {
            // The low 64 bits of any whole number, mixed, so that consecutive ones will do.
            let key = shared.call(py, "key", &state)?;
            mixed(key.call_method1("__and__", (u64::MAX,))?.extract()?)
        } else {
            let written: String = shared.call(py, "text", &state)?.extract()?;
            let mut hasher = DefaultHasher::new();
            hasher.write(written.as_bytes());
            let _ = text.set(written);
            hasher.finish()
        };
        let (shared, moves) = (Arc::clone(shared), OnceLock::new());
        Ok(Node { shared, state, to_move, outcome, key, text, moves })
    }

    fn moves(&self) -> &[Mv] {
        if let Some(moves) = self.moves.get() {
            return moves;
        }
        let moves = self.shared.ask(|py| {
            let given = self.shared.call(py, "legal_moves", &self.state)?;
            given.try_iter()?.map(|mv| self.shared.number(&mv?)).collect::<PyResult<Vec<_>>>()
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

/// A position as the inward door sees it.
struct PythonRules(Arc<Node>);

impl PythonRules {
    fn made(
        &self,
        state: impl for<'py> FnOnce(Python<'py>) -> PyResult<Bound<'py, PyAny>>,
    ) -> Self {
        let shared = &self.0.shared;
        PythonRules(Arc::new(shared.ask(|py| Node::new(shared, &state(py)?))))
    }
}

impl Rules for PythonRules {
    fn boxed(&self) -> Box<dyn Rules> {
        Box::new(PythonRules(Arc::clone(&self.0)))
    }

    fn as_any(&self) -> &dyn Any {
        self
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

    fn moves(&self, out: &mut Vec<Mv>) {
        out.extend_from_slice(self.0.moves());
    }

    fn is_legal(&self, mv: Mv) -> bool {
        self.0.moves().contains(&mv)
    }

    fn play(&mut self, mv: Mv) {
        let Node { shared, state, .. } = &*self.0;
        *self = self.made(|py| {
            let mv = shared.move_of(py, mv)?;
            shared.game.bind(py).call_method1("play", (state, mv))
        });
    }

    fn parse(&self, text: &str) -> Result<Box<dyn Rules>, ParseError> {
        let shared = &self.0.shared;
        // A text that is none is said by a ValueError; whatever else is raised is a mistake of the game.
        let node = shared.ask(|py| match shared.game.bind(py).call_method1("parse", (text,)) {
            Ok(state) => Node::new(shared, &state).map(Ok),
            Err(error) if error.is_instance_of::<PyValueError>(py) => {
                Ok(Err(ParseError::new(error.value(py).str()?.to_string())))
            }
            Err(error) => Err(error),
        });
        Ok(Box::new(PythonRules(Arc::new(node?))))
    }

    fn text(&self) -> String {
        let Node { shared, state, text, .. } = &*self.0;
        if let Some(text) = text.get() {
            return text.clone();
        }
        let written = shared.ask(|py| shared.call(py, "text", state)?.extract::<String>());
        text.get_or_init(|| written).clone()
    }

    fn board(&self) -> String {
        let Node { shared, state, .. } = &*self.0;
        shared.ask(|py| shared.call(py, "board", state)?.extract())
    }

    fn parse_move(&self, text: &str) -> Result<Mv, ParseError> {
        let text = text.trim();
        let moves = if self.0.outcome.is_some() { &[][..] } else { self.0.moves() };
        let named: Vec<_> = moves.iter().map(|&mv| (self.notation(mv), mv)).collect();
        let exact = named.iter().find(|(name, _)| name == text);
        let found =
            exact.or_else(|| named.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)));
        if let Some(&(_, mv)) = found {
            return Ok(mv);
        }
        let mut names: Vec<_> = named.iter().take(LISTED).map(|(name, _)| &**name).collect();
        if named.len() > LISTED {
            names.push("...");
        }
        Err(ParseError::new(match names[..] {
            [] => format!("{text:?} is not a legal move: the game is over"),
            _ => format!("{text:?} is not a legal move: the legal moves are {}", names.join(", ")),
        }))
    }

    fn notation(&self, mv: Mv) -> String {
        let shared = &self.0.shared;
        shared.ask(|py| shared.notation(py, mv))
    }

    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
        let is_gap = |c: char| c.is_whitespace() || c == ',';
        Ok(text.split(is_gap).filter(|part| !part.is_empty()).collect())
    }

    fn parse_record(
        &self,
        line: &str,
    ) -> Result<(Box<dyn Rules>, Option<KnownAnswer<Mv>>), ParseError> {
        Ok((self.parse(line)?, None))
    }

    fn value(&self, score: Score) -> Option<i32> {
        match score.meaning() {
            Meaning::Margin(margin) => Some(margin),
            Meaning::WinIn(_) => Some(1),
            Meaning::LossIn(_) => Some(-1),
            Meaning::Heuristic(0) => Some(0),
            Meaning::Heuristic(_) | Meaning::Unbounded => None,
        }
    }

    fn score_text(&self, score: Score, proven: bool) -> String {
        let points = self.0.shared.points;
        match score.meaning() {
            Meaning::WinIn(plies) => format!("win in {plies}"),
            Meaning::LossIn(plies) => format!("loss in {plies}"),
            Meaning::Margin(margin) => format!("{margin:+}"),
            Meaning::Heuristic(0) if proven => "draw".into(),
            Meaning::Heuristic(estimate) if points != 1 => {
                format!("{:+.1}", f64::from(estimate) / f64::from(points))
            }
            Meaning::Heuristic(estimate) => format!("{estimate:+}"),
            Meaning::Unbounded => "unknown".into(),
        }
    }
}

/// What the object knows beside the rules.
struct PythonPlayer(Arc<Shared>);

impl PythonPlayer {
    fn state(at: &dyn Rules) -> &Py<PyAny> {
        let rules = at.as_any().downcast_ref::<PythonRules>();
        &rules.expect("a player is asked about positions of the own game").0.state
    }
}

impl Player for PythonPlayer {
    fn boxed(&self) -> Box<dyn Player> {
        Box::new(PythonPlayer(Arc::clone(&self.0)))
    }

    fn evaluate(&mut self, at: &dyn Rules) -> i32 {
        if !self.0.own.evaluate {
            return 0;
        }
        let estimate: i64 =
            self.0.ask(|py| self.0.call(py, "evaluate", Self::state(at))?.extract());
        estimate.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }

    fn expand(&mut self, at: &dyn Rules, _node: &plyglot_search::Node, out: &mut Vec<Ranked<Mv>>) {
        let mut moves = Vec::new();
        at.moves(&mut moves);
        if !self.0.own.rank {
            out.extend(moves.into_iter().map(|mv| Ranked { mv, rank: 0 }));
            return;
        }
        let (shared, state) = (&self.0, Self::state(at));
        let ranked = |py: Python<'_>, mv| {
            let known = shared.move_of(py, mv)?;
            let rank = shared.game.bind(py).call_method1("rank", (state, known))?.extract()?;
            Ok(Ranked { mv, rank })
        };
        out.extend(
            shared
                .ask(|py| moves.into_iter().map(|mv| ranked(py, mv)).collect::<PyResult<Vec<_>>>()),
        );
    }

    fn plies_left(&self, at: &dyn Rules) -> Option<i32> {
        if !self.0.own.plies_left {
            return None;
        }
        self.0.ask(|py| self.0.call(py, "plies_left", Self::state(at))?.extract())
    }
}

/// The entry of a catalogue of one: where the searcher of such games is compiled, once.
struct PythonEntry {
    name: String,
    start: Arc<Node>,
    facts: Arc<Facts>,
}

impl Entry for PythonEntry {
    fn listing(&self) -> Listing {
        Listing { name: "python", aliases: &[], title: "", sizes: "", notation: "" }
    }

    fn visit<V: Visitor>(&self, _size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        let rules = Box::new(PythonRules(Arc::clone(&self.start)));
        Ok(visitor.visit(Setup {
            name: self.name.clone(),
            start: DynGame::new(rules, Arc::clone(&self.facts)),
            knowledge: DynKnowledge::new(Box::new(PythonPlayer(Arc::clone(&self.start.shared)))),
        }))
    }
}

/// Opens the game whose rules `game` is.
pub(crate) fn open(game: &Bound<'_, PyAny>) -> PyResult<(Box<dyn Open>, Arc<Shared>)> {
    static OPENED: AtomicU64 = AtomicU64::new(1);
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
    let shared = Arc::new(Shared {
        game: game.clone().unbind(),
        name: name.clone(),
        points,
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
    let start = Arc::new(Node::new(&shared, &game.call_method0("start")?)?);
    // Two games of one name are two games: the door tells them apart by the number.
    let name = format!("{name}#{}", OPENED.fetch_add(1, Ordering::Relaxed));
    let facts = Arc::new(Facts {
        name: name.clone(),
        unit: text("unit")?,
        points,
        result_scale: points.saturating_mul(4),
        confidence: None,
        sides: game.getattr("sides")?.extract::<(String, String)>()?.into(),
        notation: text("notation")?,
        rules: text("rules")?,
        pieces: Vec::new(),
        can_repeat: game.getattr("can_repeat")?.extract()?,
        margin_step,
        has_end: false,
        examples: Vec::new(),
        formats: Vec::new(),
    });
    let games = Catalogue::empty().and(PythonEntry { name, start, facts });
    let opened = py.detach(|| games.open("python"));
    match opened {
        Ok(open) => Ok((open, shared)),
        Err(error) => {
            let raised = shared.raised(&error.to_string());
            Err(raised.unwrap_or_else(|| exception(py, "GameError", error.to_string())))
        }
    }
}
