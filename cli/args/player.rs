//! Players as text: `depth=6,threads=2`, or `cmd="plyglot ugi kalah",protocol=ugi,time=1s`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use plyglot_open::{Config, Open};
use plyglot_play::matches::{Control, EngineSpec, Kind, PlayerSpec, ProgramSpec, Protocol, Time};
use plyglot_play::tree::book::{Book, Taste};
use plyglot_search::{Schedule, Scheme};
use plyglot_wire::read::did_you_mean;

use crate::errors::Failure;
use crate::input::values;

/// The table of a player unless it says another: several players share the machine's memory.
const HASH: usize = 16 << 20;

/// How long a program may take for an answer, beyond the time that the player has.
const TIMEOUT: Duration = Duration::from_secs(60);

/// What is known of every player of this process.
const KEYS: [&str; 12] = [
    "depth",
    "nodes",
    "time",
    "clock",
    "threads",
    "virtual-threads",
    "turn",
    "hash",
    "scheme",
    "book",
    "book-margin",
    "book-seed",
];

/// The keys that limit each move.
const LIMITS: [&str; 4] = ["depth", "nodes", "time", "clock"];

/// A player as it was asked for. Names of options are checked once the game is known.
#[derive(Clone, Debug)]
pub(crate) struct PlayerText {
    text: String,
    control: Control,
    thinks: Thinks,
    /// Options of the game, or of the program.
    options: Vec<(String, String)>,
}

/// What thinks.
#[derive(Clone, Debug)]
enum Thinks {
    Engine { config: Config, book: Option<PathBuf>, taste: Taste },
    Program { command: Vec<String>, protocol: Protocol, timeout: Duration, threads: usize },
}

impl FromStr for PlayerText {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerText, String> {
        let mut words = Words::default();
        for part in parts(text) {
            let (name, value) = part
                .split_once('=')
                .ok_or_else(|| format!("{part:?}: write KEY=VALUE, such as depth=6"))?;
            let (name, value) = (name.trim(), value.trim());
            words.take(name, value).map_err(|error| format!("{name}: {error}"))?;
        }
        words.checked(text)
    }
}

/// A name for what a player is, so that it need not be typed each time: `stockfish=cmd=stockfish,protocol=uci`.
#[derive(Clone, Debug)]
pub(crate) struct NamedPlayer {
    name: String,
    /// Keys and values, as of a player; a limit may be missing.
    spec: String,
}

impl FromStr for NamedPlayer {
    type Err = String;

    fn from_str(text: &str) -> Result<NamedPlayer, String> {
        let wrong = || "write NAME=KEY=VALUE,..., such as old=cmd=old/plyglot ugi othello";
        let (name, spec) = text.split_once('=').ok_or_else(wrong)?;
        let (name, spec) = (name.trim(), spec.trim());
        let is_name =
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_. ".contains(c));
        if !is_name || !spec.contains('=') {
            return Err(wrong().into());
        }
        Ok(NamedPlayer { name: name.into(), spec: spec.into() })
    }
}

impl PlayerText {
    /// The player of a text, which may begin with one of these names. What stands behind it counts more than what the name
    /// stands for; a limit there takes the place of all of those.
    pub(crate) fn named(text: &str, names: &[NamedPlayer]) -> Result<PlayerText, String> {
        let words = parts(text);
        let Some((&first, rest)) = words.split_first().filter(|(first, _)| !first.contains('='))
        else {
            return text.parse();
        };
        let Some(named) = names.iter().rev().find(|named| named.name == first) else {
            let known = names.iter().map(|named| named.name.as_str());
            let known: Vec<&str> = known.collect();
            let names = if known.is_empty() {
                "--engine NAME=SPEC gives a player a name".into()
            } else {
                format!("named are {}", known.join(", "))
            };
            let meant = did_you_mean(first, known.into_iter());
            return Err(format!("{first:?}: write KEY=VALUE, such as depth=6; {names}{meant}"));
        };
        let key = |word: &str| word.split('=').next().unwrap_or_default().trim().to_string();
        let given: Vec<String> = rest.iter().map(|word| key(word)).collect();
        let is_limit = |key: &str| LIMITS.contains(&key);
        let limited = given.iter().any(|key| is_limit(key));
        let kept = parts(&named.spec).into_iter().filter(|word| {
            let key = key(word);
            !(given.contains(&key) || limited && is_limit(&key))
        });
        let words: Vec<&str> = kept.chain(rest.iter().copied()).collect();
        words.join(",").parse().map_err(|error| format!("{first}: {error}"))
    }
}

