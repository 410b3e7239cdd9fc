//! When a game is over: by its rules, by repetition, and where it is adjudicated.
//!
//! - **Proof.** A player that has proven a win is given it, and if both have proven that they do not lose the game is
//!   drawn. A player's proof counts for itself only: that it is lost is for the other one to show.
//! - **Tables.** The referee's tables of endgames hold the position, if it has any: the result is theirs.
//! - **Score.** Both players say so, move after move, by a margin that was asked for.
//! - **Length.** A game that is too long is drawn.
//! - **Repetition.** The third time that a position is on the board is a draw, as in the protocols, or what the game says
//!   of it ([`Position::repeated`]).

use std::cmp::Ordering;

use plyglot_open::{DoorError, Position, Verdict};
use plyglot_search::{Bound, Bounds, Meaning, Outcome, Score, Side};
use serde::{Deserialize, Serialize};

/// A score that counts once both players have given it for a number of plies in a row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreRule {
    /// The score in the game's unit.
    pub units: f64,
    /// For how many plies.
    pub plies: u32,
}

/// How games are adjudicated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adjudication {
    /// By proof.
    pub proof: bool,
    /// Won at this score or more.
    pub win: Option<ScoreRule>,
    /// Drawn at this score or less.
    pub draw: Option<ScoreRule>,
    /// Drawn after this many plies, those of the opening not counted.
    pub length: u32,
}

impl Default for Adjudication {
    fn default() -> Self {
        Adjudication { proof: true, win: None, draw: None, length: 1_000 }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// By the rules.
    Rules,
    /// The third repetition.
    Repetition,
    /// The referee's tables of endgames.
    Tables,
    /// A proof.
    Proof,
    /// The scores of both players.
    Score,
    /// Too many plies.
    Length,
    /// A player gave it up.
    Resignation,
    /// A player's fault.
    Fault,
}

impl Ended {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Ended; 8] = [
        Ended::Rules,
        Ended::Tables,
        Ended::Proof,
        Ended::Score,
        Ended::Repetition,
        Ended::Length,
        Ended::Resignation,
        Ended::Fault,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Ended::Rules => "rules",
            Ended::Repetition => "repetition",
            Ended::Tables => "tables",
            Ended::Proof => "proof",
            Ended::Score => "score",
            Ended::Length => "length",
            Ended::Resignation => "resignation",
            Ended::Fault => "fault",
        }
    }
}

/// Half points of the side that moves first in the start position: 0, 1 or 2.
pub(crate) type HalfPoints = u8;

/// Watches a game.
#[derive(Debug)]
pub(crate) struct Judge {
    rules: Adjudication,
    /// Whether the tables count that the positions' game looks up.
    tables: bool,
    plies: u32,
    /// What each side is sure of, in its own half points: the last that it has proven.
    sure: [HalfPoints; 2],
    /// The scores that say that the first side wins, loses, that neither does.
    runs: [Run; 3],
}

/// Scores in a row that say the same.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    plies: u32,
    /// Which sides have said it. One side may move several times in a row.
    by: [bool; 2],
}

impl Run {
    fn note(&mut self, side: Side, holds: bool) {
        if holds {
            self.plies += 1;
            self.by[side as usize] = true;
        } else {
            *self = Run::default();
        }
    }

    fn fulfils(&self, rule: Option<ScoreRule>) -> bool {
        rule.is_some_and(|rule| self.plies >= rule.plies) && self.by == [true; 2]
    }
}

impl Judge {
    pub(crate) fn new(rules: Adjudication, tables: bool) -> Judge {
        Judge { rules, tables, plies: 0, sure: [0; 2], runs: [Run::default(); 3] }
    }

    /// The result of the position, if the game is over here.
    pub(crate) fn over(&self, at: &Position) -> Result<Option<(HalfPoints, Ended)>, DoorError> {
        if let Some(outcome) = at.outcome() {
            return Ok(Some((half_points(outcome, at.to_move()), Ended::Rules)));
        }
        let repeated = at.repeated();
        let repeated =
            repeated.map(|outcome| (half_points(outcome, at.to_move()), Ended::Repetition));
        if self.tables
            && repeated.is_none()
            && let Some(points) = at.tabled()?.and_then(|held| by_tables(held, at.to_move()))
        {
            return Ok(Some((points, Ended::Tables)));
        }
        let by_proof = || self.by_proof().filter(|_| self.rules.proof);
        let too_long = (self.plies >= self.rules.length).then_some((1, Ended::Length));
        Ok(repeated.or_else(by_proof).or_else(|| self.by_score()).or(too_long))
    }

