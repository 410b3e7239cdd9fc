//! The shades of sides and grounds on a light page, and whether one stands out from the other.
//!
//! Here since the laws of a game look at them (`plyglot_check::laws::check_text`): white men on white squares are a
//! mistake of the game. Contrast is that of WCAG 2.2: the ratio of the relative luminances, from 1 to 21.

use crate::rules::shape::{Cell, Colour, Form, Ground};

/// A shade: red, green and blue.
pub type Rgb = [u8; 3];

/// The least contrast of what has to be seen to understand a picture (WCAG 2.2, 1.4.11).
pub const CONTRAST: f64 = 3.0;

/// The contrast of two shades, from 1 to 21.
pub fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(shade: Rgb) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = shade.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

impl Colour {
    /// All of them.
    pub const ALL: [Colour; 5] =
        [Colour::Black, Colour::White, Colour::Red, Colour::Blue, Colour::Yellow];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Colour::Black => "Black",
            Colour::White => "White",
            Colour::Red => "Red",
            Colour::Blue => "Blue",
            Colour::Yellow => "Yellow",
        }
    }

    /// The shade of its pieces, and that of their edge.
    pub const fn shades(self) -> [Rgb; 2] {
        match self {
            Colour::Black => [[0x26, 0x29, 0x2e], [0x0d, 0x0e, 0x10]],
            Colour::White => [[0xfb, 0xfa, 0xf7], [0x76, 0x73, 0x6b]],
            Colour::Red => [[0xd5, 0x47, 0x3f], [0xa3, 0x2e, 0x28]],
            Colour::Blue => [[0x3a, 0x74, 0xc9], [0x28, 0x54, 0x9a]],
            Colour::Yellow => [[0xf2, 0xc2, 0x30], [0x8a, 0x66, 0x08]],
        }
    }

    /// How well its pieces stand out from a shade, by what they are filled with or by their edge.
    pub fn stands_out(self, from: Rgb) -> f64 {
        let [fill, edge] = self.shades().map(|shade| contrast(shade, from));
        fill.max(edge)
    }
}

impl Ground {
    /// The shade of an empty cell, where a piece would stand.
    pub const fn face(self, cell: &Cell) -> Rgb {
        match (self, cell.form) {
            (Ground::Wood, Form::Hole) => [0x6f, 0x4c, 0x2b],
            (Ground::Wood, Form::Square | Form::Hexagon | Form::Edge) if cell.dark => {
                [0xb2, 0x81, 0x52]
            }
            (Ground::Wood, _) => [0xed, 0xdc, 0xb8],
            (Ground::Felt, _) => [0x2f, 0x85, 0x60],
            // Through the windows one sees the page.
            (Ground::Rack, _) => [0xf3, 0xf2, 0xee],
            (Ground::Paper, _) => [0xfa, 0xf9, 0xf6],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_goes_from_one_to_twenty_one() {
        let (black, white) = ([0; 3], [255; 3]);
        assert!((contrast(black, white) - 21.0).abs() < 1e-9);
        assert!((contrast(white, white) - 1.0).abs() < 1e-9);
        // An example that WCAG's own tools give: #777777 on white is 4.48.
        assert!((contrast([0x77; 3], white) - 4.48).abs() < 0.01);
    }

    #[test]
    fn every_colour_stands_out_from_paper_and_from_the_windows_of_a_rack_and_black_and_white_from_all()
     {
        let square = Cell::square("a1", 0, 0);
        let dark = Cell { dark: true, ..square.clone() };
        for colour in Colour::ALL {
            for ground in [Ground::Paper, Ground::Rack] {
                assert!(
                    colour.stands_out(ground.face(&square)) >= CONTRAST,
                    "{colour:?} {ground:?}"
                );
            }
        }
        for colour in [Colour::Black, Colour::White] {
            for ground in [Ground::Paper, Ground::Wood, Ground::Felt, Ground::Rack] {
                for cell in [&square, &dark] {
                    assert!(
                        colour.stands_out(ground.face(cell)) >= CONTRAST,
                        "{colour:?} {ground:?}"
                    );
                }
            }
        }
        assert!(Colour::Red.stands_out(Ground::Felt.face(&square)) < CONTRAST);
    }
}
