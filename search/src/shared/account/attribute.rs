//! What each claim of a search was for.
//!
//! By the rules, in this order: what the answer rests on is useful where it was searched first; what others were
//! at as well, or had been, is double work; the rest has the cause of what above it was not brought to a useful end.
//! All passes go over the claims in the order in which they ended: a claim ends after those within it and after
//! those on whose entries it rests.

use std::collections::{HashMap, HashSet};

use crate::rules::account::{Account, AccountRow, Cause};
use crate::rules::node::Expected;
use crate::shared::account::{Opened, Record, State};

/// What is known of a search beside its claims.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// When it ended and when the others were called, in nodes of virtual time; `None` of real threads.
    pub(crate) times: Option<(u64, Option<u64>)>,
    /// What each worker has visited.
    pub(crate) nodes: Vec<u64>,
    /// All claims were written down.
    pub(crate) complete: bool,
}

/// What is answered by a look at the table visits no more than its node.
const LOOKED_UP: u64 = 1;

const NONE: u32 = u32::MAX;

/// Where the time of a search's threads went.
pub(crate) fn account(mut records: Vec<Record>, facts: &Facts) -> Account {
    records.sort_unstable_by_key(|record| record.end);
    let (waiting, uncalled) = idle(&mut records, facts);
    share_out(&mut records);
    let tree = Tree::new(&records);
    let mut rows = Rows::default();
    for place in 0..records.len() {
        tree.charge(place, &mut rows);
    }
    let rows = rows.sorted();
    let nodes: u64 = rows.iter().flat_map(|row| row.nodes).sum();
    let whole = nodes + waiting + uncalled;
    // Chains that wait for the same piece count it each: in a search of few nodes that can come to more than there are.
    let span = tree.span().min(nodes);
    Account { whole, rows, waiting, uncalled, span, complete: facts.complete }
}

/// The time in which workers visited no node. What they visited after the end, in turns that had begun before it, is
/// taken from their last claims.
fn idle(records: &mut [Record], facts: &Facts) -> (u64, u64) {
    let Some((end, called)) = facts.times else { return (0, 0) };
    let called = called.unwrap_or(end).min(end);
    let (mut waiting, mut uncalled) = (0, 0);
    for (worker, &nodes) in facts.nodes.iter().enumerate() {
        let before = if worker == 0 { 0 } else { called };
        uncalled += before;
        waiting += end.saturating_sub(before + nodes);
        let mut beyond = (before + nodes).saturating_sub(end);
        if beyond == 0 {
            continue;
        }
        let mine = records.iter_mut().rev().filter(|record| usize::from(record.worker) == worker);
        for record in mine {
            for part in [&mut record.own, &mut record.solver] {
                let taken = beyond.min(*part);
                (*part, beyond) = (*part - taken, beyond - taken);
            }
            if beyond == 0 {
                break;
            }
        }
    }
    (waiting, uncalled)
}

/// Workers that are at the same at once help each other through the table, and the one that is the first to end need not
/// be the one that has done most of it. Of those the first gets the most nodes that any of them has visited: as much
/// as it would have done alone, or less.
fn share_out(records: &mut [Record]) {
    for alike in by_tag(records).chunk_by(|one, other| one.0 == other.0) {
        let completed = alike.iter().filter(|one| {
            let record = &records[one.2 as usize];
            record.state == State::Completed && record.nodes() > LOOKED_UP
        });
        let Some(first) = completed.map(|one| one.2).min() else { continue };
        let end = records[first as usize].end;
        let beside = alike.iter().filter(|one| one.1 < end).map(|one| one.2);
        let Some(most) = beside.max_by_key(|&place| records[place as usize].nodes()) else {
            continue;
        };
        if records[most as usize].nodes() > records[first as usize].nodes() {
            let [one, other] = [most, first].map(|place| &records[place as usize]);
            let (one, other) = ((one.own, one.solver), (other.own, other.solver));
            (records[first as usize].own, records[first as usize].solver) = one;
            (records[most as usize].own, records[most as usize].solver) = other;
        }
    }
}

/// The searches in the order of what they search and when they began: tag, beginning and place of each.
fn by_tag(records: &[Record]) -> Vec<(u64, u32, u32)> {
    let each = records.iter().zip(0..).filter(|(record, _)| !record.is_task());
    let mut order: Vec<(u64, u32, u32)> =
        each.map(|(record, place)| (record.opened.tag, record.begin, place)).collect();
    order.sort_unstable();
    order
}

/// What has come of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It was the first to be searched to its end.
    First,
    /// It was answered by the entry of this one.
    Answered(u32),
    /// It was searched, but this one had been before it began.
    Again(u32),
    /// It was searched, but this one was at the same time and ended first.
    Beside(u32),
    /// It was not brought to an end.
    Unfinished,
}

/// The claims of a search in the order of their ends, with what is found out about each.
struct Tree<'a> {
    records: &'a [Record],
    parents: Vec<u32>,
    fates: Vec<Fate>,
    /// Another one, which began earlier, was at the same at that time.
    doubled: Vec<bool>,
    /// The answer rests on it.
    needed: Vec<bool>,
    spans: Vec<u64>,
    /// The depths that were finished.
    finished: HashSet<i32>,
}

