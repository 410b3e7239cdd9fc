//! What `serve` is asked.

use clap::Args;
use plyglot_search::Scheme;
use plyglot_serve::queue::Settings;

use crate::input::values;

/// How many requests of a connection may be unanswered where nothing is said.
const USUAL_QUEUE: usize = 1_000;

/// How many connections there may be.
pub(crate) const MOST_CONNECTIONS: usize = 64;

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Number of search threads, of all queries together [default: one for each available processor].
    #[arg(long, value_name = "N", value_parser = values::threads)]
    threads: Option<usize>,
    /// Size of all transposition tables together, such as 64M or 1G [default: 64M, or what the
    /// threads need].
    #[arg(long, value_name = "SIZE", value_parser = values::size, allow_hyphen_values = true)]
    hash: Option<usize>,
    /// How many games have a table of their own at the same time.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = tables)]
    tables: usize,
    /// Listen on a socket instead of standard input: ADDRESS:PORT or a PORT (of this machine alone), or the path
    /// of a Unix socket (with a / in it). There is no authentication.
    #[arg(long, value_name = "ADDRESS|PATH")]
    pub(crate) listen: Option<String>,
    /// How many requests of a connection may be unanswered before no more are read from it.
    #[arg(long, value_name = "N", default_value_t = USUAL_QUEUE, value_parser = queue)]
    pub(crate) queue: usize,
    /// Parallel scheme: abdada or lazy, with parts added or removed, as for `analyze`.
    #[arg(long, value_name = "NAME", default_value_t)]
    scheme: Scheme,
}

fn tables(text: &str) -> Result<usize, String> {
    values::within(text, 1..=64)
}

fn queue(text: &str) -> Result<usize, String> {
    values::within(text, 1..=1_000_000)
}

impl ServeArgs {
    /// What the service is made of.
    pub(crate) fn settings(&self) -> Settings {
        let usual = Settings::default();
        let connections = if self.listen.is_some() { MOST_CONNECTIONS } else { 1 };
        let settings = Settings {
            threads: self.threads.unwrap_or(usual.threads),
            tables: self.tables,
            // What all connections together may have unanswered fits.
            most_waiting: self.queue.saturating_mul(connections),
            scheme: self.scheme,
            ..usual
        };
        // Many threads need more than is usual.
        let hash_bytes = settings.hash_bytes.max(settings.least_hash());
        Settings { hash_bytes: self.hash.unwrap_or(hash_bytes), ..settings }
    }
}
