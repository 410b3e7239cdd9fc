//! Laws of [`Endings`]: numbers and positions belong together, and moves stay within the classes.
//!
//! Of each class some numbers are looked at, spread over it; of a small one all. What moves lead to from there, and what
//! random games come to, are the positions that a table is asked for: each must have the number of one that is worth the
//! same.
//!
//! Cost: a look at some thousand positions and their moves for all classes together, a few milliseconds each thousand.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;

use plyglot_search::endings::{Class, Endings, Place as Number};
use plyglot_search::random::SplitMix;
use plyglot_search::{Describe, MoveList, Outcome};

use super::{Effort, Law, Place, Violation};

/// How many numbers of all classes are looked at for each of [`Effort::openings`].
const NUMBERS: u64 = 40;
/// The fewest of a class; all of one that has fewer.
const LEAST: u64 = 24;

/// Checks the endings that a game declares, if it declares any: that places and positions belong together one to one, that
/// positions of one place are worth the same, that moves lead to the same class or an earlier one, and that a clock
/// is at its beginning. Gives the number of positions that were looked at, 0 where there are no classes. Part of
/// [`check_text`](super::check_text).
///
/// # Errors
/// The first law that does not hold.
pub fn check_endings<G: Describe + Debug>(start: &G, effort: &Effort) -> Result<usize, Violation> {
    let Some(endings) = start.endings() else { return Ok(0) };
    let mut run = Run { endings: &*endings, start, rng: SplitMix(effort.seed), looked: 0 };
    run.names()?;
    let classes = endings.classes();
    let each = (effort.openings as u64 * NUMBERS / classes.len().max(1) as u64).max(LEAST);
    for (class, about) in classes.iter().enumerate() {
        for nth in 0..each.min(about.size) {
            let index = if about.size <= each {
                nth
            } else {
                // One of each part, at random in it.
                let part =
                    |nth| (u128::from(about.size) * u128::from(nth) / u128::from(each)) as u64;
                let (from, to) = (part(nth), part(nth + 1));
                from + run.rng.bits() % (to - from).max(1)
            };
            run.number(Number { class, index })?;
        }
    }
    for _ in 0..effort.games {
        run.played(effort.plies)?;
    }
    Ok(run.looked)
}

/// What a move leads to: a number or the end, and whether the other side is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    At(usize, u64, bool),
    Over(i32, bool),
}

struct Run<'a, G> {
    endings: &'a dyn Endings<G>,
    start: &'a G,
    rng: SplitMix,
    looked: usize,
}

fn legal<G: Describe>(game: &G) -> Vec<G::Move> {
    let mut moves = MoveList::new();
    if game.outcome().is_none() {
        game.moves(&mut moves);
    }
    moves.iter().collect()
}

fn points(outcome: Outcome) -> i32 {
    outcome.score().raw()
}