impl<'a> Tree<'a> {
    fn new(records: &'a [Record]) -> Self {
        let begins: HashMap<u32, u32> =
            records.iter().zip(0..).map(|(record, place)| (record.begin, place)).collect();
        let parent = |record: &Record| begins.get(&record.parent.begin).copied().unwrap_or(NONE);
        let finished = records.iter().filter(|record| record.state == State::Finished);
        let mut tree = Tree {
            records,
            parents: records.iter().map(parent).collect(),
            fates: Vec::new(),
            doubled: doubled(records),
            needed: Vec::new(),
            spans: Vec::new(),
            finished: finished.map(|task| task.opened.depth).collect(),
        };
        tree.fates = tree.fates();
        tree.needed = tree.needed();
        tree.spans = tree.spans();
        tree
    }

    fn fates(&self) -> Vec<Fate> {
        let mut is_leaf = vec![true; self.records.len()];
        for &parent in self.parents.iter().filter(|&&parent| parent != NONE) {
            is_leaf[parent as usize] = false;
        }
        // Who searched a position last, and who searched it first to this depth in this window.
        let (mut last, mut first) = (HashMap::<u64, u32>::new(), HashMap::<u64, u32>::new());
        let mut fates = Vec::with_capacity(self.records.len());
        for (place, record) in self.records.iter().enumerate() {
            let looked_up = record.state == State::Completed
                && is_leaf[place]
                && record.nodes() <= LOOKED_UP
                && record.solver == 0;
            let rests_on = match (record.rests_on, looked_up) {
                (0, true) => last.get(&record.opened.key),
                // A search within the node may rest on an entry that does not answer the node itself.
                (_, false) if record.state == State::Completed => None,
                (0, _) => None,
                (key, _) => last.get(&key),
            };
            let earlier = first.get(&record.opened.tag).copied();
            fates.push(match (record.state, rests_on.copied(), earlier) {
                (State::Finished, ..) => Fate::First,
                (State::Completed | State::Settled, Some(other), _) => Fate::Answered(other),
                (State::Completed, None, Some(other)) => {
                    last.insert(record.opened.key, place as u32);
                    let before = self.records[other as usize].end < record.begin;
                    if before { Fate::Again(other) } else { Fate::Beside(other) }
                }
                (State::Completed, None, None) => {
                    last.insert(record.opened.key, place as u32);
                    first.insert(record.opened.tag, place as u32);
                    Fate::First
                }
                _ => Fate::Unfinished,
            });
        }
        fates
    }

