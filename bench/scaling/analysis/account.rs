//! Where the time of the threads went, over all positions of a cell.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::reduce::Reduced;
use crate::scaling::account::Causes;
use crate::scaling::sample::Sample;
use plyglot_search::Cause;

/// What a part of the threads' time went into: the causes of a search, but for what is useful, which is parted in
/// what one thread needs too and what is searched beyond that.
pub const PARTS: [(&str, &str); 11] = [
    ("one_thread", "as one thread"),
    ("other_tree", "larger tree"),
    ("at_once", "at once"),
    ("piece", "pieces"),
    ("lost", "lost"),
    ("shallow", "shallow"),
    ("vain", "vain"),
    ("window", "windows"),
    ("depth", "depths"),
    ("waiting", "waiting"),
    ("uncalled", "uncalled"),
];

const _: () = assert!(PARTS.len() == Cause::COUNT + 1, "a part for each cause");

/// Shares of the threads' time, in the order of [`PARTS`]; each is a field in files.
pub type Shares = BTreeMap<String, f64>;

/// Nodes of one depth and kind, over all positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DepthRow {
    /// How deep the claim that they belong to was to be searched, in plies.
    pub depth: u32,
    /// What its node was expected to be: `pv`, `cut` or `all`.
    pub kind: String,
    /// Nodes by cause.
    pub nodes: Causes,
}

/// Where the time of the threads went, over all positions that reached the goal, longer ones counting more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellAccount {
    /// Threads times time, in nodes.
    pub whole: u64,
    /// The share of each part of it, by its name; together 1.
    pub shares: Shares,
    /// Useful nodes over the longest chain of them (work over span): how many threads could share the search at most,
    /// if there were one for each claim.
    pub parallelism: Option<f64>,
    /// Searches that were too long for all of them to be told apart: their double work is more than is shown.
    pub incomplete: usize,
    /// Nodes by depth and kind, the deepest first.
    pub rows: Vec<DepthRow>,
}

impl CellAccount {
    /// Of the samples of a cell; `None` where none is accounted for.
    pub(super) fn of(samples: &[&Sample], alone: &[Reduced]) -> Option<CellAccount> {
        let mut parts = [0.0; PARTS.len()];
        let (mut whole, mut useful, mut span) = (0, 0, 0);
        let mut incomplete = 0;
        let mut rows: BTreeMap<(std::cmp::Reverse<u32>, String), Causes> = BTreeMap::new();
        for sample in samples {
            let Some(account) = &sample.account else { continue };
            let causes = account.causes();
            let all = causes.of(Cause::Useful);
            // Without the search of one thread nothing is known to be beyond it.
            let one = alone.iter().find(|one| one.position == sample.case.position);
            let one = one.map_or(all as f64, |one| one.nodes.min(all as f64));
            parts[0] += one;
            parts[1] += all as f64 - one;
            for (part, cause) in parts[2..].iter_mut().zip(&Cause::ALL[1..]) {
                *part += causes.of(*cause) as f64;
            }
            incomplete += usize::from(!account.complete);
            whole += account.whole;
            useful += all;
            span += account.span;
            for row in &account.rows {
                let place = (std::cmp::Reverse(row.depth), row.kind.clone());
                rows.entry(place).or_default().add(&row.nodes);
            }
        }
        let named = PARTS.into_iter().zip(parts);
        let shares = named.map(|((name, _), part)| (name.to_string(), part / whole as f64));
        let row = |((depth, kind), nodes): ((std::cmp::Reverse<u32>, String), Causes)| DepthRow {
            depth: depth.0,
            kind,
            nodes,
        };
        (whole > 0).then(|| CellAccount {
            whole,
            shares: shares.collect(),
            incomplete,
            parallelism: (span > 0).then(|| useful as f64 / span as f64),
            rows: rows.into_iter().map(row).collect(),
        })
    }

    /// The share of a part.
    pub fn share(&self, name: &str) -> f64 {
        self.shares.get(name).copied().unwrap_or(0.0)
    }
}
