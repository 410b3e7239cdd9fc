//! A table is written: [`Writer`].

use std::io::{self, Write};

use plyglot_search::hash::Fnv;

use crate::file::{About, Content, END, MAGIC, VERSION};

/// Writes a table, block by block.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    check: Fnv,
    index: Vec<u8>,
    has_keys: bool,
    bytes: u64,
}

impl<W: Write> Writer<W> {
    /// Begins a file. It will have one block for each [`BLOCK`](crate::BLOCK) entries.
    ///
    /// # Errors
    /// If it cannot be written, as everywhere here.
    pub fn new(out: W, about: &About) -> io::Result<Writer<W>> {
        let has_keys = matches!(about.content, Content::From { .. });
        let mut writer =
            Writer { out, check: Fnv::default(), index: Vec::new(), has_keys, bytes: 0 };
        let header = about.text();
        writer.put(MAGIC)?;
        writer.put(&VERSION.to_le_bytes())?;
        writer.put(&(header.len() as u32).to_le_bytes())?;
        writer.put(header.as_bytes())?;
        Ok(writer)
    }

    /// Writes the next block ([`Codes::packed`](crate::Codes::packed)), whose first key counts where there are any.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn block(&mut self, packed: &[u8], first_key: u64) -> io::Result<()> {
        self.index.extend((packed.len() as u32).to_le_bytes());
        if self.has_keys {
            self.index.extend(first_key.to_le_bytes());
        }
        self.put(packed)
    }

    /// Ends the file. Gives what it was written to, and how many bytes there are.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<(W, u64)> {
        let index = std::mem::take(&mut self.index);
        self.put(&index)?;
        let check = self.check.0.to_le_bytes();
        self.put(&check)?;
        self.put(END)?;
        self.out.flush()?;
        Ok((self.out, self.bytes))
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.check.bytes(bytes);
        self.bytes += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}
