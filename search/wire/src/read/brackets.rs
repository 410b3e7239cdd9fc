//! Games in brackets, `(;...)`, as far as a file has to know: where one begins, and where it ends.

/// True of a line that begins with a game in brackets, or with the number of those in it.
pub(super) fn begins_game(line: &str) -> bool {
    line.trim_start_matches(|digit: char| digit.is_ascii_digit()).trim_start().starts_with("(;")
}

/// The games of a text that begins with one, several of which may stand in a row. What is none of them and follows the
/// last is left to that one, which it makes wrong.
pub(super) fn games_in(text: &str) -> Vec<&str> {
    let (mut games, mut brackets, mut begin) = (Vec::new(), Brackets::default(), 0);
    if !begins_game(text) {
        return vec![text];
    }
    for (at, byte) in text.bytes().enumerate() {
        let before = brackets.depth;
        brackets.take(byte);
        let end = at + 1;
        if before > 0 && brackets.depth == 0 && begins_game(text[end..].trim_start()) {
            games.push(text[begin..end].trim());
            begin = end;
        }
    }
    games.push(text[begin..].trim());
    games
}

/// Where a game in brackets is: round ones around it, square ones around values, where a backslash escapes.
#[derive(Default)]
pub(super) struct Brackets {
    /// 0 before the first one and where the game, or the last of several, has ended.
    pub(super) depth: usize,
    in_value: bool,
    escaped: bool,
}

impl Brackets {
    /// Goes on with a line. What a backslash at its end escapes is the line's end.
    pub(super) fn read(&mut self, line: &str) {
        line.bytes().for_each(|byte| self.take(byte));
        self.escaped = false;
    }

    fn take(&mut self, byte: u8) {
        match byte {
            _ if std::mem::take(&mut self.escaped) => {}
            b'\\' if self.in_value => self.escaped = true,
            b']' => self.in_value = false,
            _ if self.in_value => {}
            b'[' => self.in_value = true,
            b'(' => self.depth += 1,
            b')' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_in_a_row_are_told_apart() {
        for (text, games) in [
            ("f5d6", &["f5d6"][..]),
            ("(;a)", &["(;a)"]),
            ("2 (;a[)(;])(;b[\\])(;])", &["2 (;a[)(;])", "(;b[\\])(;])"]),
            ("1 (;a) 1 (;b)\n(;c", &["1 (;a)", "1 (;b)", "(;c"]),
            ("(;a(;b)(;c))(;d)", &["(;a(;b)(;c))", "(;d)"]),
            ("(;a) rest (;b)", &["(;a) rest (;b)"]),
            ("(;a)) (;b)", &["(;a)) (;b)"]),
            ("(;a[\u{e4}])(;\u{e4})", &["(;a[\u{e4}])", "(;\u{e4})"]),
        ] {
            assert_eq!(games_in(text), games, "{text}");
        }
    }
}
