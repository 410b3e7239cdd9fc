//! A search that is watched is the same as one that is not: node for node, with the same answer. Its
//! events nest, and every reason for which a node is left is reported somewhere.

#[allow(dead_code, reason = "each test file uses some of it")]
use std::collections::HashSet;

use crate::common::{Endless, Heap, Hunch, Mistake};
use crate::oracle_support::cunning::Cunning;
use crate::oracle_support::maze::Maze;
use crate::oracle_support::plain::{Estimate, Noisy};
use crate::oracle_support::positions::Positions;
use crate::oracle_support::probe::{self, Hooks, unkeyed};
use plyglot_games::catalogue::builtin;
use plyglot_games::synthetic::{Leaves, Spec, Synthetic};
use plyglot_open::{Ask, Mv, Open, Position, Visits};
use plyglot_search::{
    Bound, BoxedKnowledge, Candidate, Config, Engine, EngineError, Game, Kind, Knowledge, Left,
    Limits, Node, NullMove, Observer, ProbCut, Report, Score, SearchError, SolvePlan, Unwatched,
    Visit, Why, Window,
};

const GAMES: [&str; 13] = [
    "othello",
    "othello:6",
    "connect4",
    "tictactoe:5,5,4",
    "kalah:6,4",
    "kalah:4,2,empty",
    "breakthrough:4x5",
    "domineering:6x6",
    "dots-and-boxes:3x2",
    "draughts",
    "hex:4",
    "synthetic:3,8,decided=20,again=20,joined",
    "synthetic:5,9",
];

/// Checks each event against its visit.
struct Witness<M> {
    open: Vec<(Visit<M>, usize)>,
    visits: u64,
    searches: u64,
    whys: HashSet<Why>,
    kinds: HashSet<Kind>,
}

impl<M> Witness<M> {
    fn new() -> Self {
        Witness { open: vec![], visits: 0, searches: 0, whys: [].into(), kinds: [].into() }
    }
}

impl<M: Copy + PartialEq + std::fmt::Debug> Observer<M> for Witness<M> {
    fn enter(&mut self, visit: Visit<M>) {
        self.visits += 1;
        self.kinds.insert(visit.kind);
        assert!(visit.window.alpha < visit.window.beta, "{visit:?}");
        assert!(visit.depth >= 0, "{visit:?}");
        let open = matches!(visit.kind, Kind::Full | Kind::Research);
        assert!(!(open && visit.window.is_null()), "{visit:?}");
        match self.open.last_mut() {
            None => {
                self.searches += 1;
                assert_eq!((visit.ply, visit.mv), (0, None));
            }
            Some((above, children)) => {
                *children += 1;
                // A shallow search of the same position has the same ply.
                let same = visit.ply == above.ply && visit.mv.is_none();
                assert!(visit.ply == above.ply + 1 || same, "{visit:?} below {above:?}");
                let deep = visit.depth == i32::MAX;
                // A shallow search is of some depth in a search to the end, too.
                let ends = above.depth == i32::MAX;
                assert!(same || deep == ends, "{visit:?} below {above:?}");
                let beyond = visit.kind == Kind::Quiescence;
                assert!(deep || beyond || visit.depth < above.depth, "{visit:?} below {above:?}");
                assert!(!beyond || above.depth == 0);
            }
        }
        self.open.push((visit, 0));
    }

    fn leave(&mut self, left: Left<M>) {
        let (visit, children) = self.open.pop().expect("a visit that began");
        self.whys.insert(left.why);
        let Left { value, bound, why, best, tried } = left;
        if why == Why::GivenUp {
            return;
        }
        assert!(tried <= children, "{visit:?} {left:?}");
        assert!(best.is_none_or(|(_, index)| index < tried), "{visit:?} {left:?}");
        let searched = matches!(why, Why::FailHigh | Why::AllMoves);
        assert_eq!(searched, tried > 0, "{visit:?} {left:?}");
        assert_eq!(why == Why::FailHigh, searched && visit.window.cuts_off(value));
        match bound {
            Bound::Lower => assert!(visit.window.cuts_off(value), "{visit:?} {left:?}"),
            Bound::Upper => assert!(value <= visit.window.alpha, "{visit:?} {left:?}"),
            Bound::Exact => {}
        }
        assert!(bound == Bound::Exact || !visit.window.contains(value), "{visit:?} {left:?}");
    }
}

