//! Claims written by hand, in which it is plain what each was for.

use super::attribute::{Facts, account};
use super::log::{ClaimId, Log, Opened, State};
use super::{Accounts, Record};
use crate::rules::account::{Account, Cause};
use crate::rules::node::Expected;

/// A worker that writes, and the nodes that it has visited.
struct Hand<'a> {
    accounts: &'a Accounts,
    log: Log,
    worker: usize,
    nodes: u64,
}

impl<'a> Hand<'a> {
    fn new(accounts: &'a Accounts, worker: usize) -> Self {
        let mut log = Log::new();
        log.begin(ClaimId::default(), 0);
        Hand { accounts, log, worker, nodes: 0 }
    }

    fn open(&mut self, key: u64, depth: i32) -> &mut Self {
        let opened = Opened {
            key,
            tag: key << 8 | depth as u64,
            depth,
            kind: Expected::Cut,
            last_resort: false,
            within: false,
            known: false,
        };
        self.log.open(self.accounts, self.nodes, self.worker, opened);
        if depth >= 4 {
            self.log.enter(Expected::Cut);
        }
        self
    }

    fn task(&mut self, depth: i32) -> &mut Self {
        self.log.open(self.accounts, self.nodes, self.worker, Opened::task(depth));
        self
    }

    fn visit(&mut self, nodes: u64) -> &mut Self {
        self.nodes += nodes;
        self
    }

    fn solve(&mut self, nodes: u64) -> &mut Self {
        self.log.charge_solver(self.nodes, nodes);
        self.visit(nodes)
    }

    fn close(&mut self, state: State) -> &mut Self {
        self.log.close(self.accounts, self.nodes, state);
        self
    }

    fn end(&mut self) -> u64 {
        self.log.end(self.accounts, self.nodes);
        self.nodes
    }
}

/// What it comes to, when the others were called at `called` and the search ended at `end`.
fn settled(accounts: &Accounts, nodes: &[u64], (called, end): (u64, u64)) -> Account {
    let (records, complete) = accounts.take();
    let facts = Facts { times: Some((end, Some(called))), nodes: nodes.to_vec(), complete };
    let account = account(records, &facts);
    assert_eq!(account.whole, nodes.len() as u64 * end, "all of the time: {account:?}");
    assert!(account.complete);
    account
}

fn totals(account: &Account) -> Vec<(Cause, u64)> {
    let all = Cause::ALL.into_iter().map(|cause| (cause, account.total(cause)));
    all.filter(|&(_, nodes)| nodes > 0).collect()
}

use Cause::{AtOnce, Depth, Lost, Piece, Shallow, Uncalled, Useful, Vain, Waiting, Window};

#[test]
fn one_worker_that_finishes_is_useful_and_the_other_is_not_called() {
    let accounts = Accounts::new();
    let mut one = Hand::new(&accounts, 0);
    one.task(5).visit(3).open(7, 4).visit(10).close(State::Completed).close(State::Finished);
    let nodes = one.end();
    let account = settled(&accounts, &[nodes, 0], (13, 13));
    assert_eq!(totals(&account), [(Useful, 13), (Uncalled, 13)]);
    assert_eq!(account.span, 13);
    let rows: Vec<_> = account.rows.iter().map(|row| (row.depth, row.kind)).collect();
    assert_eq!(rows, [(5, Expected::Pv), (4, Expected::Cut)]);
}

#[test]
fn what_two_are_at_at_once_is_useful_once_and_what_none_can_share_is_a_piece() {
    let accounts = Accounts::new();
    let (mut one, mut two) = (Hand::new(&accounts, 0), Hand::new(&accounts, 1));
    one.task(4).open(7, 3).visit(10).solve(5);
    two.task(4).open(7, 3).visit(8).solve(4);
    one.close(State::Completed).close(State::Finished);
    two.close(State::Completed).close(State::Ended);
    let nodes = [one.end(), two.end()];
    let account = settled(&accounts, &nodes, (0, 15));
    assert_eq!(totals(&account), [(Useful, 15), (AtOnce, 8), (Piece, 4), (Waiting, 3)]);
    assert_eq!(account.repeated(), 12);
}

#[test]
fn of_those_who_are_at_a_piece_at_once_the_most_nodes_are_useful() {
    let accounts = Accounts::new();
    let (mut one, mut two) = (Hand::new(&accounts, 0), Hand::new(&accounts, 1));
    two.task(4).open(7, 3).visit(12);
    // It comes late, and finds in the table what the other has found.
    one.task(4).open(7, 3).visit(4).close(State::Completed).close(State::Finished);
    two.visit(1).close(State::Completed).close(State::Ended);
    let nodes = [one.end(), two.end()];
    let account = settled(&accounts, &nodes, (0, 13));
    assert_eq!(totals(&account), [(Useful, 13), (AtOnce, 4), (Waiting, 9)]);
}

#[test]
fn what_another_has_searched_is_useful_through_the_table() {
    let accounts = Accounts::new();
    let (mut one, mut two) = (Hand::new(&accounts, 0), Hand::new(&accounts, 1));
    one.task(4).open(7, 3).visit(20);
    two.task(4).open(8, 3).visit(15).close(State::Completed);
    one.close(State::Completed).open(8, 3).visit(1).close(State::Completed);
    one.close(State::Finished);
    two.open(9, 3).visit(6);
    let nodes = [one.end(), two.end()];
    let account = settled(&accounts, &nodes, (0, 21));
    assert_eq!(totals(&account), [(Useful, 36), (Vain, 6)]);
    // The second child can be searched beside the first, and is looked up where it is wanted.
    assert_eq!(account.span, 35);
}

