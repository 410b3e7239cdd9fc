//! One file of results (`.rtbw`) or distances (`.rtbz`): [`Table`].
//!
//! A file begins with a magic number and what it is made of: for either side to move, where both are kept, and for each
//! file of the first pawn, the list of pieces and how the values are compressed. Then come, for all of them, the sparse
//! lists, the lengths of the blocks, and the blocks. Of distances only one side to move is kept; a map, if there is one,
//! says which distance a value is.
//!
//! Cost: the header is read when a file is opened, some tens of kilobytes.

use std::path::Path;

use super::bytes::{Bytes, Room};
use super::layout::{Layout, Sets};
use super::pairs::Pairs;
use super::{Fault, Material};

/// Which of the two kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Kind {
    Results,
    Distances,
}

impl Kind {
    pub(super) const ALL: [Kind; 2] = [Kind::Results, Kind::Distances];

    pub(super) fn extension(self) -> &'static str {
        match self {
            Kind::Results => "rtbw",
            Kind::Distances => "rtbz",
        }
    }

    fn magic(self) -> u32 {
        match self {
            Kind::Results => 0x5d23_e871,
            Kind::Distances => 0xa50c_66d7,
        }
    }
}

/// An open file.
#[derive(Debug)]
pub(super) struct Table {
    bytes: Bytes,
    /// As the file has them: the first side's pieces first.
    material: Material,
    /// Of each file of the first pawn, or one without pawns.
    parts: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    /// Of either side to move, or one where they are alike or only one is kept.
    sides: Vec<(Layout, Pairs)>,
    flags: u8,
    /// Which distance a value is, by the result: those of a win, a loss, a win and a loss that the fifty moves draw.
    map: Option<[Mapped; 4]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Mapped {
    at: u64,
    count: u16,
}

/// Flags of a part of distances: the side to move that is kept, a map, distances of wins or of losses in plies rather than
/// in moves, and a map of two bytes each.
const SIDE: u8 = 1;
const MAP: u8 = 2;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;
const WIDE: u8 = 16;

/// What a file of distances has for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stored {
    /// To the next capture or move of a pawn, less one.
    pub(super) plies: u16,
    /// Whether it may be one more.
    pub(super) is_rounded: bool,
}

/// True of lengths that a whole file has: the last block ends at a multiple of 64, then comes a check of 16 bytes.
pub(super) fn is_length(bytes: u64) -> bool {
    bytes > 16 && bytes % 64 == 16
}

impl Table {
    /// Opens the file of these pieces.
    pub(super) fn open(path: &Path, kind: Kind, of: Material, room: &Room) -> Result<Table, Fault> {
        let bytes = Bytes::open(path, room)?;
        if !is_length(bytes.len()) {
            return Err(Fault::Cut);
        }
        if bytes.u32(0)? != kind.magic() {
            return Err(Fault::Foreign);
        }
        let flags = bytes.byte(4)?;
        let (is_split, has_pawns) = (flags & 1 != 0, flags & 2 != 0);
        if has_pawns != of.has_pawns() || (kind == Kind::Results && is_split == of.is_symmetric()) {
            return Err(Fault::Other);
        }
        let sides = if kind == Kind::Results && is_split { 2 } else { 1 };
        let (layouts, mut at) = layouts(&bytes, of, sides)?;
        let mut parts = Vec::with_capacity(layouts.len());
        for of_part in layouts {
            let mut part = Part { sides: Vec::with_capacity(sides), flags: 0, map: None };
            for layout in of_part {
                let header = Pairs::header(&bytes, at, layout.size, kind == Kind::Results)?;
                (part.flags, at) = (header.flags, header.end);
                part.sides.push((layout, header.pairs));
            }
            parts.push(part);
        }
        if kind == Kind::Distances {
            at = maps(&bytes, at, &mut parts)?;
        }
        let sides = parts.iter_mut().flat_map(|part| &mut part.sides);
        let mut all: Vec<&mut Pairs> = sides.map(|(_, pairs)| pairs).collect();
        for pairs in &mut all {
            at = pairs.put_sparse(at);
        }
        for pairs in &mut all {
            at = pairs.put_lengths(at);
        }
        for pairs in &mut all {
            at = pairs.put_data(at);
        }
        if at > bytes.len() {
            return Err(Fault::Cut);
        }
        let first = parts.first().and_then(|part| part.sides.first());
        let material = first.and_then(|side| side.0.material()).ok_or(Fault::Other)?;
        Ok(Table { bytes, material, parts })
    }

    /// The pieces as the table sees them, and which side to move it takes the position for; `mirrored` where ranks are
    /// exchanged, which changes nothing without pawns.
    fn seen(&self, sets: &Sets, second_to_move: bool) -> (Sets, usize) {
        let exchanged = match self.material.is_symmetric() {
            true => second_to_move,
            false => Material::of(sets) != self.material,
        };
        let side = usize::from(!self.material.is_symmetric() && exchanged != second_to_move);
        if !exchanged {
            return (*sets, side);
        }
        let [one, other] = *sets;
        let mirrored = self.material.has_pawns();
        let map = |set: u64| if mirrored { set.swap_bytes() } else { set };
        ([other.map(map), one.map(map)], side)
    }

