//! Conversations within the process, about a game that has options and may panic.

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::catalogue::Program;
use plyglot_search::Config;

use crate::errors::ExitStatus;
use crate::nboard::NBoard;
use crate::protocol::conversation::{Protocol, converse};
use crate::protocol::session::Session;
use crate::protocol::test_game::{self, FAULTY};
use crate::ugi::{Dialect, Ugi};

fn session(faulty: Option<&'static str>) -> Session {
    Session::new(test_game::open(faulty), &Config::single(1 << 20))
        .expect("there is such an engine")
}

/// What was written so far.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<String>>);

impl Written {
    fn text(&self) -> String {
        self.0.lock().expect("no thread panics with it").clone()
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).expect("whole lines are written");
        self.0.lock().expect("no thread panics with it").push_str(text);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Sends one line after the other. A line `~ WORD` waits until a line that begins with the word is
/// received, after the one that was waited for before.
struct Script {
    lines: std::vec::IntoIter<String>,
    written: Written,
    received: usize,
}

impl Script {
    fn wait(&mut self, word: &str) {
        let begun = Instant::now();
        loop {
            let text = self.written.text();
            let mut lines = text.lines().enumerate().skip(self.received);
            if let Some((place, _)) = lines.find(|(_, line)| line.starts_with(word)) {
                self.received = place + 1;
                return;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "no {word:?} in {text}");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Read for Script {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(line) = self.lines.next() {
            match line.strip_prefix("~ ") {
                Some(word) => self.wait(word),
                None => return format!("{line}\n").as_bytes().read(buffer),
            }
        }
        Ok(0)
    }
}

/// What is answered to these lines.
fn answers(session: &mut Session, protocol: &mut dyn Protocol, lines: &str) -> Vec<String> {
    let written = Written::default();
    let script: Vec<_> = lines.lines().map(str::to_owned).collect();
    let script = Script { lines: script.into_iter(), written: written.clone(), received: 0 };
    let verdict = converse(session, protocol, script, written.clone());
    assert_eq!(verdict.expect("the output can be written"), ExitStatus::Success);
    written.text().lines().map(str::to_owned).collect()
}

fn ugi(session: &mut Session, lines: &str) -> Vec<String> {
    answers(session, &mut Ugi::of(Dialect::UGI, Program::default()), lines)
}

#[test]
fn the_options_of_the_game_are_offered_behind_those_of_the_engine_and_tuning_comes_last() {
    let lines = ugi(&mut session(None), "ugi");
    assert_eq!(lines[0].split_once(" (").map(|(_, game)| game), Some("test-game)"));
    assert_eq!(
        lines[6..],
        [
            "option name Ponder type check default false",
            "option name Clear Hash type button",
            "option name Scheme type string default abdada",
            "option name UGI_AnalyseMode type check default false",
            "option name UGI_ShowWDL type check default false",
            "option name worth type spin default 7 min -9 max 9",
            "option name style type combo default calm var calm var very bold",
            "option name quiet type check default false",
            "option name note type string default <empty>",
            "option name tables type string default none",
            "option name aspiration type spin default 24 min 0 max 16000",
            "option name killer type spin default 1048576 min 0 max 16777216",
            "option name countermove type spin default 262144 min 0 max 16777216",
            "option name history type spin default 16384 min 0 max 65536",
            "option name continuation type spin default 0 min 0 max 65536",
            "option name off type string default none",
            "ugiok",
        ]
    );
}

#[test]
fn an_option_of_the_game_is_set_and_the_position_stays() {
    let mut session = session(None);
    let commands = "position startpos moves 1 0 1 0\nsetoption name WORTH value -5\n\
                setoption name style value very  bold\nsetoption name quiet value true\n\
                setoption name note value under the mat\nquery gameover\nugi";
    let lines = ugi(&mut session, commands);
    // A position that stands there for the third time: its past is still known.
    assert_eq!(lines[0], "response true");
    for offer in
        ["worth type spin default -5 ", "default very bold ", "default true", "under the mat"]
    {
        assert!(lines.iter().any(|line| line.contains(offer)), "{offer}: {lines:?}");
    }
    assert_eq!(session.position().estimate().expect("it does not panic"), Some(-5));
    let lines = ugi(&mut session, "setoption name note value <empty>\nugi\ngo depth 2\n~ bestmove");
    assert!(lines.contains(&"option name note type string default <empty>".into()), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove 2"));
}

#[test]
fn an_option_that_cannot_be_set_is_reported_in_one_line_and_changes_nothing() {
    let mut session = session(None);
    let before =
        ugi(&mut session, "position startpos moves 1 0\nsetoption name worth value 3\nugi");
    let cases = [
        ("worth value 10", "option worth: a whole number from -9 to 9 is needed, not \"10\""),
        ("style value glad", "option style: one of calm, very bold is needed, not \"glad\""),
        ("quiet value maybe", "option quiet: true or false is needed, not \"maybe\""),
        ("note value lost", "option note: it is lost"),
        (
            "note value bent",
            "option note: the game panicked: the option is faulty; the value is unchanged",
        ),
        ("Scheme value lasy", "option Scheme: "),
        ("Scheme value lazy+speed", "option Scheme: "),
        (
            "killer value -1",
            "option killer: a whole number from 0 to 16777216 is needed, not \"-1\"",
        ),
        ("threads value x", "option Threads: a whole number from 1 to 1024 is needed, not \"x\""),
        (
            "day value 1",
            "unknown option \"day\"; expected one of Threads, Hash, MultiPV, Move Overhead, Ponder, \
                         Clear Hash, Scheme, UGI_AnalyseMode, UGI_ShowWDL, worth, style, quiet, note, \
                         tables, aspiration, killer, countermove, history, continuation",
        ),
    ];
    for (text, answer) in cases {
        let lines = ugi(&mut session, &format!("setoption name {text}\nugi"));
        assert!(lines[0].starts_with(&format!("info string {answer}")), "{text}: {lines:?}");
        assert_eq!(lines[1..], before, "{text}");
        assert_eq!(session.position().plies(), 2, "{text}");
        assert_eq!(session.position().estimate().expect("it does not panic"), Some(3));
    }
}

#[test]
fn the_scheme_is_set_and_the_search_goes_on() {
    let mut session = session(None);
    let commands = "setoption name Threads value 2\nsetoption name scheme value lazy-stagger\nugi\n\
                position startpos\ngo depth 3\n~ bestmove";
    let lines = ugi(&mut session, commands);
    assert!(lines.contains(&"option name Scheme type string default lazy-stagger".into()));
    assert_eq!(lines.last().map(String::as_str), Some("bestmove 2"));
    assert_eq!(session.config().threads, 2);
}

#[test]
fn a_game_that_panics_gets_every_search_of_ugi_answered() {
    for faulty in FAULTY {
        let mut session = session(Some(faulty));
        let commands = "go depth 3\n~ bestmove\nfoo\nposition startpos moves 1\ngo depth 4\n~ bestmove\n\
                    go infinite\nsetoption name worth value 2\n~ bestmove\ngo movetime 5\n\
                    query p1turn\nuginewgame\n~ bestmove\ngo nodes 9";
        let lines = ugi(&mut session, commands);
        let answers: Vec<_> = lines.iter().filter(|line| line.starts_with("bestmove ")).collect();
        assert_eq!(answers.len(), 5, "{faulty}: {lines:?}");
        let unknown =
            lines.iter().any(|line| line.starts_with("info string unknown command \"foo\""));
        assert!(unknown, "{faulty}: {lines:?}");
        // UGI asks for the text of nothing but the first position.
        let fault = lines.iter().any(|line| line.contains("a fault of the test"));
        assert_eq!(fault, faulty != "text", "{faulty}: {lines:?}");
    }
}

#[test]
fn a_game_that_panics_gets_every_ping_and_search_of_nboard_answered() {
    for faulty in FAULTY {
        let mut session = session(Some(faulty));
        session.set_position(session.game().parse("1b").expect("it is a position"));
        let commands = "nboard 2\nset depth 4\ngo\n~ ===\nping 1\nhint 2\nping 2\nanalyze\nping 3\n\
                    move A1\ngo\nping 4";
        let lines = answers(&mut session, &mut NBoard::of("plyglot"), commands);
        let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        assert_eq!(count("=== "), 2, "{faulty}: {lines:?}");
        assert_eq!(count("pong "), 4, "{faulty}: {lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some("pong 4"), "{faulty}: {lines:?}");
        assert_eq!(session.position().key(), 3, "{faulty}");
    }
}

#[test]
fn an_analysis_leaves_the_position_unchanged_even_if_a_value_panics() {
    let mut session = session(Some("value"));
    let mut position = session.position().clone();
    position.play_text("10").expect("it is legal");
    session.set_position(position);
    let commands = "set depth 5\nanalyze\n~ status the game panicked: a fault of the test";
    let lines = answers(&mut session, &mut NBoard::of("plyglot"), commands);
    assert!(lines.iter().any(|line| line.starts_with("analysis 2 ")), "{lines:?}");
    assert_eq!(session.position().plies(), 2);
}