impl<G: Describe + Debug> Run<'_, G> {
    fn broken(&self, game: &G, law: Law, found: String) -> Violation {
        Place { game, line: &[] }.broken(law, found)
    }

    fn name(&self, number: Number) -> String {
        let Number { class, index } = number;
        let name = self.endings.classes().get(class).map_or("?", |class| &class.name);
        format!("number {index} of class {name}")
    }

    /// Names are those of files, and no two are alike.
    fn names(&self) -> Result<(), Violation> {
        let mut seen = HashSet::new();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        for Class { name, size, .. } in self.endings.classes() {
            let found = if name.is_empty() || !name.chars().all(plain) {
                format!("the name {name:?}, which no file may bear")
            } else if !seen.insert(name.to_lowercase()) {
                format!("the name {name:?} twice")
            } else if *size == 0 {
                format!("class {name}, which has no numbers")
            } else {
                continue;
            };
            return Err(self.broken(self.start, Law::EndingClasses, found));
        }
        Ok(())
    }

    /// A number of a class, its position and what its moves lead to.
    fn number(&mut self, number: Number) -> Result<(), Violation> {
        let Some(game) = self.endings.position(number) else { return Ok(()) };
        self.looked += 1;
        let back = self.endings.place(&game);
        if back != Some(number) {
            let back = back.map_or_else(|| "no number".into(), |back| self.name(back));
            let found = format!("{} is a position that has {back}", self.name(number));
            return Err(self.broken(&game, Law::EndingNumbers, found));
        }
        let clock = self.endings.plies_to_draw(&game);
        for mv in legal(&game) {
            let mut next = game.clone();
            next.play(mv);
            self.leads(&game, number, &next)?;
            if self.endings.place(&next).is_some() && self.endings.plies_to_draw(&next) > clock {
                let found = format!(
                    "{} may be drawn in {clock} plies, and after {mv:?} in {}",
                    self.name(number),
                    self.endings.plies_to_draw(&next)
                );
                return Err(self.broken(&game, Law::EndingClock, found));
            }
        }
        Ok(())
    }

    /// Where a move leads to from a position of a class.
    fn leads(&self, game: &G, from: Number, next: &G) -> Result<(), Violation> {
        let found = match (self.endings.place(next), next.outcome()) {
            (Some(to), _) if to.class > from.class => {
                format!("from {} a move leads to {}, a later class", self.name(from), self.name(to))
            }
            (None, None) => format!(
                "from {} a move leads to {}, which has no number, and the game goes on",
                self.name(from),
                next.text()
            ),
            (Some(to), _) => return self.stands_for(next, to),
            (None, Some(_)) => return Ok(()),
        };
        Err(self.broken(game, Law::EndingMoves, found))
    }

    /// A position that is looked up: the one that its number makes is worth the same, by the outcome and by where their
    /// moves lead.
    fn stands_for(&self, game: &G, number: Number) -> Result<(), Violation> {
        let other = self.made(game, number)?;
        let (here, there) = (game.outcome().map(points), other.outcome().map(points));
        if here == there && (here.is_some() || self.steps(game) == self.steps(&other)) {
            return Ok(());
        }
        let found = format!(
            "{} also stands for {}, which is worth something else",
            self.name(number),
            other.text()
        );
        Err(self.broken(game, Law::EndingValues, found))
    }

    /// The position that a number makes, which one that has the number must have.
    fn made(&self, game: &G, number: Number) -> Result<G, Violation> {
        let class = self.endings.classes().get(number.class);
        let Some(class) = class.filter(|class| number.index < class.size) else {
            let size = class.map_or(0, |class| class.size);
            let found = format!("{}, which has {size} numbers", self.name(number));
            return Err(self.broken(game, Law::EndingClasses, found));
        };
        self.endings.position(number).ok_or_else(|| {
            let found = format!(
                "{} has no position, and this one has it ({})",
                self.name(number),
                class.name
            );
            self.broken(game, Law::EndingNumbers, found)
        })
    }

    fn steps(&self, game: &G) -> BTreeSet<Step> {
        let step = |mv| {
            let mut next = game.clone();
            next.play(mv);
            let turns = next.to_move() != game.to_move();
            match (self.endings.place(&next), next.outcome()) {
                (Some(Number { class, index }), _) => Some(Step::At(class, index, turns)),
                (None, Some(outcome)) => Some(Step::Over(points(outcome), turns)),
                (None, None) => None,
            }
        };
        legal(game).into_iter().filter_map(step).collect()
    }

    /// A random game: what it comes to of the classes is there. A clock may have run meanwhile, so no more is said of it.
    fn played(&mut self, plies: usize) -> Result<(), Violation> {
        let mut game = self.start.clone();
        for _ in 0..plies {
            let moves = legal(&game);
            let Some(mv) = self.rng.pick(&moves) else { break };
            game.play(mv);
            if let Some(number) = self.endings.place(&game) {
                self.made(&game, number)?;
                self.looked += 1;
            }
        }
        Ok(())
    }
}
