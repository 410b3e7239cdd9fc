//! The queue of a service: many searches of several games at once, over one pool of threads and tables.
//!
//! A [`Service`] takes queries ([`Query`]) from any thread and answers each by events: reports while its search
//! runs, if they are asked for, and exactly one end ([`News::Ended`]), which comes last. It knows no protocol
//! and prints nothing: `plyglot serve` is one face of it, a program that holds it in process another.
//!
//! - **Threads.** Each runner searches one position at a time. While there are as many positions as threads,
//!   each has one thread; where there are fewer, the idle threads join the searches that run
//!   ([`plyglot_open::Handle::set_workers`]), and leave them within about a millisecond for a query that comes.
//! - **Order.** Clients take turns ([`Query::client`]). A client's queries come by priority, then by arrival; a
//!   second of waiting counts as much as one step of priority, so that no query waits forever ([`Query::priority`]).
//!   A search that runs gives way to a query that comes before it, and goes on later from what the table holds: to one
//!   of a higher priority, to one of a client that has had less of the threads, and if it has no limit to every other.
//! - **Memory.** The tables are made when the service starts and are all there ever is ([`Settings`]): one for
//!   each of a few games, which all searches of that game share, and a small one for each thread. The number of
//!   queries that wait, of engines and of reports that were not taken is bounded.
//! - **Faults.** A game that panics costs its own query, and the engine that searched it.
//!
//! Cost: about as long as a search of a few hundred positions for each query, most of it wake-ups of threads.
//!
//! ```
//! use std::sync::{Arc, mpsc};
//!
//! use plyglot_games::catalogue::builtin;
//! use plyglot_open::{Limits, Open};
//! use plyglot_serve::queue::{News, Query, Service, Settings};
//!
//! let service = Service::start(&Settings { hash_bytes: 8 << 20, ..Settings::default() })?;
//! let game: Arc<dyn Open> = builtin().open("tictactoe")?.into();
//! let position = game.start()?;
//! let (sender, events) = mpsc::channel();
//! service.submit(Query::new(game, position, Limits::solve()), move |event| {
//!     let _ = sender.send(event);
//! })?;
//! let Ok(News::Ended(end)) = events.recv() else { panic!("no report was asked for") };
//! assert!(end.result?.verdict.is_exact());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asker;
mod delivery;
mod engines;
mod games;
mod keeper;
mod pool;
mod query;
mod runner;
mod search;
mod service;
mod settings;
mod shares;
mod state;
mod status;
mod tables;
mod turns;
mod waiting;

pub(crate) use asker::Asker;
pub(crate) use engines::Key;
pub use games::Games;
pub use query::{Client, End, News, Query, QueryError, QueryProgress, SubmitError, Ticket};
pub use service::Service;
pub use settings::{ServiceError, Settings};
pub use status::{Status, TableStatus, WasAt};
