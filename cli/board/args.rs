//! What `board` is asked.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use plyglot_serve::queue::Settings;

use crate::args::{BookOptions, SetOptions};
use crate::input::values;

const EXAMPLES: &str = "\
Examples:
  plyglot board
  plyglot board connect4 --moves 4453
  plyglot board othello --position ffo40 --threads 4 --hash 1G
  plyglot board othello --set weights=none
  plyglot board hex:7 --no-open --port 8080
  plyglot board '#game=othello&moves=f5+d6+c3'
  plyglot board --book c4.tree
  plyglot board --export page --module module.wasm

With --export the board becomes a folder of files for any web server, with the engine within the page \
(docs/web.md: how to build its module, and what a server has to send). Else: prints the address of the page, and opens it in the browser. Only this machine can reach it, and only with the \
token in the address. Everything is part of the program: nothing is loaded from a network. Ctrl-C ends the \
program; docs/board.md describes the page.
Exit codes: 0 ended by Ctrl-C, or the files are written; 2 bad arguments; 3 the system refuses the port, memory, \
threads or a file.";

/// The pages that may search at the same time.
pub(crate) const VIEWERS: usize = 8;

/// How the page looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Theme {
    // On white.
    Light,
    // On black.
    Dark,
}

impl Theme {
    /// What the address of the page says of it.
    pub(crate) fn query(self) -> &'static str {
        match self {
            Theme::Light => "?theme=light",
            Theme::Dark => "?theme=dark",
        }
    }
}

/// Open a board in the browser: play, analyse and review any game.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BoardArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5; that of the book or the first of
    /// the list if none is given. The page offers all others. Or a link that another board has given out, in quotation marks.
    #[arg(value_name = "GAME|LINK")]
    pub(crate) game: Option<String>,
    /// Show this position, or an example by its name (`plyglot games GAME` shows the notation and the examples).
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Show the game of these moves, from the start position or from --position.
    #[arg(short, long, value_name = "TEXT")]
    pub(crate) moves: Option<String>,
    /// The port of this machine to listen on [default: one that is free].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    /// Show the page light or dark [default: as the browser says, or as it was left].
    #[arg(long, value_enum, value_name = "THEME")]
    pub(crate) theme: Option<Theme>,
    /// Only print the address, and do not open a browser.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Write the page with its engine to this folder, and serve nothing.
    #[arg(
        long,
        value_name = "FOLDER",
        requires = "module",
        conflicts_with_all = ["game", "position", "moves", "port", "no_open", "threads", "hash", "set", "theme", "book"]
    )]
    pub(crate) export: Option<PathBuf>,
    /// The engine for --export: the module of WebAssembly that `.ci/web` builds, or one with games of your own.
    #[arg(long, value_name = "FILE", requires = "export")]
    pub(crate) module: Option<PathBuf>,
    /// Number of search threads, of all pages together [default: one for each available processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = values::threads)]
    threads: Option<usize>,
    /// Size of all transposition tables together, such as 64M or 1G [default: 64M, or what the threads need].
    #[arg(long, value_name = "SIZE", value_parser = values::size, allow_hyphen_values = true)]
    hash: Option<usize>,
    #[command(flatten)]
    pub(crate) set: SetOptions,
    // What is walked, and what the engine plays from.
    #[command(flatten)]
    pub(crate) book: BookOptions,
}

impl BoardArgs {
    /// True if a position is named, or a game that is played.
    pub(crate) fn says_where(&self) -> bool {
        let linked = self.game.as_ref().is_some_and(|game| game.contains('#'));
        linked || self.position.is_some() || self.moves.is_some()
    }

    /// What the searches are made of.
    pub(crate) fn settings(&self) -> Settings {
        let usual = Settings::default();
        let threads = self.threads.unwrap_or(usual.threads);
        // A page has one search, and one that is just ending.
        let settings = Settings { threads, tables: 2, most_waiting: 4 * VIEWERS, ..usual };
        let hash_bytes =
            self.hash.unwrap_or_else(|| settings.hash_bytes.max(settings.least_hash()));
        Settings { hash_bytes, ..settings }
    }
}
