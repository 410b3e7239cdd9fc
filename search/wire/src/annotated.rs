//! Played games with comments on their moves, as text that is read again as the same game: in the format in which the game
//! came, with all that it said before ([`CommentSlots`]), or with its moves numbered.
//!
//! Cost: a copy of the text.

use plyglot_open::{DoorError, Mv, Position};
use plyglot_search::{CommentForm, CommentSlot, CommentSlots, recorded};

/// What is said of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment {
    /// `?!`, `?`, `??`, or nothing.
    pub sign: &'static str,
    /// In words, on one line.
    pub text: String,
}

impl Comment {
    /// The number that stands for the sign in PGN ("numeric annotation glyph").
    fn glyph(&self) -> Option<u8> {
        match self.sign {
            "?" => Some(2),
            "??" => Some(4),
            "?!" => Some(6),
            _ => None,
        }
    }

    /// ` $4 {text}`.
    fn in_braces(&self) -> String {
        let glyph = self.glyph().map_or_else(String::new, |glyph| format!(" ${glyph}"));
        let text = self.text.replace('{', "(").replace('}', ")");
        format!("{glyph} {{{text}}}")
    }

    /// `?? text`, with what a property escapes.
    fn in_property(&self) -> String {
        let escaped = self.text.replace('\\', "\\\\").replace(']', "\\]");
        format!("{} {escaped}", self.sign).trim_start().to_string()
    }

    fn at(&self, form: CommentForm, slot: CommentSlot) -> String {
        match form {
            CommentForm::Braces => self.in_braces(),
            CommentForm::Property if slot.inside => format!("{}\n", self.in_property()),
            CommentForm::Property => format!("C[{}]", self.in_property()),
        }
    }
}

/// The text of a game, as it was read, with these comments on its moves, in their order from the first. A move for which the
/// text has no place goes without.
pub fn in_text(text: &str, slots: &CommentSlots, comments: &[Comment]) -> String {
    let written = slots.after.iter().zip(comments);
    let mut parts: Vec<(usize, String)> = written
        .filter_map(|(slot, comment)| slot.map(|slot| (slot.at, comment.at(slots.form, slot))))
        .collect();
    parts.sort_by_key(|part| part.0);
    parts.extend((slots.form == CommentForm::Braces).then(|| tags_end(text)).flatten());
    parts.sort_by_key(|part| part.0);
    let (mut out, mut from) = (String::with_capacity(2 * text.len()), 0);
    for (at, part) in parts {
        let at = text.floor_char_boundary(at.min(text.len()));
        out.push_str(&text[from..at]);
        out.push_str(&part);
        from = at;
    }
    out + &text[from..]
}

/// Where the tags of a game end that has lines of them: programs look for an empty line there, which readers leave out.
fn tags_end(text: &str) -> Option<(usize, String)> {
    let lines = text.split_inclusive('\n');
    let tags: usize = lines.take_while(|line| recorded::begins_with_tag(line)).map(str::len).sum();
    (tags > 0 && tags < text.len() && text[..tags].ends_with('\n')).then(|| (tags, "\n".into()))
}

