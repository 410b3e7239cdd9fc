//! The pages of reviewed games: one for a single game; for several one each, and one that lists them.

use std::path::{Path, PathBuf};

use plyglot_open::catalogue::Catalogue;
use plyglot_open::{Open, Position};
use plyglot_report::page::Drawing;
use plyglot_report::review::{self as report, Listed};
use plyglot_serve::board::still::Still;
use plyglot_wire::read::Source;

use crate::errors::Failure;
use crate::review::view::ReviewView;

/// What all pages have in common.
pub(crate) struct Frame {
    /// The game, as people call it.
    pub(crate) title: String,
    pub(crate) drawing: Option<Drawing>,
    /// The name of the page that lists the games, where there are several.
    pub(crate) index: Option<String>,
}

/// The pages of one command.
pub(crate) struct Pages {
    path: PathBuf,
    frame: Frame,
    about: String,
    listed: Vec<Listed>,
}

impl Pages {
    /// For `games` games, at this path; refused if nothing can be written there.
    pub(crate) fn new(
        path: &Path,
        (catalogue, game): (&Catalogue, &dyn Open),
        games: usize,
        about: String,
    ) -> Result<Pages, Failure> {
        report::check(path)?;
        let title = title(catalogue, &game.facts().name);
        let drawing = Still::of(game, &title)?;
        let drawing =
            drawing.map(|Still { style, script, facts }| Drawing { style, script, facts });
        let index = (games > 1).then(|| name(path));
        let frame = Frame { title, drawing, index };
        Ok(Pages { path: path.into(), frame, about, listed: Vec::new() })
    }

    /// Writes the page of a game, and the list of those that are written.
    pub(crate) fn write(&mut self, view: &ReviewView<'_>, end: &Position) -> Result<(), Failure> {
        let page = view.page(end, self.about.clone(), &self.frame)?;
        let Some(source) = view.source.filter(|_| self.frame.index.is_some()) else {
            return Ok(report::write(&self.path, &page)?);
        };
        let path = beside(&self.path, source);
        report::write(&path, &page)?;
        let side = |side: usize| {
            let of = &view.summary.sides[side];
            (of.accuracy, [of.inaccuracies, of.mistakes, of.blunders])
        };
        let (moves, sides) = (view.summary.moves, [side(0), side(1)]);
        self.listed.push(Listed { line: source.to_string(), page: name(&path), moves, sides });
        let [first, second] = &end.facts().sides;
        let what = (self.frame.title.as_str(), [first.as_str(), second.as_str()]);
        Ok(report::write_index(&self.path, what, &self.about, &self.listed)?)
    }
}

/// What people call a game: `Connect Four`, and where its size is not the usual one `Connect Four, 6x5`.
fn title(catalogue: &Catalogue, name: &str) -> String {
    let (short, size) = name.split_once(':').unwrap_or((name, ""));
    let listings = catalogue.listings();
    let listing = listings.iter().rev().find(|listing| listing.answers_to(short));
    // What it is about stands behind a colon.
    let title = listing.and_then(|listing| listing.title.split(':').next()).unwrap_or(short);
    if size.is_empty() { title.into() } else { format!("{title}, {size}") }
}

/// The page of the game there: `games-3.html` beside `games.html`, `games-3-2.html` of the second of several games.
fn beside(path: &Path, Source { line, game }: Source) -> PathBuf {
    let game = game.map_or_else(String::new, |game| format!("-{game}"));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending =
        path.extension().map_or_else(String::new, |of| format!(".{}", of.to_string_lossy()));
    path.with_file_name(format!("{stem}-{line}{game}{ending}"))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_a_game_lies_beside_the_list() {
        assert_eq!(
            beside(Path::new("out/games.html"), Source::line(3)),
            Path::new("out/games-3.html")
        );
        let second = Source { line: 12, game: Some(2) };
        assert_eq!(beside(Path::new("games"), second), Path::new("games-12-2"));
    }
}
