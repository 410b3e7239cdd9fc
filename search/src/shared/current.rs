//! What a search is working on right now, for those who watch it from outside: a few relaxed words, written
//! by the first worker once a task and once a move of the root, and read a few times a second.
//!
//! The words are not read together: around a change a reader may see the new move with the old window. They
//! are figures to look at, and no part of the search depends on them.

use crate::rules::knowledge::Bounds;
use crate::rules::score::Score;
use crate::rules::window::Window;
use crate::sync::{AtomicU64, Ordering};

/// What a task of a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchPhase {
    /// The value of a depth, by estimates at its horizon.
    Deepening,
    /// The exact value: the search goes to the end of the game.
    Solving,
    /// Whether a side wins within the depth, for proof.
    Distance,
    /// A guess of the exact value: the search goes to the end of the game, but leaves nodes out.
    Selective,
    /// Whether neither side can win, since the game can go on for ever.
    Draw,
}

/// What the first worker of a running search is working on; the others may be at other depths or moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Current {
    /// What kind of task it is.
    pub phase: SearchPhase,
    /// How deep, in plies; in a search for the exact value, about how many plies are left to play.
    pub depth: u32,
    /// Which of several best lines it is for, from 1.
    pub rank: usize,
    /// Inside which window, from the side to move at the root.
    pub window: Window,
    /// What is proven of the root's value by now; where nothing is, the bounds are infinite.
    pub proven: Bounds,
    /// The move of the root that is being searched, packed ([`crate::Game::pack`]); none before the first.
    pub mv: Option<u32>,
    /// Which one it is, from 1; 0 before the first.
    pub number: usize,
    /// How many moves of the root there are to search.
    pub moves: usize,
}

/// [`Current`] as words that others may read at any time.
#[derive(Debug, Default)]
pub(crate) struct CurrentWords {
    /// Set 1 | phase 3 | rank 8 | depth 16; 0 between searches.
    task: AtomicU64,
    /// alpha 16 | beta 16 | lower 16 | upper 16.
    scores: AtomicU64,
    /// move 32 | number 16 | moves 16.
    mv: AtomicU64,
}

const SET: u64 = 1 << 63;

fn packed(scores: [Score; 4]) -> u64 {
    scores.into_iter().fold(0, |word, score| word << 16 | u64::from(score.raw() as i16 as u16))
}

fn unpacked(word: u64, place: u32) -> Score {
    Score::from_raw(i32::from((word >> (48 - 16 * place)) as u16 as i16))
}

fn fits(count: usize) -> u64 {
    u64::from(u16::try_from(count).unwrap_or(u16::MAX))
}

impl CurrentWords {
    /// No task is in work.
    pub(crate) fn clear(&self) {
        self.task.store(0, Ordering::Relaxed);
    }

    /// A task begins: its phase, depth, rank from 0, window, and what is proven by now.
    pub(crate) fn begin(
        &self,
        phase: SearchPhase,
        (depth, rank): (i32, usize),
        window: Window,
        proven: Bounds,
    ) {
        let scores = [window.alpha, window.beta, proven.lower, proven.upper];
        self.scores.store(packed(scores), Ordering::Relaxed);
        self.mv.store(0, Ordering::Relaxed);
        let rank = fits(rank).min(0xff);
        let task = SET | (phase as u64) << 24 | rank << 16 | fits(depth.max(0) as usize);
        self.task.store(task, Ordering::Relaxed);
    }

    /// The search of a move of the root begins, the `number`th of `moves`, from 1.
    pub(crate) fn at_move(&self, mv: u32, number: usize, moves: usize) {
        let word = u64::from(mv) << 32 | fits(number) << 16 | fits(moves);
        self.mv.store(word, Ordering::Relaxed);
    }

    /// What there is to see; `None` between searches.
    pub(crate) fn read(&self) -> Option<Current> {
        let task = self.task.load(Ordering::Relaxed);
        if task & SET == 0 {
            return None;
        }
        let phase = match task >> 24 & 7 {
            0 => SearchPhase::Deepening,
            1 => SearchPhase::Solving,
            3 => SearchPhase::Selective,
            4 => SearchPhase::Draw,
            _ => SearchPhase::Distance,
        };
        let (scores, mv) = (self.scores.load(Ordering::Relaxed), self.mv.load(Ordering::Relaxed));
        let number = (mv >> 16 & 0xffff) as usize;
        Some(Current {
            phase,
            depth: (task & 0xffff) as u32,
            rank: (task >> 16 & 0xff) as usize + 1,
            window: Window { alpha: unpacked(scores, 0), beta: unpacked(scores, 1) },
            proven: Bounds { lower: unpacked(scores, 2), upper: unpacked(scores, 3) },
            mv: (number > 0).then_some((mv >> 32) as u32),
            number,
            moves: (mv & 0xffff) as usize,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let words = CurrentWords::default();
        assert_eq!(words.read(), None);
        let window = Window { alpha: Score::loss_in(3), beta: Score::INFINITY };
        let proven = Bounds { lower: Score::MINUS_INFINITY, upper: Score::margin(38) };
        words.begin(SearchPhase::Distance, (31, 2), window, proven);
        let mut expected = Current {
            phase: SearchPhase::Distance,
            depth: 31,
            rank: 3,
            window,
            proven,
            mv: None,
            number: 0,
            moves: 0,
        };
        assert_eq!(words.read(), Some(expected));
        words.at_move(u32::MAX - 1, 7, 218);
        (expected.mv, expected.number, expected.moves) = (Some(u32::MAX - 1), 7, 218);
        assert_eq!(words.read(), Some(expected));
        for phase in [
            SearchPhase::Deepening,
            SearchPhase::Solving,
            SearchPhase::Distance,
            SearchPhase::Selective,
            SearchPhase::Draw,
        ] {
            words.begin(phase, (31, 255), window, proven);
            assert_eq!(
                words.read().map(|current| (current.phase, current.rank)),
                Some((phase, 256))
            );
        }
        words.clear();
        assert_eq!(words.read(), None);
    }
}
