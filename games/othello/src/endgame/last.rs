//! The last four empty squares, unrolled.

use super::{Isa, NEIGHBOURS, Node, QUARTERS, Solver, final_margin, playable};
use crate::board::last_flips;

impl<const N: usize> Solver<'_, '_, N> {
    /// Four empties or fewer, by a null window above `alpha`.
    #[inline(always)]
    pub(super) fn last<I: Isa>(&mut self, isa: I, node: Node, alpha: i32) -> i32 {
        let empty = playable(N) & !(node.own | node.opp);
        match node.empties {
            4 => self.last_four::<false, I>(isa, node.own, node.opp, alpha, empty, node.parity),
            3 => self.last_three::<false, I>(isa, node.own, node.opp, alpha, empty, node.parity),
            2 => {
                let (first, rest) = take(empty);
                self.last_two::<false, I>(
                    isa,
                    node.own,
                    node.opp,
                    alpha,
                    first,
                    rest.trailing_zeros(),
                )
            }
            1 => self.last_one(node.own, node.opp, alpha, empty.trailing_zeros()),
            _ => final_margin(Self::SQUARES, node.own, node.opp),
        }
    }

    #[inline(always)]
    fn last_four<const PASSED: bool, I: Isa>(
        &mut self,
        isa: I,
        own: u64,
        opp: u64,
        alpha: i32,
        empty: u64,
        parity: u8,
    ) -> i32 {
        self.nodes += 1;
        if !PASSED {
            let node = Node { own, opp, parity, empties: 4 };
            if let Some(most) = self.stable_cut(node, alpha) {
                return most;
            }
        }
        let odd = QUARTERS[parity as usize & 15];
        let mut best = -99;
        for mut set in [empty & odd, empty & !odd] {
            while set != 0 {
                let square = set.trailing_zeros();
                let bit = set & set.wrapping_neg();
                set ^= bit;
                let flips = self.turned(isa, square, own, opp);
                if flips != 0 {
                    let left = empty ^ bit;
                    let parity = parity ^ super::QUARTER[square as usize & 63];
                    let value = -self.last_three::<false, I>(
                        isa,
                        opp ^ flips,
                        own ^ flips ^ bit,
                        -alpha - 1,
                        left,
                        parity,
                    );
                    if value > alpha {
                        return value;
                    }
                    best = best.max(value);
                }
            }
        }
        if best != -99 {
            best
        } else if PASSED {
            final_margin(Self::SQUARES, own, opp)
        } else {
            -self.last_four::<true, I>(isa, opp, own, -alpha - 1, empty, parity)
        }
    }

    #[inline(always)]
    fn last_three<const PASSED: bool, I: Isa>(
        &mut self,
        isa: I,
        own: u64,
        opp: u64,
        alpha: i32,
        empty: u64,
        parity: u8,
    ) -> i32 {
        self.nodes += 1;
        // Of three squares, one quarter at least holds an odd number.
        let (first, _) = take(empty & QUARTERS[parity as usize & 15]);
        let rest = empty & !(1 << first);
        let (second, rest) = take(rest);
        let third = rest.trailing_zeros();
        let mut best = -99;
        for (square, left, right) in
            [(first, second, third), (second, first, third), (third, first, second)]
        {
            let flips = self.turned(isa, square, own, opp);
            if flips != 0 {
                let value = -self.last_two::<false, I>(
                    isa,
                    opp ^ flips,
                    own ^ flips ^ 1 << square,
                    -alpha - 1,
                    left,
                    right,
                );
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        if best != -99 {
            best
        } else if PASSED {
            final_margin(Self::SQUARES, own, opp)
        } else {
            -self.last_three::<true, I>(isa, opp, own, -alpha - 1, empty, parity)
        }
    }

    #[inline(always)]
    fn last_two<const PASSED: bool, I: Isa>(
        &mut self,
        isa: I,
        own: u64,
        opp: u64,
        alpha: i32,
        first: u32,
        second: u32,
    ) -> i32 {
        self.nodes += 1;
        let mut best = -99;
        for (square, left) in [(first, second), (second, first)] {
            let flips = self.turned(isa, square, own, opp);
            if flips != 0 {
                let value =
                    -self.last_one(opp ^ flips, own ^ flips ^ 1 << square, -alpha - 1, left);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        if best != -99 {
            return best;
        }
        // A pass: the opponent's best is this side's worst.
        let mut worst = 99;
        for (square, left) in [(first, second), (second, first)] {
            let flips = self.turned(isa, square, opp, own);
            if flips != 0 {
                let value = self.last_one(own ^ flips, opp ^ flips ^ 1 << square, alpha, left);
                if value <= alpha {
                    return value;
                }
                worst = worst.min(value);
            }
        }
        if worst != 99 { worst } else { final_margin(Self::SQUARES, own, opp) }
    }

    /// One empty square: nothing is played, the discs that would turn are counted.
    #[inline(always)]
    fn last_one(&mut self, own: u64, opp: u64, _alpha: i32, square: u32) -> i32 {
        self.nodes += 1;
        let mine = own.count_ones() as i32;
        let turned = last_flips(square, own);
        if turned > 0 {
            return 2 * (mine + turned + 1) - Self::SQUARES;
        }
        let turned = last_flips(square, opp);
        if turned > 0 {
            return 2 * (mine - turned) - Self::SQUARES;
        }
        let margin = 2 * mine + 1 - Self::SQUARES;
        margin + margin.signum()
    }

    /// The discs that turn, looked for only where an opponent's disc is next to the square.
    #[inline(always)]
    fn turned<I: Isa>(&self, isa: I, square: u32, own: u64, opp: u64) -> u64 {
        if NEIGHBOURS[square as usize & 63] & opp == 0 { 0 } else { isa.flips(square, own, opp) }
    }
}

/// The lowest square of a set, and the rest.
#[inline(always)]
fn take(set: u64) -> (u32, u64) {
    (set.trailing_zeros(), set & set.wrapping_sub(1))
}
