//! Lines over an axis, with intervals.

use std::ops::Range;

use super::axis::Axis;
use super::canvas::{Align, At, Canvas, Stroke, draw, fitted, width_of};
use super::ink::{Dash, Ink};
use super::legend::{Legend, keys, spread};
use super::look::Look;
use super::plot::Plot;
use super::{Art, ChartError, Frame, Picture};

/// A value with the interval that it is known to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Place along the lower axis.
    pub x: f64,
    /// Value.
    pub y: f64,
    /// Lower and upper end of its interval, if it has one.
    pub interval: Option<(f64, f64)>,
}

/// How a line shows the intervals of its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// A bar through each point. Lines with bars stand a little beside each other.
    Bars,
    /// A surface along the line.
    Band,
}

/// Points joined by a line.
#[derive(Clone, Debug)]
pub struct Line {
    /// What it shows; a line without a name is in no legend.
    pub name: String,
    /// What it is, hence how it looks.
    pub look: Look,
    /// Its points by rising `x`.
    pub points: Vec<Point>,
    /// How it shows their intervals.
    pub spread: Spread,
}

/// Lines over an axis.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What the chart shows, for those who cannot see it.
    pub name: String,
    /// A title within the picture, for one that stands alone; a page has headings of its own.
    pub heading: Option<String>,
    /// The lower axis.
    pub x: Axis,
    /// The left axis.
    pub y: Axis,
    /// The lines; later ones lie above earlier ones.
    pub lines: Vec<Line>,
}

/// A point of a chart that leads somewhere.
#[derive(Clone, Debug)]
pub struct Link {
    /// Place along the lower axis.
    pub x: f64,
    /// Value.
    pub y: f64,
    /// Where it leads.
    pub to: String,
    /// What is there.
    pub words: String,
    /// The class of its mark, which the page's style knows.
    pub class: &'static str,
}

impl Line {
    /// A line without intervals.
    pub fn plain(
        name: impl Into<String>,
        look: Look,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) -> Self {
        let points = points.into_iter().map(|(x, y)| Point { x, y, interval: None }).collect();
        Line { name: name.into(), look, points, spread: Spread::Band }
    }

    fn has_bars(&self) -> bool {
        self.spread == Spread::Bars && self.points.iter().any(|point| point.interval.is_some())
    }

    fn draw(
        &self,
        canvas: &Canvas<'_>,
        frame: &Frame,
        at: impl Fn(f64, f64) -> Option<At> + Copy,
    ) -> Result<(), ChartError> {
        if !frame.panel {
            self.draw_intervals(canvas, at)?;
        }
        let points: Vec<At> = self.points.iter().filter_map(|point| at(point.x, point.y)).collect();
        if let Some(stroke) = self.look.stroke(frame.panel).filter(|_| points.len() > 1) {
            canvas.path(&points, stroke)?;
        }
        let Some(mark) = self.look.mark() else { return Ok(()) };
        let marked = if frame.panel && points.len() > 1 { &[] } else { points.as_slice() };
        marked.iter().try_for_each(|&point| canvas.mark(point, mark, self.look.ink(), 3.75))
    }

    fn draw_intervals(
        &self,
        canvas: &Canvas<'_>,
        at: impl Fn(f64, f64) -> Option<At>,
    ) -> Result<(), ChartError> {
        let ends = self.points.iter().filter_map(|point| {
            let (low, high) = point.interval?;
            Some((at(point.x, low)?, at(point.x, high)?))
        });
        let (lower, upper): (Vec<At>, Vec<At>) = ends.unzip();
        if self.spread == Spread::Band {
            let around: Vec<At> = lower.into_iter().chain(upper.into_iter().rev()).collect();
            // Two corners are not a surface.
            return if around.len() > 2 { canvas.veil(&around, self.look.ink()) } else { Ok(()) };
        }
        let thin = Stroke { width: 1.25, dash: Dash::Solid, ink: self.look.ink() };
        for (low, high) in lower.into_iter().zip(upper) {
            canvas.path(&[low, high], thin)?;
            for (x, y) in [low, high] {
                canvas.path(&[(x - 3.0, y), (x + 3.0, y)], thin)?;
            }
        }
        Ok(())
    }
}

