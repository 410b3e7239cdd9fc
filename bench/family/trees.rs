//! The trees on which methods are compared, in cells: many trees of one make, searched to one depth.
//!
//! A synthetic cell is a model with many seeds; a cell of positions is a game with many positions.
//! A synthetic tree is built one ply deeper than it is searched, so that its leaves
//! have estimates: those of shallower searches and the guesses of MTD(f) and aspiration windows
//! compare with them, as they do not with exact margins. Where a model ends games by wins and
//! losses it is searched to its end.
//!
//! The algorithms are compiled twice: for synthetic trees as they are, on which claims about time
//! are made, and for the positions of all games together behind [`DynGame`], where each node costs
//! some copies more, and the same for every method.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use plyglot_family::{FamilyError, Method, Question, search};
use plyglot_open::{DoorError, DynGame, DynKnowledge, Position};
use plyglot_search::{Describe, Knowledge, ParseError, line_notation};
use plyglot_small::synthetic::{Leaves, Place, Spec, Sums, Synthetic};
use serde::{Deserialize, Serialize};

use super::result::{MethodResult, Missing};

/// Trees that can be searched by their number.
pub trait Trees: Send + Sync {
    /// Searches a tree from its root, as deep as the question asks. The tree exists.
    ///
    /// # Errors
    /// Why there is no answer.
    fn search(
        &self,
        tree: usize,
        method: &Method,
        question: &Question<'_>,
    ) -> Result<MethodResult, Missing>;
}

/// Trees of one make, and how deep they are searched.
pub struct Cell {
    /// What they are.
    pub make: Make,
    /// The trees themselves.
    pub trees: Box<dyn Trees>,
}

/// What the trees of a cell are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Make {
    /// What people call the cell.
    pub name: String,
    /// The game, as the catalogue names it; of synthetic trees without their seeds.
    pub game: String,
    /// What the trees are made from beside branching and depth, as a synthetic tree writes it;
    /// empty of positions.
    pub model: String,
    /// How deep the trees are searched, in plies.
    pub depth: u32,
    /// Moves at every node, where that is one number.
    pub branching: Option<u16>,
    /// In how many nodes of a hundred the first move is the best, where the trees were built so:
    /// the quality of the order in which moves are generated.
    pub first_best: Option<f64>,
    /// The leaves that no method can do without, where the trees are uniform.
    pub critical: Option<u64>,
    /// The trees.
    pub roots: Vec<Root>,
}

/// One tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Root {
    /// Its seed, or the name of its position.
    pub name: String,
    /// The position at its root, as the game writes it.
    pub position: String,
}

