//! The positions from which a match is played, each twice with the sides exchanged.
//!
//! Either they come from a file, or they are made: random legal moves from the start of the game, kept if a
//! short search finds both sides about as likely to win and if no symmetry leads to an earlier one. Where a
//! game has no more of a length, longer ones follow; where none is balanced (small games that are won or
//! lost), any position that is not over.
//!
//! Equal seeds give equal openings, in the same order, on every machine. Cost: a search of 5,000 nodes for each
//! candidate, a few milliseconds.

use std::collections::{HashSet, VecDeque};

use plyglot_open::{Ask, Config, DoorError, Engine, Limits, Open, ParseError, Position};
use plyglot_search::random::{SplitMix, mix};
use plyglot_stats::Expected;
use plyglot_wire::read::{Kind, LineError, Record, either};
use serde::{Deserialize, Serialize};

/// The nodes of the search that says whether an opening is balanced.
const NODES: u64 = 5_000;
/// The table of that search, in bytes.
const TABLE: usize = 1 << 20;
/// How far from one half the expected result of a balanced opening may be.
const BALANCE: f64 = 0.1;
/// After this many candidates in a row that are of no use, the next length is tried.
const MISSES: usize = 200;
/// How many plies longer than the first ones openings may get.
const GROWTH: usize = 10;
/// The plies of an opening where nothing is said and the game is long enough.
const USUAL_PLIES: usize = 6;

/// A position to play from.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position. One that was made has the moves from the start behind it.
    pub at: Position,
    /// Its moves, or the text of a position that has none.
    pub text: String,
    /// True of a position that moves from the start lead to, or that is the start.
    pub from_start: bool,
    /// Whether a search found it balanced; `None` of one that was given.
    pub balanced: Option<bool>,
}

impl Opening {
    /// From a line of a file: moves from the start of the game, a game in a format of its own, a position, or
    /// `startpos`.
    ///
    /// # Errors
    /// What was wrong with the line; or that the game is over there.
    pub fn parse(start: &Position, line: &str) -> Result<Opening, LineError> {
        let opening = Opening::read(start, line)?;
        if opening.at.outcome().is_some() {
            return Err(DoorError::from(ParseError::new("the game is over there")).into());
        }
        Ok(opening)
    }

    fn read(start: &Position, line: &str) -> Result<Opening, LineError> {
        let text = line.trim().to_string();
        if text == "startpos" {
            return Ok(Opening { at: start.clone(), text, from_start: true, balanced: None });
        }
        let Record { kind, at, .. } = either(start, &text)?;
        let first = at.after_plies(0);
        let from_start = kind != Kind::Position && first.key() == start.key();
        let (at, text) = match kind {
            Kind::Position | Kind::Moves => (at, text),
            Kind::File(_) if from_start => {
                let moves = first.notation(&at.played())?.join(" ");
                (at, moves)
            }
            Kind::File(_) => {
                let text = at.text()?;
                (at, text)
            }
        };
        Ok(Opening { at, text, from_start, balanced: None })
    }

    /// The moves that lead to it from the start, as text; `None` of a position without any.
    pub fn moves(&self) -> Option<&str> {
        let moves = if self.text == "startpos" { "" } else { &self.text };
        self.from_start.then_some(moves)
    }
}

/// How openings are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// How many random plies; `None` chooses by the game, and makes them longer where there are no more.
    pub plies: Option<usize>,
    /// What they are drawn by.
    pub seed: u64,
}

/// Where a match begins: the openings, one after the other.
pub struct Openings(Source);

enum Source {
    Given(VecDeque<Opening>),
    Made(Box<Maker>),
}

impl Openings {
    /// Openings that were read.
    pub fn given(openings: Vec<Opening>) -> Openings {
        Openings(Source::Given(openings.into()))
    }

    /// Openings that are made.
    ///
    /// # Errors
    /// If the game's code panics or there is no memory for a small engine.
    pub fn made(game: &dyn Open, recipe: Recipe) -> Result<Openings, DoorError> {
        Ok(Openings(Source::Made(Box::new(Maker::new(game, recipe)?))))
    }

    /// The next one; `None` if there are no more.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn deal(&mut self) -> Result<Option<Opening>, DoorError> {
        match &mut self.0 {
            Source::Given(openings) => Ok(openings.pop_front()),
            Source::Made(maker) => maker.next(),
        }
    }
}

/// One way of drawing openings.
#[derive(Clone, Copy, Debug)]
struct Stage {
    plies: usize,
    balanced: bool,
}

/// Makes openings.
struct Maker {
    start: Position,
    engine: Box<dyn Engine>,
    stages: VecDeque<Stage>,
    seed: u64,
    random: SplitMix,
    /// The positions that were drawn in this stage, and all that were given, by the key that symmetric
    /// positions share.
    drawn: HashSet<u64>,
    given: HashSet<u64>,
}

impl Maker {
    fn new(game: &dyn Open, recipe: Recipe) -> Result<Maker, DoorError> {
        let start = game.start()?;
        let lengths = match recipe.plies {
            Some(plies) => plies..=plies,
            None => {
                // A third of a short game.
                let third = start.plies_left()?.map_or(usize::MAX, |plies| plies as usize / 3);
                let least = USUAL_PLIES.min(third).max(1);
                least..=least + GROWTH
            }
        };
        let stages = |balanced| lengths.clone().map(move |plies| Stage { plies, balanced });
        let stages = stages(true).chain(stages(false)).collect();
        let engine = game.engine(&Config::single(TABLE), None)?;
        let seed = recipe.seed;
        let (drawn, given) = (HashSet::new(), HashSet::new());
        Ok(Maker { start, engine, stages, seed, random: SplitMix(mix(seed)), drawn, given })
    }

    fn next(&mut self) -> Result<Option<Opening>, DoorError> {
        while let Some(&stage) = self.stages.front() {
            for _ in 0..MISSES {
                if let Some(at) = self.draw(stage)? {
                    let text = at.after_plies(0).notation(&at.played())?.join(" ");
                    let balanced = Some(stage.balanced);
                    return Ok(Some(Opening { at, text, from_start: true, balanced }));
                }
            }
            self.stages.pop_front();
            self.drawn.clear();
            self.random = SplitMix(mix(self.seed ^ mix(self.stages.len() as u64)));
        }
        Ok(None)
    }

    /// A candidate, if it is of use.
    fn draw(&mut self, stage: Stage) -> Result<Option<Position>, DoorError> {
        let mut at = self.start.clone();
        for _ in 0..stage.plies {
            let Some(mv) = self.random.pick(&at.moves()?) else { return Ok(None) };
            at.play(mv)?;
        }
        if at.outcome().is_some() || at.repetitions() > 0 {
            return Ok(None);
        }
        let key = at.canonical()?;
        if self.given.contains(&key) || !self.drawn.insert(key) {
            return Ok(None);
        }
        if stage.balanced && !self.is_balanced(&at)? {
            return Ok(None);
        }
        self.given.insert(key);
        Ok(Some(at))
    }

    fn is_balanced(&mut self, at: &Position) -> Result<bool, DoorError> {
        self.engine.clear();
        let report = self.engine.run(&Ask::new(at, &Limits::nodes(NODES).without_whole_lines()))?;
        let expected = Expected::of(report.verdict, at.facts().result_scale);
        Ok((expected.result - 0.5).abs() <= BALANCE)
    }
}
