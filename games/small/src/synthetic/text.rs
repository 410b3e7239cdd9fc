//! Trees, nodes and moves as text.

use std::fmt;
use std::str::FromStr;

use plyglot_search::shape::{Cell, Content, Mark, SQUARE, Shape};
use plyglot_search::{Describe, Game, ParseError, Side};

use super::position::Synthetic;
use super::spec::{Leaves, Place, Spec};

/// The step of a tree of known value whose text does not name one.
const STEP: i32 = 10;

impl fmt::Display for Spec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{},{},", self.branching, self.depth)?;
        match self.leaves {
            Leaves::Random { range } => write!(out, "random={range}")?,
            Leaves::Ordered { step } => write!(out, "ordered={step}")?,
            Leaves::Steps { step } => write!(out, "steps={step}")?,
            Leaves::Decided { percent } => write!(out, "decided={percent}")?,
            Leaves::Best { place, step } => {
                write!(out, "best={place}")?;
                if step != STEP {
                    write!(out, "/{step}")?;
                }
            }
        }
        write!(out, ",seed={}", self.seed)?;
        if self.again > 0 {
            write!(out, ",again={}", self.again)?;
        }
        if self.joined { write!(out, ",joined") } else { Ok(()) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::First { percent } => write!(out, "{percent}"),
            Place::Anywhere => out.write_str("random"),
        }
    }
}

impl FromStr for Place {
    type Err = ParseError;

    /// The percentage, or `random`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong =
            |_| ParseError::new(format!("{text:?} is not a place: write a percentage or random"));
        match text {
            "random" => Ok(Place::Anywhere),
            text => text.parse().map(|percent| Place::First { percent }).map_err(wrong),
        }
    }
}

impl Spec {
    /// A tree from its text: `branching,depth`, then what is not as in [`Spec::new`]:
    /// `8,12,random=50,seed=7,again=20,joined`. A tree of known value is written `best=80`, or
    /// `best=random`, with a step of 10, or `best=80/25` with another.
    ///
    /// # Errors
    /// The first word that is not an option, or a value that is out of range.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut words = text.split(',').map(str::trim);
        let mut size = || words.next().and_then(|word| word.parse().ok());
        let (Some(branching), Some(depth)) = (size(), size()) else {
            let message = format!("{text:?} is not a size: write branching,depth, such as 8,12");
            return Err(ParseError::new(message));
        };
        let mut spec = Spec::new(branching, depth);
        for word in words {
            spec.set(word).ok_or_else(|| {
                let options =
                    "random=N, ordered=N, steps=N, decided=N, best=N, best=random, seed=N, \
                     again=N or joined";
                ParseError::new(format!("{word:?} is not an option of a tree: write {options}"))
            })?;
        }
        spec.check()?;
        Ok(spec)
    }

    fn set(&mut self, word: &str) -> Option<()> {
        if word == "joined" {
            self.joined = true;
            return Some(());
        }
        let (name, number) = word.split_once('=')?;
        match name {
            "seed" => self.seed = number.parse().ok()?,
            "again" => self.again = number.parse().ok()?,
            "random" => self.leaves = Leaves::Random { range: number.parse().ok()? },
            "ordered" => self.leaves = Leaves::Ordered { step: number.parse().ok()? },
            "steps" => self.leaves = Leaves::Steps { step: number.parse().ok()? },
            "decided" => self.leaves = Leaves::Decided { percent: number.parse().ok()? },
            "best" => {
                let (place, step) = match number.split_once('/') {
                    Some((place, step)) => (place, step.parse().ok()?),
                    None => (number, STEP),
                };
                self.leaves = Leaves::Best { place: place.parse().ok()?, step };
            }
            _ => return None,
        }
        Some(())
    }
}

/// A tree of more branches has no board.
const MOST_DRAWN: u16 = 100;

impl Describe for Synthetic {
    const UNIT: &'static str = "points";
    const NOTATION: &'static str = "position: ply, path as 16 hex digits, sum and side to move \
                                    (1 or 2), like 3:00000000deadbeef:-12:2; move: the number of \
                                    a branch, from 0";