impl Visits for Witness<Mv> {
    fn enter(&mut self, visit: Visit<Mv>) {
        Observer::enter(self, visit);
    }

    fn leave(&mut self, left: Left<Mv>) {
        Observer::leave(self, left);
    }
}

fn config() -> Config {
    Config { threads: 1, hash_bytes: 1 << 16, ..Config::default() }
}

/// The watched search is the same as the other, and every visit that was reported has ended.
fn are_the_same<M>(watched: &Report<M>, alone: &Report<M>, seen: &Witness<M>)
where
    M: Copy + PartialEq + std::fmt::Debug,
{
    assert_eq!(watched.nodes, alone.nodes);
    assert_eq!(watched.counters, alone.counters);
    assert_eq!((watched.verdict, watched.ended), (alone.verdict, alone.ended));
    assert_eq!(watched.lines, alone.lines);
    assert!(seen.open.is_empty(), "{} visits have not ended", seen.open.len());
}

/// Searches watched and unwatched and returns what was seen, and the nodes that were counted. Lines are as the search
/// left them: what completes them is not watched.
fn witness<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: K,
    limits: &Limits<G::Move>,
) -> (Witness<G::Move>, u64) {
    let limits = &limits.clone().without_whole_lines();
    let alone = Engine::new(&config(), knowledge.clone()).unwrap().search(game, limits).unwrap();
    let mut seen = Witness::new();
    let mut engine = Engine::watched(&config(), knowledge, &mut seen).unwrap();
    let watched = engine.search(game, limits).unwrap();
    are_the_same(&watched, &alone, &seen);
    (seen, watched.nodes)
}

/// The same through the type-erased API, with all of the game's knowledge or without hooks.
fn witness_of(
    (spec, game): (&str, &dyn Open),
    at: &Position,
    plain: bool,
    limits: &Limits<Mv>,
) -> (Witness<Mv>, u64) {
    let limits = &limits.clone().without_whole_lines();
    let ask = Ask::new(at, limits);
    // A probe knows no nets.
    let takes_weights = game.options().iter().any(|option| option.name == "weights");
    let bare = (plain && takes_weights)
        .then(|| game.with(&[("weights", game.facts().base.value)]).unwrap());
    let game = bare.as_deref().unwrap_or(game);
    let alone = if plain {
        probe::search(spec, Hooks::Plain, &config(), at.game(), limits)
    } else {
        game.engine(&config(), None).unwrap().run(&ask).unwrap()
    };
    let mut seen = Witness::new();
    let watched = game.watch(&config(), &ask, plain, &mut seen).unwrap();
    are_the_same(&watched, &alone, &seen);
    (seen, watched.nodes)
}

/// Why nodes of a game's random positions were left.
fn whys_of(spec: &str) -> HashSet<Why> {
    let game = builtin().open(spec).expect("a game");
    let start = game.start().expect("a start");
    let mut positions = Positions::new(7);
    let mut whys = HashSet::new();
    for _ in 0..12 {
        let at = positions.anywhere_after(&start);
        let deepen = Limits { nodes: Some(20_000), ..Limits::depth(6) };
        let solve = Limits { solve: true, nodes: Some(20_000), ..Limits::default() };
        for limits in [deepen, solve] {
            let (seen, nodes) = witness_of((spec, &*game), &at, false, &limits);
            assert!(seen.visits <= nodes, "leaf solvers count nodes that are not reported");
            whys.extend(seen.whys);
        }
        let (seen, nodes) = witness_of((spec, &*game), &at, true, &Limits::depth(4));
        assert_eq!(seen.visits, nodes);
        assert!(seen.searches >= 1);
    }
    whys
}

#[test]
fn a_watched_engine_searches_as_an_unwatched_one_does() {
    let mut whys = HashSet::new();
    for name in GAMES {
        whys.extend(whys_of(name));
    }
    use Why::*;
    for why in [Outcome, Horizon, Bounds, LeafSolver, Table, FailHigh, AllMoves, GivenUp] {
        assert!(whys.contains(&why), "{why:?}");
    }
}

