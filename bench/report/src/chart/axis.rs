//! Axes: from values to places along a line, and the ticks that label them.

use std::ops::Range;

use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;

/// How values lie along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps are equal sums.
    Linear,
    /// Equal steps are doublings. Values that are not positive have no place here.
    Doubling,
}

/// One axis of a chart.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Its quantity, with the unit.
    pub title: String,
    /// How values lie along it.
    pub scale: Scale,
    /// Values that it must reach, whatever the data are.
    pub reach: Vec<f64>,
    /// Where there are ticks, as far as there is room; otherwise at round values.
    pub ticks: Option<Vec<f64>>,
    /// How a tick is written.
    pub write: fn(f64) -> String,
}

impl Axis {
    /// A linear axis with ticks at round values, written as they are.
    pub fn linear(title: impl Into<String>) -> Self {
        let title = title.into();
        Axis { title, scale: Scale::Linear, reach: Vec::new(), ticks: None, write: plain }
    }

    /// An axis of doublings with ticks at powers of two.
    pub fn doubling(title: impl Into<String>) -> Self {
        Axis { scale: Scale::Doubling, ..Axis::linear(title) }
    }

    /// Where a value lies, if it lies anywhere.
    pub(super) fn place(&self, value: f64) -> Option<f64> {
        let place = match self.scale {
            Scale::Linear => value,
            Scale::Doubling if value > 0.0 => value.log2(),
            Scale::Doubling => return None,
        };
        place.is_finite().then_some(place)
    }

    /// From the first place to the last, with a little air around; never empty.
    pub(super) fn span(&self, values: impl IntoIterator<Item = f64>) -> Range<f64> {
        let reach = self.reach.iter().filter_map(|&value| self.place(value));
        let mut span = None;
        for place in values.into_iter().filter_map(|value| self.place(value)).chain(reach) {
            let (low, high) = span.unwrap_or((place, place));
            span = Some((place.min(low), place.max(high)));
        }
        let (low, high) = span.unwrap_or((0.0, 1.0));
        // A span too narrow for the precision of its ends would have no ticks.
        let least = 1e-6 * low.abs().max(high.abs()).max(1.0);
        let air = if high - low < least { 0.5_f64.max(least) } else { (high - low) * 0.04 };
        // A count or a share does not begin below zero.
        let floor = if self.scale == Scale::Linear && low >= 0.0 { 0.0 } else { f64::MIN };
        (low - air).max(floor)..high + air
    }

    /// Places and words of the ticks in `span`, no two of them nearer than `apart`, a share of the
    /// span.
    pub(super) fn ticks(&self, span: &Range<f64>, apart: f64) -> Vec<(f64, String)> {
        let room = (1.0 / apart).clamp(2.0, 9.0) as usize;
        let wanted = match (&self.ticks, self.scale) {
            (Some(ticks), _) => ticks.clone(),
            (None, Scale::Linear) => RangedCoordf64::from(span.clone()).key_points(room),
            // Less than two doublings hold too few powers of two to read a value by.
            (None, Scale::Doubling) if span.end - span.start < 2.0 => {
                RangedCoordf64::from(span.start.exp2()..span.end.exp2()).key_points(room)
            }
            (None, Scale::Doubling) => {
                let powers = span.start.ceil() as i32..=span.end.floor() as i32;
                powers.map(|power| f64::from(power).exp2()).collect()
            }
        };
        let mut ticks: Vec<(f64, String)> = Vec::new();
        for value in wanted {
            let Some(place) = self.place(value).filter(|place| span.contains(place)) else {
                continue;
            };
            let near = |last: &(f64, String)| place - last.0 < apart * (span.end - span.start);
            if !ticks.last().is_some_and(near) {
                ticks.push((place, (self.write)(value)));
            }
        }
        ticks
    }
}

/// A number as short as it goes: no more than three decimals.
pub fn plain(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.replace('-', "\u{2212}") }
}

/// A number with two decimals.
pub fn hundredths(value: f64) -> String {
    format!("{value:.2}")
}

/// A share as per cent.
pub fn percent(value: f64) -> String {
    format!("{}\u{a0}%", plain((value * 1000.0).round() / 10.0))
}

/// A large number in thousands (k), millions (M) or billions (G).
pub fn short(value: f64) -> String {
    let (unit, name) = match value.abs() {
        size if size >= 1e9 => (1e9, "\u{a0}G"),
        size if size >= 1e6 => (1e6, "\u{a0}M"),
        size if size >= 1e3 => (1e3, "\u{a0}k"),
        _ => (1.0, ""),
    };
    let scaled = value / unit;
    let decimals = if scaled.abs() >= 100.0 { 0 } else { 1 };
    let text = format!("{scaled:.decimals$}");
    format!("{}{name}", text.trim_end_matches(".0"))
}
