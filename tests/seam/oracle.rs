//! The engine agrees with plain minimax, in the sense in which a parallel search can:
//!
//! - where every line reaches an outcome, to the end, with every hook of the game's knowledge on;
//! - at a fixed depth, where the table accepts entries of equal depth only and nothing that looks
//!   further than the depth is used;
//! - where positions can repeat, without the table's help;
//!
//! on random positions of every game and on random synthetic trees, with tables from one cluster
//! up, with 1 to 64 threads, real and virtual, and under every parallel scheme.
//!
//! `PLYGLOT_ORACLE_NODES` says how many positions minimax visits for one answer at most (150,000): with fewer, there
//! is time for many more cases.

use std::env;
use std::sync::LazyLock;

use crate::oracle_support::cunning::{Cunning, plans};
use crate::oracle_support::maze::Maze;
use crate::oracle_support::plain::{Estimate, Noisy};
use crate::oracle_support::positions::{Positions, fits};
use crate::oracle_support::probe::{Hooks, probing, racing, search as probe, unkeyed};
use plyglot_check::minimax::{minimax, minimax_on_path, minimax_with};
use plyglot_games::catalogue::{Setup, Visitor, builtin};
use plyglot_games::synthetic::{Leaves, Spec, Sums, Synthetic};
use plyglot_games::{chess, draughts};
use plyglot_open::{Ask, DynGame, Mv, Open};
use plyglot_search::{
    Acceptance, Bound, BoxedKnowledge, Config, Describe, Game, Groups, HashGrowth, Knowledge,
    Limits, MoveList, Plain, Report, Request, Schedule, Scheme, Score, Topology, Verdict,
};
use proptest::prelude::*;

/// Games in which positions repeat.
const REPEATING: [&str; 2] = ["draughts", "chess"];

/// Sizes of every other game at which parts of it can be played out in full.
const GAMES: [&str; 23] = [
    "othello",
    "othello:6",
    "othello:4",
    "connect4",
    "connect4:4x4",
    "connect4:6x5",
    "tictactoe",
    "tictactoe:4,3,3",
    "tictactoe:5,5,4",
    "kalah:3,2",
    "kalah:4,2,empty",
    "kalah:6,4",
    "breakthrough:3x4",
    "breakthrough:5x5",
    "domineering:4x4",
    "domineering:5x6",
    "dots-and-boxes:2x1",
    "dots-and-boxes:3x3",
    "hex:2",
    "hex:3",
    "hex:5",
    "synthetic:3,8,decided=20,again=20,joined",
    "synthetic:4,7",
];

/// Positions that minimax visits for one answer, at most.
static NODES: LazyLock<u64> = LazyLock::new(|| {
    let asked = env::var("PLYGLOT_ORACLE_NODES").ok();
    asked.map_or(150_000, |text| text.parse().expect("PLYGLOT_ORACLE_NODES is a number"))
});

/// The number of workers, how they are scheduled, and how they share a search.
#[derive(Clone, Copy, Debug)]
struct Workers {
    threads: usize,
    schedule: Schedule,
    scheme: Scheme,
    /// Nodes of memory among which they are divided.
    nodes: usize,
}

fn any_workers() -> impl Strategy<Value = Workers> {
    // Many threads are worth a few cases only: most of the time goes to starting them.
    let threads = prop::sample::select(vec![1, 1, 1, 2, 2, 2, 4, 4, 4, 8, 8, 16, 64]);
    let turn = prop::sample::select(vec![1, 20, 200]).prop_map(|turn| Schedule::Virtual { turn });
    let schedule = prop_oneof![2 => Just(Schedule::Real), 1 => turn];
    (threads, schedule, schemes(), 1..4usize)
        .prop_map(|(threads, schedule, scheme, nodes)| Workers { threads, schedule, scheme, nodes })
}

