//! The fields of a request: each is read by name and kind, and what is wrong is named.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use plyglot_wire::read::Texts;
use serde_json::{Map, Value};

/// The longest piece of a request that a message quotes, in characters.
const QUOTED: usize = 40;

/// The fields of an object that have not been read yet.
pub(super) struct Fields {
    map: Map<String, Value>,
    /// Before each name: `limits.`, or nothing.
    prefix: &'static str,
}

/// The longest time that is understood, about 30 years: far from what clocks overflow at.
const LONGEST_MS: f64 = 1e12;

impl Fields {
    pub(super) fn new(map: Map<String, Value>) -> Fields {
        Fields { map, prefix: "" }
    }

    /// Refuses every field that is not one of these.
    pub(super) fn only(&self, known: &[&str], of: &str) -> Result<(), String> {
        match self.map.keys().find(|name| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => {
                let name = shortened(&format!("{name:?}"));
                Err(format!("unknown field {name} of {of}; expected one of {}", known.join(", ")))
            }
        }
    }

    /// The value; a null counts as none.
    fn take(&mut self, name: &str) -> Option<Value> {
        self.map.remove(name).filter(|value| !value.is_null())
    }

    fn wrong<T>(&self, name: &str, needed: impl Display, found: &Value) -> Result<T, String> {
        let found = shortened(&found.to_string());
        Err(format!("{}{name}: {needed} is needed, not {found}", self.prefix))
    }

    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, String> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => self.wrong(name, "a text", &other),
        }
    }

    pub(super) fn flag(&mut self, name: &str) -> Result<bool, String> {
        match self.take(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(other) => self.wrong(name, "true or false", &other),
        }
    }

    /// A whole number of this range.
    pub(super) fn whole<T>(
        &mut self,
        name: &str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, String>
    where
        T: TryFrom<i128> + PartialOrd + Display,
    {
        let Some(value) = self.take(name) else { return Ok(None) };
        let number = match &value {
            Value::Number(number) => number.as_i128(),
            _ => None,
        };
        let number = number.and_then(|number| T::try_from(number).ok());
        match number.filter(|number| range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => {
                let needed = format!("a whole number from {} to {}", range.start(), range.end());
                self.wrong(name, needed, &value)
            }
        }
    }

    /// A time in milliseconds, more than zero.
    pub(super) fn time(&mut self, name: &str) -> Result<Option<Duration>, String> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let time = value.as_f64().filter(|ms| (0.0..=LONGEST_MS).contains(ms));
        let time = time.map(|ms| Duration::from_secs_f64(ms / 1e3));
        match time.filter(|time| !time.is_zero()) {
            Some(time) => Ok(Some(time)),
            None => self.wrong(name, "a number of milliseconds above zero, at most 1e12,", &value),
        }
    }

    /// Texts: several, or one alone.
    pub(super) fn texts(&mut self, name: &str) -> Result<Option<Texts>, String> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let needed = "a text, or an array of texts,";
        match value {
            Value::String(text) => Ok(Some(Texts::One(text))),
            Value::Array(ref values) => {
                let text = |value: &Value| value.as_str().map(String::from);
                match values.iter().map(text).collect() {
                    Some(texts) => Ok(Some(Texts::Several(texts))),
                    None => self.wrong(name, needed, &value),
                }
            }
            other => self.wrong(name, needed, &other),
        }
    }

    /// An object within.
    pub(super) fn object(
        &mut self,
        name: &str,
        prefix: &'static str,
    ) -> Result<Option<Fields>, String> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Object(map)) => Ok(Some(Fields { map, prefix })),
            Some(other) => self.wrong(name, "an object", &other),
        }
    }

    /// Names and values, which may be texts, whole numbers or flags.
    pub(super) fn pairs(mut self) -> Result<Vec<(String, String)>, String> {
        let map = std::mem::take(&mut self.map);
        map.into_iter()
            .map(|(name, value)| match value {
                Value::String(text) => Ok((name, text)),
                Value::Number(_) | Value::Bool(_) => Ok((name, value.to_string())),
                other => self.wrong(&shortened(&name), "a text, a number, true or false", &other),
            })
            .collect()
    }
}

/// The beginning of what a message quotes.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into(),
    }
}
