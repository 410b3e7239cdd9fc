//! Turns between clients: how much of the threads each has had, and who comes next by it.
//!
//! The next thread goes to the host that has had least thread time among those that have queries, and of its clients to
//! the one of which that is true; one that comes begins with as little as the least of the others has had, so that
//! neither a long absence nor a long queue is an advantage, nor many connections of one host. A step of priority is
//! worth [`STEP`] of that time, at most a second either way: urgent work of one client comes before that of another, and
//! a client that calls all its work urgent gains no more than that.
//!
//! Cost: a look at each client that waits, for each search that begins.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

use crate::queue::query::Client;

/// What a step of priority is worth between clients.
const STEP: Duration = Duration::from_millis(10);

/// The time that threads have spent on each host and on each client that has queries, waiting or running.
#[derive(Default)]
pub(crate) struct Turns {
    hosts: HashMap<u64, Account>,
    clients: HashMap<Client, Account>,
}

/// A place in the order of turns: that of the host, and that of the client among those of its host. The least comes first.
pub(crate) type Rank = (i128, i128);

#[derive(Default)]
struct Account {
    used: Duration,
    queries: usize,
}

impl Turns {
    /// A query of this client has come.
    pub(crate) fn enter(&mut self, client: Client) {
        enter(&mut self.hosts, client.host, |_| true);
        enter(&mut self.clients, client, |other| other.host == client.host);
    }

    /// One of its queries has ended.
    pub(crate) fn leave(&mut self, client: Client) {
        leave(&mut self.hosts, client.host);
        leave(&mut self.clients, client);
    }

    /// Threads have worked for this client, for this time in all.
    pub(crate) fn charge(&mut self, client: Client, time: Duration) {
        let accounts =
            [self.hosts.get_mut(&client.host), self.clients.get_mut(&client)].into_iter().flatten();
        accounts.for_each(|account| account.used += time);
    }

    /// The place of a client whose next query has this priority.
    pub(crate) fn rank(&self, client: Client, priority: i32) -> Rank {
        let rank = |account: Option<&Account>| {
            let used = account.map_or(Duration::ZERO, |account| account.used);
            used.as_nanos() as i128 - i128::from(priority) * STEP.as_nanos() as i128
        };
        (rank(self.hosts.get(&client.host)), rank(self.clients.get(&client)))
    }
}

/// A query that has come enters an account, a new one with as much as the least of those that are `beside` it.
fn enter<K: Copy + Eq + Hash>(
    accounts: &mut HashMap<K, Account>,
    key: K,
    beside: impl Fn(&K) -> bool,
) {
    let beside = accounts.iter().filter(|(other, _)| beside(other));
    let least = beside.map(|(_, account)| account.used).min().unwrap_or_default();
    accounts.entry(key).or_insert(Account { used: least, ..Account::default() }).queries += 1;
}

fn leave<K: Eq + Hash>(accounts: &mut HashMap<K, Account>, key: K) {
    let Some(account) = accounts.get_mut(&key) else { return };
    account.queries -= 1;
    if account.queries == 0 {
        accounts.remove(&key);
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
        turns.enter(Client::alone(1));
        turns.charge(Client::alone(1), second(50));
        turns.enter(Client::alone(2));
        assert_eq!(turns.rank(Client::alone(1), 0).0, turns.rank(Client::alone(2), 0).0);
        turns.charge(Client::alone(1), second(1));
        assert!(turns.rank(Client::alone(2), 0) < turns.rank(Client::alone(1), 0));
        turns.leave(Client::alone(2));
        turns.charge(Client::alone(1), second(10));
        turns.enter(Client::alone(2));
        assert_eq!(
            turns.rank(Client::alone(1), 0).0,
            turns.rank(Client::alone(2), 0).0,
            "an absence is no advantage"
        );
    }

    #[test]
    fn many_clients_of_one_host_have_its_turn_and_share_it() {
        let mut turns = Turns::default();
        let [one, two] = [1, 2].map(|number| Client { host: 1, number });
        let other = Client::alone(3);
        [one, two, other].into_iter().for_each(|client| turns.enter(client));
        turns.charge(one, second(1));
        assert!(turns.rank(other, 0).0 < turns.rank(two, 0).0, "its host has had its turn");
        assert_eq!(turns.rank(one, 0).0, turns.rank(two, 0).0);
        assert!(turns.rank(two, 0).1 < turns.rank(one, 0).1);
        turns.charge(other, second(2));
        assert!(turns.rank(two, 0).0 < turns.rank(other, 0).0);
    }

    #[test]
    fn a_priority_is_worth_a_second_at_most() {
        let mut turns = Turns::default();
        turns.enter(Client::alone(1));
        turns.enter(Client::alone(2));
        assert!(turns.rank(Client::alone(2), 1) < turns.rank(Client::alone(1), 0));
        turns.charge(Client::alone(2), second(1) + Duration::from_nanos(1));
        assert!(turns.rank(Client::alone(1), 0) < turns.rank(Client::alone(2), 100));
    }

    #[test]
    fn an_account_lasts_as_long_as_there_are_queries() {
        let mut turns = Turns::default();
        turns.enter(Client::alone(1));
        turns.enter(Client::alone(1));
        turns.leave(Client::alone(1));
        assert_eq!(turns.clients.len(), 1);
        turns.leave(Client::alone(1));
        assert!(turns.clients.is_empty() && turns.hosts.is_empty());
    }
}
