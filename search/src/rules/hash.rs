//! A hash that is the same on every machine and in every build, for what is kept in files: checks against damage, and
//! whether two things mean the same. It is no protection against forgery.

use std::hash::{BuildHasherDefault, Hasher};

use crate::rules::random::SplitMix;

/// FNV-1a, 64 bits (G. Fowler, L. C. Noll, K.-P. Vo, 1991).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv(pub u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Takes bytes in.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Takes a number in.
    pub fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// Takes bytes in, which are told apart from those that follow.
    pub fn part(&mut self, bytes: &[u8]) {
        self.bytes(bytes);
        self.number(bytes.len() as u64);
    }
}

/// For maps by keys of positions, which are hashes already; only games whose keys are mere codes need the
/// multiplication.
#[derive(Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 << 8 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(SplitMix::STEP).rotate_right(32);
    }
}

/// Makes these.
pub type ByKey = BuildHasherDefault<KeyHasher>;
