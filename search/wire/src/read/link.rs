//! A game as a link: `#game=othello&set=leaf=9&start=...&moves=f5+d6&ply=1`, the fragment of the address of a page of
//! `plyglot board`. It holds what is shown and nothing of the program that shows it, so that any other one opens it.
//!
//! A link comes from a stranger. Reading it has a bound, a part that is not known is refused and not skipped, and it sets
//! no option to a file of who opens it. Encoded as a form is (WHATWG URL, application/x-www-form-urlencoded).

use plyglot_open::{DoorError, ParseError, Position};
use plyglot_search::{OptionKind, OptionSpec};
use thiserror::Error;

use crate::read::moves::{Texts, moves_of_request};
use crate::read::position::position;

/// The longest link: some thousand moves with a start position.
const MOST_BYTES: usize = 64 << 10;
/// The longest part of one that an error repeats.
const MOST_SHOWN: usize = 60;
/// The longest error of a game about one.
const MOST_SAID: usize = 300;
/// The value by which an option is told to use no file.
const NO_FILE: &str = "none";

/// What a link says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// The game, with its size after a colon.
    pub game: String,
    /// Its options, names before values.
    pub set: Vec<(String, String)>,
    /// The position at the beginning; the game's own start if there is none.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
    /// After how many of them the position is that is shown; all of them if that is not said.
    pub ply: Option<usize>,
}

/// What is wrong with a link.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LinkError {
    /// More than anyone plays.
    #[error("the link is longer than {} KiB", MOST_BYTES >> 10)]
    TooLong,
    /// A part that no link has.
    #[error("the link has a part {0:?}; what it can have is game, set, start, moves and ply")]
    Unknown(String),
    /// A part that was said before.
    #[error("the link has two parts {0:?}")]
    Twice(&'static str),
    /// No game is named.
    #[error("the link names no game: write #game=NAME, as in #game=othello&moves=f5+d6")]
    NoGame,
    /// An option without a value.
    #[error("the link has set={0:?}: write set=NAME=VALUE")]
    Set(String),
    /// Not a ply of the game.
    #[error("the link has ply={0:?}: a whole number is needed, at most the number of its moves")]
    Ply(String),
    /// An option that would open a file.
    #[error(
        "the link sets {name} to the file {value:?}, which a link may not open: if you know it, start the board with \
         --set {name}={value}"
    )]
    File {
        /// The option.
        name: String,
        /// The path.
        value: String,
    },
}

/// The beginning of a text that is shown in an error.
fn short(text: &str) -> String {
    cut(text, MOST_SHOWN)
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into(),
    }
}

/// The fragment of a text that is a link: one word, with `game=` behind its `#`.
fn fragment(text: &str) -> Option<&str> {
    let text = text.trim();
    let (_, fragment) = text.split_once('#')?;
    let names_game = fragment.split('&').any(|part| part.starts_with("game="));
    (names_game && !text.contains(char::is_whitespace)).then_some(fragment)
}

