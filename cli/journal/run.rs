//! What makes two runs over a file the same: game, options and weights, limits, the lines of the file in their
//! order, version of the program. A journal continues only the same run, and only shards of the same run are merged.
//!
//! The threads and the table do not belong to it, so that a run may be continued on another machine; virtual
//! threads do, since their results are repeatable.

use plyglot_open::{Config, DoorError, Limits, Mv, Open};
use plyglot_search::Schedule;
use plyglot_search::random::mix;
use plyglot_serve::farm::shard::{self, By, Shard};
use plyglot_wire::journal::Header;
use plyglot_wire::read::Source;
use serde_json::{Value, json};

use crate::errors::note;
use crate::format;
use crate::journal::origin;

/// The field with the digest of the lines. Records are found by the numbers of their lines, so these belong to it.
const DIGEST: &str = "digest of the positions";

/// What makes a run the same.
pub(crate) struct Run<'a> {
    /// `analyze`, `solve` or `review`.
    pub(crate) command: &'a str,
    pub(crate) game: &'a dyn Open,
    pub(crate) config: &'a Config,
    pub(crate) limits: &'a Limits<Mv>,
    /// All lines. A shard is bound to the lines of the whole file.
    pub(crate) lines: Lines,
    /// The part of the lines that is searched, if not all are.
    pub(crate) part: Option<Part>,
}

/// The lines of a file, in their order.
pub(crate) struct Lines {
    pub(crate) count: usize,
    /// A digest of each line's place and the key of its position, or of its game with its moves.
    digest: Value,
}

impl Lines {
    /// From the place and the keys of each line.
    pub(crate) fn of(lines: impl Iterator<Item = (Source, Vec<u64>)>) -> Lines {
        let (mut count, mut digest) = (0, 0);
        for (Source { line, game }, keys) in lines {
            count += 1;
            let words = [line as u64, keys.len() as u64].into_iter().chain(keys);
            let words = words.chain(game.map(|game| game as u64));
            digest = words.fold(digest, digested);
        }
        Lines { count, digest: json!(format!("{digest:016x}")) }
    }

    /// As they were when a part of them was prepared.
    pub(crate) fn of_part(header: &shard::Header) -> Lines {
        Lines { count: header.records, digest: header.run[DIGEST].clone() }
    }
}

fn digested(digest: u64, word: u64) -> u64 {
    mix(digest.rotate_left(23) ^ word)
}

/// A part of a file's lines.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) shard: Shard,
    pub(crate) by: By,
    /// Its lines.
    pub(crate) lines: Vec<Source>,
}

impl Part {
    /// The part of these records that is asked for, and its records.
    pub(crate) fn of<T>(
        (shard, by): (Shard, By),
        records: Vec<T>,
        source: impl Fn(&T) -> Source,
        cost: impl Fn(&T) -> Result<u64, DoorError>,
    ) -> Result<(Part, Vec<T>), DoorError> {
        let mut indices =
            shard.of_costs(&shard::costs(&records, by, cost)?, by).into_iter().peekable();
        let mine = |&(index, _): &(usize, T)| indices.next_if_eq(&index).is_some();
        let records: Vec<T> =
            records.into_iter().enumerate().filter(mine).map(|(_, record)| record).collect();
        let lines = records.iter().map(source).collect();
        Ok((Part { shard, by, lines }, records))
    }

    /// In words: `3/8, 125 of 1,000 lines`.
    pub(crate) fn about(&self, lines: usize) -> String {
        let mine = format::grouped(self.lines.len() as u64);
        format!("shard {}, {mine} of {}", self.shard, format::count(lines, "line"))
    }
}

impl Run<'_> {
    /// Notes which part of the lines is searched, if not all are.
    pub(crate) fn say_part(&self) {
        if let Some(part) = &self.part {
            note(&part.about(self.lines.count));
        }
    }

    /// What its journal begins with.
    pub(crate) fn header(&self) -> Header {
        let mut run = self.identity();
        run["shard"] = json!(self.part.as_ref().map(|part| json!({
            "part": part.shard.to_string(),
            "by": part.by,
        })));
        Header { command: self.command.into(), run, origin: json!(origin::now()) }
    }

    /// What the results of the part begin with, where there is one.
    pub(crate) fn shard(&self) -> Option<shard::Header> {
        let Part { shard, by, lines } = self.part.clone()?;
        Some(shard::Header {
            game: self.game.facts().name.clone(),
            command: self.command.into(),
            shard: shard.number,
            shards: shard.of,
            by,
            records: self.lines.count,
            lines,
            run: self.identity(),
        })
    }

    /// All that must be the same for results to belong together.
    fn identity(&self) -> Value {
        let Run { game, config, limits, lines, .. } = self;
        let origin = origin::now();
        let turns = match config.schedule {
            Schedule::Real => None,
            Schedule::Virtual { turn } => Some(json!({
                "threads": config.threads,
                "turn": turn,
                "hash_bytes": config.hash_bytes,
                "scheme": config.scheme.to_string(),
            })),
        };
        json!({
            "game": game.facts().name,
            // The game's options and weights. Hexadecimal: not every reader has 64 bits.
            "knowledge": format!("{:016x}", game.fingerprint()),
            "limits": {
                "depth": limits.depth,
                "nodes": limits.nodes,
                "time_ms": limits.time.map(|time| time.as_secs_f64() * 1e3),
                "solve": limits.solve,
                "lines": limits.lines,
            },
            "positions": lines.count,
            DIGEST: lines.digest,
            "virtual threads": turns,
            "program": { "version": origin.version, "commit": origin.commit },
        })
    }
}
