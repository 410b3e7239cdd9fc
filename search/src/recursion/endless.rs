//! The proof that a game is drawn since neither side can be kept from going round for ever.
//!
//! No search to a depth can prove that: however deep it is, a win may lie one ply deeper. But a side does not lose if
//! there is a set of positions, the root among them, in which it has a move that stays in the set wherever it is to
//! move, all moves of the other side stay in it, and no end of the game is a loss. Whoever stays in such a set for
//! ever, or until the rule of repetition ends the game, has a draw at least; where each side has one, the value is
//! the draw. The largest such set is found from above: a position is taken to belong to it as soon as it is met, and
//! whatever was concluded below it is taken back where that turns out to be wrong. What fails although all open
//! questions were answered in its favour has failed for good (a greatest fixed point, as in the solution of safety games;
//! W. Thomas, "On the synthesis of strategies in infinite games", 1995).
//!
//! It holds where what comes back is drawn, under any past: a position that would end the game is an end like others.
//!
//! Cost: tried by the first worker of a solve, between depths, with a share of the nodes that the search has had so far
//! ([`Searcher::worth_of_draw`]), and after the last depth with as many again. Some 40 bytes and what takes a move back
//! for each position, of which there are at most [`MOST_POSITIONS`]; beyond that nothing is proven.

use std::collections::HashMap;
use std::ops::Range;

use super::Searcher;
use crate::rules::game::{Game, Repetition, Side};
use crate::rules::hash::ByKey;
use crate::rules::knowledge::Knowledge;
use crate::rules::observer::Observer;
use crate::rules::score::Score;

/// More positions are not held: memory is limited.
const MOST_POSITIONS: usize = 1 << 18;

/// Of this many nodes of a search one is spent on the proof.
const SHARE: u64 = 8;

/// And this many more, so that small games are proven at once.
const LEAST: u64 = 100;

/// What is known of positions, for the side that is not to lose: whether they belong to the set.
type Marks = HashMap<u64, bool, ByKey>;

/// A position whose moves are looked at.
struct Open<G: Game> {
    key: u64,
    /// The side that is not to lose is to move: one of its moves has to stay.
    own: bool,
    /// Where its moves begin, and those of them that are not answered yet.
    first: usize,
    moves: Range<usize>,
    /// How many positions had been marked before it.
    marked: usize,
    /// What leads back to the position before; `None` at the root.
    back: Option<(G::Move, G::Undo)>,
}

/// The proof for one side.
struct Proof<G: Game> {
    side: Side,
    marks: Marks,
    /// The positions that are taken to belong to the set, in the order in which they were met.
    order: Vec<u64>,
    open: Vec<Open<G>>,
    moves: Vec<G::Move>,
    /// What is left to spend.
    nodes: u64,
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// How many nodes a proof that the root is drawn may take now, if it is worth a try after the search had had
    /// this many when it was tried last; and how many it has had now.
    pub(crate) fn worth_of_draw(&self, tried: u64) -> Option<(u64, u64)> {
        let spent = self.parts.control.nodes();
        (spent >= 2 * tried).then_some((spent / SHARE + LEAST, spent))
    }

    /// How many nodes a proof that the root is drawn may take when nothing else is left to do.
    pub(crate) fn worth_of_draw_at_last(&self) -> u64 {
        self.parts.control.nodes().saturating_add(MOST_POSITIONS as u64)
    }

    /// A packed move of the root that keeps the draw, if it is proven within this many nodes that neither side can
    /// win. The root's moves are all there.
    pub(crate) fn proven_draw(&mut self, mut nodes: u64) -> Option<u32> {
        // The task before may have been given up.
        self.aborted = false;
        let own = self.game.to_move();
        let others = self.stays_for(own.other(), &mut nodes);
        let found = others.and_then(|_| self.stays_for(own, &mut nodes)).flatten();
        self.publish();
        found.map(G::pack)
    }

    /// A move of the root by which this side does not lose, where it is the one to move; `None` if it may lose, or
    /// that is not known within the nodes that are left.
    fn stays_for(&mut self, side: Side, nodes: &mut u64) -> Option<Option<G::Move>> {
        let mut proof = Proof {
            side,
            marks: Marks::default(),
            order: Vec::new(),
            open: Vec::new(),
            moves: Vec::new(),
            nodes: *nodes,
        };
        let found = self.prove(&mut proof);
        *nodes = proof.nodes;
        // Where it was given up, back to the root.
        while let Some(Open { back: Some((mv, undo)), .. }) = proof.open.pop() {
            self.game.undo(mv, undo);
        }
        found
    }

