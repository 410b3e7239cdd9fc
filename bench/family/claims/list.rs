//! The claims, in the order in which they are shown.

use super::tested::Tested;
use super::{Claim, memory, savings, windows};

/// All claims with their tests, in the order in which they are shown.
pub(super) const LIST: &[Tested] = &[
    savings::TABLE,
    savings::DEPTH,
    savings::SHALLOW,
    savings::HALF,
    savings::TENTH,
    savings::PRINTED,
    savings::ORDERING,
    memory::REFUTATION,
    memory::MTD_F,
    memory::FAIL_SOFT,
    windows::GUIDE,
    windows::NULL_WINDOW,
    windows::EVEN,
    windows::LAST_PLIES,
    windows::ASPIRATION,
];

/// All claims.
pub fn claims() -> impl Iterator<Item = Claim> {
    LIST.iter().map(|tested| tested.claim)
}
