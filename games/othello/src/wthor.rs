//! WTHOR, the archive of tournament games of the French Othello Federation: a file a year, `WTH_2004.wtb`, with the names of
//! players and tournaments in `WTHOR.JOU` and `WTHOR.TRN` beside it.
//!
//! After the federation's description of the format ("Format des fichiers de la base WTHOR"), as others have written it
//! down: a head of 16 bytes (century, year, month and day of its making; the number of games, 4 bytes; that of names, 2; the
//! year of the games, 2; the size of the board, 0 or 8; its kind; from how many empty squares on the best result is known;
//! 0), then 68 bytes a game (tournament, black, white, 2 bytes each; black's discs, empty squares being the winner's; the
//! same with best play; 60 moves, 10 times the row plus the column, 0 behind the last). Passes are left out. Numbers begin
//! with their lowest byte.
//!
//! Each game becomes one in GGF, which is what the rest of the program reads, and a review writes back.

use std::fmt::Write;

use plyglot_search::{Describe, Game, ParseError, Side};

use crate::position::Othello;

/// What people call the format.
pub(super) const NAME: &str = "WTHOR";

const HEAD: usize = 16;
const GAME: usize = 68;
/// The files of names, and how long a name is in each.
const PLAYERS: (&str, usize) = ("WTHOR.JOU", 20);
const TOURNAMENTS: (&str, usize) = ("WTHOR.TRN", 26);

fn number(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
}

/// True of a head: a date that can be one, a number of games, a size that boards have.
fn is_head(head: &[u8]) -> bool {
    let date = |bytes: &[u8]| {
        (19..=20).contains(&bytes[0])
            && bytes[1] < 100
            && (1..=12).contains(&bytes[2])
            && (1..=31).contains(&bytes[3])
    };
    head.len() >= HEAD
        && date(head)
        && (1..=1_000_000).contains(&number(&head[4..8]))
        && matches!(head[12], 0 | 8 | 10)
        && head[15] == 0
}

/// The games of a file, each in GGF; `None` of a file that is none of these.
pub(super) fn unpacked(
    bytes: &[u8],
    beside: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Option<Result<Vec<String>, ParseError>> {
    is_head(bytes).then(|| games(bytes, beside))
}

fn games(
    bytes: &[u8],
    beside: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Vec<String>, ParseError> {
    let wrong = |message: String| Err(ParseError::new(format!("{NAME}: {message}")));
    let (head, body) = bytes.split_at(HEAD);
    if head[12] == 10 {
        return wrong("a file of games on boards of 10 by 10; only 8 by 8 is read".into());
    }
    if head[13] != 0 {
        return wrong("a file of solitaires, which are no games".into());
    }
    let count = number(&head[4..8]);
    if body.len() != count * GAME {
        let (found, needed) = (body.len(), count * GAME);
        return wrong(format!(
            "the file is to have {count} games, which take {needed} bytes behind its head; there are {found}"
        ));
    }
    let names = |(file, length): (&str, usize)| {
        let bytes = beside(file).unwrap_or_default();
        let names = bytes.get(HEAD..).unwrap_or_default().chunks(length);
        names.map(name).collect::<Vec<String>>()
    };
    let about = About {
        year: number(&head[10..12]),
        depth: head[14],
        players: names(PLAYERS),
        tournaments: names(TOURNAMENTS),
    };
    Ok(body.chunks(GAME).map(|game| about.ggf(game)).collect())
}

/// A name, up to its first zero, in the letters of western Europe (ISO 8859-1).
fn name(bytes: &[u8]) -> String {
    let letters = bytes.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte));
    String::from_iter(letters).trim().to_string()
}

/// What all games of a file have in common.
struct About {
    year: usize,
    /// From how many empty squares on the best result is known.
    depth: u8,
    players: Vec<String>,
    tournaments: Vec<String>,
}

impl About {
    fn ggf(&self, game: &[u8]) -> String {
        let (who, moves) = game.split_at(GAME - 60);
        let mut text = String::from("(;GM[Othello]");
        let mut tag = |name: &str, value: String| {
            let value = value.replace('\\', "\\\\").replace(']', "\\]");
            let _ = write!(text, "{name}[{value}]");
        };
        let named = |names: &[String], at: &[u8], what: &str| {
            let number = number(at);
            let name = names.get(number).filter(|name| !name.is_empty());
            name.cloned().unwrap_or_else(|| format!("{what} {number}"))
        };
        tag("EV", named(&self.tournaments, &who[0..2], "tournament"));
        tag("DT", self.year.to_string());
        tag("PB", named(&self.players, &who[2..4], "player"));
        tag("PW", named(&self.players, &who[4..6], "player"));
        tag("RE", format!("{:+}", 2 * i32::from(who[6]) - 64));
        if self.depth > 0 {
            let (depth, best) = (self.depth, 2 * i32::from(who[7]) - 64);
            tag("C", format!("best play from {depth} empty squares on: {best:+} for black"));
        }
        tag("BO", format!("8 {}", Othello::<8>::default().text().replace('X', "*")));
        let mut now = Othello::<8>::default();
        for &mv in moves.iter().take_while(|&&mv| mv != 0) {
            let (row, column) = (mv / 10, mv % 10);
            let square = match (row, column) {
                (1..=8, 1..=8) => format!("{}{row}", char::from(b'A' + column - 1)),
                _ => mv.to_string(),
            };
            let word = square.to_ascii_lowercase();
            let is_over = now.outcome().is_some();
            if !is_over && let Some(pass) = now.implied(&word) {
                now.play(pass);
            }
            // What is not legal is left to the reader, which names it.
            let side = if now.to_move() == Side::First { "B" } else { "W" };
            tag(side, square);
            if !is_over && let Ok(mv) = now.parse_move(&word) {
                now.play(mv);
            }
        }
        text + ";)"
    }
}

