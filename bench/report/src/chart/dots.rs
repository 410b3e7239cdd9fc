//! Dots with intervals, one below the other: which of a few ways is better, and how surely.

use std::ops::Range;

use super::axis::Axis;
use super::canvas::{Align, Canvas, Stroke, draw, fitted, width_of};
use super::ink::{Dash, Ink};
use super::look::Look;
use super::{Art, ChartError, Frame, Picture};

/// One dot.
#[derive(Clone, Debug)]
pub struct DotRow {
    /// What was measured.
    pub label: String,
    /// Its value; `None` if there is none.
    pub value: Option<f64>,
    /// Lower and upper end of its interval, if it has one.
    pub interval: Option<(f64, f64)>,
    /// Its colour and mark.
    pub look: Look,
    /// True of the best of all, which is written in bold.
    pub best: bool,
}

/// Dots with intervals, one below the other.
#[derive(Clone, Debug)]
pub struct Dots {
    /// What the chart shows, for those who cannot see it.
    pub name: String,
    /// The lower axis.
    pub x: Axis,
    /// The rows from above.
    pub rows: Vec<DotRow>,
    /// A value to compare with.
    pub guide: Option<f64>,
    /// How the value of a row is written.
    pub write: fn(f64) -> String,
}

impl Dots {
    /// The chart for a page.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn art(&self) -> Result<Art, ChartError> {
        let (desk, phone) = (self.picture(&Frame::DESK)?, self.picture(&Frame::PHONE)?);
        Ok(Art { desk, phone, keys: Vec::new() })
    }

    /// The chart in a frame, whose height it ignores: each row takes what it needs. Labels
    /// stand before their rows if the frame has names beside, otherwise above them.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn picture(&self, frame: &Frame) -> Result<Picture, ChartError> {
        let text = frame.text;
        let labels = self.rows.iter().map(|row| width_of(&row.label, text) + text);
        let widest = labels.fold(0.0, f64::max).min(frame.width * 0.4);
        let values = self.rows.iter().filter_map(|row| row.value);
        let ends = self.rows.iter().filter_map(|row| row.interval);
        let all = values.chain(ends.flat_map(|(low, high)| [low, high])).chain(self.guide);
        let plot = Plot {
            frame,
            axis: &self.x,
            write: self.write,
            span: self.x.span(all),
            // Half of the first tick's words may stand left of the axis.
            left: if frame.beside { widest.max(text) } else { text * 1.6 },
            // Each row's value stands to the right of its dot.
            right: frame.width - width_of("000.00", text) - 8.0,
        };
        let height = text * if frame.beside { 2.0 } else { 3.0 };
        let bottom = text * 0.4 + height * self.rows.len() as f64;
        draw((frame.width, bottom + text * 3.4), text, &self.name, |canvas| {
            plot.draw_axis(canvas, bottom)?;
            let guide = self.guide.and_then(|value| plot.across(value));
            if let Some((x, stroke)) = guide.zip(Look::Ideal.stroke(false)) {
                canvas.path(&[(x, 0.0), (x, bottom)], stroke)?;
            }
            for (index, row) in self.rows.iter().enumerate() {
                plot.draw_row(canvas, row, text * 0.2 + index as f64 * height, height)?;
            }
            Ok(())
        })
    }
}

/// Where values lie, in pixels.
struct Plot<'a> {
    frame: &'a Frame,
    axis: &'a Axis,
    write: fn(f64) -> String,
    span: Range<f64>,
    left: f64,
    right: f64,
}

impl Plot<'_> {
    fn at(&self, place: f64) -> f64 {
        let share = (place - self.span.start) / (self.span.end - self.span.start);
        self.left + share * (self.right - self.left)
    }

    fn across(&self, value: f64) -> Option<f64> {
        self.axis.place(value).map(|place| self.at(place))
    }

    fn draw_axis(&self, canvas: &Canvas<'_>, bottom: f64) -> Result<(), ChartError> {
        let text = self.frame.text;
        let all = self.axis.ticks(&self.span, 1e-9);
        let widest = all.iter().map(|tick| width_of(&tick.1, text)).fold(0.0, f64::max);
        let apart = (widest + text) / (self.right - self.left);
        let grid = Stroke { ink: Ink::Grid, dash: Dash::Solid, width: 1.0 };
        for (place, words) in self.axis.ticks(&self.span, apart) {
            let x = self.at(place);
            canvas.path(&[(x, 0.0), (x, bottom)], grid)?;
            canvas.words(&words, (x, bottom + text * 0.8), Align::Middle, Ink::Muted, false)?;
        }
        let middle = ((self.left + self.right) / 2.0, bottom + text * 2.4);
        canvas.words(&self.axis.title, middle, Align::Middle, Ink::Text, false)
    }

    fn draw_row(
        &self,
        canvas: &Canvas<'_>,
        row: &DotRow,
        top: f64,
        height: f64,
    ) -> Result<(), ChartError> {
        let (label, y, room) = if self.frame.beside {
            (0.5, top + height * 0.5, self.left - 4.0)
        } else {
            (0.28, top + height * 0.72, self.frame.width - 4.0)
        };
        let words = fitted(&row.label, room, self.frame.text);
        canvas.words(&words, (2.0, top + height * label), Align::Left, Ink::Text, row.best)?;
        let ink = row.look.ink();
        let ends = row.interval.and_then(|ends| self.across(ends.0).zip(self.across(ends.1)));
        if let Some((low, high)) = ends {
            let stroke = Stroke { ink, dash: Dash::Solid, width: 1.75 };
            canvas.path(&[(low, y), (high, y)], stroke)?;
            for x in [low, high] {
                canvas.path(&[(x, y - 3.5), (x, y + 3.5)], stroke)?;
            }
        }
        let Some((value, x)) = row.value.and_then(|value| Some((value, self.across(value)?)))
        else {
            return Ok(());
        };
        if let Some(mark) = row.look.mark() {
            canvas.mark((x, y), mark, ink, 4.5)?;
        }
        let right = ends.map_or(x, |(_, high)| high) + 8.0;
        canvas.words(&(self.write)(value), (right, y), Align::Left, Ink::Text, row.best)
    }
}
