//! More of what the engine promises, in unusual situations: searches that are interrupted, code that
//! panics in unexpected places, games longer than the longest line.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex};

use crate::common::{Endless, Heap, Hunch};
use crate::oracle_support::probe::racing;
use plyglot_games::catalogue::builtin;
use plyglot_open::Ask;
use plyglot_search::table::NO_MOVE;
use plyglot_search::{
    Bound, BoxedKnowledge, Candidate, Config, Ended, Engine, Game, Handle, Knowledge, LimitError,
    Limits, Line, Meter, MoveList, Node, NullMove, Outcome, ProbCut, Report, RulesOnly, Score,
    SearchError, Side, SolvePlan, SolveWindows, Window,
};

fn config(threads: usize) -> Config {
    Config { threads, hash_bytes: 1 << 20, ..Config::default() }
}

/// An engine whose pool takes part in the smallest search.
fn hasty_engine<G: Game, K: Knowledge<G>>(
    threads: usize,
    knowledge: K,
) -> Engine<G, BoxedKnowledge<G>> {
    racing(&config(threads), BoxedKnowledge::new(knowledge))
}

fn engine<G: Game, K: Knowledge<G>>(threads: usize, knowledge: K) -> Engine<G, BoxedKnowledge<G>> {
    Engine::new(&config(threads), BoxedKnowledge::new(knowledge)).unwrap()
}

fn distinct_first_moves<M: Copy + PartialEq + std::fmt::Debug>(report: &Report<M>) {
    let firsts: Vec<_> = report.lines.iter().map(|line| line.pv[0]).collect();
    for (index, line) in report.lines.iter().enumerate() {
        assert_eq!(line.rank, index + 1, "{firsts:?}");
        assert!(!firsts[..index].contains(&line.pv[0]), "a move twice: {firsts:?}");
    }
}

/// A leaf solver that is stopped in the middle of its first position, and then returns any value, as
/// it may; it declines all others.
#[derive(Clone)]
struct Interrupted(Arc<Mutex<Option<Handle>>>);

impl Knowledge<Heap> for Interrupted {
    fn evaluate(&mut self, _heap: &Heap) -> i32 {
        0
    }

    fn solve_leaf(
        &mut self,
        heap: &Heap,
        _window: Window,
        _depth: i32,
        meter: &mut Meter<'_>,
    ) -> Option<Score> {
        if heap.left != 8 {
            return None;
        }
        self.0.lock().unwrap().take()?.stop();
        assert!(meter.stopped());
        Some(Score::win_in(1))
    }

    fn plies_left(&self, heap: &Heap) -> Option<i32> {
        Some(heap.left as i32)
    }
}

#[test]
fn the_value_of_a_stopped_leaf_solver_is_never_stored() {
    let bomb = Arc::new(Mutex::new(None));
    let mut engine = engine(1, Interrupted(Arc::clone(&bomb)));
    *bomb.lock().unwrap() = Some(engine.handle());
    let stopped = engine.search(&Heap::of(20), &Limits::solve()).unwrap();
    assert_eq!(stopped.ended, Ended::Stopped);
    for left in [20, 8] {
        let report = engine.search(&Heap::of(left), &Limits::solve()).unwrap();
        assert!(report.verdict.proven);
        assert_eq!(report.verdict.score, Score::loss_in(left / 2), "a heap of {left}");
    }
    for left in [9, 10, 11] {
        let report = engine.search(&Heap::of(left), &Limits::solve()).unwrap();
        assert_eq!(report.best_move(), Some(left - 8));
    }
}

#[test]
fn several_lines_stay_several_moves_wherever_the_search_is_stopped() {
    for lines in [2, 3, 5] {
        for nodes in (40..4_000).step_by(37) {
            let mut engine = engine(1, Hunch);
            let limits = Limits { lines, ..Limits::nodes(nodes) };
            let report = engine.search(&Endless::start(), &limits).unwrap();
            assert!(report.lines.len() <= lines, "{} of {lines} lines", report.lines.len());
            assert_eq!(report.lines[0].verdict, report.verdict);
            distinct_first_moves(&report);
        }
    }
}