#[cfg(test)]
mod tests {
    use plyglot_search::{MoveList, line_notation};

    use super::*;

    /// A file of these games: tournament, players, black's discs, moves.
    fn file(games: &[([u16; 3], u8, &[u8])]) -> Vec<u8> {
        let mut bytes = vec![20, 4, 12, 31];
        bytes.extend((games.len() as u32).to_le_bytes());
        bytes.extend([0, 0]);
        bytes.extend(2004u16.to_le_bytes());
        bytes.extend([8, 0, 22, 0]);
        for (who, discs, moves) in games {
            bytes.extend(who.iter().flat_map(|number| number.to_le_bytes()));
            bytes.extend([*discs, 32]);
            bytes.extend(moves.iter().copied().chain(std::iter::repeat(0)).take(60));
        }
        bytes
    }

    fn names(length: usize, names: &[&[u8]]) -> Vec<u8> {
        let mut bytes = vec![0; HEAD];
        for name in names {
            bytes.extend(name.iter().copied().chain(std::iter::repeat(0)).take(length));
        }
        bytes
    }

    fn nothing(_: &str) -> Option<Vec<u8>> {
        None
    }

    /// A whole game, and how many discs black has at its end with the empty squares that are the winner's. The moves are
    /// chosen so that there is a pass in it.
    fn whole_game() -> (Vec<u8>, Vec<String>, u8) {
        for seed in 0_u64.. {
            let (mut at, mut line, mut seed) = (Othello::<8>::default(), Vec::new(), seed);
            while at.outcome().is_none() {
                let mut moves = MoveList::new();
                at.moves(&mut moves);
                seed = plyglot_search::random::mix(seed);
                let mv = moves.as_slice()[(seed % moves.len() as u64) as usize].mv;
                at.play(mv);
                line.push(mv);
            }
            let words = line_notation(Othello::<8>::default(), &line).expect("legal");
            let bytes: Vec<u8> = words
                .iter()
                .filter(|word| *word != "pass")
                .map(|word| word.as_bytes())
                .map(|word| (word[1] - b'0') * 10 + word[0] - b'a' + 1)
                .collect();
            if bytes.len() < words.len() {
                let black = at.score_of_black();
                return (bytes, words, ((64 + black) / 2) as u8);
            }
        }
        unreachable!("some game has a pass")
    }

    impl Othello<8> {
        fn score_of_black(&self) -> i32 {
            let margin = match self.outcome() {
                Some(plyglot_search::Outcome::Margin(margin)) => margin,
                other => panic!("{other:?}"),
            };
            if self.to_move() == Side::First { margin } else { -margin }
        }
    }

    #[test]
    fn games_are_read_with_their_passes_and_names() {
        let (moves, words, discs) = whole_game();
        let bytes = file(&[([1, 0, 2], discs, &moves), ([7, 1, 0], 40, &[56, 66])]);
        let beside = |name: &str| match name {
            "WTHOR.JOU" => Some(names(20, &[b"TASTET Marc", b"B]B", b"Andr\xe9"])),
            "WTHOR.TRN" => Some(names(26, &[b"Paris", b"Cannes"])),
            _ => None,
        };
        let start = Othello::<8>::default();
        let games = unpacked(&bytes, &beside).expect("its head").expect("whole");
        let files: Vec<_> = games
            .iter()
            .map(|game| {
                start.read_game(game).expect("GGF").unwrap_or_else(|e| panic!("{game}: {e}"))
            })
            .collect();
        assert_eq!(line_notation(start.clone(), &files[0].moves), Ok(words));
        let value = |file: usize, name: &str| {
            files[file].tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.clone())
        };
        assert_eq!(value(0, "EV").as_deref(), Some("Cannes"));
        assert_eq!(value(0, "PB").as_deref(), Some("TASTET Marc"));
        assert_eq!(value(0, "PW").as_deref(), Some("André"));
        assert_eq!(value(0, "RE"), Some(format!("{:+}", 2 * i32::from(discs) - 64)));
        assert_eq!(value(1, "EV").as_deref(), Some("tournament 7"));
        assert_eq!(value(1, "PB").as_deref(), Some("B]B"));
        assert_eq!(value(1, "DT").as_deref(), Some("2004"));
        assert_eq!(line_notation(start, &files[1].moves), Ok(vec!["f5".into(), "f6".into()]));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let good = file(&[([0; 3], 32, &[56])]);
        let refused = |bytes: &[u8]| {
            unpacked(bytes, &nothing).expect("its head").expect_err("wrong").to_string()
        };
        assert!(refused(&good[..good.len() - 1]).contains("there are 67"));
        let mut wide = good.clone();
        wide[12] = 10;
        assert!(refused(&wide).contains("10 by 10"));
        let mut alone = good.clone();
        alone[13] = 1;
        assert!(refused(&alone).contains("solitaires"));
        for cut in 0..HEAD {
            assert!(unpacked(&good[..cut], &nothing).is_none());
        }
        // Moves that are none are named by the reader.
        for (moves, word) in [(&[56, 99][..], "99"), (&[56, 56], "taken"), (&[11], "turns no disc")]
        {
            let games =
                unpacked(&file(&[([0; 3], 32, moves)]), &nothing).expect("a head").expect("whole");
            let error =
                Othello::<8>::default().read_game(&games[0]).expect("GGF").expect_err("wrong");
            assert!(error.to_string().contains(word), "{error}");
        }
    }
}
