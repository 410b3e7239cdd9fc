//! What a caller sees of a search: progress events and the final result, as plain values.

use std::sync::Arc;
use std::time::Duration;

use crate::rules::account::Account;
use crate::rules::describe::Describe;
use crate::rules::score::Score;

/// How a score relates to the value that was searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The score is the value.
    Exact,
    /// The value is at least the score (the search failed high).
    Lower,
    /// The value is at most the score (the search failed low).
    Upper,
}

impl Bound {
    /// The bound that a fail-soft score is, relative to the window it was searched with.
    #[inline]
    pub fn of(score: Score, window: crate::rules::window::Window) -> Bound {
        if score >= window.beta {
            Bound::Lower
        } else if score <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

/// A score with what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// From the point of view of the side to move at the root.
    pub score: Score,
    /// Whether it is the value, or a bound on it.
    pub bound: Bound,
    /// True only of a value or bound that holds to the end of the game.
    pub proven: bool,
}

impl Verdict {
    /// True of the value itself, proven to the end of the game.
    pub fn is_exact(&self) -> bool {
        self.proven && self.bound == Bound::Exact
    }

    /// The score as the game writes it, with its bound: `>= +3.4`.
    pub fn text<G: Describe>(&self, game: &G) -> String {
        let score = game.score_text(self.score, self.proven);
        match self.bound {
            Bound::Exact => score,
            // A win of any distance is a win.
            Bound::Lower if self.score >= Score::DRAW && self.score.is_of_unknown_distance() => {
                score
            }
            Bound::Upper if self.score <= Score::DRAW && self.score.is_of_unknown_distance() => {
                score
            }
            Bound::Lower => format!(">= {score}"),
            Bound::Upper => format!("<= {score}"),
        }
    }
}

/// One of the best moves with its value and line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// Rank among several, from 1.
    pub rank: usize,
    /// The depth to which it was searched, in plies.
    pub depth: u32,
    /// Its value.
    pub verdict: Verdict,
    /// The principal variation, best move first. Every move of it is legal.
    pub pv: Vec<M>,
}

/// What a running search says when something has changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress<M> {
    /// The line that changed.
    pub line: Line<M>,
    /// Positions visited so far by all workers.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the table is with entries of this search, in thousandths.
    pub hash_permill: u32,
    /// The size of the table in bytes; of one that grows, as it is now.
    pub hash_bytes: usize,
    /// How many plies from the root the deepest position lies that any worker has visited so far, as far as they have
    /// said; see [`Report::seldepth`].
    pub seldepth: u32,
    /// How many positions any worker found in tables of endgames so far, as far as they have said; see
    /// [`Report::tbhits`].
    pub tbhits: u64,
    /// Which worker found it, from 0.
    pub worker: usize,
}

/// Receives a running search's progress. Called by whichever worker has news, one at a time and
/// in the order in which things happened; the search waits meanwhile, so it had better be short. May be
/// held by the engine a little longer than the search lasts.
pub type Listener<M> = Arc<dyn Fn(Progress<M>) + Send + Sync>;

impl<M> Line<M> {
    /// The same line with its moves written in another way.
    pub fn map_moves<N>(self, map: impl FnMut(M) -> N) -> Line<N> {
        let Line { rank, depth, verdict, pv } = self;
        Line { rank, depth, verdict, pv: pv.into_iter().map(map).collect() }
    }
}

