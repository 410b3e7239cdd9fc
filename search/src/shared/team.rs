//! What the workers of one engine share beside the table, where there are several of them.

use crate::shared::account::Accounts;
use crate::shared::busy::Busy;
use crate::shared::scheme::{Scheme, Sharing};
use crate::sync::{AtomicIsize, Ordering};

/// What the workers of one engine share beside the table.
#[derive(Debug)]
pub(crate) struct Team {
    pub(crate) scheme: Scheme,
    /// What the others are searching, where the scheme defers such moves.
    pub(crate) busy: Option<Busy>,
    /// What each claim was for, where that was asked for.
    pub(crate) accounts: Option<Accounts>,
    /// Under a scheme that splits nodes: how many are idle, less the offers to help that
    /// no worker has looked at yet. Relaxed: a split too few or too many is a matter of speed.
    pub(crate) idle: AtomicIsize,
    /// How many real threads wait for offers to help.
    helpers: usize,
}

impl Team {
    /// A team in which `helpers` real threads wait for offers to help.
    pub(crate) fn new(scheme: Scheme, workers: usize, account: bool, helpers: usize) -> Self {
        Team {
            scheme,
            busy: (scheme.sharing == Sharing::Defer).then(|| Busy::new(workers)),
            accounts: account.then(Accounts::new),
            idle: AtomicIsize::new(0),
            helpers,
        }
    }

    /// The others are about to take part.
    pub(crate) fn gather(&self) {
        self.clear();
        self.idle.store(self.helpers as isize, Ordering::Relaxed);
    }

    /// Forgets what belongs to one search.
    pub(crate) fn clear(&self) {
        if let Some(busy) = &self.busy {
            busy.clear();
        }
    }
}
