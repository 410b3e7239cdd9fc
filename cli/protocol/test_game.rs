//! A small game for the tests: two sides move by turns between three squares, and any of its functions may
//! be made to panic.

use plyglot_open::Open;
use plyglot_open::catalogue::{Catalogue, Single};
use plyglot_search::{
    Describe, Game, Knowledge, MoveList, OptionError, OptionKind, OptionSpec, Outcome, ParseError,
    Side,
};

/// The functions that may be faulty: the named one panics in every position but those on square 0.
pub(crate) const FAULTY: [&str; 7] =
    ["moves", "play", "notation", "text", "value", "evaluate", "plies_left"];

/// The square of the piece, and whose turn it is. On square 2 the game is over.
#[derive(Clone, Debug)]
struct TestGame {
    at: u8,
    mover: Side,
    faulty: Option<&'static str>,
}

/// The game as the only one of a catalogue.
pub(crate) fn catalogue(faulty: Option<&'static str>) -> Catalogue {
    let start = TestGame { at: 0, mover: Side::First, faulty };
    let entry = Single::new("test-game", start).knowledge(TestKnowledge::default());
    Catalogue::empty().and(entry)
}

/// The game, opened.
pub(crate) fn open(faulty: Option<&'static str>) -> Box<dyn Open> {
    catalogue(faulty).open("test-game").expect("it has one size")
}

impl TestGame {
    fn call(&self, function: &str) {
        assert!(self.faulty != Some(function) || self.at == 0, "a fault of the test");
    }
}

impl Game for TestGame {
    type Move = u8;
    type Undo = u8;
    const CAN_REPEAT: bool = true;

    fn to_move(&self) -> Side {
        self.mover
    }
    fn key(&self) -> u64 {
        u64::from(self.at) * 2 + u64::from(self.mover == Side::Second)
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.at == 2).then_some(Outcome::Margin(-3))
    }
    fn moves(&self, out: &mut MoveList<u8>) {
        self.call("moves");
        (0..=2).filter(|&square| square != self.at).for_each(|square| out.push(square));
    }
    fn play(&mut self, square: u8) -> u8 {
        self.call("play");
        self.mover = self.mover.other();
        std::mem::replace(&mut self.at, square)
    }
    fn undo(&mut self, _: u8, before: u8) {
        (self.at, self.mover) = (before, self.mover.other());
    }
    fn pack(square: u8) -> u32 {
        square.into()
    }
    fn unpack(&self, bits: u32) -> Option<u8> {
        u8::try_from(bits).ok().filter(|&square| square <= 2 && square != self.at)
    }
}

impl Describe for TestGame {
    const NOTATION: &'static str = "the square, and whose turn it is: 1b";

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let (at, mover) = match *text.as_bytes() {
            [at @ b'0'..=b'2', b'a'] => (at - b'0', Side::First),
            [at @ b'0'..=b'2', b'b'] => (at - b'0', Side::Second),
            _ => return Err(ParseError::new("not a square and a side")),
        };
        Ok(TestGame { at, mover, faulty: self.faulty })
    }
    fn text(&self) -> String {
        self.call("text");
        format!("{}{}", self.at, ['a', 'b'][self.mover as usize])
    }
    fn parse_move(&self, text: &str) -> Result<u8, ParseError> {
        let square = text.parse().ok().and_then(|square| self.unpack(square));
        square.ok_or_else(|| ParseError::new("not another square"))
    }
    fn notation(&self, square: u8) -> String {
        self.call("notation");
        square.to_string()
    }
    fn board(&self) -> String {
        self.text()
    }
    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
        Ok(text.split("").filter(|part| !part.is_empty()).collect())
    }
    fn value(&self, score: plyglot_search::Score) -> Option<i32> {
        self.call("value");
        Some(score.raw())
    }
}

/// Knowledge with an option of each kind.
#[derive(Clone, Debug)]
struct TestKnowledge {
    worth: i32,
    style: String,
    note: String,
    quiet: bool,
}

impl Default for TestKnowledge {
    fn default() -> Self {
        TestKnowledge { worth: 7, style: "calm".into(), note: String::new(), quiet: false }
    }
}

impl Knowledge<TestGame> for TestKnowledge {
    fn evaluate(&mut self, game: &TestGame) -> i32 {
        game.call("evaluate");
        self.worth
    }
    fn plies_left(&self, game: &TestGame) -> Option<i32> {
        game.call("plies_left");
        None
    }
    fn options(&self) -> Vec<OptionSpec> {
        let known = TestKnowledge::default();
        let spec = |name: &str, kind, default: &dyn ToString, value: &dyn ToString| OptionSpec {
            name: name.into(),
            about: "an option of the test".into(),
            kind,
            default: default.to_string(),
            value: value.to_string(),
        };
        let styles = OptionKind::Choice(["calm", "very bold"].map(String::from).into());
        let worths = OptionKind::Number { min: -9, max: 9 };
        vec![
            spec("worth", worths, &known.worth, &self.worth),
            spec("style", styles, &known.style, &self.style),
            spec("quiet", OptionKind::Switch, &known.quiet, &self.quiet),
            spec("note", OptionKind::Text, &known.note, &self.note),
            spec("threads", OptionKind::Text, &"the engine's come first", &""),
        ]
    }
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match name {
            "worth" => self.worth = value.parse().unwrap_or_default(),
            "style" => self.style = value.into(),
            "quiet" => self.quiet = value == "true",
            "note" if value == "lost" => {
                let message = "it is lost".into();
                return Err(OptionError::Unusable { name: name.into(), message });
            }
            "note" if value == "bent" => panic!("the option is faulty"),
            "note" => self.note = value.into(),
            _ => {
                return Err(OptionError::Unknown { name: name.into(), known: Vec::new() });
            }
        }
        Ok(())
    }
}
