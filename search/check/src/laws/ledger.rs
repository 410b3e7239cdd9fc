//! Which positions were met under which keys.

use std::collections::HashMap;

use plyglot_search::Game;

use super::differ;
use super::likely::because;
use super::{Law, Place, Summary, Violation};

/// What is stored of every position that was met.
pub(super) struct Met<G: Game> {
    pub(super) game: G,
    pub(super) line: Vec<G::Move>,
    pub(super) key: u64,
}

/// All positions that were met. What makes two positions the same is a text, their identity.
pub(super) struct Ledger<G: Game> {
    pub(super) met: Vec<Met<G>>,
    by_identity: HashMap<String, usize>,
    by_key: HashMap<u64, usize>,
}

impl<G: Game + std::fmt::Debug> Ledger<G> {
    pub(super) fn new() -> Self {
        Ledger { met: Vec::new(), by_identity: HashMap::new(), by_key: HashMap::new() }
    }

    /// Notes a position with its key, and gives its number.
    pub(super) fn note(
        &mut self,
        place: &Place<'_, G>,
        identity: String,
        summary: &mut Summary,
    ) -> Result<usize, Violation> {
        let key = place.game.key();
        if let Some(&number) = self.by_identity.get(&identity) {
            let earlier = &self.met[number];
            if earlier.line != place.line {
                summary.transpositions += 1;
            }
            if earlier.key != key {
                let found = format!("key {key:#x}, but {:#x} by {:?}", earlier.key, earlier.line);
                return Err(place.broken(Law::EqualKeys, found));
            }
            return Ok(number);
        }
        if let Some(&number) = self.by_key.get(&key) {
            let Met { game, line, .. } = &self.met[number];
            let (here, there) = (format!("{:?}", place.game), format!("{game:?}"));
            let (here_part, there_part) = differ::parts(&here, &there);
            let found = format!(
                "key {key:#x}, with `{here_part}` here, is also that of `{there_part}` in {there}, \
                 reached by {line:?}"
            );
            let broken = place.broken(Law::DifferentKeys, found);
            let same_side = game.to_move() == place.game.to_move();
            return Err(if same_side { broken } else { broken.because(because::KEY_WITHOUT_SIDE) });
        }
        let number = self.met.len();
        self.by_identity.insert(identity, number);
        self.by_key.insert(key, number);
        let (game, line) = (place.game.clone(), place.line.to_vec());
        self.met.push(Met { game, line, key });
        Ok(number)
    }
}

/// The fewest different keys that say anything of how their bits are mixed.
const ENOUGH_KEYS: usize = 256;

/// Says what is wrong with the low or high bits of a set of different keys, if anything is.
///
/// Each of these bits should be a fair coin (a fortieth off at 2000 keys is already rare; here a
/// fifth is demanded), and sixteen of them together should tell most of a few thousand keys apart.
pub(super) fn badly_mixed(keys: &[u64]) -> Option<String> {
    if keys.len() < ENOUGH_KEYS {
        return None;
    }
    let keys = &keys[..keys.len().min(8192)];
    for (name, shift) in [("low", 0), ("high", 48)] {
        for bit in shift..shift + 16 {
            let ones = keys.iter().filter(|&key| key >> bit & 1 == 1).count();
            if ones * 5 < keys.len() || ones * 5 > keys.len() * 4 {
                let of = keys.len();
                return Some(format!("bit {bit} is set in {ones} of {of} different keys"));
            }
        }
        let mut parts: Vec<u16> = keys.iter().map(|&key| (key >> shift) as u16).collect();
        parts.sort_unstable();
        parts.dedup();
        if parts.len() * 10 < keys.len() * 8 {
            let (parts, of) = (parts.len(), keys.len());
            return Some(format!("the 16 {name} bits take {parts} values in {of} different keys"));
        }
    }
    None
}
