//! A game whose rules come from outside of Rust, while the program runs: an object in Python, a table of functions in C.
//!
//! A position is a value that only the rules understand and that never changes. So a position is copied by counting a
//! reference, whoever plays gets a new one, and what is asked of it twice is kept: side to move, outcome and key from the
//! beginning, text and moves from when they are first asked for. What the rules do wrong ends the search as a panic does;
//! the door makes an error of it.
//!
//! Cost: one allocation a position beside that of its value, and one call of the rules a question. The searcher is
//! compiled where [`open`] is called, once for all games of that kind of rules.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use plyglot_search::hash::Fnv;
use plyglot_search::random::mix;
use plyglot_search::{
    Describe, Game, Knowledge, MoveList, Node, Outcome, ParseError, Ranked, Repetition, Side,
};

use crate::catalogue::{Entry, Listing, Setup, Visitor};
use crate::error::{DoorError, guarded};
use crate::facts::Mv;
use crate::open::Open;

/// The most moves of one position: more are those of rules that do not end.
pub const MOST_MOVES: usize = 1 << 16;

/// Rules that come from outside. They may be asked by many threads at once. What breaks their law is said by unwinding
/// ([`std::panic::resume_unwind`] with a text, which is not shown on standard error).
pub trait Rules: Send + Sync + 'static {
    /// A position, as the rules have it.
    type Value: Send + Sync;

    /// What is known of the game, the same every time.
    fn about(&self) -> &About;

    /// The start position.
    fn start(&self) -> Found<Self::Value>;

    /// The position after a legal move.
    fn play(&self, at: &Self::Value, mv: Mv) -> Found<Self::Value>;

    /// Appends the legal moves, at most [`MOST_MOVES`], each another number below [`Mv::MAX`]. Not asked where there is
    /// an outcome.
    fn moves(&self, at: &Self::Value, out: &mut Vec<Mv>);

    /// How the game ends if the position has come back, for the side to move; only asked under [`Repetition::Ends`].
    fn repeated(&self, _at: &Self::Value) -> Outcome {
        Outcome::Draw
    }

    /// A position from its text.
    ///
    /// # Errors
    /// What was wrong with the text.
    fn parse(&self, text: &str) -> Result<Found<Self::Value>, ParseError>;

    /// The position as text that [`Rules::parse`] reads back.
    fn text(&self, at: &Self::Value) -> String;

    /// The board, several lines.
    fn board(&self, at: &Self::Value) -> String;

    /// The notation of a move of the position.
    fn notation(&self, at: &Self::Value, mv: Mv) -> String;

    /// An estimate for the side to move, in points; by default every position looks even.
    fn evaluate(&self, _at: &Self::Value) -> i32 {
        0
    }

    /// Sets the ranks of the moves, the most promising the highest; by default they are left alone.
    fn rank(&self, _at: &Self::Value, _moves: &mut [Ranked<Mv>]) {}

    /// How many plies the game may last at most, where that is known.
    fn plies_left(&self, _at: &Self::Value) -> Option<i32> {
        None
    }
}

/// What is known of a game that comes from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// What people call the game.
    pub name: String,
    /// See [`Describe::UNIT`].
    pub unit: String,
    /// See [`Describe::SIDES`].
    pub sides: [String; 2],
    /// See [`Describe::NOTATION`].
    pub notation: String,
    /// See [`Describe::RULES`].
    pub rules: String,
    /// See [`Describe::POINTS`].
    pub points: i32,
    /// See [`Game::MARGIN_STEP`].
    pub margin_step: i32,
    /// See [`Game::CAN_REPEAT`].
    pub can_repeat: bool,
    /// See [`Game::repetition`].
    pub repetition: Repetition,
}

/// A position, and what everyone asks of it.
#[derive(Clone, Debug)]
pub struct Found<V> {
    /// The position, as the rules have it.
    pub value: V,
    /// Whose turn it is.
    pub to_move: Side,
    /// How the game has ended, for the side to move; `None` while it goes on.
    pub outcome: Option<Outcome>,
    /// What the position's key is made of.
    pub identity: Identity,
}

/// By what equal positions are equal: what their keys are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identity {
    /// A number that no other position has: a consecutive one or a hash.
    Number(u64),
    /// The text of the position, which is kept for who asks for it.
    Text(String),
}

impl Identity {
    fn key(&self) -> u64 {
        mix(match self {
            Identity::Number(number) => *number,
            Identity::Text(text) => {
                let mut hash = Fnv::default();
                hash.bytes(text.as_bytes());
                hash.0
            }
        })
    }
}

/// A number that no other game from outside has in this process.
pub fn number() -> u64 {
    static OPENED: AtomicU64 = AtomicU64::new(1);
    OPENED.fetch_add(1, Ordering::Relaxed)
}

/// Opens a game by its rules. The door knows it by its name and this number ([`number`]), since two games of one name are
/// two games.
///
/// # Errors
/// If the rules break their law.
pub fn open<R: Rules>(rules: Arc<R>, number: u64) -> Result<Box<dyn Open>, DoorError> {
    let entry = guarded(|| {
        let start = At::new(&rules, rules.start());
        Outside { name: format!("{}#{number}", rules.about().name), start }
    })?;
    Ok(guarded(|| entry.open(None))??)
}

