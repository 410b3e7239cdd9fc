//! A search that was begun and whose result was not yet sent.

use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, bounded, never, tick};
use plyglot_open::{Background, Mv, News, Report};

/// How often the figures of a running search are shown.
const TICK: Duration = Duration::from_secs(1);

/// A search that was begun.
pub(crate) struct Running {
    /// The search; none where it could not begin, or has ended.
    pub(crate) search: Option<Background>,
    /// Where its news come; the end even if it could not begin.
    pub(crate) news: Receiver<News>,
    /// Comes whenever figures are to be shown.
    pub(crate) ticks: Receiver<Instant>,
    pub(crate) wait_for_stop: bool,
    /// The report of a search that has ended and is held until a stop, or why there is none.
    pub(crate) report: Option<Result<Report<Mv>, String>>,
}

impl Running {
    pub(crate) fn of(search: Background, wait_for_stop: bool) -> Running {
        let (news, ticks) = (search.news().clone(), tick(TICK));
        Running { search: Some(search), news, ticks, wait_for_stop, report: None }
    }

    /// A search that could not begin, which is its result.
    pub(crate) fn failed(why: String, wait_for_stop: bool) -> Running {
        let (sender, news) = bounded(1);
        let _ = sender.send(News::Ended);
        let report = Some(Err(why));
        Running { search: None, news, ticks: never(), wait_for_stop, report }
    }

    /// The search has ended, and its report is held until a stop.
    pub(crate) fn hold(report: Result<Report<Mv>, String>) -> Running {
        let (news, ticks) = (never(), never());
        Running { search: None, news, ticks, wait_for_stop: true, report: Some(report) }
    }
}
