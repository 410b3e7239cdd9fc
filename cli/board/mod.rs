//! `board`: a page in the browser on which any game is played, analysed and reviewed; `docs/board.md` describes it.
//!
//! The server and the page are [`plyglot_serve::board`]. Here are its life, and how texts are read.

mod args;

use plyglot_open::Position;
use plyglot_open::catalogue::Catalogue;
use plyglot_serve::board::{Board, Settings};

use crate::errors::{ExitStatus, Failure, note};
use crate::input::records;
use crate::output::Output;
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
        read,
    };
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
    let mut at = match &args.position {
        Some(text) => input::named(&start, text.trim()).map_err(Failure::of_text("--position"))?,
        None => start,
    };
    if let Some(moves) = &args.moves {
        at.play_text(moves.trim()).map_err(Failure::of_text("--moves"))?;
    }
    Ok(at)
}

/// A game by its moves or in GGF, or a position: what is both, such as the columns of Connect Four, is a game.
fn read(start: &Position, text: &str) -> Result<Position, String> {
    let text = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let text = text.collect::<Vec<_>>().join(" ");
    let text = text.trim();
    if text.is_empty() {
        return Err("a position or the moves of a game are needed".into());
    }
    let by_moves = match records::game(start, text).1 {
        Ok(end) if end.plies() > 0 => return Ok(end),
        Ok(_) => "the moves of a game are needed".into(),
        Err(message) => message,
    };
    let as_position = match input::named(start, text) {
        Ok(position) => return Ok(position),
        Err(failed) => failed.to_string(),
    };
    // If its first move is one, the text is a game.
    Err(if by_moves.starts_with("move 1:") { as_position } else { by_moves })
}
