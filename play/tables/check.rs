//! Tables of a folder are checked: the files, and each position against its moves: [`Checking`].

use std::path::{Path, PathBuf};
use std::sync::Arc;

use plyglot_open::{Numbered, Open, Stop};
use plyglot_search::Score;
use plyglot_search::endings::Place;
use plyglot_tables::{About, Cache, Content, EXTENSION, Table, TableError};

use super::error::{MakeError, of_file};
use super::verify::first_wrong;
use super::{Ended, Memory};

/// Tables that are checked, on the threads of the pool that it runs in.
pub struct Checking<'a> {
    /// Opens a game by the name that a file gives.
    pub game: &'a dyn Open,
    /// The folder.
    pub folder: PathBuf,
    /// How much memory may be taken, beside the positions of tables of all that a position leads to.
    pub memory: Memory,
    /// Raised to stop.
    pub stop: &'a Stop,
}

/// A table that was checked.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What its file says of it.
    pub about: About,
    /// The first position whose value is not that of its best move; `None` if there is none.
    pub wrong: Option<String>,
}

/// What happens on the way.
#[derive(Debug)]
pub enum CheckEvent<'a> {
    /// So many of the numbers of a table were looked at.
    Goes(&'a About, u64, u64),
    /// A table was checked.
    Checked(&'a Checked),
}

impl Checking<'_> {
    /// The files of tables in a folder, in the order of their names.
    ///
    /// # Errors
    /// If the folder cannot be read or has none.
    pub fn files(folder: &Path) -> Result<Vec<PathBuf>, MakeError> {
        let unreadable =
            |error: std::io::Error| of_file(folder, TableError::Unreadable(error.to_string()));
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.extension().is_some_and(|end| end == EXTENSION) {
                files.push(path);
            }
        }
        files.sort();
        if files.is_empty() {
            let error = TableError::Unreadable("there are no tables here".into());
            return Err(of_file(folder, error));
        }
        Ok(files)
    }

    /// What a file says of its table.
    ///
    /// # Errors
    /// If it is no whole table.
    pub fn about(path: &Path) -> Result<About, MakeError> {
        let table = Table::open(path, Arc::new(Cache::new(0)));
        Ok(table.map_err(|error| of_file(path, error))?.about().clone())
    }

    /// Checks all tables, and tells of each.
    ///
    /// # Errors
    /// For a file that is no whole table of the game; if the game's code fails.
    pub fn run(
        &self,
        tell: &mut dyn FnMut(&CheckEvent<'_>) -> std::io::Result<()>,
    ) -> Result<Ended, MakeError> {
        let cache = Arc::new(Cache::new(self.memory.whole_cache()));
        let classes = self.game.classes();
        let mut by_class: Vec<Option<Table>> = classes.iter().map(|_| None).collect();
        let mut all: Vec<(Option<usize>, Box<dyn Numbered>, About)> = Vec::new();
        let mut whole = Vec::new();
        for path in Checking::files(&self.folder)? {
            let refused = |error| of_file(&path, error);
            let table = Table::open(&path, Arc::clone(&cache)).map_err(refused)?;
            let about = table.about().clone();
            let wanted = &self.game.facts().kept_as;
            if about.game != *wanted {
                let (found, wanted) = (about.game, wanted.clone());
                return Err(refused(TableError::Game { found, wanted }));
            }
            let place = classes.iter().position(|class| class.name == about.class);
            let (class, numbered) = match &about.content {
                Content::From { position } => {
                    let from = self.game.parse(position)?;
                    let most = about.entries;
                    let reached = self.game.reached(&from, most, self.stop, &mut |_| ())?;
                    if self.stop.is_raised() {
                        return Ok(Ended::Stopped);
                    }
                    (None, reached)
                }
                Content::Class => (place, place.and_then(|class| self.game.class(class))),
            };
            let Some(numbered) = numbered.filter(|numbered| numbered.size() == about.entries)
            else {
                let (game, class) = (about.game, about.class);
                return Err(refused(TableError::Class { game, class }));
            };
            table.is_of(wanted, numbered.rules()?).map_err(refused)?;
            match class {
                Some(class) => by_class[class] = Some(table),
                None => whole.push(table),
            }
            all.push((class, numbered, about));
        }
        all.sort_by_key(|(class, ..)| *class);
        let mut whole = whole.iter();
        for (class, numbered, about) in all {
            let own = if class.is_none() { whole.next() } else { None };
            let value_of = |place: Place| -> Option<Score> {
                match own {
                    Some(table) => table.value(place.index),
                    None => by_class.get(place.class)?.as_ref()?.value(place.index),
                }
            };
            let mut goes = |done, total| tell(&CheckEvent::Goes(&about, done, total));
            let class = class.unwrap_or(0);
            let wrong = first_wrong(&*numbered, class, &value_of, self.stop, &mut goes)?;
            if self.stop.is_raised() {
                return Ok(Ended::Stopped);
            }
            tell(&CheckEvent::Checked(&Checked { about, wrong })).map_err(MakeError::Show)?;
        }
        Ok(Ended::Complete)
    }
}
