//! The values of a table, compressed: [`Pairs`].
//!
//! Values are joined by recursive pairing (N. Larsson, A. Moffat, "Off-Line Dictionary-Based Compression", 1999): a symbol
//! is a value, or stands for two other symbols. The symbols are written in a canonical Huffman code (E. Schwartz,
//! B. Kallick, 1964), in blocks of one size. A list has the number of values of each block, a sparse one where to begin.
//!
//! Nothing that is read is taken on trust: symbols that stand for themselves, codes and places that there are none of, and
//! steps without end are faults.
//!
//! Cost: the symbols of a table are in memory, about 20 KB; the lists are read like the blocks.

use super::Fault;
use super::bytes::Bytes;

const SYMBOLS: Fault = Fault::Damaged("its symbols are none");
const CODES: Fault = Fault::Damaged("its codes are none");
const LISTS: Fault = Fault::Damaged("its list of blocks is wrong");

/// A symbol that is a value has no second part.
const VALUE: u16 = 0xfff;
/// Blocks between a place of the sparse list and the one that is looked for, at most; files have a few.
const MOST_STEPS: usize = 1 << 16;

/// The values of all positions of a table.
#[derive(Debug)]
pub(super) enum Pairs {
    /// All are this.
    Same(u16),
    Coded(Box<Coded>),
}

#[derive(Debug)]
pub(super) struct Coded {
    /// A block has 2 to this many bytes.
    block_bits: u8,
    /// The sparse list has a place for each 2 to this many values.
    sparse_bits: u8,
    sparse_len: u64,
    /// Blocks that there are, and that the list of their lengths has.
    blocks: u64,
    listed: u64,
    shortest: u32,
    /// By the length of a code: the first symbol, and the least code of that length or less, at the upper end of a word.
    codes: Vec<(u16, u64)>,
    symbols: Vec<Symbol>,
    sparse_at: u64,
    lengths_at: u64,
    data_at: u64,
}

/// A symbol, and how many values it stands for.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    left: u16,
    right: u16,
    values: u32,
}

/// What stands before the values: how they are compressed, and the byte of flags.
pub(super) struct Header {
    pub(super) pairs: Pairs,
    pub(super) flags: u8,
    pub(super) end: u64,
}

impl Pairs {
    /// Reads the header at `at` of the values of `size` positions. `same` is whether a lone value is written (of results)
    /// or is 0 (of distances).
    pub(super) fn header(bytes: &Bytes, at: u64, size: u64, same: bool) -> Result<Header, Fault> {
        let flags = bytes.byte(at)?;
        if flags & 0x80 != 0 {
            let value = if same { u16::from(bytes.byte(at + 1)?) } else { 0 };
            return Ok(Header { pairs: Pairs::Same(value), flags, end: at + 2 });
        }
        let (block_bits, sparse_bits) = (bytes.byte(at + 1)?, bytes.byte(at + 2)?);
        let (padding, blocks) = (bytes.byte(at + 3)?, u64::from(bytes.u32(at + 4)?));
        let (longest, shortest) = (bytes.byte(at + 8)?, bytes.byte(at + 9)?);
        if shortest == 0 || longest < shortest || longest > 32 {
            return Err(CODES);
        }
        if !(3..=16).contains(&block_bits) || !(1..=31).contains(&sparse_bits) || blocks == 0 {
            return Err(LISTS);
        }
        let lengths = usize::from(longest - shortest) + 1;
        let first = bytes.several(at + 10, 2 * lengths)?;
        let first: Vec<u16> =
            first.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
        let count = usize::from(bytes.u16(at + 10 + 2 * lengths as u64)?);
        let symbols_at = at + 12 + 2 * lengths as u64;
        let symbols = symbols(&bytes.several(symbols_at, 3 * count)?)?;
        let coded = Coded {
            block_bits,
            sparse_bits,
            sparse_len: size.div_ceil(1 << sparse_bits),
            blocks,
            listed: blocks + u64::from(padding),
            shortest: u32::from(shortest),
            codes: codes(&first, u32::from(shortest))?,
            symbols,
            sparse_at: 0,
            lengths_at: 0,
            data_at: 0,
        };
        let end = symbols_at + 3 * count as u64 + (count as u64 & 1);
        Ok(Header { pairs: Pairs::Coded(Box::new(coded)), flags, end })
    }

