//! Shortest connections: how many stones a side still needs, and where they could go.
//!
//! Cells at the same distance from an edge are one set of bits, so a whole front of cells advances by
//! one step at once. A side's own stones cost nothing. Bridges count as joined already, as in
//! V. Anshelevich, "A hierarchical approach to computer Hex", 2002.

use super::bits::Cells;
use super::board::{Bridges, MOST};
use super::position::HexOf;

/// The most fronts of any board.
const FAR: usize = 2 * MOST;

/// The most fronts of boards of these sets; a longer path counts as none.
const fn far<C: Cells>() -> usize {
    2 * C::MOST
}

/// The shortest connections of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paths<C> {
    /// How many stones they lack; [`Paths::NONE`] if all paths are cut or too long.
    pub(super) stones: i32,
    /// The open cells on any of them.
    pub(super) cells: C,
    /// The open cells on a path that lacks one stone more.
    pub(super) detours: C,
}

impl<C: Cells> Paths<C> {
    /// Stones that are lacking where all paths are cut.
    pub(super) const NONE: i32 = far::<C>() as i32;
}

/// The open cells at each distance from an edge, nearest first.
struct Fronts<C> {
    sets: [C; FAR],
    count: usize,
    /// True if the other edge is joined to this one without any further stone.
    joined: bool,
}

impl<C: Cells> HexOf<C> {
    /// How many stones a side needs to join its edges, if the opponent never moves. `None` if the
    /// opponent has cut all paths.
    pub(super) fn stones_missing(&self, side: usize) -> Option<u32> {
        let [first, last] = self.shape.edges[side];
        let (own, open) = (self.stones[side], self.open());
        let (mut reached, beside) = self.shape.flood_and_beside(first & own, own);
        let mut next = (first | beside) & open;
        for stones in 0.. {
            if reached & last != C::EMPTY {
                return Some(stones);
            }
            if next == C::EMPTY {
                return None;
            }
            // What is beside those that were reached before is `next`.
            let (more, beside) = self.shape.flood_and_beside(next, own);
            reached |= more;
            next = beside & open & !reached;
        }
        None
    }

    /// The cells by which a side would join its edges at once.
    #[inline]
    pub(super) fn completing(&self, side: usize) -> C {
        let own = self.stones[side];
        let near = |edge: C| edge | self.shape.flood_and_beside(edge & own, own).1;
        let [first, last] = self.shape.edges[side].map(near);
        first & last & self.open()
    }

    /// The open cells at each distance from an edge, over bridges.
    fn fronts(&self, side: usize, edge: usize, bridges: &Bridges<C>) -> Fronts<C> {
        let (shape, own, open) = (self.shape, self.stones[side], self.open());
        let at = |edge| shape.edges[side][edge] | shape.bridged_to_edge(side, edge, open);
        let (mut reached, mut near) = self.with_joined(at(edge) & own, own, bridges);
        let joined = reached & at(1 - edge) != C::EMPTY;
        let mut fronts = Fronts { sets: [C::EMPTY; FAR], count: 0, joined };
        let mut next = (at(edge) | near) & open;
        while next != C::EMPTY && fronts.count < far::<C>() {
            fronts.sets[fronts.count] = next;
            fronts.count += 1;
            (reached, near) = self.with_joined(reached | next, own, bridges);
            next = near & open & !reached;
        }
        fronts
    }

    /// A set with the own stones that are joined to it by bridges, and the cells next to it all.
    #[inline]
    fn with_joined(&self, mut set: C, own: C, bridges: &Bridges<C>) -> (C, C) {
        loop {
            let near = self.shape.beside_or_bridged(set, bridges);
            let more = near & own & !set;
            if more == C::EMPTY {
                return (set, near);
            }
            set |= more;
        }
    }

    /// The shortest connections of a side.
    pub(super) fn paths(&self, side: usize) -> Paths<C> {
        let bridges = self.shape.bridges(self.open());
        let (one, two) = (self.fronts(side, 0, &bridges), self.fronts(side, 1, &bridges));
        // A cell in the i-th front of one edge and the j-th of the other (from 0) lies on a path that
        // lacks i + j + 1 stones.
        let mut lacking = [C::EMPTY; 2 * FAR];
        for (near, &here) in one.sets[..one.count].iter().enumerate() {
            for (far, &there) in two.sets[..two.count].iter().enumerate() {
                lacking[near + far] |= here & there;
            }
        }
        let shortest = lacking.iter().position(|&cells| cells != C::EMPTY);
        let Some(shortest) = shortest.filter(|_| !one.joined) else {
            let stones = if one.joined { 0 } else { Paths::<C>::NONE };
            return Paths { stones, cells: C::EMPTY, detours: lacking[0] };
        };
        let detours = lacking.get(shortest + 1).copied().unwrap_or(C::EMPTY);
        Paths { stones: shortest as i32 + 1, cells: lacking[shortest], detours }
    }
}
