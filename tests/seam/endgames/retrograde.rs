//! What every ending of English draughts with few pieces is worth, by retrograde analysis
//! (K. Thompson, "Retrograde Analysis of Certain Endgames", 1986): won positions and lost ones are found
//! in layers, by the number of plies that they take; what is in no layer is drawn.
//!
//! Of the engine only the rules of the game are used. A position is identified by its index in a sorted
//! list of keys, with Black to move: the other half of the positions are these, exchanged.

use std::collections::HashMap;

use plyglot_games::draughts::Draughts;
use plyglot_search::{Describe, Game, MoveList, Score, Side};

/// In no layer.
const ENDLESS: u16 = u16::MAX;

/// Squares on which a man can stand: it is crowned on the last row, from Black's side and from White's.
const MEN: [u32; 2] = [0x0fff_ffff, 0xffff_fff0];

/// The endings with two and three pieces, and those with four kings.
pub(crate) struct Endings {
    /// Ascending.
    keys: Vec<u64>,
    positions: Vec<Draughts>,
    /// In how many plies each position ends if both sides do their best: odd where Black wins, even
    /// where Black loses.
    plies: Vec<u16>,
}

/// How many pieces either side has, and which.
struct Class {
    black: u32,
    white: u32,
    kings_only: bool,
}

/// The classes, each only with what its captures lead to.
const CLASSES: [Class; 6] = [
    Class { black: 1, white: 1, kings_only: false },
    Class { black: 1, white: 2, kings_only: false },
    Class { black: 2, white: 1, kings_only: false },
    Class { black: 2, white: 2, kings_only: true },
    Class { black: 1, white: 3, kings_only: true },
    Class { black: 3, white: 1, kings_only: true },
];

/// All sets of this many pieces of one side: their squares, and how they are written.
fn armies(pieces: u32, men: u32) -> Vec<(u32, String)> {
    let mut armies = vec![(0u32, String::new())];
    for _ in 0..pieces {
        let longer = armies.iter().flat_map(|(set, text)| {
            // Squares ascend, so that no set comes twice.
            (u32::BITS - set.leading_zeros()..u32::BITS).flat_map(move |square| {
                let named = |king: &str| {
                    let comma = if text.is_empty() { "" } else { "," };
                    (set | 1 << square, format!("{text}{comma}{king}{}", square + 1))
                };
                let man = (men >> square & 1 == 1).then(|| named(""));
                man.into_iter().chain([named("K")])
            })
        });
        armies = longer.collect();
    }
    armies
}

impl Class {
    fn positions(&self) -> Vec<Draughts> {
        let [black, white] = if self.kings_only { [0, 0] } else { MEN };
        let whites = armies(self.white, white);
        let mut found = Vec::new();
        for (set, black) in armies(self.black, black) {
            for (_, white) in whites.iter().filter(|(other, _)| set & other == 0) {
                let text = format!("B:W{white}:B{black}");
                found.push(Draughts::start().parse(&text).expect("a position"));
            }
        }
        found
    }
}

/// The position with Black to move.
fn normal(at: &Draughts) -> Draughts {
    if at.to_move() == Side::First { *at } else { at.exchanged() }
}

impl Endings {
    pub(crate) fn new() -> Endings {
        let mut positions: Vec<Draughts> = CLASSES.iter().flat_map(Class::positions).collect();
        positions.sort_by_cached_key(Draughts::key);
        let keys: Vec<u64> = positions.iter().map(Draughts::key).collect();
        assert!(keys.is_sorted_by(|left, right| left < right), "two positions with one key");
        let plies = vec![ENDLESS; keys.len()];
        let mut endings = Endings { keys, positions, plies };
        endings.analyse();
        endings
    }