#[test]
fn several_chosen_moves_stay_several_lines_wherever_the_search_is_stopped() {
    for nodes in (40..4_000).step_by(37) {
        let mut engine = engine(1, Hunch);
        let limits = Limits { lines: 2, root_moves: vec![1, 2, 4], ..Limits::nodes(nodes) };
        let report = engine.search(&Endless::start(), &limits).unwrap();
        assert!(report.lines.iter().all(|line| [1, 2, 4].contains(&line.pv[0])));
        distinct_first_moves(&report);
    }
}

#[test]
fn a_move_with_a_line_of_its_own_has_its_value_by_the_same_search() {
    for (left, mv) in [(5, 1), (5, 2), (6, 1), (6, 2), (6, 3), (8, 2)] {
        for threads in [1, 2] {
            let search = |limits: Limits<u32>| {
                engine(threads, RulesOnly::default())
                    .search(&Heap::of(left), &limits)
                    .expect("a search")
            };
            let alone = search(Limits { root_moves: vec![mv], ..Limits::solve() }).verdict;
            let report = search(Limits { also: Some(mv), ..Limits::solve() });
            let line = report.lines.iter().find(|line| line.pv[0] == mv).expect("its line");
            assert_eq!(line.verdict.score, alone.score, "{mv} of {left}");
            assert_eq!(report.verdict, search(Limits::solve()).verdict, "the others as well");
            assert!(report.lines.len() <= 2);
        }
    }
    let limits = Limits { also: Some(7), ..Limits::solve() };
    let error =
        engine(1, RulesOnly::default()).search(&Heap::of(6), &limits).expect_err("not legal");
    assert_eq!(error, SearchError::Limit(LimitError::IllegalRootMove("7".into())));
}

/// Both lines are of one depth wherever the search is stopped, and so are those of the iteration before.
#[test]
fn a_move_with_a_line_of_its_own_is_never_searched_less_deep_than_the_best() {
    for nodes in (40..4_000).step_by(37) {
        let limits = Limits { also: Some(3), ..Limits::nodes(nodes) };
        let report = engine(1, Hunch).search(&Endless::start(), &limits).expect("a search");
        distinct_first_moves(&report);
        let depths = |lines: &[Line<_>]| lines.iter().map(|line| line.depth).collect::<Vec<_>>();
        let (now, before) = (depths(&report.lines), depths(&report.before));
        assert!(now.windows(2).all(|two| two[0] == two[1]), "{nodes}: {now:?}");
        assert!(before.iter().all(|depth| depth + 1 == now[0]), "{nodes}: {before:?} {now:?}");
        let has = |lines: &[Line<_>]| lines.iter().any(|line| line.pv[0] == 3);
        assert!(now[0] < 2 || has(&report.lines) && has(&report.before), "{nodes}: {report:?}");
    }
}

#[test]
fn a_solve_of_several_lines_proves_only_what_is_true_wherever_it_is_stopped() {
    let game = builtin().open("connect4").unwrap();
    let mut at = game.start().unwrap();
    at.play_text("526776751643").unwrap();
    let search = |limits: &Limits<_>| {
        let mut engine = game.engine(&config(1), None).unwrap();
        engine.run(&Ask::new(&at, limits)).unwrap()
    };
    let whole = search(&Limits { lines: 3, ..Limits::solve() });
    assert!(whole.lines.iter().all(|line| line.verdict.proven));
    let value_of = |mv| {
        let line = whole.lines.iter().find(|line| line.pv[0] == mv).expect("every move has a line");
        line.verdict.score
    };
    for nodes in (1..=40).map(|part| (whole.nodes * part / 40).max(1)) {
        let report = search(&Limits { lines: 3, nodes: Some(nodes), ..Limits::solve() });
        distinct_first_moves(&report);
        for (place, line) in report.lines.iter().enumerate().filter(|(_, line)| line.verdict.proven)
        {
            let (score, value) = (line.verdict.score, value_of(line.pv[0]));
            let rank_value = whole.lines[place].verdict.score;
            let holds = match line.verdict.bound {
                Bound::Exact => score == value && score == rank_value,
                Bound::Lower => score <= value,
                Bound::Upper => score >= rank_value,
            };
            assert!(holds, "line {place} after {nodes} nodes: {line:?}, truly {value:?}");
        }
    }
}