#[test]
fn what_the_table_has_lost_is_searched_again() {
    let accounts = Accounts::new();
    let mut one = Hand::new(&accounts, 0);
    one.task(4);
    one.open(7, 3).visit(9).close(State::Completed);
    one.open(7, 3).visit(9).close(State::Completed);
    one.close(State::Finished);
    let nodes = one.end();
    assert_eq!(totals(&settled(&accounts, &[nodes], (0, 18))), [(Useful, 9), (Lost, 9)]);
    // The same with an entry that does not answer.
    let mut records: Vec<Record> = Vec::new();
    accounts.clear();
    one.log.begin(ClaimId::default(), nodes);
    one.task(4).open(7, 3).visit(9).close(State::Completed).open(7, 3).visit(9);
    one.close(State::Completed).close(State::Finished);
    one.end();
    records.extend(accounts.take().0);
    records.iter_mut().for_each(|record| record.opened.known = true);
    let facts = Facts { times: None, nodes: Vec::new(), complete: true };
    assert_eq!(totals(&account(records, &facts)), [(Useful, 9), (Shallow, 9)]);
}

#[test]
fn what_lies_below_a_cut_off_is_vain_with_all_that_was_finished_in_it() {
    let accounts = Accounts::new();
    let (mut one, mut two) = (Hand::new(&accounts, 0), Hand::new(&accounts, 1));
    one.task(6).open(7, 5).visit(2);
    two.task(6).open(7, 5).visit(2);
    one.open(70, 4).visit(20);
    two.open(71, 4).visit(5).open(710, 3).visit(9).close(State::Completed);
    // The first one's child cuts the node off, and the second leaves it for that answer.
    one.close(State::Completed).close(State::Completed);
    two.close(State::Cut);
    two.log.settle(7);
    two.close(State::Completed).close(State::Ended);
    one.close(State::Finished);
    let nodes = [one.end(), two.end()];
    let account = settled(&accounts, &nodes, (0, 22));
    // Of the two nodes of the second at the shared one, one cannot be divided.
    assert_eq!(totals(&account), [(Useful, 22), (AtOnce, 1), (Piece, 1), (Vain, 14), (Waiting, 6)]);
}

#[test]
fn a_worker_that_does_not_leave_a_node_that_is_answered_works_in_vain() {
    let accounts = Accounts::new();
    let (mut one, mut two) = (Hand::new(&accounts, 0), Hand::new(&accounts, 1));
    one.task(6).open(7, 5).visit(1).open(70, 4).visit(20);
    two.task(6).open(7, 5).visit(1);
    one.close(State::Completed).close(State::Completed);
    two.open(71, 4).visit(12).close(State::Completed).close(State::Completed);
    one.close(State::Finished);
    two.close(State::Ended);
    let nodes = [one.end(), two.end()];
    let account = settled(&accounts, &nodes, (0, 21));
    assert_eq!(totals(&account), [(Useful, 21), (AtOnce, 1), (Vain, 12), (Waiting, 8)]);
}

#[test]
fn failed_windows_and_depths_that_none_finished_are_told_apart() {
    let accounts = Accounts::new();
    let (mut one, mut two) = (Hand::new(&accounts, 0), Hand::new(&accounts, 1));
    one.task(4).open(6, 3).visit(5).close(State::Completed).close(State::Failed);
    two.task(5).open(7, 4).visit(12);
    one.task(4).open(8, 3).visit(10).close(State::Completed).close(State::Finished);
    let nodes = [one.end(), two.end()];
    let account = settled(&accounts, &nodes, (0, 15));
    assert_eq!(totals(&account), [(Useful, 10), (Window, 5), (Depth, 12), (Waiting, 3)]);
}

#[test]
fn what_is_visited_after_the_end_is_no_part_of_the_time() {
    let accounts = Accounts::new();
    let (mut one, mut two) = (Hand::new(&accounts, 0), Hand::new(&accounts, 1));
    one.task(4).open(6, 3).visit(10).close(State::Completed).close(State::Finished);
    two.task(5).open(7, 4).visit(8).open(70, 3).visit(4);
    let nodes = [one.end(), two.end()];
    // Called at 2, it has visited 12 by 14.
    let account = settled(&accounts, &nodes, (2, 10));
    assert_eq!(totals(&account), [(Useful, 10), (Depth, 8), (Uncalled, 2)]);
}

#[test]
fn helpers_write_in_the_claim_of_another_worker() {
    let accounts = Accounts::new();
    let mut one = Hand::new(&accounts, 0);
    one.task(6).open(7, 5).visit(1);
    one.log.enter(Expected::All);
    one.open(70, 4).visit(4).close(State::Completed);
    let above = one.log.innermost();
    let mut two = Hand::new(&accounts, 1);
    two.log.begin(above, 0);
    two.open(71, 4).visit(9).close(State::Completed);
    one.open(72, 4).visit(9).close(State::Completed).close(State::Completed).close(State::Finished);
    let nodes = [one.end(), two.end()];
    let account = settled(&accounts, &nodes, (5, 14));
    assert_eq!(totals(&account), [(Useful, 23), (Uncalled, 5)]);
    // One, the first child, and one of the others beside it.
    assert_eq!(account.span, 14);
    let kinds: Vec<_> = account.rows.iter().map(|row| (row.depth, row.kind)).collect();
    assert!(kinds.contains(&(5, Expected::All)), "{kinds:?}");
}
