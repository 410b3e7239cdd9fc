//! The proof that a side wins, by proof-number search: no depth, and of all lines first those that leave the defender
//! the least (V. Allis, "Searching for Solutions in Games and Artificial Intelligence", 1994; depth first with a table,
//! df-pn: A. Nagai, 2002; thresholds that leave a quarter more than the second best has: J. Pawlewicz and Ł. Lew,
//! "Improving depth-first PN-search: 1 + ε trick", 2007).
//!
//! A search to a depth looks at each reply to each move; a long win is often narrow, a line of moves that leave hardly
//! any reply. That is where this search goes: a leaf in which the defender is to move costs as many as it has moves.
//!
//! What is proven of the root is the search's answer; what is proven below it goes to the table that all workers share.
//! A position that comes back counts as not won, which is right for a proof: whatever is proven rests on what was proven
//! before it, so that no line of it goes round. That the attacker does not win is never told: it may hang on the line,
//! and on where lines grew too long.
//!
//! Cost: nothing where a game does not ask for it ([`Knowledge::proof_numbers`]). Else a share of the nodes of the first
//! worker ([`tries`]), between its tasks; 8 MiB, and the moves of the nodes on the line, in one list.

mod numbers;
mod tries;

use self::numbers::{NEVER, NumberTable, Numbers, sum};
pub(crate) use self::tries::{ProofAim, Tried};
use super::Searcher;
use super::repetition::Met;
use crate::rules::game::{Game, Side};
use crate::rules::knowledge::{Knowledge, NodeKey};
use crate::rules::limits::MAX_PLY;
use crate::rules::observer::Observer;
use crate::rules::score::{Meaning, Score};
use crate::rules::window::Window;
use crate::shared::mode::Mode;
use crate::table::{Basis, Entry, NO_MOVE, mix};

/// No proof is longer than this, in plies.
const LONGEST: u32 = 2 * MAX_PLY as u32;

/// Where positions may come back, longer wins than this are not told to others, nor are wins of positions that have gone
/// on without progress for as long as the next number says, in plies: rules that count these (fifty moves of each side in chess) may be in a key only
/// where they come near, and roughly.
const LONGEST_TOLD_OF_REPEATING: u32 = 60;
const CALM_TOLD_OF_REPEATING: usize = 40;

/// What tells the numbers of a position apart by who is to move there: the attacker or the defender.
const OF_DEFENDER: u64 = 0x7b1d_c3a5_60f2_94e9;

/// A move of a node on the line.
struct Child<M> {
    mv: M,
    numbers: Numbers,
}

/// What a worker keeps of the proofs of a search.
pub(super) struct Proofs<M> {
    table: NumberTable,
    /// The search at hand has begun to use the table.
    begun: bool,
    attacker: Side,
    children: Vec<Child<M>>,
    /// The move of the root that decides, once that is proven.
    best: Option<M>,
    /// At which count of nodes it ends.
    until: u64,
    /// The most plies from the root at which a win counts.
    within: Option<u32>,
    /// Positions may come back.
    repeats: bool,
}

impl<M> Proofs<M> {
    pub(super) const fn new() -> Self {
        Proofs {
            table: NumberTable::new(),
            begun: false,
            attacker: Side::First,
            children: Vec::new(),
            best: None,
            until: 0,
            within: None,
            repeats: false,
        }
    }

    /// A new search begins.
    pub(super) fn begin(&mut self) {
        self.begun = false;
    }

    /// True if a win, counted from a position `ply` plies from the root, is as near as is asked.
    fn is_in_time(&self, win: Score, ply: u32) -> bool {
        self.within.is_none_or(|within| win.from_node(ply) >= Score::win_in(within))
    }
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// Tries to prove, with this number of nodes at most, that the root is won for a side, within a number of plies if that
    /// is asked: the move that decides, and what the side reaches.
    pub(super) fn prove_for(
        &mut self,
        attacker: Side,
        within: Option<u32>,
        nodes: u64,
    ) -> Option<(u32, Score)> {
        let mut proofs = std::mem::replace(&mut self.proofs, Proofs::new());
        if proofs.begun || proofs.table.make_ready() {
            self.begin_task(Mode { unpruned: true, ..Mode::DEEPENING }, 0);
            proofs.begun = true;
            (proofs.attacker, proofs.best) = (attacker, None);
            proofs.children.clear();
            proofs.until = self.counters.nodes.saturating_add(nodes);
            proofs.within = within;
            proofs.repeats = G::CAN_REPEAT && self.game.can_repeat();
            let found = self.widen(&mut proofs, Numbers::OPEN);
            let best = proofs.best.filter(|_| found.is_proven());
            self.proofs = proofs;
            return best.map(|mv| (G::pack(mv), found.score));
        }
        None
    }

