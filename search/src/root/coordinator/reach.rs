//! When an exact solve is in reach: a rule on plain numbers, asked whenever a depth is finished.
//!
//! Deepening always has something to show; a solve shows nothing until it is nearly done, and doubles
//! its cost with about every ply. So what it will cost is predicted first, by the game's own formula or
//! from how the finished depths have grown, and held against what is left of the limits. A prediction may
//! be wrong: a solve that is tried gets a [`Budget`], and when that is spent deepening resumes.
//!
//! Only operations that IEEE 754 rounds exactly are used, so virtual threads decide alike everywhere.

use std::time::Duration;

use crate::rules::solve::SolveCost;
use crate::shared::budget::{Budget, Spent};

/// The limits of a search, from its beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SearchLimits {
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<Duration>,
}

/// Over how many depths the growth is taken: the even and the odd ones grow differently.
const GROWN_OVER: usize = 4;

/// What a depth costs times the one before, where too few are finished to tell.
const USUAL_GROWTH: f64 = 3.0;

/// Growth is at least this: with a full table depths seem to cost nothing until they leave what is known.
const LEAST_GROWTH: f64 = 1.2;

/// A solve that was given up is expected to cost this many times what was spent on it.
const AFTER_FAILURE: f64 = 4.0;

/// What is known of the cost of depths and of solves so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// What the depths had taken when they were finished, from depth 1 on, each with all before it and without the solves that were
    /// given up, in nodes.
    finished: Vec<u64>,
    /// What the solves that were given up have taken.
    wasted: u64,
    /// What the last of them has taken.
    failed: u64,
    /// When the solve at hand began.
    began: u64,
}

/// What is asked of the rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) spent: Spent,
    pub(crate) limits: SearchLimits,
    /// How many plies deeper than what is finished the end is.
    pub(crate) plies: i32,
    /// What the game says that a solve costs.
    pub(crate) cost: Option<SolveCost>,
    /// How many lines are to be solved.
    pub(crate) lines: usize,
}

/// What is predicted with regard to one limit, in its unit.
#[derive(Clone, Copy, Debug)]
struct Forecast {
    /// What the solve is predicted to cost.
    cost: f64,
    /// What the next depth is predicted to cost.
    next: f64,
    spent: f64,
    left: Option<f64>,
}

impl Forecast {
    /// How many times the predicted cost a solve may take; `None` if it is out of reach.
    fn times_the_cost(self) -> Option<f64> {
        let Forecast { cost, next, spent, left } = self;
        match left {
            // How long a user will watch this is not known: as much again as was spent, and no more.
            None => (cost <= next.max(spent)).then_some(2.0),
            // Of no use to deepening, so all of it may be lost.
            Some(left) if next > left => (cost <= left).then_some(f64::INFINITY),
            // A loss of half costs a depth at most, and then only where the prediction was wrong.
            Some(left) if cost <= left / 3.0 => Some((left / 2.0 / cost).min(3.0)),
            // Cheaper than another depth.
            Some(left) if cost <= next => Some((left / cost).min(2.0)),
            Some(_) => None,
        }
    }
}

impl History {
    /// Takes note that a depth is finished, and with it all before it.
    pub(crate) fn finish_depth(&mut self, depth: i32, spent: Spent) {
        let taken = spent.nodes.saturating_sub(self.wasted);
        self.finished.resize(depth.max(0) as usize, taken);
    }

    /// Takes note that a solve has begun.
    pub(crate) fn begin_solve(&mut self, spent: Spent) {
        self.began = spent.nodes;
    }

    /// Takes note that the solve that was begun is given up.
    pub(crate) fn give_up_solve(&mut self, spent: Spent) {
        self.failed = spent.nodes.saturating_sub(self.began);
        self.wasted += self.failed;
    }

    /// By which factor all that was searched grows with another depth.
    fn growth(&self) -> f64 {
        let [.., last] = self.finished[..] else { return USUAL_GROWTH };
        let Some(before) = self.finished.len().checked_sub(GROWN_OVER + 1) else {
            return USUAL_GROWTH;
        };
        let grown = last as f64 / self.finished[before].max(1) as f64;
        grown.sqrt().sqrt().max(LEAST_GROWTH)
    }