impl Make {
    /// What the trees are, in words.
    pub fn words(&self) -> String {
        let parts = [self.moves_in_words(), self.depth_in_words(), self.model_in_words()];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// How many moves there are, or whose.
    pub fn moves_in_words(&self) -> Option<String> {
        match self.branching {
            Some(1) => Some("1 move".into()),
            Some(many) => Some(format!("{many} moves")),
            None => Some(self.game.clone()),
        }
    }

    /// How deep they are searched.
    pub fn depth_in_words(&self) -> Option<String> {
        Some(format!("depth {}", self.depth))
    }

    /// What they are made from beside that; `None` of positions.
    pub fn model_in_words(&self) -> Option<String> {
        let place = self.model.strip_prefix("best=").map(|rest| rest.split(['/', ',']).next());
        let order = match place.flatten() {
            Some("random") => Some("random order".into()),
            Some("100") => Some("perfect order".into()),
            Some(percent) => Some(format!("first best {percent} %")),
            None => None,
        };
        let order = order.map(|order| match self.beside_order() {
            Some(rest) => format!("{order}, {rest}"),
            None => order,
        });
        order.or_else(|| (!self.model.is_empty()).then(|| self.model.clone()))
    }

    /// What a tree of known value is made from beside the place of the best move, if anything.
    pub fn beside_order(&self) -> Option<String> {
        let rest = self.model.strip_prefix("best=")?;
        let rest = &rest[rest.find(['/', ','])?..];
        let step = rest.strip_prefix('/').map(|step| format!("step {step}"));
        Some(step.unwrap_or_else(|| rest.trim_start_matches(',').into()))
    }
}

/// The leaves of the critical tree, b^ceil(d/2) + b^floor(d/2) - 1, which any search must see to
/// know the value of a uniform tree (D. Knuth and R. Moore, "An analysis of alpha-beta pruning",
/// 1975). Saturates.
pub fn critical(branching: u16, depth: u32) -> u64 {
    let power = |plies| u64::from(branching).saturating_pow(plies);
    power(depth.div_ceil(2)).saturating_add(power(depth / 2)).saturating_sub(1)
}

/// A cell of synthetic trees with seeds from that of `spec` on. The depth of `spec` is how deep they
/// are searched.
///
/// # Errors
/// If there are no such trees.
pub fn synthetic(spec: Spec, trees: usize) -> Result<Cell, ParseError> {
    spec.check()?;
    let decided = matches!(spec.leaves, Leaves::Decided { .. });
    let built = if decided { spec } else { Spec { depth: spec.depth + 1, ..spec } };
    built.check().map_err(|error| {
        ParseError::new(format!("a tree is built one ply deeper than it is searched: {error}"))
    })?;
    let seeds = (0..trees as u64).map(|more| spec.seed.wrapping_add(more));
    let games = seeds.map(|seed| Ok((seed, Synthetic::new(Spec { seed, ..built })?)));
    let games = games.collect::<Result<Vec<_>, ParseError>>()?;
    let root = |(seed, game): (u64, Synthetic)| {
        (Root { name: format!("seed {seed}"), position: game.text() }, game)
    };
    let roots = games.into_iter().map(root).unzip();
    let text = spec.to_string().replace(&format!(",seed={}", spec.seed), "");
    let depth = u32::from(spec.depth);
    let mut cell = cell(&format!("synthetic:{text}"), roots, Sums, depth);
    cell.make.model = text.splitn(3, ',').nth(2).unwrap_or_default().into();
    cell.make.name = text;
    cell.make.branching = Some(spec.branching);
    cell.make.first_best = match spec.leaves {
        Leaves::Best { place: Place::First { percent }, .. } => Some(f64::from(percent)),
        Leaves::Best { place: Place::Anywhere, .. } => Some(100.0 / f64::from(spec.branching)),
        _ => None,
    };
    // A mover who moves again, a node that two lines lead to, an early end: another critical tree.
    let uniform = !decided && !spec.joined && spec.again == 0;
    cell.make.critical = uniform.then(|| critical(spec.branching, depth));
    Ok(cell)
}

/// A cell of positions of a game, each with a name and without the game that led to it; `game` is what
/// the game is called.
///
/// # Errors
/// If the game's code panics.
pub fn positions(
    game: &str,
    positions: Vec<(String, Position)>,
    knowledge: DynKnowledge,
    depth: u32,
) -> Result<Cell, DoorError> {
    let root = |(name, position): (String, Position)| -> Result<(Root, DynGame), DoorError> {
        Ok((Root { name, position: position.text()? }, position.game().clone()))
    };
    let roots = positions.into_iter().map(root).collect::<Result<Vec<_>, DoorError>>()?;
    Ok(cell(game, roots.into_iter().unzip(), knowledge, depth))
}

fn cell<G: Describe, K: Knowledge<G>>(
    game: &str,
    (roots, games): (Vec<Root>, Vec<G>),
    knowledge: K,
    depth: u32,
) -> Cell {
    let make = Make {
        name: format!("{game} to depth {depth}"),
        game: game.into(),
        model: String::new(),
        depth,
        branching: None,
        first_best: None,
        critical: None,
        roots,
    };
    Cell { make, trees: Box::new(Games { games, knowledge: Mutex::new(knowledge) }) }
}

/// Trees from their roots.
struct Games<G, K> {
    games: Vec<G>,
    /// Cloned for every search, so that none knows what another has learnt.
    knowledge: Mutex<K>,
}

impl<G: Describe, K: Knowledge<G>> Trees for Games<G, K> {
    fn search(
        &self,
        tree: usize,
        method: &Method,
        question: &Question<'_>,
    ) -> Result<MethodResult, Missing> {
        let mut knowledge = self.knowledge.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let begin = Instant::now();
        let answer = search(method, &self.games[tree], &mut knowledge, question);
        let seconds = begin.elapsed().as_secs_f64();
        match answer {
            Ok(answer) => Ok(MethodResult {
                value: answer.value,
                counts: answer.counts,
                iterations: answer.iterations.len(),
                seconds,
            }),
            Err(FamilyError::Stopped) => Err(Missing::Stopped),
            Err(FamilyError::TooManyVisits(_)) => Err(Missing::Budget),
            Err(FamilyError::Stuck(line)) => {
                Err(Missing::Failed(no_moves(&self.games[tree], &line)))
            }
            Err(error) => Err(Missing::Failed(error.to_string())),
        }
    }
}

/// [`FamilyError::Stuck`] in the game's notation: an erased move is a number.
fn no_moves<G: Describe>(root: &G, line: &[G::Move]) -> String {
    // A game with one mistake may have others.
    let line = line_notation(root.clone(), line).map_or_else(
        |illegal| format!("{illegal:?}, which is not legal where it was played"),
        |moves| moves.join(", "),
    );
    format!("the game gives neither an outcome nor a move after [{line}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_critical_tree_has_its_known_size() {
        assert_eq!(critical(2, 3), 4 + 2 - 1);
        assert_eq!(critical(10, 4), 199);
        assert_eq!(critical(30, 7), 30u64.pow(4) + 30u64.pow(3) - 1);
        assert_eq!(critical(1, 9), 1);
        assert_eq!(critical(0, 3), 0);
        assert_eq!(critical(4096, 200), u64::MAX - 1);
    }

    #[test]
    fn in_perfect_order_alpha_beta_sees_the_critical_tree_and_no_more() {
        for (branching, depth) in [(2, 7), (5, 4), (20, 3)] {
            let spec = Spec::parse(&format!("{branching},{depth},best=100")).expect("a tree");
            let cell = synthetic(spec, 3).expect("trees");
            for tree in 0..3 {
                let method = "alpha-beta".parse().expect("a method");
                let found = cell.trees.search(tree, &method, &Question::depth(depth));
                assert_eq!(Some(found.expect("an answer").counts.leaves), cell.make.critical);
            }
        }
    }

    #[test]
    fn a_cell_knows_what_it_is_made_of() {
        let spec = Spec::parse("40,4,best=random,seed=7").expect("a tree");
        let make = synthetic(spec, 2).expect("trees").make;
        assert_eq!((make.name.as_str(), make.depth), ("40,4,best=random", 4));
        assert_eq!((make.branching, make.first_best), (Some(40), Some(2.5)));
        assert_eq!(
            (make.game.as_str(), make.model.as_str()),
            ("synthetic:40,4,best=random", "best=random")
        );
        let names: Vec<_> = make.roots.iter().map(|root| root.name.as_str()).collect();
        assert_eq!(names, ["seed 7", "seed 8"]);
        let words =
            |text| synthetic(Spec::parse(text).expect("a tree"), 1).map(|cell| cell.make.words());
        assert_eq!(words("40,4,best=random").as_deref(), Ok("40 moves, depth 4, random order"));
        let text = "2,4,best=60/5,again=10";
        assert_eq!(
            words(text).as_deref(),
            Ok("2 moves, depth 4, first best 60 %, step 5,again=10")
        );
        assert_eq!(words("2,4,random=5").as_deref(), Ok("2 moves, depth 4, random=5"));
        for odd in ["4,4,steps=10,joined", "4,4,best=50,again=10", "4,4,decided=5"] {
            let make = synthetic(Spec::parse(odd).expect("a tree"), 1).expect("trees").make;
            assert_eq!(make.critical, None, "{odd}");
        }
        assert!(synthetic(Spec { depth: 200, ..spec }, 1).is_err(), "201 plies");
    }
}