/// What the words of a player say.
#[derive(Default)]
struct Words {
    given: Vec<String>,
    control: Control,
    threads: Option<usize>,
    virtual_threads: Option<usize>,
    turn: Option<u64>,
    hash: Option<usize>,
    scheme: Option<Scheme>,
    book: Option<PathBuf>,
    taste: Taste,
    command: Option<Vec<String>>,
    protocol: Option<Protocol>,
    timeout: Option<Duration>,
    options: Vec<(String, String)>,
}

impl Words {
    fn take(&mut self, name: &str, value: &str) -> Result<(), String> {
        if self.given.iter().any(|given| given == name) {
            return Err("it is given twice".into());
        }
        self.given.push(name.into());
        match name {
            "depth" => self.control.depth = Some(values::at_least_one(value)?),
            "nodes" => self.control.nodes = Some(values::at_least_one(value)?),
            "time" => self.control.time = Some(values::time(value)?),
            "clock" => self.control.clock = Some(clock(value)?),
            "threads" => self.threads = Some(values::threads(value)?),
            "virtual-threads" => self.virtual_threads = Some(values::threads(value)?),
            "turn" => self.turn = Some(values::at_least_one(value)?),
            "hash" => self.hash = Some(values::size(value)?),
            "scheme" => self.scheme = Some(value.parse().map_err(|error| format!("{error}"))?),
            "book" => self.book = Some(values::file(value)?.into()),
            "book-margin" => self.taste.margin = values::within(value, 0..=u32::from(u16::MAX))?,
            "book-seed" => self.taste.seed = values::seed(value)?,
            "cmd" => self.command = Some(command(value)?),
            "protocol" => self.protocol = Some(value.parse()?),
            "timeout" => self.timeout = Some(values::time(value)?),
            _ => self.options.push((name.into(), value.into())),
        }
        Ok(())
    }

    /// The player, if its words go together.
    fn checked(mut self, text: &str) -> Result<PlayerText, String> {
        // A program that speaks GTP may have limits of its own, which that protocol cannot set.
        if self.control.is_unlimited() && self.protocol != Some(Protocol::Gtp) {
            return Err("a limit for each move is needed: depth, nodes, time or clock".into());
        }
        let thinks = match self.command.take() {
            Some(command) => self.program(command)?,
            None => self.engine()?,
        };
        let Words { control, options, .. } = self;
        Ok(PlayerText { text: text.trim().into(), control, thinks, options })
    }

    fn engine(&self) -> Result<Thinks, String> {
        if self.protocol.is_some() || self.timeout.is_some() {
            return Err("protocol and timeout are for a program: cmd=PROGRAM".into());
        }
        if self.virtual_threads.is_some() && self.threads.is_some() {
            return Err("threads and virtual-threads exclude each other".into());
        }
        if self.virtual_threads.is_some() && self.control.is_timed() {
            return Err("virtual-threads know no time: limit depth or nodes".into());
        }
        let schedule = match (self.virtual_threads, self.turn) {
            (None, Some(_)) => return Err("turn is for virtual-threads".into()),
            (None, None) => Schedule::Real,
            (Some(_), None) => Schedule::VIRTUAL,
            (Some(_), Some(turn)) => Schedule::Virtual { turn },
        };
        if self.book.is_none() && self.taste != Taste::default() {
            return Err("book-margin and book-seed are for a book: book=FILE".into());
        }
        let config = Config {
            threads: self.virtual_threads.or(self.threads).unwrap_or(1),
            hash_bytes: self.hash.unwrap_or(HASH),
            scheme: self.scheme.unwrap_or_default(),
            schedule,
            ..Config::default()
        };
        Ok(Thinks::Engine { config, book: self.book.clone(), taste: self.taste })
    }