    /// Up to which point a solve should be tried now; `None` if it is out of reach.
    pub(crate) fn in_reach(&self, at: &Question) -> Option<Budget> {
        let so_far = self.finished.last().copied().unwrap_or(0).max(1) as f64;
        let growth = self.growth();
        let next = so_far * (growth - 1.0);
        let lines = at.lines as f64;
        let (nodes, ease) = match at.cost {
            Some(SolveCost { nodes, ease }) => (nodes as f64, f64::from(ease.max(1))),
            None => ((0..at.plies).fold(so_far, |nodes, _| nodes * growth), 1.0),
        };
        let nodes = (nodes * lines).max(self.failed as f64 * AFTER_FAILURE).max(1.0);
        let spent = at.spent.nodes as f64;
        let by_nodes = at.limits.nodes.map(|most| Forecast {
            cost: nodes,
            next,
            spent,
            left: Some(most.saturating_sub(at.spent.nodes) as f64),
        });
        let by_time = at.limits.time.map(|most| {
            let seconds = at.spent.time.as_secs_f64();
            let a_node = seconds / spent.max(1.0);
            Forecast {
                cost: nodes / ease * a_node,
                next: next * a_node,
                spent: seconds,
                left: Some(most.saturating_sub(at.spent.time).as_secs_f64()),
            }
        });
        // Without any limit, nodes stand for time, so that one thread decides the same every time.
        let by_no_limit = (at.limits == SearchLimits::default()).then_some(Forecast {
            cost: nodes / ease,
            next,
            spent,
            left: None,
        });
        let mut times = f64::INFINITY;
        for forecast in [by_nodes, by_time, by_no_limit].into_iter().flatten() {
            times = times.min(forecast.times_the_cost()?);
        }
        if times.is_infinite() {
            return Some(Budget::UNLIMITED);
        }
        let nodes = at.spent.nodes.saturating_add((times * nodes) as u64);
        let time = by_time.map_or(Duration::MAX, |forecast| {
            let more = Duration::try_from_secs_f64(times * forecast.cost);
            at.spent.time.saturating_add(more.unwrap_or(Duration::MAX))
        });
        Some(Budget { nodes, time })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COST: SolveCost = SolveCost { nodes: 1_000_000, ease: 1 };

    /// Ten depths, each with twice the nodes of all before it, `last` in all: the next is as dear.
    fn doubling(last: u64) -> History {
        let mut history = History::default();
        for depth in 1..=10 {
            history.finish_depth(depth, nodes(last >> (10 - depth)));
        }
        history
    }

    fn nodes(nodes: u64) -> Spent {
        Spent { nodes, time: Duration::from_nanos(100 * nodes) }
    }

    fn ask(spent: u64, limit: Option<u64>, cost: Option<SolveCost>) -> Question {
        let limits = SearchLimits { nodes: limit, time: None };
        Question { spent: nodes(spent), limits, plies: 3, cost, lines: 1 }
    }

    #[test]
    fn without_a_limit_a_solve_costs_no_more_than_was_spent() {
        let early = doubling(400_000).in_reach(&ask(400_000, None, Some(COST)));
        assert_eq!(early, None);
        let later = doubling(1_100_000).in_reach(&ask(1_100_000, None, Some(COST)));
        assert_eq!(later, Some(Budget { nodes: 3_100_000, time: Duration::MAX }));
        let easy = Some(SolveCost { ease: 3, ..COST });
        assert!(doubling(400_000).in_reach(&ask(400_000, None, easy)).is_some());
    }

    #[test]
    fn within_a_limit_a_solve_takes_a_small_part_of_what_is_left() {
        let tried = |limit| doubling(100_000).in_reach(&ask(100_000, Some(limit), Some(COST)));
        assert_eq!(tried(3_000_000), None);
        let budget = tried(4_300_000).expect("a third is left for it").nodes;
        assert!((2_100_000..=2_200_000).contains(&budget), "{budget}");
        assert_eq!(tried(100_000_000).expect("next to nothing").nodes, 3_100_000);
    }

    #[test]
    fn what_another_depth_cannot_use_a_solve_may() {
        let tried = |spent, limit| doubling(spent).in_reach(&ask(spent, Some(limit), Some(COST)));
        assert_eq!(tried(2_000_000, 3_500_000), Some(Budget::UNLIMITED));
        assert_eq!(tried(2_000_000, 2_900_000), None);
    }

    #[test]
    fn a_solve_that_is_cheaper_than_another_depth_may_take_what_that_would() {
        let tried = |limit| {
            let at = ask(1_000_000, Some(limit), Some(COST));
            doubling(1_000_000).in_reach(&at).expect("a depth costs as much").nodes
        };
        // All that is left, up to twice the cost.
        assert_eq!([2_000_000, 2_500_000, 3_900_000].map(tried), [2_000_000, 2_500_000, 3_000_000]);
    }

    #[test]
    fn another_depth_costs_as_much_as_growth_says() {
        let mut history = History::default();
        for depth in 1..=6 {
            history.finish_depth(depth, nodes(1_024_000 >> (2 * (6 - depth))));
        }
        let tried = |cost| {
            let cost = SolveCost { nodes: cost, ease: 1 };
            history.in_reach(&ask(1_024_000, None, Some(cost))).is_some()
        };
        // Four times as much in all, so three times as much for the next alone.
        assert!(tried(3 * 1_024_000) && !tried(3 * 1_024_000 + 1));
    }

    #[test]
    fn each_line_costs_a_solve_of_its_own() {
        let tried = |lines| {
            let at = Question { lines, ..ask(1_500_000, None, Some(COST)) };
            doubling(1_500_000).in_reach(&at).map(|budget| budget.nodes)
        };
        assert_eq!([1, 2].map(tried), [Some(3_500_000), None]);
    }

    #[test]
    fn a_cost_that_no_formula_tells_is_read_off_the_growth() {
        // Three plies more: eight times as much.
        let tried = |limit| doubling(1_024_000).in_reach(&ask(1_024_000, Some(limit), None));
        assert_eq!(tried(25_000_000), None);
        assert!(tried(27_000_000).is_some());
        let far = Question { plies: 200, ..ask(1_024_000, Some(u64::MAX), None) };
        assert_eq!(doubling(1_024_000).in_reach(&far), None);
    }

    #[test]
    fn the_clock_counts_what_a_node_has_taken_and_how_much_easier_a_solve_is() {
        let spent = Spent { nodes: 1_000_000, time: Duration::from_secs(1) };
        let tried = |cost, seconds| {
            let limits = SearchLimits { nodes: None, time: Some(Duration::from_secs(seconds)) };
            let at = Question { spent, limits, plies: 9, cost: Some(cost), lines: 1 };
            doubling(1_000_000).in_reach(&at)
        };
        let hard = SolveCost { nodes: 10_000_000, ease: 1 };
        assert_eq!(tried(hard, 30), None);
        let budget = tried(hard, 32).expect("a third of the clock");
        // Half of what is left.
        assert!((16.0..=17.0).contains(&budget.time.as_secs_f64()), "{budget:?}");
        assert!((16_000_000..=17_000_000).contains(&budget.nodes), "{budget:?}");
        assert!(tried(SolveCost { ease: 5, ..hard }, 10).is_some());
    }

    #[test]
    fn after_a_failure_a_solve_has_to_be_worth_four_times_as_much() {
        let mut history = doubling(1_000_000);
        history.begin_solve(nodes(1_000_000));
        history.give_up_solve(nodes(3_000_000));
        assert_eq!(history.in_reach(&ask(3_000_000, None, Some(COST))), None);
        history.finish_depth(11, nodes(4_000_000));
        assert_eq!(history.finished.last(), Some(&2_000_000));
        assert_eq!(history.in_reach(&ask(4_000_000, None, Some(COST))), None);
        history.finish_depth(12, nodes(8_000_000));
        assert!(history.in_reach(&ask(8_000_000, None, Some(COST))).is_some());
    }

    #[test]
    fn depths_that_are_finished_together_count_each() {
        let mut history = doubling(1 << 20);
        history.finish_depth(14, nodes(1 << 24));
        assert_eq!(history.growth(), 2.0);
    }

    #[test]
    fn a_budget_ends_by_nodes_or_by_time() {
        let budget = Budget { nodes: 100, time: Duration::from_secs(1) };
        assert!(!budget.is_spent(Spent { nodes: 99, time: Duration::from_millis(999) }));
        assert!(budget.is_spent(Spent { nodes: 100, time: Duration::ZERO }));
        assert!(budget.is_spent(Spent { nodes: 0, time: Duration::from_secs(1) }));
        assert!(!Budget::UNLIMITED.is_spent(nodes(1 << 40)));
    }
}
