//! Two searches are compared: where they agree nothing is found, and where one is wrong on purpose
//! the very node is.

mod against_support;

use against_support::{Bug, Wrong, everywhere, random_position};
use plyglot_bench::random::SplitMix;
use plyglot_bench::trace::against::{
    ByEngine, ByMethod, Disagreement, Failure, Reach, Side, against, text,
};
use plyglot_games::synthetic::{Spec, Sums, Synthetic};
use plyglot_search::family::minimax::minimax;
use plyglot_search::stop::StopFlag;
use plyglot_search::{Bound, Describe, Game, Kind, Knowledge, Score, Window};

const REACH: Reach<'_> = Reach { depth: 4, visits: 3_000_000, kept: 200_000, stop: None };

const RIGHT: [&str; 10] = [
    "negamax",
    "alpha-beta-hard",
    "alpha-beta-sides",
    "scout",
    "pvs",
    "negascout+table+deepening+hash+killers",
    "negascout-sides+history",
    "aspiration=5+table+deepening",
    "mtd-f+table",
    "mtd-bisect",
];

fn method<K>(name: &str, knowledge: K) -> ByMethod<K> {
    ByMethod { method: name.parse().expect("a method"), knowledge }
}

fn tree(spec: &str) -> Synthetic {
    Synthetic::new(Spec::parse(spec).expect("a spec")).expect("a tree")
}

/// Checks a disagreement against the definition of minimax.
fn check<G: Describe, K: Knowledge<G>>(found: &Disagreement<G>, root: &G, knowledge: &mut K) {
    let fault = &found.case.fault;
    let mut position = root.clone();
    for &mv in found.case.played.iter().chain(&found.case.line) {
        position.play(mv);
    }
    assert_eq!(position.key(), fault.position.key());
    let mut value = |game: &G, depth: u32, ply| {
        minimax(&mut game.clone(), knowledge, Some(depth as i32)).from_node(ply)
    };
    assert_eq!(fault.truth, value(&position, fault.depth, fault.ply));
    assert!(is_denied(fault.window, fault.claim, fault.bound, fault.truth));
    for reply in &fault.first {
        let (visit, left) = (reply.visit, reply.left.expect("an answer"));
        let mut child = position.clone();
        child.play(visit.mv.expect("a move"));
        let truth = value(&child, visit.depth as u32, visit.ply);
        assert_eq!(reply.truth, Some(truth));
        let denied = is_denied(visit.window, left.value, left.bound, truth);
        let asks = visit.window.alpha < visit.window.beta;
        assert!(!asks || !denied, "what is beneath is right");
    }
    let told = text(root, found);
    assert!(told.contains(&found.case.start.text()) && told.contains(&found.names[0]), "{told}");
}

fn is_denied(window: Window, claim: Score, bound: Bound, truth: Score) -> bool {
    match bound {
        _ if window.contains(claim) => claim != truth,
        Bound::Exact => claim != truth,
        Bound::Lower => truth < claim,
        Bound::Upper => truth > claim,
    }
}

type Pair<G> = (Box<dyn Side<G>>, Box<dyn Side<G>>);

struct Agree;

impl everywhere::Do for Agree {
    fn with<G: Describe, K: Knowledge<G>>(&self, start: &G, knowledge: K) {
        let mut random = SplitMix(3);
        for (round, name) in RIGHT.into_iter().enumerate() {
            let game = random_position(start, &mut random);
            let minimax = || method("minimax", knowledge.clone());
            let right = method(name, knowledge.clone());
            let engine = ByEngine::new(knowledge.clone());
            let sides: [Pair<G>; 4] = [
                (Box::new(right.clone()), Box::new(minimax())),
                (Box::new(engine.clone()), Box::new(minimax())),
                (Box::new(engine.clone()), Box::new(right.clone())),
                (Box::new(right), Box::new(engine)),
            ];
            for (mut first, mut second) in sides {
                let depth = if round % 2 == 0 { 3 } else { 2 };
                let reach = Reach { depth, ..REACH };
                let found = against(first.as_mut(), second.as_mut(), &game, &reach);
                let found = found.unwrap_or_else(|error| panic!("{}: {error}", first.name()));
                if let Some(found) = found {
                    panic!("{}", text(&game, &found));
                }
            }
        }
    }
}

#[test]
fn right_searches_agree_everywhere() {
    everywhere::each(&Agree);
}

#[test]
fn a_research_window_off_by_one_is_found_at_its_node() {
    let mut shallow = 0;
    for seed in 0..20 {
        let root = tree(&format!("4,6,random=6,seed={seed}"));
        let mut wrong = Wrong { bug: Bug::Research, knowledge: Sums };
        let found = against(&mut wrong, &mut method("minimax", Sums), &root, &REACH).unwrap();
        let Some(found) = found else { continue };
        shallow += usize::from(found.depth < 4);
        check(&found, &root, &mut Sums);
        let fault = &found.case.fault;
        assert_eq!(fault.claim.raw(), fault.truth.raw() + 1);
        // The second look at a move began one too high, and failed low.
        assert!(fault.first.iter().any(|reply| {
            let left = reply.left.unwrap();
            reply.visit.kind == Kind::Research && left.bound == Bound::Lower
        }));
        assert_eq!(found.case.played, found.line, "the node shows it alone");
    }
    assert!(shallow > 5);
}

