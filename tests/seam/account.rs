//! Where the time of the threads went: the causes add up to all of it, and planted ones are found.

use plyglot_games::catalogue::builtin;
use plyglot_open::{Ask, Limits};
use plyglot_search::{Account, Cause, Config, Report, Schedule, Scheme};

/// A search to be accounted for.
struct Case<'a> {
    game: &'a str,
    /// Packed moves are not known here: a position as text, or the start.
    at: &'a str,
    /// `None` solves.
    depth: Option<u32>,
    nodes: Option<u64>,
    set: &'a [(&'a str, &'a str)],
    threads: usize,
    scheme: &'a str,
    hash: usize,
}

const OTHELLO: Case<'_> = Case {
    game: "othello",
    at: "",
    depth: Some(9),
    nodes: None,
    set: &[("weights", "none")],
    threads: 8,
    scheme: "abdada",
    hash: 16 << 20,
};

const CONNECT4: Case<'_> =
    Case { game: "connect4", at: "444444", depth: Some(14), set: &[], ..OTHELLO };

/// Searches in turns of ten nodes. Whatever the case, the causes add up to threads times time.
fn searched(case: &Case<'_>) -> (Report<plyglot_open::Mv>, Account) {
    let game = builtin().open(case.game).expect("a game of the catalogue");
    let game = game.with(case.set).expect("its options");
    let at = match case.at {
        "" => game.start(),
        text => game.parse(text),
    };
    let at = at.expect("a position");
    let config = Config {
        threads: case.threads,
        hash_bytes: case.hash,
        scheme: case.scheme.parse::<Scheme>().expect("a scheme"),
        schedule: Schedule::Virtual { turn: 10 },
        account: true,
        ..Config::default()
    };
    let limits = case.depth.map_or_else(Limits::solve, Limits::depth);
    let limits = Limits { nodes: case.nodes, ..limits };
    let mut engine = game.engine(&config, None).expect("an engine");
    let report = engine.run(&Ask::new(&at, &limits)).expect("a search");
    let account = report.account.as_deref().expect("it was asked for").clone();
    let name = format!("{}, {} threads, {}", case.game, case.threads, case.scheme);
    let time = report.elapsed.as_micros() as u64;
    assert_eq!(account.whole, case.threads as u64 * time, "{name}");
    let all: u64 = Cause::ALL.into_iter().map(|cause| account.total(cause)).sum();
    assert_eq!(all, account.whole, "{name}");
    // No node is invented, and none forgotten but those after the end.
    let nodes = all - account.waiting - account.uncalled;
    assert!(nodes <= report.nodes, "{name}");
    let beyond = report.nodes - nodes;
    assert!(beyond <= case.threads as u64 * 5_000, "{name}: {beyond} of {}", report.nodes);
    assert_eq!(report.counters.repeated, account.repeated(), "{name}");
    assert!(account.complete, "{name}");
    let (span, nodes) = (account.span, report.nodes);
    assert!(span > 0 && span <= nodes, "{name}: a span of {span} in {nodes} nodes");
    (report, account)
}

fn share(account: &Account, cause: Cause) -> f64 {
    account.total(cause) as f64 / account.whole as f64
}

#[test]
fn the_causes_are_all_of_the_time_in_every_game_and_scheme() {
    for scheme in
        ["abdada", "lazy", "abdada-settle", "lazy-stagger", "root-splitting", "young-brothers"]
    {
        for (game, depth) in [
            ("connect4:5x4", None),
            ("kalah:4,3", Some(10)),
            ("othello", Some(8)),
            ("breakthrough", Some(6)),
            ("dots-and-boxes:2x2", None),
            ("synthetic:4,9", None),
        ] {
            for threads in [1, 2, 7, 33] {
                searched(&Case { game, depth, set: &[], threads, scheme, ..OTHELLO });
            }
        }
    }
}

#[test]
fn one_thread_repeats_little_and_never_waits() {
    let (report, account) = searched(&Case { threads: 1, ..OTHELLO });
    assert_eq!((account.waiting, account.uncalled), (0, 0));
    assert!(share(&account, Cause::Useful) > 0.8, "{account:?}");
    assert_eq!(account.whole, report.nodes);
    for cause in [Cause::AtOnce, Cause::Vain, Cause::Depth] {
        assert_eq!(account.total(cause), 0, "{cause:?}");
    }
}

