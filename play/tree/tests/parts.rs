//! Proofs in parts: what was settled before a part was given up is in the table, and in the tree once the process ends.
//! And books of all positions of the first plies.

use std::collections::HashSet;

use super::*;

fn nodes(nodes: u64) -> Until {
    Until { nodes: Some(nodes), ..Until::default() }
}

/// Whether a position's value for the first player is at least so much, by a solve of its own.
fn is_at_least(lab: &Lab, at: &Position, goal: i16) -> bool {
    let mut engine = lab.game.engine(&Config::single(TABLE), None).expect("an engine");
    let report = engine.run(&Ask::new(at, &Limits::solve())).expect("a solve");
    let proven = Proven::of(&report.verdict, at.to_move(), Scale::of(lab.game.facts()));
    proven.answers(goal).expect("solved")
}

#[test]
fn a_proof_in_parts_takes_hardly_more_than_one_in_one_go() {
    for name in ["kalah:4,4", "connect4:6x5", "breakthrough:4x5", "othello:6"] {
        let lab = Lab::new(name);
        let from = (name == "othello:6").then_some("c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3");
        let mut start = lab.start();
        for mv in from.into_iter().flat_map(str::split_whitespace) {
            start = start.after(start.parse_move(mv).expect("a move")).expect("it is played");
        }
        let start = start.without_past();
        let spent = |file: &str, budget: u64, stops: &[u64]| {
            let path = lab.path(file);
            drop(Tree::create(&path, &*lab.game, &start).expect("a new tree"));
            let mut all = 0;
            for until in stops.iter().map(|&most| nodes(most)).chain([Until::default()]) {
                // A new process, with a new table.
                let mut tree = lab.open(file).expect("the file");
                all += lab.grow(&mut tree, 1, proof(budget), until).1.nodes;
            }
            let tree = lab.open(file).expect("the file");
            assert!(tree.proven().is_exact(), "{name}");
            (all, tree.proven().lower, tree.len())
        };
        let (whole, value, _) = spent("whole", u64::MAX, &[]);
        let (parts, same, positions) = spent("parts", 1_000, &[]);
        assert_eq!(value, same, "{name}");
        assert!(parts < 2 * whole, "{name}: {parts} nodes in parts, {whole} in one go");
        assert!(positions > 100, "{name}: what parts have proven is in the tree: {positions}");
        // Half of it is lost with the table; the other half is not.
        let (interrupted, same, _) = spent("interrupted", 1_000, &[parts / 2]);
        assert_eq!(value, same, "{name}");
        let most = parts + parts * 3 / 4;
        assert!(interrupted < most, "{name}: {interrupted} nodes with a stop, {parts} without");
    }
}

#[test]
fn what_is_taken_from_a_table_is_so() {
    let mut taken = 0;
    for name in ["kalah:4,3", "connect4:5x5", "breakthrough:3x5", "dots-and-boxes:2x3"] {
        let lab = Lab::new(name);
        for workers in [1, 2] {
            let mut tree = lab.create(&workers.to_string());
            lab.grow(&mut tree, workers, proof(500), nodes(20_000));
            for node in tree.graph.nodes().iter().filter(|node| !node.is_over()) {
                let at = tree.start.parse(&node.text).expect("a position");
                let Proven { lower, upper } = node.proven;
                let is_new = node.own.nodes == 0 && node.proven != Proven::UNKNOWN;
                taken += usize::from(is_new && node.children.is_empty());
                assert!(lower <= -WIN || is_at_least(&lab, &at, lower), "{name}: {}", node.text);
                let above = tree.scale.above(upper);
                assert!(upper >= WIN || !is_at_least(&lab, &at, above), "{name}: {}", node.text);
            }
        }
    }
    assert!(taken > 100, "hardly anything was taken: {taken}");
}

#[test]
fn a_book_of_the_first_plies_has_all_positions_of_them_with_their_values() {
    for (name, plies) in [("connect4:4x4", 5), ("kalah:3,2", 3), ("tictactoe", 4)] {
        let lab = Lab::new(name);
        let mut all = HashSet::new();
        let mut now = vec![lab.start()];
        for ply in 0..=plies {
            now.retain(|at| all.insert(key(at, 0).expect("a key")));
            if ply < plies {
                let open = now.iter().filter(|at| at.outcome().is_none());
                let below = open.flat_map(|at| {
                    let moves = at.moves().expect("moves");
                    moves.into_iter().map(|mv| at.after(mv).expect("it is played"))
                });
                now = below.collect();
            }
        }
        let aim = Aim::Book { effort: 100_000, exact: true, width: None, plies: Some(plies) };
        let mut tree = lab.create("tree");
        // In two runs, the second of which opens what the first had left.
        lab.grow(&mut tree, 1, aim, positions(5));
        drop(tree);
        let mut tree = lab.open("tree").expect("the file");
        let (ended, _) = lab.grow(&mut tree, 2, aim, Until::default());
        assert_eq!(ended, Ended::Exhausted, "{name}");
        let there: HashSet<u64> = tree.graph.nodes().iter().map(|node| node.key).collect();
        assert_eq!(there, all, "{name}");
        for node in tree.graph.nodes() {
            assert!(node.proven.is_exact(), "{name}: {}", node.text);
            assert!(node.ply <= plies, "{name}: {}", node.text);
        }
        assert_eq!(tree.proven(), Proven::exactly(lab.solved()), "{name}");
    }
}

#[test]
fn a_part_of_a_solve_keeps_what_a_full_table_has_of_those_before() {
    let lab = Lab::new("kalah:4,4");
    let (at, scale, value) = (lab.start(), Scale::of(lab.game.facts()), lab.solved());
    let window = Some(Window::new(value::score(value).prev(), value::score(value)));
    for hash in [128 << 10, 256 << 10] {
        let parts = |resumes: bool| {
            let mut engine = lab.game.engine(&Config::single(hash), None).expect("an engine");
            let limits = Limits { window, nodes: Some(50_000), ..Limits::solve() };
            let limits = Limits { resumes, ..limits.without_whole_lines() };
            (1..=40).find(|_| {
                let report = engine.run(&Ask::new(&at, &limits)).expect("an answer");
                let answer = Proven::of(&report.verdict, at.to_move(), scale).answers(value);
                assert_ne!(answer, Some(false));
                answer.is_some()
            })
        };
        assert!(parts(true).is_some(), "{hash}: the parts come to no end");
        // What ages makes room for what is found anew in each part.
        assert_eq!(parts(false), None, "{hash}: the table is too large for this test");
    }
}
