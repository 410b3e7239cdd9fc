//! Two searches are compared: where they agree nothing is found, and where one is wrong on purpose
//! the very node is.

use plyglot_bench::trace::against::{
    ByEngine, ByMethod, Disagreement, Failure, Reach, Side, against, text,
};
use plyglot_check::minimax::minimax;
use plyglot_open::{Open, Position};
use plyglot_search::random::SplitMix;
use plyglot_search::{Bound, Kind, Score, Stop, Window};

use crate::against_support::{Bug, GAMES, Wrong, open, random_position};

const REACH: Reach<'_> = Reach { depth: 4, visits: 3_000_000, stored: 200_000, stop: None };

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

fn method(name: &str, game: &dyn Open) -> ByMethod {
    ByMethod { method: name.parse().expect("a method"), knowledge: game.knowledge() }
}

/// A synthetic tree and its root.
fn tree(spec: &str) -> (Box<dyn Open>, Position) {
    let game = open(&format!("synthetic:{spec}"));
    let root = game.start().expect("a root");
    (game, root)
}

/// Compares a search with minimax.
fn with_minimax(side: &mut dyn Side, game: &dyn Open, root: &Position) -> Option<Disagreement> {
    against(side, &mut method("minimax", game), root, &REACH).expect("within reach")
}

/// Checks a disagreement against the definition of minimax.
fn check(found: &Disagreement, root: &Position, game: &dyn Open) {
    let (fault, mut knowledge) = (&found.case.fault, game.knowledge());
    let mut position = root.clone();
    for &mv in found.case.played.iter().chain(&found.case.line) {
        position.play(mv).expect("a legal move");
    }
    assert_eq!(position.key(), fault.position.key());
    let mut value = |at: &Position, depth: u32, ply| {
        minimax(&mut at.game().clone(), &mut knowledge, Some(depth as i32)).from_node(ply)
    };
    assert_eq!(fault.truth, value(&position, fault.depth, fault.ply));
    assert!(is_contradicted(fault.window, fault.claim, fault.bound, fault.truth));
    for reply in &fault.first {
        let (visit, left) = (reply.visit, reply.left.expect("an answer"));
        let child = position.after(visit.mv.expect("a move")).expect("a legal one");
        let truth = value(&child, visit.depth as u32, visit.ply);
        assert_eq!(reply.truth, Some(truth));
        let contradicted = is_contradicted(visit.window, left.value, left.bound, truth);
        let asks = visit.window.alpha < visit.window.beta;
        assert!(!asks || !contradicted, "what is beneath is right");
    }
    let text = text(root, found).expect("a text");
    let start = found.case.start.text().expect("a text");
    assert!(text.contains(&start) && text.contains(&found.names[0]), "{text}");
}

fn is_contradicted(window: Window, claim: Score, bound: Bound, truth: Score) -> bool {
    match bound {
        _ if window.contains(claim) => claim != truth,
        Bound::Exact => claim != truth,
        Bound::Lower => truth < claim,
        Bound::Upper => truth > claim,
    }
}

/// Compares right searches of random positions with one another.
fn agree(game: &dyn Open) {
    let mut random = SplitMix(3);
    let start = game.start().expect("a position");
    for (round, name) in RIGHT.into_iter().enumerate() {
        let at = random_position(&start, &mut random);
        let minimax = || method("minimax", game);
        let right = method(name, game);
        let engine = ByEngine::new(game);
        let sides: [(Box<dyn Side + '_>, Box<dyn Side + '_>); 4] = [
            (Box::new(right.clone()), Box::new(minimax())),
            (Box::new(engine), Box::new(minimax())),
            (Box::new(engine), Box::new(right.clone())),
            (Box::new(right), Box::new(engine)),
        ];
        for (mut first, mut second) in sides {
            let depth = if round % 2 == 0 { 3 } else { 2 };
            let reach = Reach { depth, ..REACH };
            let found = against(first.as_mut(), second.as_mut(), &at, &reach);
            let found = found.unwrap_or_else(|error| panic!("{}: {error}", first.name()));
            if let Some(found) = found {
                panic!("{}", text(&at, &found).expect("a text"));
            }
        }
    }
}

#[test]
fn right_searches_agree_everywhere() {
    GAMES.into_iter().for_each(|name| agree(&*open(name)));
}

