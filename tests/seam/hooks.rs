//! What hooks are told, when and where: state that a knowledge keeps along the line, the context of a
//! node, moves that are left out, reduced and extended, null moves that are verified.

mod guide;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use plyglot_search::{
    Bounds, BoxedKnowledge, Candidate, Config, Engine, Game, Knowledge, Limits, MoveList, Node,
    NullMove, OrderingWeights, Outcome, Schedule, Scheme, Score, Side, Window,
};

use crate::common::{Endless, Heap, Hunch};

use guide::{ALL, Has, alone, get, note, search};

#[test]
fn what_a_knowledge_keeps_by_itself_follows_the_line_at_any_number_of_threads() {
    let config = |threads, scheme, schedule| Config {
        threads,
        scheme,
        schedule,
        hash_bytes: 1 << 16,
        ..Config::default()
    };
    for scheme in [Scheme::default(), Scheme::LAZY, Scheme::YOUNG_BROTHERS] {
        for (threads, schedule) in
            [(1, Schedule::Real), (3, Schedule::Real), (5, Schedule::VIRTUAL)]
        {
            for nodes in [50, 3_000, 60_000] {
                let limits = Limits { nodes: Some(nodes), ..Limits::depth(12) };
                search(ALL, &config(threads, scheme, schedule), &limits);
            }
        }
    }
}

