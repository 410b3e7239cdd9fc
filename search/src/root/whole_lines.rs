//! The lines of a result, completed: from the table as far as it knows them, and to the end of the game where their
//! value is proven.
//!
//! A search keeps little of the line whose value it proves: it cuts off wherever a bound or the table answers. What is
//! missing is found by small searches, one for each move, which ask only whether a move reaches the value that is known.
//! This is the one place where it is done, so that all who show a result show the same line.
//!
//! Cost: a probe and a move for each ply; for what is not in the table, no more nodes than [`budget`] says, within the
//! limits of the search, and none once it was stopped.

use std::sync::Arc;

use crate::recursion::Finding;
use crate::root::follow::{follow_table, play_packed, value_at};
use crate::root::root_moves::root_moves;
use crate::root::worker::{Proven, Worker};
use crate::rules::game::{Game, Outcome, Ranked, Repetition};
use crate::rules::knowledge::Knowledge;
use crate::rules::limits::MAX_PLY;
use crate::rules::observer::Observer;
use crate::rules::report::{Bound, Line, Verdict};
use crate::rules::score::Score;
use crate::rules::value::Basis;
use crate::shared::past::Past;
use crate::table::Table;

/// The most nodes that are visited to play the lines of a search out.
const MOST_NODES: u64 = 2_000_000;

/// The least budget, however few the search itself has visited: one that finds its answer in the table visits none.
const LEAST_NODES: u64 = 50_000;

/// How many nodes the lines of a search of this many may cost.
pub(super) fn budget(searched: u64) -> u64 {
    searched.clamp(LEAST_NODES, MOST_NODES)
}

/// What lines are completed with.
pub(super) struct WholeLines<'a, G: Game, K, O> {
    pub(super) root: &'a G,
    /// The keys of what led to the root.
    pub(super) history: &'a [u64],
    pub(super) table: &'a Table,
    /// What counts of that.
    pub(super) past: &'a Arc<Past>,
    /// How many nodes it may cost.
    pub(super) budget: u64,
    /// Whether a line may begin with another move than was found: there is one line, and no choice of root moves.
    pub(super) first_is_free: bool,
    pub(super) knowledge: &'a mut K,
    /// Searches what the table does not know.
    pub(super) first: &'a mut Worker<G, K, O>,
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> WholeLines<'_, G, K, O> {
    /// Goes on with a line by what the table knows.
    pub(super) fn follow(&mut self, line: &mut Line<u32>) {
        self.follow_to(line.depth as usize, line);
    }

    /// Gives where the line leads.
    fn follow_to(&mut self, depth: usize, line: &mut Line<u32>) -> G {
        let Line { verdict, pv, .. } = line;
        let known = (self.table, &**self.past);
        follow_table(self.root, self.knowledge, known, (depth, &*verdict), pv)
    }

    /// Plays a line out to the end of the game if that is proven to come: of a value, or of a win or a loss within some
    /// distance.
    pub(super) fn play_out(&mut self, line: &mut Line<u32>) {
        if !ends_the_game(&line.verdict) || self.reach_end(line) {
            return;
        }
        // What the search left of the line may hold a move that is not the best: of a loss whose distance was proven
        // later, for one. The first move is the answer, and stays, unless the line comes back to the root.
        let mut anew = Line { pv: vec![line.pv[0]], ..line.clone() };
        if self.reach_end(&mut anew) || anew.pv.len() > line.pv.len() {
            *line = anew;
        }
    }

    /// Plays a line on; true if it reaches the end of the game, with the value that is proven.
    fn reach_end(&mut self, line: &mut Line<u32>) -> bool {
        let mut verdict = line.verdict;
        let mut game = self.follow_to(MAX_PLY, line);
        let mut seen = self.seen(&line.pv);
        loop {
            let ply = line.pv.len();
            let same_mover = game.to_move() == self.root.to_move();
            let from_root = |score: Score| {
                let score = score.from_node(ply as u32);
                if same_mover { score } else { -score }
            };
            if let Some(outcome) = self.end(&game) {
                let holds = holds(&verdict, from_root(outcome));
                // A distance that is only a bound leaves room for ways back, and sooner is as right.
                let has_room = holds && verdict.bound != Bound::Exact;
                if G::CAN_REPEAT && has_room && game.repetition() == Repetition::Draw {
                    seen.push(game.key());
                    let plies = without_returns(&seen[self.history.len()..], self.first_is_free);
                    line.pv = plies.into_iter().map(|ply| line.pv[ply]).collect();
                }
                return holds;
            }
            if ply >= MAX_PLY {
                return false;
            }
            let past = &self.past_of(&game, &seen);
            let Ok(moves) = root_moves(&game, self.knowledge, &[], past) else { return false };
            if moves.is_empty() {
                // All of them are forbidden.
                return holds(&verdict, from_root(Score::loss_in(0)));
            }
            let value = value_at(&verdict, ply, same_mover);
            let depth = (line.depth as i32 - ply as i32).max(1);
            let at = Proven { game: &game, moves: &moves, past, value, depth };
            // Where a loss is proven and its distance is not, any move will do; the one that holds out longest is better,
            // but not at any price.
            let is_lost = value < Score::DRAW && value.has_distance();
            let any_will_do = is_lost && !verdict.is_exact();
            let most = if any_will_do { self.budget / 16 } else { u64::MAX };
            let bits = match self.first.reach(&at, most) {
                // That it comes no sooner may rest on a return to the line: it is this line that is shown.
                Some(found) if reaches(&found, value, is_lost) => found.pv.first().copied(),
                Some(found) if any_will_do && is_proven_loss(&found) => {
                    // Lost sooner than the bound says: from here on it is asked for that.
                    verdict.score = from_root(found.value.score);
                    continue;
                }
                None if any_will_do && !self.first.is_stopped() => first_new(&game, &moves, &seen),
                _ => None,
            };
            let Some(bits) = bits else { return false };
            if G::CAN_REPEAT {
                seen.push(game.key());
            }
            line.pv.push(bits);
            play_packed(&mut game, bits);
        }
    }

    /// The keys of all positions before the end of a line, those that led to its root included, where positions can
    /// repeat.
    fn seen(&self, pv: &[u32]) -> Vec<u64> {
        if !G::CAN_REPEAT {
            return Vec::new();
        }
        let (mut seen, mut game) = (self.history.to_vec(), self.root.clone());
        for &bits in pv {
            seen.push(game.key());
            play_packed(&mut game, bits);
        }
        seen
    }

    /// What counts at a position of a line. By the usual rule that is what counts at the root, since a line that is
    /// proven to end comes nearer to that with every move, and what the table knows can be used; by others the line
    /// counts, too.
    fn past_of(&self, game: &G, seen: &[u64]) -> Arc<Past> {
        match game.repetition() {
            Repetition::Draw => Arc::clone(self.past),
            Repetition::Ends | Repetition::Forbidden => Arc::new(Past::new(game, seen)),
        }
    }

    /// The score of a position in which the game is over, for what it is or since it came back.
    fn end(&self, game: &G) -> Option<Score> {
        let by_rule = || match game.repetition() {
            Repetition::Draw => Some(Score::DRAW),
            Repetition::Ends => Some(game.repeated().score()),
            Repetition::Forbidden => None,
        };
        let outcome = game.outcome().map(Outcome::score);
        outcome.or_else(|| if self.past.ends_at(game.key()) { by_rule() } else { None })
    }
}

