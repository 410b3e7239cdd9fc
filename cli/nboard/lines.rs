//! The lines about a search, `search ... ` and `nodestats ...`, and the forms of moves and values.

use std::time::Duration;

use plyglot_games::othello::ggf;
use plyglot_open::{DoorError, Mv, Position};
use plyglot_search::{self as engine, Bound, Verdict};
use plyglot_wire::{Line, Score, Value};

/// How many discs the board holds.
const SQUARES: f64 = (ggf::SIZE * ggf::SIZE) as f64;

/// A move in two characters: `F5`, or `PA` for a pass.
pub(super) fn move_text(at: &Position, mv: Mv) -> Result<String, DoorError> {
    Ok(in_two_letters(&at.move_text(mv)?))
}

fn in_two_letters(notation: &str) -> String {
    match notation.to_ascii_uppercase() {
        pass if pass == "PASS" => "PA".into(),
        square => square,
    }
}

/// The line of one move, `search PV EVAL 0 DEPTH`, if there is a move.
pub(super) fn line(at: &Position, line: &engine::Line<Mv>) -> Result<Option<String>, DoorError> {
    let Line { pv, score, .. } = Line::new(at, line)?;
    let pv: String = pv.iter().map(|mv| in_two_letters(mv)).collect();
    let (value, depth) = (text(score.value), depth(line));
    Ok((!pv.is_empty()).then(|| format!("search {pv} {value} 0 {depth}")))
}

/// True of a line whose number is the value, or has its sign for certain: worth showing while a search
/// runs. Other bounds say more about the search than about the position.
pub(super) fn is_worth_showing<M>(line: &engine::Line<M>) -> bool {
    line.verdict.bound == Bound::Exact || decides(&line.verdict)
}

/// The depth in plies, `100%` of an exact value, `100%W` where only the winner is proven.
fn depth<M>(line: &engine::Line<M>) -> String {
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
            Bound::Lower => score > engine::Score::DRAW,
            Bound::Upper => score < engine::Score::DRAW,
            Bound::Exact => false,
        }
}

/// A value in the game's unit, discs, from the side to move; an estimate is no more than the board
/// holds.
pub(super) fn eval(at: &Position, verdict: Verdict) -> Result<String, DoorError> {
    Ok(text(Score::new(at, verdict)?.value))
}

fn text(value: Value) -> String {
    // Hundredths, and no sign before a zero.
    let value = value.number().clamp(-SQUARES, SQUARES);
    format!("{:.2}", (value * 100.0).round() / 100.0 + 0.0)
}

/// How much a search has done, `nodestats NODES SECONDS`.
pub(super) fn spent(nodes: u64, time: Duration) -> String {
    format!("nodestats {nodes} {:.2}", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use plyglot_search::{Line, Meaning, Score};

    use super::{Bound, Verdict, decides, eval, line, move_text};
    use crate::nboard::othello;

    fn shown(score: Score, bound: Bound, proven: bool) -> String {
        let at = othello();
        let mut after = at.clone();
        after.play_text("f5d6").expect("it is legal");
        let verdict = Verdict { score, bound, proven };
        let line = line(&at, &Line { rank: 1, depth: 7, verdict, pv: after.played() });
        line.expect("the moves are legal").expect("it has moves")
    }

    #[test]
    fn lines_have_the_form_that_the_other_side_reads() {
        let points = othello().facts().points;
        let estimate = shown(Score::heuristic(points * 3 / 2), Bound::Exact, false);
        assert_eq!(estimate, "search F5D6 1.50 0 7");
        assert_eq!(shown(Score::margin(-38), Bound::Exact, true), "search F5D6 -38.00 0 100%");
        assert_eq!(shown(Score::DRAW, Bound::Exact, true), "search F5D6 0.00 0 100%");
    }

    #[test]
    fn a_bound_that_names_the_winner_is_marked() {
        assert_eq!(shown(Score::margin(2), Bound::Lower, true), "search F5D6 2.00 0 100%W");
        assert_eq!(shown(Score::margin(-2), Bound::Upper, true), "search F5D6 -2.00 0 100%W");
        for (score, bound, proven) in [
            (Score::margin(-2), Bound::Lower, true),
            (Score::DRAW, Bound::Lower, true),
            (Score::heuristic(100), Bound::Lower, false),
        ] {
            assert!(shown(score, bound, proven).ends_with(" 0 7"));
            assert!(!decides(&Verdict { score, bound, proven }));
        }
    }

    #[test]
    fn values_are_in_discs_and_a_zero_has_no_sign() {
        let at = othello();
        let value = |score: Score| {
            let proven = !matches!(score.meaning(), Meaning::Heuristic(_));
            eval(&at, Verdict { score, bound: Bound::Exact, proven }).expect("it does not panic")
        };
        assert_eq!(value(Score::heuristic(at.facts().points / -2)), "-0.50");
        assert_eq!(value(Score::heuristic(0)), "0.00");
        assert_eq!(value(Score::margin(64)), "64.00");
        assert_eq!(value(Score::heuristic(-Score::MAX_HEURISTIC)), "-64.00");
        assert_eq!(value(Score::win_in(3)), "1.00");
    }

    #[test]
    fn a_pass_has_two_letters() {
        let board = "*OO-----*-------------------------------------------------------O";
        let at = othello().parse(board).expect("it is a position");
        let pass = at.parse_move("pass").expect("white has no other");
        assert_eq!(move_text(&at, pass).expect("it is legal"), "PA");
    }
}