    const RULES: &'static str = "Choose a branch of the tree by its number.\n\
         At a leaf the first player gets what it is worth: the tree is made by chance and has \
         no other rules.";

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let parts: Vec<&str> = text.trim().split(':').collect();
        let wrong = || {
            ParseError::new(format!(
                "{text:?} is not a position: write ply:path:sum:side, such as 0:00:0:1"
            ))
        };
        let &[ply, path, sum, side] = parts.as_slice() else { return Err(wrong()) };
        let ply: u16 = ply.parse().map_err(|_| wrong())?;
        if ply > self.spec.depth {
            return Err(ParseError::new(format!(
                "ply {ply} is out of range: 0 to {}",
                self.spec.depth
            )));
        }
        let sum: i32 = sum.parse().map_err(|_| wrong())?;
        let most = i32::from(ply) * self.spec.largest_step() + self.spec.root_range();
        if sum.unsigned_abs() > most.unsigned_abs() {
            let message =
                format!("a sum of {sum} is out of range: {} to {most} at ply {ply}", -most);
            return Err(ParseError::new(message));
        }
        let path = u64::from_str_radix(path, 16).map_err(|_| wrong())?;
        let side = match side {
            "1" => Side::First,
            "2" => Side::Second,
            _ => return Err(wrong()),
        };
        Ok(Synthetic { spec: self.spec, path, ply, side, sum })
    }

    fn text(&self) -> String {
        let side = if self.side == Side::First { 1 } else { 2 };
        format!("{}:{:016x}:{}:{side}", self.ply, self.path, self.sum)
    }

    fn parse_move(&self, text: &str) -> Result<u16, ParseError> {
        let illegal = |why: &str| ParseError::new(format!("{text:?} is not a legal move: {why}"));
        let last = self.spec.branching - 1;
        let wrong = || illegal(&format!("write a branch from 0 to {last}"));
        let bits: u32 = text.trim().parse().map_err(|_| wrong())?;
        if self.outcome().is_some() {
            return Err(illegal("the game is over"));
        }
        self.unpack(bits).ok_or_else(wrong)
    }

    fn notation(&self, mv: u16) -> String {
        mv.to_string()
    }

    /// A square for each branch, ten in a row; none of a tree with more than a hundred.
    fn shape(&self) -> Option<Shape> {
        let branches = self.spec.branching;
        if branches > MOST_DRAWN {
            return None;
        }
        let at = |branch: u16| {
            let place = |number: u16| SQUARE * i32::from(number) + SQUARE / 2;
            (place(branch % 10), place(branch / 10))
        };
        let cell = |branch: u16| {
            let (x, y) = at(branch);
            Cell::square(format!("branch {branch}"), x, y)
        };
        let label = |branch: u16| {
            let (x, y) = at(branch);
            Mark::Label { x, y, text: branch.to_string() }
        };
        let (cells, marks) = ((0..branches).map(cell), (0..branches).map(label));
        Some(Shape { cells: cells.collect(), marks: marks.collect(), ..Shape::default() })
    }

    fn contents(&self) -> Vec<Content> {
        let drawn = if self.spec.branching > MOST_DRAWN { 0 } else { self.spec.branching };
        vec![Content::Empty; drawn.into()]
    }

    fn touches(&self, branch: u16) -> Vec<u16> {
        if self.spec.branching > MOST_DRAWN { Vec::new() } else { vec![branch] }
    }

    fn board(&self) -> String {
        let Synthetic { spec, ply, sum, .. } = self;
        format!("tree {spec}\nply {ply} of {}, sum {sum} for the first player", spec.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_reads_back_from_its_text() {
        for text in [
            "2,3,steps=10,seed=1",
            "8,12,random=50,seed=7,again=20,joined",
            "3,200,decided=5,seed=18446744073709551615",
            "4096,1,ordered=1,seed=0,joined",
            "30,5,best=80,seed=1",
            "40,4,best=random,seed=1,again=10",
            "1,200,best=0/39,seed=1",
        ] {
            assert_eq!(Spec::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Spec::parse("5,6").unwrap(), Spec::new(5, 6));
    }

    #[test]
    fn sizes_that_are_not_trees_are_refused() {
        for text in [
            "",
            "8",
            "0,5",
            "5,0",
            "5,201",
            "4097,1",
            "70000,1",
            "5,5,random",
            "5,5,random=-1",
            "5,5,random=8001",
            "5,200,steps=41",
            "5,5,steps=99999999999",
            "5,5,ordered=2147483647",
            "4096,200,ordered=8000",
            "5,5,again=101",
            "5,5,decided=101",
            "5,5,seed=-1",
            "5,5,joint",
            "5,5,best=101",
            "5,5,best=-1",
            "5,5,best=often",
            "5,5,best=50/0",
            "5,5,best=50/-1",
            "1,200,best=50/40",
            "5,5,best=50/99999999999",
            "5,5,best=50,joined",
        ] {
            assert!(Spec::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn texts_that_are_not_nodes_are_refused() {
        let root = Synthetic::new(Spec::new(3, 4)).unwrap();
        assert!(
            Synthetic::new(Spec::parse("3,4,best=50/5").unwrap())
                .unwrap()
                .parse("0:00:6:1")
                .is_err()
        );
        for text in ["", "5:00:0:1", "0:00:1:1", "1:00:0:3", "1:zz:0:1", "1:00:0", "1:00:x:1"] {
            assert!(root.parse(text).is_err(), "{text}");
        }
        assert!(root.parse_move("3").is_err() && root.parse_move("-1").is_err());
    }
}
