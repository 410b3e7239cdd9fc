//! The search of one query, from an engine that is lent to the result.
//!
//! A query that comes while all threads are busy is searched by an engine of one thread. Should threads become
//! idle while it is searched, the search begins anew as a team on the same table, from which it is soon back
//! where it was. It has run for a while by then ([`ALONE`]), and begins anew only once; its limits hold for both
//! parts together.

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

/// The search of one query.
pub(crate) struct Work<'a> {
    shared: &'a Shared,
    job: &'a Job,
    begun: Instant,
    /// What the first part has found, once there is a second.
    found: Option<Report<Mv>>,
}

/// What is to be done next.
struct Plan {
    want: Want,
    limits: Limits<Mv>,
}

impl<'a> Work<'a> {
    pub(crate) fn new(shared: &'a Shared, job: &'a Job, begun: Instant) -> Work<'a> {
        Work { shared, job, begun, found: None }
    }

    /// Searches until the limits are reached, or the query is cancelled.
    pub(crate) fn run(mut self) -> Result<Report<Mv>, QueryError> {
        loop {
            let plan = match self.plan() {
                Ok(plan) => plan,
                // What was found by then is the result.
                Err(error) => return self.found.ok_or(error),
            };
            let (report, joining) = self.part(&plan)?;
            let goes_on = joining && report.ended == Ended::Stopped;
            let whole = self.with_part(report);
            if !goes_on {
                return Ok(whole);
            }
            self.found = Some(whole);
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
        if cancelled && self.found.is_some() {
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
        let left = |time: Duration| time.saturating_sub(now - self.begun);
        let until_late = self.job.late_at.map(|at| at.saturating_duration_since(now));
        let time = [query.limits.time.map(left), until_late].into_iter().flatten().min();
        let soft_time =
            query.limits.soft_time.map(left).map(|soft| time.map_or(soft, |time| soft.min(time)));
        if time.is_some_and(|time| time.is_zero()) {
            return Err(QueryError::Late);
        }
        let visited = self.found.as_ref().map_or(0, |found| found.nodes);
        let nodes = query.limits.nodes.map(|nodes| nodes.saturating_sub(visited).max(1));
        Ok(Plan { want, limits: Limits { time, soft_time, nodes, ..query.limits.clone() } })
    }

    /// Searches until a limit, a stop, or until it is to begin anew, which is what the flag says.
    fn part(&self, plan: &Plan) -> Result<(Report<Mv>, bool), QueryError> {
        let Work { shared, job, .. } = *self;
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
        let joining = self.leave();
        if matches!(
            report,
            Err(DoorError::Panicked(_) | DoorError::Search(SearchError::GamePanicked { .. }))
        ) {
            lease.spoil();
        }
        Ok((report?, joining))
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
        let joins_at = (alone && self.found.is_none()).then(|| self.begun + ALONE);
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

    /// Takes the search out again; true if it is to begin anew as a team.
    fn leave(&self) -> bool {
        let mut state = self.shared.state();
        let Some(running) = state.running.get_mut(&self.job.order) else { return false };
        running.search = None;
        running.joins_at = None;
        std::mem::take(&mut running.joining) && !running.cancelled
    }

    /// Notes what is found. In a second part, what is less deep than what the first has found is old news.
    fn listener(&self, latest: Arc<Latest>) -> impl Fn(Progress<Mv>) + Send + Sync + 'static {
        let found = self.found.as_ref();
        let nodes = found.map_or(0, |found| found.nodes);
        let elapsed = found.map_or(Duration::ZERO, |found| found.elapsed);
        let least = found.map_or(0, depth);
        move |progress| {
            if progress.line.depth >= least {
                let (nodes, elapsed) = (progress.nodes + nodes, progress.elapsed + elapsed);
                latest.note(Progress { nodes, elapsed, ..progress });
            }
        }
    }

    /// Both parts as one.
    fn with_part(&mut self, report: Report<Mv>) -> Report<Mv> {
        let Some(before) = self.found.take() else { return report };
        let nodes = before.nodes + report.nodes;
        let mut counters = before.counters;
        counters.add(&report.counters);
        let (ended, hash_permill, hash_bytes) =
            (report.ended, report.hash_permill, report.hash_bytes);
        let is_deeper = report.verdict.proven || depth(&report) >= depth(&before);
        let first_result = before.first_result.or(report.first_result);
        let best = if is_deeper { report } else { before };
        let elapsed = self.begun.elapsed();
        let hash = Report { hash_permill, hash_bytes, ..best };
        Report { nodes, elapsed, counters, ended, first_result, ..hash }
    }
}

fn depth(report: &Report<Mv>) -> u32 {
    report.lines.first().map_or(0, |line| line.depth)
}
