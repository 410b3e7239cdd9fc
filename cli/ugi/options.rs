//! The options that `setoption` sets: the engine's, which are always the same, and those of what a
//! player of the game knows.

use std::borrow::Cow;
use std::time::Duration;

use plyglot_open::{DoorError, Open, OptionError, OptionKind, OptionSpec};
use plyglot_search::Config;

use crate::catalogue::Catalogue;
use crate::protocol::session::Session;
use crate::protocol::text::printable;
use crate::ugi::values::{number, scheme, split, switch};

const MIB: usize = 1 << 20;

/// What a move loses to transmission and waiting, unless the option says otherwise.
const OVERHEAD: Duration = Duration::from_millis(5);

/// The options of the protocol itself.
pub(super) struct Settings {
    /// What the names of some begin with: [`PREFIX`], or what this dialect has in its place.
    pub(super) prefix: &'static str,
    /// The two ways to castle that a conversation about chess may have.
    pub(super) variants: Option<Variants>,
    /// Whether the user analyses rather than plays (`UCI_AnalyseMode`).
    pub(super) analyses: bool,
    /// Whether lines say with what chance the game is won (`UCI_ShowWDL`).
    pub(super) chances: bool,
    /// How many lines a search shows (`MultiPV`).
    pub(super) lines: usize,
    /// What a move loses to transmission and waiting (`Move Overhead`).
    pub(super) overhead: Duration,
    /// Whether an answer names the move to ponder on (`Ponder`).
    pub(super) ponder: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            prefix: PREFIX,
            variants: None,
            analyses: false,
            chances: false,
            lines: 1,
            overhead: OVERHEAD,
            ponder: false,
        }
    }
}

/// A game and its variant of the size 960, between which `UCI_Chess960` chooses.
pub(super) struct Variants {
    usual: Box<dyn Open>,
    other: Box<dyn Open>,
}

impl Variants {
    /// Those of a game by its name with its size; `None` if it has not both.
    pub(super) fn of(catalogue: &Catalogue, name: &str) -> Option<Variants> {
        let usual = name.split(':').next().unwrap_or(name);
        let other = catalogue.open(&format!("{usual}:960")).ok()?;
        Some(Variants { usual: catalogue.open(usual).ok()?, other })
    }

    /// True of the variant.
    fn is_960(&self, session: &Session) -> bool {
        session.game().facts().name != self.usual.facts().name
    }

    /// Sets the session to the one or the other, with the options as they are.
    fn choose(&self, session: &mut Session, is_960: bool) -> Result<(), DoorError> {
        let game = if is_960 { &self.other } else { &self.usual };
        let set: Vec<_> = session.game().options().to_vec();
        let set = set.iter().filter(|option| option.value != option.default);
        let set: Vec<_> = set.map(|option| (&*option.name, &*option.value)).collect();
        session.set_game(game.with(&set)?)
    }
}

/// What can be set of the engine, whatever the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EngineOption {
    Threads,
    Hash,
    MultiPv,
    Overhead,
    Ponder,
    ClearHash,
    ParallelScheme,
    Chess960,
    Analyses,
    Chances,
}

use EngineOption::{
    Analyses, Chances, Chess960, ClearHash, Hash, MultiPv, Overhead, ParallelScheme, Ponder,
    Threads,
};

const ENGINE_OPTIONS: [EngineOption; 10] = [
    Threads,
    Hash,
    MultiPv,
    Overhead,
    Ponder,
    ClearHash,
    ParallelScheme,
    Chess960,
    Analyses,
    Chances,
];

/// What the names of options begin with that are about the protocol rather than the engine.
const PREFIX: &str = "UCI_";

/// How UCI writes an empty text.
const EMPTY: &str = "<empty>";
/// The value of an option that names no file.
const NONE: &str = "none";

/// Options of games that UCI has a name for: the game's, and UCI's.
const UCI_NAMES: [(&str, &str); 1] = [("syzygy", "SyzygyPath")];

