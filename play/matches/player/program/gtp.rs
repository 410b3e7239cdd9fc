//! Programs that speak GTP (G. Farnebäck, "Specification of the Go Text Protocol, version 2", 2002), as those that play
//! Hex do: black is the side that moves first in the start position, moves are texts of the game.

use std::time::Duration;

use plyglot_clock::Clock;
use plyglot_open::{DoorError, Position, Stop};
use plyglot_search::Side;

use super::conversation::Conversation;
use super::process::Process;
use super::spec::{ProgramSpec, in_words};
use crate::matches::control::{Control, Time};
use crate::matches::player::turn::{Choice, Fault, FaultKind, PlayerError, Trouble, Turn};

/// A program that speaks GTP.
pub(super) struct Gtp {
    spec: ProgramSpec,
    /// The start of the game as text: no command sets another one up.
    start: String,
    size: Option<u32>,
    time: Option<Duration>,
    settings: Option<String>,
    /// False of a program that knows no `time_settings`, as benzene's for Hex: its `time_left` has no stones.
    has_settings: bool,
    /// The moves of the game that the program knows.
    told: usize,
}

impl Gtp {
    pub(super) fn new(
        start: &Position,
        spec: &ProgramSpec,
        control: Control,
    ) -> Result<Gtp, PlayerError> {
        let settings = settings(control).map_err(|why| PlayerError::Unsaid(why.into()))?;
        let (size, spec, start) = (board_size(&start.facts().name), spec.clone(), start.text()?);
        let (time, has_settings, told) = (control.time, true, 0);
        Ok(Gtp { spec, start, size, time, settings, has_settings, told })
    }

    /// What a command that takes no time answers.
    fn ask(&self, process: &mut Process, command: &str, stop: &Stop) -> Result<String, Trouble> {
        answered(process, command, self.spec.timeout, stop)
    }

    /// Tells the moves that the program does not know yet.
    fn tell_moves(
        &mut self,
        process: &mut Process,
        at: &Position,
        stop: &Stop,
    ) -> Result<(), Trouble> {
        let crash = |error: DoorError| Fault::new(FaultKind::Crash, in_words(&error));
        let moves = at.after_plies(0).protocol_notation(&at.played()).map_err(crash)?;
        for (ply, text) in moves.iter().enumerate().skip(self.told) {
            let colour = colour(at.after_plies(ply).to_move());
            self.ask(process, &format!("play {colour} {text}"), stop)?;
        }
        self.told = moves.len();
        Ok(())
    }
}

impl Conversation for Gtp {
    fn greeted(&mut self, stop: &Stop) -> Result<Process, Trouble> {
        let crash = |message| Fault::new(FaultKind::Crash, message);
        let mut process = Process::start(&self.spec.command).map_err(crash)?;
        let version = self.ask(&mut process, "protocol_version", stop)?;
        if version != "2" {
            let message = format!("gtp of version 2 is needed, and not {version:?}");
            return Err(crash(message).into());
        }
        if let Some(size) = self.size {
            self.ask(&mut process, &format!("boardsize {size}"), stop)?;
        }
        if self.settings.is_some() {
            let mut knows = |command: &str| -> Result<bool, Trouble> {
                let known = self.ask(&mut process, &format!("known_command {command}"), stop)?;
                Ok(known == "true")
            };
            let has_settings = knows("time_settings")?;
            if !(has_settings || self.time.is_none() && knows("time_left")?) {
                let why =
                    "the program knows no time_settings: leave the time to it, and set it in cmd";
                return Err(crash(why.into()).into());
            }
            self.has_settings = has_settings;
        }
        Ok(process)
    }

    fn begun(&mut self, process: &mut Process, at: &Position, stop: &Stop) -> Result<(), Trouble> {
        let crash = |message: String| Fault::new(FaultKind::Crash, message);
        let root = at.after_plies(0).text().map_err(|error| crash(in_words(&error)))?;
        if root != self.start {
            let message = "gtp sets up no positions: openings have to be moves from the start";
            return Err(crash(message.into()).into());
        }
        self.ask(process, "clear_board", stop)?;
        if let Some(settings) = self.settings.as_ref().filter(|_| self.has_settings) {
            self.ask(process, &format!("time_settings {settings}"), stop)?;
        }
        self.told = 0;
        self.tell_moves(process, at, stop)
    }