#[test]
fn quiescence_is_reported_beyond_the_horizon() {
    let tree = Synthetic::new(Spec::new(3, 9)).unwrap();
    let (seen, nodes) = witness(&tree, Noisy::<0>, &Limits::depth(4));
    assert_eq!(seen.visits, nodes);
    assert!(seen.kinds.contains(&Kind::Quiescence) && seen.kinds.contains(&Kind::Research));
}

/// Prunes in every way.
#[derive(Clone, Debug)]
struct Pruner;

impl Knowledge<Endless> for Pruner {
    fn evaluate(&mut self, game: &Endless) -> i32 {
        Hunch.evaluate(game)
    }

    fn null_move(&mut self, game: &mut Endless, node: &Node) -> Option<NullMove<u64>> {
        (node.depth == 5).then(|| NullMove::new(game.play(0), 1))
    }

    fn undo_null(&mut self, game: &mut Endless, undo: u64) {
        game.undo(0, undo);
    }

    fn reduction(&self, _game: &Endless, node: &Node, candidate: &Candidate<u8>) -> i32 {
        i32::from(candidate.index > 1 && node.depth > 2)
    }

    fn futility(&self, _game: &Endless, node: &Node) -> Option<i32> {
        (node.depth == 1).then_some(80)
    }

    fn probcut(&self, _game: &Endless, node: &Node) -> Option<ProbCut> {
        (node.depth == 4).then_some(ProbCut::both(1, 20))
    }
}

#[test]
fn pruned_nodes_are_reported_with_the_searches_that_pruned_them() {
    let (seen, nodes) = witness(&Endless::start(), BoxedKnowledge::new(Pruner), &Limits::depth(7));
    assert_eq!(seen.visits, nodes);
    assert!(seen.whys.contains(&Why::Pruned));
}

#[test]
fn repetitions_and_solves_are_reported() {
    let maze = Maze::new(3);
    let (seen, _) = witness(&maze, BoxedKnowledge::new(unkeyed(Estimate)), &Limits::depth(6));
    assert!(seen.whys.contains(&Why::Repetition));
    let whole = Limits::solve();
    let tree = Synthetic::new(Spec { leaves: Leaves::Decided { percent: 20 }, ..Spec::new(4, 7) })
        .unwrap();
    let plan = SolvePlan::DEFAULT;
    let cunning = Cunning { plan, leaf: 3, drop: 0, proof: 0, guess: Score::DRAW };
    witness(&tree, cunning, &whole);
}

#[test]
fn a_watched_engine_has_one_thread() {
    let config = Config { threads: 2, ..Config::default() };
    let refused = Engine::<Heap, _, _>::watched(&config, Counting, Unwatched);
    assert!(matches!(refused, Err(EngineError::Watched(2))));
}

#[derive(Clone, Debug)]
struct Counting;

impl Knowledge<Heap> for Counting {
    fn evaluate(&mut self, heap: &Heap) -> i32 {
        heap.left as i32
    }
}

#[test]
fn an_observer_survives_a_panic_of_the_game() {
    let config = Config { threads: 1, hash_bytes: 1 << 16, ..Config::default() };
    let mut seen = Vec::new();
    let mut engine = Engine::watched(&config, Counting, Diary(&mut seen)).unwrap();
    let panics = Heap::with(Mistake::PanicsAt(2), 9);
    let error = engine.search(&panics, &Limits::depth(6)).unwrap_err();
    assert!(matches!(error, SearchError::GamePanicked { .. }));
    let before = engine.observer().0.len();
    assert!(before > 0);
    engine.search(&Heap::of(9), &Limits::depth(6)).unwrap();
    assert!(engine.observer().0.len() > before);
    drop(engine);
    assert_eq!(seen[before].0, 0, "the next search begins at its root");
}

/// Records where each visit begins.
struct Diary<'a>(&'a mut Vec<(u32, Window)>);

impl Observer<u32> for Diary<'_> {
    fn enter(&mut self, visit: Visit<u32>) {
        self.0.push((visit.ply, visit.window));
    }

    fn leave(&mut self, _left: Left<u32>) {}
}