/// The name that UCI has for an option of a game, in that dialect.
fn uci_name(settings: &Settings, option: &OptionSpec) -> Option<&'static str> {
    let known = UCI_NAMES.into_iter().filter(|_| settings.prefix == PREFIX);
    known.into_iter().find(|(name, _)| *name == option.name).map(|(_, of_uci)| of_uci)
}

impl EngineOption {
    fn of(settings: &Settings, name: &str) -> Option<EngineOption> {
        ENGINE_OPTIONS.into_iter().find(|option| option.named(settings).eq_ignore_ascii_case(name))
    }

    /// Those that a conversation has.
    fn all(settings: &Settings) -> impl Iterator<Item = EngineOption> {
        let castles = settings.variants.is_some();
        ENGINE_OPTIONS.into_iter().filter(move |option| *option != Chess960 || castles)
    }

    /// Its name in this dialect.
    fn named(self, settings: &Settings) -> Cow<'static, str> {
        match self.name().strip_prefix(PREFIX) {
            Some(rest) => format!("{}{rest}", settings.prefix).into(),
            None => self.name().into(),
        }
    }

    /// Its name in UCI.
    fn name(self) -> &'static str {
        match self {
            Threads => "Threads",
            Hash => "Hash",
            MultiPv => "MultiPV",
            Overhead => "Move Overhead",
            Ponder => "Ponder",
            ClearHash => "Clear Hash",
            ParallelScheme => "Scheme",
            Chess960 => "UCI_Chess960",
            Analyses => "UCI_AnalyseMode",
            Chances => "UCI_ShowWDL",
        }
    }

    /// The numbers that it takes, if it takes a number.
    fn range(self) -> Option<(u64, u64)> {
        match self {
            Threads => Some((1, Config::MAX_THREADS as u64)),
            // In MiB; as much as could be counted in bytes. The memory sets the true limit.
            Hash => Some((1, 1 << 24)),
            MultiPv => Some((1, 500)),
            Overhead => Some((0, 5_000)),
            Ponder | ClearHash | ParallelScheme | Chess960 | Analyses | Chances => None,
        }
    }

    /// What it takes, with what is set as the default.
    fn kind(self, settings: &Settings, session: &Session) -> String {
        let config = session.config();
        let spin = |present: u64| {
            let (min, max) = self.range().unwrap_or_default();
            format!("spin default {} min {min} max {max}", present.clamp(min, max))
        };
        match self {
            Threads => spin(config.threads as u64),
            Hash => spin((config.hash_bytes / MIB) as u64),
            MultiPv => spin(settings.lines as u64),
            Overhead => spin(settings.overhead.as_millis() as u64),
            Ponder => format!("check default {}", settings.ponder),
            ClearHash => "button".into(),
            ParallelScheme => format!("string default {}", config.scheme),
            Chess960 => {
                let is_960 = settings.variants.as_ref().is_some_and(|both| both.is_960(session));
                format!("check default {is_960}")
            }
            Analyses => format!("check default {}", settings.analyses),
            Chances => format!("check default {}", settings.chances),
        }
    }
}

/// The lines that offer the options, with what is set as the default: those of the engine, then those
/// of the game.
pub(super) fn offers(settings: &Settings, session: &Session) -> Vec<String> {
    let of_engine = EngineOption::all(settings).map(|option| {
        let kind = option.kind(settings, session);
        format!("option name {} type {kind}", option.named(settings))
    });
    of_engine.chain(of_game(settings, session).map(|option| offer(settings, option))).collect()
}

/// The options of the game that can be set: the engine's come first where they have the same name.
fn of_game<'a>(
    settings: &'a Settings,
    session: &'a Session,
) -> impl Iterator<Item = &'a OptionSpec> {
    let options = session.game().options().iter();
    options.filter(|option| EngineOption::of(settings, &option.name).is_none())
}