/// One move at a time, a fixed number of times; the side without a move at the end has lost.
#[derive(Clone, Debug)]
struct Corridor(u32);

impl Game for Corridor {
    type Move = u8;
    type Undo = ();
    fn to_move(&self) -> Side {
        if self.0.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn key(&self) -> u64 {
        u64::from(self.0 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then_some(Outcome::Loss)
    }
    fn moves(&self, out: &mut MoveList<u8>) {
        out.push(0);
    }
    fn play(&mut self, _mv: u8) {
        self.0 -= 1;
    }
    fn undo(&mut self, _mv: u8, (): ()) {
        self.0 += 1;
    }
    fn pack(mv: u8) -> u32 {
        u32::from(mv)
    }
    fn unpack(&self, bits: u32) -> Option<u8> {
        (bits == 0 && self.0 > 0).then_some(0)
    }
}

/// Misjudges how far the end of a corridor is, by this many plies.
#[derive(Clone, Debug)]
struct Surveyor {
    off: i32,
    windows: SolveWindows,
}

impl Knowledge<Corridor> for Surveyor {
    fn evaluate(&mut self, _game: &Corridor) -> i32 {
        77
    }
    fn plies_left(&self, game: &Corridor) -> Option<i32> {
        Some(game.0 as i32 + self.off)
    }
    fn solve_plan(&self, _game: &Corridor) -> SolvePlan {
        SolvePlan { windows: self.windows, ..SolvePlan::DEFAULT }
    }
}

const WINDOWS: [SolveWindows; 4] =
    [SolveWindows::AroundGuess, SolveWindows::Bisect, SolveWindows::Inwards, SolveWindows::Full];

#[test]
fn a_game_longer_than_the_longest_line_is_not_called_solved() {
    for threads in [1, 2] {
        for windows in WINDOWS {
            let mut engine = engine(threads, Surveyor { off: 0, windows });
            let report = engine.search(&Corridor(400), &Limits::solve()).unwrap();
            assert!(!report.verdict.proven, "{:?}", report.verdict);
            assert_eq!(report.ended, Ended::Depth);
            assert!(!report.verdict.score.is_decided(), "{:?}", report.verdict);
        }
    }
}

#[test]
fn a_wrong_estimate_of_the_plies_left_never_makes_a_proof_wrong() {
    for off in [-1000, -30, -1, 0, 1, 30, 1000] {
        for windows in WINDOWS {
            for plies in [1, 2, 39, 40] {
                let mut engine = engine(1, Surveyor { off, windows });
                let wins = if plies % 2 == 1 { Score::win_in } else { Score::loss_in };
                for limits in [Limits::solve(), Limits::default()] {
                    let report = engine.search(&Corridor(plies), &limits).unwrap();
                    assert!(report.verdict.proven && report.ended == Ended::Proven);
                    assert_eq!(report.verdict.score, wins(plies));
                    // Unless the shortest win is requested, its length is only bounded from above.
                    assert!(report.verdict.bound == Bound::Exact || !limits.solve);
                }
            }
        }
    }
}

/// Counts down by one at each call, and panics when it reaches zero.
#[derive(Clone, Debug)]
struct Fuse(Arc<AtomicI32>);

impl Fuse {
    fn of(calls: i32) -> Fuse {
        Fuse(Arc::new(AtomicI32::new(calls)))
    }

    fn burn(&self) {
        assert_ne!(self.0.fetch_sub(1, Ordering::Relaxed), 1, "the fuse burnt down");
    }
}

/// A heap that may panic when it is copied.
#[derive(Debug)]
struct Brittle(Heap, Fuse);

impl Clone for Brittle {
    fn clone(&self) -> Self {
        self.1.burn();
        Brittle(self.0.clone(), self.1.clone())
    }
}

impl Game for Brittle {
    type Move = u32;
    type Undo = ();
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
    fn play(&mut self, mv: u32) {
        self.0.play(mv);
    }
    fn undo(&mut self, mv: u32, (): ()) {
        self.0.undo(mv, ());
    }
    fn pack(mv: u32) -> u32 {
        Heap::pack(mv)
    }
    fn unpack(&self, bits: u32) -> Option<u32> {
        self.0.unpack(bits)
    }
}

#[test]
fn a_panic_while_the_position_is_copied_is_an_error_value() {
    for threads in [1, 3] {
        let knowledge = RulesOnly::default();
        let mut engine = hasty_engine::<Brittle, _>(threads, knowledge);
        for calls in 1..8 {
            let game = Brittle(Heap::of(30), Fuse::of(calls));
            let search = || engine.search(&game, &Limits::default());
            let result =
                catch_unwind(AssertUnwindSafe(search)).expect("no panic leaves the engine");
            if let Err(error) = result {
                assert!(matches!(error, SearchError::GamePanicked { .. }), "{error}");
            }
            let whole = Brittle(Heap::of(6), Fuse::of(-1));
            assert_eq!(engine.search(&whole, &Limits::default()).unwrap().best_move(), Some(2));
        }
    }
}

/// Knowledge that must not be used after it has panicked.
#[derive(Clone, Debug)]
struct Shaky {
    inside: Cell<bool>,
    fuse: Fuse,
}

impl Shaky {
    fn enter(&self) {
        assert!(!self.inside.replace(true), "knowledge was used after it had panicked");
        self.fuse.burn();
        self.inside.set(false);
    }
}

impl Knowledge<Heap> for Shaky {
    fn evaluate(&mut self, _heap: &Heap) -> i32 {
        self.enter();
        0
    }
    fn key(&self, heap: &Heap) -> plyglot_search::NodeKey {
        self.enter();
        plyglot_search::NodeKey { hash: heap.key(), symmetry: 0 }
    }
    fn bounds(&mut self, _heap: &Heap, _window: Window) -> plyglot_search::Bounds {
        self.enter();
        plyglot_search::Bounds::UNKNOWN
    }
    fn plies_left(&self, heap: &Heap) -> Option<i32> {
        self.enter();
        Some(heap.left as i32)
    }
    fn predict(&self, _heap: &Heap, estimate: Score) -> Score {
        self.enter();
        estimate
    }
    fn solve_plan(&self, _heap: &Heap) -> SolvePlan {
        self.enter();
        SolvePlan { rehearse: 3, windows: SolveWindows::Bisect, ..SolvePlan::DEFAULT }
    }
}

#[test]
fn knowledge_that_panicked_is_replaced_wherever_it_did() {
    for threads in [1, 2, 4] {
        let knowledge = Shaky { inside: Cell::new(false), fuse: Fuse::of(-1) };
        let fuse = knowledge.fuse.clone();
        let mut engine = hasty_engine(threads, knowledge);
        let limits = Limits { whole_lines: true, ..Limits::solve() };
        let mut errors = 0;
        for calls in (1..40).chain((40..2_000).step_by(17)) {
            engine.clear();
            fuse.0.store(calls, Ordering::Relaxed);
            match engine.search(&Heap::of(14), &limits) {
                Err(error) => {
                    assert!(error.to_string().contains("the fuse burnt down"), "{error}");
                    errors += 1;
                }
                Ok(report) => assert_eq!(report.best_move(), Some(2)),
            }
            fuse.0.store(-1, Ordering::Relaxed);
            let report = engine.search(&Heap::of(5), &limits).expect("the engine goes on");
            assert_eq!(report.best_move(), Some(1));
        }
        assert!(errors > 40, "only {errors}");
    }
}

/// Does not know how far the end is, and panics when a hook is called against its contract.
#[derive(Clone, Debug)]
struct Pedant;

impl Knowledge<Heap> for Pedant {
    fn evaluate(&mut self, _heap: &Heap) -> i32 {
        i32::MIN
    }
    fn futility(&self, _heap: &Heap, _node: &Node) -> Option<i32> {
        Some(10)
    }
    fn reduction(&self, _heap: &Heap, _node: &Node, _candidate: &Candidate<u32>) -> i32 {
        panic!("a reduction was requested in a solve");
    }
    fn prune(&self, _heap: &Heap, _node: &Node, _candidate: &Candidate<u32>) -> bool {
        panic!("a move was to be left out in a solve");
    }
    fn reduction_without_hash_move(&self, _heap: &Heap, _node: &Node) -> i32 {
        panic!("an internal reduction was requested in a solve");
    }
    fn solve_plan(&self, _heap: &Heap) -> SolvePlan {
        panic!("a plan was requested without the plies left");
    }
    fn predict(&self, _heap: &Heap, _estimate: Score) -> Score {
        panic!("a prediction was requested without a plan");
    }
    fn solve_leaf(
        &mut self,
        heap: &Heap,
        _window: Window,
        depth: i32,
        _meter: &mut Meter<'_>,
    ) -> Option<Score> {
        let wins = !heap.left.is_multiple_of(4);
        let plies = heap.left.div_ceil(4) * 2 - u32::from(wins);
        let score = if wins { Score::win_in(plies) } else { Score::loss_in(plies) };
        (heap.left < 10 && depth >= plies as i32).then_some(score)
    }
    fn bits_from_canonical(&self, _heap: &Heap, bits: u32, _symmetry: u8) -> u32 {
        assert_ne!(bits, NO_MOVE, "NO_MOVE was passed to be mapped");
        bits
    }
}

#[test]
fn knowledge_is_called_only_as_its_contract_says() {
    for threads in [1, 2] {
        let mut engine = engine(threads, Pedant);
        for left in 1..25 {
            let limits = Limits { whole_lines: true, ..Limits::solve() };
            let report = engine.search(&Heap::of(left), &limits).unwrap();
            assert!(report.verdict.proven);
            assert_eq!(report.verdict.score > Score::DRAW, !left.is_multiple_of(4), "{left}");
        }
    }
}

/// A hunch with a null move wherever possible, and ProbCut at every depth.
#[derive(Clone, Debug)]
struct Rash;

impl Knowledge<Endless> for Rash {
    fn evaluate(&mut self, game: &Endless) -> i32 {
        Hunch.evaluate(game)
    }
    fn null_move(&mut self, game: &mut Endless, node: &Node) -> Option<NullMove<u64>> {
        (node.depth > 1).then(|| NullMove::new(game.play(77), 1))
    }
    fn undo_null(&mut self, game: &mut Endless, undo: u64) {
        game.undo(77, undo);
    }
    fn probcut(&self, _game: &Endless, node: &Node) -> Option<ProbCut> {
        (node.depth > 2).then(|| ProbCut::both(node.depth - 2, 5))
    }
}

#[test]
fn a_node_limit_holds_to_the_node_under_forward_pruning() {
    for nodes in (1..3_000).step_by(13) {
        let mut engine = engine(1, Rash);
        let report = engine.search(&Endless::start(), &Limits::nodes(nodes)).unwrap();
        assert_eq!(report.nodes, nodes);
    }
}

#[test]
fn a_stop_at_any_moment_ends_the_current_search_and_only_that() {
    for threads in [1, 2, 4] {
        let mut engine = hasty_engine(threads, Hunch);
        for moment in 0..60 {
            let handle = engine.handle();
            let stopping = std::thread::spawn(move || {
                std::thread::sleep(std::time::Duration::from_micros(moment * 20));
                handle.stop();
            });
            let report = engine.search(&Endless::start(), &Limits::default()).unwrap();
            stopping.join().unwrap();
            assert_eq!(report.ended, Ended::Stopped);
            assert!(report.best_move().is_some());
            let report = engine.search(&Endless::start(), &Limits::depth(3)).unwrap();
            assert_eq!((report.ended, report.lines[0].depth), (Ended::Depth, 3));
        }
    }
}
