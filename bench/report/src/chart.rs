//! Charts as plain data, and their pictures: lines over an axis, small multiples of them, and dots
//! with intervals.
//!
//! A chart is drawn for a width, since words that are shrunk with a picture cannot be read: once
//! for a desk and once for a phone. Colours are CSS variables that the page sets for light and
//! dark; a mark or a dash identifies each series without its colour. A picture weighs a few kilobytes and
//! takes well under a millisecond.

mod axis;
mod canvas;
mod dots;
mod ink;
mod legend;
mod lines;
mod look;
mod multiples;
mod plot;
mod stack;

use plotters::drawing::DrawingAreaErrorKind;
use thiserror::Error;

pub use axis::{Axis, Scale, hundredths, percent, plain, short};
pub use dots::{DotRow, Dots};
pub(super) use ink::variables;
pub use lines::{Chart, Line, Link, Point, Spread};
pub use look::Look;
pub use multiples::{Multiples, Panel};
pub use stack::{Stack, StackRow};

/// A chart could not be drawn.
#[derive(Debug, Error)]
#[error("a chart could not be drawn: {0}")]
pub struct ChartError(#[from] DrawingAreaErrorKind<std::io::Error>);

/// A drawn chart, in SVG.
#[derive(Clone, Debug)]
pub struct Picture {
    /// For a page that sets the font and the variables that the inks are named by.
    pub(super) in_page: String,
    /// For anywhere.
    alone: String,
}

impl Picture {
    /// The picture as a file of its own, in SVG: fixed colours that can be read on white and on
    /// black.
    pub fn alone(&self) -> &str {
        &self.alone
    }
}

/// A name of a legend outside the picture, with its key.
#[derive(Clone, Debug)]
pub struct Key {
    /// Number of the line: in the picture its strokes are a group of the class `s` with this number.
    pub group: usize,
    /// What the line shows.
    pub name: String,
    /// Its stroke and mark.
    pub picture: Picture,
}

/// A chart drawn for two widths.
#[derive(Clone, Debug)]
pub struct Art {
    /// For a wide window.
    pub desk: Picture,
    /// For a narrow one.
    pub phone: Picture,
    /// The legend, where the pictures have none.
    pub keys: Vec<Key>,
}

/// How large a chart is drawn, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Width of the picture.
    pub width: f64,
    /// Height of the surface between the axes; titles and legend come on top of it.
    pub height: f64,
    /// Size of the font.
    pub text: f64,
    /// Names of lines that reach the right edge stand there, and not in the legend.
    pub beside: bool,
    /// A panel among many: no titles, no legend, no marks.
    pub panel: bool,
    /// The picture has a legend of its own; a page has one beside it, in which lines can be switched off.
    pub legend: bool,
}

impl Frame {
    /// The whole width of a page on a desk.
    pub const DESK: Frame =
        Frame { width: 860.0, height: 400.0, text: 13.0, beside: true, panel: false, legend: true };
    /// Half of it.
    pub const HALF: Frame = Frame {
        width: 424.0,
        height: 240.0,
        text: 12.0,
        beside: false,
        panel: false,
        legend: true,
    };
    /// One of many side by side.
    pub const PANEL: Frame = Frame {
        width: 168.0,
        height: 108.0,
        text: 10.5,
        beside: false,
        panel: true,
        legend: false,
    };
    /// The whole width of a phone.
    pub const PHONE: Frame = Frame {
        width: 366.0,
        height: 270.0,
        text: 12.0,
        beside: false,
        panel: false,
        legend: true,
    };
}
