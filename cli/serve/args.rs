//! What `serve` is asked.

use std::time::Duration;

use clap::Args;
use plyglot_search::Scheme;
use plyglot_serve::queue::Settings;

use crate::input::values;
use crate::serve::outbox::Bounds;

const EXAMPLES: &str = "\
Examples:
  plyglot serve                                 requests on standard input, answers on standard output
  plyglot serve --listen 7070 --threads 4 --hash 1G
  plyglot serve --listen /tmp/plyglot.sock
  plyglot serve --listen 7070 --token token.txt
  plyglot serve --mcp                           tools for assistants: the Model Context Protocol
  echo '{\"id\":1,\"command\":\"search\",\"game\":\"othello\",\"limits\":{\"depth\":8}}' | plyglot serve

One JSON object a line in both directions; docs/serve.md describes them. Searches run side by side: with as many \
as threads, each has one thread; with fewer, idle threads join them. Addresses take turns, and so do the connections of \
one; a search gives way to one of a higher priority. The end of the input ends the program when everything is answered; \
Ctrl-C stops the searches, which give what they have found.
Exit codes: 0 success; 2 bad arguments; 3 the system refuses memory, threads or the socket; 130 interrupted before \
the end of the input.";

/// How many requests of a connection may be unanswered where nothing is said.
const USUAL_QUEUE: usize = 1_000;

/// How many connections there may be.
pub(crate) const MOST_CONNECTIONS: usize = 64;

/// How much may be kept for all connections together where nothing is said.
const USUAL_MEMORY: usize = 256 << 20;

/// The least of it: some requests of each connection fit.
const LEAST_MEMORY: usize = 16 << 20;

/// How long a connection may be idle where nothing is said.
const USUAL_IDLE: Duration = Duration::from_secs(600);

/// Answer queries of other programs: JSON over standard input or a socket, many searches of several games at
/// once.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
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
    /// of a Unix socket (with a / in it).
    #[arg(long, value_name = "ADDRESS|PATH")]
    pub(crate) listen: Option<String>,
    /// Speak the Model Context Protocol on standard input and output: tools for assistants (docs/serve.md).
    #[arg(long, conflicts_with_all = ["listen", "memory", "queue"])]
    pub(crate) mcp: bool,
    /// The file of the token that a connection over TCP has to name first; made if there is none. Without it the
    /// token is a new one, and said on standard error.
    #[arg(long, value_name = "FILE", requires = "listen", value_parser = values::file)]
    pub(crate) token: Option<String>,
    /// Ask no connection for a token: everyone who reaches the port may search.
    #[arg(long, requires = "listen", conflicts_with = "token")]
    pub(crate) no_token: bool,
    /// Let requests over a socket set options that name files of this machine, such as weights=PATH.
    #[arg(long, requires = "listen")]
    pub(crate) files: bool,
    /// Close a connection over a socket that says nothing, and takes no answer, for this long [default: 10m].
    #[arg(long, value_name = "TIME", requires = "listen", value_parser = values::time)]
    idle: Option<Duration>,
    /// How much may be kept of requests and answers, of all connections together, in equal parts [default: 256M].
    #[arg(long, value_name = "SIZE", value_parser = memory, allow_hyphen_values = true)]
    memory: Option<usize>,
    /// How many requests of a connection may be unanswered before no more are read from it.
    #[arg(long, value_name = "N", default_value_t = USUAL_QUEUE, value_parser = queue)]
    pub(crate) queue: usize,
    /// Parallel scheme: abdada or lazy, with parts added or removed, as for `analyze`.
    #[arg(long, value_name = "NAME", default_value_t)]
    scheme: Scheme,
}

fn memory(text: &str) -> Result<usize, String> {
    let bytes = values::size(text)?;
    if bytes < LEAST_MEMORY {
        return Err(format!("at least {}M are needed", LEAST_MEMORY >> 20));
    }
    Ok(bytes)
}

fn tables(text: &str) -> Result<usize, String> {
    values::within(text, 1..=64)
}

fn queue(text: &str) -> Result<usize, String> {
    values::within(text, 1..=1_000_000)
}

impl ServeArgs {
    /// How long a connection over a socket may be idle.
    pub(crate) fn idle(&self) -> Duration {
        self.idle.unwrap_or(USUAL_IDLE)
    }

    fn connections(&self) -> usize {
        if self.listen.is_some() { MOST_CONNECTIONS } else { 1 }
    }

    /// What bounds the answers that are owed to a connection.
    pub(super) fn bounds(&self) -> Bounds {
        let bytes = self.memory.unwrap_or(USUAL_MEMORY) / self.connections();
        Bounds { answers: self.queue, bytes }
    }

    /// What the service is made of.
    pub(crate) fn settings(&self) -> Settings {
        let usual = Settings::default();
        let settings = Settings {
            threads: self.threads.unwrap_or(usual.threads),
            tables: self.tables,
            // What all connections together may have unanswered fits.
            most_waiting: self.queue.saturating_mul(self.connections()),
            scheme: self.scheme,
            ..usual
        };
        // Many threads need more than is usual.
        let hash_bytes = settings.hash_bytes.max(settings.least_hash());
        Settings { hash_bytes: self.hash.unwrap_or(hash_bytes), ..settings }
    }
}
