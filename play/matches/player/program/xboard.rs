//! Chess programs that speak xboard's protocol (T. Mann, H. Muller, "Chess Engine Communication Protocol", version 2).
//!
//! The program is kept in its `force` mode, in which it only takes moves, and told to `go` for each of its own: so it does
//! not matter on whose side it believes to be. A program of version 1 names no features, and is waited for two seconds.

use std::time::Duration;

use plyglot_clock::Clock;
use plyglot_open::{DoorError, Position, Stop, Verdict};
use plyglot_search::Bound;

use super::conversation::Conversation;
use super::process::Process;
use super::spec::{ProgramSpec, in_words};
use super::ugi::estimate;
use crate::matches::control::{Control, Time};
use crate::matches::player::turn::{Choice, Fault, FaultKind, PlayerError, Trouble, Turn};

/// How long a program has to name its features, as the protocol says.
const FEATURES: Duration = Duration::from_secs(2);

/// A program that speaks xboard's protocol.
pub(super) struct XBoard {
    spec: ProgramSpec,
    control: Control,
    /// What says how long it may think, after each `new`.
    limits: Vec<String>,
    /// The start of the game as text.
    start: String,
    features: Features,
    /// The moves of the game that the program knows.
    told: usize,
}

/// What a program can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Features {
    /// It answers `ping`.
    ping: bool,
    /// It sets up positions.
    setboard: bool,
    /// Moves have a word before them.
    usermove: bool,
}

impl XBoard {
    pub(super) fn new(
        start: &Position,
        spec: &ProgramSpec,
        control: Control,
    ) -> Result<XBoard, PlayerError> {
        if &*start.facts().name != "chess" {
            let only = "xboard is a protocol for chess programs: the game chess";
            return Err(PlayerError::Program(only.into()));
        }
        let limits = limits(control).map_err(|why| PlayerError::Unsaid(why.into()))?;
        let (spec, start, features) = (spec.clone(), start.text()?, Features::default());
        Ok(XBoard { spec, control, limits, start, features, told: 0 })
    }

    /// Waits until everything sent has been read, if the program can say so.
    fn ready(&self, process: &mut Process, stop: &Stop) -> Result<(), Trouble> {
        if self.features.ping { process.pong(self.spec.timeout, stop) } else { Ok(()) }
    }

    /// Tells the moves that the program does not know yet.
    fn tell_moves(&mut self, process: &mut Process, at: &Position) -> Result<(), Trouble> {
        let crash = |error: DoorError| Fault::new(FaultKind::Crash, in_words(&error));
        let moves = at.after_plies(0).protocol_notation(&at.played()).map_err(crash)?;
        let word = if self.features.usermove { "usermove " } else { "" };
        for text in moves.iter().skip(self.told) {
            process.send(&format!("{word}{text}"))?;
        }
        self.told = moves.len();
        Ok(())
    }
}

impl Conversation for XBoard {
    fn greeted(&mut self, stop: &Stop) -> Result<Process, Trouble> {
        let crash = |message| Fault::new(FaultKind::Crash, message);
        let mut process = Process::start(&self.spec.command).map_err(crash)?;
        process.send("xboard")?;
        process.send("protover 2")?;
        self.features = Features::default();
        let mut patience = FEATURES.min(self.spec.timeout);
        loop {
            let line = process.wait("feature", patience, stop, |line| {
                line.strip_prefix("feature ").map(String::from)
            });
            match line {
                Ok(line) if self.features.learn(&line, &mut patience, self.spec.timeout) => break,
                Ok(_) => {}
                Err(Trouble::Fault(fault)) if fault.kind == FaultKind::Hang => break,
                Err(trouble) => return Err(trouble),
            }
        }
        for (name, value) in &self.spec.options {
            // Two have words of their own.
            process.send(&match &**name {
                "Threads" => format!("cores {value}"),
                "Hash" => format!("memory {value}"),
                _ => format!("option {name}={value}"),
            })?;
        }
        self.ready(&mut process, stop)?;
        Ok(process)
    }