    fn asked(&mut self, process: &mut Process, turn: &Turn<'_>) -> Result<Choice, Trouble> {
        self.tell_moves(process, turn.at, turn.stop)?;
        let colour = colour(turn.at.to_move());
        // What is left of a clock is rounded down, so that the program has at least what it counts on.
        let of_clock = turn.clock.map(|Clock { left, .. }| (left, " 0"));
        if let Some((left, stones)) = of_clock.or(self.time.map(|time| (time, " 1"))) {
            let stones = if self.has_settings { stones } else { "" };
            let left = format!("time_left {colour} {}{stones}", left.as_secs());
            self.ask(process, &left, turn.stop)?;
        }
        let most = self.spec.timeout.saturating_add(turn.allowance(self.time));
        let answer = answered(process, &format!("genmove {colour}"), most, turn.stop)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Trouble::Resigned);
        }
        let illegal = |error: DoorError| Fault::new(FaultKind::Illegal, error.to_string());
        let mv = turn.at.parse_move(&answer).map_err(illegal)?;
        // It has played its move itself.
        self.told += 1;
        Ok(Choice { mv, verdict: None, depth: None, nodes: None })
    }
}

/// What a command is answered, at most after so long: a line that begins with `=`, or with `?` if the program refuses,
/// and what follows up to an empty line.
fn answered(
    process: &mut Process,
    command: &str,
    most: Duration,
    stop: &Stop,
) -> Result<String, Trouble> {
    process.send(command)?;
    let mut heard: Option<String> = None;
    let answer = process.wait(&format!("answer to {command:?}"), most, stop, |line| {
        if line.is_empty() {
            return heard.take();
        }
        // Of an answer of several lines the first says what is asked here.
        if heard.is_none() && line.starts_with(['=', '?']) {
            heard = Some(line.into());
        }
        None
    })?;
    match answer.strip_prefix('=') {
        Some(answer) => Ok(answer.trim().into()),
        None => {
            let why = answer.trim_start_matches('?').trim();
            let message = format!("{command:?} was refused: {why:?}");
            Err(Fault::new(FaultKind::Crash, message).into())
        }
    }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// The one number that says how large a board is: of `hex:11`, `hex:11,swap` and `othello:6x6`, but not of `connect4:7x6`.
fn board_size(name: &str) -> Option<u32> {
    let (_, size) = name.split_once(':')?;
    let mut numbers = size.split([',', 'x']).filter_map(|part| part.trim().parse().ok());
    let first = numbers.next()?;
    numbers.all(|number| number == first).then_some(first)
}

/// The arguments of `time_settings`: main time, and the time for how many stones after it, all in whole seconds.
fn settings(control: Control) -> Result<Option<String>, &'static str> {
    let whole = |time: Duration| (time.subsec_nanos() == 0).then_some(time.as_secs());
    match control {
        Control { depth: None, nodes: None, time: None, clock: None } => Ok(None),
        Control { depth: None, nodes: None, time: Some(time), clock: None } => {
            let seconds = whole(time).ok_or("gtp counts whole seconds: time=1s or more")?;
            Ok(Some(format!("0 {seconds} 1")))
        }
        Control {
            depth: None,
            nodes: None,
            time: None,
            clock: Some(Time { base, increment: Duration::ZERO }),
        } => {
            let seconds = whole(base).ok_or("gtp counts whole seconds: clock=1s or more")?;
            Ok(Some(format!("{seconds} 0 0")))
        }
        Control { clock: Some(_), depth: None, nodes: None, .. } => Err(
            "gtp has no increment, and no clock beside a time for each move: time=1s or clock=60s",
        ),
        _ => Err(
            "gtp has no words for depth and nodes: time, clock, or limits of the program's own in cmd",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_one_number() {
        for (name, size) in [
            ("hex:11", Some(11)),
            ("hex:5,swap", Some(5)),
            ("othello:6x6", Some(6)),
            ("connect4:7x6", None),
            ("kalah:6,4", None),
            ("draughts", None),
        ] {
            assert_eq!(board_size(name), size, "{name}");
        }
    }

    #[test]
    fn what_gtp_can_say_of_time_is_said_and_the_rest_refused() {
        let ms = Duration::from_millis;
        let time = |time| Control { time: Some(ms(time)), ..Control::default() };
        let clock = |base, increment| {
            let clock = Time { base: ms(base), increment: ms(increment) };
            Control { clock: Some(clock), ..Control::default() }
        };
        assert_eq!(settings(Control::default()), Ok(None));
        assert_eq!(settings(time(2000)), Ok(Some("0 2 1".into())));
        assert_eq!(settings(clock(60_000, 0)), Ok(Some("60 0 0".into())));
        for (control, word) in [
            (time(500), "whole seconds"),
            (time(1500), "whole seconds"),
            (clock(1500, 0), "whole seconds"),
            (clock(60_000, 1000), "increment"),
            (Control { time: Some(ms(1000)), ..clock(60_000, 0) }, "beside"),
            (Control { depth: Some(3), ..time(1000) }, "depth"),
            (Control { nodes: Some(3), ..Control::default() }, "nodes"),
        ] {
            assert!(settings(control).expect_err(word).contains(word), "{control:?}");
        }
    }
}
