//! The options that `setoption` sets.

use plyglot_search::{Config, Describe, Knowledge};

use crate::protocol::Session;
use crate::protocol::ugi::Ugi;

const MIB: usize = 1 << 20;

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    Threads,
    Hash,
    MultiPv,
    Overhead,
    ClearHash,
}

use Setting::{ClearHash, Hash, MultiPv, Overhead, Threads};

const SETTINGS: [Setting; 5] = [Threads, Hash, MultiPv, Overhead, ClearHash];

impl Setting {
    fn name(self) -> &'static str {
        match self {
            Threads => "Threads",
            Hash => "Hash",
            MultiPv => "MultiPV",
            Overhead => "Move Overhead",
            ClearHash => "Clear Hash",
        }
    }

    /// The numbers that it takes; `None` takes none.
    fn range(self) -> Option<(u64, u64)> {
        match self {
            Threads => Some((1, Config::MAX_THREADS as u64)),
            // In MiB; as much as could be counted in bytes. The memory sets the true limit.
            Hash => Some((1, 1 << 24)),
            MultiPv => Some((1, 500)),
            Overhead => Some((0, 5_000)),
            ClearHash => None,
        }
    }
}

/// The lines that offer the options, with what is set as the default.
pub(super) fn offers(ugi: &Ugi, config: &Config) -> Vec<String> {
    let line = |setting: Setting| {
        let name = setting.name();
        let Some((min, max)) = setting.range() else {
            return format!("option name {name} type button");
        };
        let default = match setting {
            Threads => config.threads as u64,
            Hash => (config.hash_bytes / MIB) as u64,
            MultiPv => ugi.lines as u64,
            _ => ugi.overhead.as_millis() as u64,
        };
        let default = default.clamp(min, max);
        format!("option name {name} type spin default {default} min {min} max {max}")
    };
    SETTINGS.into_iter().map(line).collect()
}

/// Does what stands behind `setoption`: `name N value V`. The session does not search.
///
/// # Errors
/// Why it is not done, in one line that names the option; everything stays as it was.
pub(super) fn set<G: Describe, K: Knowledge<G>>(
    ugi: &mut Ugi,
    session: &mut Session<G, K>,
    text: &str,
) -> Result<(), String> {
    let (name, value) = split(text)?;
    let known = SETTINGS.into_iter().find(|setting| setting.name().eq_ignore_ascii_case(&name));
    let Some(setting) = known else {
        let names: Vec<_> = SETTINGS.iter().map(|setting| setting.name()).collect();
        return Err(format!("there is no option {name:?}; there are {}", names.join(", ")));
    };
    let number = setting.range().map(|range| number(setting, range, &value)).transpose()?;
    let number = number.unwrap_or_default();
    let refused = |error| format!("option {}: {error}; it stays as it was", setting.name());
    match setting {
        Threads if number == session.config().threads as u64 => {}
        Threads => session.set_threads(number as usize).map_err(refused)?,
        Hash if number == (session.config().hash_bytes / MIB) as u64 => {}
        Hash => session.set_hash(number as usize * MIB).map_err(refused)?,
        MultiPv => ugi.lines = number as usize,
        Overhead => ugi.overhead = std::time::Duration::from_millis(number),
        ClearHash => session.clear(),
    }
    Ok(())
}

/// Name and value; both may have several words.
fn split(text: &str) -> Result<(String, String), String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let Some((&"name", rest)) = words.split_first() else {
        return Err(format!("setoption: \"name\" is missing before {text:?}"));
    };
    let value = rest.iter().position(|&word| word == "value");
    let (name, value) = match value {
        Some(place) => (&rest[..place], &rest[place + 1..]),
        None => (rest, &rest[..0]),
    };
    Ok((name.join(" "), value.join(" ")))
}

fn number(setting: Setting, (min, max): (u64, u64), value: &str) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| {
        let name = setting.name();
        format!("option {name}: a whole number from {min} to {max} is needed, not {value:?}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_may_have_several_words() {
        let split = |text| split(text).expect("it has a name");
        assert_eq!(split("name Move  Overhead value 5"), ("Move Overhead".into(), "5".into()));
        assert_eq!(split("name Clear Hash"), ("Clear Hash".into(), String::new()));
        assert_eq!(split("name value 3"), (String::new(), "3".into()));
    }

    #[test]
    fn a_value_out_of_range_is_refused_by_name() {
        for value in ["0", "1025", "-1", "", "many", "1e3", "99999999999999999999"] {
            let error = number(Threads, (1, 1024), value).expect_err("it is out of range");
            assert!(error.contains("Threads") && error.contains("1024"), "{error}");
        }
        assert_eq!(number(Threads, (1, 1024), "1024"), Ok(1024));
    }

    #[test]
    fn a_name_is_needed() {
        assert!(split("Hash value 3").is_err());
        assert!(split("").is_err());
    }
}
