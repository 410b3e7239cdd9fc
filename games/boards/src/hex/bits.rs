//! Sets of cells: one word of 128 bits for boards of up to 11 by 11 cells, two for those of up to 14 by 14.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};
use std::sync::LazyLock;

use plyglot_search::random::mix;

use super::board::Shape;

/// A set of cells. Its order is that of the number whose bits it is.
pub trait Cells:
    Copy
    + Ord
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// No cell.
    const EMPTY: Self;
    /// How many bits there are.
    const BITS: usize;
    /// The most cells a side of a board.
    const MOST: usize;

    /// One cell.
    fn one(cell: usize) -> Self;
    /// How many cells.
    fn count(self) -> u32;
    /// The first cell, of a set that is not empty.
    fn first(self) -> u32;
    /// The same without it.
    fn without_first(self) -> Self;
    /// The last cell first.
    fn reversed(self) -> Self;
    /// Its bits in words of 64, as many as there is room for.
    fn words(self, out: &mut [u64]);
    /// A hash.
    fn mixed(self) -> u64;
    /// The boards of 1 to [`Cells::MOST`] cells a side.
    fn shapes() -> &'static [Shape<Self>];

    /// True if the cell is in the set.
    #[inline]
    fn has(self, cell: u8) -> bool {
        (self >> usize::from(cell)) & Self::one(0) != Self::EMPTY
    }
}

impl Cells for u128 {
    const EMPTY: u128 = 0;
    const BITS: usize = 128;
    const MOST: usize = 11;

    #[inline]
    fn words(self, out: &mut [u64]) {
        out.iter_mut().zip([self as u64, (self >> 64) as u64]).for_each(|(out, word)| *out = word);
    }

    #[inline]
    fn one(cell: usize) -> u128 {
        1 << cell
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn first(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn without_first(self) -> u128 {
        self & (self - 1)
    }

    #[inline]
    fn reversed(self) -> u128 {
        self.reverse_bits()
    }

    #[inline]
    fn mixed(self) -> u64 {
        mix(mix(self as u64) ^ (self >> 64) as u64)
    }

    fn shapes() -> &'static [Shape<u128>] {
        static SHAPES: LazyLock<Vec<Shape<u128>>> = LazyLock::new(Shape::all);
        &SHAPES
    }
}

/// 256 bits in two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wide {
    // First, so that the derived order is that of numbers.
    high: u128,
    low: u128,
}

impl Cells for Wide {
    const EMPTY: Wide = Wide { high: 0, low: 0 };
    const BITS: usize = 256;
    const MOST: usize = 14;

    #[inline]
    fn words(self, out: &mut [u64]) {
        let halves = [self.low, self.high].map(|half| [half as u64, (half >> 64) as u64]);
        out.iter_mut().zip(halves.as_flattened()).for_each(|(out, word)| *out = *word);
    }

    #[inline]
    fn one(cell: usize) -> Wide {
        Wide { high: 0, low: 1 } << cell
    }

    #[inline]
    fn count(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    #[inline]
    fn first(self) -> u32 {
        if self.low == 0 { 128 + self.high.trailing_zeros() } else { self.low.trailing_zeros() }
    }

    #[inline]
    fn without_first(self) -> Wide {
        let Wide { high, low } = self;
        if low == 0 {
            Wide { high: high & (high - 1), low }
        } else {
            Wide { high, low: low & (low - 1) }
        }
    }

    #[inline]
    fn reversed(self) -> Wide {
        Wide { high: self.low.reverse_bits(), low: self.high.reverse_bits() }
    }

    #[inline]
    fn mixed(self) -> u64 {
        mix(self.low.mixed() ^ self.high.mixed().rotate_left(23))
    }

    fn shapes() -> &'static [Shape<Wide>] {
        static SHAPES: LazyLock<Vec<Shape<Wide>>> = LazyLock::new(Shape::all);
        &SHAPES
    }
}

/// An operation on both words.
macro_rules! wordwise {
    ($trait:ident, $method:ident) => {
        impl $trait for Wide {
            type Output = Wide;

            #[inline]
            fn $method(self, other: Wide) -> Wide {
                let (high, low) = (self.high.$method(other.high), self.low.$method(other.low));
                Wide { high, low }
            }
        }
    };
}

wordwise!(BitAnd, bitand);
wordwise!(BitOr, bitor);
wordwise!(BitXor, bitxor);

impl BitAndAssign for Wide {
    #[inline]
    fn bitand_assign(&mut self, other: Wide) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    #[inline]
    fn bitor_assign(&mut self, other: Wide) {
        *self = *self | other;
    }
}

impl Not for Wide {
    type Output = Wide;

    #[inline]
    fn not(self) -> Wide {
        Wide { high: !self.high, low: !self.low }
    }
}

impl Shl<usize> for Wide {
    type Output = Wide;

    #[inline]
    fn shl(self, by: usize) -> Wide {
        match by {
            0 => self,
            1..128 => Wide { high: self.high << by | self.low >> (128 - by), low: self.low << by },
            _ => Wide { high: self.low << (by - 128), low: 0 },
        }
    }
}

impl Shr<usize> for Wide {
    type Output = Wide;

    #[inline]
    fn shr(self, by: usize) -> Wide {
        match by {
            0 => self,
            1..128 => Wide { high: self.high >> by, low: self.low >> by | self.high << (128 - by) },
            _ => Wide { high: 0, low: self.high >> (by - 128) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits as truth values.
    fn spread(set: Wide) -> [bool; 256] {
        std::array::from_fn(|at| {
            if at < 128 { set.low >> at & 1 == 1 } else { set.high >> (at - 128) & 1 == 1 }
        })
    }

    #[test]
    fn two_words_are_shifted_counted_and_turned_as_one() {
        let mut random = 1_u64;
        let mut word = || {
            random = mix(random);
            u128::from(random) << 64 | u128::from(mix(random ^ 7))
        };
        for round in 0..2_000 {
            let set = Wide { high: word() & word(), low: word() & word() };
            let (bits, by) = (spread(set), round % 256);
            let at = |index: Option<usize>| index.and_then(|index| bits.get(index)).copied();
            let left = std::array::from_fn(|to: usize| at(to.checked_sub(by)).unwrap_or(false));
            let right = std::array::from_fn(|to: usize| at(Some(to + by)).unwrap_or(false));
            assert_eq!(spread(set << by), left, "{by}");
            assert_eq!(spread(set >> by), right, "{by}");
            let reversed = std::array::from_fn(|to: usize| bits[255 - to]);
            assert_eq!(spread(set.reversed()), reversed);
            assert_eq!(set.count() as usize, bits.iter().filter(|&&bit| bit).count());
            let first = bits.iter().position(|&bit| bit).expect("hardly empty");
            assert_eq!(set.first() as usize, first);
            assert_eq!(set.without_first(), set & !Wide::one(first));
            assert!(set.has(first as u8) && Wide::one(by) << 0 == Wide::one(by));
        }
    }
}
