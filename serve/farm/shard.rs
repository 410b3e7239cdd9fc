//! Shards: the fixed, disjoint parts into which the lines of a file are divided.
//!
//! The rule depends on nothing but the file, the number of shards and, by cost, the game's knowledge. So shards
//! can be searched on machines that know nothing of one another, and they stay the same when one is
//! searched again.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use plyglot_open::DoorError;
use plyglot_wire::read::Source;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// The most shards there can be: as many as a file can have lines.
pub const MOST_SHARDS: usize = 1_000_000;

/// One of several shards: `3/8` is the third of eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
}

/// A text that names no shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("I/N is needed, the I-th of N parts, such as 1/8; I from 1 to N, N up to {MOST_SHARDS}")]
pub struct NoShard;

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Shard, NoShard> {
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok()).flatten().ok_or(NoShard)
        };
        let (first, second) = text.split_once('/').ok_or(NoShard)?;
        let (part, of): (usize, usize) = (number(first)?, number(second)?);
        let is_one = (1..=of).contains(&part) && of <= MOST_SHARDS;
        is_one.then_some(Shard { number: part, of }).ok_or(NoShard)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.number, self.of)
    }
}

/// How lines are divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// In turns: of N shards the I-th has the lines I, I + N, I + 2N, ... of those that are neither blank nor
    /// comments.
    #[default]
    Line,
    /// Parts of about equal cost, the most expensive lines in the first.
    Cost,
    /// As a farm has prepared them ([`tapered`]).
    Farm,
}

impl Shard {
    /// The indices (from 0, rising) of the lines that are in this shard, of as many as there are costs.
    #[must_use]
    pub fn of_costs(self, costs: &[u64], by: By) -> Vec<usize> {
        match by {
            By::Line => (self.number - 1..costs.len()).step_by(self.of).collect(),
            By::Cost => by_cost(costs, self.of).swap_remove(self.number - 1),
            By::Farm => tapered(costs, self.of).swap_remove(self.number - 1),
        }
    }
}

/// The indices of the lines of each shard, by cost: dealt from the most expensive line down, each shard until it
/// has its share of what is left.
#[must_use]
pub fn by_cost(costs: &[u64], shards: usize) -> Vec<Vec<usize>> {
    weighted(costs, &vec![1; shards])
}

/// Likewise, for workers that take one shard after the other: the first half of the shards has four fifths of the
/// cost. Most lines are then searched in few processes, each with a table for all of its lines, and what is left
/// makes up for costs that were guessed badly, so that the workers end together (the idea of S. Hummel, E. Schonberg and
/// L. Flynn, *Factoring: a method for scheduling parallel loops*, 1992, with two sizes).
#[must_use]
pub fn tapered(costs: &[u64], shards: usize) -> Vec<Vec<usize>> {
    let large = shards.div_ceil(2);
    let weights: Vec<u64> = (0..shards).map(|index| if index < large { 4 } else { 1 }).collect();
    weighted(costs, &weights)
}

/// The indices of the lines of each shard, of which each has a cost in proportion to its weight.
fn weighted(costs: &[u64], weights: &[u64]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..costs.len()).collect();
    // Equal costs stay in the order of the file.
    order.sort_by_key(|&index| Reverse(costs[index]));
    let mut left: u128 = costs.iter().copied().map(u128::from).sum();
    let mut order = order.into_iter().peekable();
    let mut weight_left: u128 = weights.iter().copied().map(u128::from).sum();
    let mut part = |(index, &weight): (usize, &u64)| {
        let share = (left * u128::from(weight)).div_ceil(weight_left);
        let is_last = index + 1 == weights.len();
        let (mut lines, mut cost) = (Vec::new(), 0_u128);
        // A line for which half has no room goes to the next.
        while let Some(index) = order.next_if(|&index| {
            lines.is_empty() || is_last || cost + u128::from(costs[index]) / 2 < share
        }) {
            lines.push(index);
            cost += u128::from(costs[index]);
        }
        left -= cost;
        weight_left -= u128::from(weight);
        lines.sort_unstable();
        lines
    };
    weights.iter().enumerate().map(&mut part).collect()
}

