//! What a position is worth: pawns, the more the nearer they are to their goal.

/// What a pawn is worth, by its distance from the goal; see [`plyglot_search::Describe::POINTS`].
/// A pawn two steps away ties down two defenders.
pub(super) const WORTH: [i32; 8] = [0, 250, 180, 145, 125, 112, 105, 110];

/// Points for one pawn.
pub(super) const POINTS: i32 = 100;

/// How many squares of a set are in each row (two bits, four bits, then eight are added up at once).
#[inline]
pub(super) fn by_row(set: u64) -> [u8; 8] {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).to_le_bytes()
}

/// What pawns that go down are worth.
#[inline]
pub(super) fn worth(pawns: u64) -> i32 {
    by_row(pawns).into_iter().zip(WORTH).map(|(count, worth)| i32::from(count) * worth).sum()
}
