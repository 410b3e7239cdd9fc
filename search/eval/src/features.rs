//! What a game declares: the features of a position.

use crate::layout::Layout;

/// The active features of a position: indices of weights, each with how often it counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Active {
    items: Vec<(u32, i16)>,
}

impl Active {
    /// None.
    pub fn new() -> Active {
        Active::default()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// Adds `count` times the weight at `index` of [`Layout::size`]; nothing if the count is 0. An
    /// index may be added several times.
    #[inline]
    pub fn push(&mut self, index: u32, count: i16) {
        if count != 0 {
            self.items.push((index, count));
        }
    }

    /// Indices and counts, in the order in which they were added.
    pub fn items(&self) -> &[(u32, i16)] {
        &self.items
    }
}

/// The features of a game, of positions of type `G`.
///
/// The side to move owns the estimate: features are those of the position as that side sees it.
pub trait Features<G>: Send + Sync + 'static {
    /// Which weights there are.
    fn layout(&self) -> &Layout;

    /// The phase of the game that a position belongs to: an index of [`Layout::phases`].
    fn phase(&self, game: &G) -> usize;

    /// Adds the active features of a position that has no outcome.
    fn active(&self, game: &G, out: &mut Active);
}
