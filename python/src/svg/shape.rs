//! A board of cells, as the page of `plyglot board` draws it: the ground, the cells, what is beside them, what stands
//! on them. The last move is marked.

use std::fmt::Write;

use plyglot_open::{DoorError, Position};
use plyglot_search::shape::{Cell, Content, Form, Ground, Mark, SQUARE, Shape};

use super::contents::{self, Standing};
use super::{escaped, pieces};

/// The side of a square in pixels, and the most that a picture is wide or high.
const PIXELS: (f64, f64) = (46.0, 560.0);
/// Room around the cells and around everything, in hundredths of a square.
const MARGIN: i32 = 10;
/// The height of the line below the board, in pixels.
const BELOW: f64 = 26.0;
/// About the width of one of its letters.
const LETTER: f64 = 8.5;
/// The colour of what the last move has touched where nothing else would show it.
const LAST: &str = "#e0a100";
/// The colour of points and of the lines that join them.
const LINE: &str = "#5b4a36";

/// A rectangle that grows.
struct Extent {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Extent {
    fn reach(&mut self, (x, y): (i32, i32), (w, h): (i32, i32)) {
        self.left = self.left.min(x - w);
        self.right = self.right.max(x + w);
        self.top = self.top.min(y - h);
        self.bottom = self.bottom.max(y + h);
    }
}

/// The picture of a position whose game has this shape, with a line below it.
pub(super) fn picture(at: &Position, shape: &Shape, below: &str) -> Result<String, DoorError> {
    let (standing, last) = (contents::of(at)?, contents::last(at)?);
    let is_last = |index: usize| last.iter().any(|&cell| usize::from(cell) == index);
    let mut inner = Extent { left: i32::MAX, top: i32::MAX, right: i32::MIN, bottom: i32::MIN };
    for cell in &shape.cells {
        inner.reach((cell.x, cell.y), (cell.width / 2 + MARGIN, cell.height / 2 + MARGIN));
    }
    let mut drawn = table(shape, &inner);
    let mut outer = inner;
    // Lines lie below the points that they join.
    let (lines, marks): (Vec<_>, Vec<_>) =
        shape.marks.iter().partition(|mark| matches!(mark, Mark::Line { .. }));
    lines.into_iter().for_each(|mark| drawn.push_str(&beside(mark, shape, &mut outer)));
    for (index, cell) in shape.cells.iter().enumerate() {
        if standing[index].content != Content::Gone {
            let _ = write!(drawn, "{}{}</g>", placed(cell), face(cell, shape, is_last(index)));
        }
    }
    marks.into_iter().for_each(|mark| drawn.push_str(&beside(mark, shape, &mut outer)));
    let joined = dominoes(shape, &standing);
    for (index, standing) in standing.iter().enumerate() {
        let cell = match &joined[index] {
            Joined::Alone => &shape.cells[index],
            Joined::First(both) => both,
            Joined::Second => continue,
        };
        let stands = stands(standing, cell, at, shape);
        if !stands.is_empty() {
            let _ = write!(drawn, "{}{stands}</g>", placed(cell));
        }
        if cell.form == Form::Edge && is_last(index) {
            let _ = write!(drawn, "{}{}</g>", placed(cell), ring(cell));
        }
    }
    Ok(framed(&drawn, &outer, below))
}

fn placed(cell: &Cell) -> String {
    format!("<g transform=\"translate({} {})\">", cell.x, cell.y)
}

/// The ground below all cells.
fn table(shape: &Shape, inner: &Extent) -> String {
    let has_holes = shape.cells.iter().any(|cell| cell.form == Form::Hole);
    let has_points = shape.cells.iter().any(|cell| cell.form == Form::Point);
    let (fill, round) = match shape.ground {
        Ground::Paper => return String::new(),
        Ground::Wood if has_points => ("#eddcb8", 8),
        Ground::Wood if has_holes => ("#b98a5e", 8),
        Ground::Wood => ("#8a6239", 8),
        Ground::Felt => ("#1d4f3c", 8),
        Ground::Rack => ("#2f5fae", 22),
    };
    let Extent { left, top, right, bottom } = inner;
    format!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" rx=\"{round}\" fill=\"{fill}\"/>",
        right - left,
        bottom - top
    )
}

