//! What is told of a search: `search ... `, `nodestats ...`, and the forms of moves and values.

use std::time::Duration;

use plyglot_search::{Bound, Describe, Line, Meaning, Score, Verdict};

/// How many discs the board holds.
const SQUARES: f64 = (super::ggf::SIZE * super::ggf::SIZE) as f64;

/// A move in two characters: `F5`, or `PA` for a pass.
pub(super) fn written<G: Describe>(game: &G, mv: G::Move) -> String {
    match game.notation(mv).to_ascii_uppercase() {
        pass if pass == "PASS" => "PA".into(),
        square => square,
    }
}

/// The line of one move, `search PV EVAL 0 DEPTH`, if there is a move.
pub(super) fn line<G: Describe>(game: &G, line: &Line<G::Move>) -> Option<String> {
    let mut at = game.clone();
    let mut pv = String::new();
    for &mv in &line.pv {
        pv += &written(&at, mv);
        at.play(mv);
    }
    let (value, depth) = (eval::<G>(game, line.verdict.score), depth(line));
    (!pv.is_empty()).then(|| format!("search {pv} {value} 0 {depth}"))
}

/// True of a line whose number is the value, or has the sign of it for certain: worth telling while
/// a search runs. Other bounds say more of the search than of the position.
pub(super) fn is_telling<M>(line: &Line<M>) -> bool {
    line.verdict.bound == Bound::Exact || decides(&line.verdict)
}

/// The depth in plies, `100%` of an exact value, `100%W` where only the winner is proven.
fn depth<M>(line: &Line<M>) -> String {
    match line.verdict {
        Verdict { bound: Bound::Exact, proven: true, .. } => "100%".into(),
        verdict if decides(&verdict) => "100%W".into(),
        _ => line.depth.to_string(),
    }
}

/// True of a proven bound that says who wins.
fn decides(verdict: &Verdict) -> bool {
    let Verdict { score, bound, proven } = *verdict;
    proven
        && match bound {
            Bound::Lower => score > Score::DRAW,
            Bound::Upper => score < Score::DRAW,
            Bound::Exact => false,
        }
}

/// A value in the game's unit, discs, from the side to move; an estimate is no more than the board
/// holds.
pub(super) fn eval<G: Describe>(game: &G, score: Score) -> String {
    let value = match (score.meaning(), game.value(score)) {
        (Meaning::Heuristic(points), _) => {
            (f64::from(points) / f64::from(G::POINTS)).clamp(-SQUARES, SQUARES)
        }
        (_, value) => value.map_or(0.0, f64::from),
    };
    // Hundredths, and no sign before a zero.
    format!("{:.2}", (value * 100.0).round() / 100.0 + 0.0)
}

/// How much a search has done, `nodestats NODES SECONDS`.
pub(super) fn spent(nodes: u64, time: Duration) -> String {
    format!("nodestats {nodes} {:.2}", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use plyglot_games::othello::Othello;
    use plyglot_search::Game;

    use super::*;

    fn told(score: Score, bound: Bound, proven: bool) -> String {
        let game = Othello::<8>::default();
        let mv = game.parse_move("f5").expect("it is legal");
        let reply = {
            let mut game = game.clone();
            game.play(mv);
            game.parse_move("d6").expect("it is legal")
        };
        let verdict = Verdict { score, bound, proven };
        line(&game, &Line { rank: 1, depth: 7, verdict, pv: vec![mv, reply] })
            .expect("it has moves")
    }

    #[test]
    fn lines_have_the_form_that_the_other_side_reads() {
        let points = Othello::<8>::POINTS;
        let estimate = told(Score::heuristic(points * 3 / 2), Bound::Exact, false);
        assert_eq!(estimate, "search F5D6 1.50 0 7");
        assert_eq!(told(Score::margin(-38), Bound::Exact, true), "search F5D6 -38.00 0 100%");
        assert_eq!(told(Score::DRAW, Bound::Exact, true), "search F5D6 0.00 0 100%");
    }

    #[test]
    fn a_bound_that_names_the_winner_is_told_apart() {
        assert_eq!(told(Score::margin(2), Bound::Lower, true), "search F5D6 2.00 0 100%W");
        assert_eq!(told(Score::margin(-2), Bound::Upper, true), "search F5D6 -2.00 0 100%W");
        for (score, bound, proven) in [
            (Score::margin(-2), Bound::Lower, true),
            (Score::DRAW, Bound::Lower, true),
            (Score::heuristic(100), Bound::Lower, false),
        ] {
            assert!(told(score, bound, proven).ends_with(" 0 7"));
            assert!(!decides(&Verdict { score, bound, proven }));
        }
    }

    #[test]
    fn values_are_in_discs_and_a_zero_has_no_sign() {
        let game = Othello::<8>::default();
        let value = |score| eval(&game, score);
        assert_eq!(value(Score::heuristic(Othello::<8>::POINTS / -2)), "-0.50");
        assert_eq!(value(Score::heuristic(0)), "0.00");
        assert_eq!(value(Score::margin(64)), "64.00");
        assert_eq!(value(Score::heuristic(-Score::MAX_HEURISTIC)), "-64.00");
        assert_eq!(value(Score::win_in(3)), "1.00");
    }

    #[test]
    fn a_pass_has_two_letters() {
        let game = Othello::<8>::default();
        let board = "*OO-----*-------------------------------------------------------O";
        let game = game.parse(board).expect("it is a position");
        let pass = game.parse_move("pass").expect("white has no other");
        assert_eq!(written(&game, pass), "PA");
    }
}
