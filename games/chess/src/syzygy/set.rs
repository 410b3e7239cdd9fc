//! All tables of some folders: [`TableSet`].
//!
//! The folders are listed when they are set; files of up to five men, of which there are 290, are looked into as well, so that
//! damage is said at once. A file is opened when a position first asks for it. One that turns out to be damaged is set
//! aside: what it should tell is not known from then on.
//!
//! Cost: a look-up of a table is one in a hash map.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::bytes::Room;
use super::table::{Kind, Table, is_length};
use super::{Fault, MOST_MEN, Material};

/// How much of the tables is in memory at most, in bytes.
const MOST_IN_MEMORY: usize = 1 << 28;
/// Files of at most this many men are looked into when they are found.
const LOOKED_INTO: usize = 5;
/// What is between folders.
const BETWEEN: char = if cfg!(windows) { ';' } else { ':' };

/// Tables by their pieces.
#[derive(Debug)]
pub(super) struct TableSet {
    tables: HashMap<(Kind, Material), Place>,
    room: Room,
    most_men: usize,
    check: u64,
}

/// A file, opened or not yet.
#[derive(Debug)]
struct Place {
    path: PathBuf,
    table: OnceLock<Option<Table>>,
    is_damaged: AtomicBool,
}

impl TableSet {
    /// The tables of a list of folders; of two files of one name the first counts.
    ///
    /// # Errors
    /// If there is a folder that cannot be read or has no tables, or a damaged file, in one line that names it.
    pub(super) fn open(folders: &str) -> Result<TableSet, String> {
        let room = Room::of(MOST_IN_MEMORY);
        let mut set = TableSet { tables: HashMap::new(), room, most_men: 0, check: 0 };
        let mut found = Vec::new();
        for folder in folders.split(BETWEEN).filter(|folder| !folder.is_empty()) {
            let named = |error| format!("{folder}: {error}");
            let before = found.len();
            for entry in std::fs::read_dir(folder).map_err(named)? {
                let path = entry.map_err(named)?.path();
                found.extend(kind_of(&path).map(|(kind, of)| (kind, of, path)));
            }
            // The order in which a system lists files tells nothing.
            found[before..].sort();
            if found[before..].iter().all(|(kind, ..)| *kind != Kind::Results) {
                return Err(format!("{folder}: no Syzygy tables (files such as KQvK.rtbw) in it"));
            }
        }
        if found.is_empty() {
            return Err("no folder is named".into());
        }
        for (kind, of, path) in found {
            set.take(kind, of, path)?;
        }
        Ok(set)
    }

    fn take(&mut self, kind: Kind, of: Material, path: PathBuf) -> Result<(), String> {
        let damaged = |fault: Fault| format!("{}: {fault}", path.display());
        if self.tables.contains_key(&(kind, of)) {
            return Ok(());
        }
        let bytes = std::fs::metadata(&path).map_err(|error| damaged(error.into()))?.len();
        if !is_length(bytes) {
            return Err(damaged(Fault::Cut));
        }
        if of.men() <= LOOKED_INTO {
            // Closed again: systems allow few open files.
            Table::open(&path, kind, of, &Room::of(0)).map_err(damaged)?;
        }
        let of_name = of.name().bytes().fold(kind as u64, |sum, byte| sum << 5 ^ u64::from(byte));
        self.check = plyglot_search::random::mix(self.check ^ of_name ^ bytes << 32);
        if kind == Kind::Results {
            self.most_men = self.most_men.max(of.men());
        }
        let place = Place { path, table: OnceLock::new(), is_damaged: AtomicBool::new(false) };
        self.tables.insert((kind, of), place);
        Ok(())
    }

    /// The most men of a table of results.
    pub(super) fn most_men(&self) -> usize {
        self.most_men
    }

    /// How many tables there are of either kind.
    pub(super) fn counts(&self) -> [usize; 2] {
        Kind::ALL.map(|kind| self.tables.keys().filter(|(of, _)| *of == kind).count())
    }

    /// A number that is another for other files, by their names and lengths.
    pub(super) fn check(&self) -> u64 {
        self.check
    }

    /// Asks the table of these pieces. `None` if there is none, or it is damaged.
    pub(super) fn ask<T>(
        &self,
        kind: Kind,
        of: Material,
        question: impl FnOnce(&Table) -> Result<T, Fault>,
    ) -> Option<T> {
        let either =
            || self.tables.get(&(kind, of.exchanged())).map(|place| (place, of.exchanged()));
        let (place, of) = self.tables.get(&(kind, of)).map(|place| (place, of)).or_else(either)?;
        // Nothing else is read by this flag: who sees it late asks once more in vain.
        if place.is_damaged.load(Ordering::Relaxed) {
            return None;
        }
        let table = place.table.get_or_init(|| Table::open(&place.path, kind, of, &self.room).ok());
        let answer = question(table.as_ref()?);
        if answer.is_err() {
            place.is_damaged.store(true, Ordering::Relaxed);
        }
        answer.ok()
    }
}

/// Which table a file is by its name, if it is one.
fn kind_of(path: &Path) -> Option<(Kind, Material)> {
    let extension = path.extension()?.to_str()?;
    let kind = Kind::ALL.into_iter().find(|kind| kind.extension() == extension)?;
    let of = Material::of_name(path.file_stem()?.to_str()?)?;
    (of.men() <= MOST_MEN).then_some((kind, of))
}