/// A cell without what stands on it.
fn face(cell: &Cell, shape: &Shape, is_last: bool) -> String {
    let (w, h) = (cell.width, cell.height);
    let has_edges = shape.cells.iter().any(|cell| cell.form == Form::Edge);
    let (plain, marked, line) = match (shape.ground, cell.form) {
        (_, Form::Point) => return point(is_last),
        (_, Form::Edge) => ("#dbd8d0", "#dbd8d0", None),
        (Ground::Wood, Form::Hole) => ("#6f4c2b", "#8a6a2c", Some(("#5d3f23", 3))),
        (Ground::Wood, _) if cell.dark => ("#b28152", "#d8c25f", None),
        (Ground::Wood, _) => ("#eddcb8", "#d8c25f", None),
        (Ground::Felt, _) => ("#2f8560", "#57955f", Some(("#1d5f45", 2))),
        (Ground::Rack, _) => ("none", "#5584d4", None),
        (Ground::Paper, _) if has_edges => ("#faf9f6", "#f3e5b3", None),
        (Ground::Paper, _) => ("#faf9f6", "#f3e5b3", Some(("#8d8a82", 2))),
    };
    let fill = if is_last { marked } else { plain };
    let stroke = line.map_or(String::new(), |(colour, width)| {
        format!(" stroke=\"{colour}\" stroke-width=\"{width}\"")
    });
    let paint = format!("fill=\"{fill}\"{stroke}");
    match cell.form {
        Form::Hexagon => {
            let (w2, h2, h4) = (w / 2, h / 2, h / 4);
            format!(
                "<polygon points=\"0,{} {w2},{} {w2},{h4} 0,{h2} {},{h4} {},{}\" {paint}/>",
                -h2, -h4, -w2, -w2, -h4
            )
        }
        Form::Hole => rectangle((w, h), w.min(h) / 2, &paint),
        Form::Point => point(is_last),
        Form::Edge => rectangle((w - 6, h - 6), 5, &paint),
        Form::Square if shape.ground == Ground::Rack => {
            let window =
                "<circle r=\"41\" fill=\"#f6f5f1\" stroke=\"#244b8b\" stroke-width=\"3\"/>";
            format!("{}{window}", rectangle((w, h), 0, &paint))
        }
        Form::Square => rectangle((w, h), 0, &paint),
    }
}

/// Where lines meet.
fn point(is_last: bool) -> String {
    let (radius, fill) = if is_last { (46, LAST) } else { (11, LINE) };
    format!("<circle r=\"{radius}\" fill=\"{fill}\"/>")
}

fn rectangle((width, height): (i32, i32), round: i32, paint: &str) -> String {
    let (x, y) = (-width / 2, -height / 2);
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\" {paint}/>"
    )
}

/// What is around an edge that was drawn last.
fn ring(cell: &Cell) -> String {
    let paint = format!("fill=\"none\" stroke=\"{LAST}\" stroke-width=\"6\"");
    rectangle((cell.width, cell.height), 7, &paint)
}

/// What is drawn beside the cells.
fn beside(mark: &Mark, shape: &Shape, outer: &mut Extent) -> String {
    match mark {
        Mark::Label { x, y, text } => {
            let is_inside = shape.cells.iter().any(|cell| {
                (cell.x - x).abs() < cell.width / 2 && (cell.y - y).abs() < cell.height / 2
            });
            let (size, fill) = match (is_inside, shape.ground) {
                (true, Ground::Paper) => (32, "#23262b"),
                (true, _) => (19, "#f3e6cd"),
                (false, _) => (27, "#5d636d"),
            };
            outer.reach((*x, *y), (14 + 8 * text.chars().count() as i32, 18));
            format!(
                "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" fill=\"{fill}\">{}</text>",
                y + size * 7 / 20,
                escaped(text.chars())
            )
        }
        Mark::Dot { x, y } => {
            outer.reach((*x, *y), (12, 12));
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"#23262b\"/>")
        }
        Mark::Line { points } => format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{LINE}\" stroke-width=\"6\"/>",
            written(points)
        ),
        Mark::Border { side, points } => {
            points.iter().for_each(|&point| outer.reach(point, (10, 10)));
            let [colour, _] = pieces::shades(shape.colours[usize::from(*side)]);
            format!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"13\" \
                 stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
                written(points)
            )
        }
    }
}

