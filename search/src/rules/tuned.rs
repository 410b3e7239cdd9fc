//! The engine's own numbers as options of any game: tuning needs no compiling.
//!
//! A game says what suits it ([`Knowledge::ordering`], [`Knowledge::aspiration`]). [`Tuned`] stands
//! before its knowledge, overrides single numbers of that, and offers them by name beside the game's
//! own options. The door wraps every game so; in a program of types it is there to be used.
//!
//! Cost: none a node. The numbers are asked for once a search; every other hook is passed on.

use crate::forward_hooks;
use crate::rules::game::Game;
use crate::rules::knowledge::{Knowledge, OrderingWeights};
use crate::rules::option::{OptionError, OptionKind, OptionSpec};
use crate::rules::score::Score;

/// What is to be otherwise than a game's knowledge says. Nothing by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tuning {
    /// In place of [`Knowledge::aspiration`].
    pub aspiration: Option<i32>,
    /// In place of [`OrderingWeights::killer`].
    pub killer: Option<i32>,
    /// In place of [`OrderingWeights::countermove`].
    pub countermove: Option<i32>,
    /// In place of [`OrderingWeights::history`].
    pub history: Option<i32>,
}

/// A number that can be set whatever the game.
struct Number {
    name: &'static str,
    about: &'static str,
    max: i32,
    /// Whether it is of use only where [`Knowledge::ENGINE_ORDERING`] says so.
    of_ordering: bool,
    place: fn(&mut Tuning) -> &mut Option<i32>,
    /// What is used, of the half-width and the weights.
    used: fn(i32, OrderingWeights) -> i32,
}

const NUMBERS: [Number; 4] = [
    Number {
        name: "aspiration",
        about: "half the width of the first window, in points; 0 opens it",
        max: Score::MAX_HEURISTIC,
        of_ordering: false,
        place: |tuning| &mut tuning.aspiration,
        used: |aspiration, _| aspiration,
    },
    Number {
        name: "killer",
        about: "what a killer adds to a move's rank",
        max: OrderingWeights::MAX_BONUS,
        of_ordering: true,
        place: |tuning| &mut tuning.killer,
        used: |_, weights| weights.killer,
    },
    Number {
        name: "countermove",
        about: "what a countermove adds to a move's rank",
        max: OrderingWeights::MAX_BONUS,
        of_ordering: true,
        place: |tuning| &mut tuning.countermove,
        used: |_, weights| weights.countermove,
    },
    Number {
        name: "history",
        about: "the most that history adds to a move's rank",
        max: OrderingWeights::MAX_HISTORY,
        of_ordering: true,
        place: |tuning| &mut tuning.history,
        used: |_, weights| weights.history,
    },
];

impl Number {
    fn kind(&self) -> OptionKind {
        OptionKind::Number { min: 0, max: self.max.into() }
    }

    fn of(&self, aspiration: i32, weights: OrderingWeights) -> String {
        (self.used)(aspiration, weights).clamp(0, self.max).to_string()
    }
}

/// Any knowledge with the engine's numbers as options: `aspiration`, and `killer`,
/// `countermove` and `history` where the engine's ordering is used. An option of the game itself that
/// has one of these names hides the engine's.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/check/src/guide/hexapawn/rules.rs"));
/// # fn main() -> Result<(), plyglot_search::OptionError> {
/// use plyglot_search::{Knowledge, RulesOnly, Tuned, Tuning};
///
/// let mut knowledge = Tuned::new(RulesOnly::<Hexapawn>::default());
/// knowledge.set_option("killer", "40")?;
/// assert_eq!(knowledge.ordering().killer, 40);
/// let refused = knowledge.set_option("aspiration", "wide").unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "option aspiration: a whole number from 0 to 16000 is needed, not \"wide\""
/// );
/// assert_eq!(knowledge.tuning(), Tuning { killer: Some(40), ..Tuning::default() });
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Tuned<K> {
    inner: K,
    tuning: Tuning,
}

impl<K> Tuned<K> {
    /// As the game itself would have it.
    pub fn new(inner: K) -> Self {
        Tuned::with(inner, Tuning::default())
    }

    /// With numbers other than the game's; the engine takes those out of range for the nearest within.
    pub fn with(inner: K, tuning: Tuning) -> Self {
        Tuned { inner, tuning }
    }

    /// What is otherwise than the game has it.
    pub fn tuning(&self) -> Tuning {
        self.tuning
    }

    /// The engine's numbers that can be set beside options of the game.
    fn numbers<G: Game>(&self, own: &[OptionSpec]) -> impl Iterator<Item = &'static Number>
    where
        K: Knowledge<G>,
    {
        NUMBERS.iter().filter(move |number| {
            (K::ENGINE_ORDERING || !number.of_ordering)
                && own.iter().all(|spec| !spec.name.eq_ignore_ascii_case(number.name))
        })
    }
}

macro_rules! inner {
    ($self:ident.$hook:ident($($argument:expr),*)) => { $self.inner.$hook($($argument),*) };
}

#[deny(clippy::missing_trait_methods)]
impl<G: Game, K: Knowledge<G>> Knowledge<G> for Tuned<K> {
    const ENGINE_ORDERING: bool = K::ENGINE_ORDERING;
    const ETC_DEPTH: i32 = K::ETC_DEPTH;
    const TABLE_DEPTH: i32 = K::TABLE_DEPTH;
    const QUIESCENCE: bool = K::QUIESCENCE;
    const ANTISYMMETRIC: bool = K::ANTISYMMETRIC;

    forward_hooks!(
        inner: evaluate, expand, rank, bounds, solve_leaf, search_frontier, key, to_canonical, bits_from_canonical,
        canonical, fingerprint, plies_left, solve_plan, predict, noisy, forced, null_move, undo_null,
        reduction, futility, probcut
    );

    fn for_workers(&self, workers: usize) -> Vec<Self> {
        let tuned = |inner| Tuned { inner, tuning: self.tuning };
        self.inner.for_workers(workers).into_iter().map(tuned).collect()
    }

    fn ordering(&self) -> OrderingWeights {
        let game = self.inner.ordering();
        OrderingWeights {
            killer: self.tuning.killer.unwrap_or(game.killer),
            countermove: self.tuning.countermove.unwrap_or(game.countermove),
            history: self.tuning.history.unwrap_or(game.history),
        }
    }

    fn aspiration(&self) -> i32 {
        self.tuning.aspiration.unwrap_or_else(|| self.inner.aspiration())
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut options = self.inner.options();
        let numbers = self.numbers::<G>(&options).map(|number| OptionSpec {
            name: number.name.into(),
            about: number.about.into(),
            kind: number.kind(),
            default: number.of(self.inner.aspiration(), self.inner.ordering()),
            value: number.of(self.aspiration(), self.ordering()),
        });
        let numbers: Vec<_> = numbers.collect();
        options.extend(numbers);
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let own = self.inner.options();
        let number = self.numbers::<G>(&own).find(|number| number.name.eq_ignore_ascii_case(name));
        let Some(number) = number else {
            // A refusal names all options that there are.
            let name = OptionSpec::check(&self.options(), name, value)?.name.clone();
            return self.inner.set_option(&name, value);
        };
        let refused = || OptionError::Value {
            name: number.name.into(),
            kind: number.kind(),
            value: value.into(),
        };
        let known = value.parse().ok().filter(|known| (0..=number.max).contains(known));
        *(number.place)(&mut self.tuning) = Some(known.ok_or_else(refused)?);
        Ok(())
    }
}
