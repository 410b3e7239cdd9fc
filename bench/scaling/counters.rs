//! The counters of a search per million nodes, each a field of its own in files.

use plyglot_search::Counters;
use plyglot_wire::counters::fields;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The counters of [`Counters::PER_MILLION`], each per million nodes; the others are zero. In files each is a
/// field.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PerMillion([f64; Counters::COUNT]);

impl PerMillion {
    /// The counters of some searches together.
    pub fn of(counters: &Counters) -> Self {
        let values = counters.values();
        PerMillion(std::array::from_fn(|index| match Counters::PER_MILLION[index] {
            Some(_) if counters.nodes > 0 => values[index] as f64 / counters.nodes as f64 * 1e6,
            _ => 0.0,
        }))
    }

    /// The headings of the columns of [`PerMillion::rates`].
    pub fn headings() -> impl Iterator<Item = &'static str> {
        Counters::PER_MILLION.into_iter().flatten()
    }

    /// Name, heading and rate of each.
    pub fn rates(&self) -> impl Iterator<Item = (&'static str, &'static str, f64)> {
        let all = Counters::NAMES.into_iter().zip(Counters::PER_MILLION).zip(self.0);
        all.filter_map(|((name, heading), rate)| Some((name, heading?, rate)))
    }

    /// The rate of the counter of that name; `None` if it is not one that is shown per million nodes.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.rates().find(|rate| rate.0 == name).map(|rate| rate.2)
    }
}

impl Serialize for PerMillion {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.rates().map(|(name, _, rate)| (name, rate)))
    }
}

impl<'de> Deserialize<'de> for PerMillion {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        fields(from, |index| Counters::PER_MILLION[index].is_some()).map(PerMillion)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::scaling::{PlannedSearch, Sample};

    fn sample() -> Sample {
        let search = PlannedSearch { position: 0, scheme: None, threads: 1, repeat: 0 };
        let counted = std::array::from_fn(|index| u64::MAX - index as u64);
        let counters = Counters::from_values(counted);
        Sample { counters, reached: true, error: None, ..Sample::failed(search, "") }
    }

    #[test]
    fn every_counter_is_a_field_of_its_own_name() {
        let written = serde_json::to_value(sample()).expect("plain data");
        for (name, value) in Counters::NAMES.into_iter().zip(sample().counters.values()) {
            assert_eq!(written[name], json!(value), "{name}");
        }
        assert_eq!(serde_json::from_value::<Sample>(written).expect("as written"), sample());
        let rates =
            PerMillion::of(&Counters { nodes: 2_000_000, splits: 4, ..Counters::default() });
        assert_eq!((rates.get("splits"), rates.get("settled")), (Some(2.0), Some(0.0)));
        assert_eq!((rates.get("nodes"), rates.get("nothing")), (None, None));
        let written = serde_json::to_value(rates).expect("plain data");
        assert_eq!(serde_json::from_value::<PerMillion>(written).expect("as written"), rates);
    }

    #[test]
    fn an_earlier_name_is_read_and_a_missing_counter_is_named() {
        let mut written = serde_json::to_value(sample()).expect("plain data");
        let fields = written.as_object_mut().expect("an object");
        let deferred = fields.remove("deferred").expect("a counter");
        let error = serde_json::from_value::<Sample>(Value::Object(fields.clone())).unwrap_err();
        assert!(error.to_string().contains("missing field `deferred`"), "{error}");
        fields.insert("put_off".into(), deferred);
        assert_eq!(serde_json::from_value::<Sample>(written).expect("by its old name"), sample());
    }

    #[test]
    fn what_is_not_a_count_is_refused_by_the_name_of_its_counter() {
        let mut written = serde_json::to_value(sample()).expect("plain data");
        written["splits"] = json!(-1);
        let error = serde_json::from_value::<Sample>(written).unwrap_err();
        assert!(error.to_string().contains("splits: "), "{error}");
    }
}