#[test]
fn accounting_changes_no_node() {
    for threads in [1, 8] {
        let case = Case { threads, ..OTHELLO };
        let (report, _) = searched(&case);
        let game = builtin().open(case.game).expect("a game");
        let game = game.with(case.set).expect("its options");
        let config = Config {
            threads,
            hash_bytes: case.hash,
            schedule: Schedule::Virtual { turn: 10 },
            ..Config::default()
        };
        let at = game.start().expect("a start");
        let mut engine = game.engine(&config, None).expect("an engine");
        let plain = engine.run(&Ask::new(&at, &Limits::depth(9))).expect("a search");
        assert_eq!((plain.nodes, plain.elapsed), (report.nodes, report.elapsed), "{threads}");
        assert!(plain.account.is_none() && plain.counters.repeated == 0);
    }
}

#[test]
fn a_table_that_is_too_small_is_found() {
    let (_, large) = searched(&CONNECT4);
    let (_, tiny) = searched(&Case { hash: 16 << 10, ..CONNECT4 });
    let lost = [&large, &tiny].map(|account| share(account, Cause::Lost));
    assert!(lost[1] > 0.1 && lost[1] > 5.0 * lost[0], "{lost:?}");
}

#[test]
fn work_that_is_not_left_when_it_is_answered_is_found() {
    let [stays, leaves] = ["abdada-settle", "abdada"].map(|scheme| -> u64 {
        let in_vain = ["444444", "4444", "44", "43", "4455", "445566"].map(|at| {
            let (_, account) = searched(&Case { at, scheme, threads: 16, ..CONNECT4 });
            account.total(Cause::Vain)
        });
        in_vain.iter().sum()
    });
    assert!(stays > leaves + leaves / 10, "{stays} nodes in vain, {leaves} where they are left");
}

#[test]
fn workers_that_are_called_late_are_found() {
    // A search that is over before it is worth sharing.
    let (report, account) = searched(&Case { depth: Some(3), threads: 4, ..OTHELLO });
    assert_eq!(account.uncalled, 3 * report.nodes);
    let (_, account) = searched(&Case { threads: 4, ..OTHELLO });
    let first = account.uncalled as f64 / 3.0;
    assert!((300.0..400.0).contains(&first), "called after 300 nodes, not {first}");
}

#[test]
fn workers_that_all_go_the_same_way_are_found() {
    let [same, apart] = ["lazy-stagger", "abdada"].map(|scheme| {
        let (_, account) = searched(&Case { scheme, ..CONNECT4 });
        share(&account, Cause::AtOnce) + share(&account, Cause::Piece)
    });
    assert!(same > 0.5 && same > 2.0 * apart, "{same} and {apart}");
}

#[test]
fn a_piece_that_cannot_be_shared_is_found() {
    // So late that the leaf solver takes the game over after a few plies, and more workers than it has pieces.
    let late = Case { at: "742234173564774116", depth: None, threads: 32, ..CONNECT4 };
    let (_, account) = searched(&late);
    let (piece, at_once) = (share(&account, Cause::Piece), share(&account, Cause::AtOnce));
    assert!(piece > 0.3 && piece > 2.0 * at_once, "{piece} and {at_once}: {account:?}");
}

#[test]
fn workers_that_wait_are_found() {
    let [splits, runs] = ["young-brothers", "abdada"].map(|scheme| {
        let (_, account) = searched(&Case { scheme, threads: 16, ..OTHELLO });
        share(&account, Cause::Waiting)
    });
    assert!(splits > 0.3 && runs < 0.02, "{splits} and {runs}");
}

#[test]
fn windows_and_depths_that_were_of_no_use_are_found() {
    let narrow = [("weights", "none"), ("aspiration", "1")];
    let open = [("weights", "none"), ("aspiration", "0")];
    let [narrow, open] = [&narrow[..], &open].map(|set| {
        let (_, account) = searched(&Case { set, threads: 2, ..OTHELLO });
        share(&account, Cause::Window)
    });
    assert!(narrow > 0.02 && open == 0.0, "{narrow} and {open}");
    // All workers are at depths that a worker finishes, or the node limit comes before that.
    let (_, reached) = searched(&OTHELLO);
    let (_, limited) =
        searched(&Case { nodes: Some(60_000), depth: Some(30), scheme: "lazy", ..OTHELLO });
    let unfinished = [&reached, &limited].map(|account| share(account, Cause::Depth));
    assert!(unfinished[0] == 0.0 && unfinished[1] > 0.1, "{unfinished:?}");
}
