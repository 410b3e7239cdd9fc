//! How many look-ups a second tables allow: [`Measuring`].
//!
//! Positions of all tables of a folder, at random, each class by its size; of a table of all that a position leads to
//! those of random games. They are looked up once, so that the blocks are in memory, and then again and again, in the way
//! of a search: from the position to its number, and to its value. Cost: a second for each number of threads.

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use plyglot_open::{Open, Position, Stop};
use plyglot_search::random::SplitMix;
use plyglot_search::{Knowledge, Window};
use plyglot_tables::{Content, FolderError, TableError};

use super::Checking;
use super::error::MakeError;

/// How many positions are looked up.
const POSITIONS: usize = 1 << 16;
/// How many of them between two looks at the clock.
const BETWEEN: usize = 1 << 12;
/// How long each number of threads looks up.
const TIME: Duration = Duration::from_secs(1);

/// Tables whose look-ups are to be counted.
pub struct Measuring<'a> {
    /// The game, with or without tables.
    pub game: &'a dyn Open,
    /// Where they are.
    pub folder: PathBuf,
    /// The numbers of threads.
    pub threads: Vec<usize>,
    /// Raised to stop.
    pub stop: &'a Stop,
}

/// What was counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// On how many threads.
    pub threads: usize,
    /// Among how many positions.
    pub positions: usize,
    /// Look-ups a second, of all threads.
    pub per_second: f64,
}

impl Measuring<'_> {
    /// Counts, and tells of each number of threads; stops early if it is told to.
    ///
    /// # Errors
    /// For a file that is no whole table of the game; if the game's code fails.
    pub fn run(
        &self,
        tell: &mut dyn FnMut(&Speed) -> std::io::Result<()>,
    ) -> Result<(), MakeError> {
        let with = self.game.with(&[("tables", &self.folder.to_string_lossy())])?;
        let positions = self.positions(&*with)?;
        // Every block that is going to be asked for is in memory then.
        let warm = counted(&*with, &positions, 0, || false);
        if warm.held < positions.len() {
            let error = TableError::Damaged("some of its positions are not found");
            return Err(FolderError { path: self.folder.clone(), error }.into());
        }
        for &threads in &self.threads {
            if self.stop.is_raised() {
                break;
            }
            let begin = Instant::now();
            let goes_on = || begin.elapsed() < TIME && !self.stop.is_raised();
            let each = thread::scope(|scope| {
                let run = |nth| {
                    let from = nth * positions.len() / threads;
                    let (with, positions) = (&*with, &positions);
                    scope.spawn(move || counted(with, positions, from, goes_on))
                };
                let running: Vec<_> = (0..threads).map(run).collect();
                running.into_iter().filter_map(|thread| thread.join().ok()).collect::<Vec<_>>()
            });
            // Each by its own time: none waits for the others.
            let per_second =
                each.iter().map(|of| of.looked as f64 / of.time.as_secs_f64().max(1e-9)).sum();
            let speed = Speed { threads, positions: positions.len(), per_second };
            tell(&speed).map_err(MakeError::Show)?;
        }
        Ok(())
    }

    /// Positions that the tables hold.
    fn positions(&self, with: &dyn Open) -> Result<Vec<Position>, MakeError> {
        let files = Checking::files(&self.folder)?;
        let abouts: Vec<_> =
            files.iter().map(|file| Checking::about(file)).collect::<Result<_, _>>()?;
        let all: u64 = abouts.iter().map(|about| about.entries).sum();
        let (mut rng, mut positions) = (SplitMix(1), Vec::with_capacity(POSITIONS));
        for about in abouts {
            // One at least of each.
            let share = u128::from(about.entries) * POSITIONS as u128 / u128::from(all.max(1));
            let share = (share as usize).max(1);
            match &about.content {
                Content::From { position } => {
                    walked(&with.parse(position)?, share, &mut rng, &mut positions)?;
                }
                Content::Class => {
                    let class = with.classes().iter().position(|class| class.name == about.class);
                    let Some(numbered) = class.and_then(|class| with.class(class)) else {
                        continue;
                    };
                    // Some numbers have no position; those that have one come soon.
                    let (mut left, mut tries) = (share, 100 * share);
                    while left > 0 && tries > 0 {
                        tries -= 1;
                        if let Some(text) = numbered.text(rng.bits() % about.entries)? {
                            positions.push(with.parse(&text)?);
                            left -= 1;
                        }
                    }
                }
            }
        }
        // Those of one table do not stand together.
        for last in (1..positions.len()).rev() {
            positions.swap(last, (rng.bits() % (last as u64 + 1)) as usize);
        }
        Ok(positions)
    }
}

/// Positions of random games.
fn walked(
    from: &Position,
    count: usize,
    rng: &mut SplitMix,
    positions: &mut Vec<Position>,
) -> Result<(), MakeError> {
    let end = positions.len() + count;
    while positions.len() < end {
        let mut at = from.clone();
        while positions.len() < end {
            let moves = at.moves()?;
            // No search looks up a game that is over.
            let Some(mv) = rng.pick(&moves) else { break };
            positions.push(at.without_past());
            at.play(mv)?;
        }
    }
    Ok(())
}

/// What one thread has looked up.
struct Counted {
    looked: usize,
    held: usize,
    time: Duration,
}

/// Looks positions up from one of them on, all of them once and then as long as `goes_on` says.
fn counted(
    with: &dyn Open,
    positions: &[Position],
    from: usize,
    goes_on: impl Fn() -> bool,
) -> Counted {
    let mut knowledge = with.knowledge();
    let (begin, before, mut looked) = (Instant::now(), knowledge.tbhits(), 0);
    let all: Vec<&Position> = positions[from..].iter().chain(&positions[..from]).collect();
    'all: loop {
        for part in all.chunks(BETWEEN) {
            for at in part {
                std::hint::black_box(knowledge.bounds(at.game(), Window::FULL));
            }
            looked += part.len();
            if looked >= positions.len() && !goes_on() {
                break 'all;
            }
        }
    }
    Counted { looked, held: (knowledge.tbhits() - before) as usize, time: begin.elapsed() }
}
