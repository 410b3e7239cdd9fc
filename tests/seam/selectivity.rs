//! Forward pruning, reductions and quiescence: used where a game switches them on, and never the
//! reason for a false proof.

use crate::common::Heap;
use plyglot_search::random::mix;
use plyglot_search::{
    Aspects, Bound, BoxedKnowledge, Candidate, Config, Engine, Game, Knowledge, Limits, Meaning,
    MoveList, Node, NullMove, Off, ProbCut, Score, Singular, Tuned, Tuning,
};

/// Knows the heap badly and prunes recklessly: in a game of zugzwang throughout, most of what it
/// prunes is wrong.
#[derive(Clone, Debug)]
struct Reckless;

impl Knowledge<Heap> for Reckless {
    const QUIESCENCE: bool = true;
    const SINGULAR: bool = true;
    const CONTEXT: bool = true;
    const CORRECTED: bool = true;

    fn evaluate(&mut self, heap: &Heap) -> i32 {
        (heap.left as i32 * 37) % 100 - 50
    }

    fn aspects(&self, heap: &Heap) -> Aspects {
        [mix(u64::from(heap.left) / 4), mix(u64::from(heap.left) % 3), 0, 0]
    }

    fn noisy(&mut self, heap: &Heap, _node: &Node, out: &mut MoveList<u32>) {
        if heap.left > 2 {
            out.push(3);
        }
    }

    fn null_move(&mut self, heap: &mut Heap, node: &Node) -> Option<NullMove<()>> {
        (node.depth > 2).then(|| {
            heap.second_moves = !heap.second_moves;
            NullMove::new((), 1).verified_at(if heap.left.is_multiple_of(2) { 1 } else { 2 })
        })
    }

    fn undo_null(&mut self, heap: &mut Heap, (): ()) {
        heap.second_moves = !heap.second_moves;
    }

    fn reduction(&self, heap: &Heap, node: &Node, candidate: &Candidate<u32>) -> i32 {
        if candidate.index == 0 {
            -i32::from(heap.left.is_multiple_of(7))
        } else {
            i32::from(node.depth > 1)
        }
    }

    fn prune(&self, heap: &Heap, node: &Node, candidate: &Candidate<u32>) -> bool {
        node.depth < 4 && candidate.index > 1 && heap.left.is_multiple_of(3)
    }

    fn reduction_without_hash_move(&self, heap: &Heap, node: &Node) -> i32 {
        i32::from(node.depth > 3 && heap.left.is_multiple_of(5))
    }

    fn futility(&self, _heap: &Heap, node: &Node) -> Option<i32> {
        (node.depth < 3).then_some(0)
    }

    fn singular(&self, heap: &Heap, node: &Node) -> Option<Singular> {
        let margin = if heap.left.is_multiple_of(2) { -5 } else { 5 };
        (node.depth > 2).then_some(Singular { depth: 1, margin })
    }

    fn probcut(&self, _heap: &Heap, node: &Node) -> Option<ProbCut> {
        (node.depth == 4).then_some(ProbCut::both(2, 5))
    }
}

/// The same without pruning.
#[derive(Clone, Debug)]
struct Careful;

impl Knowledge<Heap> for Careful {
    fn evaluate(&mut self, heap: &Heap) -> i32 {
        Reckless.evaluate(heap)
    }
}

fn engine<K: Knowledge<Heap>>(threads: usize, knowledge: K) -> Engine<Heap, BoxedKnowledge<Heap>> {
    let config = Config { threads, hash_bytes: 1 << 16, ..Config::default() };
    Engine::new(&config, BoxedKnowledge::new(knowledge)).unwrap()
}

#[test]
fn what_is_called_proven_is_true_however_recklessly_it_was_pruned() {
    for threads in [1, 2, 4] {
        for left in 1..30 {
            for depth in 1..20 {
                let mut engine = engine(threads, Reckless);
                let report = engine.search(&Heap::of(left), &Limits::depth(depth)).unwrap();
                if report.verdict.proven && report.verdict.bound == Bound::Exact {
                    let wins = !left.is_multiple_of(4);
                    assert_eq!(report.verdict.score > Score::DRAW, wins, "{left} at {depth}");
                }
            }
        }
    }
}

