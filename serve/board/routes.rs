//! What can be asked, by the path behind the token.

use std::collections::BTreeMap;
use std::io;

use crate::queue::Games;
use plyglot_clock::level::LEVELS;
use plyglot_open::{DoorError, Open, ParseError};
use plyglot_wire::read::{self, Link, Texts};
use plyglot_wire::{Error, object};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::board::asked::{OfGame, Which};
use crate::board::http::{Answer, Request};
use crate::board::lines::Lines;
use crate::board::review::Reviewing;
use crate::board::search::Search;
use crate::board::searcher::Searcher;
use crate::board::viewers::{Full, Place, Viewer, Viewers};
use crate::board::{Settings, Shelf, assets, drawn, review, search};

/// What answers need.
pub(crate) struct Routes<'a> {
    pub(crate) games: &'a Games<'a>,
    pub(crate) searcher: &'a Searcher,
    pub(crate) viewers: &'a Viewers,
    pub(crate) settings: &'a Settings,
}

/// What is answered.
pub(crate) enum Reply<'a> {
    /// At once.
    Whole(Answer),
    /// Line by line.
    Lines(Work<'a>),
}

/// What answers line by line.
pub(crate) enum Work<'a> {
    Search(Box<Search<'a>>),
    Review(Box<Reviewing<'a>>),
}

impl Work<'_> {
    pub(crate) fn run(self, lines: &mut dyn Lines) -> io::Result<()> {
        match self {
            Work::Search(search) => search.run(lines),
            Work::Review(review) => review.run(lines),
        }
    }
}

/// What is not answered: a status, the game that was asked for, and why.
pub(crate) struct Refused(u16, Option<String>, String);

impl Refused {
    fn of(which: &Which, message: String) -> Refused {
        Refused(400, Some(which.game().into()), message)
    }
}

/// What answers a path.
pub(crate) type Question<'a> = fn(&'a Routes<'a>, &[u8]) -> Result<Reply<'a>, Refused>;

/// A text to be read as a position or a game.
#[derive(Deserialize)]
struct Pasted {
    #[serde(flatten)]
    which: Which,
    text: String,
    /// It is a line of moves, and nothing else.
    #[serde(default)]
    moves_only: bool,
}

/// A link, or the fragment of one.
#[derive(Deserialize)]
struct Linked {
    text: String,
}

impl<'a> Routes<'a> {
    /// The answer to a request over HTTP that was admitted.
    pub(crate) fn reply(&'a self, path: &str, request: &Request) -> Reply<'a> {
        if let Some(asset) = assets::find(path) {
            return Reply::Whole(match request.method.as_str() {
                "GET" | "HEAD" => Answer::good(asset.kind, asset.text),
                _ => Answer::only("GET, HEAD"),
            });
        }
        let Some(question) = Self::question(path) else {
            return Reply::Whole(Answer::refused(404, "there is no such page"));
        };
        if request.method != "POST" {
            return Reply::Whole(Answer::only("POST"));
        }
        // No other page can send this without being asked whether it may.
        if !request.is_json {
            return Reply::Whole(Answer::refused(415, "write the request as application/json"));
        }
        self.answer(question, &request.body)
    }

    /// What is asked by this path.
    pub(crate) fn question(path: &str) -> Option<Question<'a>> {
        Some(match path {
            "hello" => Self::hello,
            "game" => Self::game,
            "at" => Self::at,
            "read" => Self::read,
            "link" => Self::link,
            "book" => Self::book,
            "search" => Self::search,
            "review" => Self::review,
            _ => return None,
        })
    }

