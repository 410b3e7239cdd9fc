//! `board`: a page in the browser on which any game is played, analysed and reviewed; `docs/board.md` describes it.
//!
//! The server and the page are [`plyglot_serve::board`]. Here is its life.

mod args;

use plyglot_open::Position;
use plyglot_open::catalogue::Catalogue;
use plyglot_serve::board::{Board, Settings};

use crate::errors::{ExitStatus, Failure, note};
use crate::output::{Output, words};
use crate::{input, signals};

pub(crate) use args::BoardArgs;
use args::VIEWERS;

/// Shows the page until it is interrupted.
pub(crate) fn run(catalogue: &Catalogue, args: &BoardArgs) -> Result<ExitStatus, Failure> {
    let first = first(catalogue, args)?;
    let settings = Settings {
        port: args.port,
        service: args.settings(),
        viewers: VIEWERS,
        first,
        set: args.set.pairs().to_vec(),
    };
    words::announce_table(settings.service.hash_bytes);
    let board = Board::bind(&settings)?;
    let stop = signals::listen();
    let address = board.address();
    let mut output = Output::new();
    output.line(&address)?;
    output.flush()?;
    if args.no_open {
        note("open this address in a browser; Ctrl-C ends the program");
    } else if let Err(error) = open::that_detached(&address) {
        note(&format!("no browser could be opened ({error}): open this address in one"));
    } else {
        note("the page is opened in the browser; Ctrl-C ends the program");
    }
    board.run(catalogue, &stop);
    Ok(ExitStatus::Success)
}

/// The position that the page shows first, with the moves that led there.
fn first(catalogue: &Catalogue, args: &BoardArgs) -> Result<Position, Failure> {
    let listed = catalogue.listings().first().map(|listing| listing.name);
    let Some(game) = args.game.as_deref().or(listed) else {
        return Err(Failure::Usage("there is no game in this program".into()));
    };
    let start = args.set.open(catalogue, game)?.start()?;
    input::position(&start, args.position.as_deref(), args.moves.as_deref())
}
