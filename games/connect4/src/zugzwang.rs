//! Zugzwang as proof: what the side that is not to move gets by always answering in the same column.
//!
//! Call the side to move the leader and the other the follower. Where every column has an even
//! number of empty cells, the follower can answer each stone with one on top of it, to the end of
//! the game: it gets every second cell counted from the top (the *upper* cells), the leader the
//! others. (This is Claimeven of L. V. Allis, "A Knowledge-based Approach of Connect-Four", 1988;
//! that it bounds the exact score too is used by C. Steininger's solver c4, 2021.)
//!
//! **Odd columns.** A column with an odd number of empty cells starts with an upper one. If there
//! is an even number of such columns, the follower answers a stone on a starting cell with one on
//! another starting cell; afterwards both columns are even. Which side gets which of them is the leader's
//! choice, so the proof credits the leader with all of them and the follower with none.
//!
//! **Threats.** If the follower has a threat (an empty cell that completes a row with three of its
//! stones) on a cell that it would get, the leader never gets a cell above it.
//!
//! **Odd threats.** If the number of odd columns is odd, following up lacks one stone. A threat of
//! the follower on a lower cell of an odd column makes up for it: below the threat there is an odd
//! number of cells, of which the last one belongs to the leader, who loses by playing there. Up to
//! there the follower follows up, so there the leader gets the upper cells below the threat. When
//! the rest of the board is full the leader has to play there.
//!
//! If the leader cannot complete a row with what it gets, the value is at most a draw for it; and
//! if the follower completes one, at most a loss. How late follows from the row of the last cell:
//! when the follower fills it, all cells above it are still empty.

use super::board::Geometry;
use super::lines;
use super::position::ConnectFour;

/// The margin that the leader loses by at least, when the follower's last cell is in this row
/// (counted from 0).
#[inline(always)]
fn margin_of_row(height: u32, row: u32) -> i32 {
    ((height + 1 - row) / 2) as i32
}

impl<S: Geometry> ConnectFour<S> {
    /// The least bound that [`ConnectFour::follow_up_bound`] can give.
    #[inline(always)]
    pub(super) fn lowest_follow_up_bound(&self) -> i32 {
        -margin_of_row(self.geometry.height(), 0)
    }

    /// The most that the side to move can get against an opponent that follows up, or `i32::MAX`
    /// if following up proves nothing. `threats` are empty cells that complete a row of the
    /// opponent's; the side to move must not be able to complete one now.
    #[inline(always)]
    pub(super) fn follow_up_bound(&self, threats: u64) -> i32 {
        let odd_columns = self.playable() & self.geometry.upper_rows();
        if (self.geometry.area() - self.plies) & 1 == 0 {
            self.bound_on_even_boards(threats, odd_columns)
        } else {
            self.bound_by_odd_threat(threats, odd_columns)
        }
    }

    #[inline(always)]
    fn bound_on_even_boards(&self, threats: u64, odd_columns: u64) -> i32 {
        let board = self.geometry;
        let followers = self.empties() & board.upper_rows() & !odd_columns;
        let leaders = self.empties() & !followers & self.below(threats & followers);
        if lines::has_four(self.mine | leaders, board.stride()) {
            return i32::MAX;
        }
        if !lines::has_four(self.theirs() | followers, board.stride()) {
            return 0;
        }
        let mut row = 1 - board.height() % 2;
        let mut reached = 0;
        loop {
            reached |= board.floor() << row;
            let height = board.height();
            if row + 1 >= height
                || lines::has_four(self.theirs() | followers & reached, board.stride())
            {
                return -margin_of_row(height, row);
            }
            row += 2;
        }
    }

    #[inline(always)]
    fn bound_by_odd_threat(&self, threats: u64, odd_columns: u64) -> i32 {
        let board = self.geometry;
        let mut best = i32::MAX;
        let mut candidates = threats & !board.upper_rows();
        if candidates == 0 || odd_columns == 0 {
            return best;
        }
        let empties = self.empties();
        while candidates != 0 {
            let threat = candidates & candidates.wrapping_neg();
            candidates &= candidates - 1;
            let column = board.column_of(threat);
            let cells = board.column(column);
            if cells & odd_columns == 0 {
                continue;
            }
            // The lowest candidate of the column comes first, and none above it can matter.
            candidates &= !cells;
            let followers = empties & board.upper_rows() & !odd_columns & !cells;
            let elsewhere = empties & !followers & !cells & self.below(threats & followers);
            let here = empties & cells & board.upper_rows() & (threat - 1);
            if !lines::has_four(self.mine | elsewhere | here, board.stride()) {
                let row = threat.trailing_zeros() - column * board.stride();
                best = best.min(-margin_of_row(board.height(), row));
            }
        }
        best
    }

    /// All cells but those at or above the lowest of the given cells in their column.
    #[inline(always)]
    fn below(&self, cells: u64) -> u64 {
        // The carry of the lowest clears the column from there up to the guard; what a higher one
        // puts back is itself.
        self.geometry.cells().wrapping_add(cells) & !cells
    }
}

#[cfg(test)]
mod tests {
    use plyglot_check::minimax::minimax;
    use plyglot_search::{Describe, Game, MoveList, RulesOnly};

    use super::super::board::AnySize;
    use super::super::survey::Immediate;
    use super::*;

    /// Plays random moves that do not end the game until few cells are left, if it lasts.
    fn random_position(board: AnySize, seed: u64, empties: u32) -> ConnectFour<AnySize> {
        let mut game = ConnectFour::new(board);
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for _ in empties..board.area() {
            random = random.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            let mut moves = MoveList::new();
            game.moves(&mut moves);
            let lasting: Vec<_> =
                moves.iter().filter(|&mv| game.after(game.bit(mv)).outcome().is_none()).collect();
            if lasting.is_empty() {
                break;
            }
            game.play(lasting[(random >> 33) as usize % lasting.len()]);
        }
        game
    }

    #[test]
    fn bounds_by_following_up_hold_and_are_frequent() {
        // Bounds of a draw, of a loss by following up alone, and by an odd threat.
        let (mut draws, mut losses, mut by_threat) = (0, 0, 0);
        for seed in 0..6_000 {
            let (width, height) = [(7, 6), (6, 5), (5, 5), (6, 4)][seed as usize % 4];
            let board = AnySize::new(width, height).unwrap();
            let game = random_position(board, seed, 4 + seed as u32 / 4 % 7);
            let threats = game.threats();
            let has_choice = matches!(game.immediate(threats), Immediate::Open(_));
            if game.outcome().is_some() || !has_choice {
                continue;
            }
            let bound = game.follow_up_bound(threats.theirs);
            if bound == i32::MAX {
                continue;
            }
            let value = minimax(&mut game.clone(), &mut RulesOnly::default(), None);
            let value = game.value(value).expect("a decided value");
            assert!(value <= bound, "{value} is above {bound}: {}", game.text());
            assert!(bound >= game.lowest_follow_up_bound());
            if game.empties().count_ones() % 2 == 1 {
                by_threat += 1;
            } else if bound < 0 {
                losses += 1;
            } else {
                draws += 1;
            }
        }
        assert!(draws > 50 && losses > 50 && by_threat > 50, "{draws} {losses} {by_threat}");
    }
}
