//! What is known of an opened game before anything is searched.

use plyglot_search::{Describe, Example, Knowledge, Piece, Repetition, Side};

use crate::netted::Base;
use crate::setup::Setup;

/// A move: the 32 bits of [`plyglot_search::Game::pack`]. It means something in the positions in which
/// it is legal, and nothing elsewhere.
pub type Mv = u32;

/// What is known of an opened game before anything is searched. All text is owned, so that games that
/// are made at run time fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The name by which it was asked for, with its size: `othello`, `connect4:6x5`.
    pub name: String,
    /// The name under which its weights and its tables of endgames are kept: without the size, where sizes are only
    /// other start positions ([`Describe::OTHER_STARTS`]).
    pub kept_as: String,
    /// The unit of exact values, in the plural ("discs"); empty where a game is only won, drawn or
    /// lost.
    pub unit: String,
    /// How many points of an estimate make one unit.
    pub points: i32,
    /// At how many points of an estimate the side ahead is expected to make 0.73 of a win
    /// ([`Describe::RESULT_SCALE`]).
    pub result_scale: i32,
    /// How sure results that are not proven are, in percent, with the options as they are set
    /// ([`Knowledge::confidence`]); `None` where the game names no level.
    pub confidence: Option<u8>,
    /// The weights that come with the game, but for a net: those that a net is added to.
    pub base: Base,
    /// The file of the net that comes with it ([`plyglot_search::Describe::net`]); may be empty.
    pub net: &'static [u8],
    /// True if a net may say what of the tree is left out ([`Knowledge::LEARNS`]).
    pub learns: bool,
    /// True if tables of endgames are looked up, by the option `tables`.
    pub tables: bool,
    /// What people call the two players, the one who moves first in the start position first.
    pub sides: [String; 2],
    /// What positions and moves look like as text, in one line.
    pub notation: String,
    /// The rules in about three lines; empty where the game says nothing.
    pub rules: String,
    /// The letters of the board that stand for pieces.
    pub pieces: Vec<Piece>,
    /// True if a position can come back in the same game.
    pub can_repeat: bool,
    /// What that means ([`plyglot_search::Game::repetition`]).
    pub repetition: Repetition,
    /// The distance between neighbouring exact margins.
    pub margin_step: i32,
    /// True if the game says how many plies it may still last, so that it can be solved without a
    /// horizon.
    pub has_end: bool,
    /// Positions worth a look, by name.
    pub examples: Vec<NamedExample>,
    /// What people call the formats of whole games that the game reads ([`Describe::formats`]).
    pub formats: Vec<String>,
}

/// A position worth a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedExample {
    /// The name by which it is asked for, in place of a position.
    pub name: String,
    /// The position, as [`crate::Position::parse`] reads it.
    pub position: String,
    /// What it is and where it comes from, in one line.
    pub about: String,
}

impl Facts {
    /// What people call a side.
    pub fn side(&self, side: Side) -> &str {
        match side {
            Side::First => &self.sides[0],
            Side::Second => &self.sides[1],
        }
    }

    /// The unit of the game's scores, for a sentence: "points" where it has no name.
    pub fn unit_name(&self) -> &str {
        if self.unit.is_empty() { "points" } else { &self.unit }
    }

    /// The example of that name, in any case.
    pub fn example(&self, name: &str) -> Option<&NamedExample> {
        self.examples.iter().find(|example| example.name.eq_ignore_ascii_case(name))
    }

    pub(crate) fn of<G: Describe, K: Knowledge<G>>(setup: &Setup<G, K>) -> Facts {
        let Setup { name, start, knowledge } = setup;
        let game = name.split(':').next().filter(|_| G::OTHER_STARTS);
        Facts {
            name: name.clone(),
            kept_as: game.unwrap_or(name).into(),
            unit: start.unit().into(),
            points: start.points(),
            result_scale: start.result_scale(),
            confidence: knowledge.confidence(),
            base: Base::of(start, knowledge),
            net: start.net(),
            learns: knowledge.constants().learns,
            tables: false,
            sides: start.sides().map(String::from),
            notation: start.about_notation().into(),
            rules: start.about_rules().into(),
            pieces: start.pieces().into(),
            can_repeat: start.can_repeat(),
            repetition: start.repetition(),
            margin_step: start.margin_step(),
            has_end: knowledge.plies_left(start).is_some(),
            examples: owned(start.examples()),
            formats: start.formats().iter().map(|&name| name.into()).collect(),
        }
    }
}

/// Not generic, so that it is compiled once.
fn owned(examples: &[Example]) -> Vec<NamedExample> {
    let owned = |example: &Example| NamedExample {
        name: example.name.into(),
        position: example.position.into(),
        about: example.about.into(),
    };
    examples.iter().map(owned).collect()
}
