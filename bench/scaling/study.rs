//! What is to be measured, where and by what, and what was measured.

use plyglot_play::matches::GameRecord;
use plyglot_search::{Config, LimitError, Schedule};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::goal::Goal;
use super::play::{Contest, ContestGame, PlayDesign};
use super::sample::{PlannedSearch, Sample, SchemeName};

/// The clock that times are measured with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// The machine's.
    Real,
    /// That of virtual threads: a microsecond a node.
    Virtual {
        /// Length of a turn in nodes; at least 1.
        turn: u64,
    },
}

impl Clock {
    /// How an engine's threads get the processor under this clock.
    pub fn schedule(&self) -> Schedule {
        match *self {
            Clock::Real => Schedule::Real,
            Clock::Virtual { turn } => Schedule::Virtual { turn },
        }
    }

    /// True of virtual time.
    pub fn is_virtual(&self) -> bool {
        matches!(self, Clock::Virtual { .. })
    }
}

/// A position of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// What people call it: its line in the file, or its name.
    pub name: String,
    /// The position as the game writes it.
    pub text: String,
}

/// What is to be measured. Two studies with equal designs measure the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Design {
    /// The game with its size: `othello`, `connect4:6x5`.
    pub game: String,
    /// The options that the game and the engine are set to, each as `NAME=VALUE`, in their order.
    #[serde(default)]
    pub set: Vec<String>,
    /// What is searched.
    pub positions: Vec<Position>,
    /// What each search is to reach.
    pub goal: Goal,
    /// The clock that times are measured with.
    pub clock: Clock,
    /// The thread counts. One thread, the baseline, is measured in any case.
    pub threads: Vec<usize>,
    /// How the threads share a search; the first is the one that the others are compared to.
    pub schemes: Vec<SchemeName>,
    /// How often each search is made. Repeating under virtual time gives nothing new.
    pub repeats: usize,
    /// Seed of the order of searches and of the bootstrap.
    pub seed: u64,
    /// Size of each engine's table in bytes.
    pub hash_bytes: usize,
    /// Account for the time of the threads. Takes a little of the time that is measured, but for virtual time.
    #[serde(alias = "count_repeated")]
    pub account: bool,
    /// What is played beside the searches; virtual time only.
    #[serde(default)]
    pub play: Option<PlayDesign>,
}

impl Design {
    /// The game with what it is set to: `othello, weights=none`.
    pub fn subject(&self) -> String {
        let set = self.set.iter().map(|set| format!(", {set}"));
        std::iter::once(self.game.clone()).chain(set).collect()
    }

    /// The ways to search that are compared: one thread first, then scheme by scheme in their order,
    /// by rising thread count.
    pub fn ways(&self) -> impl Iterator<Item = (Option<SchemeName>, usize)> {
        let mut counts = self.threads.clone();
        counts.retain(|&threads| threads > 1);
        counts.sort_unstable();
        counts.dedup();
        let shared = self.schemes.iter().flat_map(move |&scheme| {
            counts.clone().into_iter().map(move |threads| (Some(scheme), threads))
        });
        std::iter::once((None, 1)).chain(shared)
    }

    /// Checks that there is something to measure, and that it can be measured.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn check(&self) -> Result<(), DesignError> {
        let wrong_count = |&&threads: &&usize| !(1..=Config::MAX_THREADS).contains(&threads);
        if self.positions.is_empty() {
            return Err(DesignError::Nothing("positions"));
        } else if self.schemes.is_empty() {
            return Err(DesignError::Nothing("schemes"));
        } else if self.repeats == 0 {
            return Err(DesignError::Nothing("repeats"));
        } else if let Some(&threads) = self.threads.iter().find(wrong_count) {
            return Err(DesignError::Threads(threads));
        } else if self.clock == (Clock::Virtual { turn: 0 }) {
            return Err(DesignError::EmptyTurns);
        } else if self.clock.is_virtual() && matches!(self.goal, Goal::Budget(_)) {
            return Err(DesignError::VirtualBudget);
        }
        self.goal.limits::<()>().check()?;
        self.check_play()?;
        let twice = |place: &usize| self.schemes[..*place].contains(&self.schemes[*place]);
        match (0..self.schemes.len()).find(twice) {
            Some(place) => Err(DesignError::Twice(self.schemes[place])),
            None => Ok(()),
        }
    }
}

impl Design {
    fn check_play(&self) -> Result<(), DesignError> {
        let Some(play) = &self.play else { return Ok(()) };
        if !self.clock.is_virtual() {
            return Err(DesignError::RealPlay);
        } else if play.pairs == 0 {
            return Err(DesignError::Nothing("pairs of games"));
        } else if play.nodes.is_empty() || play.nodes.contains(&0) {
            return Err(DesignError::Nothing("nodes for a move"));
        } else if self.contests().is_empty() {
            return Err(DesignError::Nothing("a thread count above 1 to play with"));
        }
        match self.schemes.iter().find(|name| name.0.splits()) {
            Some(&name) => Err(DesignError::IdlePlay(name)),
            None => Ok(()),
        }
    }
}

