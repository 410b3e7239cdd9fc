//! Where the searches begin: positions from all parts of the game but its end, and endings.
//!
//! Positions are those of a match's openings ([`plyglot_play::matches::Recipe`]): every third as it is, the others after 8 and
//! 16 more plies by the base itself. An ending is the end of a game that the base plays from an opening, as long as it
//! can prove it with the nodes of the design. Equal designs give equal places, and no place comes twice, nor one that is
//! symmetric to it.
//!
//! Cost: for each position some searches of the design's nodes, for each ending about twice as many.

use std::collections::HashSet;

use plyglot_open::{Config, Engine, Limits, Open, Position, Stop};
use plyglot_play::matches::{Opening, Openings, Recipe};

use crate::ablation::asked::{Asked, search};
use crate::ablation::design::{AblationError, Design};
use crate::ablation::sample::Figures;

/// How many plies further the positions are, one after the other.
const FURTHER: [usize; 3] = [0, 8, 16];
/// Nodes for a move on the way.
const QUICK: u64 = 1_000;
/// The longest game that is played for an ending.
const LONGEST: usize = 300;
/// The longest ending.
const MOST_PLIES: usize = 60;
/// The table of the quick searches, in bytes.
const TABLE: usize = 1 << 20;

/// A position, and what the base found there.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where.
    pub at: Position,
    /// The depth to which it is searched.
    pub depth: u32,
    /// The base's search to that depth.
    pub to_depth: Figures,
    /// The base's search with the design's nodes.
    pub with_nodes: Figures,
}

/// An ending, and the base's proof of it.
#[derive(Clone, Debug)]
pub struct Ending {
    /// Where.
    pub at: Position,
    /// The proof.
    pub proof: Figures,
}

/// All places of an ablation.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The positions.
    pub positions: Vec<Place>,
    /// The endings; none where the base cannot prove any.
    pub endings: Vec<Ending>,
    /// The openings of the matches.
    pub openings: Vec<Opening>,
}

impl Places {
    /// Finds them. `progress` gets how many openings and positions of how many are found. If it is stopped, those that were found by then.
    ///
    /// # Errors
    /// If the game's code panics, there is no memory for an engine, or the game has no positions to search.
    pub fn find(
        game: &dyn Open,
        design: &Design,
        stop: &Stop,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Places, AblationError> {
        let most = design.positions.max(design.games / 2);
        let total = design.positions.saturating_add(most);
        let openings = openings(game, design.seed, most, stop, |found| progress(found, total))?;
        let mut finder = Finder::new(game, design, stop)?;
        let wanted = design.positions.min(openings.len());
        let before = openings.len();
        let mut places = Places::default();
        for (number, opening) in openings.iter().take(wanted).enumerate() {
            progress(before + number, before + wanted);
            places.positions.extend(finder.position(opening, FURTHER[number % FURTHER.len()])?);
            places.endings.extend(finder.ending(opening)?);
            if stop.is_raised() {
                break;
            }
        }
        if places.positions.is_empty() && !stop.is_raised() {
            return Err(match design.depth.filter(|_| wanted > 0) {
                Some(depth) => AblationError::TooDeep { depth, nodes: design.nodes },
                None => AblationError::NoPositions,
            });
        }
        places.openings = openings.into_iter().take(design.games / 2).collect();
        Ok(places)
    }
}

/// The openings of positions and matches, as many as there are.
fn openings(
    game: &dyn Open,
    seed: u64,
    most: usize,
    stop: &Stop,
    mut progress: impl FnMut(usize),
) -> Result<Vec<Opening>, AblationError> {
    let mut made = Openings::made(game, Recipe { plies: None, seed })?;
    let mut openings = Vec::new();
    while openings.len() < most && !stop.is_raised() {
        progress(openings.len());
        let Some(opening) = made.deal()? else { break };
        openings.push(opening);
    }
    Ok(openings)
}

struct Finder<'a> {
    design: &'a Design,
    stop: &'a Stop,
    quick: Box<dyn Engine>,
    base: Box<dyn Engine>,
    /// What was found so far, by the key that symmetric positions share: positions, then endings.
    found: [HashSet<u64>; 2],
}

impl<'a> Finder<'a> {
    fn new(game: &dyn Open, design: &'a Design, stop: &'a Stop) -> Result<Self, AblationError> {
        let quick = game.engine(&Config::single(TABLE), None)?;
        let base = game.engine(&Config::single(design.hash_bytes), None)?;
        Ok(Finder { design, stop, quick, base, found: Default::default() })
    }

    /// The position some plies further, or fewer where the base proves a value; `None` if it was stopped, if the
    /// depth is too far, or if it was found before.
    fn position(
        &mut self,
        opening: &Opening,
        further: usize,
    ) -> Result<Option<Place>, AblationError> {
        let mut at = opening.at.clone();
        for _ in 0..further {
            match self.quick_move(&at)? {
                Some((next, false)) if next.outcome().is_none() => at = next,
                _ => break,
            }
        }
        if !self.found[0].insert(at.canonical()?) {
            return Ok(None);
        }
        let Some(with_nodes) = self.base(&at, &Limits::nodes(self.design.nodes))? else {
            return Ok(None);
        };
        let depth = self.design.depth.unwrap_or(with_nodes.depth.max(1));
        let found = self.base(&at, &self.design.to_depth(depth))?.filter(|found| found.done);
        Ok(found.map(|to_depth| Place { at, depth, to_depth, with_nodes }))
    }

    /// The longest end of a game that the base can prove.
    fn ending(&mut self, opening: &Opening) -> Result<Option<Ending>, AblationError> {
        let mut at = opening.at.clone();
        while at.outcome().is_none() && at.plies() < LONGEST {
            let Some((next, _)) = self.quick_move(&at)? else { break };
            if next.repeated().is_some() {
                return Ok(None);
            }
            at = next;
        }
        if at.outcome().is_none() {
            return Ok(None);
        }
        let mut found = None;
        for _ in 0..MOST_PLIES {
            if at.undo().is_none() {
                break;
            }
            let limits = Limits { nodes: Some(self.design.nodes), ..Limits::solve() };
            match self.base(&at, &limits)? {
                Some(proof) if proof.done => found = Some(Ending { at: at.clone(), proof }),
                _ => break,
            }
        }
        // One that takes no search tells nothing, and one that was found before nothing more.
        let Some(ending) = found.filter(|ending| ending.proof.nodes > 1) else { return Ok(None) };
        let is_new = self.found[1].insert(ending.at.canonical()?);
        Ok(is_new.then_some(ending))
    }

    /// The position after a move of the base, and whether that has proven the value before it; `None` if it has no
    /// move.
    fn quick_move(&mut self, at: &Position) -> Result<Option<(Position, bool)>, AblationError> {
        self.quick.clear();
        let _watch = self.stop.watch(self.quick.handle());
        let report = self
            .quick
            .run(&plyglot_open::Ask::new(at, &Limits::nodes(QUICK).without_whole_lines()))?;
        if self.stop.is_raised() {
            return Ok(None);
        }
        let Some(mv) = report.best_move() else { return Ok(None) };
        Ok(Some((at.after(mv)?, report.verdict.proven)))
    }

    fn base(
        &mut self,
        at: &Position,
        limits: &Limits<plyglot_open::Mv>,
    ) -> Result<Option<Figures>, AblationError> {
        Ok(search(&mut *self.base, &Asked { at, limits }, self.stop)?)
    }
}