fn offer(settings: &Settings, option: &OptionSpec) -> String {
    let OptionSpec { name, value, .. } = option;
    if let Some(name) = uci_name(settings, option) {
        let value = if value == NONE { EMPTY } else { value };
        return printable(&format!("option name {name} type string default {value}"));
    }
    printable(&match &option.kind {
        OptionKind::Number { min, max } => {
            format!("option name {name} type spin default {value} min {min} max {max}")
        }
        OptionKind::Switch => format!("option name {name} type check default {value}"),
        OptionKind::Choice(words) => {
            let words: String = words.iter().map(|word| format!(" var {word}")).collect();
            format!("option name {name} type combo default {value}{words}")
        }
        OptionKind::Text | OptionKind::File(_) | OptionKind::Words(_) => {
            let value = if value.is_empty() { EMPTY } else { value };
            format!("option name {name} type string default {value}")
        }
    })
}

/// Does what `setoption` says: `name N value V`. The session does not search.
///
/// # Errors
/// Why it is not done, in one line that names the option; nothing is changed.
pub(super) fn set(
    settings: &mut Settings,
    session: &mut Session,
    text: &str,
) -> Result<(), String> {
    let (name, value) = split(text)?;
    let offered = |option: &EngineOption| EngineOption::all(settings).any(|one| one == *option);
    let Some(option) = EngineOption::of(settings, &name).filter(offered) else {
        return set_of_game(settings, session, &name, &value);
    };
    let name = option.named(settings).into_owned();
    let number = option.range().map(|range| number(&name, range, &value)).transpose()?;
    let number = number.unwrap_or_default();
    let config = session.config();
    let wanted = match option {
        Threads => Config { threads: number as usize, ..config.clone() },
        Hash if number == (config.hash_bytes / MIB) as u64 => return Ok(()),
        // More than a machine of 32 bits can address is refused as too large, like any other size.
        Hash => Config { hash_bytes: (number as usize).saturating_mul(MIB), ..config.clone() },
        ParallelScheme => Config { scheme: scheme(&name, &value)?, ..config.clone() },
        MultiPv => {
            settings.lines = number as usize;
            return Ok(());
        }
        Overhead => {
            settings.overhead = Duration::from_millis(number);
            return Ok(());
        }
        Ponder => {
            settings.ponder = switch(&name, &value)?;
            return Ok(());
        }
        Analyses => {
            settings.analyses = switch(&name, &value)?;
            return Ok(());
        }
        Chances => {
            settings.chances = switch(&name, &value)?;
            return Ok(());
        }
        Chess960 => {
            let is_960 = switch(&name, &value)?;
            let Some(both) =
                settings.variants.as_ref().filter(|both| both.is_960(session) != is_960)
            else {
                return Ok(());
            };
            let refused = |error| format!("option {name}: {error}");
            return both.choose(session, is_960).map_err(refused);
        }
        ClearHash => {
            session.clear();
            return Ok(());
        }
    };
    if wanted == *config {
        return Ok(());
    }
    let refused = |error| format!("option {name}: {error}; the value is unchanged");
    session.reconfigure(wanted).map_err(refused)
}

/// Sets an option of the game.
fn set_of_game(
    settings: &Settings,
    session: &mut Session,
    name: &str,
    value: &str,
) -> Result<(), String> {
    let Some(option) = of_game(settings, session).find(|option| {
        let of_uci =
            uci_name(settings, option).is_some_and(|of_uci| of_uci.eq_ignore_ascii_case(name));
        of_uci || option.name.eq_ignore_ascii_case(name)
    }) else {
        let mut names: Vec<_> =
            EngineOption::all(settings).map(|option| option.named(settings)).collect();
        names.extend(
            of_game(settings, session)
                .map(|option| uci_name(settings, option).unwrap_or(&option.name).into()),
        );
        return Err(format!("unknown option {name:?}; expected one of {}", names.join(", ")));
    };
    let is_text = matches!(option.kind, OptionKind::Text | OptionKind::File(_));
    let value = match value {
        // By UCI's name no value is that of none.
        EMPTY | "" if uci_name(settings, option).is_some() => NONE,
        EMPTY if is_text => "",
        _ => value,
    };
    if value == option.value {
        return Ok(());
    }
    let name = option.name.clone();
    session.set_option(&name, value).map_err(|error| match error {
        // These name the option.
        DoorError::Option(OptionError::Value { .. } | OptionError::Unusable { .. }) => {
            error.to_string()
        }
        error => format!("option {name}: {error}; the value is unchanged"),
    })
}
