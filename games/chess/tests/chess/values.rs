//! Known mates are found and proven, known endings are judged right.

use plyglot_chess::{Chess, Player};
use plyglot_search::{Bound, Config, Describe, Engine, Limits, Report, Score, Verdict};

type Move = <Chess as plyglot_search::Game>::Move;

fn searched(text: &str, limits: &Limits<Move>) -> (Chess, Report<Move>) {
    let game = Chess::start().parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut engine = Engine::new(&Config::single(8 << 20), Player::default()).expect("an engine");
    let report = engine.search(&game, limits).expect("a search");
    (game, report)
}

/// Mates of chess literature, with the moves to mate.
const MATES: [(&str, u32, &str); 4] = [
    // Lucena 1497.
    ("r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1", 2, "Qg8+"),
    // P. Morphy against the Duke of Brunswick, 1858.
    ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16", 2, "Qb8+"),
    ("2k5/2N5/1PKP4/2P5/8/8/8/8 w - - 0 1", 3, ""),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, "Rd8#"),
];

#[test]
fn known_mates_are_found_and_proven() {
    for (text, moves, best) in MATES {
        let limits = Limits { solve: true, ..Limits::depth(2 * moves + 1) };
        let (game, report) = searched(text, &limits);
        assert_eq!(report.verdict.score, Score::win_in(2 * moves - 1), "{text}");
        assert!(report.verdict.proven && report.verdict.bound == Bound::Exact, "{text}");
        let found = game.notation(report.best_move().expect("a move"));
        assert!(best.is_empty() || found == best, "{text}: {found}");
    }
}

#[test]
fn being_mated_is_proven_too() {
    let limits = Limits { solve: true, ..Limits::depth(8) };
    let (_, report) = searched("8/5p1b/5Pp1/6P1/6PR/3P4/2PKP1pp/4Q1nk b - - 0 1", &limits);
    assert_eq!((report.verdict.score, report.verdict.proven), (Score::loss_in(6), true));
}

#[test]
fn no_advantage_is_seen_where_the_fifty_moves_are_nearly_over() {
    // Three plies are left, and mate takes longer.
    let (_, report) = searched("8/8/8/4k3/8/8/8/KRR5 w - - 97 90", &Limits::depth(6));
    assert_eq!(report.verdict.score, Score::DRAW);
    let (_, report) = searched("8/8/8/4k3/8/8/8/KRR5 w - - 0 90", &Limits::depth(6));
    assert!(report.verdict.score > Score::heuristic(700), "{report:?}");
}

#[test]
fn a_knight_is_no_reason_to_hope_for_a_win() {
    let (_, report) = searched("8/8/4k3/8/8/3NK3/8/7r w - - 0 1", &Limits::depth(4));
    assert!(report.verdict.score < Score::DRAW, "{report:?}");
    // The rook can be taken: a dead position.
    let (_, report) = searched("8/8/8/8/8/3NK1k1/5r2/8 w - - 0 1", &Limits::depth(4));
    assert_eq!(report.verdict.score, Score::DRAW, "{report:?}");
}

/// Long narrow mates of compositions, too deep for any depth, with the moves to mate: a win, and a loss.
const LONG: [(&str, i32); 3] = [
    ("k7/q2N4/3K4/8/8/6Q1/2p5/n7 w - - 0 1", 13),
    ("2n1QN2/2Np1pk1/1b1p1p2/1Kp1B1p1/1R3p2/2P1r3/1r1nPRb1/1B5q w - - 0 1", 12),
    ("8/7K/6R1/3p4/B7/8/1p1p1p1p/5Nk1 b - - 0 1", -27),
];

#[test]
fn long_mates_are_proven_by_proof_numbers() {
    for (text, moves) in LONG {
        let (_, report) = searched(text, &Limits::nodes(1_500_000));
        let Verdict { score, bound, proven } = report.verdict;
        assert!(proven, "{text}: {report:?}");
        // No sooner than the composition says.
        let plies = 2 * moves.unsigned_abs() - u32::from(moves > 0);
        if moves > 0 {
            assert!(bound == Bound::Lower && score > Score::DRAW, "{text}: {report:?}");
            assert!(score <= Score::win_in(plies), "{text}: {report:?}");
        } else {
            assert!(bound == Bound::Upper && score < Score::DRAW, "{text}: {report:?}");
            assert!(score >= Score::loss_in(plies), "{text}: {report:?}");
        }
    }
}
