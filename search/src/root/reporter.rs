//! The answer of a search: its best lines, completed, as a report.

use std::sync::Arc;
use std::time::Duration;

use crate::recursion::Parts;
use crate::root::coordinator::Closing;
use crate::root::request::Request;
use crate::root::whole_lines::{self, WholeLines};
use crate::root::worker::Worker;
use crate::rules::account::Account;
use crate::rules::game::{Game, Outcome};
use crate::rules::knowledge::Knowledge;
use crate::rules::observer::Observer;
use crate::rules::report::{Bound, Counters, Ended, Line, Report, Verdict};
use crate::rules::score::Score;
use crate::shared::account::{Facts, account};
use crate::shared::past::Past;

/// What an engine makes its reports with.
pub(super) struct Reporter<'a, G: Game, K, O> {
    pub(super) knowledge: &'a mut K,
    /// Searches what lines are completed by.
    pub(super) first: &'a mut Worker<G, K, O>,
    pub(super) parts: &'a Parts,
    pub(super) threads: usize,
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Reporter<'_, G, K, O> {
    /// The report of a game that is over.
    pub(super) fn game_over(&self, outcome: Outcome) -> Report<u32> {
        Report {
            lines: Vec::new(),
            before: Vec::new(),
            verdict: Verdict { score: outcome.score(), bound: Bound::Exact, proven: true },
            ended: Ended::GameOver,
            nodes: 0,
            elapsed: self.parts.control.elapsed(),
            hash_permill: 0,
            hash_bytes: self.parts.table.bytes(),
            seldepth: 0,
            tbhits: 0,
            threads: self.threads,
            first_result: None,
            counters: Counters::default(),
            account: None,
        }
    }

    /// The report of a search, of whose history this counts. Where no line says by which move, it is the `fallback`.
    pub(super) fn report(
        &mut self,
        &Request { game, history, limits, .. }: &Request<'_, G, u32>,
        past: &Arc<Past>,
        closing: Closing,
        fallback: u32,
    ) -> Report<u32> {
        let Closing { mut lines, before, ended, mut counters, first_result, ended_at } = closing;
        let seldepth = self.parts.control.deepest();
        // The moments in which the others return are time that the caller waited, too; but
        // virtual threads return one after the other.
        let elapsed = match (&self.parts.turns, ended_at) {
            (Some(_), Some(ended_at)) => ended_at,
            _ => self.parts.control.elapsed(),
        };
        let account = self.account(elapsed);
        counters.repeated = account.as_ref().map_or(0, |account| account.repeated());
        if lines.is_empty() {
            // Stopped before the first depth was finished: any legal move, and an honest estimate.
            self.knowledge.begin(game);
            let score = Score::heuristic(self.knowledge.evaluate(game));
            let verdict = Verdict { score, bound: Bound::Exact, proven: false };
            lines.push(Line { rank: 1, depth: 0, verdict, pv: vec![fallback] });
        }
        for line in &mut lines {
            if line.pv.is_empty() {
                // Only an upper bound was proven: every move is as good as is known.
                line.pv.push(fallback);
            }
        }
        let Parts { table, control, .. } = self.parts;
        let (knowledge, first) = (&mut *self.knowledge, &mut *self.first);
        let budget = whole_lines::budget(counters.nodes);
        let first_is_free = lines.len() == 1 && limits.root_moves.is_empty();
        let mut whole = WholeLines {
            root: game,
            history,
            past,
            table,
            budget,
            first_is_free,
            knowledge,
            first,
        };
        lines.iter_mut().for_each(|line| whole.follow(line));
        if limits.whole_lines && control.go_on(budget) {
            lines.iter_mut().for_each(|line| whole.play_out(line));
        }
        Report {
            verdict: lines[0].verdict,
            lines,
            before,
            ended,
            nodes: counters.nodes,
            elapsed,
            hash_permill: self.parts.table.fill_permill_after(counters.nodes),
            hash_bytes: self.parts.table.bytes(),
            seldepth,
            tbhits: self.parts.control.tbhits(),
            threads: self.threads,
            first_result,
            counters,
            account,
        }
    }

    /// Where the time of the threads went, if that is asked for.
    fn account(&self, elapsed: Duration) -> Option<Arc<Account>> {
        let Parts { team, turns, control, .. } = self.parts;
        let accounts = team.as_ref()?.accounts.as_ref()?;
        let (records, complete) = accounts.take();
        // Virtual time is a microsecond a node.
        let in_nodes = |time: Duration| time.as_micros() as u64;
        let times = turns.as_ref().map(|_| (in_nodes(elapsed), accounts.called().map(in_nodes)));
        let facts = Facts { times, nodes: control.nodes_of_each(), complete };
        Some(Arc::new(account(records, &facts)))
    }
}
