//! The search of one query, from an engine that is lent to the result.
//!
//! A query that comes while all threads are busy is searched by an engine of one thread. Should threads become
//! idle while it is searched, the search begins anew as a team on the same table, from which it is soon back
//! where it was. It has run for a while by then ([`ALONE`]), and begins anew only once a turn. A search that gives way
//! to another query goes on in a later turn in the same manner; its limits hold for all parts together.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plyglot_open::{Ask, DoorError, Limits, Mv, Progress, Report};
use plyglot_search::{Ended, SearchError};

use crate::queue::engines::Want;
use crate::queue::query::QueryError;
use crate::queue::state::{Latest, Search, Shared};
use crate::queue::waiting::Job;

/// How long a search goes on alone before it begins anew with idle threads: a short one would gain nothing.
const ALONE: Duration = Duration::from_millis(100);

/// The search of one query, in one of its turns.
pub(crate) struct Work<'a> {
    shared: &'a Shared,
    job: &'a mut Job,
    begun: Instant,
    /// It has begun anew with idle threads.
    joined: bool,
}

/// What became of a turn.
pub(crate) enum Turn {
    Ended(Box<Result<Report<Mv>, QueryError>>),
    /// Another query comes before it. What it has found is kept with it.
    GaveWay,
}

/// What is to be done next.
struct Plan {
    want: Want,
    limits: Limits<Mv>,
}

/// Why a part of a search ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    /// By itself, or it was cancelled.
    ForGood,
    /// To begin anew as a team.
    ToJoin,
    ToGiveWay,
}

