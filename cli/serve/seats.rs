//! The seats of a service: how many connections there may be, and who gives way where all are taken.
//!
//! First a connection that nothing is owed to and that says nothing: the one that has been idle for longest, one that has
//! not named the token at once. Then one of the address that has most, if that has two more than the address that asks.
//! So neither connections that wait for nothing nor those of one machine keep others out.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crossbeam::channel::{Receiver, Sender, bounded};

use crate::serve::outbox::Outbox;

/// How long a connection has to have been idle before it gives way.
const IDLE: Duration = Duration::from_secs(10);

/// The connections that there are.
pub(super) struct Seats {
    most: usize,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    begun: u64,
    seats: Vec<Seated>,
}

struct Seated {
    number: u64,
    /// None over a Unix socket.
    from: Option<IpAddr>,
    outbox: Arc<Outbox>,
    /// Dropped to unseat it.
    _seat: Sender<()>,
}

/// A seat; given up when this is dropped.
pub(super) struct Seat<'a> {
    seats: &'a Seats,
    /// Of all that there were, from 1.
    pub(super) number: u64,
    /// Closed once it is given to another.
    pub(super) unseated: Receiver<()>,
}

impl Seats {
    pub(super) fn new(most: usize) -> Seats {
        Seats { most, taken: Mutex::default() }
    }

    /// A seat for a connection from there; none where all are taken and none has to give way.
    pub(super) fn take(&self, from: Option<IpAddr>, outbox: &Arc<Outbox>) -> Option<Seat<'_>> {
        let mut taken = self.taken();
        if taken.seats.len() >= self.most {
            let place = taken.gives_way(from)?;
            taken.seats.remove(place);
        }
        taken.begun += 1;
        let number = taken.begun;
        let (seat, unseated) = bounded(0);
        taken.seats.push(Seated { number, from, outbox: Arc::clone(outbox), _seat: seat });
        Some(Seat { seats: self, number, unseated })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    fn gives_way(&self, from: Option<IpAddr>) -> Option<usize> {
        let idle = |(place, seat): (usize, &Seated)| Some((seat.outbox.idle_for(IDLE)?, place));
        if let Some((_, place)) = self.seats.iter().enumerate().filter_map(idle).max() {
            return Some(place);
        }
        let of = |from| self.seats.iter().filter(|seat| seat.from == from).count();
        let most = self.seats.iter().map(|seat| of(seat.from)).max()?;
        // The last that came of those: it has the least to lose.
        let greedy = self.seats.iter().rposition(|seat| of(seat.from) == most);
        greedy.filter(|_| most >= of(from) + 2)
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.seats.taken().seats.retain(|seat| seat.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use crossbeam::channel::TryRecvError;

    use super::*;
    use crate::serve::outbox::{Bounds, Far};

    fn outbox() -> Arc<Outbox> {
        Arc::new(Outbox::new(Bounds { answers: 5, bytes: 1 << 20 }, Far::Socket, None))
    }

    #[test]
    fn an_address_with_most_seats_gives_way_to_one_with_less() {
        let seats = Seats::new(4);
        let (one, other) = (Some([127, 0, 0, 1].into()), Some([127, 0, 0, 2].into()));
        let first: Vec<_> =
            (0..4).map(|_| seats.take(one, &outbox()).expect("there is room")).collect();
        assert!(seats.take(one, &outbox()).is_none(), "none is idle");
        let second = seats.take(other, &outbox()).expect("three to none");
        let third = seats.take(other, &outbox()).expect("three to one");
        assert!(seats.take(other, &outbox()).is_none(), "two to two");
        let is_unseated =
            |seat: &Seat<'_>| seat.unseated.try_recv() == Err(TryRecvError::Disconnected);
        let unseated: Vec<_> = first.iter().map(is_unseated).collect();
        assert_eq!(unseated, [false, false, true, true]);
        assert!(!is_unseated(&second) && !is_unseated(&third));
        drop(third);
        assert!(seats.take(one, &outbox()).is_some(), "there is room again");
    }
}
