//! Lines in blocks of gzip (RFC 1952), each a member of its own whose extra field tells how long it is: any reader of
//! gzip takes them as one file, while here a damaged block can be named.

use std::io::{self, Write};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// How much text a block has.
const BLOCK: usize = 1 << 20;
/// The most that one is read back to.
const MOST: usize = 2 * BLOCK;
/// How hard it is compressed, of 10.
const LEVEL: u8 = 8;
/// A member with an extra field, of which nothing else is said.
const MAGIC: [u8; 10] = [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255];
/// The extra field: eight bytes, of which the last four are the length of the compressed data.
const EXTRA: [u8; 6] = [8, 0, b'p', b'g', 4, 0];
/// A member without its data.
const AROUND: usize = MAGIC.len() + EXTRA.len() + 4 + 8;

/// Writes lines.
pub(super) struct Blocks<W> {
    to: W,
    text: Vec<u8>,
    /// How many bytes were written.
    pub(super) bytes: u64,
}

impl<W: Write> Blocks<W> {
    pub(super) fn new(to: W) -> Blocks<W> {
        Blocks { to, text: Vec::new(), bytes: 0 }
    }

    pub(super) fn line(&mut self, line: &str) -> io::Result<()> {
        self.text.extend(line.as_bytes());
        self.text.push(b'\n');
        if self.text.len() >= BLOCK { self.block() } else { Ok(()) }
    }

    fn block(&mut self) -> io::Result<()> {
        let data = compress_to_vec(&self.text, LEVEL);
        let length = u32::try_from(data.len()).map_err(io::Error::other)?;
        let mut member = Vec::with_capacity(data.len() + AROUND);
        member.extend(MAGIC);
        member.extend(EXTRA);
        member.extend(length.to_le_bytes());
        member.extend(data);
        member.extend(crc(&self.text).to_le_bytes());
        member.extend((self.text.len() as u32).to_le_bytes());
        self.to.write_all(&member)?;
        self.bytes += member.len() as u64;
        self.text.clear();
        Ok(())
    }

    /// Writes what is left, and gives the writer back.
    pub(super) fn finish(mut self) -> io::Result<(W, u64)> {
        if !self.text.is_empty() {
            self.block()?;
        }
        Ok((self.to, self.bytes))
    }
}

/// The text of the first block, and what follows it; `None` of what is damaged or something else.
pub(super) fn block(bytes: &[u8]) -> Option<(String, &[u8])> {
    let rest = bytes.strip_prefix(&MAGIC)?.strip_prefix(&EXTRA)?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let (data, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let (sum, rest) = rest.split_first_chunk::<4>()?;
    let (size, rest) = rest.split_first_chunk::<4>()?;
    let text = decompress_to_vec_with_limit(data, MOST).ok()?;
    let is_whole = u32::from_le_bytes(*size) as usize == text.len();
    let is_sound = is_whole && u32::from_le_bytes(*sum) == crc(&text);
    Some((String::from_utf8(text).ok().filter(|_| is_sound)?, rest))
}

/// The checksum of gzip: CRC-32.
fn crc(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = table();
    let step = |crc: u32, byte: &u8| TABLE[usize::from(crc as u8 ^ byte)] ^ (crc >> 8);
    !bytes.iter().fold(!0, step)
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let (mut crc, mut bit) = (index as u32, 0);
        while bit < 8 {
            crc = if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
            bit += 1;
        }
        table[index] = crc;
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_gzip() {
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn lines_are_read_back_and_a_damaged_block_is_not() {
        let mut blocks = Blocks::new(Vec::new());
        for number in 0..300_000 {
            blocks.line(&number.to_string()).expect("memory");
        }
        let (bytes, length) = blocks.finish().expect("memory");
        assert_eq!(bytes.len() as u64, length);
        let (first, rest) = block(&bytes).expect("a block");
        let (second, rest) = block(rest).expect("another");
        assert!(rest.is_empty());
        let all = first + &second;
        assert!(all.lines().eq((0..300_000).map(|number| number.to_string())));
        for place in [0, 14, 18, 5_000, bytes.len() - 20] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            let read = block(&damaged).and_then(|(_, rest)| block(rest));
            assert!(read.is_none(), "byte {place}");
        }
        assert!(block(&bytes[..bytes.len() / 4]).is_none());
    }
}