    /// Searches below the current position until one of its numbers reaches the limit.
    fn widen(&mut self, proofs: &mut Proofs<G::Move>, limit: Numbers) -> Numbers {
        self.count_looked_at();
        let attacks = self.game.to_move() == proofs.attacker;
        let (first, began) = (proofs.children.len(), self.counters.nodes);
        self.note_position();
        if !self.look_at_moves(proofs, attacks) {
            // Of some moves nothing is known: nothing may be concluded.
            self.forget_position();
            proofs.children.truncate(first);
            return Numbers::open(1, 1);
        }
        // As the side to move sees it: one of its moves is enough, the other side answers all.
        let limit = if attacks { limit } else { limit.turned() };
        let found = loop {
            let (found, best, second) = join(&proofs.children[first..], attacks);
            if !found.is_below(limit) || self.aborted || self.counters.nodes >= proofs.until {
                break found;
            }
            let Child { mv, numbers } = proofs.children[first + best];
            let of_best = if attacks { numbers } else { numbers.turned() };
            let asked = Numbers {
                proof: limit.proof.min(second.saturating_add(second / 4).saturating_add(1)),
                disproof: (limit.disproof - found.disproof).saturating_add(of_best.disproof),
                ..found
            };
            let asked = if attacks { asked } else { asked.turned() };
            let undo = self.game.play(mv);
            self.path[self.ply].bits = G::pack(mv);
            self.ply += 1;
            let numbers = self.widen(proofs, asked);
            self.ply -= 1;
            self.game.undo(mv, undo);
            proofs.children[first + best].numbers = numbers;
        };
        self.forget_position();
        let mut found = if attacks { found } else { found.turned() };
        let mut best = None;
        if found.is_proven() {
            (best, found.score) = best_proven(&proofs.children[first..], attacks);
            if is_longer(found.score, LONGEST) {
                found = Numbers::DISPROVEN;
            }
        }
        proofs.children.truncate(first);
        let key = self.key();
        let place = self.place_of_numbers(proofs, key, attacks);
        proofs.table.keep(place, found, self.counters.nodes - began + 1);
        if !found.is_proven() {
            return found;
        }
        if self.ply == 0 {
            proofs.best = best;
        } else if !proofs.repeats || self.is_short(found.score) {
            self.tell(key, best, found.score, attacks);
        }
        found
    }

    /// Counts a position; how deep it lies says nothing of how deep the search is.
    fn count_looked_at(&mut self) {
        self.counters.nodes += 1;
        if self.counters.nodes >= self.pacing.next_look {
            self.look();
        }
    }

    /// Lists the moves of the current position with what is known of each. False if the search has to end.
    fn look_at_moves(&mut self, proofs: &mut Proofs<G::Move>, attacks: bool) -> bool {
        let frame = self.list.open();
        self.game.moves(&mut self.list);
        for place in 0..self.list.len() {
            if self.aborted {
                break;
            }
            let mv = self.list.as_slice()[place].mv;
            let undo = self.game.play(mv);
            self.ply += 1;
            let numbers = self.first_numbers(proofs);
            self.ply -= 1;
            self.game.undo(mv, undo);
            proofs.children.push(Child { mv, numbers });
            // One that is enough, with which nothing more has to be looked at.
            let decides = if attacks { numbers.proof == 0 } else { numbers.disproof == 0 };
            if decides {
                break;
            }
        }
        self.list.close(frame);
        !self.aborted
    }

    /// Where the numbers of the current position are. How long ago its game went on for good counts for rules of moves
    /// without progress.
    fn place_of_numbers(&self, proofs: &Proofs<G::Move>, key: NodeKey, attacks: bool) -> u64 {
        // A position nearer to the root may be won where this one is too late.
        let place = proofs.within.map_or(0, |_| mix(self.ply as u64 + 1).rotate_left(32));
        let calm = if proofs.repeats { mix(self.game.reversible_plies() as u64) } else { 0 };
        key.hash ^ place ^ calm ^ if attacks { 0 } else { OF_DEFENDER }
    }

