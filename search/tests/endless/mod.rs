//! A game that never ends, for searches that only something else ends.

use plyglot_search::{Game, MoveList, Outcome, Side};

/// A tree of eight moves a node that has no end.
#[derive(Clone, Debug)]
pub(crate) struct Endless(Vec<u64>);

impl Endless {
    /// Its start.
    pub(crate) fn new() -> Self {
        Endless(vec![1])
    }
}

impl Game for Endless {
    type Move = u8;
    type Undo = ();

    fn to_move(&self) -> Side {
        if self.0.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn key(&self) -> u64 {
        *self.0.last().expect("the root stays")
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn moves(&self, out: &mut MoveList<u8>) {
        (0..8).for_each(|mv| out.push(mv));
    }

    fn play(&mut self, mv: u8) {
        let key = (self.key() ^ (u64::from(mv) + 1)).wrapping_mul(0xD134_2543_DE82_EF95);
        self.0.push(key ^ key >> 29);
    }

    fn undo(&mut self, _mv: u8, _undo: ()) {
        self.0.pop();
    }

    fn pack(mv: u8) -> u32 {
        u32::from(mv)
    }

    fn unpack(&self, bits: u32) -> Option<u8> {
        u8::try_from(bits).ok().filter(|&mv| mv < 8)
    }
}
