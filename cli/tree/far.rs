//! `tree grow` and `tree prove` with workers elsewhere: where they come in, and what starts them.

use std::io;
use std::net::{TcpListener, ToSocketAddrs};
use std::path::PathBuf;

use clap::Args;
use plyglot_open::Open;
use plyglot_play::tree::grow::far::Workers;
use plyglot_serve::farm::run::FarmError;
use plyglot_serve::farm::tree::folder::Folder;
use plyglot_serve::farm::tree::listen::Port;
use plyglot_serve::farm::tree::tend::{Order, Tender};
use serde_json::{Value, json};

use crate::errors::{Failure, note, plain};
use crate::farm::{NO_HQ, runner};
use crate::input::values;
use crate::journal::origin;
use crate::serve::token;
use crate::started;
use crate::tree::args::WorkOptions;

/// Who searches, if not this process.
#[derive(Debug, Args)]
pub(crate) struct FarOptions {
    /// Have the positions searched by workers of HyperQueue, with one thread each unless --threads says more. Their
    /// job, their token and what they say are kept in this folder, which every worker must find under the same path.
    #[arg(long, value_name = "DIR")]
    workdir: Option<PathBuf>,
    /// Start a server of HyperQueue and workers on this machine, and end them with the command. Without it the job is
    /// submitted to the server that runs already.
    #[arg(long, requires = "workdir")]
    local: bool,
    /// How many workers HyperQueue starts [default: one for each available processor].
    #[arg(long, value_name = "N", requires = "workdir", value_parser = values::threads)]
    workers: Option<usize>,
    /// Have the positions searched by workers that come to ADDRESS:PORT, or a PORT of this machine alone, however they
    /// are started (`plyglot tree work`); with --workdir where HyperQueue's workers come to.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    /// The file of the token that workers have to name; made if there is none [default: DIR/token].
    #[arg(long, value_name = "FILE", requires = "listen", value_parser = values::file)]
    token: Option<String>,
    /// The program `hq` of HyperQueue [default: the one in PATH].
    #[arg(long, value_name = "FILE", requires = "workdir")]
    hq: Option<PathBuf>,
    /// The program that the workers start [default: this one].
    #[arg(long, value_name = "FILE", requires = "workdir")]
    program: Option<PathBuf>,
}

/// What lets workers in, and keeps them at work, until it is dropped.
pub(super) struct Farmed {
    // The workers of HyperQueue are ended first.
    _tender: Option<Tender>,
    _port: Port,
    _folder: Option<Folder>,
}

/// All that must be the same in a tree's process and in its workers.
pub(super) fn run_of(game: &dyn Open) -> Value {
    let origin = origin::now();
    json!({
        "game": game.facts().name,
        // The game's options and weights. Hexadecimal: not every reader has 64 bits.
        "knowledge": format!("{:016x}", game.fingerprint()),
        "program": { "version": origin.version, "commit": origin.commit },
    })
}

impl FarOptions {
    /// True if this process searches nothing.
    pub(super) fn is_wanted(&self) -> bool {
        self.workdir.is_some() || self.listen.is_some()
    }

    /// Lets workers in, and has HyperQueue start some where that is asked for. `spread` says how each has its threads.
    pub(super) fn begin(
        &self,
        game: &dyn Open,
        work: &WorkOptions,
        spread: &str,
        workers: &Workers,
    ) -> Result<Farmed, Failure> {
        let folder = self.workdir.as_deref().map(Folder::open).transpose()?;
        let token_file = match (&self.token, &folder) {
            (Some(path), _) => path.clone(),
            (None, Some(folder)) => folder.path().join("token").display().to_string(),
            (None, None) => {
                let message = "--token: the file of the token that workers have to name is needed";
                return Err(Failure::Usage(message.into()));
            }
        };
        let (listener, address) = self.bound()?;
        let secret = token(&token_file)?;
        let port = Port::open(listener, secret, run_of(game), workers.entrance());
        let refused = |error: io::Error| Failure::System { what: "a thread", error: plain(&error) };
        let port = port.map_err(refused)?;
        let tender = match &folder {
            None => {
                note(&format!(
                    "workers come to {address}: `plyglot tree work {} {address} --token {token_file}`",
                    game.facts().name
                ));
                None
            }
            Some(folder) => {
                let command = self.command(game, work, (&address, &token_file, spread))?;
                Some(self.tended(folder, command, work, workers)?)
            }
        };
        Ok(Farmed { _tender: tender, _port: port, _folder: folder })
    }

    fn tended(
        &self,
        folder: &Folder,
        command: Vec<String>,
        work: &WorkOptions,
        workers: &Workers,
    ) -> Result<Tender, Failure> {
        let (count, cpus) = (self.workers.unwrap_or_else(num_cpus::get), work.far_threads());
        let runner = runner((self.hq.as_deref(), self.local), folder.path(), count, cpus)?;
        let runner = runner.ok_or(FarmError::NoRunner(NO_HQ))?;
        note(&runner.about());
        let order = Order { command, folder: folder.path().into(), workers: count, cpus };
        Tender::start(runner, order, workers.entrance())
            .map_err(|error| FarmError::Runner(error).into())
    }

    /// What a worker of HyperQueue runs.
    fn command(
        &self,
        game: &dyn Open,
        work: &WorkOptions,
        (address, token, spread): (&str, &str, &str),
    ) -> Result<Vec<String>, Failure> {
        let program = match &self.program {
            Some(path) => path.clone(),
            None => started::path()?,
        };
        let threads = work.far_threads().to_string();
        let words = ["tree", "work", &game.facts().name, address, "--token", token];
        let more = ["--threads", &threads, "--spread", spread];
        let words = words.into_iter().chain(more).map(String::from);
        let program = [program.display().to_string()];
        let options = work.engine.table_arguments().into_iter().chain(work.options.arguments());
        Ok(program.into_iter().chain(words).chain(options).collect())
    }

    /// Listens; gives the address by which workers reach it.
    fn bound(&self) -> Result<(TcpListener, String), Failure> {
        let place = match &self.listen {
            Some(place) => place.as_str(),
            None if self.local => "127.0.0.1:0",
            None => "0.0.0.0:0",
        };
        let usage = || {
            let message = format!("--listen: ADDRESS:PORT or a PORT is needed, not {place:?}");
            Failure::Usage(message)
        };
        let elsewhere = self.workdir.is_some() && !self.local;
        let place = match place.parse::<u16>() {
            Ok(port) if elsewhere => format!("0.0.0.0:{port}"),
            Ok(port) => format!("127.0.0.1:{port}"),
            Err(_) => place.to_owned(),
        };
        let (host, _) = place.rsplit_once(':').ok_or_else(usage)?;
        let addresses: Vec<_> = place.to_socket_addrs().map_err(|_| usage())?.collect();
        let refused = |error: io::Error| Failure::System {
            what: "the socket",
            error: format!("{place}: {}", plain(&error)),
        };
        let listener = TcpListener::bind(&*addresses).map_err(refused)?;
        let at = listener.local_addr().map_err(refused)?;
        let host = if at.ip().is_unspecified() { this_machine()? } else { host.to_owned() };
        Ok((listener, format!("{host}:{}", at.port())))
    }
}

/// The name by which other machines know this one.
#[cfg(unix)]
fn this_machine() -> Result<String, Failure> {
    Ok(rustix::system::uname().nodename().to_string_lossy().into_owned())
}

#[cfg(not(unix))]
fn this_machine() -> Result<String, Failure> {
    let message = "--listen: the ADDRESS:PORT by which workers reach this machine is needed";
    Err(Failure::Usage(message.into()))
}
