//! Conversations within the process, about a game that has options and may panic.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use plyglot_search::Config;

use super::*;
use crate::protocol::doors::HINGES;

fn session(broken: Option<&'static str>) -> Session {
    Session::new(doors::open(broken), &Config::single(1 << 20)).expect("there is such an engine")
}

/// What was said so far.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<String>>);

impl Said {
    fn text(&self) -> String {
        self.0.lock().expect("nobody panics with it").clone()
    }
}

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).expect("whole lines are said");
        self.0.lock().expect("nobody panics with it").push_str(text);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Says one line after the other. A line `~ WORD` waits until a line that begins with the word is
/// heard, after the one that was waited for before.
struct Script {
    lines: std::vec::IntoIter<String>,
    said: Said,
    heard: usize,
}

impl Script {
    fn wait(&mut self, word: &str) {
        let begun = Instant::now();
        loop {
            let text = self.said.text();
            let mut lines = text.lines().enumerate().skip(self.heard);
            if let Some((place, _)) = lines.find(|(_, line)| line.starts_with(word)) {
                self.heard = place + 1;
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

/// What is said to these lines.
fn said(session: &mut Session, face: &mut dyn Face, lines: &str) -> Vec<String> {
    let said = Said::default();
    let script: Vec<_> = lines.lines().map(str::to_owned).collect();
    let script = Script { lines: script.into_iter(), said: said.clone(), heard: 0 };
    let verdict = converse(session, face, script, &mut said.clone());
    assert_eq!(verdict.expect("the output can be written"), Verdict::Fine);
    said.text().lines().map(str::to_owned).collect()
}

fn ugi(session: &mut Session, lines: &str) -> Vec<String> {
    said(session, &mut Ugi::default(), lines)
}

#[test]
fn the_options_of_the_game_are_offered_behind_those_of_the_engine_and_tuning_comes_last() {
    let lines = ugi(&mut session(None), "ugi");
    assert_eq!(lines[0].split_once(" (").map(|(_, game)| game), Some("doors)"));
    assert_eq!(
        lines[6..],
        [
            "option name Clear Hash type button",
            "option name Scheme type string default abdada",
            "option name worth type spin default 7 min -9 max 9",
            "option name mood type combo default calm var calm var very cross",
            "option name night type check default false",
            "option name keys type string default <empty>",
            "option name aspiration type spin default 24 min 0 max 16000",
            "option name killer type spin default 1048576 min 0 max 16777216",
            "option name countermove type spin default 262144 min 0 max 16777216",
            "option name history type spin default 16384 min 0 max 65536",
            "ugiok",
        ]
    );
}

#[test]
fn an_option_of_the_game_is_set_and_the_game_stands_where_it_stood() {
    let mut session = session(None);
    let told = "position startpos moves 1 0 1 0\nsetoption name WORTH value -5\n\
                setoption name mood value very  cross\nsetoption name night value true\n\
                setoption name keys value under the mat\nquery gameover\nugi";
    let lines = ugi(&mut session, told);
    // A position that stands there for the third time: its past is still known.
    assert_eq!(lines[0], "response true");
    for offer in
        ["worth type spin default -5 ", "default very cross ", "default true", "under the mat"]
    {
        assert!(lines.iter().any(|line| line.contains(offer)), "{offer}: {lines:?}");
    }
    assert_eq!(session.position().estimate().expect("it does not panic"), Some(-5));
    let lines = ugi(&mut session, "setoption name keys value <empty>\nugi\ngo depth 2\n~ bestmove");
    assert!(lines.contains(&"option name keys type string default <empty>".into()), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove 2"));
}

#[test]
fn an_option_that_cannot_be_set_is_told_in_one_line_and_changes_nothing() {
    let mut session = session(None);
    let before =
        ugi(&mut session, "position startpos moves 1 0\nsetoption name worth value 3\nugi");
    let cases = [
        ("worth value 10", "option worth: a whole number from -9 to 9 is needed, not \"10\""),
        ("mood value glad", "option mood: one of calm, very cross is needed, not \"glad\""),
        ("night value maybe", "option night: true or false is needed, not \"maybe\""),
        ("keys value lost", "option keys: nobody finds them"),
        ("keys value bent", "option keys: the game panicked: the lock broke; it stays as it was"),
        ("Scheme value lasy", "option Scheme: there is no scheme \"lasy\": there are "),
        ("Scheme value lazy+speed", "option Scheme: a scheme has no part \"speed\": "),
        (
            "killer value -1",
            "option killer: a whole number from 0 to 16777216 is needed, not \"-1\"",
        ),
        ("threads value x", "option Threads: a whole number from 1 to 1024 is needed, not \"x\""),
        (
            "day value 1",
            "there is no option \"day\"; there are Threads, Hash, MultiPV, Move Overhead, \
                         Clear Hash, Scheme, worth, mood, night, keys, aspiration, killer, \
                         countermove, history",
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
    let told = "setoption name Threads value 2\nsetoption name scheme value lazy-stagger\nugi\n\
                position startpos\ngo depth 3\n~ bestmove";
    let lines = ugi(&mut session, told);
    assert!(lines.contains(&"option name Scheme type string default lazy-stagger".into()));
    assert_eq!(lines.last().map(String::as_str), Some("bestmove 2"));
    assert_eq!(session.config().threads, 2);
}

#[test]
fn a_game_that_panics_gets_every_search_of_ugi_answered() {
    for broken in HINGES {
        let mut session = session(Some(broken));
        let told = "go depth 3\n~ bestmove\nfoo\nposition startpos moves 1\ngo depth 4\n~ bestmove\n\
                    go infinite\nsetoption name worth value 2\n~ bestmove\ngo movetime 5\n\
                    query p1turn\nuginewgame\n~ bestmove\ngo nodes 9";
        let lines = ugi(&mut session, told);
        let answers: Vec<_> = lines.iter().filter(|line| line.starts_with("bestmove ")).collect();
        assert_eq!(answers.len(), 5, "{broken}: {lines:?}");
        assert!(lines.contains(&"info string \"foo\" is no command".into()), "{broken}: {lines:?}");
        // UGI asks for no value, and for the text of nothing but the first position.
        let hinge = lines.iter().any(|line| line.contains("the hinge broke"));
        assert_eq!(hinge, !["value", "text"].contains(&broken), "{broken}: {lines:?}");
    }
}

#[test]
fn a_game_that_panics_gets_every_ping_and_search_of_nboard_answered() {
    for broken in HINGES {
        let mut session = session(Some(broken));
        session.set_position(session.game().parse("1b").expect("it is a position"));
        let told = "nboard 2\nset depth 4\ngo\n~ ===\nping 1\nhint 2\nping 2\nanalyze\nping 3\n\
                    move A1\ngo\nping 4";
        let lines = said(&mut session, &mut NBoard::default(), told);
        let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        assert_eq!(count("=== "), 2, "{broken}: {lines:?}");
        assert_eq!(count("pong "), 4, "{broken}: {lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some("pong 4"), "{broken}: {lines:?}");
        assert_eq!(session.position().key(), 3, "{broken}");
    }
}

#[test]
fn an_analysis_leaves_the_game_where_it_stood_even_if_a_value_panics() {
    let mut session = session(Some("value"));
    let mut position = session.position().clone();
    position.play_text("10").expect("it is legal");
    session.set_position(position);
    let told = "set depth 5\nanalyze\n~ status the game panicked: the hinge broke";
    let lines = said(&mut session, &mut NBoard::default(), told);
    assert!(lines.iter().any(|line| line.starts_with("analysis 2 ")), "{lines:?}");
    assert_eq!(session.position().plies(), 2);
}
