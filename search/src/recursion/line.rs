//! The principal variation, stored in a triangle: the best line of each ply of the current path.

use crate::rules::limits::MAX_PLY;

/// One row for each ply, each with room for the longest line from there, so that keeping a line
/// allocates nothing.
#[derive(Debug)]
pub(crate) struct LineTable<M> {
    rows: Vec<Vec<M>>,
}

impl<M: Copy> LineTable<M> {
    pub(crate) fn new() -> Self {
        LineTable {
            rows: (0..=MAX_PLY + 1).map(|ply| Vec::with_capacity(MAX_PLY + 1 - ply)).collect(),
        }
    }

    /// No line is known from this ply.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.rows[ply].clear();
    }

    /// The best line from this ply is `mv`, then the best line of the next ply.
    #[inline]
    pub(crate) fn set(&mut self, ply: usize, mv: M) {
        let (upper, lower) = self.rows.split_at_mut(ply + 1);
        let row = &mut upper[ply];
        row.clear();
        row.push(mv);
        row.extend_from_slice(&lower[0]);
    }

    /// The best line from this ply is `mv`, then `rest`.
    pub(crate) fn put(&mut self, ply: usize, mv: M, rest: &[M]) {
        let row = &mut self.rows[ply];
        row.clear();
        row.push(mv);
        row.extend_from_slice(rest);
    }

    /// The best line from this ply.
    pub(crate) fn get(&self, ply: usize) -> &[M] {
        &self.rows[ply]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_its_move_and_the_line_below() {
        let mut table = LineTable::new();
        table.clear(2);
        table.set(1, 'b');
        table.set(0, 'a');
        assert_eq!(table.get(0), ['a', 'b']);
        table.clear(1);
        table.set(0, 'c');
        assert_eq!(table.get(0), ['c']);
    }
}