    fn begun(&mut self, process: &mut Process, at: &Position, stop: &Stop) -> Result<(), Trouble> {
        let crash = |message: String| Fault::new(FaultKind::Crash, message);
        let root = at.after_plies(0).text().map_err(|error| crash(in_words(&error)))?;
        for line in ["new", "force", "easy", "post"] {
            process.send(line)?;
        }
        for line in &self.limits {
            process.send(line)?;
        }
        if root != self.start {
            if !self.features.setboard {
                let message =
                    "the program sets up no positions: openings have to be moves from the start";
                return Err(crash(message.into()).into());
            }
            process.send(&format!("setboard {root}"))?;
        }
        self.told = 0;
        self.tell_moves(process, at)?;
        self.ready(process, stop)
    }

    fn asked(&mut self, process: &mut Process, turn: &Turn<'_>) -> Result<Choice, Trouble> {
        self.tell_moves(process, turn.at)?;
        if let Some(own) = turn.clock {
            // In hundredths, rounded down.
            let other = turn.other_clock.unwrap_or(own);
            let hundredths = |Clock { left, .. }: Clock| left.as_millis() / 10;
            process.send(&format!("time {}", hundredths(own)))?;
            process.send(&format!("otim {}", hundredths(other)))?;
        }
        process.send("go")?;
        let most = self.spec.timeout.saturating_add(turn.allowance(self.control.time));
        let mut heard = Heard::default();
        let mv = match process.wait("move", most, turn.stop, |line| heard.answer(line))? {
            Answer::Move(mv) => mv,
            Answer::Resigns => return Err(Trouble::Resigned),
            Answer::Refuses(line) => {
                return Err(Fault::new(FaultKind::Crash, format!("it said {line:?}")).into());
            }
        };
        process.send("force")?;
        let illegal = |error: DoorError| Fault::new(FaultKind::Illegal, error.to_string());
        let mv = turn.at.parse_move(&mv).map_err(illegal)?;
        // It has played its move itself.
        self.told += 1;
        Ok(heard.choice(mv, turn.at))
    }
}

impl Features {
    /// Takes what a line names; true if it is the last. `done=0` asks for more time.
    fn learn(&mut self, line: &str, patience: &mut Duration, most: Duration) -> bool {
        let mut is_last = false;
        for word in line.split_whitespace() {
            match word {
                "ping=1" => self.ping = true,
                "setboard=1" => self.setboard = true,
                "usermove=1" => self.usermove = true,
                "done=0" => *patience = most,
                "done=1" => is_last = true,
                _ => {}
            }
        }
        is_last
    }
}

/// What ends the wait for a move.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Move(String),
    Resigns,
    /// It does not take what it was told, and says so in this line.
    Refuses(String),
}

/// What a program has said of its search: depth, value in hundredths of a pawn, and nodes.
#[derive(Debug, Default)]
struct Heard(Option<(u32, i64, u64)>);

impl Heard {
    /// Reads a line: depth, value, hundredths of a second, nodes and a line of moves while it thinks.
    fn answer(&mut self, line: &str) -> Option<Answer> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "move" => return Some(Answer::Move(rest.trim().into())),
            "resign" => return Some(Answer::Resigns),
            // "tellics" is for a server, which is told of a resignation so.
            "tellics" if rest.trim() == "resign" => return Some(Answer::Resigns),
            "Error" | "Illegal" => return Some(Answer::Refuses(line.into())),
            _ => {}
        }
        let mut rest = rest.split_whitespace();
        let depth = word.trim_end_matches(|last: char| !last.is_ascii_digit()).parse().ok();
        let value = rest.next().and_then(|value| value.parse().ok());
        let nodes = rest.nth(1).and_then(|nodes| nodes.parse().ok());
        if let (Some(depth), Some(value), Some(nodes)) = (depth, value, nodes) {
            self.0 = Some((depth, value, nodes));
        }
        None
    }

    fn choice(&self, mv: plyglot_open::Mv, at: &Position) -> Choice {
        let points = i64::from(at.facts().points);
        let verdict = self.0.map(|(_, value, _)| Verdict {
            score: estimate(value.saturating_mul(points) / 100),
            bound: Bound::Exact,
            // Of others' proofs nothing is known.
            proven: false,
        });
        let (depth, nodes) = (self.0.map(|said| said.0), self.0.map(|said| said.2));
        Choice { mv, verdict, depth, nodes }
    }
}

