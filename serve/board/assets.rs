//! The page: files that are part of the program.

/// A file of the page.
pub(crate) struct Asset {
    pub(crate) kind: &'static str,
    pub(crate) text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! files {
    ($($name:literal: $kind:expr,)+) => {
        const FILES: &[(&str, Asset)] = &[
            $(($name, Asset { kind: $kind, text: include_str!(concat!("page/", $name)) }),)+
        ];
    };
}

files! {
    "board.html": "text/html; charset=utf-8",
    "board.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "main.js": SCRIPT,
    "ask.js": SCRIPT,
    "transport.js": SCRIPT,
    "draw.js": SCRIPT,
    "pieces.js": SCRIPT,
    "input.js": SCRIPT,
    "tree.js": SCRIPT,
    "think.js": SCRIPT,
    "score.js": SCRIPT,
    "panels.js": SCRIPT,
    "graph.js": SCRIPT,
    "review.js": SCRIPT,
    "settings.js": SCRIPT,
    "dropped.js": SCRIPT,
    "kept.js": SCRIPT,
    "book.js": SCRIPT,
    "still.js": SCRIPT,
}

/// The file of this name; the page itself has none.
pub(crate) fn find(name: &str) -> Option<&'static Asset> {
    let name = if name.is_empty() { "board.html" } else { name };
    FILES.iter().find(|(known, _)| *known == name).map(|(_, asset)| asset)
}

/// The names and texts of all files.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().map(|(name, asset)| (*name, asset.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a browser loads in all.
    const MOST_BYTES: usize = 300 << 10;

    /// The law that looks at contrast (`plyglot_check::laws::check_text`) knows these shades.
    #[test]
    fn the_shades_of_the_page_are_those_whose_contrast_is_checked() {
        use plyglot_search::shape::{Cell, Colour, Ground};
        let css = find("board.css").expect("a file").text;
        let written = |shade: [u8; 3]| shade.map(|part| format!("{part:02x}")).concat();
        for colour in Colour::ALL {
            let [fill, edge] = colour.shades().map(written);
            let name = colour.name().to_ascii_lowercase();
            assert!(css.contains(&format!("--{name}: #{fill}; --{name}-edge: #{edge};")), "{name}");
        }
        let light = Cell::square("a1", 0, 0);
        let dark = Cell { dark: true, ..light.clone() };
        for (ground, cell, rule) in [
            (Ground::Paper, &light, "--cell: #"),
            (Ground::Rack, &light, "--page: #"),
            (Ground::Wood, &light, ".ground-wood .face { stroke: none; fill: #"),
            (Ground::Wood, &dark, ".ground-wood .dark .face { fill: #"),
            (Ground::Felt, &light, ".ground-felt .face { fill: #"),
        ] {
            let shade = written(ground.face(cell));
            assert!(css.contains(&format!("{rule}{shade}")), "{ground:?}: {rule}{shade}");
        }
    }

    #[test]
    fn the_page_is_small_and_loads_nothing_from_elsewhere() {
        let bytes: usize = FILES.iter().map(|(_, asset)| asset.text.len()).sum();
        assert!(bytes <= MOST_BYTES, "{bytes} bytes");
        for (name, asset) in FILES {
            let text = asset.text.replace("http://www.w3.org/2000/svg", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{name}");
        }
    }
}
