//! `ugi` under random sequences of commands, compared with a model that knows the rules: nothing
//! panics, nothing hangs, and every `go` gets exactly one answer, which is legal.
//!
//! `PLYGLOT_UGI_SEQUENCES` says how many sequences are tried in all (docs/testing.md).

use std::collections::VecDeque;

use crate::support::command;
use crate::support::random::{GAMES, Random};
use crate::support::talk::Talk;
use plyglot::catalogue::builtin;
use plyglot::open::Position;
use plyglot::search::Side;

/// Sequences in a usual run of the tests, all games together.
const SHORT: u64 = 300;

/// The state that the program should have, and the answers that are still expected.
struct Model {
    start: Position,
    game: Position,
    /// The positions of the searches that were not answered yet.
    searched: VecDeque<Position>,
    /// The responses that are awaited.
    responses: VecDeque<String>,
    random: Random,
    talk: Talk,
}

/// The answer to `query result`.
fn result(game: &Position) -> &'static str {
    let Some(outcome) = game.outcome() else { return "none" };
    let score = outcome.score().raw();
    let first_ahead = (score > 0) == (game.to_move() == Side::First);
    match score {
        0 => "draw",
        _ if first_ahead => "p1win",
        _ => "p2win",
    }
}

impl Model {
    /// A random walk from a position, with the moves as text.
    fn walk(&mut self, mut game: Position) -> (Position, String) {
        let mut text = String::new();
        for _ in 0..self.random.below(30) {
            let moves = game.moves().expect("moves");
            if moves.is_empty() {
                break;
            }
            let place = self.random.below(moves.len() as u64) as usize;
            let mv = moves[place];
            text = format!("{text} {}", game.move_text(mv).expect("it is legal"));
            game.play(mv).expect("it is legal");
        }
        (game, text)
    }

    /// Sends something, and updates what is expected.
    fn step(&mut self) {
        match self.random.below(23) {
            0..5 => self.position(),
            5..11 => self.go(),
            11..14 => self.query(),
            14 => self.talk.say("stop"),
            15 => {
                self.talk.say("uginewgame");
                self.game = self.start.clone();
            }
            16 | 17 => self.set_option(),
            20 => self.talk.say("ponderhit"),
            21 => self.talk.say("d"),
            22 => self.talk.say("eval"),
            18 => self.talk.say(self.random.of(&["ugi", "isready", "", "  ", "isready extra"])),
            _ => self.garbage(),
        }
    }

    fn position(&mut self) {
        let (from, walked) = self.walk(self.start.clone());
        match self.random.below(6) {
            0 | 1 => {
                let moves =
                    if walked.is_empty() { String::new() } else { format!(" moves{walked}") };
                self.talk.say(format!("position startpos{moves}"));
                self.game = from;
            }
            2 | 3 => {
                let text = from.text().expect("a text");
                let (game, walked) = self.walk(from);
                self.talk.say(format!("position fen {text} moves{walked}"));
                self.game = game;
            }
            4 => self.talk.say(format!("position startpos moves{walked} ~~~")),
            _ => self.talk.say(self.random.of(&[
                "position",
                "position moves",
                "position fen",
                "position fen ?!",
                "position end",
                "position startpos startpos",
            ])),
        }
    }

    fn go(&mut self) {
        self.searched.push_back(self.game.clone());
        let number = self.random.below(40);
        let limits = match self.random.below(13) {
            0 => String::new(),
            1 => " infinite".into(),
            2 => format!(" depth {}", number % 4),
            3 => format!(" nodes {}", number * 10),
            4 => format!(" movetime {}", number % 8),
            5 => format!(" p1time {number} p2time {number} p1inc 0 p2inc 0"),
            6 => format!(
                " p1time {number} p2time -1 p1inc {number} p2inc 1 movestogo {}",
                number % 3
            ),
            8 => format!(" ponder p1time {number} p2time {number}"),
            9 => format!(" mate {}", number % 3),
            10 => format!(" searchmoves {} depth {}", self.any_move(), number % 4),
            11 => format!(" think {number}"),
            7 => format!(" depth x depth {}", number % 3 + 1),
            _ => " infinite depth 2 nodes".into(),
        };
        self.talk.say(format!("go{limits}"));
    }

