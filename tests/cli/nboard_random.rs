//! `nboard` under random commands, compared with a model that knows the rules: nothing panics, nothing
//! hangs, every `go` has one answer, which is legal, every `ping` its `pong`, and nothing of a search
//! follows the `pong` that ended it.
//!
//! `PLYGLOT_NBOARD_COMMANDS` says how many commands are tried in all (docs/testing.md).

use std::collections::VecDeque;

use crate::support::command;
use crate::support::random::Random;
use crate::support::talk::Talk;
use plyglot::search::{Describe, Game, MoveList, Side};
use plyglot_games::othello::{Othello, OthelloMove};

type Board = Othello<8>;

/// Commands in a usual run of the tests, and in how many processes.
const SHORT: u64 = 3_000;
const PROCESSES: u64 = 3;

/// The answers that are expected, in the order of the commands.
#[derive(Clone, Debug)]
enum Expected {
    /// A search begins, about one of these positions.
    Begin(Vec<Board>),
    /// The answer of `go` in this position.
    Move(Board),
    Pong(u64),
}

/// The state that the program should have, and the answers that are still expected.
struct Model {
    start: Board,
    moves: Vec<OthelloMove>,
    expected: VecDeque<Expected>,
    /// What the running search may be about; nothing after a pong.
    about: Vec<Board>,
    pings: u64,
    random: Random,
    talk: Talk,
}

fn legal(game: &Board) -> Vec<OthelloMove> {
    let mut moves = MoveList::new();
    game.moves(&mut moves);
    moves.iter().collect()
}

fn in_capitals(game: &Board, mv: OthelloMove) -> String {
    if mv == OthelloMove::PASS { "PA".into() } else { game.notation(mv).to_uppercase() }
}

impl Model {
    /// All positions of the game, the present one last.
    fn positions(&self) -> Vec<Board> {
        let mut positions = vec![self.start.clone()];
        for &mv in &self.moves {
            let mut next = positions[positions.len() - 1].clone();
            next.play(mv);
            positions.push(next);
        }
        positions
    }

    fn game(&self) -> Board {
        self.positions().pop().expect("there is a start")
    }

    /// Sends something, and updates what is expected.
    fn step(&mut self) {
        match self.random.below(24) {
            0..3 => self.set_game(),
            3..8 => self.play(),
            8..12 => {
                let game = self.game();
                self.expected.push_back(Expected::Begin(vec![game.clone()]));
                self.expected.push_back(Expected::Move(game));
                self.talk.say("go");
            }
            12..14 => {
                self.expected.push_back(Expected::Begin(vec![self.game()]));
                let count = self.random.below(5);
                self.talk.say(if count == 0 { "hint".into() } else { format!("hint {count}") });
            }
            14 => {
                self.expected.push_back(Expected::Begin(self.positions()));
                self.talk.say("analyze");
            }
            15..18 => self.ping(),
            18 => {
                let depth = self.random.below(7);
                self.talk.say(format!("set depth {depth}"));
            }
            19 => self.talk.say("learn"),
            20 => self.talk.say("nboard 2"),
            21 => self.nonsense(),
            _ => self.garbage(),
        }
    }

    fn ping(&mut self) {
        self.pings += 1;
        self.expected.push_back(Expected::Pong(self.pings));
        self.talk.say(format!("ping {}", self.pings));
    }

    /// A game of random moves, or one that cannot be read.
    fn set_game(&mut self) {
        let mut game = Board::default();
        let (mut moves, mut text) = (Vec::new(), String::new());
        for _ in 0..self.random.below(64) {
            let choices = legal(&game);
            if choices.is_empty() {
                break;
            }
            let mv = choices[self.random.below(choices.len() as u64) as usize];
            let colour = if game.to_move() == Side::First { 'B' } else { 'W' };
            text += &format!("{colour}[{}/{}]", game.notation(mv), self.random.below(9));
            moves.push(mv);
            game.play(mv);
        }
        let clock = ["", "TI[15:00]", "TI[0:01/0:01]", "TB[1]"][self.random.below(4) as usize];
        let board = Board::default().text().replace('X', "*");
        let text = format!("set game (;GM[Othello]{clock}BO[8 {board}]{text};)");
        if self.random.below(3) == 0 {
            let end = self.random.below(text.len() as u64 - 20) as usize + 9;
            return self.talk.say(&text[..end]);
        }
        self.talk.say(text);
        (self.start, self.moves) = (Board::default(), moves);
    }

    /// A move, which may not be legal.
    fn play(&mut self) {
        let game = self.game();
        let choices = legal(&game);
        let mv = match self.random.below(4) {
            0 => {
                let place = self.random.below(65) as u8;
                let square = [b'A' + place % 8, b'1' + place / 8 % 8];
                if place == 64 { "PA".into() } else { String::from_utf8_lossy(&square).into() }
            }
            _ if choices.is_empty() => "PA".into(),
            _ => in_capitals(&game, choices[self.random.below(choices.len() as u64) as usize]),
        };
        self.talk.say(match self.random.below(3) {
            0 => mv.clone(),
            1 => format!("move {mv}"),
            _ => format!("move {mv}/-0.5/{}", self.random.below(3)),
        });
        if choices.is_empty() {
            return;
        }
        let mut after = game.clone();
        let passed = after.implied(&mv);
        if let Some(pass) = passed {
            after.play(pass);
        }
        if let Ok(mv) = after.parse_move(&mv) {
            self.moves.extend(passed);
            self.moves.push(mv);
        }
    }

