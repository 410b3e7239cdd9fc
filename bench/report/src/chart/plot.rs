//! The surface between two axes: where values lie on it, and its frame of ticks and titles.

use std::ops::Range;

use super::axis::Axis;
use super::canvas::{Align, At, Canvas, Stroke, width_of};
use super::ink::{Dash, Ink};
use super::{ChartError, Frame};

pub(super) struct Plot<'a> {
    axes: (&'a Axis, &'a Axis),
    frame: &'a Frame,
    spans: (Range<f64>, Range<f64>),
    /// Places along the axes, and their words.
    x_ticks: Vec<(f64, String)>,
    y_ticks: Vec<(f64, String)>,
    /// The surface in pixels.
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

fn widest(ticks: &[(f64, String)], text: f64) -> f64 {
    ticks.iter().map(|tick| width_of(&tick.1, text)).fold(0.0, f64::max)
}

impl<'a> Plot<'a> {
    /// A surface over the axes, which leaves `above` pixels over it and `beside` to its right.
    pub(super) fn new(
        axes: (&'a Axis, &'a Axis),
        spans: (Range<f64>, Range<f64>),
        frame: &'a Frame,
        (above, beside): (f64, f64),
    ) -> Self {
        let text = frame.text;
        let y_ticks = axes.1.ticks(&spans.1, text * 1.9 / frame.height);
        let (left, right) = (widest(&y_ticks, text) + 8.0, frame.width - beside);
        let every = widest(&axes.0.ticks(&spans.0, 1e-9), text);
        let x_ticks = axes.0.ticks(&spans.0, (every + text * 0.8) / (right - left));
        let (top, bottom) = (above, above + frame.height);
        Plot { axes, frame, spans, x_ticks, y_ticks, left, right, top, bottom }
    }

    /// Where a point lies in pixels, if it lies anywhere.
    pub(super) fn at(&self, x: f64, y: f64) -> Option<At> {
        let (x, y) = (self.axes.0.place(x)?, self.axes.1.place(y)?);
        Some((self.across(x), self.down(y)))
    }

    fn across(&self, place: f64) -> f64 {
        let span = &self.spans.0;
        self.left + (place - span.start) / (span.end - span.start) * (self.right - self.left)
    }

    fn down(&self, place: f64) -> f64 {
        let span = &self.spans.1;
        self.bottom - (place - span.start) / (span.end - span.start) * (self.bottom - self.top)
    }

    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Result<(), ChartError> {
        let text = self.frame.text;
        let thin = Stroke { ink: Ink::Grid, dash: Dash::Solid, width: 1.0 };
        for (place, words) in &self.y_ticks {
            let y = self.down(*place);
            canvas.path(&[(self.left, y), (self.right, y)], thin)?;
            canvas.words(words, (self.left - 6.0, y), Align::Right, Ink::Muted, false)?;
        }
        let base = Stroke { ink: Ink::Muted, ..thin };
        canvas.path(&[(self.left, self.bottom), (self.right, self.bottom)], base)?;
        for (place, words) in &self.x_ticks {
            let x = self.across(*place);
            canvas.path(&[(x, self.bottom), (x, self.bottom + 4.0)], base)?;
            let below = (x, self.bottom + 4.0 + text * 0.7);
            canvas.words(words, below, Align::Middle, Ink::Muted, false)?;
        }
        if self.frame.panel {
            return Ok(());
        }
        let above = (2.0, self.top - text * 1.2);
        canvas.words(&self.axes.1.title, above, Align::Left, Ink::Text, false)?;
        let middle = ((self.left + self.right) / 2.0, self.bottom + text * 2.4);
        canvas.words(&self.axes.0.title, middle, Align::Middle, Ink::Text, false)
    }
}