/// Schemes with some of their parts switched.
fn schemes() -> impl Strategy<Value = Scheme> {
    let part = (prop::sample::select(Scheme::PARTS.to_vec()), prop::sample::select(vec!['+', '-']));
    let parts = prop::collection::vec(part, 0..3);
    (prop::sample::select(Scheme::NAMES.to_vec()), parts).prop_map(|(name, parts)| {
        let parts: String = parts.iter().map(|(part, sign)| format!("{sign}{part}")).collect();
        format!("{name}{parts}").parse().expect("a scheme with parts")
    })
}

fn hash_bytes() -> impl Strategy<Value = usize> {
    prop::sample::select(vec![64, 128, 4 << 10, 1 << 20])
}

fn leaves() -> impl Strategy<Value = Leaves> {
    prop_oneof![
        prop::sample::select(vec![0, 1, 5, 1000]).prop_map(|range| Leaves::Random { range }),
        (1..20).prop_map(|step| Leaves::Ordered { step }),
        (1..20).prop_map(|step| Leaves::Steps { step }),
        (0..40u32).prop_map(|percent| Leaves::Decided { percent }),
    ]
}

/// Trees of up to about a hundred thousand nodes, and of no more than minimax is to visit.
fn trees() -> impl Strategy<Value = Synthetic> {
    let size =
        prop::sample::select(vec![(1, 30), (2, 15), (3, 10), (4, 8), (5, 7), (7, 6), (18, 4)]);
    let again = prop::sample::select(vec![0, 0, 30, 100]);
    (size, leaves(), any::<u64>(), again, any::<bool>()).prop_map(
        |((branching, depth), leaves, seed, again, joined)| {
            let within = |&depth: &u16| u64::from(branching).pow(depth.into()) <= *NODES;
            let depth = (1..=depth).rev().find(within).unwrap_or(1);
            let spec = Spec { branching, depth, leaves, seed, again, joined };
            Synthetic::new(spec).expect("a tree of these sizes exists")
        },
    )
}

fn cunning() -> impl Strategy<Value = Cunning> {
    let guess = (-200..200).prop_map(Score::margin);
    let leaves = || prop::sample::select(vec![0, 1, 9, 50]);
    let parts = (plans(), leaves(), leaves(), leaves(), guess);
    parts.prop_map(|(plan, leaf, drop, proof, guess)| Cunning { plan, leaf, drop, proof, guess })
}

fn config(workers: Workers, hash_bytes: usize, acceptance: Acceptance) -> Config {
    let Workers { threads, schedule, scheme, nodes } = workers;
    let groups = Groups::Like(Topology::new((0..nodes).map(|node| vec![vec![node % 2]])));
    // With every other number of threads the table grows meanwhile.
    let hash_growth = match threads % 2 {
        0 => HashGrowth::UpTo(64 * hash_bytes.min(4 << 10)),
        _ => HashGrowth::Fixed,
    };
    let table = Config { hash_bytes, hash_growth, ..Config::default() };
    Config { threads, acceptance, schedule, scheme, groups, account: false, ..table }
}

/// How a position is searched.
type Search<'a, M> = dyn Fn(&Config, &Limits<M>) -> Report<M> + 'a;

/// By an engine of concrete types.
fn by_engine<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
) -> impl Fn(&Config, &Limits<G::Move>) -> Report<G::Move> {
    move |config, limits| {
        let report = racing(config, knowledge.clone()).search(game, limits);
        report.expect("a search of a right game")
    }
}

/// The value of a move by minimax with this many plies for the position; `None`: to the end.
fn move_value<G: Game, K: Knowledge<G>>(
    game: &G,
    mv: G::Move,
    knowledge: &mut K,
    depth: Option<i32>,
) -> Score {
    let mut child = game.clone();
    child.play(mv);
    let value = minimax(&mut child, knowledge, depth.map(|depth| depth - 1)).from_node(1);
    if child.to_move() == game.to_move() { value } else { -value }
}

