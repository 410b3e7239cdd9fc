//! A page in the browser on which any game is played, analysed and reviewed: a small server on this machine, and
//! the page that it gives out.
//!
//! Everything is in the program: the page is HTML, CSS and JavaScript without a build step, and loads nothing from
//! elsewhere. The server holds no game. The page says with each request which game it means, from which start and
//! by which moves, so that a page can be reloaded, opened twice and shared by its address, and nothing grows with
//! time. Searches go through the [`queue`](crate::queue); a page has one at a time.
//!
//! | | |
//! | --- | --- |
//! | `http` | requests and answers, with bounds on their size and time |
//! | `guard` | who may ask: pages of this server, with its token |
//! | `listen` | connections, and their end |
//! | `routes` | what can be asked |
//! | `book` | the book of the board, if there is one |
//! | `asked`, `drawn` | from the texts of a request to a position, and from a position to what the page draws |
//! | `export` | the page as files, with the engine within it |
//! | `local` | the same answers without a server, for a page that has the engine within itself |
//! | `still` | the same drawing for pages without a server |
//! | `search`, `review`, `viewers` | searches and reviews, one at a time for each page, ended with it |
//! | `searcher` | who searches: a service, or the thread that answers |
//!
//! The server is a thread for each connection on the standard library, with `httparse` for the syntax. A cold
//! release build on two cores takes 0.7 s for that, 3.0 s for tiny_http, which bounds neither the length of a
//! request's head nor its time, and 18.5 s for axum (features `http1`, `tokio`, `json`).
//!
//! What is said of searches and reviews are the objects of `plyglot-wire`, as every face shows them, and texts are read
//! there, too.

mod asked;
mod assets;
mod book;
mod drawn;
pub mod export;
mod guard;
mod http;
mod lines;
mod listen;
pub mod local;
mod review;
mod routes;
mod search;
mod searcher;
pub mod still;
mod viewers;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;

use crate::queue::{Service, ServiceError, Settings as ServiceSettings};
use crate::token;
use plyglot_open::catalogue::Catalogue;
use plyglot_open::{Position, Stop};
use thiserror::Error;

use crate::board::guard::Once;

pub use crate::board::book::Shelf;

/// What a board is made of.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The port; 0 for one that is free.
    pub port: u16,
    /// Threads and tables of the searches.
    pub service: ServiceSettings,
    /// How many pages may search at the same time.
    pub viewers: usize,
    /// What a page shows that is opened without a game in its address: the position with the moves that led there.
    pub first: Position,
    /// After how many of its moves the page shows it; after all of them if that is not said.
    pub ply: Option<usize>,
    /// The options of its game, names before values; a game that is chosen on the page has none.
    pub set: Vec<(String, String)>,
    /// What is walked, and what the engine plays from.
    pub book: Option<Shelf>,
}

/// Why there is no board.
#[derive(Debug, Error)]
pub enum BoardError {
    /// The port cannot be listened on.
    #[error("port {port} of 127.0.0.1: {error}")]
    Port {
        /// The port that was asked for.
        port: u16,
        /// What the system says.
        error: io::Error,
    },
    /// The system gives no random numbers.
    #[error("the system gives no random number for the token of the address: {0}")]
    Token(String),
    /// The searches could not be started.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

/// A board that can be opened in a browser.
pub struct Board {
    listener: TcpListener,
    at: SocketAddr,
    token: String,
    once: Once,
    service: Arc<Service>,
    settings: Settings,
}

impl Board {
    /// Takes the port and starts the threads of the searches. Nothing is answered before [`Board::run`].
    ///
    /// # Errors
    /// If there cannot be such a board.
    pub fn bind(settings: &Settings) -> Result<Board, BoardError> {
        let port = settings.port;
        let failed = |error| BoardError::Port { port, error };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        let at = listener.local_addr().map_err(failed)?;
        let random = || token::random().map_err(|error| BoardError::Token(error.to_string()));
        let (token, once) = (random()?, Once::new(random()?));
        let service = Arc::new(Service::start(&settings.service)?);
        Ok(Board { listener, at, token, once, service, settings: settings.clone() })
    }

    /// The address of the page, with its token.
    pub fn address(&self) -> String {
        format!("http://{}/{}/", self.at, self.token)
    }

    /// An address that opens the page once, as long as nothing has: it may be read by others.
    pub fn address_once(&self) -> Option<String> {
        Some(format!("http://{}/{}/", self.at, self.once.token()?))
    }

    /// Answers until `stop` is raised. What goes wrong with one connection ends that alone.
    pub fn run(&self, catalogue: &Catalogue, stop: &Stop) {
        listen::run(self, catalogue, stop);
    }

    /// The searches, for tests and for code that ends them.
    pub fn service(&self) -> &Arc<Service> {
        &self.service
    }
}