/// A position that is played.
struct At<R: Rules>(Arc<Moment<R>>);

/// A position, and what is known of it.
struct Moment<R: Rules> {
    rules: Arc<R>,
    value: R::Value,
    to_move: Side,
    outcome: Option<Outcome>,
    key: u64,
    text: OnceLock<String>,
    moves: OnceLock<Vec<Mv>>,
}

impl<R: Rules> Clone for At<R> {
    fn clone(&self) -> Self {
        At(Arc::clone(&self.0))
    }
}

impl<R: Rules> fmt::Debug for At<R> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "At({}, {:#x})", self.0.rules.about().name, self.0.key)
    }
}

impl<R: Rules> At<R> {
    fn new(rules: &Arc<R>, found: Found<R::Value>) -> Self {
        let Found { value, to_move, outcome, identity } = found;
        let key = identity.key();
        let text = match identity {
            Identity::Text(text) => OnceLock::from(text),
            Identity::Number(_) => OnceLock::new(),
        };
        let (rules, moves) = (Arc::clone(rules), OnceLock::new());
        At(Arc::new(Moment { rules, value, to_move, outcome, key, text, moves }))
    }

    fn about(&self) -> &About {
        self.0.rules.about()
    }

    fn legal(&self) -> &[Mv] {
        self.0.moves.get_or_init(|| {
            let mut moves = Vec::new();
            self.0.rules.moves(&self.0.value, &mut moves);
            moves
        })
    }
}

impl<R: Rules> Game for At<R> {
    type Move = Mv;
    type Undo = At<R>;

    /// Whether it does, each game says for itself.
    const CAN_REPEAT: bool = true;

    fn can_repeat(&self) -> bool {
        self.about().can_repeat
    }

    fn repetition(&self) -> Repetition {
        self.about().repetition
    }

    fn repeated(&self) -> Outcome {
        self.0.rules.repeated(&self.0.value)
    }

    fn margin_step(&self) -> i32 {
        self.about().margin_step
    }

    fn to_move(&self) -> Side {
        self.0.to_move
    }

    fn key(&self) -> u64 {
        self.0.key
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome
    }

    fn moves(&self, out: &mut MoveList<Mv>) {
        out.extend(self.legal().iter().copied());
    }

    fn play(&mut self, mv: Mv) -> At<R> {
        let after = At::new(&self.0.rules, self.0.rules.play(&self.0.value, mv));
        std::mem::replace(self, after)
    }

    fn undo(&mut self, _mv: Mv, before: At<R>) {
        *self = before;
    }

    fn pack(mv: Mv) -> u32 {
        mv
    }

    fn unpack(&self, bits: u32) -> Option<Mv> {
        self.legal().contains(&bits).then_some(bits)
    }

    fn reversible_plies(&self) -> usize {
        if self.can_repeat() { usize::MAX } else { 0 }
    }
}

impl<R: Rules> Describe for At<R> {
    const NOTATION: &'static str = "that of the game";

    fn unit(&self) -> &str {
        &self.about().unit
    }

    fn points(&self) -> i32 {
        self.about().points
    }

    fn result_scale(&self) -> i32 {
        self.points().saturating_mul(4)
    }

    fn sides(&self) -> [&str; 2] {
        let [first, second] = &self.about().sides;
        [first, second]
    }

    fn about_notation(&self) -> &str {
        &self.about().notation
    }

    fn about_rules(&self) -> &str {
        &self.about().rules
    }

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        Ok(At::new(&self.0.rules, self.0.rules.parse(text)?))
    }

    fn text(&self) -> String {
        self.0.text.get_or_init(|| self.0.rules.text(&self.0.value)).clone()
    }

    fn board(&self) -> String {
        self.0.rules.board(&self.0.value)
    }

    fn notation(&self, mv: Mv) -> String {
        self.0.rules.notation(&self.0.value, mv)
    }
}

/// What the rules know beside what is legal.
struct OfRules<R>(std::marker::PhantomData<fn() -> R>);

impl<R> Clone for OfRules<R> {
    fn clone(&self) -> Self {
        OfRules(self.0)
    }
}

impl<R: Rules> Knowledge<At<R>> for OfRules<R> {
    fn evaluate(&mut self, at: &At<R>) -> i32 {
        at.0.rules.evaluate(&at.0.value)
    }

    fn expand(&mut self, at: &At<R>, _node: &Node, out: &mut MoveList<Mv>) {
        at.moves(out);
        // All of them in one go: to go there and back may cost more than a rank.
        at.0.rules.rank(&at.0.value, out.as_mut_slice());
    }

    fn plies_left(&self, at: &At<R>) -> Option<i32> {
        at.0.rules.plies_left(&at.0.value)
    }
}

/// The entry of a catalogue of one: where the searcher of such games is compiled.
struct Outside<R: Rules> {
    name: String,
    start: At<R>,
}

impl<R: Rules> Entry for Outside<R> {
    fn listing(&self) -> Listing {
        Listing { name: "outside", aliases: &[], title: "", sizes: "", notation: "" }
    }

    fn visit<V: Visitor>(&self, _size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        let (name, start) = (self.name.clone(), self.start.clone());
        let knowledge = OfRules(std::marker::PhantomData);
        Ok(visitor.visit(Setup { name, start, knowledge }))
    }
}
