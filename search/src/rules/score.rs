//! What a value means: a heuristic estimate, an exact margin, a win or loss in n plies, a draw.
//!
//! One integer holds all of them, ordered so that comparing integers compares what they mean: any
//! decided win ranks above any estimate, any estimate above any decided loss. A search therefore
//! prefers a sure win by two to a hopeful thirty, and the sign of a decided score is proof of who
//! wins. The price is a gap that an aspiration window has to jump when a game becomes decided.
//!
//! ```text
//!  0 .. 16000       heuristic estimate (0 is also the draw)
//!  18000 - n        decided, won in an unknown number of plies; known in n plies (0 <= n <= 1000)
//!  20000 + m        decided, won by a margin of m units (1 <= m <= 8000)
//!  32000 - n        decided, won in n plies (0 <= n <= 1000)
//!  32100            infinity: above every score, never a score itself
//! ```
//!
//! and the mirror image for losses. Every score fits 16 bits, so it packs into a table entry.

use std::fmt;
use std::ops::Neg;

/// A value from the side to move's point of view. See the module for the ranges.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// What a [`Score`] says, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// An estimate in the knowledge's own points. Zero may also be a draw: whether it is proven is
    /// known to the search, not to the number.
    Heuristic(i32),
    /// The game ends with this margin, in the game's unit, for (positive) or against the mover.
    Margin(i32),
    /// The side to move wins in this many plies.
    WinIn(u32),
    /// The side to move loses in this many plies.
    LossIn(u32),
    /// The side to move wins, in how many plies is not known. At most this many plies away is the position that tables
    /// know to be won, or the next one from which no way leads back.
    Won(u32),
    /// The same of a loss.
    Lost(u32),
    /// Plus or minus infinity: a bound that says nothing.
    Unbounded,
}

impl Score {
    /// The largest estimate; larger ones are clamped to it.
    pub const MAX_HEURISTIC: i32 = 16_000;
    /// The largest exact margin.
    pub const MAX_MARGIN: i32 = 8_000;
    /// The longest distance of a win or loss, in plies.
    pub const MAX_DISTANCE: u32 = 1_000;
    const MARGIN_BASE: i32 = 20_000;
    const WIN: i32 = 32_000;
    const WON: i32 = 18_000;

    /// A draw, and the estimate of an even game.
    pub const DRAW: Score = Score(0);
    /// Above every score.
    pub const INFINITY: Score = Score(32_100);
    /// Below every score: `-Score::INFINITY`, where a constant is wanted.
    pub const MINUS_INFINITY: Score = Score(-Self::INFINITY.0);

    /// An estimate in the knowledge's own points, clamped to the heuristic range.
    #[inline]
    pub const fn heuristic(points: i32) -> Score {
        if points > Self::MAX_HEURISTIC {
            Score(Self::MAX_HEURISTIC)
        } else if points < -Self::MAX_HEURISTIC {
            Score(-Self::MAX_HEURISTIC)
        } else {
            Score(points)
        }
    }

    /// An exact final margin in the game's unit. Zero is the draw.
    ///
    /// # Panics
    /// In debug builds, if the margin is beyond [`Score::MAX_MARGIN`].
    #[inline]
    pub const fn margin(margin: i32) -> Score {
        debug_assert!(margin >= -Self::MAX_MARGIN && margin <= Self::MAX_MARGIN);
        if margin > 0 {
            Score(Self::MARGIN_BASE + margin)
        } else if margin < 0 {
            Score(margin - Self::MARGIN_BASE)
        } else {
            Score(0)
        }
    }

    /// A win for the side to move in `plies` plies; zero where the game is already won.
    #[inline]
    pub const fn win_in(plies: u32) -> Score {
        debug_assert!(plies <= Self::MAX_DISTANCE);
        Score(Self::WIN - plies as i32)
    }

    /// A loss for the side to move in `plies` plies; zero where the game is already lost.
    #[inline]
    pub const fn loss_in(plies: u32) -> Score {
        debug_assert!(plies <= Self::MAX_DISTANCE);
        Score(plies as i32 - Self::WIN)
    }

    /// A win for the side to move of which the distance is not known: below every win in n plies. Of two such scores
    /// that of fewer `plies` is the higher, so that who wins goes on; see [`Meaning::Won`].
    #[inline]
    pub const fn won(plies: u32) -> Score {
        debug_assert!(plies <= Self::MAX_DISTANCE);
        Score(Self::WON - plies as i32)
    }

    /// A loss of which the distance is not known.
    #[inline]
    pub const fn lost(plies: u32) -> Score {
        debug_assert!(plies <= Self::MAX_DISTANCE);
        Score(plies as i32 - Self::WON)
    }

    /// Takes the score apart.
    #[inline]
    pub const fn meaning(self) -> Meaning {
        let size = self.0.abs();
        if size > Self::WIN {
            Meaning::Unbounded
        } else if size >= Self::WIN - Self::MAX_DISTANCE as i32 {
            let plies = (Self::WIN - size) as u32;
            if self.0 > 0 { Meaning::WinIn(plies) } else { Meaning::LossIn(plies) }
        } else if size > Self::MARGIN_BASE {
            Meaning::Margin(
                if self.0 > 0 { size } else { -size } - Self::MARGIN_BASE * self.0.signum(),
            )
        } else if self.is_of_unknown_distance() {
            let plies = (Self::WON - size) as u32;
            if self.0 > 0 { Meaning::Won(plies) } else { Meaning::Lost(plies) }
        } else {
            Meaning::Heuristic(self.0)
        }
    }

