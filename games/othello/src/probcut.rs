//! ProbCut: where a shallow search passes the window by enough, it stands for the deep one (M. Buro, "ProbCut: An
//! Effective Selective Extension of the Alpha-Beta Algorithm", 1995).
//!
//! How far enough is follows from how well shallow searches predict deep ones: the difference of the two is
//! about normally distributed, and its standard deviation is close to a linear function of the two depths, the empty
//! squares, and by how much one side is ahead. A level of confidence says how probably the deep search would agree: 100 % searches
//! everything.
//!
//! Cost: an estimate at each node that may be cut, and the shallow searches, which leave their moves in the
//! table.

use super::evaluation::POINTS;
use super::size::Size;

/// The levels in percent, as they are named, with the standard deviations that the window must be passed by
/// (two-sided quantiles of the normal distribution), in hundredths.
const LEVELS: [(u8, i32); 6] =
    [(73, 110), (87, 151), (95, 196), (98, 233), (99, 258), (100, i32::MAX)];

/// The least depth of a search that a shallower one may stand for.
const LEAST: i32 = 4;

/// How sure one has to be of what is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Confidence(usize);

impl Confidence {
    /// Everything is searched.
    pub(super) const WHOLE: Confidence = Confidence(LEVELS.len() - 1);

    /// The level of the usual search.
    pub(super) const USUAL: Confidence = Confidence(0);

    /// The level of a selective pass of an exact solve, by how many passes come after it; `None` outside of such.
    ///
    /// At 87, 95 and 98 % all of FFO #40-49 takes 1,033, 1,000 and 1,008 M nodes, 1,247 without a pass. One at 73 %
    /// before that at 95 % costs 1 % of the nodes and saves 4 % of those of #51 (27 empty squares), as much as
    /// 73, 87 and 98 % do; with 24 to 26 empty squares it does not pay. On 6x6 twelve positions with 24 empty
    /// squares take 1 % more nodes at 73 and 87 % or at 87 and 95 %.
    pub(super) fn in_pass(passes_left: u8) -> Option<Confidence> {
        match passes_left {
            0 => None,
            1 => Some(Confidence(2)),
            _ => Some(Confidence(0)),
        }
    }

    /// The levels, in the order of their confidence.
    pub(super) fn names() -> Vec<String> {
        LEVELS.iter().map(|(percent, _)| percent.to_string()).collect()
    }

    /// The level of a name.
    pub(super) fn named(name: &str) -> Option<Confidence> {
        LEVELS.iter().position(|level| level.0.to_string() == name).map(Confidence)
    }

    /// In percent.
    pub(super) fn percent(self) -> u8 {
        LEVELS[self.0].0
    }

    /// The depth of the shallow search for a node of `depth` with this number of empty squares, and by how many
    /// points it must pass the window, which is at `level` points.
    #[inline]
    pub(super) fn shallow(
        self,
        size: &Size,
        empties: u32,
        depth: i32,
        level: i32,
    ) -> Option<(i32, i32)> {
        if depth < LEAST || self == Confidence::WHOLE {
            return None;
        }
        // Half as deep, and as odd or even as the deep one: the side that moved last is favoured.
        let shallow = 2 * (depth / 4) + (depth & 1);
        let deviation = deviation(size, empties as i32, depth, shallow, level.abs());
        let margin = deviation * LEVELS[self.0].1 / 100;
        Some((shallow, margin))
    }
}

/// The standard deviation of a deep score from a shallow one, in points, where one side is ahead by about `lead`
/// points.
#[inline]
fn deviation(size: &Size, empties: i32, deep: i32, shallow: i32, lead: i32) -> i32 {
    let [constant, of_empties, of_deep, of_shallow, of_lead] = size.deviation;
    let thousandths =
        constant + of_empties * empties + of_deep * deep + of_shallow * shallow + of_lead * lead;
    (thousandths / 1_000).max(POINTS / 2)
}
