//! A small game for the tests: doors that are swung by turns, and hinges that may break.

use plyglot_open::Open;
use plyglot_open::catalogue::{Entry, Single};
use plyglot_search::{
    Describe, Game, Knowledge, MoveList, OptionError, OptionKind, OptionSpec, Outcome, ParseError,
    Side,
};

/// What may break, by the name of the function that then panics wherever door 0 is not open.
pub(super) const HINGES: [&str; 7] =
    ["moves", "play", "notation", "text", "value", "evaluate", "plies_left"];

/// Two doors, swung by turns; the third to the right is locked.
#[derive(Clone, Debug)]
struct Doors {
    at: u8,
    mover: Side,
    broken: Option<&'static str>,
}

/// The game, opened.
pub(super) fn open(broken: Option<&'static str>) -> Box<dyn Open> {
    let start = Doors { at: 0, mover: Side::First, broken };
    let doors = Single::new("doors", start).knowledge(Caretaker::default());
    doors.open(None).expect("it has one size")
}

impl Doors {
    fn swing(&self, hinge: &str) {
        assert!(self.broken != Some(hinge) || self.at == 0, "the hinge broke");
    }
}

impl Game for Doors {
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
        self.swing("moves");
        (0..=2).filter(|&door| door != self.at).for_each(|door| out.push(door));
    }
    fn play(&mut self, door: u8) -> u8 {
        self.swing("play");
        self.mover = self.mover.other();
        std::mem::replace(&mut self.at, door)
    }
    fn undo(&mut self, _: u8, before: u8) {
        (self.at, self.mover) = (before, self.mover.other());
    }
    fn pack(door: u8) -> u32 {
        door.into()
    }
    fn unpack(&self, bits: u32) -> Option<u8> {
        u8::try_from(bits).ok().filter(|&door| door <= 2 && door != self.at)
    }
}

impl Describe for Doors {
    const NOTATION: &'static str = "the number of a door, and whose turn it is: 1b";

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let (at, mover) = match *text.as_bytes() {
            [at @ b'0'..=b'2', b'a'] => (at - b'0', Side::First),
            [at @ b'0'..=b'2', b'b'] => (at - b'0', Side::Second),
            _ => return Err(ParseError::new("no door, and nobody's turn")),
        };
        Ok(Doors { at, mover, broken: self.broken })
    }
    fn text(&self) -> String {
        self.swing("text");
        format!("{}{}", self.at, ['a', 'b'][self.mover as usize])
    }
    fn parse_move(&self, text: &str) -> Result<u8, ParseError> {
        let door = text.parse().ok().and_then(|door| self.unpack(door));
        door.ok_or_else(|| ParseError::new("no other door"))
    }
    fn notation(&self, door: u8) -> String {
        self.swing("notation");
        door.to_string()
    }
    fn board(&self) -> String {
        self.text()
    }
    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
        Ok(text.split("").filter(|part| !part.is_empty()).collect())
    }
    fn value(&self, score: plyglot_search::Score) -> Option<i32> {
        self.swing("value");
        Some(score.raw())
    }
}

/// Who knows which door is worth what.
#[derive(Clone, Debug)]
struct Caretaker {
    worth: i32,
    mood: String,
    keys: String,
    night: bool,
}

impl Default for Caretaker {
    fn default() -> Self {
        Caretaker { worth: 7, mood: "calm".into(), keys: String::new(), night: false }
    }
}

impl Knowledge<Doors> for Caretaker {
    fn evaluate(&mut self, doors: &Doors) -> i32 {
        doors.swing("evaluate");
        self.worth
    }
    fn plies_left(&self, doors: &Doors) -> Option<i32> {
        doors.swing("plies_left");
        None
    }
    fn options(&self) -> Vec<OptionSpec> {
        let known = Caretaker::default();
        let spec = |name: &str, kind, default: &dyn ToString, value: &dyn ToString| OptionSpec {
            name: name.into(),
            about: "what the caretaker is told".into(),
            kind,
            default: default.to_string(),
            value: value.to_string(),
        };
        let moods = OptionKind::Choice(["calm", "very cross"].map(String::from).into());
        let worths = OptionKind::Number { min: -9, max: 9 };
        vec![
            spec("worth", worths, &known.worth, &self.worth),
            spec("mood", moods, &known.mood, &self.mood),
            spec("night", OptionKind::Switch, &known.night, &self.night),
            spec("keys", OptionKind::Text, &known.keys, &self.keys),
            spec("threads", OptionKind::Text, &"the engine's come first", &""),
        ]
    }
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match name {
            "worth" => self.worth = value.parse().unwrap_or_default(),
            "mood" => self.mood = value.into(),
            "night" => self.night = value == "true",
            "keys" if value == "lost" => {
                let message = "nobody finds them".into();
                return Err(OptionError::Unusable { name: name.into(), message });
            }
            "keys" if value == "bent" => panic!("the lock broke"),
            "keys" => self.keys = value.into(),
            _ => {
                return Err(OptionError::Unknown { name: name.into(), known: Vec::new() });
            }
        }
        Ok(())
    }
}