/// True if a verdict claims nothing that is false of this value. Unless the shortest win is requested, a
/// win or a loss may be sooner than the verdict says.
pub(crate) fn holds(verdict: &Verdict, value: Score) -> bool {
    match verdict.bound {
        Bound::Exact => verdict.score == value,
        Bound::Lower => verdict.score > Score::DRAW && value >= verdict.score,
        Bound::Upper => verdict.score < Score::DRAW && value <= verdict.score,
    }
}

/// Every line's moves are legal, and its first move has the value that is reported for it.
fn lines_hold<G: Game, K: Knowledge<G>>(
    game: &G,
    report: &Report<G::Move>,
    knowledge: &mut K,
    depth: Option<i32>,
) -> Result<(), TestCaseError> {
    for line in &report.lines {
        let mut at = game.clone();
        for &mv in &line.pv {
            prop_assert!(at.outcome().is_none(), "{:?} goes on after the end", line.pv);
            let mut legal = MoveList::new();
            at.moves(&mut legal);
            prop_assert!(legal.iter().any(|other| other == mv), "{mv:?} of {:?}", line.pv);
            at.play(mv);
        }
        prop_assert!(!line.pv.is_empty(), "a line without a move");
        let value = move_value(game, line.pv[0], knowledge, depth);
        prop_assert!(
            holds(&line.verdict, value),
            "{:?} of {:?}: {:?}",
            value,
            line.pv[0],
            line.verdict
        );
    }
    Ok(())
}

/// To the end, all hooks on: by solving, and by deepening until the value is proven.
fn agrees_to_the_end<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    config: &Config,
    search: &Search<'_, G::Move>,
) -> Result<(), TestCaseError> {
    let expected = minimax(&mut game.clone(), &mut knowledge.clone(), None);
    for limits in
        [Limits::solve(), Limits::default(), Limits { whole_lines: true, ..Limits::solve() }]
    {
        let report = search(config, &limits);
        let verdict = report.verdict;
        prop_assert!(holds(&verdict, expected), "{:?} for {:?}: {:?}", verdict, expected, limits);
        prop_assert!(verdict.bound == Bound::Exact || !limits.solve, "with {:?}", limits);
        prop_assert!(verdict.proven, "with {:?}", limits);
        lines_hold(game, &report, &mut knowledge.clone(), None)?;
    }
    Ok(())
}

/// To a fixed depth, with only the hooks that look no further.
fn agrees_at_depth<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    config: &Config,
    depth: i32,
    search: &Search<'_, G::Move>,
) -> Result<(), TestCaseError> {
    let config = Config { acceptance: Acceptance::Equal, ..config.clone() };
    let expected = minimax(&mut game.clone(), &mut knowledge.clone(), Some(depth));
    let limits = Limits::depth(depth as u32);
    let report = search(&config, &limits);
    prop_assert_eq!(report.verdict.score, expected, "at depth {}", depth);
    lines_hold(game, &report, &mut knowledge.clone(), Some(depth))?;
    let limits = Limits { lines: 3, ..limits };
    let report = search(&config, &limits);
    let found: Vec<Score> = report.lines.iter().map(|line| line.verdict.score).collect();
    prop_assert_eq!(found, best_values(game, knowledge, 3, Some(depth)), "at depth {}", depth);
    lines_hold(game, &report, &mut knowledge.clone(), Some(depth))
}

/// The legal moves with their values, best first.
fn valued<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    depth: Option<i32>,
) -> Vec<(Score, G::Move)> {
    let mut moves = MoveList::new();
    game.moves(&mut moves);
    let value = |mv| (move_value(game, mv, &mut knowledge.clone(), depth), mv);
    let mut valued: Vec<_> = moves.iter().map(value).collect();
    valued.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    valued
}

/// The values of the best moves, best first.
fn best_values<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    lines: usize,
    depth: Option<i32>,
) -> Vec<Score> {
    valued(game, knowledge, depth).iter().map(|&(value, _)| value).take(lines).collect()
}