#[test]
fn hooks_are_told_where_their_node_stands() {
    let (_, met) = alone(ALL, 9);
    let all = met.expected.iter().chain(&met.improving).chain(&met.in_table);
    let counts: Vec<_> = all.chain([&met.below_horizon, &met.verified]).map(get).collect();
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn a_move_is_extended_but_no_line_without_end() {
    let (plain, none) = alone(Has::default(), 3);
    let (extended, met) = alone(Has { reduction: -7, ..Has::default() }, 3);
    assert!(get(&none.longest) < 3);
    // As long as the line is shorter than twice the depth each move costs nothing, then three plies follow.
    assert_eq!(get(&met.longest), 2 * 3 + 3 - 1);
    assert!(extended.nodes > plain.nodes);
}

#[test]
fn what_is_left_out_or_reduced_saves_nodes() {
    let nodes = |has| alone(has, 8).0.nodes;
    let plain = nodes(Has::default());
    for has in [
        Has { prunes_from: Some(2), ..Has::default() },
        Has { reduction: 1, ..Has::default() },
        Has { internal_reduction: 2, ..Has::default() },
        Has { probcut: true, ..Has::default() },
        Has { futility: true, ..Has::default() },
        Has { null_move: true, ..Has::default() },
    ] {
        let less = nodes(has);
        assert!(less < plain, "{less} against {plain} with {has:?}");
    }
}

#[test]
fn a_hash_move_is_extended_where_the_others_are_worse_and_the_node_left_where_they_pass_beta() {
    let (plain, none) = alone(Has::default(), 6);
    assert!(get(&none.asked) > 0);
    // No other move is better than the table's score by as much, all are no worse by as much.
    let (extended, met) = alone(Has { singular: Some(-10_000), ..Has::default() }, 6);
    assert!(get(&met.longest) > get(&none.longest) && extended.nodes > plain.nodes);
    let (_, met) = alone(Has { singular: Some(10_000), ..Has::default() }, 6);
    assert_eq!(get(&met.longest), get(&none.longest));
}

#[test]
fn what_followed_on_moves_orders_them() {
    let nodes = |has| alone(has, 8).0.nodes;
    let follows = Has { follows: true, ..Has::default() };
    assert_ne!(nodes(follows), nodes(Has::default()));
    assert_eq!(
        nodes(Has { all_are_noisy: true, ..follows }),
        nodes(Has { without_tables: true, ..follows })
    );
}

#[test]
fn estimates_are_corrected_where_a_game_asks_for_it() {
    let (plain, met) = alone(Has { noisy: true, ..Has::default() }, 8);
    assert_eq!(get(&met.corrected[1]), 0);
    let (corrected, met) = alone(Has { noisy: true, correction: 20, ..Has::default() }, 8);
    assert!(get(&met.corrected[1]) > get(&met.corrected[0]) / 4, "{:?}", met.corrected);
    assert_ne!(corrected.nodes, plain.nodes);
}

#[test]
fn what_was_learnt_of_estimates_stays_until_an_engine_is_cleared() {
    for threads in [1, 3] {
        let config = Config {
            threads,
            hash_bytes: 1 << 16,
            schedule: Schedule::VIRTUAL,
            ..Config::default()
        };
        let mut engine = Engine::new(&config, guide::Guide::new(ALL)).unwrap();
        let mut search = || {
            engine.table().clear();
            let first = engine.search(&Endless::start(), &Limits::depth(7)).unwrap();
            engine.table().clear();
            let second = engine.search(&Endless::start(), &Limits::depth(7)).unwrap();
            engine.clear();
            [first.nodes, second.nodes]
        };
        let before = search();
        assert_ne!(before[0], before[1]);
        assert_eq!(search(), before);
    }
}

#[test]
fn only_quiet_moves_are_learnt_from() {
    let moves_of = |has| alone(has, 7).0.nodes;
    let noisy = moves_of(Has { all_are_noisy: true, ..Has::default() });
    let unlearnt = moves_of(Has { without_tables: true, ..Has::default() });
    assert_eq!(noisy, unlearnt);
    assert_ne!(noisy, moves_of(Has::default()));
}

/// Leaves out a move that is tried in the middle, wherever it may, and does not like another.
#[derive(Clone, Debug)]
struct Leaving {
    /// Which moves are quiet.
    quiet: [bool; 5],
    left_out: Option<u8>,
    /// How often the move in question was met, and how often history was against it or for it.
    asked: Arc<[AtomicU64; 2]>,
    about: u8,
}

impl Leaving {
    fn look_at(&self, game: &Endless, candidate: &Candidate<u8>) {
        // The root leaves out nothing, so history may know of its side.
        if candidate.mv == self.about && game.to_move() == Side::Second {
            note(&self.asked[usize::from(candidate.history != 0)]);
        }
    }
}

impl Knowledge<Endless> for Leaving {
    fn evaluate(&mut self, game: &Endless) -> i32 {
        Hunch.evaluate(game)
    }

    /// Next to nothing, so that the order stays.
    fn ordering(&self) -> OrderingWeights {
        OrderingWeights { killer: 0, countermove: 0, history: 1, ..OrderingWeights::GAME_ONLY }
    }

    /// On the principal variation the window may be open, so that no move is left out.
    fn expand(&mut self, _game: &Endless, node: &Node, out: &mut MoveList<u8>) {
        let digits = (0..5).filter(|&digit| !node.pv || digit != self.about);
        digits.for_each(|digit| out.push_ranked(digit, -10 * i32::from(digit)));
    }

    fn is_quiet(&self, _game: &Endless, digit: u8) -> bool {
        self.quiet[usize::from(digit)]
    }

    fn prune(&self, game: &Endless, _node: &Node, candidate: &Candidate<u8>) -> bool {
        self.look_at(game, candidate);
        self.left_out == Some(candidate.mv)
    }
}

/// How often history said nothing of a move, and how often it said something.
fn history_of(about: u8, quiet: [bool; 5], left_out: Option<u8>, scheme: Scheme) -> [u64; 2] {
    let asked: Arc<[AtomicU64; 2]> = Arc::default();
    let leaving = Leaving { quiet, left_out, asked: Arc::clone(&asked), about };
    let threads = if scheme == Scheme::default() { 1 } else { 3 };
    let schedule = if threads == 1 { Schedule::Real } else { Schedule::VIRTUAL };
    let config = Config { threads, scheme, schedule, hash_bytes: 1 << 18, ..Config::default() };
    let mut engine = Engine::new(&config, BoxedKnowledge::new(leaving)).unwrap();
    engine.search(&Endless::start(), &Limits::depth(8)).unwrap();
    [get(&asked[0]), get(&asked[1])]
}

#[test]
fn history_learns_nothing_of_a_move_that_was_left_out() {
    for scheme in [Scheme::default(), Scheme::YOUNG_BROTHERS] {
        let [nothing, something] = history_of(1, [true; 5], Some(1), scheme);
        assert!(nothing > 1000 && something == 0, "{nothing}, {something}");
        let [_, something] = history_of(1, [true; 5], None, scheme);
        assert!(something > 1000, "{something}");
    }
}

#[test]
fn history_learns_nothing_of_a_noisy_move_that_was_searched_before_a_quiet_one() {
    let [nothing, something] =
        history_of(1, [true, false, true, true, true], None, Scheme::default());
    assert!(nothing > 1000 && something == 0, "{nothing}, {something}");
}

/// Believes that the side to move is well off, and gives up the move, in a game of zugzwang.
#[derive(Clone, Debug)]
struct Passing {
    null_move: bool,
    verified: bool,
}

impl Knowledge<Heap> for Passing {
    fn evaluate(&mut self, heap: &Heap) -> i32 {
        (heap.left as i32 * 37) % 100 - 50
    }

    fn null_move(&mut self, heap: &mut Heap, node: &Node) -> Option<NullMove<()>> {
        if !self.null_move || node.depth < 3 {
            return None;
        }
        heap.second_moves = !heap.second_moves;
        let null = NullMove::new((), 1);
        Some(if self.verified { null.verified_at(node.depth - 1) } else { null })
    }

    fn undo_null(&mut self, heap: &mut Heap, (): ()) {
        heap.second_moves = !heap.second_moves;
    }
}

#[test]
fn a_verified_null_move_is_wrong_less_often() {
    let score = |left, depth, null_move, verified| {
        let knowledge = BoxedKnowledge::new(Passing { null_move, verified });
        let mut engine = Engine::new(&Config::single(1 << 16), knowledge).unwrap();
        engine.search(&Heap::of(left), &Limits::depth(depth)).unwrap().verdict.score
    };
    let (mut wrong, mut wrong_though_verified) = (0, 0);
    for left in 20..60 {
        for depth in 4..9 {
            let right = score(left, depth, false, false);
            wrong += usize::from(score(left, depth, true, false) != right);
            wrong_though_verified += usize::from(score(left, depth, true, true) != right);
        }
    }
    assert!(wrong > 20, "{wrong}");
    assert!(3 * wrong_though_verified < 2 * wrong, "{wrong_though_verified} against {wrong}");
}

/// A heap that says that it ends only where there is nothing left to take.
#[derive(Clone, Debug, PartialEq)]
struct Emptied(Heap);

impl Game for Emptied {
    type Move = u32;
    type Undo = ();

    const ENDS_ONLY_WITHOUT_MOVES: bool = true;

    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn moves(&self, out: &mut MoveList<u32>) {
        self.0.moves(out);
    }

    fn play(&mut self, take: u32) {
        self.0.play(take);
    }

    fn undo(&mut self, take: u32, (): ()) {
        self.0.undo(take, ());
    }

    fn pack(take: u32) -> u32 {
        take
    }

    fn unpack(&self, bits: u32) -> Option<u32> {
        self.0.unpack(bits)
    }
}

/// Sees the end of an [`Emptied`] heap at the horizon, or not.
#[derive(Clone, Debug)]
struct Sighted(bool);

impl Knowledge<Emptied> for Sighted {
    fn evaluate(&mut self, _heap: &Emptied) -> i32 {
        7
    }

    fn outcome_at_horizon(&mut self, heap: &Emptied) -> Option<Outcome> {
        if self.0 { heap.outcome() } else { None }
    }
}

#[test]
fn the_end_at_the_horizon_is_seen_as_the_knowledge_sees_it() {
    let score = |sighted, left, depth| {
        let mut engine = Engine::new(&Config::single(1 << 16), Sighted(sighted)).unwrap();
        engine.search(&Emptied(Heap::of(left)), &Limits::depth(depth)).unwrap().verdict.score
    };
    assert_eq!(score(true, 1, 1), Score::win_in(1));
    assert_eq!(score(false, 1, 1), Score::heuristic(-7));
    // Above the horizon the search sees it: a position without moves is over.
    assert_eq!(score(false, 1, 2), Score::win_in(1));
}

/// Finds every second position in a table of endgames, and counts.
#[derive(Clone, Debug, Default)]
struct Finding(u64);

impl Knowledge<Heap> for Finding {
    fn evaluate(&mut self, _heap: &Heap) -> i32 {
        0
    }

    fn bounds(&mut self, heap: &Heap, _window: Window) -> Bounds {
        self.0 += u64::from(heap.left.is_multiple_of(2));
        Bounds::UNKNOWN
    }

    fn tbhits(&self) -> u64 {
        self.0
    }
}

#[test]
fn what_is_found_in_tables_of_endgames_is_counted_by_search() {
    for threads in [1, 3] {
        let config = Config { threads, hash_bytes: 1 << 16, ..Config::default() };
        let mut engine = Engine::new(&config, BoxedKnowledge::new(Finding::default())).unwrap();
        let mut hits = || {
            let report = engine.search(&Heap::of(40), &Limits::depth(9)).unwrap();
            engine.clear();
            assert!(report.tbhits > 0 && report.tbhits < report.nodes, "{report:?}");
            report.tbhits
        };
        let first = hits();
        // Another search begins from nothing.
        assert!(hits() < 2 * first || threads > 1);
    }
}
