//! Tables of endgames are made and checked, and their look-ups counted: [`Making`], [`Checking`], [`Measuring`].
//!
//! A class is solved by retrograde analysis, in memory (`solve`) or, where that does not hold it, by passes over files
//! (`passes`); its captures and promotions are looked up in the tables of earlier classes. Then each position is held
//! against its moves, and the table is written (`write`): the same file both ways. A class whose table is already there
//! is not made again, so what was interrupted goes on with the class that is missing, and one that was solved by passes
//! with the pass that was not finished. What a class costs is told before it is begun (`plan`).
//!
//! Where a game declares no classes, all positions that a start leads to are one class. These are in memory in any case.
//!
//! Cost: a class takes ten bytes of memory a number and four a move, or a slice of it and room on disk; time and places
//! are told by [`Cost`].

mod check;
mod error;
mod passes;
mod plan;
mod solve;
mod speed;
mod verify;
mod work;
mod write;

#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plyglot_open::{Numbered, Open, Position, Stop};
use plyglot_search::endings::{Class, Place};
use plyglot_search::{Repetition, Score};
use plyglot_tables::{About, Cache, Content, Table};

pub use check::{CheckEvent, Checked, Checking};
pub use error::MakeError;
pub use plan::{Cost, Memory};
pub use speed::{Measuring, Speed};
pub use work::Phase;

use error::of_file;
use passes::{Division, Identity, Passes};
use plan::Way;
use verify::first_wrong;
use work::{Solved, Work};

/// What there is to make.
#[derive(Clone, Debug)]
pub enum What {
    /// Classes by their indexes, each after those that its moves need, which are made as well.
    Classes(Vec<usize>),
    /// All positions that one leads to, if they are no more than that.
    From(Position, u64),
}

/// Tables that are made, on the threads of the pool that it runs in.
pub struct Making<'a> {
    /// Of which game.
    pub game: &'a dyn Open,
    /// What.
    pub what: What,
    /// The folder of the files, which exists.
    pub folder: PathBuf,
    /// How much memory may be taken, beside the positions of [`What::From`].
    pub memory: Memory,
    /// Raised to stop; tables that are whole by then stay.
    pub stop: &'a Stop,
}

/// What happens on the way.
#[derive(Debug)]
pub enum Event<'a> {
    /// Positions are found, this many by now.
    Found(u64),
    /// A class begins, with what it is going to cost.
    Begins(&'a str, Cost),
    /// A part of a class is done, in numbers.
    Goes(Phase, u64, u64),
    /// A table is made.
    Made(&'a Made),
    /// The table of a class is there already.
    Kept(&'a About),
}

/// A table that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// What its file says of it.
    pub about: About,
    /// How many positions are won, drawn and lost for the side to move.
    pub counts: [u64; 3],
    /// The most plies of a win or a loss, with a position that takes them; `None` where there is none.
    pub longest: Option<(u32, String)>,
    /// The size of the file.
    pub bytes: u64,
    /// How long it took.
    pub time: Duration,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything is there.
    Complete,
    /// It was stopped.
    Stopped,
    /// There are more positions than were allowed.
    TooMany,
}

/// What [`Making::run`] tells as it goes on; an error ends it.
pub type Tell<'a> = dyn FnMut(&Event<'_>) -> std::io::Result<()> + 'a;

