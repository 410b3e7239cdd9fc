//! A running search: a thread has the engine and searches ([`Background`]), another one follows its news, calls the listener
//! and gives the engine back. Whoever waits, waits for the latter.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Builder, ThreadId};
use std::time::{Duration, Instant};

use plyglot_open::{Background, DoorError, Limits, Mv, News, Position as Behind, Progress, Report};
use plyglot_search::{Bounds, Handle, panic_message};
use plyglot_wire::{Info, ProvenBetween, proven};

use crate::border::{Listener, Told};
use crate::engine::{Engine, Owner};
use crate::failure::{Failure, Status};
use crate::game::{Position, locked};

/// How long the end of a search that was stopped is waited for before it is left behind.
const PATIENCE: Duration = Duration::from_secs(5);

/// A search, running or ended.
pub struct Search {
    shared: Arc<Shared>,
}

struct Shared {
    handle: Handle,
    is_stopped: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
    /// The thread that calls the listener.
    messenger: OnceLock<ThreadId>,
}

#[derive(Default)]
struct State {
    /// Its result, which never changes again.
    ended: Option<Result<Told, Failure>>,
    /// The listener has been called and has not returned.
    is_telling: bool,
    /// The listener is not to be called any more.
    is_silent: bool,
}

/// What a search is about, for who says what it has found.
struct About {
    name: String,
    at: Behind,
    threads: usize,
    several: bool,
    /// What is proven of the value, of a solve.
    proven: Option<Bounds>,
}

impl Search {
    /// Begins to search a position.
    pub(crate) fn begin(
        engine: &Engine,
        position: &Position,
        limits: Limits<Mv>,
        listener: Option<Listener>,
    ) -> Result<Search, Failure> {
        let (owner, at) = (&engine.owner, position.now());
        limits.check()?;
        if at.facts().name != owner.game.open.facts().name {
            return Err(DoorError::Foreign.into());
        }
        let proven = limits.solve.then(|| proven::known(&at, &limits)).transpose()?;
        let refused = |error| {
            owner.give_back(None);
            Failure::new(
                Status::PLYGLOT_ENGINE,
                format_args!("the system refused a thread: {error}"),
            )
        };
        let searcher = owner.lend()?;
        let (threads, several) = (searcher.config().threads, limits.lines > 1);
        let about =
            About { name: owner.game.name.clone(), at: at.clone(), threads, several, proven };
        let background = Background::begin(searcher, at, limits).map_err(refused)?;
        let shared = Arc::new(Shared {
            handle: background.handle().clone(),
            is_stopped: AtomicBool::new(false),
            state: Mutex::default(),
            changed: Condvar::new(),
            messenger: OnceLock::new(),
        });
        let (own, lent) = (Arc::clone(&shared), Arc::clone(owner));
        let follow = move || own.follow(background, about, listener, &lent);
        Builder::new().name("messenger".into()).spawn(follow).map_err(refused)?;
        Ok(Search { shared })
    }

    /// Ends the search with the best found so far; once it has ended, nothing.
    pub(crate) fn stop(&self) {
        self.shared.stop();
    }

    /// Waits for the end, this many milliseconds at most ([`u64::MAX`]: as long as it takes); gives what `read` makes of
    /// the result, which stays where it is as long as this is there.
    pub(crate) fn wait<T>(
        &self,
        milliseconds: u64,
        read: impl FnOnce(&Told) -> T,
    ) -> Result<T, Failure> {
        self.shared.refuse_messenger()?;
        let most = (milliseconds < u64::MAX).then(|| Duration::from_millis(milliseconds));
        let state = self.shared.ended(most);
        match &state.ended {
            Some(Ok(told)) => Ok(read(told)),
            Some(Err(failure)) => Err(failure.clone()),
            None => Err(self.shared.late(&state, "the search has not ended yet")),
        }
    }

    /// Refuses what must not be done by the listener of the search.
    pub(crate) fn refuse_listener(&self) -> Result<(), Failure> {
        self.shared.refuse_messenger()
    }

    /// Stops the search and waits until nothing of it runs; what takes too long is left behind, and its listener is not
    /// called again.
    pub(crate) fn close(self) -> Result<(), Failure> {
        self.stop();
        let mut state = self.shared.ended(Some(PATIENCE));
        state.is_silent = true;
        match state.ended {
            Some(_) => Ok(()),
            None => Err(self.shared.late(&state, "the search was left behind")),
        }
    }
}

