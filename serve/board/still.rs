//! The board's own drawing for a page without a server: the page of a review has its boards from here.
//!
//! Style and script are cut from the files of the board's page, so that both show the same board.

use plyglot_open::{DoorError, Mv, Open, Position};
use plyglot_search::shape::Content;
use serde_json::{Value, json};

use crate::board::{assets, drawn};

/// Between these comments of the style sheet stands what boards are drawn with.
const BOARDS: [&str; 2] = ["/* Cells. */", "/* Beside the board. */"];
/// What comes before this are the colours.
const COLOURS: &str = "* { box-sizing";
/// The classes and attributes by which a page finds its boards, and the sides have their colours.
const PLACE: &str = ".drawn";

/// What a page needs besides its boards.
#[derive(Clone, Debug)]
pub struct Still {
    /// Rules for what stands in elements of the class `drawn`.
    pub style: String,
    /// Fills these elements.
    pub script: String,
    /// The game, as JSON: the content of the element with the id `drawn`.
    pub facts: String,
}

impl Still {
    /// For boards of a game; `None` if it has no shape to draw.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn of(game: &dyn Open, title: &str) -> Result<Option<Still>, DoorError> {
        let start = game.start()?;
        if start.shape()?.is_none() {
            return Ok(None);
        }
        let gone = |content: Content| matches!(content, Content::Gone);
        let mut facts = drawn::game(game, title)?;
        facts["hidden"] = start.contents()?.into_iter().map(gone).collect();
        let style = style(&facts["shape"]["colours"]);
        Ok(Some(Still { style, script: script(), facts: facts.to_string() }))
    }
}

/// What such an element has within it, as JSON: the position, the move that was played and one that was better.
///
/// # Errors
/// If the game's code panics.
pub fn position(
    at: &Position,
    played: Option<(Mv, &str)>,
    better: Option<Mv>,
) -> Result<String, DoorError> {
    let touched = |mv: Option<Mv>| mv.map_or(Ok(Vec::new()), |mv| at.touches(mv));
    let (mv, sign) = played.unzip();
    let mut shown = drawn::position(at)?;
    let [contents, last] = ["contents", "last"].map(|name| shown[name].take());
    Ok(json!({
        "contents": contents,
        "last": last,
        "played": touched(mv)?,
        "sign": sign,
        "better": touched(better)?,
        "words": format!("The board, {} to move", at.mover()),
    })
    .to_string())
}

fn file(name: &str) -> &'static str {
    assets::find(name).map_or("", |asset| asset.text)
}

/// The scripts as one, without what ties modules together.
fn script() -> String {
    let lines =
        ["pieces.js", "draw.js", "still.js"].into_iter().flat_map(|name| file(name).lines());
    let own = lines.filter(|line| !line.starts_with("import "));
    own.map(|line| line.strip_prefix("export ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// The colours and the rules of boards, for what stands in [`PLACE`].
fn style(colours: &Value) -> String {
    let sheet = file("board.css");
    let (top, _) = sheet.split_once(COLOURS).unwrap_or_default();
    let mut top = top.replace(":root:not([data-theme='light'])", PLACE);
    for (attribute, side) in [("first", 0), ("second", 1)] {
        let colour = colours[side].as_str().unwrap_or_default();
        top = top.replace(&format!("body[data-{attribute}='{colour}']"), PLACE);
    }
    let top = top
        .replace(":root {", &format!("{PLACE} {{"))
        .replace("\nbody {", &format!("\n{PLACE} {{"));
    // Colours that sides of other games have.
    let own = top.lines().filter(|line| !line.starts_with("body["));
    let top = own.collect::<Vec<_>>().join("\n");
    let [begins, ends] = BOARDS.map(|comment| sheet.find(comment).unwrap_or(sheet.len()));
    let rules = &sheet[begins..ends.max(begins)];
    format!(
        "{top}\n{PLACE} {{\nmax-width: 30rem;\nsvg {{ width: 100%; aspect-ratio: var(--ratio, 1); }}\n{rules}}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_the_page_are_found_and_stand_alone() {
        let (style, script) = (style(&json!(["black", "white"])), script());
        for part in ["--c0: var(--black)", ".ground-felt", ".best.arrow", ".value rect", ".disc"] {
            assert!(style.contains(part), "no {part}");
        }
        assert!(!style.contains(".panel {") && !style.contains("\nbody"), "{style}");
        for part in ["class Drawing", "function make", "function look", "querySelectorAll"] {
            assert!(script.contains(part), "no {part}");
        }
        assert!(!script.contains("\nimport ") && !script.contains("\nexport "));
        // It stands within an element of a page.
        assert!(!script.contains("]]>") && !script.contains("</script"));
    }
}