    /// What is known of the current position without a search.
    fn first_numbers(&mut self, proofs: &Proofs<G::Move>) -> Numbers {
        let ply = self.ply as u32;
        if ply >= MAX_PLY as u32 - 1
            || proofs.within.is_some_and(|within| ply > within)
            || G::CAN_REPEAT && self.met() != Met::Never
        {
            return Numbers::DISPROVEN;
        }
        let attacks = self.game.to_move() == proofs.attacker;
        let seen = |score: Score| if attacks { score } else { -score };
        let key = self.key();
        if let Some(numbers) = proofs.table.find(self.place_of_numbers(proofs, key, attacks)) {
            return numbers;
        }
        let decided = |score: Score| {
            if score > Score::DRAW && score.is_decided() {
                Numbers::proven(score)
            } else {
                Numbers::DISPROVEN
            }
        };
        if !self.game.ends_only_without_moves()
            && let Some(outcome) = self.game.outcome()
        {
            return decided(seen(outcome.score()));
        }
        let mut known = self.knowledge.bounds(&self.game, Window::FULL);
        if self.has_past() {
            known = self.memory.limit(known);
        }
        let (least, most) =
            if attacks { (known.lower, known.upper) } else { (-known.upper, -known.lower) };
        if least > Score::DRAW && least.is_decided() && proofs.is_in_time(least, ply) {
            return Numbers::proven(least);
        }
        if most <= Score::DRAW || !most.is_decided() {
            return Numbers::DISPROVEN;
        }
        self.count_looked_at();
        let frame = self.list.open();
        self.game.moves(&mut self.list);
        let moves = self.list.len() as u32;
        self.list.close(frame);
        if moves == 0 {
            return self
                .game
                .outcome()
                .map_or(Numbers::DISPROVEN, |outcome| decided(seen(outcome.score())));
        }
        Numbers::open(if attacks { 1 } else { moves }, 1)
    }

    /// True if a win from the current position, which may come back, holds whatever went before it.
    fn is_short(&self, win: Score) -> bool {
        !is_longer(win, LONGEST_TOLD_OF_REPEATING)
            && self.game.reversible_plies() < CALM_TOLD_OF_REPEATING
    }

    /// Leaves in the table of all workers that the attacker reaches a score from the current position.
    fn tell(&mut self, key: NodeKey, best: Option<G::Move>, score: Score, attacks: bool) {
        let in_canonical = |mv| G::pack(self.knowledge.to_canonical(&self.game, mv, key.symmetry));
        let depth = match score.meaning() {
            Meaning::WinIn(plies) | Meaning::Won(plies) => plies.min(255) as u8,
            _ => 255,
        };
        let (score, lower, upper) = if attacks {
            (score, Basis::Proven, Basis::Unknown)
        } else {
            (-score, Basis::Unknown, Basis::Proven)
        };
        let mv = best.map_or(NO_MOVE, in_canonical);
        self.parts.table.store(key.hash, Entry { mv, score, depth, lower, upper });
    }
}

/// True of a win that is further away than this.
fn is_longer(score: Score, longest: u32) -> bool {
    matches!(score.meaning(), Meaning::WinIn(plies) | Meaning::Won(plies) if plies > longest)
}

/// The numbers of a node by those of its moves, as the side to move sees them: what its best move takes, and what all of
/// them take together. Beside them the best move, and what the second best takes.
fn join<M>(children: &[Child<M>], attacks: bool) -> (Numbers, usize, u32) {
    let (mut best, mut least, mut second, mut all) = (0, NEVER, NEVER, 0);
    for (place, child) in children.iter().enumerate() {
        let numbers = if attacks { child.numbers } else { child.numbers.turned() };
        all = sum(all, numbers.disproof);
        if numbers.proof < least {
            (second, least, best) = (least, numbers.proof, place);
        } else {
            second = second.min(numbers.proof);
        }
    }
    (Numbers::open(least, all), best, second)
}

/// The move that decides, of moves by which the attacker wins: its quickest, or the defender's slowest; and what the
/// attacker reaches by it.
fn best_proven<M: Copy>(children: &[Child<M>], attacks: bool) -> (Option<M>, Score) {
    let proven = children.iter().filter(|child| child.numbers.is_proven());
    let best = if attacks {
        proven.max_by_key(|child| child.numbers.score)
    } else {
        proven.min_by_key(|child| child.numbers.score)
    };
    best.map_or((None, Score::DRAW), |child| (Some(child.mv), child.numbers.score.from_node(1)))
}
