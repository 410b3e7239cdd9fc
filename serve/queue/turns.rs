//! Turns between clients: how much of the threads each has had, and who comes next by it.
//!
//! The next thread goes to the client that has had least thread time among those that have queries; one that comes
//! begins with as little as the least of the others has had, so that neither a long absence nor a long queue is an
//! advantage. A step of priority is worth [`STEP`] of that time, at most a second either way: urgent work of one
//! client comes before that of another, and a client that calls all its work urgent gains no more than that.
//!
//! Cost: a look at each client that waits, for each search that begins.

use std::collections::HashMap;
use std::time::Duration;

/// What a step of priority is worth between clients.
const STEP: Duration = Duration::from_millis(10);

/// The time that threads have spent on each client that has queries, waiting or running.
#[derive(Default)]
pub(crate) struct Turns {
    clients: HashMap<u64, Account>,
}

#[derive(Default)]
struct Account {
    used: Duration,
    queries: usize,
}

impl Turns {
    /// A query of this client has come.
    pub(crate) fn enter(&mut self, client: u64) {
        let least = self.clients.values().map(|account| account.used).min().unwrap_or_default();
        let account =
            self.clients.entry(client).or_insert(Account { used: least, ..Account::default() });
        account.queries += 1;
    }

    /// One of its queries has ended.
    pub(crate) fn leave(&mut self, client: u64) {
        let Some(account) = self.clients.get_mut(&client) else { return };
        account.queries -= 1;
        if account.queries == 0 {
            self.clients.remove(&client);
        }
    }

    /// Threads have worked for this client, for this time in all.
    pub(crate) fn charge(&mut self, client: u64, time: Duration) {
        if let Some(account) = self.clients.get_mut(&client) {
            account.used += time;
        }
    }

    /// The place in the order of turns of a client whose next query has this priority: the least comes first.
    pub(crate) fn rank(&self, client: u64, priority: i32) -> i128 {
        let used = self.clients.get(&client).map_or(Duration::ZERO, |account| account.used);
        used.as_nanos() as i128 - i128::from(priority) * STEP.as_nanos() as i128
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    #[test]
    fn who_comes_begins_with_the_least_and_who_has_used_more_comes_later() {
        let mut turns = Turns::default();
        turns.enter(1);
        turns.charge(1, second(50));
        turns.enter(2);
        assert_eq!(turns.rank(1, 0), turns.rank(2, 0));
        turns.charge(1, second(1));
        assert!(turns.rank(2, 0) < turns.rank(1, 0));
        turns.leave(2);
        turns.charge(1, second(10));
        turns.enter(2);
        assert_eq!(turns.rank(1, 0), turns.rank(2, 0), "an absence is no advantage");
    }

    #[test]
    fn a_priority_is_worth_a_second_at_most() {
        let mut turns = Turns::default();
        turns.enter(1);
        turns.enter(2);
        assert!(turns.rank(2, 1) < turns.rank(1, 0));
        turns.charge(2, second(1) + Duration::from_nanos(1));
        assert!(turns.rank(1, 0) < turns.rank(2, 100));
    }

    #[test]
    fn an_account_lasts_as_long_as_there_are_queries() {
        let mut turns = Turns::default();
        turns.enter(1);
        turns.enter(1);
        turns.leave(1);
        assert_eq!(turns.clients.len(), 1);
        turns.leave(1);
        assert!(turns.clients.is_empty());
    }
}
