//! Othello programs that speak NBoard (C. Welty, "NBoard Protocol", version 2). They play by depth.

use std::fmt::Write;

use plyglot_open::{DoorError, Position, Stop, Verdict};
use plyglot_search::{Bound, Side};

use super::conversation::Conversation;
use super::process::Process;
use super::spec::{ProgramSpec, in_words};
use super::ugi::estimate;
use crate::matches::control::Control;
use crate::matches::player::turn::{Choice, Fault, FaultKind, PlayerError, Trouble, Turn};

/// A program that speaks NBoard.
pub(super) struct NBoard {
    spec: ProgramSpec,
    depth: u32,
}

impl NBoard {
    pub(super) fn new(
        start: &Position,
        spec: &ProgramSpec,
        control: Control,
    ) -> Result<NBoard, PlayerError> {
        let only = "nboard is a protocol for Othello programs that play by depth: the game othello and depth=N";
        let (Control { depth: Some(depth), nodes: None, time: None, clock: None }, "othello") =
            (control, &*start.facts().name)
        else {
            return Err(PlayerError::Program(only.into()));
        };
        Ok(NBoard { spec: spec.clone(), depth })
    }
}

impl Conversation for NBoard {
    fn greeted(&mut self, stop: &Stop) -> Result<Process, Trouble> {
        let crash = |message| Fault::new(FaultKind::Crash, message);
        let mut process = Process::start(&self.spec.command).map_err(crash)?;
        process.send("nboard 2")?;
        process.send(&format!("set depth {}", self.depth))?;
        process.pong(self.spec.timeout, stop)?;
        Ok(process)
    }

    fn begun(&mut self, process: &mut Process, _: &Position, stop: &Stop) -> Result<(), Trouble> {
        process.pong(self.spec.timeout, stop)
    }

    fn asked(&mut self, process: &mut Process, turn: &Turn<'_>) -> Result<Choice, Trouble> {
        let crash = |error: DoorError| Fault::new(FaultKind::Crash, in_words(&error));
        process.send(&format!("set game {}", ggf(turn.at).map_err(crash)?))?;
        process.send("go")?;
        let most = self.spec.timeout;
        let answer = process.wait("=== MOVE", most, turn.stop, |line| {
            line.strip_prefix("===").map(|answer| answer.trim().to_string())
        })?;
        choice(&answer, turn.at).map_err(Trouble::from)
    }
}

/// The game that led to a position in GGF (M. Buro's generic game format), on one line.
fn ggf(at: &Position) -> Result<String, DoorError> {
    let root = at.after_plies(0);
    let board = root.text()?.replace('X', "*");
    let mut line = format!("(;GM[Othello]PC[plyglot]PB[A]PW[B]RE[?]TI[0]TY[8]BO[8 {board}]");
    let mut now = root;
    for mv in at.played() {
        let colour = if now.to_move() == Side::First { 'B' } else { 'W' };
        let text = now.move_text(mv)?.to_uppercase();
        let text = if text == "PASS" { "PA" } else { &*text };
        let _ = write!(line, "{colour}[{text}]");
        now.play(mv)?;
    }
    Ok(line + ";)")
}

/// An answer: `F5`, `F5/EVAL` or `F5/EVAL/SECONDS`; Edax 4.6 puts blanks in place of the slashes.
fn choice(answer: &str, at: &Position) -> Result<Choice, Fault> {
    let between = if answer.contains('/') { '/' } else { ' ' };
    let mut parts = answer.split(between);
    let illegal = |error: DoorError| Fault::new(FaultKind::Illegal, error.to_string());
    let mv = at.parse_move(parts.next().unwrap_or_default().trim()).map_err(illegal)?;
    let eval = parts.next().and_then(|eval| eval.trim().parse::<f64>().ok());
    let verdict = eval.map(|discs| Verdict {
        score: estimate((discs * f64::from(at.facts().points)) as i64),
        bound: Bound::Exact,
        proven: false,
    });
    Ok(Choice { mv, verdict, depth: None, nodes: None })
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;
    use plyglot_search::Score;

    use super::*;

    #[test]
    fn a_game_and_an_answer_are_written_as_nboard_has_them() {
        let mut at = builtin().open("othello").and_then(|game| game.start()).expect("a start");
        at.play_text("f5d6").expect("legal moves");
        let line = ggf(&at).expect("a game");
        let board = "---------------------------O*------*O--------------------------- *";
        assert!(line.contains(&format!("BO[8 {board}]B[F5]W[D6];)")), "{line}");
        let read = choice("C3/1.50/0.2", &at).expect("a move");
        let points = at.facts().points * 3 / 2;
        assert_eq!(read.verdict.map(|verdict| verdict.score), Some(Score::heuristic(points)));
        let blanks = choice("c3 1.50 0.2", &at).expect("a move");
        assert_eq!((blanks.mv, blanks.verdict), (read.mv, read.verdict));
        assert!(choice("C3", &at).is_ok_and(|read| read.verdict.is_none()));
        assert_eq!(choice("A1", &at).expect_err("not legal").kind, FaultKind::Illegal);
        assert_eq!(choice("", &at).expect_err("no move").kind, FaultKind::Illegal);
    }
}
