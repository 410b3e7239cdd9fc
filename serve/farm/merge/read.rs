//! The objects of the files, one after another: shards begin, and lines get their answers.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use super::error::{MergeError, Place, wrong};
use super::lines::{Line, Lines};
use super::object::{Object, State};
use super::{Answer, Merged, Shard};
use crate::farm::shard::Header;
use plyglot_wire::SCHEMA;
use plyglot_wire::read::Source;

/// What was read so far.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) merged: Option<Merged>,
    /// The shard that is being read, and the line whose answer is.
    shard: Option<usize>,
    current: Option<(Source, Answer)>,
}

impl Reading {
    /// Reads a file.
    pub(super) fn file(&mut self, path: &Path) -> Result<(), MergeError> {
        let failed = |error| MergeError::File { path: path.into(), error };
        let mut lines = Lines::open(path).map_err(failed)?;
        let path: Rc<Path> = path.into();
        let mut line = 0;
        self.shard = None;
        while let Some(text) = lines.next().map_err(failed)? {
            line += 1;
            let place = Place { path: Rc::clone(&path), line };
            match text {
                Line::Whole(text) => self.object(place, text)?,
                // Killed while it was being written: the line has no answer.
                Line::Torn(text) if serde_json::from_str::<Object>(&text).is_err() => break,
                Line::Torn(text) => self.object(place, text)?,
                Line::Bad(message) => return Err(wrong(place, message)),
            }
        }
        self.close()
    }

    fn object(&mut self, place: Place, text: String) -> Result<(), MergeError> {
        let object: Object = match serde_json::from_str(&text) {
            Ok(object) => object,
            Err(_) if text.starts_with("{\"plyglot_wire\"") => {
                let message = "a journal; what the same command with --json prints is needed";
                return Err(wrong(place, message));
            }
            Err(error) => return Err(wrong(place, format!("not an object of --json: {error}"))),
        };
        if object.schema != SCHEMA {
            return Err(wrong(place, format!("schema {} is not {SCHEMA}", object.schema)));
        }
        if object.kind == "shard" {
            self.close()?;
            let header = serde_json::from_str(&text);
            return self.begin(
                place.clone(),
                header.map_err(|error| wrong(place, format!("a damaged header: {error}")))?,
            );
        }
        let Some(source) = object.source() else {
            if let (Some(message), Some(merged)) = (object.says.message, &mut self.merged) {
                merged.failures.push((place, message));
            }
            return Ok(());
        };
        let lines = match (&self.merged, self.shard) {
            (Some(merged), Some(shard)) => &merged.shards[&shard].lines,
            _ => {
                return Err(wrong(
                    place,
                    "no shard begins before it: results of --shard I/N are needed",
                ));
            }
        };
        if lines.binary_search(&source).is_err() {
            return Err(wrong(place, format!("line {source} is not one of this shard")));
        }
        if self
            .current
            .as_ref()
            .is_some_and(|(line, answer)| *line != source || answer.state != State::Open)
        {
            self.close()?;
        }
        let (state, counts) = (object.state(), object.counts());
        match &mut self.current {
            Some((_, answer)) => {
                answer.texts.push(text);
                answer.state = state;
                answer.counts = answer.counts.add(counts);
            }
            None => {
                let answer = Answer { place, texts: vec![text], state, counts, other: None };
                self.current = Some((source, answer));
            }
        }
        Ok(())
    }

    /// A shard begins.
    fn begin(&mut self, place: Place, header: Header) -> Result<(), MergeError> {
        let rising = header.lines.windows(2).all(|pair| pair[0] < pair[1]);
        let fits =
            (1..=header.shards).contains(&header.shard) && header.lines.len() <= header.records;
        if !rising || !fits || header.lines.first().is_some_and(|first| first.line == 0) {
            return Err(wrong(place, "a damaged header: its numbers do not fit together"));
        }
        let shard = header.shard;
        self.shard = Some(shard);
        let Some(merged) = &mut self.merged else {
            let lines = header.lines.clone();
            self.merged = Some(Merged {
                shards: BTreeMap::from([(shard, Shard { place: place.clone(), lines })]),
                first: (place, header),
                answers: BTreeMap::new(),
                twice: Vec::new(),
                failures: Vec::new(),
            });
            return Ok(());
        };
        merged.compare(&place, &header)?;
        match merged.shards.get(&shard) {
            Some(known) if known.lines == header.lines => {}
            Some(known) => {
                let message =
                    format!("it is shard {shard} as {} is, with other lines", known.place);
                return Err(wrong(place, message));
            }
            None => {
                merged.shards.insert(shard, Shard { place, lines: header.lines });
            }
        }
        Ok(())
    }

    /// The answer that was read is whole or will not be.
    fn close(&mut self) -> Result<(), MergeError> {
        if let (Some((line, answer)), Some(merged)) = (self.current.take(), &mut self.merged) {
            merged.take(line, answer)?;
        }
        Ok(())
    }
}
