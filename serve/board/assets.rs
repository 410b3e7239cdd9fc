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
}

/// The file of this name; the page itself has none.
pub(crate) fn find(name: &str) -> Option<&'static Asset> {
    let name = if name.is_empty() { "board.html" } else { name };
    FILES.iter().find(|(known, _)| *known == name).map(|(_, asset)| asset)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a browser loads in all.
    const MOST_BYTES: usize = 300 << 10;

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