/// The best lines, best first: each says what is true of its own move and of the best move that is in
/// none of the lines before it. Where all is exact, these are the best moves with their values.
fn lines_agree<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    config: &Config,
    lines: usize,
    search: &Search<'_, G::Move>,
) -> Result<(), TestCaseError> {
    let valued = valued(game, knowledge, None);
    for limits in [Limits { lines, ..Limits::solve() }, Limits { lines, ..Limits::default() }] {
        let report = search(config, &limits);
        let found: Vec<_> = report.lines.iter().map(|line| line.verdict).collect();
        prop_assert_eq!(found.len(), lines.min(valued.len()));
        let mut left = valued.clone();
        for line in &report.lines {
            let (best, _) = left[0];
            let held = holds(&line.verdict, best);
            prop_assert!(held, "{:?} of {:?} for {:?} with {:?}", line, found, valued, limits);
            left.retain(|&(_, mv)| mv != line.pv[0]);
        }
        let all_exact = found.iter().all(Verdict::is_exact);
        prop_assert!(all_exact || !limits.solve, "{:?} with {:?}", found, limits);
        lines_hold(game, &report, &mut knowledge.clone(), None)?;
    }
    Ok(())
}

/// The value among chosen root moves is the best of theirs.
fn chosen_agree<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    config: &Config,
    choice: u64,
    search: &Search<'_, G::Move>,
) -> Result<(), TestCaseError> {
    let mut moves = MoveList::new();
    game.moves(&mut moves);
    let wanted = |&(place, _): &(usize, G::Move)| choice >> (place % 64) & 1 == 1;
    let root_moves: Vec<G::Move> =
        moves.iter().enumerate().filter(wanted).map(|(_, mv)| mv).collect();
    let value = |&mv: &G::Move| move_value(game, mv, &mut knowledge.clone(), None);
    let Some(expected) = root_moves.iter().map(value).max() else { return Ok(()) };
    let limits = Limits { root_moves, ..Limits::solve() };
    let report = search(config, &limits);
    prop_assert_eq!(report.verdict.score, expected, "among {:?}", limits.root_moves);
    lines_hold(game, &report, &mut knowledge.clone(), None)
}

/// The checks of a random position of a game that does not repeat.
struct Questions<'a> {
    game: &'a str,
    seed: u64,
    config: Config,
    depth: i32,
    lines: usize,
}

impl Questions<'_> {
    fn ask(self) -> Result<(), TestCaseError> {
        let Questions { game: spec, seed, config, depth, lines } = self;
        let opened = builtin().open(spec).expect("a game of the catalogue");
        let start = opened.start().expect("a start");
        let (start, knowledge) = (start.game(), opened.knowledge());
        let mut positions = Positions::new(seed);
        if let Some(game) = positions.near_the_end(start, *NODES) {
            let named = |error: TestCaseError| TestCaseError::fail(format!("{game:?}: {error}"));
            let search = whole(spec, &*opened, &game);
            agrees_to_the_end(&game, &knowledge, &config, &search).map_err(named)?;
            lines_agree(&game, &knowledge, &config, lines, &search).map_err(named)?;
            chosen_agree(&game, &knowledge, &config, seed, &search).map_err(named)?;
        }
        let game = positions.anywhere(start);
        let named = |error: TestCaseError| TestCaseError::fail(format!("{game:?}: {error}"));
        let search =
            |config: &Config, limits: &Limits<Mv>| probe(spec, Hooks::Plain, config, &game, limits);
        match (1..=depth).rev().find(|&depth| fits(&game, Some(depth), *NODES)) {
            Some(depth) => {
                agrees_at_depth(&game, &knowledge, &config, depth, &search).map_err(named)
            }
            None => Ok(()),
        }
    }
}

/// With all of the game's knowledge: by the engine that the game's own crate has compiled, and where real
/// threads share the search by one whose clock has the pool take part.
fn whole<'a>(
    spec: &'a str,
    opened: &'a dyn Open,
    game: &'a DynGame,
) -> impl Fn(&Config, &Limits<Mv>) -> Report<Mv> {
    let at = opened.parse(&game.text()).expect("a position's own text");
    assert_eq!(at.key(), game.key(), "{game:?} is another position as text");
    move |config, limits| {
        if config.threads > 1 && config.schedule == Schedule::Real {
            return probe(spec, Hooks::Whole, config, game, limits);
        }
        let mut engine = opened.engine(config, None).expect("a small engine");
        engine.run(&Ask::new(&at, limits)).expect("a search of a right game")
    }
}

