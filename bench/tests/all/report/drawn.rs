//! What holds of every drawn picture.

use roxmltree::{Document, Node};

/// A box: left, top, right, bottom.
type Bounds = [f64; 4];

/// Checks every picture of a page, or a picture that stands alone: all numbers are finite, words lie
/// within it, and no words lie on others.
pub(crate) fn check(document: &Document<'_>) {
    for picture in document.descendants().filter(|node| node.tag_name().name() == "svg") {
        let size = numbers(picture.attribute("viewBox").unwrap());
        let name = picture.descendants().find(|node| node.tag_name().name() == "title");
        let name = name.and_then(|node| node.text()).unwrap_or_default();
        assert!(!name.is_empty(), "a picture has a name for those who cannot see it");
        let mut boxes: Vec<(&str, Bounds)> = Vec::new();
        for node in picture.descendants().filter(Node::is_element) {
            for attribute in ["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "points"] {
                for number in node.attribute(attribute).map(numbers).unwrap_or_default() {
                    let far = -1.0..=size[2].max(size[3]) + 1.0;
                    assert!(far.contains(&number), "{name}: {attribute} {number}");
                }
            }
            if node.tag_name().name() == "text" {
                let text = node.text().unwrap_or_default().trim();
                boxes.extend((!text.is_empty()).then(|| (text, bounds(node, text))));
            }
        }
        for (index, (text, mine)) in boxes.iter().enumerate() {
            let inside = mine[0] >= -1.0 && mine[1] >= -1.0 && mine[2] <= size[2] + 1.0;
            assert!(inside && mine[3] <= size[3] + 1.0, "{name}: {text:?} at {mine:?} of {size:?}");
            for (other, its) in &boxes[index + 1..] {
                let apart = mine[2] <= its[0]
                    || its[2] <= mine[0]
                    || mine[3] <= its[1]
                    || its[3] <= mine[1];
                assert!(apart, "{name}: {text:?} at {mine:?} lies on {other:?} at {its:?}");
            }
        }
    }
}

fn numbers(text: &str) -> Vec<f64> {
    let parts = text.split([' ', ',']).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().unwrap_or(f64::NAN)).collect()
}

/// About where words lie, in a font of common width.
fn bounds(node: Node<'_, '_>, text: &str) -> Bounds {
    let number = |name| node.attribute(name).and_then(|value| value.parse::<f64>().ok()).unwrap();
    let (x, y, size) = (number("x"), number("y"), number("font-size"));
    let wide = text.chars().count() as f64 * size * 0.52;
    let left = match node.attribute("text-anchor").unwrap() {
        "end" => x - wide,
        "middle" => x - wide / 2.0,
        _ => x,
    };
    [left, y - size * 0.4, left + wide, y + size * 0.4]
}