    /// The answer to a question, whose body is JSON.
    pub(crate) fn answer(&'a self, question: Question<'a>, body: &[u8]) -> Reply<'a> {
        question(self, body).unwrap_or_else(|Refused(status, game, message)| {
            let (game, message) = (game.as_deref(), &*message);
            let error = Error { game, source: None.into(), message };
            Reply::Whole(Answer::json(status, error.object()))
        })
    }

    /// The games, and what a page shows first.
    fn hello(&'a self, _: &[u8]) -> Result<Reply<'a>, Refused> {
        let (program, listings) =
            (self.games.catalogue().program(), self.games.catalogue().listings());
        let games = listings.iter().map(|listing| {
            json!({ "name": listing.name, "title": listing.title, "sizes": listing.sizes })
        });
        let Settings { first: at, set, .. } = self.settings;
        let first = drawn::position(at).map_err(|error| broken(&error))?;
        let game = &at.facts().name;
        let opened = self.games.open(game, set).and_then(|opened| self.facts(game, &*opened));
        Ok(whole(
            "hello",
            &json!({
                "program": program.name,
                "version": program.version,
                "games": games.collect::<Vec<_>>(),
                "first": first,
                "opened": opened.map_err(|error| broken(&error))?,
                "set": set.iter().cloned().collect::<BTreeMap<_, _>>(),
                "ply": self.settings.ply,
                "threads": self.searcher.threads(),
                "hash_bytes": self.searcher.hash_bytes(),
                "levels": LEVELS,
                "book": self.settings.book.as_ref().map(Shelf::game),
            }),
        ))
    }

    fn game(&'a self, body: &[u8]) -> Result<Reply<'a>, Refused> {
        let of: OfGame = parsed(body)?;
        let named = |message: String| Refused(400, Some(of.game.clone()), message);
        let opened = of.open(self.games).map_err(|error| named(error.to_string()))?;
        let fields = self.facts(&of.game, &*opened).map_err(|error| named(error.to_string()))?;
        Ok(whole("opened", &fields))
    }

    /// What is the same for all positions of the game of this name.
    fn facts(&self, spec: &str, game: &dyn Open) -> Result<Value, DoorError> {
        let name = spec.split(':').next().unwrap_or_default();
        let listings = self.games.catalogue().listings();
        let title = listings.iter().find(|listing| listing.answers_to(name));
        drawn::game(game, title.map_or("", |listing| listing.title))
    }

    fn at(&'a self, body: &[u8]) -> Result<Reply<'a>, Refused> {
        let which: Which = parsed(body)?;
        let refused = |message| Refused::of(&which, message);
        let asked = which.find(self.games).map_err(refused)?;
        let fields = drawn::position(&asked.at).map_err(|error| refused(error.to_string()))?;
        Ok(whole("board", &fields))
    }

    /// The game of a link: its facts, its board, its options, and the ply that is shown.
    fn link(&'a self, body: &[u8]) -> Result<Reply<'a>, Refused> {
        let Linked { text } = parsed(body)?;
        let link = Link::of_fragment(text.split_once('#').map_or(&*text, |(_, behind)| behind));
        let link = link.map_err(|error| Refused(400, None, error.to_string()))?;
        let refused = |message: String| Refused(400, None, message);
        let opened = || -> Result<_, DoorError> {
            let plain = self.games.open(&link.game, &[])?;
            if let Err(error) = link.check(plain.options(), &self.settings.set) {
                return Err(ParseError::new(error.to_string()).into());
            }
            let game = self.games.open(&link.game, &link.set)?;
            let board = drawn::position(&link.find(&game.start()?)?)?;
            Ok(json!({
                "facts": self.facts(&link.game, &*game)?,
                "board": board,
                "set": link.set.iter().cloned().collect::<BTreeMap<_, _>>(),
                "ply": link.ply,
            }))
        };
        let fields = opened().map_err(|error| refused(error.to_string()))?;
        Ok(whole("link", &fields))
    }

    fn read(&'a self, body: &[u8]) -> Result<Reply<'a>, Refused> {
        let Pasted { which, text, moves_only } = parsed(body)?;
        let refused = |message| Refused::of(&which, message);
        let mut start = which.find(self.games).map_err(refused)?.at.after_plies(0);
        let read = if moves_only {
            let moves = read::moves_of_request(&mut start, &Texts::One(text), || false);
            moves.map(|_| start).map_err(|error| error.to_string())
        } else {
            let either = read::either(&start, &text).map_err(|error| error.to_string());
            either.map(|record| record.at)
        };
        let read = read.map_err(refused)?;
        let fields = drawn::position(&read).map_err(|error| refused(error.to_string()))?;
        Ok(whole("board", &fields))
    }

    /// What the book knows, also of a position.
    fn book(&'a self, body: &[u8]) -> Result<Reply<'a>, Refused> {
        let which: Which = parsed(body)?;
        let refused = |message| Refused::of(&which, message);
        let at = which.find(self.games).map_err(refused)?.at;
        let game = &at.facts().name;
        let book = self.settings.book.as_ref().filter(|book| book.game() == game);
        let book = book.ok_or_else(|| refused(format!("there is no book of {game}")))?;
        let told = book.shown(&at).map_err(|error| refused(error.to_string()))?;
        Ok(Reply::Whole(Answer::json(200, object("tree", &told))))
    }

    fn search(&'a self, body: &[u8]) -> Result<Reply<'a>, Refused> {
        let wish: search::Wish = parsed(body)?;
        let refused = |message| Refused::of(&wish.which, message);
        let limits = wish.limits().map_err(refused)?;
        wish.viewer.check().map_err(refused)?;
        let asked = wish.which.find(self.games).map_err(refused)?;
        // Who analyses wants to know what the engine says.
        let book = self.settings.book.as_ref().filter(|_| wish.plays());
        let booked = book.map(|book| book.report(&asked.at, &limits)).transpose();
        let booked = booked.map_err(|error| refused(error.to_string()))?.flatten();
        let place = self.place(&wish.viewer)?;
        let search = Search { searcher: self.searcher, asked, limits, place, booked };
        Ok(Reply::Lines(Work::Search(Box::new(search))))
    }

    fn review(&'a self, body: &[u8]) -> Result<Reply<'a>, Refused> {
        let wish: review::Wish = parsed(body)?;
        let refused = |message| Refused::of(&wish.which, message);
        let limits = wish.limits().map_err(refused)?;
        wish.viewer.check().map_err(refused)?;
        let asked = wish.which.find(self.games).map_err(refused)?;
        if asked.at.plies() == 0 {
            return Err(refused("a game of at least one move is needed".into()));
        }
        let place = self.place(&wish.viewer)?;
        let review = Reviewing { searcher: self.searcher, asked, limits, place };
        Ok(Reply::Lines(Work::Review(Box::new(review))))
    }

    fn place(&'a self, viewer: &Viewer) -> Result<Place<'a>, Refused> {
        self.viewers.enter(viewer).map_err(|Full(most)| {
            let message =
                format!("{most} pages are searching already: close one, or end its analysis");
            Refused(503, None, message)
        })
    }
}

fn whole(kind: &str, fields: &Value) -> Reply<'static> {
    Reply::Whole(Answer::json(200, object(kind, fields)))
}

fn parsed<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refused> {
    serde_json::from_slice(body).map_err(|error| Refused(400, None, error.to_string()))
}

fn broken(error: &DoorError) -> Refused {
    Refused(500, None, error.to_string())
}
