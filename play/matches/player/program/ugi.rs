//! Programs that speak UGI, or UCI's words for any game.

use std::fmt::Write;

use plyglot_clock::Clock;
use plyglot_open::{DoorError, Position, Stop, Verdict};
use plyglot_search::{Bound, Score, Side};

use super::conversation::Conversation;
use super::process::Process;
use super::spec::{ProgramSpec, in_words};
use crate::matches::control::Control;
use crate::matches::player::turn::{Choice, Fault, FaultKind, PlayerError, Trouble, Turn};

/// The words in which UGI and UCI differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    hello: &'static str,
    hello_ok: &'static str,
    new_game: &'static str,
    times: [&'static str; 2],
    increments: [&'static str; 2],
}

impl Dialect {
    pub(super) const UGI: Dialect = Dialect {
        hello: "ugi",
        hello_ok: "ugiok",
        new_game: "uginewgame",
        times: ["p1time", "p2time"],
        increments: ["p1inc", "p2inc"],
    };

    pub(super) const UCI: Dialect = Dialect {
        hello: "uci",
        hello_ok: "uciok",
        new_game: "ucinewgame",
        times: ["wtime", "btime"],
        increments: ["winc", "binc"],
    };
}

/// A program that speaks UGI.
pub(super) struct Ugi {
    spec: ProgramSpec,
    control: Control,
    dialect: Dialect,
    /// The start of the game as text.
    start: String,
}

impl Ugi {
    pub(super) fn new(
        start: &Position,
        spec: &ProgramSpec,
        control: Control,
        dialect: Dialect,
    ) -> Result<Ugi, PlayerError> {
        let spec = spec.clone();
        let start = start.text()?;
        Ok(Ugi { spec, control, dialect, start })
    }

    fn ready(&self, process: &mut Process, stop: &Stop) -> Result<(), Trouble> {
        process.send("isready")?;
        process.wait("readyok", self.spec.timeout, stop, |line| (line == "readyok").then_some(()))
    }

    /// The line that sets a position up.
    fn position(&self, at: &Position) -> Result<String, DoorError> {
        let root = at.after_plies(0);
        let text = root.text()?;
        let mut line = match text == self.start {
            true => "position startpos".into(),
            false => format!("position fen {text}"),
        };
        let moves = root.protocol_notation(&at.played())?;
        if !moves.is_empty() {
            let _ = write!(line, " moves {}", moves.join(" "));
        }
        Ok(line)
    }

    /// The line that asks for a move.
    fn go(&self, turn: &Turn<'_>) -> String {
        let mut line = String::from("go");
        if let Some(own) = turn.clock {
            // A program reads both clocks.
            let other = turn.other_clock.unwrap_or(own);
            let clocks = match turn.at.to_move() {
                Side::First => [own, other],
                Side::Second => [other, own],
            };
            let words = self.dialect.times.iter().zip(self.dialect.increments);
            for ((time, increment), Clock { left, increment: more, .. }) in words.zip(clocks) {
                let _ =
                    write!(line, " {time} {} {increment} {}", left.as_millis(), more.as_millis());
            }
        }
        let Control { depth, nodes, time, .. } = self.control;
        let depth = depth.map(|depth| format!(" depth {depth}"));
        let nodes = nodes.map(|nodes| format!(" nodes {nodes}"));
        let time = time.map(|time| format!(" movetime {}", time.as_millis()));
        line.extend([depth, nodes, time].into_iter().flatten());
        line
    }
}

impl Conversation for Ugi {
    fn greeted(&mut self, stop: &Stop) -> Result<Process, Trouble> {
        let crash = |message| Fault::new(FaultKind::Crash, message);
        let mut process = Process::start(&self.spec.command).map_err(crash)?;
        process.send(self.dialect.hello)?;
        let ok = self.dialect.hello_ok;
        process.wait(ok, self.spec.timeout, stop, |line| (line == ok).then_some(()))?;
        for (name, value) in &self.spec.options {
            process.send(&format!("setoption name {name} value {value}"))?;
        }
        self.ready(&mut process, stop)?;
        Ok(process)
    }

    fn begun(&mut self, process: &mut Process, _: &Position, stop: &Stop) -> Result<(), Trouble> {
        process.send(self.dialect.new_game)?;
        self.ready(process, stop)
    }

    fn asked(&mut self, process: &mut Process, turn: &Turn<'_>) -> Result<Choice, Trouble> {
        let crash = |error: DoorError| Fault::new(FaultKind::Crash, in_words(&error));
        process.send(&self.position(turn.at).map_err(crash)?)?;
        process.send(&self.go(turn))?;
        let most = self.spec.timeout.saturating_add(turn.allowance(self.control.time));
        let mut heard = Heard::default();
        let best = process.wait("bestmove", most, turn.stop, |line| heard.best_move(line))?;
        heard.choice(&best, turn.at).map_err(Trouble::from)
    }
}

/// What a program has said of its search.
#[derive(Debug, Default)]
struct Heard {
    depth: Option<u32>,
    nodes: Option<u64>,
    /// `cp` or `mate` with its number and bound.
    score: Option<(bool, i64, Bound)>,
}

impl Heard {
    /// Reads a line; the move, if it gives one.
    fn best_move(&mut self, line: &str) -> Option<String> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("bestmove") => Some(words.next().unwrap_or_default().into()),
            Some("info") => {
                self.info(&words.collect::<Vec<_>>());
                None
            }
            _ => None,
        }
    }

    fn info(&mut self, words: &[&str]) {
        let after = |name: &str| words.iter().position(|word| *word == name).map(|at| at + 1);
        let word = |name: &str| after(name).and_then(|at| words.get(at));
        let is_first = word("multipv").is_none_or(|rank| *rank == "1");
        if words.first() == Some(&"string") || !is_first {
            return;
        }
        self.nodes = word("nodes").and_then(|nodes| nodes.parse().ok()).or(self.nodes);
        let Some(at) = after("score") else { return };
        let value = words.get(at + 1).and_then(|value| value.parse().ok());
        let (Some(kind), Some(value)) = (words.get(at), value) else { return };
        let bound = match words.get(at + 2) {
            Some(&"lowerbound") => Bound::Lower,
            Some(&"upperbound") => Bound::Upper,
            _ => Bound::Exact,
        };
        self.score = Some((*kind == "mate", value, bound));
        self.depth = word("depth").and_then(|depth| depth.parse().ok()).or(self.depth);
    }

    fn choice(&self, best: &str, at: &Position) -> Result<Choice, Fault> {
        let illegal = |error: DoorError| Fault::new(FaultKind::Illegal, error.to_string());
        let mv = at.parse_move(best).map_err(illegal)?;
        let points = i64::from(at.facts().points);
        let verdict = self.score.map(|(mate, value, bound)| Verdict {
            score: if mate { mate_score(value) } else { estimate(value * points / 100) },
            bound,
            // Of others' proofs nothing is known.
            proven: false,
        });
        Ok(Choice { mv, verdict, depth: self.depth, nodes: self.nodes })
    }
}

