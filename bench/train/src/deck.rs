//! The games of a round, on all cores: each thread has a game of its own opened, an engine of one thread, and
//! takes the next number when it is free.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use plyglot_journal::halt::Halt;
use plyglot_open::{Config, DoorError, Open};

use crate::plan::Round;
use crate::play::{GameRecord, play};

/// The table of a player, in bytes.
const TABLE: usize = 1 << 20;

/// What is to be played.
pub(crate) struct Deck<'a> {
    /// With the weights that its players have.
    pub(crate) game: &'a dyn Open,
    pub(crate) number: u32,
    pub(crate) round: Round,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    /// Numbers of games, in their order.
    pub(crate) games: &'a [u32],
}

impl Deck<'_> {
    /// Plays, and hands each game to `take` as it ends, a game without an end as `None`. Ends early when
    /// `halt` is raised, or `take` says so by `false`.
    pub(crate) fn deal<E: From<DoorError>>(
        &self,
        halt: &Halt,
        mut take: impl FnMut(Option<GameRecord>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let next = AtomicU32::new(0);
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(next, halt, &sender));
            }
            drop(sender);
            let mut outcome = Ok(());
            for played in receiver {
                let taken = match (&outcome, played) {
                    (Ok(()), Ok(record)) => take(record),
                    (Ok(()), Err(error)) => Err(error.into()),
                    (Err(_), _) => continue,
                };
                let go_on = taken.unwrap_or_else(|error| {
                    outcome = Err(error);
                    false
                });
                if !go_on {
                    // No further number.
                    next.store(u32::MAX / 2, Ordering::Relaxed);
                }
            }
            outcome
        })
    }

    fn work(
        &self,
        next: &AtomicU32,
        halt: &Halt,
        sender: &Sender<Result<Option<GameRecord>, DoorError>>,
    ) {
        let made = || {
            let game = self.game.with(&[])?;
            Ok((game.start()?, game.engine(&Config::single(TABLE), None)?))
        };
        let (start, mut engine) = match made() {
            Ok(made) => made,
            Err(error) => return drop(sender.send(Err(error))),
        };
        while !halt.is_raised() {
            // Only the number matters, so relaxed is enough.
            let place = next.fetch_add(1, Ordering::Relaxed) as usize;
            let Some(&game) = self.games.get(place) else { return };
            let played = play(&start, &mut *engine, (self.number, self.round), game, self.seed);
            let failed = played.is_err();
            if sender.send(played).is_err() || failed {
                return;
            }
        }
    }
}