impl Making<'_> {
    /// Makes what is missing.
    ///
    /// # Errors
    /// If the game cannot have such tables, a file in the folder is no table of it, or cannot be written, or the
    /// game's code fails.
    pub fn run(&self, tell: &mut Tell<'_>) -> Result<Ended, MakeError> {
        let facts = self.game.facts();
        if facts.can_repeat && facts.repetition != Repetition::Draw {
            return Err(MakeError::Repetition(facts.name.clone()));
        }
        match &self.what {
            What::Classes(classes) => self.classes(classes, tell),
            What::From(from, most) => self.whole(from, *most, tell),
        }
    }

    fn classes(&self, wanted: &[usize], tell: &mut Tell<'_>) -> Result<Ended, MakeError> {
        let mut tables =
            Earlier::new(self.game.classes(), self.game.facts().kept_as.clone(), self.memory);
        // A class that needs another one waits below it.
        let mut stack: Vec<usize> = wanted.iter().rev().copied().collect();
        while let Some(&class) = stack.last() {
            if tables.has(class) {
                stack.pop();
                continue;
            }
            let Some(numbered) = self.game.class(class) else {
                return Err(MakeError::NoClasses(self.game.facts().name.clone()));
            };
            let path = self.folder.join(tables.file_name(class));
            if path.exists() {
                // What was left behind by a program that was killed after it had written the table.
                let _ = passes::discard(&self.scratch(&self.game.classes()[class].name));
                let table = tables.open(class, &path, numbered.rules()?)?;
                if wanted.contains(&class) {
                    tell(&Event::Kept(table.about())).map_err(MakeError::Show)?;
                }
                continue;
            }
            let (cost, needs) =
                Cost::of(&*numbered, class, self.memory, |place| tables.value(place))?;
            if let Some(missing) = needs.last().copied() {
                stack.push(missing);
                continue;
            }
            let name = self.game.classes()[class].name.clone();
            let content = Content::Class;
            match self.make(&*numbered, (class, &name, content), cost, &tables, tell)? {
                Outcome::Made => drop(tables.open(class, &path, numbered.rules()?)?),
                Outcome::Needs(missing) => stack.push(missing),
                Outcome::Stopped => return Ok(Ended::Stopped),
            }
        }
        Ok(Ended::Complete)
    }

    fn whole(&self, from: &Position, most: u64, tell: &mut Tell<'_>) -> Result<Ended, MakeError> {
        let game = self.game.facts().kept_as.clone();
        let mut failed = Ok(());
        let mut told = |positions| {
            if failed.is_ok() {
                failed = tell(&Event::Found(positions)).map_err(MakeError::Show);
            }
        };
        let reached = self.game.reached(from, most, self.stop, &mut told)?;
        failed?;
        let Some(numbered) = reached else {
            return Ok(if self.stop.is_raised() { Ended::Stopped } else { Ended::TooMany });
        };
        let name = format!("from-{:08x}", from.key() >> 32);
        let tables = Earlier::new(&[], game, self.memory);
        let path = self.folder.join(format!("{name}.{}", plyglot_tables::EXTENSION));
        if path.exists() {
            let _ = passes::discard(&self.scratch(&name));
            let table = tables.read(&path, numbered.rules()?)?;
            tell(&Event::Kept(table.about())).map_err(MakeError::Show)?;
            return Ok(Ended::Complete);
        }
        let (cost, _) = Cost::of(&*numbered, 0, self.memory, |_| None)?;
        let content = Content::From { position: from.text()? };
        match self.make(&*numbered, (0, &name, content), cost, &tables, tell)? {
            Outcome::Stopped => Ok(Ended::Stopped),
            _ => Ok(Ended::Complete),
        }
    }

    /// The folder in which a class is kept that is solved by passes.
    fn scratch(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.scratch"))
    }

    /// Solves a class, checks and writes it.
    fn make(
        &self,
        numbered: &dyn Numbered,
        (class, name, content): (usize, &str, Content),
        cost: Cost,
        tables: &Earlier<'_>,
        tell: &mut Tell<'_>,
    ) -> Result<Outcome, MakeError> {
        let begin = Instant::now();
        let about = About {
            game: self.game.facts().kept_as.clone(),
            class: name.into(),
            content,
            rules: numbered.rules()?,
            entries: numbered.size(),
            positions: 0,
            values: Vec::new(),
        };
        if about.entries > passes::MOST {
            return Err(MakeError::TooLarge(name.into()));
        }
        let scratch = self.scratch(name);
        let of = Identity::new(&about.game, name, about.rules, about.entries);
        cost.allowed(name, self.memory, &self.folder, passes::kept(&scratch))?;
        tell(&Event::Begins(name, cost)).map_err(MakeError::Show)?;
        let outside = |place| tables.value(place);
        let mut goes = |phase, done, total| tell(&Event::Goes(phase, done, total));
        let work = Work { numbered, class, outside: &outside, stop: self.stop };
        // What was begun on disk goes on there.
        let begun = passes::divided(&scratch, &of)
            .and_then(|slice| Division::of_slices(about.entries, slice, self.memory.room()));
        let division = match cost.way {
            Way::Passes(division) => Some(begun.unwrap_or(division)),
            Way::InMemory(_) | Way::Refused(_) => begun,
        };
        let made = if let Some(division) = division {
            let every = self.memory.every();
            let passes = Passes { work: &work, of, folder: scratch, division, every };
            let solved = match passes::solved(&passes, &mut goes)? {
                Solved::Values(solved) => solved,
                Solved::Needs(missing) => return Ok(Outcome::Needs(missing)),
                Solved::Stopped => return Ok(Outcome::Stopped),
            };
            let made = write::written(&self.folder, about, &work, &solved, &mut goes)?;
            if made.is_some() {
                solved.remove()?;
            }
            made
        } else {
            passes::discard(&scratch)?;
            let solved = match solve::solved(&work, &mut goes)? {
                Solved::Values(solved) => solved,
                Solved::Needs(missing) => return Ok(Outcome::Needs(missing)),
                Solved::Stopped => return Ok(Outcome::Stopped),
            };
            let value_of = |place: Place| {
                if place.class == class { solved.value(place.index) } else { tables.value(place) }
            };
            let mut tell = |done, total| goes(Phase::Checks, done, total);
            if let Some(wrong) = first_wrong(numbered, class, &value_of, self.stop, &mut tell)? {
                return Err(MakeError::Inconsistent { class: name.into(), position: wrong });
            }
            if self.stop.is_raised() {
                return Ok(Outcome::Stopped);
            }
            write::written(&self.folder, about, &work, &solved, &mut goes)?
        };
        let Some(mut made) = made else { return Ok(Outcome::Stopped) };
        made.time = begin.elapsed();
        tell(&Event::Made(&made)).map_err(MakeError::Show)?;
        Ok(Outcome::Made)
    }
}

