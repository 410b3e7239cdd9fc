//! A sheet to draw on in CSS pixels and inks, over plotters' SVG backend.

use std::borrow::Cow;

use plotters::coord::Shift;
use plotters::prelude::{Circle, DrawingArea, IntoDrawingArea, PathElement, Polygon, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontStyle, IntoFont, ShapeStyle, TextStyle};

use super::ink::{Dash, Ink, Paper, dress, stands_for_group};
use super::{ChartError, Link, Picture};
use crate::page::{escape, fits_xml};

/// plotters counts in whole units; a quarter of a pixel is fine enough for any screen.
const UNITS: f64 = 4.0;
/// Radius of a mark that leads somewhere, in pixels.
const LINK: f64 = 5.0;
/// Size of the font in the SVG text is plotters' size over this.
const PLOTTERS_EM: f64 = 1.24;

/// The shape of a point, which identifies a series without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Dot,
    Square,
    Triangle,
    Diamond,
    Saltire,
    Plus,
    Ring,
    Rhomb,
}

/// What a stroke looks like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    pub(super) ink: Ink,
    pub(super) dash: Dash,
    /// In pixels.
    pub(super) width: f64,
}

/// Where words stand relative to their point.
#[derive(Clone, Copy, Debug)]
pub(super) enum Align {
    Right,
    Middle,
    Left,
}

/// A place in pixels from the upper left corner.
pub(super) type At = (f64, f64);

pub(super) struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
    /// Size of the font in pixels.
    text: f64,
}

/// Draws a picture of a width and height in pixels.
pub(super) fn draw(
    (width, height): (f64, f64),
    text: f64,
    name: &str,
    paint: impl FnOnce(&Canvas<'_>) -> Result<(), ChartError>,
) -> Result<Picture, ChartError> {
    let mut drawn = String::new();
    let size = ((width * UNITS).ceil() as u32, (height * UNITS).ceil() as u32);
    let area = SVGBackend::with_string(&mut drawn, size).into_drawing_area();
    let canvas = Canvas { area, text };
    paint(&canvas)?;
    canvas.area.present()?;
    drop(canvas);
    let of = |paper| dress(&drawn, name, paper);
    Ok(Picture { in_page: of(Paper::Page), alone: of(Paper::Any) })
}

impl Picture {
    /// The same, in a page, with a mark at a place that leads somewhere.
    pub(super) fn leading(mut self, (x, y): At, link: &Link) -> Picture {
        // What stands within a picture is no link to those who have it read out.
        self.in_page = self.in_page.replacen(" role=\"img\"", " role=\"group\"", 1);
        let end = self.in_page.rfind("</svg>").unwrap_or(self.in_page.len());
        let (to, words) = (escape(&link.to), escape(&link.words));
        let (x, y, radius) = (x * UNITS, y * UNITS, LINK * UNITS);
        let class = link.class;
        let mark = format!(
            "<a href=\"{to}\"><title>{words}</title>\
             <circle class=\"mark {class}\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"{radius}\"/></a>\n"
        );
        self.in_page.insert_str(end, &mark);
        self
    }
}

/// About how wide words are in pixels: fonts differ, so this errs on the wide side.
pub(super) fn width_of(words: &str, size: f64) -> f64 {
    let wide = |letter| match letter {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | '('
        | ')' => 0.4,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '+' | '\u{2212}' | '\u{2026}' | '\u{2605}' => 0.98,
        _ if letter.is_ascii() => 0.64,
        // Of other scripts some are as wide as they are high.
        _ => 1.0,
    };
    words.chars().map(wide).sum::<f64>() * size
}

/// Words cut short where they are wider than `room`, in pixels.
pub(super) fn fitted(words: &str, room: f64, size: f64) -> Cow<'_, str> {
    if width_of(words, size) <= room {
        return Cow::Borrowed(words);
    }
    let mut fitting = String::new();
    for letter in words.chars() {
        let with = format!("{fitting}{letter}\u{2026}");
        if width_of(&with, size) > room {
            break;
        }
        fitting.push(letter);
    }
    Cow::Owned(fitting + "\u{2026}")
}

fn units((x, y): At) -> (i32, i32) {
    ((x * UNITS).round() as i32, (y * UNITS).round() as i32)
}

