//! Bars of parts, one below the other: what a whole is made of, and how that changes.

use super::canvas::{Align, Stroke, draw, fitted, width_of};
use super::ink::{Dash, Ink};
use super::{Art, ChartError, Frame, Key, Picture};

/// One bar.
#[derive(Clone, Debug)]
pub struct StackRow {
    /// What was measured.
    pub label: String,
    /// The share of each part, together 1.
    pub shares: Vec<f64>,
}

/// Bars of equal length, each divided into the same parts.
#[derive(Clone, Debug)]
pub struct Stack {
    /// What the chart shows, for those who cannot see it.
    pub name: String,
    /// The names of the parts.
    pub parts: Vec<String>,
    /// The bars from above.
    pub rows: Vec<StackRow>,
}

/// The fill of a part: no two are alike.
const FILLS: [Ink; 11] = [
    Ink::Series(0),
    Ink::Series(5),
    Ink::Series(1),
    Ink::Limit,
    Ink::Series(3),
    Ink::Series(4),
    Ink::Series(7),
    Ink::Series(2),
    Ink::Series(6),
    Ink::Muted,
    Ink::Grid,
];

impl Stack {
    /// The chart for a page.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn art(&self) -> Result<Art, ChartError> {
        let keys = self.parts.iter().enumerate().map(|(group, name)| {
            let picture = draw((14.0, 14.0), 14.0, name, |canvas| {
                canvas.block((1.0, 1.0), (13.0, 13.0), fill(group))
            })?;
            Ok(Key { group, name: name.clone(), picture })
        });
        let keys = keys.collect::<Result<_, ChartError>>()?;
        Ok(Art { desk: self.picture(&Frame::DESK)?, phone: self.picture(&Frame::PHONE)?, keys })
    }

    /// The chart in a frame, whose height it ignores: each bar takes what it needs.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn picture(&self, frame: &Frame) -> Result<Picture, ChartError> {
        let text = frame.text;
        let labels = self.rows.iter().map(|row| width_of(&row.label, text) + text);
        let widest = labels.fold(0.0, f64::max).min(frame.width * 0.4);
        let (left, right) = (widest.max(text), frame.width - width_of("100 %", text) / 2.0);
        let height = text * 2.0;
        let bottom = text * 0.4 + height * self.rows.len() as f64;
        draw((frame.width, bottom + text * 1.8), text, &self.name, |canvas| {
            let x = |share: f64| left + share * (right - left);
            for percent in [0.0, 25.0, 50.0, 75.0, 100.0] {
                let at = x(percent / 100.0);
                let grid = Stroke { ink: Ink::Grid, dash: Dash::Solid, width: 1.0 };
                canvas.path(&[(at, 0.0), (at, bottom)], grid)?;
                let words = format!("{percent:.0} %");
                canvas.words(
                    &words,
                    (at, bottom + text * 0.9),
                    Align::Middle,
                    Ink::Muted,
                    false,
                )?;
            }
            for (index, row) in self.rows.iter().enumerate() {
                let top = text * 0.4 + index as f64 * height;
                let words = fitted(&row.label, left - 4.0, text);
                canvas.words(&words, (2.0, top + height * 0.4), Align::Left, Ink::Text, false)?;
                let mut begin = 0.0;
                for (part, share) in row.shares.iter().enumerate() {
                    let (from, to) = (x(begin), x(begin + share));
                    begin += share;
                    let corners = ((from, top), (to, top + height * 0.8));
                    // Thinner than a quarter of a pixel nothing is drawn.
                    if to - from >= 0.25 {
                        canvas.group(part, || canvas.block(corners.0, corners.1, fill(part)))?;
                    }
                }
            }
            Ok(())
        })
    }
}

fn fill(part: usize) -> Ink {
    FILLS[part % FILLS.len()]
}
