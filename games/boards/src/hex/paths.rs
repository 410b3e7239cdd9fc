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

/// What an edge reaches without a further stone.
#[derive(Clone, Copy)]
struct Start<C> {
    /// Its own cells, and the stones that are joined to it.
    reached: C,
    /// The open cells next to that.
    next: C,
    /// The other edge is among it.
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

    /// What an edge reaches without a further stone, over bridges.
    #[inline]
    fn start(&self, side: usize, edge: usize, bridges: &Bridges<C>) -> Start<C> {
        let (shape, own, open) = (self.shape, self.stones[side], self.open());
        let at = |edge| shape.edges[side][edge] | shape.bridged_to_edge(side, edge, open);
        let (reached, near) = self.with_joined(at(edge) & own, own, bridges);
        let joined = reached & at(1 - edge) != C::EMPTY;
        Start { reached, next: (at(edge) | near) & open, joined }
    }

    /// The fronts of an edge, up to the one after the first that meets `goal`, and which that is; no more than `most`,
    /// all others empty.
    #[inline]
    fn fronts(
        &self,
        side: usize,
        from: Start<C>,
        bridges: &Bridges<C>,
        goal: C,
        most: usize,
    ) -> ([C; FAR], Option<usize>) {
        let (own, open) = (self.stones[side], self.open());
        let (mut fronts, mut met) = ([C::EMPTY; FAR], None);
        let Start { mut reached, mut next, .. } = from;
        for (place, front) in fronts.iter_mut().enumerate().take(most) {
            if place > 0 {
                let (all, near) = self.with_joined(reached | next, own, bridges);
                (reached, next) = (all, near & open & !all);
            }
            *front = next;
            if next == C::EMPTY || met.is_some() {
                break;
            }
            if next & goal != C::EMPTY {
                met = Some(place);
            }
        }
        (fronts, met)
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

    /// The shortest connections of both sides.
    pub(super) fn both_paths(&self) -> [Paths<C>; 2] {
        let bridges = self.shape.bridges(self.open());
        [0, 1].map(|side| self.paths(side, &bridges))
    }

    /// Sets the planes that a net sees: stones, the cells of shortest connections, and those of detours, of both
    /// sides.
    pub(super) fn fill(&self, planes: &mut [u64], [red, blue]: &[Paths<C>; 2]) {
        let seen = [self.stones, [red.cells, blue.cells], [red.detours, blue.detours]];
        let seen = seen.as_flattened();
        for (plane, set) in planes.chunks_mut(planes.len() / seen.len()).zip(seen) {
            set.words(plane);
        }
    }

    /// The shortest connections of a side.
    fn paths(&self, side: usize, bridges: &Bridges<C>) -> Paths<C> {
        let [one, two] = [0, 1].map(|edge| self.start(side, edge, bridges));
        if one.joined {
            return Paths { stones: 0, cells: C::EMPTY, detours: one.next & two.next };
        }
        // The last stone of a shortest path is next to the other edge, so fronts further away are on none, nor on any
        // that lacks one stone more.
        let (near, met) = self.fronts(side, one, bridges, two.next, far::<C>());
        let Some(shortest) = met else {
            return Paths { stones: Paths::<C>::NONE, cells: C::EMPTY, detours: C::EMPTY };
        };
        let (far, _) = self.fronts(side, two, bridges, C::EMPTY, (shortest + 2).min(far::<C>()));
        // A cell in the i-th front of one edge and the j-th of the other (from 0) lies on a path that
        // lacks i + j + 1 stones.
        let lacking = |stones: usize| {
            (0..=stones).fold(C::EMPTY, |cells, front| cells | near[front] & far[stones - front])
        };
        let detours = if shortest + 1 < FAR { lacking(shortest + 1) } else { C::EMPTY };
        Paths { stones: shortest as i32 + 1, cells: lacking(shortest), detours }
    }
}

#[cfg(test)]
mod tests {
    use plyglot_search::random::SplitMix;
    use plyglot_search::{Game, MoveList};

    use super::super::{Hex, WideHex};
    use super::*;

    /// The same of all fronts, none left out.
    fn of_all<C: Cells>(game: &HexOf<C>, side: usize) -> Paths<C> {
        let bridges = game.shape.bridges(game.open());
        let starts = [0, 1].map(|edge| game.start(side, edge, &bridges));
        let [near, far] =
            starts.map(|from| game.fronts(side, from, &bridges, C::EMPTY, far::<C>()).0);
        let lacking = |stones: usize| {
            let pairs = (0..FAR).flat_map(|one| (0..FAR).map(move |two| (one, two)));
            let pairs = pairs.filter(|(one, two)| one + two == stones);
            pairs.fold(C::EMPTY, |cells, (one, two)| cells | near[one] & far[two])
        };
        if starts[0].joined {
            return Paths { stones: 0, cells: C::EMPTY, detours: lacking(0) };
        }
        match (0..2 * FAR).find(|&stones| lacking(stones) != C::EMPTY) {
            None => Paths { stones: Paths::<C>::NONE, cells: C::EMPTY, detours: C::EMPTY },
            Some(shortest) => Paths {
                stones: shortest as i32 + 1,
                cells: lacking(shortest),
                detours: lacking(shortest + 1),
            },
        }
    }

    /// Looks at random games; which kinds of positions were met: joined edges, cut ones, detours.
    fn agrees<C: Cells>(start: &HexOf<C>) -> [bool; 3] {
        let mut random = SplitMix(5);
        let mut met = [false; 3];
        for _ in 0..40 {
            let mut game = *start;
            loop {
                for (side, paths) in game.both_paths().into_iter().enumerate() {
                    assert_eq!(paths, of_all(&game, side), "{game:?} {side}");
                    met[0] |= paths.stones == 0;
                    met[1] |= paths.stones == Paths::<C>::NONE;
                    met[2] |= paths.detours != C::EMPTY;
                }
                let mut moves = MoveList::new();
                game.moves(&mut moves);
                let moves: Vec<_> = moves.iter().collect();
                let Some(mv) = random.pick(&moves).filter(|_| game.outcome().is_none()) else {
                    break;
                };
                game.play(mv);
            }
        }
        met
    }

    #[test]
    fn fronts_that_are_left_out_change_no_path() {
        for size in [2, 7] {
            assert_eq!(agrees(&Hex::new(size).expect("a size")), [true; 3]);
        }
        assert_eq!(agrees(&WideHex::new(12).expect("a size")), [true; 3]);
    }
}