    /// The result of a position, from -2 to 2 for the side to move: a loss, one that the fifty moves draw, and so on.
    pub(super) fn result(&self, sets: &Sets, second_to_move: bool) -> Result<i32, Fault> {
        let (sets, side) = self.seen(sets, second_to_move);
        let (part, layout, pairs) = self.part(&sets, side)?;
        debug_assert!(part.map.is_none(), "only distances are mapped");
        let number = layout.number(&sets).ok_or(Fault::Other)?;
        match pairs.value(&self.bytes, number)? {
            value @ 0..=4 => Ok(i32::from(value) - 2),
            _ => Err(Fault::Damaged("it has a result that there is none of")),
        }
    }

    /// The distance of a position with this result, which is not a draw; `None` if the file keeps the other side to move.
    pub(super) fn distance(
        &self,
        sets: &Sets,
        second_to_move: bool,
        result: i32,
    ) -> Result<Option<Stored>, Fault> {
        let (sets, side) = self.seen(sets, second_to_move);
        let (part, layout, pairs) = self.part(&sets, 0)?;
        if usize::from(part.flags & SIDE) != side && !self.material.is_symmetric() {
            return Ok(None);
        }
        let number = layout.number(&sets).ok_or(Fault::Other)?;
        let mut value = pairs.value(&self.bytes, number)?;
        let (of_map, in_plies) = match result {
            2 => (0, part.flags & WINS_IN_PLIES != 0),
            -2 => (1, part.flags & LOSSES_IN_PLIES != 0),
            1 => (2, false),
            _ => (3, false),
        };
        if let Some(maps) = &part.map {
            let Mapped { at, count } = maps[of_map];
            if value >= count {
                return Err(Fault::Damaged("it has a distance that its map lacks"));
            }
            let place = u64::from(value);
            value = match part.flags & WIDE {
                0 => u16::from(self.bytes.byte(at + place)?),
                _ => self.bytes.u16(at + 2 * place)?,
            };
        }
        let plies = if in_plies { value } else { value.saturating_mul(2) };
        Ok(Some(Stored { plies, is_rounded: !in_plies }))
    }

    fn part(&self, sets: &Sets, side: usize) -> Result<(&Part, &Layout, &Pairs), Fault> {
        let first = self.parts.first().and_then(|part| part.sides.first()).ok_or(Fault::Other)?;
        let part = self.parts.get(first.0.file(sets)).ok_or(Fault::Other)?;
        let (layout, pairs) = part.sides.get(side).ok_or(Fault::Other)?;
        Ok((part, layout, pairs))
    }
}

/// The lists of pieces of each part, for each side to move that is kept; and where they end.
fn layouts(bytes: &Bytes, of: Material, sides: usize) -> Result<(Vec<Vec<Layout>>, u64), Fault> {
    let men = of.men();
    let special = if of.have_pawns() { 2 } else { 1 };
    let mut at = 5;
    let mut parts = Vec::new();
    for file in 0..if of.has_pawns() { 4 } else { 1 } {
        let packed = bytes.several(at, special + men)?;
        at += packed.len() as u64;
        let (places, codes) = packed.split_at(special);
        let side = |shift: u32| {
            let nibble = |byte: &u8| byte >> shift & 15;
            let second = places.get(1).map_or(15, nibble);
            let list: Vec<u8> = codes.iter().map(nibble).collect();
            let layout = Layout::new(&list, [nibble(&places[0]), second], file)?;
            let is_of = layout.material().is_some_and(|one| one == of || one == of.exchanged());
            if is_of { Ok(layout) } else { Err(Fault::Other) }
        };
        parts.push((0..sides as u32).map(|number| side(4 * number)).collect::<Result<_, _>>()?);
    }
    let all = parts.iter().flat_map(|part: &Vec<Layout>| part).map(Layout::material);
    let mut first = None;
    if !all.into_iter().all(|one| *first.get_or_insert(one) == one) {
        return Err(Fault::Other);
    }
    Ok((parts, at + (at & 1)))
}

/// Reads where the maps of distances stand; gives where they end.
fn maps(bytes: &Bytes, mut at: u64, parts: &mut [Part]) -> Result<u64, Fault> {
    for part in parts {
        if part.flags & MAP == 0 {
            continue;
        }
        let mut maps = [Mapped::default(); 4];
        let is_wide = part.flags & WIDE != 0;
        at += at & u64::from(is_wide);
        for map in &mut maps {
            *map = match is_wide {
                true => Mapped { at: at + 2, count: bytes.u16(at)? },
                false => Mapped { at: at + 1, count: u16::from(bytes.byte(at)?) },
            };
            at = map.at + u64::from(map.count) * if is_wide { 2 } else { 1 };
        }
        part.map = Some(maps);
    }
    Ok(at + (at & 1))
}