#[test]
fn a_research_window_off_by_one_is_found_at_its_node() {
    let mut shallow = 0;
    for seed in 0..20 {
        let (game, root) = tree(&format!("4,6,random=6,seed={seed}"));
        let mut wrong = Wrong::new(Bug::Research, &*game);
        let Some(found) = with_minimax(&mut wrong, &*game, &root) else { continue };
        shallow += usize::from(found.depth < 4);
        check(&found, &root, &*game);
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
        let (game, root) = tree(&format!("3,7,again=15,seed={seed}"));
        let mut wrong = Wrong::new(Bug::AlwaysNegates, &*game);
        let found = with_minimax(&mut wrong, &*game, &root);
        let found = found.expect("a side moves again within four plies");
        check(&found, &root, &*game);
        let Disagreement { depth, line, case, .. } = found;
        assert_eq!(depth, line.len() as u32 + case.fault.depth);
        assert_eq!((case.line.len(), &case.played), (0, &line), "the node shows it alone");
        let mover = case.fault.position.to_move();
        let again = case.fault.first.iter().filter(|reply| {
            let child = case.fault.position.after(reply.visit.mv.unwrap());
            child.expect("a legal move").to_move() == mover
        });
        assert!(again.count() > 0);
    }
}

#[test]
fn a_wrong_sign_on_a_pass_is_found_at_the_pass() {
    let game = open("othello:6");
    let start = game.start().expect("a position");
    let (mut random, mut passes) = (SplitMix(11), 0);
    while passes < 5 {
        let root = random_position(&start, &mut random);
        let mut wrong = Wrong::new(Bug::SignOfPass, &*game);
        let mut right = method("minimax", &*game);
        let reach = Reach { depth: 3, ..REACH };
        if let Some(found) = against(&mut wrong, &mut right, &root, &reach).unwrap() {
            passes += 1;
            check(&found, &root, &*game);
            let fault = &found.case.fault;
            assert_eq!((found.case.line.len(), fault.first.len()), (0, 1));
            let only = fault.first[0].visit.mv.unwrap();
            assert_eq!(fault.position.move_text(only).unwrap(), "pass");
        }
    }
}

#[test]
fn the_mistakes_of_the_family_are_found() {
    for name in ["mistake-guide", "mistake-wide=4", "mistake-printed"] {
        let mut caught = 0;
        for seed in 0..10 {
            let (game, root) = tree(&format!("4,6,random=20,seed={seed}"));
            let mut wrong = method(name, &*game);
            if let Some(found) = with_minimax(&mut wrong, &*game, &root) {
                caught += 1;
                check(&found, &root, &*game);
            }
        }
        assert!(caught > 7, "{name}: {caught} of 10");
    }
}

#[test]
fn a_mistake_that_needs_moves_before_it_keeps_only_those() {
    let mut cut = 0;
    for seed in 0..20 {
        let (game, root) = tree(&format!("3,7,random=30,seed={seed}"));
        let mut wrong = Wrong::new(Bug::BelowRoot, &*game);
        let Some(found) = with_minimax(&mut wrong, &*game, &root) else { continue };
        check(&found, &root, &*game);
        assert_eq!(found.case.line.len(), 1, "one move has to be played, no more");
        assert_eq!(found.case.played.len() + 1, found.line.len());
        cut += usize::from(!found.case.played.is_empty());
    }
    assert!(cut > 5);
}

#[test]
fn an_answer_is_contradicted_though_every_visit_is_right() {
    let (game, root) = tree("3,5");
    let mut wrong = Wrong::new(Bug::Answer, &*game);
    let found = with_minimax(&mut wrong, &*game, &root).expect("its answer is wrong");
    let fault = &found.case.fault;
    assert_eq!((found.depth, found.line.len(), fault.kind), (1, 0, None));
    assert_eq!(fault.claim.raw(), fault.truth.raw() + 1);
    assert_eq!(fault.first.len(), 1, "its passes");
    assert_eq!(fault.second.len(), 3);
}

#[test]
fn a_comparison_that_cannot_be_made_says_why() {
    let (game, root) = tree("4,8");
    let compare = |reach: Reach<'_>| {
        let mut first = method("alpha-beta", &*game);
        against(&mut first, &mut ByEngine::new(&*game), &root, &reach).map(|found| found.is_some())
    };
    let error = compare(Reach { visits: 200, ..REACH }).unwrap_err();
    assert_eq!(error.why, Failure::TooManyVisits(200));
    assert!(error.agreed < 4);
    let error = compare(Reach { stored: 20, ..REACH }).unwrap_err();
    assert!(matches!(error.why, Failure::TooLarge { stored: 20, made } if made > 20));
    assert_eq!(error.agreed, 2);
    let stop = Stop::default();
    stop.raise();
    let error = compare(Reach { stop: Some(&stop), ..REACH }).unwrap_err();
    assert_eq!((error.agreed, error.why), (0, Failure::Stopped));
}
