//! Where two runs differ, by name.

use serde_json::Value;

/// How many characters of a value are shown.
const SHOWN: usize = 80;

/// Where two values first differ (`design.positions.3.text`), and what stands there.
pub fn first_difference<'a>(
    left: &'a Value,
    right: &'a Value,
) -> Option<(String, &'a Value, &'a Value)> {
    let deeper = |name: &str, (field, left, right): (String, &'a Value, &'a Value)| {
        let field = if field.is_empty() { name.into() } else { format!("{name}.{field}") };
        (field, left, right)
    };
    match (left, right) {
        (left, right) if left == right => None,
        (Value::Object(fields), Value::Object(others)) if fields.keys().eq(others.keys()) => {
            let mut pairs = fields.iter().zip(others.values());
            pairs.find_map(|((name, left), right)| {
                first_difference(left, right).map(|found| deeper(name, found))
            })
        }
        (Value::Array(items), Value::Array(others)) if items.len() == others.len() => {
            let mut pairs = items.iter().zip(others).enumerate();
            pairs.find_map(|(place, (left, right))| {
                first_difference(left, right).map(|found| deeper(&place.to_string(), found))
            })
        }
        _ => Some((String::new(), left, right)),
    }
}

/// A value for people, in a few words.
pub fn short(value: &Value) -> String {
    match value {
        Value::Array(items) if items.len() > 12 => format!("a list of {}", items.len()),
        Value::Null => "not known".into(),
        value => {
            let text = value.to_string();
            match text.char_indices().nth(SHOWN) {
                Some((end, _)) => format!("{}...", &text[..end]),
                None => text,
            }
        }
    }
}