/// The game that led to `end`, from the start position of its size, with numbered moves and these comments: on one line, as
/// a file has a game on each.
///
/// # Errors
/// If the game's code panics.
pub fn numbered(end: &Position, comments: &[Comment]) -> Result<String, DoorError> {
    let played: Vec<Mv> = end.played();
    let moves = end.after_plies(0).notation(&played)?;
    let mut words: Vec<String> = Vec::new();
    for (ply, mv) in moves.into_iter().enumerate() {
        let number = ply / 2 + 1;
        // Behind a comment the second move of a pair has its number again.
        if ply % 2 == 0 {
            words.push(format!("{number}."));
        } else if comments.get(ply - 1).is_some() {
            words.push(format!("{number}..."));
        }
        words.push(mv);
        if let Some(comment) = comments.get(ply) {
            words.push(comment.in_braces().trim_start().into());
        }
    }
    words.push("*".into());
    Ok(words.join(" "))
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;

    use super::*;
    use crate::read::{self, Record};

    fn start(game: &str) -> Position {
        builtin().open(game).and_then(|game| game.start()).expect("a game of the catalogue")
    }

    fn comments(record: &Record) -> Vec<Comment> {
        let signs = ["", "?!", "?", "??"];
        let comment = |ply: usize| Comment {
            sign: signs[ply % 4],
            text: format!("value [{ply}] {{a\\b}}, better"),
        };
        (0..record.at.plies()).map(comment).collect()
    }

    const GAMES: [(&str, &str); 8] = [
        ("othello", "f5d6c3d3c4"),
        (
            "othello",
            "(;GM[Othello]TI[15:00]PB[Ann]RE[?]\
            BO[8 ---------------------------O*------*O--------------------------- *]\
            B[F5/0.5/2.1]W[F6]C[x\\]y]B[D3];)",
        ),
        ("connect4", "44444"),
        ("kalah", "1 6 4 2"),
        (
            "draughts",
            "[White \"A\"]\n[Black \"B\"]\n1. 11-15 23-19 {good} 2. 8-11 (2. 9-14) 22-17 1-0",
        ),
        (
            "chess",
            "[White \"A\"]\n[Result \"*\"]\n1. e4 {[%clk 1]} e5 (1... c5 2. Nf3) 2. Nf3! ; why\nNc6 *",
        ),
        ("hex:5,swap", "(;FF[4]GM[11]SZ[5];B[c2]C[first];W[swap];B[a1]LB[a1:x](;W[b1])(;W[b2]))"),
        ("hex:5", "https://hexworld.org/board/#5c1,a1e5"),
    ];

    #[test]
    fn an_annotated_game_is_read_again_as_the_same() {
        for (game, text) in GAMES {
            let start = start(game);
            let record = read::game(&start, text).expect(text);
            let comments = comments(&record);
            let annotated = match record.kind {
                read::Kind::File(_) if !record.slots.after.is_empty() => {
                    in_text(text, &record.slots, &comments)
                }
                _ => numbered(&record.at, &comments).expect("no panic"),
            };
            let again = read::game(&start, &annotated).unwrap_or_else(|error| {
                panic!("{annotated}: {error}");
            });
            assert_eq!(again.at.played(), record.at.played(), "{annotated}");
            let said = annotated.matches("better").count();
            assert_eq!(said, record.at.plies(), "{annotated}");
        }
    }

    #[test]
    fn all_that_a_text_said_is_still_there() {
        for (game, text) in GAMES {
            let record = read::game(&start(game), text).expect(text);
            let comments = comments(&record);
            let annotated = in_text(text, &record.slots, &comments);
            // What was written is taken out again, place by place.
            let mut rest = annotated.chars();
            assert!(text.chars().all(|letter| rest.any(|other| other == letter)), "{annotated}");
            for (name, value) in &record.tags {
                let again = read::game(&start(game), &annotated).expect("as before").tags;
                let kept = |tag: &(String, String)| tag.0 == *name && tag.1.contains(&**value);
                assert!(again.iter().any(kept), "{name} {value}: {annotated}");
            }
        }
    }

    /// Each of these texts with one letter changed or left out is refused with words, or read, annotated and read again.
    #[test]
    fn damaged_texts_are_refused_or_annotated_all_the_same() {
        for (game, text) in GAMES {
            let start = start(game);
            for (at, letter) in text.char_indices() {
                let (before, after) = (&text[..at], &text[at + letter.len_utf8()..]);
                for other in [
                    "", "(", ")", "[", "]", ";", "\\", "{", "}", ":", ",", "+", "é", "1", "a", "\n",
                ] {
                    let damaged = [before, other, after].concat();
                    let Ok(record) = read::game(&start, &damaged) else { continue };
                    if record.slots.after.is_empty() {
                        continue;
                    }
                    let annotated = in_text(&damaged, &record.slots, &comments(&record));
                    let again = read::game(&start, &annotated)
                        .unwrap_or_else(|error| panic!("{damaged}: {annotated}: {error}"));
                    assert_eq!(again.at.played(), record.at.played(), "{damaged}: {annotated}");
                }
            }
        }
    }

    #[test]
    fn numbered_moves_are_written_as_people_write_them() {
        let record = read::game(&start("othello"), "f5d6c3").expect("a game");
        let said = |sign, text: &str| Comment { sign, text: text.into() };
        let comments = [said("", "+0.5"), said("??", "-3.0; f4 was better"), said("", "+3")];
        let text = numbered(&record.at, &comments).expect("no panic");
        let expected = "1. f5 {+0.5} 1... d6 $4 {-3.0; f4 was better} 2. c3 {+3} *";
        assert_eq!(text, expected);
        assert_eq!(numbered(&record.at, &[]).expect("no panic"), "1. f5 d6 2. c3 *");
    }
}
