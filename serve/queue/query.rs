//! What is asked of a service, and what it answers.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use plyglot_open::{DoorError, Limits, Mv, Open, Position, Progress, Report};
use plyglot_search::LimitError;
use plyglot_wire::Info;
use thiserror::Error;

/// Who asks. Turns are between hosts, and within one between its clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client {
    /// Whose it is: the same of all connections from one address, or of one process.
    pub host: u64,
    /// Its number, that of no other client.
    pub number: u64,
}

impl Client {
    /// The only one of its host.
    #[must_use]
    pub fn alone(number: u64) -> Client {
        Client { host: number, number }
    }
}

/// A position to be searched.
#[derive(Clone)]
pub struct Query {
    /// The game, with its options.
    pub game: Arc<dyn Open>,
    /// The position, whose past counts where positions can repeat.
    pub position: Position,
    /// When to stop, and what to look at. The time counts from the beginning of the search.
    pub limits: Limits<Mv>,
    /// Who asks. Clients take turns, by the time that threads have spent on each.
    pub client: Client,
    /// Within [`Query::PRIORITIES`]; what is beyond counts as the end. Of one client's queries that of the highest
    /// priority is searched first; a second of waiting counts as one step. Between clients a step counts as 10 ms of
    /// a thread.
    pub priority: i32,
    /// How many threads may search it at most; `None` for as many as are idle.
    pub threads: Option<usize>,
    /// Search on one thread with an empty table of the size of
    /// [`Settings::fresh_bytes`](crate::queue::Settings::fresh_bytes): without a limit in time the result repeats itself
    /// node for node, whatever else is searched: should it have to give way to another query, it begins anew.
    /// Otherwise what earlier and other searches of the game have stored is used.
    pub fresh: bool,
    /// How long after it was submitted it has to be answered. A search that runs then ends with what it has
    /// found; one that has not begun is given up ([`QueryError::Late`]).
    pub deadline: Option<Duration>,
    /// How often to report what was found, if anything was; `None` for no reports. The first report comes within
    /// milliseconds.
    pub report_every: Option<Duration>,
}

impl Query {
    /// The priorities that there are.
    pub const PRIORITIES: RangeInclusive<i32> = -100..=100;

    /// A query of client 0 and priority 0 without a deadline and reports, that takes all idle threads.
    pub fn new(game: Arc<dyn Open>, position: Position, limits: Limits<Mv>) -> Query {
        Query {
            game,
            position,
            limits,
            client: Client::alone(0),
            priority: 0,
            threads: None,
            fresh: false,
            deadline: None,
            report_every: None,
        }
    }

    /// True if it ends only when it is cancelled, or once the value is proven.
    pub fn is_unlimited(&self) -> bool {
        let Limits { depth, nodes, time, soft_time, solve, .. } = self.limits;
        let times = [time, soft_time, self.deadline];
        depth.is_none() && nodes.is_none() && times == [None; 3] && !solve
    }
}

impl fmt::Debug for Query {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, limits) = (&self.game.facts().name, &self.limits);
        let mut out = out.debug_struct("Query");
        out.field("game", game).field("position", &self.position).field("limits", limits);
        out.finish_non_exhaustive()
    }
}

/// The number of a query within its service. Numbers rise in the order of arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub(crate) u64);

/// What a service says of a query.
#[derive(Debug)]
pub enum News {
    /// Its search has found something new. Comes at most every [`Query::report_every`].
    Progress(QueryProgress),
    /// It is done. Comes exactly once, and last.
    Ended(End),
}

/// What a running search has found.
#[derive(Clone, Debug)]
pub struct QueryProgress {
    /// The latest of each line that has changed since the last report, best rank first.
    pub lines: Vec<Progress<Mv>>,
    /// How many threads search it now.
    pub threads: usize,
}

/// How a query ended.
#[derive(Debug)]
pub struct End {
    /// The result, in which `threads` is the most that ever searched it at the same time; or why there is none.
    /// A search that was cancelled has a result: what it had found by then.
    pub result: Result<Report<Mv>, QueryError>,
    /// How long it waited before its search began.
    pub waited: Duration,
}

impl QueryProgress {
    /// An `info` for each line of this search of `at`. What the game cannot write is left out; the end will tell.
    pub fn infos(&self, at: &Position) -> impl Iterator<Item = Info> {
        self.lines.iter().filter_map(|line| Info::of_progress(at, line, self.threads).ok())
    }
}

impl End {
    /// The `result` of this search of `at` for this many lines.
    ///
    /// # Errors
    /// Why there is none, in one line.
    pub fn info(&self, at: &Position, lines: usize) -> Result<Info, String> {
        let report = self.result.as_ref().map_err(ToString::to_string)?;
        Info::of_report(at, report, lines > 1).map_err(|error| error.to_string())
    }
}

/// Why a query has no result.
#[derive(Debug, Error)]
pub enum QueryError {
    /// It was cancelled while it waited.
    #[error("cancelled before its search began")]
    Cancelled,
    /// Its deadline passed while it waited.
    #[error("the deadline passed before its search began")]
    Late,
    /// The service ended while it waited.
    #[error("the service ended before its search began")]
    Stopped,
    /// The search failed: the game's code panicked, or there cannot be such a search.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// A mistake of this crate.
    #[error("a panic in the service: {0}")]
    Bug(String),
}

/// Why a query was not taken.
#[derive(Debug, Error)]
pub enum SubmitError {
    /// As many wait as may.
    #[error("{most} queries wait already")]
    Full {
        /// How many may wait.
        most: usize,
    },
    /// The service has ended.
    #[error("the service has ended")]
    Ended,
    /// A limit that makes no sense.
    #[error(transparent)]
    Limit(#[from] LimitError),
}