impl<M> Progress<M> {
    /// The same news with its line written in another way.
    pub fn map_line<N>(self, map: impl FnOnce(Line<M>) -> Line<N>) -> Progress<N> {
        let Progress { line, nodes, elapsed, hash_permill, hash_bytes, seldepth, tbhits, worker } =
            self;
        let line = map(line);
        Progress { line, nodes, elapsed, hash_permill, hash_bytes, seldepth, tbhits, worker }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The value is proven; of a forced win that is not asked for by the shortest way, that it takes no longer.
    Proven,
    /// The depth limit was reached, or without one [`crate::MAX_PLY`], the most plies that a line may have.
    Depth,
    /// The node limit was reached.
    Nodes,
    /// The time limit was reached.
    Time,
    /// It was stopped from outside.
    Stopped,
    /// The game was over before the search began.
    GameOver,
}

/// Declares [`Counters`]. The list below is the only one: files, tables and pages go over
/// [`Counters::NAMES`]. Each field is a plain number that the recursion increments.
macro_rules! counters {
    ($($(#[$about:meta])* $name:ident: $per_million:expr,)+) => {
        /// What one worker did.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Counters {
            $($(#[$about])* pub $name: u64,)+
        }

        impl Counters {
            /// How many counters there are.
            pub const COUNT: usize = [$(stringify!($name)),+].len();

            /// The name of each counter, in files too.
            pub const NAMES: [&'static str; Counters::COUNT] = [$(stringify!($name)),+];

            /// The heading of each counter that is shown per million nodes; `None` of one that is part of
            /// another figure: nodes, the share of look-ups that hit, the share of nodes searched twice.
            pub const PER_MILLION: [Option<&'static str>; Counters::COUNT] = [$($per_million),+];

            /// The values, in the order of [`Counters::NAMES`].
            pub fn values(&self) -> [u64; Counters::COUNT] {
                [$(self.$name),+]
            }

            /// The inverse of [`Counters::values`].
            pub fn from_values(values: [u64; Counters::COUNT]) -> Counters {
                let [$($name),+] = values;
                Counters { $($name),+ }
            }

            /// Adds another worker's work.
            pub fn add(&mut self, other: &Counters) {
                $(self.$name += other.$name;)+
            }
        }
    };
}

counters! {
    /// Positions visited, leaf solvers' included.
    nodes: None,
    /// Table look-ups.
    probes: None,
    /// Look-ups that found an entry of the position.
    hits: None,
    /// Null-window searches that had to be repeated with a wider window.
    researches: Some("re-searches"),
    /// Entries whose move was not legal here: collisions of keys.
    collisions: Some("collisions"),
    /// Moves deferred because another worker was searching them.
    deferred: Some("deferred"),
    /// Nodes left because another worker had answered them.
    settled: Some("settled"),
    /// Nodes handed out to several workers.
    splits: Some("splits"),
    /// Nodes that another worker searched too, or that were searched before ([`crate::Account::repeated`]);
    /// counted only if [`crate::Config::account`] says so.
    repeated: None,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The best lines, best first. Empty only where the game was over; then see `verdict`.
    ///
    /// Each verdict holds for its own first move, and for the best of all moves but those of the lines
    /// before it. Lines of which only a bound is proven (a loss in 6 plies or sooner) are in the order of
    /// these bounds; which of them is really the better only an exact solve can tell.
    pub lines: Vec<Line<M>>,
    /// The lines of the iteration before, of a search with [`crate::Limits::also`] that finished two; else empty. Where
    /// evaluations swing between even and odd depths, the two together say more than either.
    pub before: Vec<Line<M>>,
    /// The value of the position: that of the first line, or the outcome of a finished game.
    pub verdict: Verdict,
    /// Why the search ended.
    pub ended: Ended,
    /// Positions visited by all workers.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// How full the table is with entries of this search, in thousandths.
    pub hash_permill: u32,
    /// The size of the table in bytes; of one that grows, as it is now.
    pub hash_bytes: usize,
    /// How many plies from the root the deepest position lies that any worker has visited: beyond the depth by
    /// extensions and quiescence, within it where everything was cut off sooner. What a leaf solver visits by itself is not counted.
    pub seldepth: u32,
    /// How many positions were found in tables of endgames ([`crate::Knowledge::tbhits`]).
    pub tbhits: u64,
    /// How many workers the engine has. A search that was too small to share needed only one.
    pub threads: usize,
    /// Time until the first iteration was finished; `None` if none was.
    pub first_result: Option<Duration>,
    /// All workers' counters added up.
    pub counters: Counters,
    /// Where the time of the threads went, if [`crate::Config::account`] asks for it.
    pub account: Option<Arc<Account>>,
}

impl<M> Report<M> {
    /// The same report with its moves written in another way.
    pub fn map_moves<N>(self, mut map: impl FnMut(M) -> N) -> Report<N> {
        self.map_lines(|line| line.map_moves(&mut map))
    }

    /// The same report with its lines written in another way.
    pub fn map_lines<N>(self, mut map: impl FnMut(Line<M>) -> Line<N>) -> Report<N> {
        let lines = self.lines.into_iter().map(&mut map).collect();
        let before = self.before.into_iter().map(map).collect();
        Report {
            lines,
            before,
            verdict: self.verdict,
            ended: self.ended,
            nodes: self.nodes,
            elapsed: self.elapsed,
            hash_permill: self.hash_permill,
            hash_bytes: self.hash_bytes,
            seldepth: self.seldepth,
            tbhits: self.tbhits,
            threads: self.threads,
            first_result: self.first_result,
            counters: self.counters,
            account: self.account,
        }
    }
}

impl<M: Copy> Report<M> {
    /// The best move found; `None` only where the game was over.
    pub fn best_move(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.pv.first().copied())
    }
}