/// The lines that say how long it may think.
fn limits(control: Control) -> Result<Vec<String>, &'static str> {
    let whole = |time: Duration| (time.subsec_nanos() == 0).then_some(time.as_secs());
    let Control { depth, nodes: None, time, clock } = control else {
        return Err("xboard has no words for nodes: time, clock or depth");
    };
    let time = match (time, clock) {
        (None, None) => None,
        (Some(time), None) => {
            let seconds = whole(time).ok_or("xboard counts whole seconds: time=1s or more")?;
            Some(format!("st {seconds}"))
        }
        (None, Some(Time { base, increment })) => {
            let seconds = whole(base).ok_or("xboard counts whole seconds: clock=1s or more")?;
            let (minutes, seconds) = (seconds / 60, seconds % 60);
            Some(format!("level 0 {minutes}:{seconds:02} {}", increment.as_secs_f64()))
        }
        (Some(_), Some(_)) => return Err("xboard has no clock beside a time for each move"),
    };
    Ok(time.into_iter().chain(depth.map(|depth| format!("sd {depth}"))).collect())
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;
    use plyglot_search::Score;

    use super::*;

    #[test]
    fn what_a_program_says_is_read() {
        let mut heard = Heard::default();
        for line in ["", "Hello", "# 1 2 3 4", "tellics say hello", "1/2-1/2 {Draw}", "5 x 1 2 e4"]
        {
            assert_eq!((heard.answer(line), heard.0), (None, None), "{line}");
        }
        for (line, said) in
            [("9 156 1084 48000 Nf3 Nc6", (9, 156, 48000)), ("10. -20 7 99 e4", (10, -20, 99))]
        {
            assert_eq!((heard.answer(line), heard.0), (None, Some(said)), "{line}");
        }
        assert_eq!(heard.answer("move e2e4"), Some(Answer::Move("e2e4".into())));
        assert_eq!(heard.answer("move"), Some(Answer::Move(String::new())));
        assert_eq!(heard.answer("resign"), Some(Answer::Resigns));
        assert_eq!(heard.answer("tellics resign"), Some(Answer::Resigns));
        let illegal = "Illegal move: e2e5";
        assert_eq!(heard.answer(illegal), Some(Answer::Refuses(illegal.into())));
        let at = builtin().open("chess").and_then(|game| game.start()).expect("a start");
        let choice = heard.choice(at.parse_move("e2e4").expect("legal"), &at);
        assert_eq!((choice.depth, choice.nodes), (Some(10), Some(99)));
        let points = -20 * at.facts().points / 100;
        assert_eq!(choice.verdict.map(|said| said.score), Some(Score::heuristic(points)));
    }

    #[test]
    fn features_are_heard_line_by_line() {
        let (mut features, mut patience) = (Features::default(), FEATURES);
        let most = Duration::from_secs(60);
        assert!(!features.learn("done=0 myname=\"A program\"", &mut patience, most));
        assert_eq!((patience, features), (most, Features::default()));
        assert!(!features.learn("ping=1 setboard=1 usermove=0", &mut patience, most));
        assert!(features.learn("usermove=1 done=1", &mut patience, most));
        assert_eq!(features, Features { ping: true, setboard: true, usermove: true });
    }

    #[test]
    fn what_xboard_can_say_of_limits_is_said_and_the_rest_refused() {
        let ms = Duration::from_millis;
        let time = |time| Control { time: Some(ms(time)), ..Control::default() };
        let clock = |base, increment| {
            let clock = Time { base: ms(base), increment: ms(increment) };
            Control { clock: Some(clock), ..Control::default() }
        };
        for (control, said) in [
            (time(2000), vec!["st 2"]),
            (clock(2000, 20), vec!["level 0 0:02 0.02"]),
            (clock(90_000, 1000), vec!["level 0 1:30 1"]),
            (Control { depth: Some(3), ..Control::default() }, vec!["sd 3"]),
            (Control { depth: Some(3), ..time(1000) }, vec!["st 1", "sd 3"]),
        ] {
            assert_eq!(limits(control), Ok(said.into_iter().map(String::from).collect()));
        }
        for (control, word) in [
            (time(500), "whole seconds"),
            (clock(1500, 0), "whole seconds"),
            (Control { time: Some(ms(1000)), ..clock(60_000, 0) }, "beside"),
            (Control { nodes: Some(3), ..Control::default() }, "nodes"),
        ] {
            assert!(limits(control).expect_err(word).contains(word), "{control:?}");
        }
    }
}