#[test]
fn a_wrong_sign_where_a_player_moves_again_is_found_at_its_node() {
    for seed in 0..10 {
        let root = tree(&format!("3,7,again=15,seed={seed}"));
        let mut wrong = Wrong { bug: Bug::AlwaysNegates, knowledge: Sums };
        let found = against(&mut wrong, &mut method("minimax", Sums), &root, &REACH).unwrap();
        let found = found.expect("somebody moves again within four plies");
        check(&found, &root, &mut Sums);
        let Disagreement { depth, line, case, .. } = found;
        assert_eq!(depth, line.len() as u32 + case.fault.depth);
        assert_eq!((case.line.len(), &case.played), (0, &line), "the node shows it alone");
        let mover = case.fault.position.to_move();
        let again = case.fault.first.iter().filter(|reply| {
            let mut child = case.fault.position;
            child.play(reply.visit.mv.unwrap());
            child.to_move() == mover
        });
        assert!(again.count() > 0);
    }
}

struct Passes;

impl everywhere::Do for Passes {
    fn with<G: Describe, K: Knowledge<G>>(&self, start: &G, knowledge: K) {
        let (mut random, mut passes) = (SplitMix(11), 0);
        while passes < 5 {
            let root = random_position(start, &mut random);
            let mut wrong = Wrong { bug: Bug::SignOfPass, knowledge: knowledge.clone() };
            let mut right = method("minimax", knowledge.clone());
            let reach = Reach { depth: 3, ..REACH };
            if let Some(found) = against(&mut wrong, &mut right, &root, &reach).unwrap() {
                passes += 1;
                check(&found, &root, &mut knowledge.clone());
                let fault = &found.case.fault;
                assert_eq!((found.case.line.len(), fault.first.len()), (0, 1));
                assert_eq!(fault.position.notation(fault.first[0].visit.mv.unwrap()), "pass");
            }
        }
    }
}

#[test]
fn a_wrong_sign_on_a_pass_is_found_at_the_pass() {
    everywhere::one("othello:6", &Passes);
}

#[test]
fn the_mistakes_of_the_family_are_found() {
    for name in ["mistake-guide", "mistake-wide=4", "mistake-printed"] {
        let mut caught = 0;
        for seed in 0..10 {
            let root = tree(&format!("4,6,random=20,seed={seed}"));
            let mut wrong = method(name, Sums);
            let found = against(&mut wrong, &mut method("minimax", Sums), &root, &REACH).unwrap();
            if let Some(found) = found {
                caught += 1;
                check(&found, &root, &mut Sums);
            }
        }
        assert!(caught > 7, "{name}: {caught} of 10");
    }
}

#[test]
fn what_shows_only_on_the_way_keeps_as_much_of_it_as_it_needs() {
    let mut cut = 0;
    for seed in 0..20 {
        let root = tree(&format!("3,7,random=30,seed={seed}"));
        let mut wrong = Wrong { bug: Bug::BelowRoot, knowledge: Sums };
        let found = against(&mut wrong, &mut method("minimax", Sums), &root, &REACH).unwrap();
        let Some(found) = found else { continue };
        check(&found, &root, &mut Sums);
        assert_eq!(found.case.line.len(), 1, "one move has to be played, no more");
        assert_eq!(found.case.played.len() + 1, found.line.len());
        cut += usize::from(!found.case.played.is_empty());
    }
    assert!(cut > 5);
}

#[test]
fn an_answer_is_denied_though_every_visit_is_right() {
    let root = tree("3,5");
    let mut wrong = Wrong { bug: Bug::Answer, knowledge: Sums };
    let found = against(&mut wrong, &mut method("minimax", Sums), &root, &REACH).unwrap().unwrap();
    let fault = &found.case.fault;
    assert_eq!((found.depth, found.line.len(), fault.kind), (1, 0, None));
    assert_eq!(fault.claim.raw(), fault.truth.raw() + 1);
    assert_eq!(fault.first.len(), 1, "its passes");
    assert_eq!(fault.second.len(), 3);
}

#[test]
fn a_comparison_that_cannot_be_made_says_why() {
    let root = tree("4,8");
    let compare = |reach: Reach<'_>| {
        let mut first = method("alpha-beta", Sums);
        against(&mut first, &mut ByEngine::new(Sums), &root, &reach).map(|found| found.is_some())
    };
    let error = compare(Reach { visits: 200, ..REACH }).unwrap_err();
    assert_eq!(error.why, Failure::TooManyVisits(200));
    assert!(error.agreed < 4);
    let error = compare(Reach { kept: 20, ..REACH }).unwrap_err();
    assert!(matches!(error.why, Failure::TooLarge { kept: 20, made } if made > 20));
    assert_eq!(error.agreed, 2);
    let stop = StopFlag::default();
    stop.raise();
    let error = compare(Reach { stop: Some(&stop), ..REACH }).unwrap_err();
    assert_eq!((error.agreed, error.why), (0, Failure::Stopped));
}