/// To a fixed depth without the table's help, where the value depends on the path to the position.
fn agrees_on_path<G: Game, K: Knowledge<G>>(
    game: &G,
    history: &[u64],
    knowledge: &K,
    unkeyed: impl Knowledge<G>,
    workers: Workers,
    depth: i32,
) -> Result<(), TestCaseError> {
    let mut judge = knowledge.clone();
    let mut horizon = |game: &mut G| Score::heuristic(judge.evaluate(game));
    let expected = minimax_on_path(&mut game.clone(), &mut horizon, Some(depth), history);
    let mut engine = racing(&config(workers, 64, Acceptance::Equal), unkeyed);
    let limits = Limits::depth(depth as u32);
    let request = Request { game, history, limits: &limits, progress: None };
    let report = engine.run(&request).expect("a search of a right game");
    prop_assert_eq!(report.verdict.score, expected, "at depth {}", depth);
    Ok(())
}

/// The same question about a random position of a game, with the game that led there.
struct OnPath {
    seed: u64,
    workers: Workers,
    depth: i32,
}

impl Visitor for OnPath {
    type Output = Result<(), TestCaseError>;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output {
        let OnPath { seed, workers, depth } = self;
        let played = Positions::new(seed).line(&setup.start);
        let Some((game, before)) = played.split_last() else { return Ok(()) };
        let history: Vec<u64> = before.iter().map(G::key).collect();
        let within = |&depth: &i32| fits(game, Some(depth), *NODES);
        let depth = (1..=depth).rev().find(within).unwrap_or(1);
        let probe = probing(setup.knowledge.clone(), Hooks::Unkeyed);
        agrees_on_path(game, &history, &setup.knowledge, probe, workers, depth)
            .map_err(|error| TestCaseError::fail(format!("{}: {error}", game.text())))
    }
}

plyglot_open::visit_entries! {
    /// The games of [`REPEATING`].
    fn visit: draughts::listed(), chess::ChessEntry;
}

