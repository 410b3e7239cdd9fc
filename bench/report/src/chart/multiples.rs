//! Small multiples: one chart many times over, with the same axes, so that panels can be compared.

use super::axis::Axis;
use super::canvas::draw;
use super::legend::Legend;
use super::lines::{Chart, Line};
use super::{Art, ChartError, Frame, Picture};

/// One panel.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// Its lines. A line that stands in several panels has the same name and look in each.
    pub lines: Vec<Line>,
}

/// Panels over the same axes.
#[derive(Clone, Debug)]
pub struct Multiples {
    /// What the panels show.
    pub name: String,
    /// The lower axis of each.
    pub x: Axis,
    /// The left axis of each.
    pub y: Axis,
    /// The panels.
    pub panels: Vec<Panel>,
}

impl Multiples {
    /// The legend of all panels.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn legend(&self) -> Result<Art, ChartError> {
        let mut entries = Vec::new();
        for line in self.panels.iter().flat_map(|panel| &panel.lines) {
            let entry = (line.name.as_str(), line.look);
            if !line.name.is_empty() && !entries.contains(&entry) {
                entries.push(entry);
            }
        }
        let name = format!("legend: {}", self.name);
        let drawn = |frame: Frame| {
            let legend = Legend::new(entries.clone(), frame.width - 8.0, frame.text, true);
            let size = (frame.width, legend.height().max(1.0));
            draw(size, frame.text, &name, |canvas| legend.draw(canvas, 4.0, 0.0))
        };
        Ok(Art { desk: drawn(Frame::DESK)?, phone: drawn(Frame::PHONE)? })
    }

    /// Each panel's title and picture, in the order of the panels.
    ///
    /// # Errors
    /// If one cannot be drawn.
    pub fn pictures(&self) -> Result<Vec<(String, Picture)>, ChartError> {
        let lines = |panel: &Panel| panel.lines.clone();
        let chart = |name: String, lines| Chart {
            name,
            heading: None,
            x: self.x.clone(),
            y: self.y.clone(),
            lines,
        };
        // Every panel reaches what any of them reaches.
        let all = chart(String::new(), self.panels.iter().flat_map(lines).collect());
        let (x, y) = all.reach();
        let draw = |panel: &Panel| {
            let mut chart = chart(format!("{}: {}", self.name, panel.title), panel.lines.clone());
            chart.x.reach.extend(&x);
            chart.y.reach.extend(&y);
            Ok((panel.title.clone(), chart.picture(&Frame::PANEL)?))
        };
        self.panels.iter().map(draw).collect()
    }
}