    fn program(&mut self, command: Vec<String>) -> Result<Thinks, String> {
        let protocol = self.protocol.unwrap_or_default();
        if self.virtual_threads.is_some() || self.turn.is_some() || self.scheme.is_some() {
            return Err("virtual-threads, turn and scheme are for players of this process".into());
        }
        if self.book.is_some() || self.taste != Taste::default() {
            return Err("a book is for players of this process".into());
        }
        let has_some = self.hash.is_some() || !self.options.is_empty();
        if has_some && !protocol.has_options() {
            return Err(format!("{protocol} has no options: give them to the program, in cmd"));
        }
        // The names that UCI gave them.
        let own = [
            self.threads.map(|threads| ("Threads", threads)),
            self.hash.map(|bytes| ("Hash", (bytes >> 20).max(1))),
        ];
        if protocol.has_options() {
            let own = own.into_iter().flatten();
            self.options.splice(0..0, own.map(|(name, value)| (name.into(), value.to_string())));
        }
        let timeout = self.timeout.unwrap_or(TIMEOUT);
        Ok(Thinks::Program { command, protocol, timeout, threads: self.threads.unwrap_or(1) })
    }
}

impl PlayerText {
    /// The player of a game.
    pub(crate) fn spec(
        &self,
        option: &'static str,
        game: &dyn Open,
    ) -> Result<PlayerSpec, Failure> {
        let options = self.options.clone();
        let kind = match &self.thinks {
            Thinks::Engine { config, book, taste } => {
                let config = config.clone();
                self.check(option, game)?;
                let book = book.as_ref().map(|path| Book::open(path, game, *taste)).transpose()?;
                Kind::Engine(EngineSpec { config, options, book })
            }
            Thinks::Program { command, protocol, timeout, threads } => Kind::Program(ProgramSpec {
                command: command.clone(),
                protocol: *protocol,
                timeout: *timeout,
                threads: *threads,
                options,
            }),
        };
        Ok(PlayerSpec { text: self.text.clone(), control: self.control, kind })
    }

    /// Refuses a key that is neither ours nor an option of the game.
    fn check(&self, option: &str, game: &dyn Open) -> Result<(), Failure> {
        let known = game.options();
        let is_known = |name: &str| known.iter().any(|known| known.name.eq_ignore_ascii_case(name));
        let Some((name, _)) = self.options.iter().find(|(name, _)| !is_known(name)) else {
            return Ok(());
        };
        let names = known.iter().map(|known| &*known.name);
        let names: Vec<&str> = KEYS.into_iter().chain(["cmd"]).chain(names).collect();
        let message = format!("{option}: unknown {name:?}; expected one of {}", names.join(", "));
        Err(Failure::Usage(message))
    }
}

