//! How a line looks: what it is decides its ink, dash and mark.

use super::canvas::{Mark, Stroke};
use super::ink::{Dash, Ink};

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Something that was measured; the index gives its colour and mark.
    Series(usize),
    /// The series with this index as points alone, where something else joins them.
    Points(usize),
    /// A model of something that was measured.
    Model(usize),
    /// What the model with this index leaves over.
    Residual(usize),
    /// Figures of others, for comparison.
    Reference(usize),
    /// What would be perfect.
    Ideal,
    /// What the machine allows at most.
    Limit,
}

const MARKS: [Mark; 6] =
    [Mark::Dot, Mark::Square, Mark::Triangle, Mark::Diamond, Mark::Saltire, Mark::Plus];
const HOLLOW: [Mark; 2] = [Mark::Ring, Mark::Rhomb];
const MODELS: [(Ink, Dash); 2] = [(Ink::Text, Dash::Long), (Ink::Limit, Dash::Short)];
const DASHES: [Dash; 4] = [Dash::Solid, Dash::Long, Dash::Dots, Dash::Mixed];

impl Look {
    pub(super) fn ink(self) -> Ink {
        match self {
            Look::Series(index) | Look::Points(index) => Ink::Series(index),
            // No ink of a series: a model stands beside any of them.
            Look::Model(index) | Look::Residual(index) => MODELS[index % MODELS.len()].0,
            Look::Reference(_) | Look::Ideal => Ink::Muted,
            Look::Limit => Ink::Limit,
        }
    }

    pub(super) fn mark(self) -> Option<Mark> {
        match self {
            Look::Series(index) | Look::Points(index) => Some(MARKS[index % MARKS.len()]),
            Look::Residual(index) => Some(MARKS[index % MARKS.len()]),
            Look::Reference(index) => Some(HOLLOW[index % HOLLOW.len()]),
            Look::Model(_) | Look::Ideal | Look::Limit => None,
        }
    }

    /// The stroke of the line, if there is one; in a panel, which has no room for marks, the dash identifies the series.
    pub(super) fn stroke(self, panel: bool) -> Option<Stroke> {
        let (dash, width) = match self {
            Look::Series(index) if panel => (DASHES[index % DASHES.len()], 1.5),
            Look::Series(_) => (Dash::Solid, 2.0),
            Look::Points(_) => return None,
            Look::Model(index) | Look::Residual(index) => (MODELS[index % MODELS.len()].1, 1.5),
            Look::Reference(_) => (Dash::Dots, 1.0),
            Look::Ideal => (Dash::Short, 1.0),
            Look::Limit => (Dash::Mixed, 1.75),
        };
        Some(Stroke { ink: self.ink(), dash, width })
    }
}