    fn prove(&mut self, proof: &mut Proof<G>) -> Option<Option<G::Move>> {
        self.open_position(proof, None)?;
        let (mut answer, mut of_root) = (None, None);
        loop {
            let is_root = proof.open.len() == 1;
            let top = proof.open.last_mut()?;
            // One move that stays is enough for the one side, one that leaves for the other.
            let decided = answer.take().filter(|&stays| stays == top.own);
            let place = if decided.is_none() { top.moves.next() } else { None };
            let Some(place) = place else {
                let stays = decided.unwrap_or(!top.own);
                let chosen = of_root.filter(|_| top.own);
                self.close_position(proof, stays);
                if is_root {
                    return stays.then_some(chosen);
                }
                answer = Some(stays);
                continue;
            };
            let mv = proof.moves[place];
            if is_root {
                of_root = Some(mv);
            }
            let undo = self.game.play(mv);
            answer = self.known_of(proof);
            if answer.is_some() {
                self.game.undo(mv, undo);
            } else {
                self.open_position(proof, Some((mv, undo)))?;
            }
        }
    }

    /// Whether the current position belongs to the set, if that is known without its moves.
    fn known_of(&self, proof: &Proof<G>) -> Option<bool> {
        if let Some(outcome) = self.game.outcome() {
            let value = outcome.score();
            let value = if self.game.to_move() == proof.side { value } else { -value };
            return Some(value >= Score::DRAW);
        }
        let key = self.game.key();
        let known = proof.marks.get(&key).copied();
        known.or_else(|| self.memory.ends_at(key).then_some(true))
    }

    /// Takes the current position for one of the set, and leaves of its moves those that are not answered; where one
    /// decides, that one. `None` where the proof is given up.
    fn open_position(
        &mut self,
        proof: &mut Proof<G>,
        back: Option<(G::Move, G::Undo)>,
    ) -> Option<()> {
        let (key, own) = (self.game.key(), self.game.to_move() == proof.side);
        let (first, marked) = (proof.moves.len(), proof.order.len());
        proof.marks.insert(key, true);
        proof.order.push(key);
        proof.open.push(Open { key, own, first, moves: first..first, marked, back });
        let frame = self.list.open();
        self.game.moves(&mut self.list);
        proof.moves.extend(self.list.iter());
        self.list.close(frame);
        let mut place = first;
        while place < proof.moves.len() {
            self.count_node();
            proof.nodes = proof.nodes.checked_sub(1)?;
            if self.aborted || proof.marks.len() >= MOST_POSITIONS {
                return None;
            }
            let mv = proof.moves[place];
            let undo = self.game.play(mv);
            let known = self.known_of(proof);
            self.game.undo(mv, undo);
            match known {
                Some(stays) if stays == own => {
                    proof.moves.truncate(first);
                    proof.moves.push(mv);
                    break;
                }
                Some(_) => drop(proof.moves.swap_remove(place)),
                None => place += 1,
            }
        }
        let moves = first..proof.moves.len();
        proof.open.last_mut()?.moves = moves;
        Some(())
    }

    /// Is done with the position on top, which is the current one: it belongs to the set, or nothing counts of what
    /// was concluded below it. Goes back to the position before.
    fn close_position(&mut self, proof: &mut Proof<G>, stays: bool) {
        let Some(Open { key, first, marked, back, .. }) = proof.open.pop() else { return };
        if !stays {
            for key in proof.order.drain(marked..) {
                proof.marks.remove(&key);
            }
            proof.marks.insert(key, false);
        }
        proof.moves.truncate(first);
        if let Some((mv, undo)) = back {
            self.game.undo(mv, undo);
        }
    }
}

/// True if a search may prove of this game that it is drawn in this way.
pub(crate) fn may_be_endless<G: Game>(game: &G) -> bool {
    G::CAN_REPEAT && game.can_repeat() && game.repetition() == Repetition::Draw
}