impl Canvas<'_> {
    /// Paints strokes that a page can show and hide together: a group of the class `s` with its index.
    pub(super) fn group(
        &self,
        index: usize,
        paint: impl FnOnce() -> Result<(), ChartError>,
    ) -> Result<(), ChartError> {
        let Ok(index) = u8::try_from(index) else { return paint() };
        let end = |index| {
            let style = stands_for_group(index).filled();
            self.area.draw(&Circle::new((0, 0), 0, style))
        };
        end(Some(index))?;
        paint()?;
        Ok(end(None)?)
    }

    pub(super) fn path(&self, points: &[At], stroke: Stroke) -> Result<(), ChartError> {
        let style = ShapeStyle {
            color: stroke.ink.stands_for(stroke.dash).to_rgba(),
            filled: false,
            stroke_width: (stroke.width * UNITS).round() as u32,
        };
        let points: Vec<_> = points.iter().copied().map(units).collect();
        Ok(self.area.draw(&PathElement::new(points, style))?)
    }

    /// A surface that lets through what lies behind it.
    pub(super) fn veil(&self, points: &[At], ink: Ink) -> Result<(), ChartError> {
        let points: Vec<_> = points.iter().copied().map(units).collect();
        let style = ink.stands_for(Dash::Solid).mix(0.18).filled();
        Ok(self.area.draw(&Polygon::new(points, style))?)
    }

    /// A rectangle between two corners.
    pub(super) fn block(&self, from: At, to: At, ink: Ink) -> Result<(), ChartError> {
        let corners = [from, (to.0, from.1), to, (from.0, to.1)].map(units);
        let style = ink.stands_for(Dash::Solid).filled();
        Ok(self.area.draw(&Polygon::new(corners.to_vec(), style))?)
    }

    pub(super) fn mark(
        &self,
        (x, y): At,
        mark: Mark,
        ink: Ink,
        radius: f64,
    ) -> Result<(), ChartError> {
        let around = |steps: &[(f64, f64)]| -> Vec<At> {
            steps.iter().map(|(dx, dy)| (x + dx * radius, y + dy * radius)).collect()
        };
        let rhomb = [(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)];
        let solid = |steps: &[(f64, f64)]| {
            let points: Vec<_> = around(steps).into_iter().map(units).collect();
            let style = ink.stands_for(Dash::Solid).filled();
            self.area.draw(&Polygon::new(points, style))
        };
        let line = Stroke { ink, dash: Dash::Solid, width: 1.75 };
        let cross = |first: [At; 2], second: [At; 2]| {
            self.path(&around(&first), line)?;
            self.path(&around(&second), line)
        };
        let style = |filled| ShapeStyle {
            color: ink.stands_for(Dash::Solid).to_rgba(),
            filled,
            stroke_width: (line.width * UNITS) as u32,
        };
        let circle = |filled| Circle::new(units((x, y)), (radius * UNITS) as i32, style(filled));
        match mark {
            Mark::Dot => self.area.draw(&circle(true))?,
            Mark::Ring => self.area.draw(&circle(false))?,
            Mark::Square => solid(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])?,
            Mark::Triangle => solid(&[(0.0, -1.2), (1.15, 0.8), (-1.15, 0.8)])?,
            Mark::Diamond => solid(&rhomb)?,
            Mark::Saltire => cross([(-1.0, -1.0), (1.0, 1.0)], [(-1.0, 1.0), (1.0, -1.0)])?,
            Mark::Plus => cross([(-1.2, 0.0), (1.2, 0.0)], [(0.0, 1.2), (0.0, -1.2)])?,
            // Begun on an edge, so that all four corners are joined.
            Mark::Rhomb => self.path(
                &around(&[(0.6, -0.65), rhomb[1], rhomb[2], rhomb[3], rhomb[0], (0.7, -0.55)]),
                line,
            )?,
        }
        Ok(())
    }

    pub(super) fn words(
        &self,
        words: &str,
        at: At,
        align: Align,
        ink: Ink,
        bold: bool,
    ) -> Result<(), ChartError> {
        let across = match align {
            Align::Right => HPos::Right,
            Align::Middle => HPos::Center,
            Align::Left => HPos::Left,
        };
        let weight = if bold { FontStyle::Bold } else { FontStyle::Normal };
        let font = ("sans-serif", self.text * UNITS * PLOTTERS_EM, weight).into_font();
        let colour = ink.stands_for(Dash::Solid);
        let style = TextStyle::from(font).color(&colour).pos(Pos::new(across, VPos::Center));
        let words: String = words.chars().filter(|&letter| fits_xml(letter)).collect();
        Ok(self.area.draw_text(&words, &style, units(at))?)
    }
}