/// True if a move was found that reaches this value, a loss that comes no sooner or what is proven.
fn reaches(found: &Finding, value: Score, is_lost: bool) -> bool {
    let enough = if is_lost { Basis::Repetition } else { Basis::Proven };
    found.value.score >= value && found.value.lower() >= enough
}

/// True if no move was found, since the loss is proven to come sooner.
fn is_proven_loss(found: &Finding) -> bool {
    let score = found.value.score;
    found.bound == Bound::Upper && found.value.upper().is_proven() && score.has_distance()
}

/// The plies of a line that stay if it leaves out what leads back to a position that it has visited: `keys` are those of
/// its positions, the last one's too. Unless the first ply is free, it stays.
fn without_returns(keys: &[u64], first_is_free: bool) -> Vec<usize> {
    let last = keys.len() - 1;
    let (mut plies, mut ply) = (Vec::with_capacity(last), 0);
    while ply < last {
        let again = keys.iter().rposition(|key| *key == keys[ply]).unwrap_or(ply);
        if again > ply && (ply > 0 || first_is_free) {
            ply = again;
        } else {
            plies.push(ply);
            ply += 1;
        }
    }
    plies
}

/// The first move, as the game ranks them, to a position that was not there before; the first if there is none.
fn first_new<G: Game>(game: &G, moves: &[Ranked<G::Move>], seen: &[u64]) -> Option<u32> {
    let is_new = |mv: &G::Move| {
        let mut after = game.clone();
        after.play(*mv);
        !G::CAN_REPEAT || !seen.contains(&after.key())
    };
    let mut moves = moves.iter().map(|ranked| ranked.mv);
    let first = moves.clone().next();
    moves.find(is_new).or(first).map(G::pack)
}

/// True of a line that is proven to end with the game: whose value is, or that a side wins within a distance.
fn ends_the_game(verdict: &Verdict) -> bool {
    let Verdict { score, bound, proven } = *verdict;
    let is_decided = match bound {
        Bound::Exact => true,
        Bound::Lower => score.has_distance() && score > Score::DRAW,
        Bound::Upper => score.has_distance() && score < Score::DRAW,
    };
    proven && is_decided
}

/// True if an outcome, as the root sees it, is what a verdict says.
fn holds(verdict: &Verdict, outcome: Score) -> bool {
    match verdict.bound {
        Bound::Exact => outcome == verdict.score,
        Bound::Lower => outcome >= verdict.score,
        Bound::Upper => outcome <= verdict.score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_leaves_out_what_leads_back() {
        let of = |keys: &[u64]| [true, false].map(|free| without_returns(keys, free));
        assert_eq!(of(&[1, 2, 3]), [[0, 1], [0, 1]]);
        assert_eq!(of(&[1, 2, 3, 2, 3, 2, 4]), [[0, 5], [0, 5]]);
        // Back to the root, by a first move that may go and by one that has to stay.
        assert_eq!(of(&[1, 2, 1, 3, 4]), [vec![2, 3], vec![0, 1, 2, 3]]);
        assert_eq!(of(&[1, 2, 3, 2, 1, 2, 4]), [[4, 5], [0, 5]]);
        assert_eq!(of(&[1]), [[0; 0], [0; 0]]);
    }
}
