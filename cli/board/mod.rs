//! `board`: a page in the browser on which any game is played, analysed and reviewed; `docs/board.md` describes it.
//!
//! The server and the page are [`plyglot_serve::board`]. Here is its life.

mod args;
mod export;

use plyglot_open::catalogue::Catalogue;
use plyglot_open::{Open, Position};
use plyglot_serve::board::{Board, Settings, Shelf};
use plyglot_wire::read::Link;

use crate::errors::{ExitStatus, Failure, note};
use crate::output::{Output, words};
use crate::{input, signals};

pub(crate) use args::BoardArgs;
use args::{Theme, VIEWERS};

/// Shows the page until it is interrupted.
pub(crate) fn run(catalogue: &Catalogue, args: &BoardArgs) -> Result<ExitStatus, Failure> {
    if let (Some(folder), Some(module)) = (&args.export, &args.module) {
        return export::run(folder, module);
    }
    let First { game, at: first, ply, set } = first(catalogue, args)?;
    let (port, service) = (args.port, args.settings());
    let book = args.book.open(&*game)?.map(Shelf::new);
    // A book is looked at from where it begins, unless a position is named.
    let first = match &book {
        Some(book) if !args.says_where() => book.start().clone(),
        _ => first,
    };
    let settings = Settings { port, service, viewers: VIEWERS, first, ply, set, book };
    words::announce_table(settings.service.hash_bytes);
    let board = Board::bind(&settings)?;
    let stop = signals::listen();
    let themed = |address: String| address + args.theme.map_or("", Theme::query);
    let address = themed(board.address());
    let mut output = Output::new();
    output.line(&address)?;
    output.flush()?;
    if args.no_open {
        note("open this address in a browser; Ctrl-C ends the program");
    } else if let Err(error) =
        open::that_detached(board.address_once().map_or(address.clone(), themed))
    {
        note(&format!("no browser could be opened ({error}): open this address in one"));
    } else {
        note("the page is opened in the browser; Ctrl-C ends the program");
    }
    board.run(catalogue, &stop);
    Ok(ExitStatus::Success)
}

/// What the page shows first.
struct First {
    game: Box<dyn Open>,
    /// The position with the moves that led there.
    at: Position,
    /// After how many of them.
    ply: Option<usize>,
    /// The options of the game.
    set: Vec<(String, String)>,
}

fn first(catalogue: &Catalogue, args: &BoardArgs) -> Result<First, Failure> {
    let link = args.game.as_deref().and_then(Link::read);
    if let Some(link) = link {
        return linked(catalogue, args, &link.map_err(|error| Failure::Usage(error.to_string()))?);
    }
    let listed = catalogue.listings().first().map(|listing| listing.name);
    let of_book = args.book.game()?;
    let Some(game) = args.game.as_deref().or(of_book.as_deref()).or(listed) else {
        return Err(Failure::Usage("there is no game in this program".into()));
    };
    let game = args.set.open(catalogue, game)?;
    let start = game.start()?;
    let at = input::position(&start, args.position.as_deref(), args.moves.as_deref())?;
    Ok(First { game, at, ply: None, set: args.set.pairs() })
}

/// The game of a link; what `--set` says counts beside what the link says.
fn linked(catalogue: &Catalogue, args: &BoardArgs, link: &Link) -> Result<First, Failure> {
    if args.position.is_some() || args.moves.is_some() {
        let message = "a link says which position is shown: leave out --position and --moves";
        return Err(Failure::Usage(message.into()));
    }
    let own = args.set.pairs();
    let plain = catalogue.open(&link.game)?;
    link.check(plain.options(), &own).map_err(|error| Failure::Usage(error.to_string()))?;
    let set = [&*link.set, &*own].concat();
    let pairs: Vec<_> = set.iter().map(|(name, value)| (&**name, &**value)).collect();
    let game = plain.with(&pairs)?;
    let at = link.find(&game.start()?)?;
    Ok(First { game, at, ply: link.ply, set })
}
