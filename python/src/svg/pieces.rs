//! What stands on cells, around a cell's middle, and the colours of the sides.

use std::f64::consts::PI;

use plyglot_search::Piece;
use plyglot_search::shape::{Cell, Colour, Form, Ground, Rgb, Shape};

use super::escaped;

/// Seeds beyond this number are not told apart; the number says how many there are.
const MOST_SEEDS: u32 = 40;
const SEEDS: [&str; 4] = ["#e9d8a6", "#d9c08a", "#f1e5c4", "#cfae72"];

/// A side's colour, and that of its edge.
pub(super) fn shades(colour: Colour) -> [String; 2] {
    colour.shades().map(written)
}

/// A shade as SVG writes it.
pub(super) fn written([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A piece by its letter.
pub(super) fn piece(letter: char, pieces: &[Piece], shape: &Shape) -> String {
    let known = pieces.iter().find(|piece| piece.letter == letter);
    let (sign, side) = known.map_or((letter, 0), |piece| (piece.sign, piece.side as usize));
    let [fill, edge] = shades(shape.colours[side]);
    let disc =
        || format!("<circle r=\"39\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"3\"/>");
    let line =
        format!("fill=\"none\" stroke=\"{fill}\" stroke-width=\"12\" stroke-linecap=\"round\"");
    match sign {
        '×' => format!("<path d=\"M-26-26 26 26M26-26-26 26\" {line}/>"),
        // Beside a cross it is a ring.
        '●' | '○' if pieces.iter().any(|piece| piece.sign == '×') => {
            format!("<circle r=\"28\" {line}/>")
        }
        '●' | '○' if matches!(shape.ground, Ground::Wood | Ground::Rack) => format!(
            "{}<circle r=\"28\" fill=\"none\" stroke=\"{edge}\" stroke-width=\"2.5\" opacity=\"0.5\"/>",
            disc()
        ),
        '●' | '○' => disc(),
        '◆' | '◇' => format!(
            "{}<path d=\"M-20 13-24-13-10-2 0-18 10-2 24-13 20 13Z\" fill=\"#e2b53c\" stroke=\"#8c6a12\" \
             stroke-width=\"2\" stroke-linejoin=\"round\"/>",
            disc()
        ),
        other => format!(
            "<text y=\"21\" font-size=\"62\" fill=\"{fill}\" stroke=\"{edge}\">{}</text>",
            escaped([other])
        ),
    }
}

/// Seeds in a hollow, as in a sunflower: without a pattern of rows.
pub(super) fn seeds(count: u32, cell: &Cell) -> String {
    let turn = PI * (3.0 - 5_f64.sqrt());
    let shown = count.min(MOST_SEEDS);
    let tall = cell.height > cell.width;
    let seed = |seed: u32| {
        let away = ((f64::from(seed) + 0.5) / f64::from(shown.max(7))).sqrt();
        let away = away * f64::from(cell.width) * 0.34;
        let angle = f64::from(seed) * turn;
        let (x, y) = (away * angle.cos(), away * angle.sin());
        let y = if tall { y * 1.9 } else { y - 8.0 };
        format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"8\" fill=\"{}\" stroke=\"#5d4a28\" stroke-width=\"1.5\"/>",
            SEEDS[seed as usize % SEEDS.len()]
        )
    };
    let below = f64::from(cell.height) * if tall { 0.36 } else { 0.31 } + 9.0;
    let number = format!(
        "<text y=\"{below:.0}\" font-size=\"27\" font-weight=\"700\" fill=\"#fff\" stroke=\"#231608\" \
         stroke-width=\"6\" paint-order=\"stroke\" stroke-linejoin=\"round\">{count}</text>"
    );
    (0..shown).map(seed).chain([number]).collect()
}

/// What a side has taken; of no side if that is not known.
pub(super) fn taken(cell: &Cell, side: Option<usize>, shape: &Shape) -> String {
    let unowned = ["#8b6b4e", "none"].map(String::from);
    let [fill, edge] = side.map_or(unowned, |side| shades(shape.colours[side]));
    let (inset, round, edge) = match cell.form {
        Form::Edge => (3, 5, "none".into()),
        _ => (8, 12, edge),
    };
    let (width, height) = (cell.width - 2 * inset, cell.height - 2 * inset);
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\" fill=\"{fill}\" \
         stroke=\"{edge}\" stroke-width=\"3\"/>",
        -width / 2,
        -height / 2
    )
}