    /// A legal move, or a word that is none.
    fn any_move(&mut self) -> String {
        let moves = self.game.moves().expect("moves");
        if moves.is_empty() || self.random.below(4) == 0 {
            return "~~~".into();
        }
        let place = self.random.below(moves.len() as u64) as usize;
        self.game.move_text(moves[place]).expect("it is legal")
    }

    fn query(&mut self) {
        let query = self.random.of(&["gameover", "p1turn", "result"]);
        self.responses.push_back(match query {
            "gameover" => self.game.outcome().is_some().to_string(),
            "p1turn" => (self.game.to_move() == Side::First).to_string(),
            _ => result(&self.game).into(),
        });
        self.talk.say(format!("query {query}"));
    }

    fn set_option(&mut self) {
        let (number, bad) = (self.random.below(3) + 1, self.random.below(2));
        let line = match self.random.below(8) {
            0 => format!("name Threads value {}", number * (1 - bad)),
            1 => format!("name Hash value {number}"),
            2 | 3 => format!("name MultiPV value {}", number + bad * 1_000),
            4 => "name Clear Hash".into(),
            5 => format!("name Move Overhead value {number}"),
            6 => self.random.of(&["", "name", "value 3", "name Nothing value 1"]).into(),
            // No machine has 16 TiB of memory to give.
            _ => "name Hash value 16777216".into(),
        };
        self.talk.say(format!("setoption {line}"));
    }

    fn garbage(&mut self) {
        let mut bytes: Vec<_> =
            (0..self.random.below(60)).map(|_| self.random.below(256) as u8).collect();
        // A command could come about by chance, but not behind this.
        bytes.insert(0, b'~');
        bytes.retain(|&byte| byte != b'\n');
        self.talk.say(bytes);
    }

    /// Waits until everything is answered, and checks the answers.
    fn settle(&mut self) {
        self.talk.say("stop");
        self.talk.say("isready at last");
        // The unknown command marks the end: its answer follows all others.
        self.talk.say("end of sequence");
        loop {
            let line = self.talk.hear();
            if let Some(mv) = line.strip_prefix("bestmove ") {
                self.check(mv);
            } else if let Some(answer) = line.strip_prefix("response ") {
                let expected = self.responses.pop_front();
                assert_eq!(Some(answer), expected.as_deref(), "{}", self.talk.shown());
            } else if line.starts_with("info string unknown command \"end\"") {
                break;
            }
        }
        let pending = (self.searched.len(), self.responses.len());
        assert_eq!(pending, (0, 0), "{}", self.talk.shown());
    }

    /// An answer belongs to the first search without one.
    fn check(&mut self, mv: &str) {
        let Some(game) = self.searched.pop_front() else {
            panic!("an answer to nothing: {}", self.talk.shown());
        };
        let is_right = match game.outcome().is_some() {
            true => mv == "0000",
            false => game.parse_move(mv).is_ok(),
        };
        assert!(is_right, "{mv:?} in {}: {}", game.text().expect("a text"), self.talk.shown());
    }
}

/// Tries `count` sequences in one process of the program. Gives the number of lines.
fn sequences(game: &str, count: u64) -> u64 {
    let talk = Talk::with(command(&format!("ugi {game} --threads 2 --hash 1M")));
    let opened = builtin().open(game).expect("it is in the catalogue");
    let start = opened.start().expect("a start");
    let (searched, responses) = (VecDeque::new(), VecDeque::new());
    let random = Random::new(game.len() as u64);
    let mut model = Model { game: start.clone(), start, searched, responses, random, talk };
    for _ in 0..count {
        for _ in 0..=model.random.below(12) {
            model.step();
        }
        model.settle();
    }
    // The last of them ends with its input.
    model.go();
    let sent = model.talk.sent();
    let (lines, code) = model.talk.close();
    let answers = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!((answers, code), (1, 0), "{lines:?}");
    sent
}

#[test]
fn random_commands_break_nothing_and_every_search_is_answered() {
    let asked = std::env::var("PLYGLOT_UGI_SEQUENCES").ok();
    let asked = asked.map_or(SHORT, |asked| asked.parse().expect("a number of sequences"));
    let sent = GAMES.into_iter().map(|game| sequences(game, asked / GAMES.len() as u64));
    println!("ugi: {} lines", sent.sum::<u64>());
}
