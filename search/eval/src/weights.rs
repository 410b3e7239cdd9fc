//! The weights, and the estimate from them.

use crate::features::Active;
use crate::layout::Layout;

/// Weights for every feature and phase, rounded to 16 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    size: usize,
    units: u16,
    values: Vec<i16>,
}

impl Weights {
    /// All zero, in parts of 1 / `units` of a point.
    pub fn zero(layout: &Layout, units: u16) -> Weights {
        let size = layout.size();
        Weights { size, units: units.max(1), values: vec![0; size * layout.phases().len()] }
    }

    /// From one list of values for each phase, in points, which are rounded to 1 / `units` of a point and
    /// to what fits.
    pub fn rounded(layout: &Layout, units: u16, phases: &[Vec<f32>]) -> Weights {
        let mut weights = Weights::zero(layout, units);
        let scale = f32::from(weights.units);
        for (phase, values) in phases.iter().take(layout.phases().len()).enumerate() {
            let own = &mut weights.values[phase * weights.size..][..weights.size];
            for (weight, value) in own.iter_mut().zip(values) {
                // The cast saturates; the least number of all has no opposite.
                *weight = ((value * scale).round() as i16).max(-i16::MAX);
            }
        }
        weights
    }

    pub(crate) fn from_parts(size: usize, units: u16, values: Vec<i16>) -> Weights {
        Weights { size, units, values }
    }

    /// How many parts make a point.
    pub fn units(&self) -> u16 {
        self.units
    }

    /// How many weights each phase has.
    pub fn size(&self) -> usize {
        self.size
    }

    /// How many phases there are.
    pub fn phases(&self) -> usize {
        self.values.len().checked_div(self.size).unwrap_or(0)
    }

    /// The weights of a phase, in the order of the layout.
    ///
    /// # Panics
    /// If there is no such phase.
    pub fn phase(&self, phase: usize) -> &[i16] {
        &self.values[phase * self.size..][..self.size]
    }

    /// All weights, phase by phase.
    pub fn values(&self) -> &[i16] {
        &self.values
    }

    /// The estimate in points, rounded towards zero, so that opposite sums have opposite estimates.
    ///
    /// # Panics
    /// If there is no such phase or an index is not one of the layout.
    pub fn evaluate(&self, phase: usize, active: &Active) -> i32 {
        let weights = self.phase(phase);
        let sum: i32 = (active.items().iter())
            .map(|&(index, count)| i32::from(weights[index as usize]) * i32::from(count))
            .sum();
        sum / i32::from(self.units)
    }
}