    /// Notes a move of `side` and what it said of the position before.
    pub(crate) fn note(&mut self, at: &Position, side: Side, verdict: Option<Verdict>) {
        self.plies += 1;
        self.sure[side as usize] = verdict.map_or(0, proven);
        let units = verdict.map(|verdict| units(at, verdict.score));
        // From the first side.
        let units = units.map(|units| if side == Side::First { units } else { -units });
        let wins = |sign: f64| {
            let rule = self.rules.win;
            rule.zip(units).is_some_and(|(rule, units)| units * sign >= rule.units)
        };
        let drawn = self.rules.draw.zip(units);
        let drawn = drawn.is_some_and(|(rule, units)| units.abs() <= rule.units);
        for (run, holds) in self.runs.iter_mut().zip([wins(1.0), wins(-1.0), drawn]) {
            run.note(side, holds);
        }
    }

    fn by_proof(&self) -> Option<(HalfPoints, Ended)> {
        let points = match self.sure {
            [2, _] => 2,
            [_, 2] => 0,
            [1, 1] => 1,
            _ => return None,
        };
        Some((points, Ended::Proof))
    }

    fn by_score(&self) -> Option<(HalfPoints, Ended)> {
        let Adjudication { win, draw, .. } = self.rules;
        let said = self.runs.iter().zip([(win, 2), (win, 0), (draw, 1)]);
        said.into_iter()
            .find(|(run, (rule, _))| run.fulfils(*rule))
            .map(|(_, (_, points))| (points, Ended::Score))
    }
}

/// What tables hold for the side to move in half points of the first side; `None` where they leave it open, since a rule
/// that they do not know may draw the game.
fn by_tables(held: Bounds, to_move: Side) -> Option<HalfPoints> {
    let own = match (held.lower.cmp(&Score::DRAW), held.upper.cmp(&Score::DRAW)) {
        (Ordering::Greater, _) => 2,
        (_, Ordering::Less) => 0,
        (Ordering::Equal, Ordering::Equal) => 1,
        _ => return None,
    };
    Some(if to_move == Side::First { own } else { 2 - own })
}

/// An outcome for the side to move in half points of the first side.
fn half_points(outcome: Outcome, to_move: Side) -> HalfPoints {
    let own = 1 + outcome_sign(outcome);
    (if to_move == Side::First { own } else { 2 - own }) as HalfPoints
}

fn outcome_sign(outcome: Outcome) -> i32 {
    outcome.score().raw().signum()
}

/// The half points that a verdict proves for its own side.
fn proven(verdict: Verdict) -> HalfPoints {
    if !verdict.proven || verdict.bound == Bound::Upper {
        return 0;
    }
    (1 + verdict.score.raw().signum()) as HalfPoints
}