impl<'a> Work<'a> {
    pub(crate) fn new(shared: &'a Shared, job: &'a mut Job, begun: Instant) -> Work<'a> {
        if job.query.fresh {
            // It repeats itself node for node, so it begins anew.
            (job.past.found, job.past.spent) = (None, Duration::ZERO);
        }
        Work { shared, job, begun, joined: false }
    }

    /// Searches until the limits are reached, the query is cancelled, or another comes before it.
    pub(crate) fn run(mut self) -> Turn {
        loop {
            let plan = match self.plan() {
                Ok(plan) => plan,
                // What was found by then is the result.
                Err(error) => return Turn::Ended(Box::new(self.job.found_or(error))),
            };
            let (report, left) = match self.part(&plan) {
                Ok(part) => part,
                Err(error) => return Turn::Ended(Box::new(Err(error))),
            };
            let was_stopped = report.ended == Ended::Stopped;
            let whole = self.with_part(report);
            if left == Left::ForGood || !was_stopped {
                return Turn::Ended(Box::new(Ok(whole)));
            }
            self.job.past.found = Some(whole);
            if left == Left::ToGiveWay {
                return Turn::GaveWay;
            }
            self.joined = true;
        }
    }

    /// What to search next; an error if nothing is.
    fn plan(&self) -> Result<Plan, QueryError> {
        let state = self.shared.state();
        let threads = self.shared.settings.threads;
        // This one runs, so another thread is idle if fewer than all do.
        let has_idle = state.has_idle(threads);
        let cancelled = state.running.get(&self.job.order).is_none_or(|running| running.cancelled);
        drop(state);
        let past = &self.job.past;
        if cancelled && past.found.is_some() {
            return Err(QueryError::Cancelled);
        }
        let query = &self.job.query;
        let want = if query.fresh {
            Want::Fresh
        } else if query.threads == Some(1) || threads == 1 || !has_idle {
            Want::Solo
        } else {
            Want::Team
        };
        let now = Instant::now();
        let spent = past.spent + (now - self.begun);
        let left = |time: Duration| time.saturating_sub(spent);
        let until_late = self.job.late_at.map(|at| at.saturating_duration_since(now));
        let time = [query.limits.time.map(left), until_late].into_iter().flatten().min();
        let soft_time =
            query.limits.soft_time.map(left).map(|soft| time.map_or(soft, |time| soft.min(time)));
        if time.is_some_and(|time| time.is_zero()) {
            return Err(QueryError::Late);
        }
        let visited = past.found.as_ref().map_or(0, |found| found.nodes);
        let nodes = query.limits.nodes.map(|nodes| nodes.saturating_sub(visited).max(1));
        Ok(Plan { want, limits: Limits { time, soft_time, nodes, ..query.limits.clone() } })
    }

    /// Searches until a limit or a stop.
    fn part(&self, plan: &Plan) -> Result<(Report<Mv>, Left), QueryError> {
        let Work { shared, job, .. } = self;
        let mut lease = shared.pool.lend(&*job.query.game, plan.want)?;
        let threads = lease.threads();
        let handle = lease.engine().handle();
        let latest = self.enter(Search { stop: handle.for_one_search(), threads }, plan.want);
        let ask = Ask::new(&job.query.position, &plan.limits);
        let ask = match latest {
            Some(latest) => ask.telling(self.listener(latest)),
            None => ask,
        };
        let report = lease.engine().run(&ask);
        let left = self.leave();
        if matches!(
            report,
            Err(DoorError::Panicked(_) | DoorError::Search(SearchError::GamePanicked { .. }))
        ) {
            lease.spoil();
        }
        Ok((report?, left))
    }

    /// Makes the search known, so that it is stopped, reported and gets its share of the threads; gives where
    /// to note what it finds, if that is asked for. One that was cancelled meanwhile stops as it begins, with
    /// some legal move.
    fn enter(&self, search: Search, want: Want) -> Option<Arc<Latest>> {
        let threads = self.shared.settings.threads;
        let mut state = self.shared.state();
        let has_idle = state.has_idle(threads);
        let running = state.running.get_mut(&self.job.order)?;
        if running.cancelled {
            search.stop.stop();
        }
        let alone = search.threads == 1 && want != Want::Fresh && running.most > 1;
        let joins_at = (alone && !self.joined).then(|| self.begun + ALONE);
        running.joins_at = joins_at;
        running.search = Some(search);
        // The engine may have another share from its last search.
        running.share = 0;
        let latest = running.reports.as_ref().map(|reports| Arc::clone(&reports.latest));
        state.share_out(threads);
        if let Some(at) = joins_at.filter(|_| has_idle) {
            self.shared.remind(&state, at);
        }
        latest
    }

    /// Takes the search out again, and says what for.
    fn leave(&self) -> Left {
        let mut state = self.shared.state();
        let Some(running) = state.running.get_mut(&self.job.order) else { return Left::ForGood };
        running.search = None;
        running.joins_at = None;
        let (joins, gives_way) = (std::mem::take(&mut running.joining), running.gives_way);
        match running.cancelled {
            false if gives_way => Left::ToGiveWay,
            false if joins => Left::ToJoin,
            _ => Left::ForGood,
        }
    }

    /// Notes what is found. In a later part, what is less deep than what the earlier ones have found is old news.
    fn listener(&self, latest: Arc<Latest>) -> impl Fn(Progress<Mv>) + Send + Sync + 'static {
        let found = self.job.past.found.as_ref();
        let nodes = found.map_or(0, |found| found.nodes);
        let tbhits = found.map_or(0, |found| found.tbhits);
        let elapsed = found.map_or(Duration::ZERO, |found| found.elapsed);
        let least = found.map_or(0, depth);
        move |progress| {
            if progress.line.depth >= least {
                let (nodes, elapsed) = (progress.nodes + nodes, progress.elapsed + elapsed);
                let tbhits = progress.tbhits + tbhits;
                latest.note(Progress { nodes, tbhits, elapsed, ..progress });
            }
        }
    }

    /// All parts as one.
    fn with_part(&mut self, report: Report<Mv>) -> Report<Mv> {
        let past = &mut self.job.past;
        let Some(before) = past.found.take() else { return report };
        let (nodes, tbhits) = (before.nodes + report.nodes, before.tbhits + report.tbhits);
        let mut counters = before.counters;
        counters.add(&report.counters);
        let (ended, hash_permill, hash_bytes) =
            (report.ended, report.hash_permill, report.hash_bytes);
        let is_deeper = report.verdict.proven || depth(&report) >= depth(&before);
        let first_result = before.first_result.or(report.first_result);
        let best = if is_deeper { report } else { before };
        let elapsed = past.spent + self.begun.elapsed();
        let hash = Report { hash_permill, hash_bytes, ..best };
        Report { nodes, tbhits, elapsed, counters, ended, first_result, ..hash }
    }
}

fn depth(report: &Report<Mv>) -> u32 {
    report.lines.first().map_or(0, |line| line.depth)
}