/// What came of a class.
enum Outcome {
    Made,
    /// A move leads to this class, of which there is no table.
    Needs(usize),
    Stopped,
}

/// The tables of earlier classes.
struct Earlier<'a> {
    game: String,
    classes: &'a [Class],
    tables: Vec<Option<Table>>,
    cache: Arc<Cache>,
}

impl Earlier<'_> {
    fn new(classes: &[Class], game: String, memory: Memory) -> Earlier<'_> {
        let tables = classes.iter().map(|_| None).collect();
        Earlier { game, classes, tables, cache: Arc::new(Cache::new(memory.cache())) }
    }

    fn has(&self, class: usize) -> bool {
        self.tables.get(class).is_some_and(Option::is_some)
    }

    fn file_name(&self, class: usize) -> String {
        format!("{}.{}", self.classes[class].name, plyglot_tables::EXTENSION)
    }

    fn value(&self, place: Place) -> Option<Score> {
        self.tables.get(place.class)?.as_ref()?.value(place.index)
    }

    /// A table at `path`, if it is of this game and its rules.
    fn read(&self, path: &std::path::Path, rules: u64) -> Result<Table, MakeError> {
        let table =
            Table::open(path, Arc::clone(&self.cache)).map_err(|error| of_file(path, error))?;
        table.is_of(&self.game, rules).map_err(|error| of_file(path, error))?;
        Ok(table)
    }

    /// The same, which then serves the classes after it.
    fn open(
        &mut self,
        class: usize,
        path: &std::path::Path,
        rules: u64,
    ) -> Result<&Table, MakeError> {
        let table = self.read(path, rules)?;
        Ok(self.tables[class].insert(table))
    }
}