/// What a shard's results begin with, so that they can be merged: what must be the same in all shards, and which
/// lines this one answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The game with its size.
    pub game: String,
    /// `analyze`, `solve` or `review`.
    pub command: String,
    /// Which shard, from 1.
    pub shard: usize,
    /// How many there are.
    pub shards: usize,
    /// How the lines were divided.
    pub by: By,
    /// How many lines all shards have.
    pub records: usize,
    /// The lines of the file that are in this shard, rising.
    pub lines: Vec<Source>,
    /// All that must be the same in every shard: options and weights, limits, positions, the program's version.
    pub run: Value,
}

/// The costs of all lines, if the way of dividing them needs any.
///
/// # Errors
/// The first of `cost`.
pub fn costs<T>(
    lines: &[T],
    by: By,
    cost: impl Fn(&T) -> Result<u64, DoorError>,
) -> Result<Vec<u64>, DoorError> {
    match by {
        By::Line => Ok(vec![1; lines.len()]),
        By::Cost | By::Farm => lines.iter().map(cost).collect(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_shard_is_one_of_several() {
        assert_eq!("3/8".parse(), Ok(Shard { number: 3, of: 8 }));
        assert_eq!(
            "1/1000000".parse::<Shard>().map(|shard| shard.to_string()),
            Ok("1/1000000".into())
        );
        for bad in [
            "",
            "1",
            "/",
            "0/4",
            "5/4",
            "1/0",
            "0/0",
            "-1/4",
            "+1/4",
            "1/ 4",
            "1/4/2",
            "a/b",
            "1/1000001",
        ] {
            assert_eq!(bad.parse::<Shard>(), Err(NoShard), "{bad}");
        }
        assert!("9/99999999999999999999999".parse::<Shard>().is_err());
    }

    #[test]
    fn lines_are_dealt_in_turns() {
        let lines = |number, of| Shard { number, of }.of_costs(&[1; 7], By::Line);
        assert_eq!(
            [lines(1, 3), lines(2, 3), lines(3, 3)],
            [vec![0, 3, 6], vec![1, 4], vec![2, 5]]
        );
        assert_eq!(lines(9, 9), [0; 0]);
    }

    #[test]
    fn expensive_lines_come_first_and_by_themselves() {
        let parts = by_cost(&[1, 100, 1, 1, 50, 1, 1, 1], 3);
        assert_eq!(parts, [vec![1], vec![4], vec![0, 2, 3, 5, 6, 7]]);
        assert_eq!(by_cost(&[7; 6], 3), [vec![0, 1], vec![2, 3], vec![4, 5]]);
        assert_eq!(by_cost(&[], 2), [[0; 0]; 2]);
        assert_eq!(tapered(&[1; 8], 2), [vec![0, 1, 2, 3, 4, 5, 6], vec![7]]);
        assert_eq!(tapered(&[3, 3, 1, 9], 1), [vec![0, 1, 2, 3]]);
        assert_eq!(tapered(&[6, 6, 6, 2, 2, 2], 3), [vec![0, 1], vec![2, 3, 4], vec![5]]);
        assert_eq!(by_cost(&[5], 2), [vec![0], vec![]]);
    }

    proptest! {
        #[test]
        fn every_line_is_in_exactly_one_shard(
            costs in prop::collection::vec(prop_oneof![0_u64..9, any::<u64>()], 0..60),
            of in 1_usize..20,
        ) {
            for by in [By::Line, By::Cost, By::Farm] {
                let shards = (1..=of).map(|number| Shard { number, of }.of_costs(&costs, by));
                let mut all = shards.inspect(|lines| assert!(lines.is_sorted())).collect::<Vec<_>>().concat();
                all.sort_unstable();
                prop_assert!(all.into_iter().eq(0..costs.len()));
            }
        }

        #[test]
        fn no_part_has_much_more_than_its_share(
            costs in prop::collection::vec(1_u64..1000, 1..200),
            of in 1_usize..20,
        ) {
            let sum = |lines: &Vec<usize>| lines.iter().map(|&line| costs[line]).sum::<u64>();
            let most = by_cost(&costs, of).iter().map(sum).max().unwrap_or(0);
            let share = costs.iter().sum::<u64>() as f64 / of as f64;
            let largest = costs.iter().copied().max().unwrap_or(0);
            prop_assert!(most as f64 <= share.max(largest as f64) + largest as f64, "{most} of {share}");
        }
    }
}