/// Why a study cannot be made.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum DesignError {
    /// The design has none of something that it needs.
    #[error("a study of scaling needs {0}")]
    Nothing(&'static str),
    /// Not a number of threads that an engine can have.
    #[error("{0} threads: an engine has 1 to {max}", max = Config::MAX_THREADS)]
    Threads(usize),
    /// Virtual threads cannot take turns of no nodes.
    #[error("virtual threads need turns of at least one node")]
    EmptyTurns,
    /// Virtual time does not pass by itself.
    #[error("virtual threads know no wall time: give them a depth, or let them solve")]
    VirtualBudget,
    /// A goal that leaves nothing to search.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// What real threads search in a time is not equal nodes.
    #[error("games are played in virtual time alone")]
    RealPlay,
    /// Idle threads search no nodes, so that equal nodes are not equal time.
    #[error(
        "the scheme {0} leaves threads idle: equal nodes a thread are not equal time in its games"
    )]
    IdlePlay(SchemeName),
    /// A scheme is compared with itself.
    #[error("the scheme {0} is listed twice")]
    Twice(SchemeName),
}

/// The machine that measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's name; empty if the system does not report it.
    pub processor: String,
    /// Logical processors of the machine.
    pub processors: usize,
    /// Processors that this program may use.
    pub usable: usize,
    /// Memory in bytes; zero if the system does not report it.
    pub memory_bytes: u64,
}

/// Where the figures come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Version of the program.
    pub version: String,
    /// The commit that it was built from, if known.
    pub commit: Option<String>,
    /// The command that measured.
    pub command: String,
    /// When, as the caller writes it.
    pub date: String,
    /// On which machine.
    pub machine: Machine,
}

/// How much the machine itself gives to independent one-thread searches, each with a table of its
/// own: no scheme can be expected to pass it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CeilingPoint {
    /// How many searches at once.
    pub threads: usize,
    /// Nodes per second of all of them together, as a multiple of one search alone.
    pub throughput: f64,
    /// Lower end of the 95 % interval of the throughput.
    pub low: f64,
    /// Upper end of the 95 % interval of the throughput.
    pub high: f64,
    /// Which share of a processor each of them had, 0 to 1: it was busy all the time, and the rest is other work's.
    /// `None` where it was not measured.
    #[serde(default)]
    pub processor: Option<f64>,
}

/// How fast the machine looks up random places of a shared table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProbePoint {
    /// How many threads look up at once.
    pub threads: usize,
    /// Whether the table lies on huge pages.
    pub huge_pages: bool,
    /// Whether each place is fetched ahead.
    pub prefetch: bool,
    /// Look-ups in a second, of all threads together.
    pub per_second: f64,
    /// Size of the table in bytes.
    pub bytes: usize,
}

/// What was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Study {
    /// What was to be measured.
    pub design: Design,
    /// Where the figures come from.
    pub origin: Origin,
    /// What the searches gave, sorted by position, scheme, threads and repeat. Fewer than planned if
    /// the study was stopped.
    pub samples: Vec<Sample>,
    /// The machine's ceiling, by rising thread count; empty if it was not measured.
    pub ceiling: Vec<CeilingPoint>,
    /// Random look-ups, by rising thread count; empty if they were not measured.
    pub probes: Vec<ProbePoint>,
    /// The games, sorted by contest and number.
    #[serde(default)]
    pub games: Vec<ContestGame>,
    /// How many threads of other programs ran when it began ([`super::others`]); `None` if that is not known.
    #[serde(default)]
    pub load: Option<f64>,
}

impl Study {
    /// A study of which nothing has been measured yet.
    pub fn new(design: Design, origin: Origin) -> Self {
        let (samples, games) = (Vec::new(), Vec::new());
        let (ceiling, probes) = (Vec::new(), Vec::new());
        Study { design, origin, samples, ceiling, probes, games, load: None }
    }

    /// The games of a contest; in their order once all were sorted.
    pub(super) fn games_of(&self, contest: Contest) -> impl Iterator<Item = &GameRecord> {
        let mine = self.games.iter().filter(move |game| game.contest == contest);
        mine.map(|game| &game.game)
    }

    /// The machine's ceiling for this number of threads, if it was measured.
    pub fn ceiling_at(&self, threads: usize) -> Option<&CeilingPoint> {
        self.ceiling.iter().find(|point| point.threads == threads)
    }

    /// Puts samples and games into their order.
    pub(super) fn sort(&mut self) {
        let ways: Vec<_> = self.design.ways().collect();
        let way =
            |case: &PlannedSearch| ways.iter().position(|way| *way == (case.scheme, case.threads));
        self.samples.sort_by_key(|sample| {
            let case = &sample.case;
            (case.position, way(case).unwrap_or(ways.len()), case.repeat)
        });
        let contests = self.design.contests();
        let place = |one: &Contest| contests.iter().position(|other| other == one);
        self.games.sort_by_key(|game| (place(&game.contest), game.game.number));
    }
}