/// The parts between commas that stand in no quotes.
fn parts(text: &str) -> Vec<&str> {
    let mut quote = None;
    let parts = text.split(|c: char| {
        match quote {
            Some(open) if open == c => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            _ => {}
        }
        c == ',' && quote.is_none()
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// A program with its arguments, quotes around all of it taken away.
fn command(text: &str) -> Result<Vec<String>, String> {
    let quoted =
        ['"', '\''].into_iter().find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote));
    let words = shlex::split(quoted.unwrap_or(text)).ok_or("a quote that does not close")?;
    if words.is_empty() { Err("a program is needed".into()) } else { Ok(words) }
}

/// A clock: `1s+10ms`, or `1m` without an increment.
fn clock(text: &str) -> Result<Time, String> {
    let (base, increment) = match text.split_once('+') {
        Some((base, increment)) => (base, values::time(increment)?),
        None => (text, Duration::ZERO),
    };
    Ok(Time { base: values::time(base)?, increment })
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    fn read(text: &str) -> Result<PlayerText, String> {
        text.parse()
    }

    #[test]
    fn a_player_is_what_its_words_say() {
        let player =
            read("depth=6, nodes=20000,time=50ms,clock=1s+10ms,threads=2,hash=1M,scheme=lazy");
        let player = player.expect("a player");
        let ms = Duration::from_millis;
        let clock = Some(Time { base: ms(1000), increment: ms(10) });
        let control = Control { depth: Some(6), nodes: Some(20_000), time: Some(ms(50)), clock };
        assert_eq!(player.control, control);
        let Thinks::Engine { config, .. } = player.thinks else { panic!("a program") };
        assert_eq!((config.threads, config.hash_bytes), (2, 1 << 20));
        assert_eq!(config.scheme.to_string(), "lazy");
        let player = read("nodes=5,virtual-threads=16,turn=3,killer=7").expect("a player");
        let Thinks::Engine { config, .. } = player.thinks else { panic!("a program") };
        assert_eq!(config.schedule, Schedule::Virtual { turn: 3 });
        assert_eq!(player.options, [("killer".to_string(), "7".to_string())]);
    }

    #[test]
    fn a_program_has_a_command_and_options_of_its_own() {
        let text =
            r#"cmd="prog 'an argument' ugi",depth=4,threads=2,hash=8M,timeout=5s,Move Overhead=9"#;
        let player = read(text).expect("a player");
        let Thinks::Program { command, protocol, timeout, threads } = player.thinks else {
            panic!("an engine")
        };
        assert_eq!(command, ["prog", "an argument", "ugi"]);
        assert_eq!((protocol, timeout, threads), (Protocol::Ugi, Duration::from_secs(5), 2));
        let options: Vec<String> =
            player.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(options, ["Threads=2", "Hash=8", "Move Overhead=9"]);
    }

    #[test]
    fn a_name_stands_for_a_player_and_what_is_typed_counts_more() {
        let named = |text: &str| text.parse::<NamedPlayer>();
        let names = [
            "old=cmd='old ugi kalah',protocol=ugi,time=1s,threads=2",
            "quick=depth=3",
            "bare=threads=2",
        ]
        .map(|text| named(text).expect("a name"));
        let text = |text: &str| PlayerText::named(text, &names).map(|player| player.text);
        assert_eq!(
            text("old").as_deref(),
            Ok("cmd='old ugi kalah',protocol=ugi,time=1s,threads=2")
        );
        assert_eq!(
            text("old,threads=1,nodes=9").as_deref(),
            Ok("cmd='old ugi kalah',protocol=ugi,threads=1,nodes=9")
        );
        assert_eq!(text("quick, killer=7").as_deref(), Ok("depth=3,killer=7"));
        assert_eq!(text("bare,depth=2").as_deref(), Ok("threads=2,depth=2"));
        assert_eq!(text("depth=2").as_deref(), Ok("depth=2"));
        assert!(text("bare").expect_err("no limit").starts_with("bare: a limit"));
        let error = text("quik").expect_err("no name");
        assert!(error.contains("named are old, quick, bare; did you mean \"quick\"?"), "{error}");
        for bad in ["old", "=depth=2", "old=", "old=depth", "a/b=depth=2"] {
            assert!(named(bad).expect_err(bad).contains("NAME=KEY=VALUE"));
        }
    }

    #[test]
    fn words_that_do_not_go_together_are_named() {
        for (bad, word) in [
            ("", "limit"),
            ("depth", "KEY=VALUE"),
            ("depth=0", "depth"),
            ("depth=2,depth=3", "twice"),
            ("threads=2", "limit"),
            ("clock=1s+,depth=2", "clock"),
            ("clock=10", "unit"),
            ("nodes=5,threads=2,virtual-threads=2", "exclude"),
            ("time=5ms,virtual-threads=2", "no time"),
            ("depth=5,turn=2", "virtual-threads"),
            ("depth=5,scheme=fast", "scheme"),
            ("depth=5,hash=64", "hash"),
            ("depth=5,protocol=ugi", "cmd"),
            ("depth=5,cmd=", "program"),
            ("depth=5,cmd=x,protocol=usi", "ugi, uci, nboard, gtp, xboard"),
            ("depth=5,cmd=x,scheme=lazy", "this process"),
            ("depth=5,cmd=x,protocol=nboard,hash=1M", "nboard"),
            ("time=1s,cmd=x,protocol=gtp,hash=1M", "gtp has no options"),
            ("protocol=gtp", "cmd"),
        ] {
            match read(bad) {
                Err(error) => assert!(error.contains(word), "{bad}: {error}"),
                Ok(player) => assert_eq!(word, "never", "{player:?}"),
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_player_or_an_error(
            words in vec(prop_oneof![
                "[a-z-]{1,9}=[0-9a-z+'\",]{0,6}",
                select(vec!["depth=3", "cmd='x y'", "time=1s", "clock=1s+1ms", "turn=2", "threads=2"])
                    .prop_map(String::from),
                ".{0,5}",
            ], 0..5),
        ) {
            if let Err(error) = read(&words.join(",")) {
                prop_assert!(!error.is_empty());
            }
        }
    }

    #[test]
    fn commas_in_quotes_do_not_part() {
        assert_eq!(parts("a=1,,b='x,y', c=\"1,'2\" "), ["a=1", "b='x,y'", "c=\"1,'2\""]);
    }
}
