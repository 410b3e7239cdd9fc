//! A token: who shows it was told where a service listens.

/// A random text, 128 bits of the system's randomness.
///
/// # Errors
/// If the system gives none.
pub fn random() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Compares in a time that does not depend on where they differ.
pub fn is_same(given: &str, token: &str) -> bool {
    given.len() == token.len()
        && given.bytes().zip(token.bytes()).fold(0, |differ, (a, b)| differ | a ^ b) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_differ() {
        let [one, other] = [random().unwrap(), random().unwrap()];
        assert!(one.len() == 32 && one != other);
        assert!(is_same(&one, &one) && !is_same(&one, &other) && !is_same(&one[1..], &one));
    }
}