    /// What the answer rests on, from the tasks that finished something downwards.
    fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.records.len()];
        for place in (0..self.records.len()).rev() {
            let state = self.records[place].state;
            let parent = self.parents[place];
            let is_wanted = state == State::Finished
                || (parent != NONE
                    && needed[parent as usize]
                    && self.fates[parent as usize] == Fate::First
                    && matches!(state, State::Completed | State::Settled));
            needed[place] |= is_wanted;
            if needed[place]
                && let Fate::Answered(other) | Fate::Again(other) | Fate::Beside(other) =
                    self.fates[place]
            {
                needed[other as usize] = true;
            }
        }
        needed
    }

    /// The task in which each claim was made.
    fn tasks(&self) -> Vec<u32> {
        let mut tasks = vec![NONE; self.records.len()];
        for place in (0..self.records.len()).rev() {
            tasks[place] = match self.parents[place] {
                NONE => place as u32,
                parent => tasks[parent as usize],
            };
        }
        tasks
    }

    /// The longest chain of nodes in each claim.
    fn spans(&self) -> Vec<u64> {
        /// The claims of one visit of a node: the chain through the first, and the longest through another. The
        /// searches of one claim follow each other.
        #[derive(Clone, Copy, Default)]
        struct Visit {
            number: u16,
            before: u64,
            first: Option<u64>,
            others: u64,
            key: u64,
            claim: u64,
        }
        impl Visit {
            fn fold(&mut self) {
                let claim = std::mem::take(&mut self.claim);
                match self.first {
                    None => self.first = Some(claim),
                    Some(_) => self.others = self.others.max(claim),
                }
            }

            fn length(mut self) -> u64 {
                self.fold();
                self.before + self.first.unwrap_or(0) + self.others
            }
        }
        let mut visits = vec![Visit::default(); self.records.len()];
        let tasks = self.tasks();
        // What was searched in an earlier task, or has its place elsewhere in the chains, is waited for there.
        let waited_for = |place: usize, other: u32| {
            let other = other as usize;
            let above = self.parents[other];
            let elsewhere = above != NONE
                && self.needed[above as usize]
                && self.fates[above as usize] == Fate::First;
            let task = tasks[place];
            let before =
                task != NONE && self.records[other].end < self.records[task as usize].begin;
            elsewhere || before
        };
        let mut spans = vec![0; self.records.len()];
        for (place, record) in self.records.iter().enumerate() {
            let below = match self.fates[place] {
                Fate::Answered(other) | Fate::Again(other) | Fate::Beside(other) => {
                    if waited_for(place, other) { 0 } else { spans[other as usize] }
                }
                Fate::First => record.nodes() + visits[place].length(),
                Fate::Unfinished => 0,
            };
            spans[place] = below;
            if self.parents[place] != NONE {
                let visit = &mut visits[self.parents[place] as usize];
                if visit.number != record.parent.visit {
                    let (number, before) = (record.parent.visit, visit.length());
                    *visit = Visit { number, before, ..Visit::default() };
                } else if visit.key != 0 && visit.key != record.opened.key {
                    visit.fold();
                }
                visit.key = record.opened.key;
                visit.claim += below;
            }
        }
        spans
    }

    /// The longest chain of all: one depth after the other.
    fn span(&self) -> u64 {
        let finished = self.records.iter().zip(&self.spans);
        let finished = finished.filter(|(record, _)| record.state == State::Finished);
        finished.map(|(_, span)| span).sum()
    }

    /// Puts the nodes of a claim where they belong.
    fn charge(&self, place: usize, rows: &mut Rows) {
        let record = &self.records[place];
        let [own, solver] = self.causes(place);
        // A node that others can share is one node; what else is searched within it cannot be shared.
        let alone = if own == Cause::AtOnce && record.is_shared() {
            record.own.saturating_sub(1)
        } else {
            0
        };
        rows.add(record, own, record.own - alone);
        rows.add(record, Cause::Piece, alone);
        rows.add(record, solver, record.solver);
    }

    /// The cause of a claim's own nodes, and that of its leaf solvers'.
    fn causes(&self, place: usize) -> [Cause; 2] {
        let record = &self.records[place];
        let Opened { last_resort, within, .. } = record.opened;
        let small = within || (last_resort && !record.is_shared());
        // What is smaller than a claim is not kept in the table everywhere: it was never there to be lost.
        let repeated = if within && !record.is_shared() { Cause::Piece } else { again(record) };
        let double = [if small { Cause::Piece } else { Cause::AtOnce }, Cause::Piece];
        match self.fates[place] {
            Fate::First | Fate::Answered(_)
                if self.needed[place] && record.state != State::Settled =>
            {
                [Cause::Useful; 2]
            }
            Fate::Beside(_) => double,
            Fate::Again(_) => [repeated; 2],
            _ if self.doubled[place] => double,
            _ => [self.in_vain(place); 2],
        }
    }

    /// Why a claim was in vain that was not searched twice: that of the first above it, or itself, that explains it.
    fn in_vain(&self, place: usize) -> Cause {
        let mut place = place as u32;
        loop {
            let record = &self.records[place as usize];
            match (record.state, self.fates[place as usize]) {
                (State::Failed, _) => return Cause::Window,
                (State::Cut | State::Settled, _) | (_, Fate::Beside(_)) => return Cause::Vain,
                (State::Completed, Fate::Again(_)) => return again(record),
                (State::Ended, _) if record.is_task() => {
                    let is_answered = record.solves || self.finished.contains(&record.opened.depth);
                    return if is_answered { Cause::Vain } else { Cause::Depth };
                }
                _ => {}
            }
            place = self.parents[place as usize];
            if place == NONE {
                return Cause::Vain;
            }
        }
    }
}

/// The cause of what was searched before.
fn again(record: &Record) -> Cause {
    if record.opened.known { Cause::Shallow } else { Cause::Lost }
}

/// For each claim, whether another one that had begun before it was at the same at that time.
fn doubled(records: &[Record]) -> Vec<bool> {
    let mut doubled = vec![false; records.len()];
    for alike in by_tag(records).chunk_by(|one, other| one.0 == other.0) {
        let mut latest = 0;
        for &(_, begin, place) in alike {
            doubled[place as usize] = begin < latest;
            latest = latest.max(records[place as usize].end);
        }
    }
    doubled
}

/// Nodes by depth and kind.
#[derive(Default)]
struct Rows(HashMap<(i32, usize), [u64; Cause::COUNT]>);

const KINDS: [Expected; 3] = [Expected::Pv, Expected::Cut, Expected::All];

impl Rows {
    fn add(&mut self, record: &Record, cause: Cause, nodes: u64) {
        if nodes > 0 {
            let kind = KINDS.iter().position(|&kind| kind == record.opened.kind).unwrap_or(0);
            let row = self.0.entry((record.opened.depth.max(0), kind)).or_default();
            row[cause as usize] += nodes;
        }
    }

    fn sorted(self) -> Vec<AccountRow> {
        let mut rows: Vec<_> = self.0.into_iter().collect();
        rows.sort_unstable_by_key(|&((depth, kind), _)| (std::cmp::Reverse(depth), kind));
        let row = |((depth, kind), nodes): ((i32, usize), _)| AccountRow {
            depth: depth as u32,
            kind: KINDS[kind],
            nodes,
        };
        rows.into_iter().map(row).collect()
    }
}
