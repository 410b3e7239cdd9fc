//! Games: those of the catalogue by name, those written in Python by the object with their rules.

use std::sync::{Arc, LazyLock, Weak};

use plyglot_games::catalogue::{Catalogue, builtin};
use plyglot_open::{DoorError, Open, OptionKind};
use plyglot_serve::queue::Games;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::{Text, of_door};
use crate::exceptions::exception;
use crate::inside::GameId;
use crate::rules::{self, Shared};
use crate::values::value;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(builtin);
static GAMES: LazyLock<Games<'static>> = LazyLock::new(|| Games::new(&CATALOGUE));

/// An opened game.
#[derive(Clone)]
pub(crate) struct Opened {
    /// The game, with its options.
    pub(crate) open: Arc<dyn Open>,
    /// Where it is written in Python, what it was opened as.
    python: Option<Arc<Written>>,
}

/// A game written in Python: its rules, and the game without options.
struct Written {
    rules: Arc<Shared>,
    open: Arc<dyn Open>,
}

impl Opened {
    /// The rules of a game written in Python.
    pub(crate) fn rules(&self) -> Option<&Shared> {
        self.python.as_ref().map(|written| &*written.rules)
    }

    /// Which game it is, if it is written in Python.
    pub(crate) fn id(&self) -> Option<GameId> {
        self.rules().map(Shared::id)
    }

    /// What keeps the object with the rules alive, which the rules themselves do not: for whatever asks the game. What
    /// belongs to Python tells the collector of cycles of it.
    pub(crate) fn kept(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.rules().map(|rules| Ok(rules.object(py)?.unbind())).transpose()
    }

    /// The name that people read.
    pub(crate) fn name(&self) -> &str {
        match self.rules() {
            Some(rules) => &rules.about.name,
            None => &self.open.facts().name,
        }
    }

    /// What the game is asked for by: its name, or the object with its rules.
    pub(crate) fn asked_for<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.rules() {
            Some(rules) => rules.object(py),
            None => Ok(self.open.facts().name.as_str().into_pyobject(py)?.into_any()),
        }
    }

    /// An error of the door, where a text would be one of a position.
    pub(crate) fn error(&self, py: Python<'_>, error: DoorError) -> PyErr {
        self.error_of(py, error, Text::Position)
    }

    /// The same, of such a text.
    pub(crate) fn error_of(&self, py: Python<'_>, error: DoorError, text: Text) -> PyErr {
        of_door(py, error, self.rules(), text)
    }
}

/// An opened game, as the object with the rules of a game keeps it: as long as something was made of it, and under
/// its number for ever.
#[pyclass(frozen, module = "plyglot._native")]
pub(crate) struct OpenedGame {
    number: u64,
    opened: Weak<Written>,
}

/// Opens what `asked` names: a text is a game of the catalogue, with its size; an object with rules is a game
/// written in Python, which is opened once.
pub(crate) fn opened(asked: &Bound<'_, PyAny>, options: &[(String, String)]) -> PyResult<Opened> {
    let py = asked.py();
    if let Ok(spec) = asked.extract::<String>() {
        let open = py.detach(|| GAMES.open(&spec, options)).map_err(|error| {
            let class = match &error {
                DoorError::Option(_) => "InvalidOptionError",
                DoorError::Catalogue(_) => "UnknownGameError",
                _ => "GameError",
            };
            exception(py, class, error.to_string())
        })?;
        return Ok(Opened { open, python: None });
    }
    let class = py.import("plyglot._game")?.getattr("Game")?;
    if !asked.is_instance(&class)? {
        let kind = asked.get_type().name()?;
        let message = format!(
            "a game is the name of one (\"othello\") or an object of a class derived from plyglot.Game, not {kind}"
        );
        return Err(PyTypeError::new_err(message));
    }
    let kept = asked.getattr("_opened")?;
    let kept = kept.cast::<OpenedGame>().ok();
    let written = match kept.and_then(|kept| kept.get().opened.upgrade()) {
        Some(written) => written,
        None => {
            let number = kept.map_or_else(plyglot_open::rules::number, |kept| kept.get().number);
            let (open, rules) = rules::open(asked, number)?;
            let made = Arc::new(Written { rules, open: open.into() });
            let opened = Arc::downgrade(&made);
            asked.setattr("_opened", Py::new(py, OpenedGame { number, opened })?)?;
            made
        }
    };
    let known = Opened { open: Arc::clone(&written.open), python: Some(written) };
    if options.is_empty() {
        return Ok(known);
    }
    let pairs: Vec<_> = options.iter().map(|(name, value)| (&**name, &**value)).collect();
    let open = py.detach(|| known.open.with(&pairs)).map_err(|error| known.error(py, error))?;
    Ok(Opened { open: open.into(), python: known.python })
}

/// Options from Python: whatever their values are, as text.
pub(crate) fn options(set: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, String)>> {
    let Some(set) = set else { return Ok(Vec::new()) };
    set.iter()
        .map(|(name, value)| {
            let value = match value.extract::<bool>() {
                Ok(switch) => switch.to_string(),
                Err(_) => value.str()?.to_string(),
            };
            Ok((name.extract::<String>()?, value))
        })
        .collect()
}

/// The list of games.
#[pyfunction]
pub(crate) fn listings(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let row = |listing: plyglot_games::catalogue::Listing| {
        value!(py, "GameInfo" {
            name: listing.name,
            aliases: PyTuple::new(py, listing.aliases)?,
            title: listing.title,
            sizes: listing.sizes,
            notation: listing.notation,
        })
    };
    CATALOGUE.listings().into_iter().map(row).collect()
}

/// What is known of a game before anything is searched, as a dictionary.
#[pyfunction]
pub(crate) fn facts<'py>(game: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let (py, opened) = (game.py(), opened(game, &[])?);
    let facts = opened.open.facts();
    let dict = PyDict::new(py);
    dict.set_item("name", opened.name())?;
    dict.set_item("sides", PyTuple::new(py, &facts.sides)?)?;
    dict.set_item("unit", &facts.unit)?;
    dict.set_item("notation", &facts.notation)?;
    dict.set_item("rules", &facts.rules)?;
    dict.set_item("can_repeat", facts.can_repeat)?;
    dict.set_item("has_end", facts.has_end)?;
    let examples = PyDict::new(py);
    for example in &facts.examples {
        examples.set_item(&example.name, &example.about)?;
    }
    dict.set_item("examples", examples)?;
    dict.set_item("formats", PyTuple::new(py, &facts.formats)?)?;
    let options = PyDict::new(py);
    for option in opened.open.options() {
        let kind = match &option.kind {
            OptionKind::Number { min, max } => format!("a whole number from {min} to {max}"),
            kind => kind.to_string(),
        };
        let option_value =
            value!(py, "GameOption" { value: &option.value, kind, about: &option.about })?;
        options.set_item(&option.name, option_value)?;
    }
    dict.set_item("options", options)?;
    Ok(dict)
}