/// Points as SVG writes them.
fn written(points: &[(i32, i32)]) -> String {
    points.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

/// What is on a cell; nothing on an empty one.
fn stands(standing: &Standing, cell: &Cell, at: &Position, shape: &Shape) -> String {
    match standing.content {
        Content::Empty | Content::Gone => String::new(),
        Content::Piece(letter) => pieces::piece(letter, &at.facts().pieces, shape),
        Content::Count(count) => pieces::seeds(count, cell),
        Content::Taken(side) => {
            let side = side.or(standing.by.map(|(side, _)| side));
            pieces::taken(cell, side.map(|side| side as usize), shape)
        }
    }
}

/// How a cell is drawn that may be one of two which one move has taken.
enum Joined {
    Alone,
    /// In the place of both.
    First(Cell),
    Second,
}

/// Two squares that one move has taken are one piece.
fn dominoes(shape: &Shape, standing: &[Standing]) -> Vec<Joined> {
    let mut joined: Vec<Joined> = shape.cells.iter().map(|_| Joined::Alone).collect();
    if shape.cells.iter().any(|cell| cell.form == Form::Edge) {
        return joined;
    }
    let ply = |standing: &Standing| standing.by.map(|(_, ply)| ply);
    for (one, first) in standing.iter().enumerate().filter(|(_, first)| first.by.is_some()) {
        let same = |other: &usize| ply(&standing[*other]) == ply(first);
        let others: Vec<usize> =
            (0..standing.len()).filter(|other| *other != one).filter(same).collect();
        if let [other] = others[..]
            && one < other
        {
            let (a, b) = (&shape.cells[one], &shape.cells[other]);
            joined[one] = Joined::First(Cell {
                x: (a.x + b.x) / 2,
                y: (a.y + b.y) / 2,
                width: a.width + (a.x - b.x).abs(),
                height: a.height + (a.y - b.y).abs(),
                ..a.clone()
            });
            joined[other] = Joined::Second;
        }
    }
    joined
}

/// The whole picture, of a size that suits a page.
fn framed(drawn: &str, outer: &Extent, below: &str) -> String {
    let Extent { left, top, right, bottom } = outer;
    let (width, height) = (right - left + 2 * MARGIN, bottom - top + 2 * MARGIN);
    let (square, most) = PIXELS;
    let scale = (square / f64::from(SQUARE)).min(most / f64::from(width.max(height)));
    // The line below has the same size on every board, and room on the smallest.
    let units = |pixels: f64| (pixels / scale).round() as i32;
    let wide = width.max(units(LETTER * below.chars().count() as f64));
    let (left, top) = ((left + right - wide) / 2, top - MARGIN);
    let high = height + units(BELOW);
    let text = escaped(below.chars());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {wide} {high}\" width=\"{:.0}\" \
         height=\"{:.0}\" role=\"img\" aria-label=\"{text}\"><rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" \
         height=\"{high}\" rx=\"{}\" fill=\"#f6f5f1\"/><g font-family=\"system-ui, sans-serif\" \
         text-anchor=\"middle\">{drawn}<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"#23262b\">{text}</text>\
         </g></svg>",
        f64::from(wide) * scale,
        f64::from(high) * scale,
        units(6.0),
        left + wide / 2,
        top + height + units(14.0),
        units(14.0),
    )
}
