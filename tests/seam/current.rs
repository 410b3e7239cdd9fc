//! What a running search says that it is working on.

use std::sync::{Arc, Mutex};

use plyglot_games::catalogue::builtin;
use plyglot_open::{Ask, Limits};
use plyglot_search::{Bound, Config, SearchPhase};

#[test]
fn a_running_search_shows_its_depth_its_window_and_its_move() {
    let games = builtin();
    for listing in games.listings() {
        let game = games.open(listing.name).expect("it is in the list");
        let at = game.start().expect("a start");
        let config = Config { threads: 1, hash_bytes: 1 << 20, ..Config::default() };
        let mut engine = game.engine(&config, None).expect("an engine");
        let handle = engine.handle();
        assert_eq!(handle.current(), None, "before the search");
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (watching, shared) = (handle.clone(), Arc::clone(&seen));
        let limits = Limits { nodes: Some(60_000), lines: 2, ..Limits::default() };
        // News comes when a task has ended, with the task still in sight.
        let ask = Ask::new(&at, &limits)
            .telling(move |news| shared.lock().unwrap().push((watching.current(), news)));
        let report = engine.run(&ask).expect("a search of a right game");
        assert_eq!(handle.current(), None, "after the search");
        let legal = at.moves().expect("moves");
        let seen = seen.lock().unwrap();
        assert!(seen.len() > 2, "{}: {report:?}", listing.name);
        for (current, news) in seen.iter() {
            let current = current.expect("a search runs");
            assert_eq!((current.depth, current.rank), (news.line.depth, news.line.rank));
            assert_eq!(current.phase, SearchPhase::Deepening);
            assert!((1..=current.moves).contains(&current.number), "{current:?}");
            assert!(current.moves == legal.len() + 1 - current.rank, "{current:?}");
            assert!(legal.contains(&current.mv.expect("a move was searched")), "{current:?}");
            let (window, verdict) = (current.window, news.line.verdict);
            let inside = window.alpha < verdict.score && verdict.score < window.beta;
            assert_eq!(inside, verdict.bound == Bound::Exact, "{current:?} {verdict:?}");
        }
    }
}

#[test]
fn a_solve_shows_what_is_proven_so_far() {
    let game = builtin().open("othello").expect("it is in the list");
    // FFO 21.
    let text = "OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O";
    let at = game.parse(text).expect("a position");
    let config = Config { threads: 1, hash_bytes: 1 << 20, ..Config::default() };
    let mut engine = game.engine(&config, None).expect("an engine");
    let handle = engine.handle();
    let bounds = Arc::new(Mutex::new(Vec::new()));
    let (watching, shared) = (handle.clone(), Arc::clone(&bounds));
    let limits = Limits::solve();
    let ask = Ask::new(&at, &limits).telling(move |_| {
        let current = watching.current().expect("a search runs");
        if current.phase == SearchPhase::Solving {
            shared.lock().unwrap().push(current.proven);
        }
    });
    let value = engine.run(&ask).expect("a search of a right game").verdict.score;
    let bounds = bounds.lock().unwrap();
    assert!(!bounds.is_empty());
    for pair in bounds.windows(2) {
        assert!(pair[0].lower <= pair[1].lower && pair[1].upper <= pair[0].upper, "{bounds:?}");
    }
    assert!(bounds.iter().all(|known| known.lower <= value && value <= known.upper), "{bounds:?}");
}