    /// What these endings are worth where those of the `drawn` keys end the game as a draw: whichever side is to move
    /// in them, so that one half of the positions no longer stands for the other. Of positions with a king of each.
    pub(crate) fn of_two_kings_with_drawn(&self, drawn: &[u64]) -> HashMap<u64, Option<u32>> {
        let black = self.positions.iter().filter(|at| at.text().matches('K').count() == 2);
        let black =
            black.filter(|at| !at.text().contains(',') && at.text().len() <= "B:WK32:BK32".len());
        let all: Vec<Draughts> = black.flat_map(|at| [*at, at.exchanged()]).collect();
        let mut plies: HashMap<u64, Option<u32>> =
            all.iter().map(|at| (at.key(), at.outcome().map(|_| 0))).collect();
        let open: Vec<&Draughts> =
            all.iter().filter(|at| at.outcome().is_none() && !drawn.contains(&at.key())).collect();
        for now in 1.. {
            let decides = |at: &&&Draughts| {
                let mut moves = MoveList::new();
                at.moves(&mut moves);
                let after = |mv| {
                    let mut next = ***at;
                    next.play(mv);
                    // Over where the other has no piece left.
                    next.outcome().map_or_else(|| plies[&next.key()], |_| Some(0))
                };
                let mut after = moves.iter().map(after);
                plies[&at.key()].is_none()
                    && if now % 2 == 1 {
                        after.any(|plies| plies == Some(now - 1))
                    } else {
                        after.all(|plies| plies.is_some_and(|plies| plies % 2 == 1))
                    }
            };
            let found: Vec<u64> = open.iter().filter(decides).map(|at| at.key()).collect();
            if found.is_empty() && now > 2 {
                break;
            }
            plies.extend(found.into_iter().map(|key| (key, Some(now))));
        }
        plies
    }

    fn analyse(&mut self) {
        let count = self.positions.len();
        // Each position's moves: how many, and as pairs from what they lead to back to it.
        let (mut moves_left, mut back) = (vec![0u16; count], Vec::new());
        let (mut layer, mut next) = (Vec::new(), Vec::new());
        let mut moves = MoveList::new();
        for (index, at) in self.positions.iter().enumerate() {
            if at.outcome().is_some() {
                self.plies[index] = 0;
                layer.push(index as u32);
                continue;
            }
            moves.clear();
            at.moves(&mut moves);
            moves_left[index] = moves.len() as u16;
            for mv in moves.iter() {
                let mut child = *at;
                child.play(mv);
                if child.outcome().is_some() {
                    self.plies[index] = 1;
                } else {
                    back.push((self.index(&child) as u32, index as u32));
                }
            }
            if self.plies[index] == 1 {
                next.push(index as u32);
            }
        }
        let starts = starts(&mut back, count);
        for plies in 1.. {
            // The layer before is complete: the positions before its positions are examined.
            for &index in &layer {
                let from = starts[index as usize] as usize..starts[index as usize + 1] as usize;
                for &(_, before) in &back[from] {
                    let value = &mut self.plies[before as usize];
                    let left = &mut moves_left[before as usize];
                    *left -= 1;
                    // A move to a position that the opponent loses in an even number of plies wins
                    // with one more; a side that has only moves to wins of the opponent has lost by
                    // the longest of them.
                    if *value == ENDLESS && (plies % 2 == 1 || *left == 0) {
                        *value = plies;
                        next.push(before);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = std::mem::take(&mut next);
        }
    }

    /// The index of a position with these pieces, for either side to move.
    fn index(&self, at: &Draughts) -> usize {
        self.keys.binary_search(&normal(at).key()).expect("an ending of a class")
    }

    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The position with an index.
    pub(crate) fn position(&self, index: usize) -> Draughts {
        self.positions[index]
    }

    /// In how many plies a position ends, if it does.
    pub(crate) fn plies(&self, at: &Draughts) -> Option<u32> {
        let plies = self.plies[self.index(at)];
        (plies != ENDLESS).then_some(u32::from(plies))
    }

    /// What a position is worth to the side to move.
    pub(crate) fn value(&self, at: &Draughts) -> Score {
        if let Some(outcome) = at.outcome() {
            return outcome.score();
        }
        match self.plies(at) {
            None => Score::DRAW,
            Some(plies) if plies % 2 == 1 => Score::win_in(plies),
            Some(plies) => Score::loss_in(plies),
        }
    }
}

/// Sorts pairs by their first half. Gives where those of each begin, and the end.
fn starts(pairs: &mut [(u32, u32)], count: usize) -> Vec<u32> {
    pairs.sort_unstable();
    let mut starts = vec![0u32; count + 1];
    for &(index, _) in pairs.iter() {
        starts[index as usize + 1] += 1;
    }
    for index in 0..count {
        starts[index + 1] += starts[index];
    }
    starts
}
