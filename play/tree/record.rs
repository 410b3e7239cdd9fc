//! What a tree keeps of a position, and how that is written.
//!
//! Numbers are little-endian. The last four bytes are a checksum of the ones before and of the key, so that a record that
//! was damaged or stands in another's place is found when it is read.

use plyglot_open::{DoorError, Mv, Position, Report};
use plyglot_search::hash::Fnv;
use plyglot_search::{Score, Side};

use super::value::{Proven, Scale, seen_score};

/// What was found of a position by itself, not by what lies below it. Values are the first player's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Own {
    /// What is proven.
    pub proven: Proven,
    /// The value of its last search, or of the finished game; `None` if it was not searched.
    pub value: Option<Score>,
    /// The depth of that search, in plies.
    pub depth: u32,
    /// Positions that searches have visited for it.
    pub nodes: u64,
    /// The best move of the last search, in the position as it is stored.
    pub best: Option<Mv>,
}

impl Own {
    /// What a finished game is worth.
    pub(super) fn over(at: &Position, scale: Scale) -> Option<Own> {
        let outcome = at.outcome()?;
        let proven = Proven::exactly(scale.outcome(outcome, at.to_move()));
        let value = Some(seen_score(outcome.score(), at.to_move()));
        Some(Own { proven, value, ..Own::default() })
    }

    /// What a search has found. Only a search without a window tells the value.
    pub(super) fn found(report: &Report<Mv>, at: &Position, scale: Scale, open: bool) -> Own {
        let verdict = &report.verdict;
        let proven = Proven::of(verdict, at.to_move(), scale);
        let has_value = open && !report.lines.is_empty();
        Own {
            proven,
            value: has_value.then(|| seen_score(verdict.score, at.to_move())),
            depth: report.lines.first().filter(|_| open).map_or(0, |line| line.depth),
            nodes: report.nodes,
            best: report.best_move(),
        }
    }

    /// What is known after another search.
    pub(super) fn and(self, later: Own) -> Own {
        let (value, depth) = match later.value {
            Some(value) => (Some(value), later.depth),
            None => (self.value, self.depth),
        };
        Own {
            proven: self.proven.and(later.proven),
            value,
            depth,
            nodes: self.nodes + later.nodes,
            best: later.best.or(self.best),
        }
    }
}

/// What a tree keeps of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) mover: Side,
    /// The position, one of those that are the same under symmetry.
    pub(super) text: String,
    pub(super) own: Own,
    /// Its moves with the keys of where they lead; none if it was not expanded.
    pub(super) children: Vec<(Mv, u64)>,
}

const NONE: u32 = u32::MAX;
const NO_VALUE: i16 = i16::MIN;

impl Record {
    pub(super) fn new(at: &Position, own: Own) -> Result<Record, DoorError> {
        Ok(Record { mover: at.to_move(), text: at.text()?, own, children: Vec::new() })
    }

    /// As it is stored under this key.
    pub(super) fn written(&self, key: u64) -> Vec<u8> {
        let Own { proven, value, depth, nodes, best } = self.own;
        let mut out = Vec::with_capacity(32 + self.text.len() + 12 * self.children.len());
        out.push(u8::from(self.mover == Side::Second));
        for number in
            [proven.lower, proven.upper, value.map_or(NO_VALUE, |value| value.raw() as i16)]
        {
            out.extend(number.to_le_bytes());
        }
        out.extend(depth.to_le_bytes());
        out.extend(nodes.to_le_bytes());
        out.extend(best.unwrap_or(NONE).to_le_bytes());
        out.extend((self.children.len() as u32).to_le_bytes());
        for (mv, child) in &self.children {
            out.extend(mv.to_le_bytes());
            out.extend(child.to_le_bytes());
        }
        out.extend(self.text.as_bytes());
        let sum = checksum(key, &out);
        out.extend(sum.to_le_bytes());
        out
    }

    /// The inverse; `None` of what is damaged.
    pub(super) fn read(key: u64, bytes: &[u8]) -> Option<Record> {
        let (body, sum) = bytes.split_last_chunk::<4>()?;
        if checksum(key, body) != u32::from_le_bytes(*sum) {
            return None;
        }
        let mut rest = Bytes(body);
        let mover = if rest.take::<1>()?[0] == 0 { Side::First } else { Side::Second };
        let mut number = || rest.take().map(i16::from_le_bytes);
        let (lower, upper, value) = (number()?, number()?, number()?);
        let depth = u32::from_le_bytes(rest.take()?);
        let nodes = u64::from_le_bytes(rest.take()?);
        let best = Some(u32::from_le_bytes(rest.take()?)).filter(|&best| best != NONE);
        let count = u32::from_le_bytes(rest.take()?);
        let mut children = Vec::new();
        for _ in 0..count {
            children.push((u32::from_le_bytes(rest.take()?), u64::from_le_bytes(rest.take()?)));
        }
        let text = String::from_utf8(rest.0.to_vec()).ok()?;
        let value = (value != NO_VALUE).then(|| Score::from_raw(value.into()));
        let own = Own { proven: Proven { lower, upper }, value, depth, nodes, best };
        Some(Record { mover, text, own, children })
    }
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }
}

/// A hash folded to 32 bits.
fn checksum(key: u64, bytes: &[u8]) -> u32 {
    let mut hash = Fnv::default();
    hash.number(key);
    hash.bytes(bytes);
    (hash.0 ^ (hash.0 >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_back_and_a_damaged_one_is_not() {
        let own = Own {
            proven: Proven { lower: -4, upper: 10_000 },
            value: Some(Score::heuristic(-120)),
            depth: 17,
            nodes: 1 << 40,
            best: Some(7),
        };
        let children = vec![(3, 9), (7, u64::MAX)];
        let record = Record { mover: Side::Second, text: "..x/o.. x".into(), own, children };
        let written = record.written(5);
        assert_eq!(Record::read(5, &written), Some(record));
        assert_eq!(Record::read(6, &written), None, "it stands in another's place");
        for place in 0..written.len() {
            let mut damaged = written.clone();
            damaged[place] ^= 4;
            assert_eq!(Record::read(5, &damaged), None, "byte {place}");
            assert_eq!(Record::read(5, &written[..place]), None, "cut at {place}");
        }
    }
}