#[test]
fn a_decided_score_is_true_however_recklessly_it_was_pruned() {
    for left in 1..30 {
        for depth in 1..20 {
            let report =
                engine(1, Reckless).search(&Heap::of(left), &Limits::depth(depth)).unwrap();
            match report.verdict.score.meaning() {
                Meaning::WinIn(_) => assert!(!left.is_multiple_of(4), "{left} at {depth}"),
                Meaning::LossIn(_) => assert!(left.is_multiple_of(4), "{left} at {depth}"),
                _ => {}
            }
        }
    }
}

#[test]
fn an_exact_solve_prunes_nothing_and_ends_with_its_proof() {
    for threads in [1, 2] {
        for left in [7, 12, 25] {
            let mut reckless = engine(threads, Reckless);
            let report = reckless.search(&Heap::of(left), &Limits::solve()).unwrap();
            assert!(report.verdict.proven);
            let mut careful = engine(1, Careful);
            let plain = careful.search(&Heap::of(left), &Limits::solve()).unwrap();
            assert_eq!(report.verdict, plain.verdict, "{left}");
        }
    }
}

#[test]
fn pruning_visits_less_of_the_tree() {
    // Extensions are no pruning.
    let off = Off::parse("singular").expect("a switch");
    let pruning = Tuned::with(Reckless, Tuning { off, ..Tuning::default() });
    let nodes = |limits: &Limits<u32>| {
        let reckless = engine(1, pruning.clone()).search(&Heap::of(40), limits).unwrap();
        let careful = engine(1, Careful).search(&Heap::of(40), limits).unwrap();
        (reckless.nodes, careful.nodes)
    };
    let (reckless, careful) = nodes(&Limits::depth(10));
    assert!(reckless < careful, "{reckless} against {careful}");
}

#[test]
fn a_null_move_is_taken_back() {
    let mut heap = Heap::of(9);
    let before = heap.clone();
    let NullMove { undo, .. } = Reckless.null_move(&mut heap, &Node::at_depth(5)).unwrap();
    assert_ne!(heap.to_move(), before.to_move());
    Reckless.undo_null(&mut heap, undo);
    assert_eq!(heap, before);
}

/// Asks for searches of a node that are as deep as the node, or deeper.
#[derive(Clone, Debug)]
struct Endless {
    probcut: bool,
    verify: bool,
    null_move: bool,
}

impl Knowledge<Heap> for Endless {
    fn evaluate(&mut self, heap: &Heap) -> i32 {
        Reckless.evaluate(heap)
    }

    fn null_move(&mut self, heap: &mut Heap, node: &Node) -> Option<NullMove<()>> {
        if !self.null_move && !self.verify {
            return None;
        }
        heap.second_moves = !heap.second_moves;
        let null = NullMove::new((), if self.null_move { i32::MIN } else { 1 });
        Some(if self.verify { null.verified_at(node.depth + 3) } else { null })
    }

    fn undo_null(&mut self, heap: &mut Heap, (): ()) {
        heap.second_moves = !heap.second_moves;
    }

    fn probcut(&self, _heap: &Heap, node: &Node) -> Option<ProbCut> {
        self.probcut.then_some(ProbCut::both(node.depth.saturating_mul(2), 5))
    }
}

/// A search that stands for the node it is made at would be made at itself again and again, until the
/// stack ends.
#[test]
fn a_search_as_deep_as_its_node_is_made_a_ply_less_deep() {
    for (probcut, verify, null_move) in
        [(true, false, false), (false, true, false), (false, false, true), (true, true, true)]
    {
        for depth in 1..8 {
            let knowledge = Endless { probcut, verify, null_move };
            let report = engine(1, knowledge).search(&Heap::of(60), &Limits::depth(depth)).unwrap();
            assert_eq!(report.lines[0].depth, depth, "{probcut} {verify} {null_move}");
        }
    }
}
