//! The symmetries of a board: mirrored left to right and up to down, and, if it is square,
//! transposed.
//!
//! A symmetry is a set of these; the board is transposed first, then mirrored. Cost of looking at all eight:
//! about as much as playing ten moves.

use super::position::{Edge, Edges};
use plyglot_games_common::grid::{left_right, transposed, up_down};

const LEFT_RIGHT: u8 = 1;
const UP_DOWN: u8 = 2;
const TRANSPOSED: u8 = 4;

/// Kinds of edges, by what lies above the six bits of their numbers.
const FLAT: u32 = 0;
const UPRIGHT: u32 = 1;

/// The smallest of the images of a set of edges, and the symmetry that leads there.
#[inline]
pub(super) fn canonical(drawn: Edges, columns: u8, rows: u8) -> (Edges, u8) {
    let mut best = (drawn, 0);
    let mut mirrors = |edges: Edges, symmetry: u8| {
        let sideways = Edges {
            flat: left_right(edges.flat, columns),
            upright: left_right(edges.upright, columns + 1),
        };
        let down = |edges: Edges| Edges {
            flat: up_down(edges.flat, rows + 1),
            upright: up_down(edges.upright, rows),
        };
        for (mirrors, image) in (0..).zip([edges, sideways, down(edges), down(sideways)]) {
            if image < best.0 {
                best = (image, symmetry | mirrors);
            }
        }
    };
    mirrors(drawn, 0);
    if columns == rows {
        let Edges { flat, upright } = drawn;
        mirrors(Edges { flat: transposed(upright), upright: transposed(flat) }, TRANSPOSED);
    }
    best
}

fn transposed_edge(edge: u32) -> u32 {
    (edge & 64 ^ 64) | (edge & 7) << 3 | edge >> 3 & 7
}

/// The image of an edge, or of a box, whose numbers follow those of the edges.
fn mirrored(edge: u32, columns: u8, rows: u8, symmetry: u8) -> u32 {
    let (mut across, mut up) = (edge & 7, edge >> 3 & 7);
    let kind = edge >> 6;
    if symmetry & LEFT_RIGHT != 0 {
        across = (u32::from(columns) - u32::from(kind != UPRIGHT)).wrapping_sub(across) & 7;
    }
    if symmetry & UP_DOWN != 0 {
        up = (u32::from(rows) - u32::from(kind != FLAT)).wrapping_sub(up) & 7;
    }
    kind << 6 | up << 3 | across
}

/// The symmetries of a board, the one that changes nothing first.
pub(super) fn all(columns: u8, rows: u8) -> impl Iterator<Item = u8> {
    0..if columns == rows { 2 * TRANSPOSED } else { TRANSPOSED }
}

/// A bit behind the boxes of a row, or of the last one; all symmetries leave it where it is.
#[inline]
pub(super) fn behind(row: u32) -> u64 {
    0x80 << (8 * row.min(7))
}

/// Where the inputs of a net at an edge, or at a box, which has 128 more than its number, are in a symmetry.
pub(super) fn image(cell: usize, columns: u8, rows: u8, symmetry: u8) -> usize {
    let cell = cell as u32;
    // No board has boxes in the last row and column.
    if cell >= 128 && (cell & 7 == 7 || cell >> 3 & 7 == 7) {
        return cell as usize;
    }
    let cell = match symmetry & TRANSPOSED != 0 {
        true if cell < 128 => transposed_edge(cell),
        true => 128 | transposed_edge(cell) & 63,
        false => cell,
    };
    mirrored(cell, columns, rows, symmetry) as usize
}

/// Where an edge is in a symmetry.
#[inline]
pub(super) fn to_canonical(edge: Edge, columns: u8, rows: u8, symmetry: u8) -> Edge {
    let edge = u32::from(edge.0);
    let edge = if symmetry & TRANSPOSED != 0 { transposed_edge(edge) } else { edge };
    Edge(mirrored(edge, columns, rows, symmetry) as u8)
}

/// The bits of an edge in a symmetry, as they are on the board. Bits that are not an edge
/// lead to any bits.
#[inline]
pub(super) fn bits_from_canonical(bits: u32, columns: u8, rows: u8, symmetry: u8) -> u32 {
    if bits >= 128 {
        return bits;
    }
    let edge = mirrored(bits, columns, rows, symmetry);
    if symmetry & TRANSPOSED != 0 { transposed_edge(edge) } else { edge }
}
