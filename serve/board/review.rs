//! A review for a page: how far it has come, then what it found.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::queue::{Client, Query};
use plyglot_open::{DoorError, Limits, Mv, Position};
use plyglot_play::review::{Completion, object as reviewed, review_with};
use plyglot_wire::{Error, object};
use serde::Deserialize;
use serde_json::json;

use crate::board::asked::{Asked, Which};
use crate::board::lines::Lines;
use crate::board::searcher::Searcher;
use crate::board::viewers::{Place, Viewer};

/// How long a position may be searched.
const LONGEST: Duration = Duration::from_secs(60);

/// What a page asks of a review.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Wish {
    #[serde(flatten)]
    pub(crate) which: Which,
    #[serde(flatten)]
    pub(crate) viewer: Viewer,
    /// How long each position is searched.
    time_ms: u64,
}

impl Wish {
    /// The limits of each position.
    ///
    /// # Errors
    /// If the time is out of range.
    pub(crate) fn limits(&self) -> Result<Limits<Mv>, String> {
        let time = Duration::from_millis(self.time_ms);
        if time.is_zero() || time > LONGEST {
            let most = LONGEST.as_millis();
            return Err(format!("time_ms: {} is out of range: 1 to {most}", self.time_ms));
        }
        Ok(Limits::time(time))
    }
}

/// A review that is to be run.
pub(crate) struct Reviewing<'a> {
    pub(crate) searcher: &'a Searcher,
    pub(crate) asked: Asked,
    pub(crate) limits: Limits<Mv>,
    pub(crate) place: Place<'a>,
}

/// Why a review ended early.
enum Ended {
    Door(DoorError),
    Failed(String),
    /// The page has closed.
    Closed(io::Error),
}

impl From<DoorError> for Ended {
    fn from(error: DoorError) -> Ended {
        Ended::Door(error)
    }
}

impl Reviewing<'_> {
    pub(crate) fn run(self, lines: &mut dyn Lines) -> io::Result<()> {
        let Reviewing { searcher, asked, limits, place } = self;
        let Asked { game, at: end } = asked;
        let asking = searcher.asked_until(&place.stop);
        // Two write: the search that is waited for, and the review about how far it has come.
        let lines = std::cell::RefCell::new(lines);
        let search = |_: usize, at: &Position, also: Option<Mv>| {
            let limits = Limits { also, ..limits.clone() };
            let query = Query::new(Arc::clone(&game), at.clone(), limits);
            let query = Query { client: Client::alone(place.number), ..query };
            match asking.search(query, &mut **lines.borrow_mut()) {
                Ok(Ok(end)) => end.result.map_err(|error| Ended::Failed(error.to_string())),
                Ok(Err(refused)) => Err(Ended::Failed(refused.to_string())),
                Err(error) => Err(Ended::Closed(error)),
            }
        };
        let progress = |Completion { done, of }: Completion| {
            let fields = json!({ "game": game.facts().name, "done": done, "of": of });
            // That the page has closed shows at the next search.
            let _ = lines.borrow_mut().line(&object("progress", &fields));
        };
        let failed = |message: &str| Error::of(&game.facts().name, message).object();
        let objects = match review_with(&end, &place.stop, search, progress) {
            Ok(review) => {
                let objects = reviewed::lines(&end, &review, None);
                objects.unwrap_or_else(|error| vec![failed(&error.to_string())])
            }
            Err(Ended::Closed(error)) => return Err(error),
            Err(Ended::Door(error)) => vec![failed(&error.to_string())],
            Err(Ended::Failed(message)) => vec![failed(&message)],
        };
        objects.iter().try_for_each(|line| lines.borrow_mut().line(line))
    }
}
