//! The counters of a search in files: a field for each of [`Counters::NAMES`], so that a new counter needs
//! nothing here.

use std::collections::BTreeMap;

use plyglot_search::Counters;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serializer};

/// Names of counters in earlier files, and what they are called now.
const EARLIER: [(&str, &str); 1] = [("put_off", "deferred")];

/// Writes counters as fields, for `serde(flatten, with)`.
///
/// # Errors
/// Where they cannot be written.
pub fn serialize<S: Serializer>(counters: &Counters, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(Counters::NAMES.into_iter().zip(counters.values()))
}

/// Reads what [`serialize`] wrote, under earlier names too; a counter that is missing is named.
///
/// # Errors
/// If one is missing or not a number.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Counters, D::Error> {
    Ok(Counters::from_values(fields(from, |_| true)?))
}

/// The value of each counter that is `wanted` (by its place in [`Counters::NAMES`]), zero of the others.
///
/// # Errors
/// If one of them is missing or not a number.
pub fn fields<'de, D: Deserializer<'de>, T: Copy + Default + DeserializeOwned>(
    from: D,
    wanted: impl Fn(usize) -> bool,
) -> Result<[T; Counters::COUNT], D::Error> {
    let mut found = BTreeMap::<String, serde_json::Value>::deserialize(from)?;
    let mut values = [T::default(); Counters::COUNT];
    for (index, name) in Counters::NAMES.into_iter().enumerate().filter(|(index, _)| wanted(*index))
    {
        let earlier = EARLIER.iter().find(|(_, now)| *now == name);
        let value = found.remove(name).or_else(|| found.remove(earlier?.0));
        let value = value.ok_or_else(|| D::Error::missing_field(name))?;
        values[index] = serde_json::from_value(value)
            .map_err(|error| D::Error::custom(format!("{name}: {error}")))?;
    }
    Ok(values)
}
