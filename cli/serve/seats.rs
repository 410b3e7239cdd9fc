//! The seats of a service: how many connections there may be, and who gives way where all are taken.
//!
//! First a connection that nothing is owed to and that says nothing: the one that has been idle for longest, one that has
//! not named the token at once. Then one of the address that has most, or over a Unix socket of the process, if that has
//! two more than the one that asks. So neither connections that wait for nothing nor those of one machine keep others
//! out, while a proxy, whose address all have that come by it, has all seats that no other asks for.

use std::net::{IpAddr, Ipv6Addr};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crossbeam::channel::{Receiver, Sender, bounded};
use plyglot_serve::queue::Client;

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
    peer: Peer,
    client: Client,
    outbox: Arc<Outbox>,
    /// Dropped to unseat it.
    _seat: Sender<()>,
}

/// Whose a connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Peer {
    /// That of an address; in IPv6 of the network of which one machine may have all addresses.
    Address(IpAddr),
    /// That of a process of this machine, where the system says which it is.
    #[cfg(any(target_os = "linux", target_os = "android", test))]
    Process(u32),
    /// Not known.
    Unknown,
}

impl Peer {
    pub(super) fn of(address: IpAddr) -> Peer {
        let network = |v6: Ipv6Addr| Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64);
        Peer::Address(match address.to_canonical() {
            IpAddr::V6(v6) if !v6.is_loopback() => network(v6).into(),
            other => other,
        })
    }

    /// That of the process at the other end, where the system says which it is.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    pub(super) fn of_process(stream: &UnixStream) -> Peer {
        use nix::sys::socket::{getsockopt, sockopt::PeerCredentials};

        // 0 stands for one that this process has no number for, such as one outside of its container.
        let process = getsockopt(stream, PeerCredentials).map(|of| of.pid()).unwrap_or(0);
        if process > 0 { Peer::Process(process.unsigned_abs()) } else { Peer::Unknown }
    }

    #[cfg(all(unix, not(any(target_os = "linux", target_os = "android"))))]
    pub(super) fn of_process(_: &UnixStream) -> Peer {
        Peer::Unknown
    }

    /// True of two that are known to be one.
    fn is(self, other: Peer) -> bool {
        self == other && self != Peer::Unknown
    }
}

/// A seat; given up when this is dropped.
pub(super) struct Seat<'a> {
    seats: &'a Seats,
    /// Its number is that of the connection, of all that there were, from 1.
    pub(super) client: Client,
    /// Closed once it is given to another.
    pub(super) unseated: Receiver<()>,
}

impl Seats {
    pub(super) fn new(most: usize) -> Seats {
        Seats { most, taken: Mutex::default() }
    }

    /// A seat for a connection of this peer; none where all are taken and none has to give way.
    pub(super) fn take(&self, peer: Peer, outbox: &Arc<Outbox>) -> Option<Seat<'_>> {
        let mut taken = self.taken();
        if taken.seats.len() >= self.most {
            let place = taken.gives_way(peer)?;
            taken.seats.remove(place);
        }
        taken.begun += 1;
        let number = taken.begun;
        let host = taken.seats.iter().find(|seat| seat.peer.is(peer)).map(|seat| seat.client.host);
        let client = Client { host: host.unwrap_or(number), number };
        let (seat, unseated) = bounded(0);
        taken.seats.push(Seated { peer, client, outbox: Arc::clone(outbox), _seat: seat });
        Some(Seat { seats: self, client, unseated })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    fn gives_way(&self, peer: Peer) -> Option<usize> {
        let idle = |(place, seat): (usize, &Seated)| Some((seat.outbox.idle_for(IDLE)?, place));
        if let Some((_, place)) = self.seats.iter().enumerate().filter_map(idle).max() {
            return Some(place);
        }
        let of = |host| self.seats.iter().filter(|seat| seat.client.host == host).count();
        let most = self.seats.iter().map(|seat| of(seat.client.host)).max()?;
        // The last that came of those: it has the least to lose.
        let greedy = self.seats.iter().rposition(|seat| of(seat.client.host) == most);
        let has = self.seats.iter().filter(|seat| seat.peer.is(peer)).count();
        greedy.filter(|_| most >= has + 2)
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.seats.taken().seats.retain(|seat| seat.client != self.client);
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
        let of = |last| Peer::of([127, 0, 0, last].into());
        let (one, other) = (of(1), of(2));
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

    #[test]
    fn connections_of_one_address_or_process_are_of_one_host_and_all_others_of_their_own() {
        let seats = Seats::new(9);
        let at = |text: &str| Peer::of(text.parse().expect("an address"));
        let peers = [
            (at("192.0.2.1"), 1),
            (Peer::Process(7), 2),
            (at("::ffff:192.0.2.1"), 1),
            (at("2001:db8:0:1::1"), 4),
            (at("2001:db8:0:1:ff::2"), 4),
            (at("2001:db8:0:2::1"), 6),
            (Peer::Unknown, 7),
            (Peer::Unknown, 8),
            (Peer::Process(7), 2),
        ];
        let taken = peers.map(|(peer, _)| seats.take(peer, &outbox()).expect("there is room"));
        assert_eq!(taken.each_ref().map(|seat| seat.client.host), peers.map(|(_, host)| host));
    }
}