/// A score in the game's unit; what is won or lost is beyond all estimates.
fn units(at: &Position, score: Score) -> f64 {
    match score.meaning() {
        Meaning::Heuristic(points) => f64::from(points) / f64::from(at.facts().points),
        Meaning::Margin(margin) => f64::from(margin),
        Meaning::WinIn(_) | Meaning::Won(_) => f64::INFINITY,
        Meaning::LossIn(_) | Meaning::Lost(_) => f64::NEG_INFINITY,
        Meaning::Unbounded => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;

    use super::*;

    fn start() -> Position {
        builtin().open("othello").and_then(|game| game.start()).expect("a start")
    }

    fn said(score: Score, bound: Bound, proven: bool) -> Option<Verdict> {
        Some(Verdict { score, bound, proven })
    }

    /// What the judge says after these verdicts, each side in turn.
    fn after(rules: Adjudication, verdicts: &[Option<Verdict>]) -> Option<(HalfPoints, Ended)> {
        let (at, mut judge) = (start(), Judge::new(rules, false));
        let sides = [Side::First, Side::Second].into_iter().cycle();
        for (&verdict, side) in verdicts.iter().zip(sides) {
            judge.note(&at, side, verdict);
        }
        judge.over(&at).unwrap()
    }

    #[test]
    fn a_proof_counts_for_the_player_that_has_it() {
        let rules = Adjudication::default();
        let by_proof = |verdicts: &[_]| after(rules, verdicts).map(|(points, _)| points);
        let open = said(Score::heuristic(5), Bound::Exact, false);
        let win = said(Score::win_in(9), Bound::Lower, true);
        let loss = said(Score::margin(-4), Bound::Exact, true);
        let draw = said(Score::DRAW, Bound::Exact, true);
        assert_eq!(by_proof(&[win]), Some(2));
        assert_eq!(by_proof(&[open, win]), Some(0));
        assert_eq!(by_proof(&[loss]), None, "the winner has to see it");
        assert_eq!(by_proof(&[loss, open]), None);
        assert_eq!(by_proof(&[draw]), None);
        assert_eq!(by_proof(&[draw, open]), None);
        assert_eq!(by_proof(&[draw, draw]), Some(1));
        assert_eq!(by_proof(&[draw, said(Score::DRAW, Bound::Lower, true)]), Some(1));
        assert_eq!(by_proof(&[draw, said(Score::DRAW, Bound::Upper, true)]), None);
        assert_eq!(by_proof(&[said(Score::win_in(9), Bound::Upper, true)]), None);
        assert_eq!(by_proof(&[said(Score::win_in(9), Bound::Exact, false)]), None);
        let out = Adjudication { proof: false, ..rules };
        assert_eq!(after(out, &[win]), None);
    }

    #[test]
    fn scores_count_once_both_players_have_given_them_in_a_row() {
        let at = start();
        let units =
            |units: i32| said(Score::heuristic(units * at.facts().points), Bound::Exact, false);
        let rule = |units, plies| Some(ScoreRule { units, plies });
        let rules = Adjudication { win: rule(5.0, 4), draw: rule(1.0, 3), ..Default::default() };
        let of = |verdicts: &[_]| after(rules, verdicts);
        assert_eq!(of(&[units(6), units(-6), units(5), units(-7)]), Some((2, Ended::Score)));
        assert_eq!(of(&[units(-6), units(6), units(-5), units(7)]), Some((0, Ended::Score)));
        assert_eq!(of(&[units(6), units(-6), units(4), units(-7)]), None);
        assert_eq!(of(&[units(6), units(6), units(6), units(6)]), None, "they do not agree");
        assert_eq!(of(&[units(6), None, units(6), None, units(6)]), None);
        assert_eq!(of(&[units(0), units(1), units(-1)]), Some((1, Ended::Score)));
        let mated = said(Score::loss_in(4), Bound::Exact, false);
        assert_eq!(of(&[units(9), mated, units(9), mated]), Some((2, Ended::Score)));
        // One side that moves again and again is not both players.
        let mut judge = Judge::new(rules, false);
        (0..9).for_each(|_| judge.note(&at, Side::First, units(9)));
        assert_eq!(judge.over(&at).unwrap(), None);
        judge.note(&at, Side::Second, units(-9));
        assert_eq!(judge.over(&at).unwrap(), Some((2, Ended::Score)));
    }

    #[test]
    fn what_tables_hold_is_the_result_unless_they_leave_it_open() {
        let held = |lower, upper| by_tables(Bounds { lower, upper }, Side::First);
        let (win, loss) = (Score::win_in(7), Score::loss_in(9));
        assert_eq!(held(win, win), Some(2));
        assert_eq!(held(loss, loss), Some(0));
        assert_eq!(held(Score::DRAW, Score::DRAW), Some(1));
        assert_eq!(held(Score::margin(3), Score::margin(3)), Some(2));
        assert_eq!(held(Score::DRAW, win), None, "the fifty moves may draw it");
        assert_eq!(held(loss, Score::DRAW), None);
        assert_eq!(by_tables(Bounds::exactly(win), Side::Second), Some(0));
    }
}