    /// Puts the sparse list at `at`; gives where it ends.
    pub(super) fn put_sparse(&mut self, at: u64) -> u64 {
        let Pairs::Coded(coded) = self else { return at };
        coded.sparse_at = at;
        at + 6 * coded.sparse_len
    }

    /// The same of the list of lengths.
    pub(super) fn put_lengths(&mut self, at: u64) -> u64 {
        let Pairs::Coded(coded) = self else { return at };
        coded.lengths_at = at;
        at + 2 * coded.listed
    }

    /// The same of the blocks.
    pub(super) fn put_data(&mut self, at: u64) -> u64 {
        let Pairs::Coded(coded) = self else { return at };
        coded.data_at = at.next_multiple_of(64);
        coded.data_at + (coded.blocks << coded.block_bits)
    }

    /// The value of a number.
    pub(super) fn value(&self, bytes: &Bytes, number: u64) -> Result<u16, Fault> {
        match self {
            Pairs::Same(value) => Ok(*value),
            Pairs::Coded(coded) => {
                let (block, place) = coded.find(bytes, number)?;
                coded.decode(bytes, block, place)
            }
        }
    }
}

impl Coded {
    /// The block that has the value of a number, and its place there.
    fn find(&self, bytes: &Bytes, number: u64) -> Result<(u64, u64), Fault> {
        let part = number >> self.sparse_bits;
        if part >= self.sparse_len {
            return Err(LISTS);
        }
        let mut entry = [0; 6];
        bytes.copy(self.sparse_at + 6 * part, &mut entry)?;
        let [a, b, c, d, e, f] = entry;
        let mut block = u64::from(u32::from_le_bytes([a, b, c, d]));
        // The entry is that of the value in the middle of its part.
        let half = 1i64 << (self.sparse_bits - 1);
        let within = (number & ((1 << self.sparse_bits) - 1)) as i64;
        let mut place = i64::from(u16::from_le_bytes([e, f])) + within - half;
        for _ in 0..MOST_STEPS {
            if place < 0 {
                block = block.checked_sub(1).ok_or(LISTS)?;
                place += self.values_in(bytes, block)?;
                continue;
            }
            let values = self.values_in(bytes, block)?;
            if place < values {
                return if block < self.blocks { Ok((block, place as u64)) } else { Err(LISTS) };
            }
            (place, block) = (place - values, block + 1);
        }
        Err(LISTS)
    }

    fn values_in(&self, bytes: &Bytes, block: u64) -> Result<i64, Fault> {
        if block >= self.listed {
            return Err(LISTS);
        }
        Ok(i64::from(bytes.u16(self.lengths_at + 2 * block)?) + 1)
    }

    /// The value at a place of a block.
    fn decode(&self, bytes: &Bytes, block: u64, mut place: u64) -> Result<u16, Fault> {
        let mut bits =
            Bits::new(bytes, self.data_at + (block << self.block_bits), self.block_bits)?;
        let symbol = loop {
            let (symbol, len) = self.symbol(bits.word)?;
            let values = u64::from(symbol.values);
            if place < values {
                break symbol;
            }
            place -= values;
            bits.skip(len)?;
        };
        self.part(symbol, place)
    }

    /// The symbol whose code a word begins with, and how long that is.
    #[inline]
    fn symbol(&self, word: u64) -> Result<(Symbol, u32), Fault> {
        let found = self.codes.iter().zip(self.shortest..).find(|((_, least), _)| word >= *least);
        let (&(first, least), len) = found.ok_or(CODES)?;
        let number = u64::from(first) + ((word - least) >> (64 - len));
        let symbol = self.symbols.get(number as usize).ok_or(CODES)?;
        Ok((*symbol, len))
    }

    /// The value at a place of what a symbol stands for.
    fn part(&self, mut symbol: Symbol, mut place: u64) -> Result<u16, Fault> {
        let part = |number: u16| self.symbols.get(usize::from(number)).copied().ok_or(SYMBOLS);
        // Each step is to a symbol of fewer values.
        while symbol.right != VALUE {
            let left = part(symbol.left)?;
            if place < u64::from(left.values) {
                symbol = left;
            } else {
                place -= u64::from(left.values);
                symbol = part(symbol.right)?;
            }
        }
        Ok(symbol.left)
    }
}

