//! How many dominoes a side can still lay at most, and how many the other side cannot prevent.
//!
//! After D. Breuker, J. Uiterwijk and J. van den Herik, "Solving 8x8 Domineering" (2000), who call
//! them real and safe moves. Cost: a few shifts for each domino that fits side by side in the
//! longest gap, three times a side.

use plyglot_search::{Bounds, Score, Side};

use super::position::Domineering;

/// The room of one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// The most dominoes that fit.
    pub(super) most: i32,
    /// Dominoes on squares that are of no use to the other side.
    pub(super) safe: i32,
    /// The most that fit beside the safe ones.
    pub(super) open: i32,
}

/// The most places that can be used at once: every second of those that overlap, from the first on.
#[inline]
fn packed(mut places: u64, stride: u32) -> u64 {
    let mut packed = 0;
    while places != 0 {
        let first = places & !(places << stride);
        packed |= first;
        places &= !(first | first << stride);
    }
    packed
}

impl Room {
    /// The room of a side.
    #[inline]
    pub(super) fn of(game: &Domineering, side: Side) -> Room {
        let stride = Domineering::stride(side);
        let useful = game.useful(side.other());
        let most = packed(Domineering::places(game.free, side), stride);
        let safe = packed(Domineering::places(game.free & !useful, side), stride);
        let rest = game.free & !(safe | safe << stride);
        let open = packed(Domineering::places(rest, side), stride);
        let [most, safe, open] = [most, safe, open].map(|set| set.count_ones() as i32);
        Room { most, safe, open }
    }

    /// How many dominoes the side can lay for sure if it is to move, and if it is not. A domino of
    /// the other side takes room for at most two, one in each of the lines that it touches; an own
    /// one takes room for one.
    #[inline]
    fn sure(&self) -> [i32; 2] {
        [self.safe + (self.open + 2) / 3, self.safe + self.open / 3]
    }
}

/// What is proven of a position in which the side to move has room: a side that can lay more for sure
/// than the other can at all has won, and a side that is sure of n dominoes is not out of room before
/// the n + 1st.
#[inline]
pub(super) fn bounds(own: Room, other: Room) -> Bounds {
    let ([sure, _], [_, theirs]) = (own.sure(), other.sure());
    let win = |rounds: i32| Score::win_in(2 * rounds as u32 + 1);
    let loss = |rounds: i32| Score::loss_in(2 * rounds as u32);
    if sure > other.most {
        return Bounds { lower: win(other.most), upper: win(theirs.min(other.most)) };
    }
    if theirs >= own.most {
        return Bounds { lower: loss(sure.min(own.most)), upper: loss(own.most) };
    }
    Bounds { lower: loss(sure), upper: win(theirs) }
}