pub(super) fn estimate(points: i64) -> Score {
    let most = i64::from(Score::MAX_HEURISTIC);
    Score::heuristic(i32::try_from(points.clamp(-most, most)).unwrap_or_default())
}

/// A win in this number of moves of the winner, or a loss.
fn mate_score(moves: i64) -> Score {
    let plies = moves.unsigned_abs().saturating_mul(2).min(Score::MAX_DISTANCE.into());
    let plies = u32::try_from(plies).unwrap_or(Score::MAX_DISTANCE);
    if moves > 0 { Score::win_in(plies.saturating_sub(1)) } else { Score::loss_in(plies) }
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;

    use super::*;

    #[test]
    fn what_a_program_says_is_read() {
        let mut heard = Heard::default();
        assert_eq!(heard.best_move("info string depth 99 nodes 1"), None);
        assert_eq!(heard.best_move("info depth 3 multipv 1 score cp -150 nodes 77 pv a b"), None);
        assert_eq!(heard.best_move("info depth 4 multipv 2 score cp 999 nodes 80"), None);
        assert_eq!(heard.best_move("info depth 9 currmove x"), None);
        assert_eq!(heard.best_move("nonsense"), None);
        assert_eq!(heard.best_move("bestmove 4 ponder 3").as_deref(), Some("4"));
        let at = builtin().open("connect4").and_then(|game| game.start()).expect("a start");
        let choice = heard.choice("4", &at).expect("a move");
        assert_eq!((choice.depth, choice.nodes), (Some(3), Some(77)));
        let points = i32::try_from(150 * i64::from(at.facts().points) / 100).expect("small");
        assert_eq!(choice.verdict.map(|verdict| verdict.score), Some(Score::heuristic(-points)));
        assert_eq!(heard.choice("9", &at).expect_err("no move").kind, FaultKind::Illegal);
        assert_eq!(heard.choice("0000", &at).expect_err("no move").kind, FaultKind::Illegal);
        heard.best_move("info score mate 2 lowerbound depth 5");
        assert_eq!(heard.score, Some((true, 2, Bound::Lower)));
        assert_eq!((mate_score(2), mate_score(-2)), (Score::win_in(3), Score::loss_in(4)));
        assert_eq!(mate_score(i64::MIN), Score::loss_in(Score::MAX_DISTANCE));
        assert_eq!(estimate(i64::MAX), Score::heuristic(Score::MAX_HEURISTIC));
    }
}
