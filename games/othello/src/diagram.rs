//! Boards as people paste them: rows with their numbers, columns with their letters, in a frame or not, then who is to move
//! in words. The board that this program prints is one.
//!
//! ```text
//!    a b c d e f g h
//!  1 - - - - - - - -
//!  ...
//!  8 - - - - - - - -
//! X (black) to move
//! ```
//!
//! Read word by word, so that line breaks may have become blanks on the way. What comes out is the plain form, squares and
//! side, which [`plyglot_search::Describe::parse`] reads.

use plyglot_search::{ParseError, quoted};

/// Words that may stand beside the side to move.
const WORDS: [&str; 14] = [
    "to", "move", "moves", "play", "plays", "turn", "side", "and", "must", "pass", "the", "game",
    "is", "over",
];

/// True of the letters of the columns, apart or in one word.
fn is_letters(n: usize, words: &[&str]) -> Option<usize> {
    let letter = |column: usize| char::from(b'a' + column as u8).to_string();
    let apart = words.len() >= n && (0..n).all(|at| words[at].eq_ignore_ascii_case(&letter(at)));
    let row = String::from_iter((0..n).map(letter));
    match words.first() {
        _ if apart => Some(n),
        Some(word) if word.eq_ignore_ascii_case(&row) => Some(1),
        _ => None,
    }
}

/// True of a line of a frame: longer than a row, of `+` and `-`.
fn is_frame(n: usize, word: &str) -> bool {
    word.len() > n && word.starts_with('+') && word.bytes().all(|byte| matches!(byte, b'+' | b'-'))
}

/// The rest of a word that begins with the number of a row.
fn behind_number(word: &str, row: usize) -> Option<&str> {
    let rest = word.strip_prefix(&row.to_string())?;
    (!rest.starts_with(|next: char| next.is_ascii_digit())).then_some(rest)
}

/// True of a text that is to be such a board, right or wrong: it begins with the letters of the columns, or with a whole row
/// behind the number 1.
pub(super) fn is_diagram(n: usize, text: &str) -> bool {
    let words = text.split_whitespace().skip_while(|word| is_frame(n, word));
    let words: Vec<&str> = words.take(n + 1).collect();
    if is_letters(n, &words).is_some() {
        return true;
    }
    let row = words.first().and_then(|first| behind_number(first, 1));
    row.is_some_and(|row| {
        let marks = row.chars().chain(words[1..].iter().flat_map(|word| word.chars()));
        let mut marks = marks.filter(|mark| !is_line(*mark)).take(n);
        (0..n).all(|_| marks.next().is_some_and(|next| mark(next).is_some()))
    })
}

/// What stands between squares.
fn is_line(letter: char) -> bool {
    matches!(letter, '|' | ':')
}

/// What a character of a row stands for, in the plain form.
fn mark(letter: char) -> Option<char> {
    Some(match letter {
        'X' | 'x' | '*' | 'B' | 'b' | '●' => 'X',
        'O' | 'o' | 'W' | 'w' | '0' | '○' => 'O',
        // Where a move is legal, some show it.
        '-' | '.' | '_' | '+' => '-',
        _ => return None,
    })
}

/// How many rows of a board a text has so far, and whether it says who is to move.
fn so_far(n: usize, text: &str) -> (usize, bool) {
    let mut rows = 0;
    for line in text.lines() {
        if line
            .split_whitespace()
            .next()
            .is_some_and(|word| behind_number(word, rows + 1).is_some())
        {
            rows += 1;
        }
    }
    (rows, text.lines().skip(1).any(|line| says_side(n, line)))
}

/// True of a line that says who is to move.
fn says_side(n: usize, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    is_letters(n, &words).is_none() && matches!(side(&words), Ok(Some(_)))
}

/// True if a line goes on with the board of the lines before.
pub(super) fn continues(n: usize, before: &str, line: &str) -> bool {
    let (rows, has_side) = so_far(n, before);
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(&first) = words.first() else { return false };
    if rows < n {
        let begins = is_letters(n, &words).is_some() && rows == 0 && is_frame(n, before.trim());
        return behind_number(first, rows + 1).is_some() || is_frame(n, first) || begins;
    }
    !has_side && (is_letters(n, &words).is_some() || is_frame(n, first) || says_side(n, line))
}

/// The side to move that words name, `X` or `O`; none where they name none.
fn side(words: &[&str]) -> Result<Option<char>, ParseError> {
    let mut named = None;
    for word in words {
        let plain = word.trim_matches(|c: char| "().,:;!".contains(c)).to_ascii_lowercase();
        let plain = plain.trim_end_matches("'s");
        let side = match plain {
            "x" | "*" | "black" | "b" => 'X',
            "o" | "white" | "w" => 'O',
            "" => continue,
            other if WORDS.contains(&other) => continue,
            _ => {
                let word = quoted(word);
                return Err(ParseError::new(format!(
                    "{word:?} behind the board: write who is to move, such as \"X to move\""
                )));
            }
        };
        if named.is_some_and(|named| named != side) {
            return Err(ParseError::new("both sides are to move behind the board"));
        }
        named = Some(side);
    }
    Ok(named)
}