    /// Known commands with arguments that make no sense.
    fn nonsense(&mut self) {
        const LINES: [&str; 12] = [
            "set game",
            "set game (;)",
            "set depth",
            "set depth 1e9",
            "set contempt x",
            "move",
            "move A1/x",
            "move PASSED",
            "hint x",
            "ping x",
            "nboard",
            "set",
        ];
        self.talk.say(LINES[self.random.below(LINES.len() as u64) as usize]);
    }

    fn garbage(&mut self) {
        let mut bytes: Vec<_> =
            (0..self.random.below(60)).map(|_| self.random.below(256) as u8).collect();
        // A command could come about by chance, but not behind this.
        bytes.insert(0, b'~');
        bytes.insert(1, b'~');
        bytes.insert(2, b'~');
        bytes.retain(|&byte| byte != b'\n');
        self.talk.say(bytes);
    }

    /// Reads one line, and checks it.
    fn hear(&mut self) {
        let line = self.talk.hear();
        self.check(&line);
    }

    fn check(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let right = match word {
            "status" if rest == "plyglot is thinking" => match self.expected.pop_front() {
                Some(Expected::Begin(about)) => {
                    self.about = about;
                    true
                }
                _ => false,
            },
            "pong" => match self.expected.pop_front() {
                Some(Expected::Pong(number)) => {
                    self.about.clear();
                    rest == number.to_string()
                }
                _ => false,
            },
            "===" => match self.expected.pop_front() {
                Some(Expected::Move(game)) => is_answer(&game, rest),
                _ => false,
            },
            "search" => self.about.last().is_some_and(|game| is_hint(game, rest)),
            "analysis" => self.is_analysis(rest),
            "nodestats" => !self.about.is_empty(),
            "learned" | "status" => true,
            "set" => rest.starts_with("myname plyglot"),
            _ => false,
        };
        assert!(right, "{line:?}, expected {:?}\n{}", self.expected.front(), self.talk.shown());
    }

    /// `analysis` of the last position that was not reported yet: they come from the end.
    fn is_analysis(&mut self, text: &str) -> bool {
        let Some((moves, eval)) = text.split_once(' ') else { return false };
        self.about.pop().is_some() && moves.parse() == Ok(self.about.len()) && is_value(eval)
    }

    /// Waits until everything is answered; sometimes a search may end by itself first.
    fn settle(&mut self) {
        if self.random.below(4) == 0 {
            while !self.expected.is_empty() {
                self.hear();
            }
        }
        self.ping();
        while !self.expected.is_empty() {
            self.hear();
        }
    }
}

/// `MOVE/EVAL/TIME`, the move legal, or a pass where the game is over.
fn is_answer(game: &Board, text: &str) -> bool {
    let parts: Vec<_> = text.split('/').collect();
    let [mv, eval, time] = parts[..] else { return false };
    let is_legal = match legal(game).is_empty() {
        true => mv == "PA",
        false => game.parse_move(mv).is_ok(),
    };
    is_legal && is_value(eval) && time.parse::<f64>().is_ok()
}

/// True of a number of discs that the board has.
fn is_value(text: &str) -> bool {
    text.parse().is_ok_and(|eval: f64| eval.abs() <= 64.0)
}

/// `PV EVAL 0 DEPTH`, every move legal.
fn is_hint(game: &Board, text: &str) -> bool {
    let words: Vec<_> = text.split(' ').collect();
    let [pv, eval, "0", depth] = words[..] else { return false };
    let mut at = game.clone();
    for mv in game.split_moves(pv).unwrap_or_default() {
        let Ok(mv) = at.parse_move(mv) else { return false };
        at.play(mv);
    }
    let depth = depth.trim_end_matches('W').trim_end_matches('%');
    pv.len() >= 2 && is_value(eval) && depth.parse::<u32>().is_ok()
}

/// Tries `count` commands in one process of the program. Gives the number of lines.
fn converse(count: u64, seed: u64) -> u64 {
    let talk = Talk::with(command("nboard --threads 2 --hash 1M"));
    let (expected, about, random) = (VecDeque::new(), Vec::new(), Random::new(seed));
    let (start, moves) = (Board::default(), Vec::new());
    let mut model = Model { start, moves, expected, about, pings: 0, random, talk };
    model.talk.say("nboard 2\nset depth 3");
    let mut said = 0;
    while said < count {
        let length = model.random.below(12) + 1;
        (0..length).for_each(|_| model.step());
        model.settle();
        said += length + 1;
    }
    // The last of them ends with its input.
    model.talk.say("go");
    let sent = model.talk.sent();
    let (lines, code) = model.talk.close();
    let answers = lines.iter().filter(|line| line.starts_with("=== ")).count();
    assert_eq!((answers, code), (1, 0), "{lines:?}");
    sent
}

#[test]
fn random_commands_break_nothing_and_everything_is_answered() {
    let asked = std::env::var("PLYGLOT_NBOARD_COMMANDS").ok();
    let commands = asked.map_or(SHORT, |asked| asked.parse().expect("a number of commands"));
    let sent = (0..PROCESSES).map(|seed| converse(commands / PROCESSES, seed));
    println!("nboard: {} lines", sent.sum::<u64>());
}
