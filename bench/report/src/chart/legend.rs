//! Legends, and names at the ends of lines.

use std::borrow::Cow;

use super::canvas::{Align, At, Canvas, draw, fitted, width_of};
use super::ink::Ink;
use super::look::Look;
use super::{ChartError, Key};

const KEY: f64 = 26.0;
const GAP: f64 = 14.0;
/// Height of a key that stands alone.
const HEIGHT: f64 = 14.0;

/// Keys for a legend outside the picture, one for each name, in the order of the groups.
pub(super) fn keys<'a>(
    entries: impl IntoIterator<Item = (usize, &'a str, Look)>,
    panel: bool,
) -> Result<Vec<Key>, ChartError> {
    let key = |(group, name, look): (usize, &str, Look)| {
        let picture = draw((KEY, HEIGHT), HEIGHT, name, |canvas| {
            draw_key(canvas, look, (0.0, HEIGHT / 2.0), panel)
        })?;
        Ok(Key { group, name: name.into(), picture })
    };
    entries.into_iter().map(key).collect()
}

fn draw_key(canvas: &Canvas<'_>, look: Look, (x, y): At, panel: bool) -> Result<(), ChartError> {
    if let Some(stroke) = look.stroke(panel) {
        canvas.path(&[(x, y), (x + KEY, y)], stroke)?;
    }
    if let Some(mark) = look.mark().filter(|_| !panel) {
        canvas.mark((x + KEY / 2.0, y), mark, look.ink(), 4.0)?;
    }
    Ok(())
}

/// Names with their keys, broken into rows.
pub(super) struct Legend<'a> {
    /// Name, look, and where it stands: pixels from the left, and row.
    entries: Vec<(Cow<'a, str>, Look, f64, usize)>,
    row: f64,
}

impl<'a> Legend<'a> {
    /// Lays out entries within a width; names too long for it are cut short when drawn.
    pub(super) fn new(
        entries: impl IntoIterator<Item = (&'a str, Look)>,
        width: f64,
        text: f64,
    ) -> Self {
        let (mut x, mut row) = (0.0, 0);
        let mut laid = Vec::new();
        for (name, look) in entries {
            let name = fitted(name, width - KEY - 6.0, text);
            let wide = KEY + 6.0 + width_of(&name, text);
            if x > 0.0 && x + wide > width {
                (x, row) = (0.0, row + 1);
            }
            laid.push((name, look, x, row));
            x += wide + GAP;
        }
        Legend { entries: laid, row: text * 1.6 }
    }

    /// In pixels.
    pub(super) fn height(&self) -> f64 {
        self.entries.last().map_or(0.0, |last| (last.3 + 1) as f64 * self.row)
    }

    pub(super) fn draw(&self, canvas: &Canvas<'_>, left: f64, top: f64) -> Result<(), ChartError> {
        for (name, look, x, row) in &self.entries {
            let (x, y) = (left + x, top + (*row as f64 + 0.5) * self.row);
            draw_key(canvas, *look, (x, y), false)?;
            canvas.words(name, (x + KEY + 6.0, y), Align::Left, Ink::Text, false)?;
        }
        Ok(())
    }
}

/// Moves heights apart until no two are nearer than `apart`, keeping their order and, as far as
/// there is room, within `top` and `bottom`. Gives the new heights in the order of the old ones.
pub(super) fn spread(wanted: &[f64], apart: f64, top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    // Neighbours that are too near become a block, centred on what its members want.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    let height = |many: usize| (many - 1) as f64 * apart;
    let inside = |middle: f64, many: usize| {
        let half = height(many) / 2.0;
        middle.min(bottom - half).max(top + half)
    };
    for &index in &order {
        let mut block = (inside(wanted[index], 1), 1);
        while let Some(&(middle, many)) = blocks.last() {
            if block.0 - height(block.1) / 2.0 - (middle + height(many) / 2.0) >= apart {
                break;
            }
            blocks.pop();
            let all = many + block.1;
            let mean = (middle * many as f64 + block.0 * block.1 as f64) / all as f64;
            block = (inside(mean, all), all);
        }
        blocks.push(block);
    }
    let mut moved = vec![0.0; wanted.len()];
    let places = blocks.into_iter().flat_map(|(middle, many)| {
        (0..many).map(move |step| middle - (many - 1) as f64 * apart / 2.0 + step as f64 * apart)
    });
    for (&index, place) in order.iter().zip(places) {
        moved[index] = place;
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_at_the_edge_keep_their_order_and_their_distance() {
        let wanted = [50.0, 10.0, 52.0, 51.0, 99.0];
        let moved = spread(&wanted, 12.0, 0.0, 100.0);
        let mut order: Vec<usize> = (0..5).collect();
        order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
        for pair in order.windows(2) {
            assert!(moved[pair[1]] - moved[pair[0]] >= 12.0 - 1e-9, "{moved:?}");
        }
        assert!(moved.iter().all(|place| (0.0..=100.0).contains(place)), "{moved:?}");
        assert_eq!(moved[1], 10.0, "what has room stays where it is");
    }
}