/// Of three lost moves one is known to lose in six plies or sooner, and loses in four: it comes after
/// those that are known to lose in six.
#[test]
fn a_loss_in_at_most_so_many_plies_comes_after_one_in_exactly_as_many() {
    let game = "domineering:5x6";
    let opened = builtin().open(game).expect("a game of the catalogue");
    let position = opened.parse("#...#/###.#/##..#/....#/..###/##..# v").expect("a position");
    let at = position.game().clone();
    let workers =
        Workers { threads: 1, schedule: Schedule::Real, scheme: Scheme::default(), nodes: 1 };
    let config = config(workers, 64, Acceptance::AtLeast);
    let search = whole(game, &*opened, &at);
    lines_agree(&at, &opened.knowledge(), &config, 3, &search).expect("lines that agree");
    let report = search(&config, &Limits { lines: 3, ..Limits::default() });
    let bounds: Vec<_> = report.lines.iter().map(|line| line.verdict.bound).collect();
    assert_eq!(bounds, [Bound::Exact, Bound::Exact, Bound::Upper], "{:?}", report.lines);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150,
        max_shrink_iters: 200,
        failure_persistence: None, // the minimal input that is printed is enough
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_game_agrees_with_minimax_on_random_positions(
        game in prop::sample::select(GAMES.to_vec()),
        seed in any::<u64>(),
        workers in any_workers(),
        hash_bytes in hash_bytes(),
        depth in 1..7,
        lines in 1..4usize,
    ) {
        let config = config(workers, hash_bytes, Acceptance::AtLeast);
        Questions { game, seed, config, depth, lines }.ask()?;
    }

    #[test]
    fn synthetic_trees_agree_with_minimax_to_the_end(
        tree in trees(),
        workers in any_workers(),
        hash_bytes in hash_bytes(),
    ) {
        let config = config(workers, hash_bytes, Acceptance::AtLeast);
        agrees_to_the_end(&tree, &Sums, &config, &by_engine(&tree, &BoxedKnowledge::new(Sums)))?;
    }

    #[test]
    fn proofs_leaf_solvers_and_windows_of_all_kinds_agree_with_minimax(
        tree in trees(),
        workers in any_workers(),
        hash_bytes in hash_bytes(),
        knowledge in cunning(),
        lines in 1..4usize,
        choice in any::<u64>(),
    ) {
        let config = config(workers, hash_bytes, Acceptance::AtLeast);
        let search = by_engine(&tree, &knowledge);
        agrees_to_the_end(&tree, &knowledge, &config, &search)?;
        lines_agree(&tree, &knowledge, &config, lines, &search)?;
        chosen_agree(&tree, &knowledge, &config, choice, &search)?;
    }

    #[test]
    fn synthetic_trees_agree_with_minimax_at_a_fixed_depth(
        tree in trees(),
        workers in any_workers(),
        hash_bytes in hash_bytes(),
        depth in 1..40,
    ) {
        let config = config(workers, hash_bytes, Acceptance::AtLeast);
        agrees_at_depth(&tree, &Sums, &config, depth, &by_engine(&tree, &BoxedKnowledge::new(Plain(Sums))))?;
    }

    #[test]
    fn a_shared_quiescence_agrees_with_minimax_over_it(
        tree in trees(),
        workers in any_workers(),
        hash_bytes in hash_bytes(),
        depth in 1..6,
    ) {
        let mut quiet = |tree: &mut Synthetic| Noisy::<1>::value(tree);
        let expected = minimax_with(&mut tree.clone(), &mut quiet, Some(depth));
        let config = config(workers, hash_bytes, Acceptance::Equal);
        let limits = Limits::depth(depth as u32);
        prop_assert_eq!(by_engine(&tree, &Noisy::<1>)(&config, &limits).verdict.score, expected);
        prop_assert_eq!(by_engine(&tree, &Noisy::<0>)(&config, &limits).verdict.score, expected);
        let boxed = BoxedKnowledge::new(Noisy::<0>);
        prop_assert_eq!(by_engine(&tree, &boxed)(&config, &limits).verdict.score, expected);
    }

    #[test]
    fn several_lines_of_a_synthetic_tree_are_its_best_moves(
        tree in trees(),
        workers in any_workers(),
        hash_bytes in hash_bytes(),
        lines in 1..6usize,
        choice in any::<u64>(),
    ) {
        let config = config(workers, hash_bytes, Acceptance::AtLeast);
        let knowledge = BoxedKnowledge::new(Sums);
        let search = by_engine(&tree, &knowledge);
        lines_agree(&tree, &Sums, &config, lines, &search)?;
        chosen_agree(&tree, &Sums, &config, choice, &search)?;
    }

    #[test]
    fn positions_that_repeat_agree_with_a_minimax_that_knows_the_path(
        seed in any::<u64>(),
        calm: bool,
        depth in 1..11,
        walked in 0..4usize,
        workers in any_workers(),
    ) {
        let maze = if calm { Maze::calm(seed) } else { Maze::new(seed) };
        let (game, history) = maze.walked(walked);
        agrees_on_path(&game, &history, &Estimate, BoxedKnowledge::new(unkeyed(Estimate)), workers, depth)?;
    }

    #[test]
    fn games_that_repeat_agree_with_a_minimax_that_knows_the_path(
        game in prop::sample::select(REPEATING.to_vec()),
        seed in any::<u64>(),
        workers in any_workers(),
        depth in 1..13,
    ) {
        let visited = visit(game, OnPath { seed, workers, depth });
        visited.expect("a game of the catalogue")?;
    }
}
