//! The words after `setoption`.

use plyglot_search::{Scheme, SchemeError};

/// Name and value; both may have several words.
pub(super) fn split(text: &str) -> Result<(String, String), String> {
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

/// The number of an option within its range.
pub(super) fn number(name: &str, (min, max): (u64, u64), value: &str) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| {
        format!("option {name}: a whole number from {min} to {max} is needed, not {value:?}")
    })
}

/// `true` or `false`.
pub(super) fn switch(name: &str, value: &str) -> Result<bool, String> {
    let wrong = || format!("option {name}: true or false is needed, not {value:?}");
    value.parse().map_err(|_| wrong())
}

/// How threads share a search.
pub(super) fn scheme(name: &str, value: &str) -> Result<Scheme, String> {
    value.parse().map_err(|error: SchemeError| format!("option {name}: {error}"))
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
            let error = number("Threads", (1, 1024), value).expect_err("it is out of range");
            assert!(error.contains("Threads") && error.contains("1024"), "{error}");
        }
        assert_eq!(number("Threads", (1, 1024), "1024"), Ok(1024));
    }

    #[test]
    fn a_name_is_needed() {
        assert!(split("Hash value 3").is_err());
        assert!(split("").is_err());
    }
}
