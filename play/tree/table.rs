//! What a tree takes from a transposition table, and what it puts there.
//!
//! An engine's table has what its searches have proven, until it is full or the process ends; a tree has it for good.

use plyglot_open::{DoorError, Position};
use plyglot_search::table::{Basis, Entry, NO_MOVE, Table};
use plyglot_search::{Bound, Side, Verdict};

use super::Tree;
use super::error::TreeError;
use super::value::{Proven, Scale, score, seen};

/// What a table has proven of a position; `None` if it does not know it.
pub(super) fn known(
    table: &Table,
    at: &Position,
    scale: Scale,
) -> Result<Option<Proven>, DoorError> {
    let Some(entry) = table.probe(at.table_key()?) else { return Ok(None) };
    let side = |basis: Basis, bound: Bound| {
        let verdict = Verdict { score: entry.score, bound, proven: basis.is_proven() };
        Proven::of(&verdict, at.to_move(), scale)
    };
    Ok(Some(side(entry.lower, Bound::Lower).and(side(entry.upper, Bound::Upper))))
}

impl Tree {
    /// Tells a table of all positions of which it is proven whether their value is at least `goal`.
    pub(super) fn tell(&self, table: &Table, goal: i16) -> Result<(), TreeError> {
        for node in self.graph.nodes().iter().filter(|node| !node.is_over()) {
            let Some(holds) = node.proven.answers(goal) else { continue };
            let at = self.start.parse(&node.text)?;
            let value = if holds { node.proven.lower } else { node.proven.upper };
            // What is at least so much for the first player is at most so much for the second.
            let (lower, upper) = match holds == (node.mover == Side::First) {
                true => (Basis::Proven, Basis::Unknown),
                false => (Basis::Unknown, Basis::Proven),
            };
            let score = score(seen(value, node.mover));
            // It saves more work than anything else that the table may hold.
            let entry = Entry { mv: NO_MOVE, score, depth: u8::MAX, lower, upper };
            table.store(at.table_key()?, entry);
        }
        Ok(())
    }
}