impl Shared {
    fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.handle.stop();
    }

    fn refuse_messenger(&self) -> Result<(), Failure> {
        if self.messenger.get() != Some(&thread::current().id()) {
            return Ok(());
        }
        let said = "the listener of a search must not wait for that search, nor free it: let it return 1 to stop it";
        Err(Failure::new(Status::PLYGLOT_MISUSE, said))
    }

    /// Why it takes so long.
    fn late(&self, state: &State, said: &str) -> Failure {
        let why = match (state.is_telling, self.is_stopped.load(Ordering::Relaxed)) {
            (true, _) => ": its listener was called and has not returned",
            (false, true) => ", though it was stopped: a function of the game has not returned",
            (false, false) => "",
        };
        Failure::new(Status::PLYGLOT_TIMEOUT, format_args!("{said}{why}"))
    }

    /// The state once it has ended, or after that time.
    fn ended(&self, most: Option<Duration>) -> MutexGuard<'_, State> {
        let deadline = most.and_then(|most| Instant::now().checked_add(most));
        let mut state = locked(&self.state);
        while state.ended.is_none() {
            state = match deadline.map(|deadline| deadline.duration_since(Instant::now())) {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => break,
                Some(left) => {
                    self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
        state
    }

    /// What the messenger does.
    fn follow(
        &self,
        background: Background,
        mut about: About,
        listener: Option<Listener>,
        owner: &Owner,
    ) {
        let _ = self.messenger.set(thread::current().id());
        let followed = catch_unwind(AssertUnwindSafe(|| {
            for news in background.news() {
                match news {
                    News::Progress(progress) => {
                        self.tell(&mut about, &progress, listener.as_ref())?
                    }
                    News::Tick(_) => {}
                    News::Ended => break,
                }
            }
            Ok(())
        }));
        let failed = match followed {
            Ok(Ok(())) => None,
            Ok(Err(failure)) => Some(failure),
            Err(payload) => Some(Failure::new(Status::PLYGLOT_BUG, panic_message(payload))),
        };
        if failed.is_some() {
            self.handle.stop();
        }
        let (searcher, report) = match background.end() {
            Ok((searcher, report)) => (Some(searcher), report),
            Err(error) => (None, Err(error)),
        };
        // The engine is back before anyone hears of the end.
        owner.give_back(searcher);
        let told = || about.result(&report?);
        let result = match failed {
            Some(failure) => Err(failure),
            None => catch_unwind(AssertUnwindSafe(told)).unwrap_or_else(|payload| {
                Err(Failure::new(Status::PLYGLOT_BUG, panic_message(payload)))
            }),
        };
        locked(&self.state).ended = Some(result);
        self.changed.notify_all();
    }

    /// Tells the listener what was found.
    fn tell(
        &self,
        about: &mut About,
        progress: &Progress<Mv>,
        listener: Option<&Listener>,
    ) -> Result<(), Failure> {
        if let Some(proven) = &mut about.proven {
            proven::learn(proven, &progress.line);
        }
        let Some(listener) = listener else { return Ok(()) };
        let told = about.news(progress)?;
        let mut state = locked(&self.state);
        if state.is_silent {
            return Ok(());
        }
        state.is_telling = true;
        drop(state);
        let stops = listener.call(&told);
        locked(&self.state).is_telling = false;
        if stops {
            self.stop();
        }
        Ok(())
    }
}

impl About {
    fn news(&self, progress: &Progress<Mv>) -> Result<Told, Failure> {
        let info = Info::of_progress(&self.at, progress, self.threads)?;
        Ok(Told::new("info", &self.named(info)))
    }

    fn result(&self, report: &Report<Mv>) -> Result<Told, Failure> {
        let mut info = Info::of_report(&self.at, report, self.several)?;
        if let Some(proven) = self.proven.filter(|_| !report.verdict.is_exact()) {
            info.proven_between = Some(ProvenBetween::new(&self.at, proven)?);
        }
        Ok(Told::new("result", &self.named(info)))
    }

    fn named(&self, info: Info) -> Info {
        Info { game: self.name.clone(), ..info }
    }
}