impl Chart {
    /// The chart over the whole width of a page.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn art(&self) -> Result<Art, ChartError> {
        self.drawn(Frame::DESK, &[])
    }

    /// The same with points that lead somewhere.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn linked(&self, links: &[Link]) -> Result<Art, ChartError> {
        self.drawn(Frame::DESK, links)
    }

    /// The chart over half the width of a page on a desk.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn half(&self) -> Result<Art, ChartError> {
        self.drawn(Frame::HALF, &[])
    }

    fn drawn(&self, frame: Frame, links: &[Link]) -> Result<Art, ChartError> {
        let picture = |frame| self.with_links(&Frame { legend: false, ..frame }, links);
        let named = self.lines.iter().enumerate().filter(|(_, line)| !line.name.is_empty());
        let entries = named.map(|(group, line)| (group, line.name.as_str(), line.look));
        let (desk, phone) = (picture(frame)?, picture(Frame::PHONE)?);
        Ok(Art { desk, phone, keys: keys(entries, false)? })
    }

    /// The chart in a frame. What has no place (a value that is not finite, or not positive on an
    /// axis of doublings) is left out.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn picture(&self, frame: &Frame) -> Result<Picture, ChartError> {
        self.with_links(frame, &[])
    }

    fn with_links(&self, frame: &Frame, links: &[Link]) -> Result<Picture, ChartError> {
        let text = frame.text;
        let (x, y) = self.reach();
        let spans = (self.x.span(x), self.y.span(y));
        let edge = if frame.beside { self.at_the_edge(&spans.0, frame) } else { Vec::new() };
        let names = edge.iter().map(|&line| width_of(&self.lines[line].name, text));
        let beside = if edge.is_empty() { 10.0 } else { names.fold(0.0, f64::max) + 24.0 };
        let heading = if self.heading.is_some() { text * 1.8 } else { 0.0 };
        let above = heading + text * if frame.panel { 0.5 } else { 2.0 };
        let plot = Plot::new((&self.x, &self.y), spans, frame, (above, beside));
        let below = plot.bottom + text * if frame.panel { 1.7 } else { 3.4 };
        let named =
            self.lines.iter().enumerate().filter(|(index, line)| {
                frame.legend && !line.name.is_empty() && !edge.contains(index)
            });
        let entries = named.map(|(_, line)| (line.name.as_str(), line.look));
        let legend = Legend::new(entries, frame.width - 8.0, text);
        let size = (frame.width, below + legend.height() + 2.0);
        let picture = draw(size, text, &self.name, |canvas| {
            if let Some(words) = &self.heading {
                let words = fitted(words, frame.width - 4.0, text);
                canvas.words(&words, (2.0, text * 0.8), Align::Left, Ink::Text, true)?;
            }
            plot.draw(canvas)?;
            self.draw_lines(canvas, frame, &plot)?;
            self.draw_names(canvas, frame, &plot, &edge)?;
            legend.draw(canvas, 4.0, below)
        })?;
        Ok(links.iter().fold(picture, |picture, link| match plot.at(link.x, link.y) {
            Some(at) => picture.leading(at, link),
            None => picture,
        }))
    }

    /// All values that have a place along each axis.
    pub(super) fn reach(&self) -> (Vec<f64>, Vec<f64>) {
        let points = self.lines.iter().flat_map(|line| &line.points);
        let shown = points.filter(|point| self.has_place(point));
        let (mut x, mut y) = (Vec::new(), Vec::new());
        for point in shown {
            let (low, high) = point.interval.unwrap_or((point.y, point.y));
            x.push(point.x);
            y.extend([point.y, low, high]);
        }
        (x, y)
    }

    fn has_place(&self, point: &Point) -> bool {
        self.x.place(point.x).is_some() && self.y.place(point.y).is_some()
    }

    /// The last point of a line that has a place.
    fn end(&self, line: usize) -> Option<&Point> {
        self.lines[line].points.iter().rfind(|point| self.has_place(point))
    }

    /// Lines that end at the right edge, if all of their names have room there.
    fn at_the_edge(&self, x: &Range<f64>, frame: &Frame) -> Vec<usize> {
        let near = x.end - 0.06 * (x.end - x.start);
        let ends_there = |&line: &usize| {
            let place = self.end(line).and_then(|point| self.x.place(point.x));
            !self.lines[line].name.is_empty() && place.is_some_and(|place| place > near)
        };
        let edge: Vec<usize> = (0..self.lines.len()).filter(ends_there).collect();
        let room = edge.len() as f64 * frame.text * 1.25 <= frame.height;
        let short =
            |&line: &usize| width_of(&self.lines[line].name, frame.text) <= frame.width * 0.3;
        if room && edge.iter().all(short) { edge } else { Vec::new() }
    }

    fn draw_lines(
        &self,
        canvas: &Canvas<'_>,
        frame: &Frame,
        plot: &Plot<'_>,
    ) -> Result<(), ChartError> {
        let bars = self.lines.iter().filter(|line| line.has_bars()).count();
        let mut barred = 0;
        for (group, line) in self.lines.iter().enumerate() {
            let mut beside = 0.0;
            if line.has_bars() && !frame.panel {
                beside = (barred as f64 - (bars - 1) as f64 / 2.0) * 3.0;
                barred += 1;
            }
            let at = |x, y| plot.at(x, y).map(|(x, y)| (x + beside, y));
            canvas.group(group, || line.draw(canvas, frame, at))?;
        }
        Ok(())
    }

    /// Writes the names of lines at their ends, moved apart where they would overlap.
    fn draw_names(
        &self,
        canvas: &Canvas<'_>,
        frame: &Frame,
        plot: &Plot<'_>,
        edge: &[usize],
    ) -> Result<(), ChartError> {
        let end = |&line: &usize| {
            let point = self.end(line)?;
            Some((line, plot.at(point.x, point.y)?))
        };
        let ends: Vec<_> = edge.iter().filter_map(end).collect();
        let wanted: Vec<f64> = ends.iter().map(|end| end.1.1).collect();
        let moved = spread(&wanted, frame.text * 1.25, plot.top, plot.bottom);
        for ((line, (x, y)), name) in ends.into_iter().zip(moved) {
            let (group, line) = (line, &self.lines[line]);
            let leader = Stroke { ink: line.look.ink(), dash: Dash::Solid, width: 0.75 };
            canvas.group(group, || {
                canvas.path(&[(x + 6.0, y), (plot.right + 14.0, name)], leader)?;
                let at = (plot.right + 18.0, name);
                canvas.words(&line.name, at, Align::Left, line.look.ink(), false)
            })?;
        }
        Ok(())
    }
}