impl Link {
    /// What a link says; `None` of a text that is none, such as a position. What stands before the `#` does not matter:
    /// the address of another program's page is a link, too.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Option<Result<Link, LinkError>> {
        fragment(text).map(Link::of_fragment)
    }

    /// Likewise of the fragment alone, with or without its `#`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn of_fragment(text: &str) -> Result<Link, LinkError> {
        let text = text.trim().trim_start_matches('#');
        if text.len() > MOST_BYTES {
            return Err(LinkError::TooLong);
        }
        let mut link = Link::default();
        let (mut game, mut moves, mut ply) = (None, None, None);
        let once = |name, field: &mut Option<String>, value: String| match field.replace(value) {
            Some(_) => Err(LinkError::Twice(name)),
            None => Ok(()),
        };
        for (name, value) in form_urlencoded::parse(text.as_bytes()) {
            let value = value.into_owned();
            match &*name {
                "game" => once("game", &mut game, value)?,
                "start" => once("start", &mut link.start, value)?,
                "moves" => once("moves", &mut moves, value)?,
                "ply" => once("ply", &mut ply, value)?,
                "set" => match value.split_once('=') {
                    Some((name, value)) => link.set.push((name.into(), value.into())),
                    None => return Err(LinkError::Set(short(&value))),
                },
                other => return Err(LinkError::Unknown(short(other))),
            }
        }
        link.game = game.filter(|game| !game.is_empty()).ok_or(LinkError::NoGame)?;
        let moves = moves.unwrap_or_default();
        link.moves = moves.split_whitespace().map(String::from).collect();
        link.ply = match ply {
            None => None,
            Some(text) => Some(text.parse().map_err(|_| LinkError::Ply(short(&text)))?),
        };
        Ok(link)
    }

    /// Looks whether the link may set its options: none to a file, but for what this program was started with (`own`).
    ///
    /// # Errors
    /// [`LinkError::File`]. Names and values that do not exist are the game's to refuse.
    pub fn check(&self, options: &[OptionSpec], own: &[(String, String)]) -> Result<(), LinkError> {
        for (name, value) in &self.set {
            let is_own =
                own.iter().any(|(known, path)| known.eq_ignore_ascii_case(name) && path == value);
            let opens = options.iter().any(|spec| {
                let usual = [NO_FILE, &spec.default].contains(&value.as_str());
                spec.name.eq_ignore_ascii_case(name)
                    && matches!(spec.kind, OptionKind::Text | OptionKind::File(_))
                    && !usual
            });
            if opens && !is_own {
                return Err(LinkError::File { name: short(name), value: short(value) });
            }
        }
        Ok(())
    }

    /// The game of the link, from the start position of its game on: all moves are played.
    ///
    /// # Errors
    /// What is not possible, and whether it is the start or the moves.
    pub fn find(&self, start: &Position) -> Result<Position, DoorError> {
        let named = |part: &'static str| {
            move |error: DoorError| -> DoorError {
                let said = cut(&error.to_string(), MOST_SAID);
                ParseError::new(format!("the link's {part}: {said}")).into()
            }
        };
        let mut at = match &self.start {
            Some(text) => position(start, text).map_err(named("start"))?,
            None => start.clone(),
        };
        let moves = Texts::Several(self.moves.clone());
        moves_of_request(&mut at, &moves, || false).map_err(named("moves"))?;
        if let Some(ply) = self.ply.filter(|&ply| ply > at.plies()) {
            return Err(ParseError::new(LinkError::Ply(ply.to_string()).to_string()).into());
        }
        Ok(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(text: &str) -> Link {
        Link::read(text).expect("it is a link").expect("nothing is wrong with it")
    }

    #[test]
    fn what_a_page_has_in_its_address_is_read_back() {
        let found = link(
            "http://127.0.0.1:8080/abc/#game=othello%3A6&set=leaf%3D9&start=--XO+X&moves=f5+d6&ply=1",
        );
        let expected = Link {
            game: "othello:6".into(),
            set: vec![("leaf".into(), "9".into())],
            start: Some("--XO X".into()),
            moves: vec!["f5".into(), "d6".into()],
            ply: Some(1),
        };
        assert_eq!(found, expected);
        assert_eq!(link(" #game=hex\n"), Link { game: "hex".into(), ..Link::default() });
    }

    #[test]
    fn positions_and_games_are_not_taken_for_links() {
        for text in ["f5d6", "# a comment\n4455", "B:W18:B5", "#", "", "x#y=1", "# game=othello"] {
            assert_eq!(Link::read(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_link_is_said_in_one_short_line() {
        let long = format!("#game=othello&moves={}", "f5+".repeat(MOST_BYTES));
        let strange = format!("#game=othello&{}=1", "x".repeat(10_000));
        for (text, message) in [
            ("#game=", "names no game"),
            ("#game=othello&game=hex", "two parts \"game\""),
            ("#game=othello&sett=1", "a part \"sett\"; what it can have is game, set"),
            ("#game=othello&set=leaf", "set=\"leaf\": write set=NAME=VALUE"),
            ("#game=othello&ply=-1", "ply=\"-1\": a whole number"),
            ("#game=othello&ply=99999999999999999999999", "a whole number"),
            (&long, "longer than 64 KiB"),
            (&strange, "xxx..."),
        ] {
            let error = Link::read(text).expect("a link").expect_err(text).to_string();
            assert!(error.contains(message) && error.len() < 250, "{error}");
            assert!(!error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn a_link_opens_no_file_of_who_opens_it() {
        let game = plyglot_games::catalogue::builtin().open("othello").expect("a game");
        let check = |text: &str, own: &[(String, String)]| link(text).check(game.options(), own);
        for text in ["#game=othello&set=weights=none", "#game=othello&set=leaf=9", "#game=othello"]
        {
            assert_eq!(check(text, &[]), Ok(()), "{text}");
        }
        let file = "#game=othello&set=Weights=/etc/passwd";
        assert!(matches!(check(file, &[]), Err(LinkError::File { .. })));
        let own = [("weights".to_string(), "/etc/passwd".to_string())];
        assert_eq!(check(file, &own), Ok(()));
    }

    #[test]
    fn a_link_leads_to_its_position_or_says_what_is_not_possible() {
        let games = plyglot_games::catalogue::builtin();
        let start = games.open("othello").and_then(|game| game.start()).expect("a game");
        let at = link("#game=othello&moves=f5+d6&ply=1").find(&start).expect("legal moves");
        assert_eq!(at.plies(), 2);
        for (text, message) in [
            ("#game=othello&moves=f5+zz", "the link's moves: move 2"),
            ("#game=othello&start=nowhere", "the link's start: "),
            ("#game=othello&moves=f5&ply=2", "ply=\"2\""),
        ] {
            let error = link(text).find(&start).expect_err(text).to_string();
            assert!(error.contains(message), "{error}");
        }
        let long = format!("#game=othello&moves={}", "z".repeat(10_000));
        let error = link(&long).find(&start).expect_err("not a move").to_string();
        assert!(error.len() < 400, "{error}");
    }
}
