//! A search for a page: lines as they are found, until it ends, the page closes or asks for something else.

use std::io;
use std::time::Duration;

use crate::queue::{Client, End, Query};
use plyglot_clock::level::{self, LEVELS};
use plyglot_open::{Limits, Mv, Report};
use plyglot_wire::{Error, object};
use serde::Deserialize;

use crate::board::asked::{Asked, Which};
use crate::board::lines::Lines;
use crate::board::searcher::Searcher;
use crate::board::viewers::{Place, Viewer};

/// How often what was found is sent.
const EVERY: Duration = Duration::from_millis(20);
/// How many lines a page may ask for.
const MOST_LINES: usize = 64;

/// What a page asks of a search.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Wish {
    #[serde(flatten)]
    pub(crate) which: Which,
    #[serde(flatten)]
    pub(crate) viewer: Viewer,
    /// How many of the best moves.
    #[serde(default = "one")]
    lines: usize,
    /// As strong as this level; without it until it is ended, or for a time.
    #[serde(default)]
    level: Option<u32>,
    #[serde(default)]
    time_ms: Option<u64>,
}

fn one() -> usize {
    1
}

impl Wish {
    /// True if it is for a move to play.
    pub(crate) fn plays(&self) -> bool {
        self.level.is_some()
    }

    /// When to stop, and how many lines to find.
    ///
    /// # Errors
    /// What is out of range.
    pub(crate) fn limits(&self) -> Result<Limits<Mv>, String> {
        if !(1..=MOST_LINES).contains(&self.lines) {
            return Err(format!("lines: {} is out of range: 1 to {MOST_LINES}", self.lines));
        }
        let limits = match (self.level, self.time_ms) {
            (Some(level), _) if !(1..=LEVELS).contains(&level) => {
                return Err(format!("level: {level} is out of range: 1 to {LEVELS}"));
            }
            (Some(level), _) => level::limits(level),
            (None, Some(time)) => Limits::time(Duration::from_millis(time)),
            (None, None) => Limits::default(),
        };
        let limits = Limits { lines: self.lines, ..limits };
        limits.check().map_err(|error| error.to_string())?;
        Ok(limits)
    }
}

/// A search that is to be run.
pub(crate) struct Search<'a> {
    pub(crate) searcher: &'a Searcher,
    pub(crate) asked: Asked,
    pub(crate) limits: Limits<Mv>,
    pub(crate) place: Place<'a>,
    /// What the book says, which needs no search.
    pub(crate) booked: Option<Report<Mv>>,
}

impl Search<'_> {
    /// Searches until there is a result.
    pub(crate) fn run(self, lines: &mut dyn Lines) -> io::Result<()> {
        let Search { searcher, asked, limits, place, booked } = self;
        let (at, several) = (asked.at.clone(), limits.lines);
        let query = Query {
            client: Client::alone(place.number),
            report_every: Some(EVERY),
            ..Query::new(asked.game, asked.at, limits)
        };
        let failed = |message: &str| Error::of(&at.facts().name, message).object();
        let ended = match booked {
            Some(report) => Ok(End { result: Ok(report), waited: Duration::ZERO }),
            None => searcher.asked_until(&place.stop).search(query, lines)?,
        };
        let info = match ended {
            Ok(end) => end.info(&at, several),
            Err(refused) => Err(refused.to_string()),
        };
        match info {
            Ok(info) => lines.line(&object("result", &info)),
            Err(message) => lines.line(&failed(&message)),
        }
    }
}