    /// True of a score that says who wins: a margin other than zero, a win or a loss. A draw is
    /// not recognisable by its number.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > Self::MAX_HEURISTIC
    }

    /// True of a win or loss in n plies.
    #[inline]
    pub(crate) const fn has_distance(self) -> bool {
        self.0.abs() >= Self::WIN - Self::MAX_DISTANCE as i32 && self.0.abs() <= Self::WIN
    }

    /// True of a win or loss whose distance is not known.
    #[inline]
    pub const fn is_of_unknown_distance(self) -> bool {
        self.0.abs() >= Self::WON - Self::MAX_DISTANCE as i32 && self.0.abs() <= Self::WON
    }

    /// True of scores that depend on where they are seen from.
    #[inline]
    const fn counts_plies(self) -> bool {
        self.0.abs() >= Self::WON - Self::MAX_DISTANCE as i32
            && (self.has_distance() || self.is_of_unknown_distance())
    }

    /// Turns a score counted from a node `ply` plies below the root into one counted from the
    /// root: a win in n plies there is a win in n + ply here.
    #[inline]
    pub const fn from_node(self, ply: u32) -> Score {
        if !self.counts_plies() {
            self
        } else if self.0 > 0 {
            Score(self.0 - ply as i32)
        } else {
            Score(self.0 + ply as i32)
        }
    }

    /// The inverse of [`Score::from_node`]: what the table stores, so that an entry means the same
    /// wherever its position is met.
    #[inline]
    pub const fn to_node(self, ply: u32) -> Score {
        if !self.counts_plies() {
            return self;
        }
        let most = if self.has_distance() { Self::WIN } else { Self::WON };
        if self.0 > 0 {
            Score(if self.0 + (ply as i32) < most { self.0 + ply as i32 } else { most })
        } else {
            Score(if self.0 - (ply as i32) > -most { self.0 - ply as i32 } else { -most })
        }
    }

    /// The bare integer, for arithmetic on windows.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// A score from a bare integer, clamped to plus and minus infinity.
    #[inline]
    pub const fn from_raw(raw: i32) -> Score {
        let limit = Score::INFINITY.0;
        Score(if raw > limit {
            limit
        } else if raw < -limit {
            -limit
        } else {
            raw
        })
    }

    /// The next larger integer: `(alpha, alpha.next())` is the narrowest window that exists.
    #[inline]
    pub const fn next(self) -> Score {
        Score(self.0 + 1)
    }

    /// The next smaller integer.
    #[inline]
    pub const fn prev(self) -> Score {
        Score(self.0 - 1)
    }

    /// The 16 bits that a table entry keeps.
    #[inline]
    pub const fn pack(self) -> u16 {
        self.0 as i16 as u16
    }

    /// The inverse of [`Score::pack`]. Any 16 bits give some score.
    #[inline]
    pub const fn unpack(bits: u16) -> Score {
        Score(bits as i16 as i32)
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.meaning() {
            Meaning::Heuristic(points) => write!(out, "Heuristic({points})"),
            Meaning::Margin(margin) => write!(out, "Margin({margin})"),
            Meaning::WinIn(plies) => write!(out, "WinIn({plies})"),
            Meaning::LossIn(plies) => write!(out, "LossIn({plies})"),
            Meaning::Won(plies) => write!(out, "Won({plies})"),
            Meaning::Lost(plies) => write!(out, "Lost({plies})"),
            Meaning::Unbounded => write!(out, "{}Infinity", if self.0 < 0 { "-" } else { "" }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_order_as_they_mean() {
        let rising = [
            -Score::INFINITY,
            Score::loss_in(0),
            Score::loss_in(9),
            Score::margin(-64),
            Score::margin(-2),
            Score::lost(0),
            Score::lost(9),
            Score::heuristic(-99_999),
            Score::heuristic(-1),
            Score::DRAW,
            Score::heuristic(1),
            Score::heuristic(99_999),
            Score::won(9),
            Score::won(0),
            Score::margin(2),
            Score::margin(64),
            Score::win_in(9),
            Score::win_in(0),
            Score::INFINITY,
        ];
        assert!(rising.windows(2).all(|pair| pair[0] < pair[1]));
        for score in rising {
            assert_eq!(-(-score), score);
            assert_eq!(Score::unpack(score.pack()), score);
            assert_eq!(Score::from_raw(score.raw()), score);
        }
    }

    #[test]
    fn meaning_gives_back_what_was_put_in() {
        assert_eq!(Score::margin(38).meaning(), Meaning::Margin(38));
        assert_eq!(Score::margin(-38).meaning(), Meaning::Margin(-38));
        assert_eq!(Score::margin(Score::MAX_MARGIN).meaning(), Meaning::Margin(Score::MAX_MARGIN));
        assert_eq!(Score::win_in(7).meaning(), Meaning::WinIn(7));
        assert_eq!(Score::loss_in(1000).meaning(), Meaning::LossIn(1000));
        assert_eq!(Score::won(1000).meaning(), Meaning::Won(1000));
        assert_eq!(Score::lost(3).meaning(), Meaning::Lost(3));
        assert_eq!(Score::heuristic(-5).meaning(), Meaning::Heuristic(-5));
        assert_eq!((-Score::INFINITY).meaning(), Meaning::Unbounded);
    }

    #[test]
    fn distances_count_from_where_they_are_seen() {
        assert_eq!(Score::win_in(3).from_node(4), Score::win_in(7));
        assert_eq!(Score::loss_in(7).to_node(4), Score::loss_in(3));
        assert_eq!(Score::won(3).from_node(4), Score::won(7));
        assert_eq!(Score::lost(7).to_node(4), Score::lost(3));
        assert_eq!(Score::won(3).to_node(4), Score::won(0));
        assert_eq!(Score::margin(6).from_node(4), Score::margin(6));
        assert_eq!(Score::heuristic(6).to_node(4), Score::heuristic(6));
        assert_eq!(Score::INFINITY.from_node(4), Score::INFINITY);
    }
}
