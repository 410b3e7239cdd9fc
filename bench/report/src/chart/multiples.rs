//! Small multiples: one chart many times over, with the same axes, so that panels can be compared.

use super::axis::Axis;
use super::legend::keys;
use super::lines::{Chart, Line};
use super::look::Look;
use super::{ChartError, Frame, Key, Picture};

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
    pub fn keys(&self) -> Result<Vec<Key>, ChartError> {
        let entries = self.entries().into_iter().enumerate();
        keys(entries.map(|(group, (name, look))| (group, name, look)), true)
    }

    /// Name and look of each line that is in any panel; their order numbers the lines.
    fn entries(&self) -> Vec<(&str, Look)> {
        let mut entries = Vec::new();
        for line in self.panels.iter().flat_map(|panel| &panel.lines) {
            let entry = (line.name.as_str(), line.look);
            if !line.name.is_empty() && !entries.contains(&entry) {
                entries.push(entry);
            }
        }
        entries
    }

    /// The lines of a panel under the numbers of [`Multiples::keys`]: one without points for each that it
    /// does not have.
    fn numbered(&self, panel: &Panel) -> Vec<Line> {
        let own = |(name, look): (&str, Look)| {
            let mut all = panel.lines.iter();
            let line = all.find(|line| (line.name.as_str(), line.look) == (name, look));
            line.cloned().unwrap_or_else(|| Line::plain(name, look, []))
        };
        let unnamed = panel.lines.iter().filter(|line| line.name.is_empty()).cloned();
        self.entries().into_iter().map(own).chain(unnamed).collect()
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
            let lines = self.numbered(panel);
            let mut chart = chart(format!("{}: {}", self.name, panel.title), lines);
            chart.x.reach.extend(&x);
            chart.y.reach.extend(&y);
            Ok((panel.title.clone(), chart.picture(&Frame::PANEL)?))
        };
        self.panels.iter().map(draw).collect()
    }
}