/// The squares and the side to move of a board, as the plain form has them.
pub(super) fn plain(n: usize, text: &str) -> Result<String, ParseError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut rest = &words[..];
    let skip_frames = |rest: &mut &[&str]| {
        while let [first, behind @ ..] = *rest
            && is_frame(n, first)
        {
            *rest = behind;
        }
    };
    skip_frames(&mut rest);
    rest = &rest[is_letters(n, rest).unwrap_or(0)..];
    let mut squares = String::with_capacity(n * n + 2);
    for row in 1..=n {
        skip_frames(&mut rest);
        let Some(mut word) = rest.first().and_then(|first| behind_number(first, row)) else {
            let found = rest
                .first()
                .map_or("the text ends".into(), |word| format!("{:?} stands", quoted(word)));
            return Err(ParseError::new(format!("row {row} of the board is needed where {found}")));
        };
        rest = &rest[1..];
        let mut column = 0;
        while column < n {
            for letter in word.chars().filter(|letter| !is_line(*letter)) {
                let square = mark(letter).ok_or_else(|| {
                    let name = char::from(b'a' + column.min(n - 1) as u8);
                    ParseError::new(format!(
                        "{letter:?} on {name}{row} is not a square: write X (black), O (white) or - (empty)"
                    ))
                })?;
                column += 1;
                squares.push(square);
            }
            if column < n {
                let Some((&next, behind)) = rest.split_first() else {
                    return Err(ParseError::new(format!(
                        "row {row} has {column} squares instead of {n}"
                    )));
                };
                (word, rest) = (next, behind);
            }
        }
        if column > n {
            return Err(ParseError::new(format!("row {row} has {column} squares instead of {n}")));
        }
        // The number may stand at both ends.
        while let [first, behind @ ..] = rest
            && (first.trim_matches('|').is_empty() || first.trim_matches('|') == row.to_string())
        {
            rest = behind;
        }
    }
    skip_frames(&mut rest);
    rest = &rest[is_letters(n, rest).unwrap_or(0)..];
    squares.push(' ');
    squares.push(side(rest)?.unwrap_or('X'));
    Ok(squares)
}

#[cfg(test)]
mod tests {
    use plyglot_search::{Describe, Game};

    use crate::Othello;

    /// After f5d6.
    const SQUARES: [&str; 8] = [
        "--------", "--------", "--------", "---OX---", "---OXX--", "---O----", "--------",
        "--------",
    ];

    fn board(row: impl Fn(usize, &str) -> String) -> String {
        let rows = SQUARES.iter().enumerate().map(|(at, squares)| row(at + 1, squares));
        rows.collect::<Vec<_>>().join("\n")
    }

    fn spaced(squares: &str) -> String {
        squares.chars().flat_map(|mark| [mark, ' ']).collect()
    }

    #[test]
    fn boards_are_read_as_people_paste_them() {
        let expected = Othello::<8>::default().play_line("f5d6").expect("legal");
        let frame = "+-----------------+";
        let dots = |squares: &str| squares.replace('-', ".").replace('X', "*");
        let texts = [
            expected.board(),
            format!(
                "  A B C D E F G H\n{}\nBlack to move",
                board(|row, of| format!("{row} {}", dots(&spaced(of))))
            ),
            format!("{}\nX", board(|row, of| format!("{row} {of} {row}"))),
            format!(
                "   a b c d e f g h\n  {frame}\n{}\n  {frame}\n   a b c d e f g h\nX to move",
                board(|row, of| format!("{row} |{}| {row}", spaced(of).trim_end()))
            ),
            format!("abcdefgh\n{}\n(black's turn)", board(|row, of| format!("{row}{of}"))),
            format!("a b c d e f g h {} side to move: *", board(|row, of| format!("{row} {of}"))),
        ];
        for text in texts {
            assert_eq!(expected.parse(&text).as_ref(), Ok(&expected), "{text}");
            let blanks = text.replace('\n', " ");
            assert_eq!(expected.parse(&blanks).as_ref(), Ok(&expected), "{blanks}");
        }
        let white = board(|row, of| format!("{row} {of}")) + "\nO (white) to move, and must pass";
        assert_eq!(expected.parse(&white).map(|at| at.to_move()), Ok(plyglot_search::Side::Second));
    }

    #[test]
    fn in_a_file_a_board_takes_as_many_lines_as_it_has() {
        let start = Othello::<8>::default();
        let text = format!(
            "  a b c d e f g h\n{}\n  a b c d e f g h\nX to move",
            board(|row, of| format!("{row} {of}"))
        );
        let mut before = String::new();
        for line in text.lines() {
            assert!(before.is_empty() || start.continues(&before, line), "{line}");
            before = if before.is_empty() { line.into() } else { format!("{before}\n{line}") };
        }
        for line in ["f5d6", "X to move", "1 --------", "a b c d e f g h", SQUARES[0]] {
            assert!(!start.continues(&before, line), "{line}");
        }
        assert!(!start.continues("a b c d e f g h", "f5d6"));
        assert!(!start.continues("f5d6", "1 --------"));
    }

    #[test]
    fn what_is_wrong_with_a_board_is_said_of_its_place() {
        let good =
            format!("a b c d e f g h\n{}\nX to move", board(|row, of| format!("{row} {of}")));
        for (text, message) in [
            (good.replace("4 ---OX", "4 ---?X"), "'?' on d4 is not a square"),
            (good.replace("4 ---OX", "4 ----OX"), "row 4 has 9 squares instead of 8"),
            (good.replace("4 ---OX", "4 --OX"), "'5' on h4 is not a square"),
            (good.replace("\n5 ", "\n6 "), "row 5 of the board is needed where \"6\" stands"),
            (good.replace("X to move", "red to move"), "\"red\" behind the board"),
            (good.replace("X to move", "X or O to move"), "\"or\" behind the board"),
            (good.replace("X to move", "X O to move"), "both sides are to move"),
            (
                "a b c d e f g h 1 --------".into(),
                "row 2 of the board is needed where the text ends",
            ),
            ("a b c d e f g h 1 ----".into(), "row 1 has 4 squares instead of 8"),
        ] {
            let error = Othello::<8>::default().parse(&text).expect_err(&text).to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
