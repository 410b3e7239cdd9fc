//! When it is tried to prove that a side wins, for whom, and with how many nodes.
//!
//! Cost: shares of the nodes of the search, in slices after its tasks. A slice begins at the root again; what the slices
//! before it found is in the table of numbers. A win that is proven is asked to be sooner, which takes another two million
//! nodes at most.

use super::super::Searcher;
use crate::rules::game::{Game, Repetition, Side};
use crate::rules::knowledge::Knowledge;
use crate::rules::observer::Observer;
use crate::rules::score::{Meaning, Score};

/// How many nodes go into proofs for each of the first worker's search, of a position that is to be solved, or where one
/// side is likely to win.
const SHARE_OF_DECIDED: u64 = 4;

/// Elsewhere, how many of the search there are for each of a proof.
const SEARCHED_FOR_EACH: u64 = 2;

/// How many nodes an analysis has had before the first try: short wins are found by depth, and by the shortest way, where a
/// proof takes the first line that it finds.
const SEARCHED_FIRST: u64 = 1 << 15;

/// No try has fewer than this: what lies below is looked for from the root each time. For each side as many are given
/// at once, for short wins.
const LEAST: u64 = 1_000;

/// How often a win that is proven is asked to be sooner, and how many nodes each time has.
const SOONER_TRIES: u32 = 8;
const SOONER_NODES: u64 = 1 << 18;

/// What is to be proven beside a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProofAim {
    /// The search is a solve.
    pub(crate) solves: bool,
    /// Only a win of the side to move within this number of plies is asked for.
    pub(crate) within: Option<u32>,
}

/// What was tried to prove in a search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tried {
    nodes: u64,
    times: u64,
}

impl Tried {
    /// How many nodes the next try may have after a search of that many, none if it is too early for one.
    fn worth(&self, searched: u64, decided: bool) -> Option<u64> {
        let share = if decided {
            searched.saturating_mul(SHARE_OF_DECIDED)
        } else {
            searched / SEARCHED_FOR_EACH
        };
        let worth = share.saturating_add(2 * LEAST).saturating_sub(self.nodes);
        (worth >= LEAST).then_some(worth)
    }
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// Tries to prove that a side wins, if it is time for that after a task that found this score; where neither is
    /// likely to win, each in turn. Gives the packed move that decides, or that loses last, with the score that is proven
    /// of the root: as a lower bound, or as an upper one of a loss.
    pub(crate) fn proven_win(
        &mut self,
        found: Score,
        aim: ProofAim,
        tried: &mut Tried,
    ) -> Option<(u32, Score)> {
        let from = self.knowledge.proof_numbers()?;
        let repeats = G::CAN_REPEAT && self.game.can_repeat();
        let is_asked = !repeats || self.game.repetition() == Repetition::Draw;
        if O::WATCHES || !is_asked || self.parts.control.stop().is_raised() {
            return None;
        }
        let before = self.counters.nodes;
        let likely = found.raw().abs() >= from;
        let is_own = aim.within.is_some();
        let (searched, asked) = (before - tried.nodes, aim.solves || is_own);
        if !asked && searched < SEARCHED_FIRST {
            return None;
        }
        let worth = tried.worth(searched, asked || likely)?;
        let own = self.game.to_move();
        let loses = !is_own && (found < Score::DRAW) != (!likely && tried.times % 2 == 1);
        let attacker = if loses { own.other() } else { own };
        let proven = self.prove_for(attacker, aim.within, worth);
        // Within a distance any win will do.
        let proven = match aim.within {
            None => proven.map(|found| self.prove_sooner(attacker, found)),
            Some(_) => proven,
        };
        tried.times += 1;
        tried.nodes += self.counters.nodes - before;
        self.publish();
        // Of a margin the exact value is wanted; the table knows what is proven of it.
        let proven = proven.filter(|(_, score)| score.has_distance());
        proven.map(|(mv, score)| (mv, if loses { -score } else { score }))
    }

    /// A proof takes the first line that it finds, which may go astray for long. Asks a few times for a win within fewer
    /// plies: half as many while there is one, else between what was given up and what is proven.
    fn prove_sooner(&mut self, attacker: Side, mut found: (u32, Score)) -> (u32, Score) {
        let mut given_up = 0;
        for _ in 0..SOONER_TRIES {
            let Meaning::WinIn(plies) = found.1.meaning() else { break };
            // As the attacker is to move or not, wins take an odd number of plies or an even one.
            let within = plies - (plies - given_up) / 4 * 2;
            if within == plies || self.parts.control.stop().is_raised() {
                break;
            }
            match self.prove_for(attacker, Some(within), SOONER_NODES) {
                Some(sooner) => found = sooner,
                None => given_up = within,
            }
        }
        found
    }
}