/// The bits of a block, the next of them at the upper end of a word.
struct Bits<'a> {
    bytes: &'a Bytes,
    word: u64,
    /// How many bits of the word are used up.
    empty: u32,
    /// Where the file is read next, and where it may be read up to: a word beyond the block.
    at: u64,
    end: u64,
    ahead: [u8; Bits::AHEAD],
    from: usize,
    to: usize,
}

impl<'a> Bits<'a> {
    const AHEAD: usize = 64;

    fn new(bytes: &'a Bytes, at: u64, block_bits: u8) -> Result<Bits<'a>, Fault> {
        let end = (at + (1 << block_bits) + 8).min(bytes.len());
        let ahead = [0; Bits::AHEAD];
        let mut bits = Bits { bytes, word: 0, empty: 0, at, end, ahead, from: 0, to: 0 };
        let upper = bits.next()?;
        bits.word = u64::from(upper) << 32 | u64::from(bits.next()?);
        Ok(bits)
    }

    fn next(&mut self) -> Result<u32, Fault> {
        if self.from == self.to {
            let count = self.end.saturating_sub(self.at).min(Bits::AHEAD as u64) as usize & !3;
            if count == 0 {
                return Err(Fault::Damaged("a block has fewer values than it says"));
            }
            self.bytes.copy(self.at, &mut self.ahead[..count])?;
            (self.at, self.from, self.to) = (self.at + count as u64, 0, count);
        }
        let four = &self.ahead[self.from..self.from + 4];
        self.from += 4;
        Ok(u32::from_be_bytes([four[0], four[1], four[2], four[3]]))
    }

    /// Leaves this many bits behind, at most 32.
    #[inline]
    fn skip(&mut self, count: u32) -> Result<(), Fault> {
        self.word <<= count;
        self.empty += count;
        if self.empty >= 32 {
            self.empty -= 32;
            self.word |= u64::from(self.next()?) << self.empty;
        }
        Ok(())
    }
}

/// The least code of each length, from the first symbol of each.
fn codes(first: &[u16], shortest: u32) -> Result<Vec<(u16, u64)>, Fault> {
    let mut found = Vec::with_capacity(first.len());
    let (mut code, mut later) = (0i64, None);
    for (place, &symbol) in first.iter().enumerate().rev() {
        let len = shortest + place as u32;
        if let Some(later) = later {
            code = (code + i64::from(symbol) - i64::from(later)) / 2;
        }
        if code < 0 || code >= 1 << len {
            return Err(CODES);
        }
        found.push((symbol, (code as u64) << (64 - len)));
        later = Some(symbol);
    }
    found.reverse();
    Ok(found)
}

/// The symbols by their three bytes each: two numbers of twelve bits.
fn symbols(packed: &[u8]) -> Result<Vec<Symbol>, Fault> {
    let mut all: Vec<Symbol> = packed
        .chunks_exact(3)
        .map(|three| {
            let [a, b, c] = [three[0], three[1], three[2]].map(u16::from);
            let (left, right) = ((b & 15) << 8 | a, c << 4 | b >> 4);
            Symbol { left, right, values: u32::from(right == VALUE) }
        })
        .collect();
    // Parts first, without recursion; who is opened a second time has itself as a part.
    let mut opened = vec![false; all.len()];
    let mut open = Vec::new();
    for number in 0..all.len() {
        open.push(number);
        while let Some(&top) = open.last() {
            let Symbol { left, right, values } = all[top];
            if values > 0 {
                open.pop();
                continue;
            }
            let part = |number: u16| all.get(usize::from(number)).ok_or(SYMBOLS);
            let (of_left, of_right) = (part(left)?.values, part(right)?.values);
            if of_left > 0 && of_right > 0 {
                all[top].values = of_left.checked_add(of_right).ok_or(SYMBOLS)?;
                open.pop();
                continue;
            }
            if std::mem::replace(&mut opened[top], true) {
                return Err(SYMBOLS);
            }
            let missing = [(left, of_left), (right, of_right)];
            open.extend(missing.iter().filter(|part| part.1 == 0).map(|part| usize::from(part.0)));
        }
    }
    Ok(all)
}
