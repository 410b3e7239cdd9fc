//! No text makes a game panic, and a text that is read as a position gives one: it is written and read
//! back, and it has a move or an outcome. For every game of the catalogue.

use plyglot_games::catalogue::{Setup, Visitor, builtin, visit};
use plyglot_search::{Describe, Game, Knowledge, MoveList};

/// Random numbers from a linear congruence (D. Knuth, *The Art of Computer Programming* 2, 1969).
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % count
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Characters of the notations, and some that no notation has.
const LETTERS: &[char] = &[
    'a', 'b', 'c', 'h', 'k', 'l', 'r', 'w', 'x', 'o', 'v', 'B', 'K', 'O', 'W', 'X', 's', 'n', '0',
    '1', '2', '3', '4', '5', '8', '9', '.', '-', '#', '|', '/', ':', ',', ' ', '+', '\t', 'ä', 'ſ',
    '²', '٣', '\u{212a}', '🎲', '\0',
];

fn noise(dice: &mut Dice) -> String {
    (0..dice.below(24)).map(|_| dice.pick(LETTERS)).collect()
}

/// A text with a few letters exchanged, left out, doubled or put in.
fn damaged(text: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..1 + dice.below(3) {
        let at = dice.below(letters.len() + 1);
        let letter = if letters.is_empty() || dice.below(2) == 0 {
            dice.pick(LETTERS)
        } else {
            dice.pick(&letters)
        };
        match dice.below(4) {
            0 if at < letters.len() => letters[at] = letter,
            1 if at < letters.len() => {
                letters.remove(at);
            }
            2 => letters.truncate(at),
            _ => letters.insert(at, letter),
        }
    }
    letters.into_iter().collect()
}

fn moves<G: Game>(game: &G) -> Vec<G::Move> {
    let mut moves = MoveList::new();
    if G::ENDS_ONLY_WITHOUT_MOVES || game.outcome().is_none() {
        game.moves(&mut moves);
    }
    moves.iter().collect()
}

/// Checks a position that was read against what holds for all positions.
fn check<G: Describe>(start: &G, game: &G, from: &str) {
    let (text, moves) = (game.text(), moves(game));
    let back = start.parse(&text).unwrap_or_else(|error| panic!("{from:?}, {text:?}: {error}"));
    assert_eq!(back.key(), game.key(), "{from:?} is written {text:?}");
    assert_eq!(moves.is_empty(), game.outcome().is_some(), "{from:?}, {text:?}");
    assert!(!text.is_empty() && !text.contains('\n') && !game.board().is_empty(), "{from:?}");
    for mv in moves {
        let name = game.notation(mv);
        let plain = !name.is_empty() && !name.contains(|letter: char| letter.is_whitespace());
        assert!(plain, "{name:?} in {text:?} would be read as two words");
        assert_eq!(game.parse_move(&name), Ok(mv), "{name} in {text:?}");
    }
}

/// Reads texts that are nearly right, and random ones. Returns how many positions were read.
struct Reads;

impl Visitor for Reads {
    type Output = usize;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> usize {
        let (start, mut dice, mut read) = (setup.start, Dice(1), 0);
        for _ in 0..60 {
            let (mut game, mut line) = (start.clone(), String::new());
            for _ in 0..dice.below(40) {
                let moves = moves(&game);
                if moves.is_empty() {
                    break;
                }
                let mv = dice.pick(&moves);
                line = format!("{line} {}", game.notation(mv));
                game.play(mv);
            }
            let (position, last) = (game.text(), line.rsplit(' ').next().unwrap_or_default());
            for _ in 0..20 {
                for text in [noise(&mut dice), damaged(&position, &mut dice)] {
                    if let Ok(game) = start.parse(&text) {
                        check(&start, &game, &text);
                        read += 1;
                    }
                    let _ = start.parse_record(&text);
                }
                for text in [noise(&mut dice), damaged(last, &mut dice)] {
                    if let Ok(mv) = game.parse_move(&text) {
                        assert!(moves(&game).contains(&mv), "{text:?} in {position:?} is {mv:?}");
                    }
                    let _ = game.implied(&text);
                }
                let _ = start.play_line(&damaged(&line, &mut dice));
            }
        }
        read
    }
}

#[test]
fn no_text_makes_a_game_panic_and_what_is_read_is_a_position() {
    let mut specs: Vec<String> =
        builtin().listings().iter().map(|listing| listing.name.into()).collect();
    let small = [
        "othello:4",
        "chess:960",
        "chess:960,333",
        "connect4:4x4",
        "tictactoe:3,3,3",
        "kalah:2,1",
        "kalah:3,2,empty",
        "breakthrough:2x4",
        "breakthrough:3x5",
        "domineering:1x1",
        "domineering:3x3",
        "dots-and-boxes:1x1",
        "dots-and-boxes:2x2",
        "dots-and-boxes:7x7",
        "hex:2",
        "hex:3",
    ];
    specs.extend(small.map(String::from));
    for spec in specs {
        let read = visit(&spec, Reads).unwrap_or_else(|error| panic!("{error}"));
        assert!(read > 20, "{spec}: {read} positions read");
    }
}

/// The name of the game of a size.
struct Name;

impl Visitor for Name {
    type Output = String;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> String {
        setup.name
    }
}

#[test]
fn no_size_makes_the_catalogue_panic_and_a_games_name_opens_it_again() {
    let mut dice = Dice(2);
    for listing in builtin().listings() {
        for round in 0..2000 {
            let size = match round % 2 {
                0 => noise(&mut dice),
                _ => damaged(
                    dice.pick(&["8x8", "4,4,3", "6,4,empty", "11", "b4,d6,s1", "960,12"]),
                    &mut dice,
                ),
            };
            if let Ok(name) = visit(&format!("{}:{size}", listing.name), Name) {
                assert_eq!(visit(&name, Name), Ok(name.clone()), "{size:?}");
            }
        }
    }
}

#[test]
fn moves_are_separated_alike_in_every_game() {
    // Draughts and trees have numbers of one or two digits, moves of chess one to three letters before their square, which
    // only a gap can separate.
    let needs_gaps = ["chess", "draughts", "synthetic"];
    let mut dice = Dice(5);
    for listing in builtin().listings() {
        let start = builtin().open(listing.name).and_then(|game| game.start()).expect("a game");
        let mut end = start.clone();
        let mut names = Vec::new();
        for _ in 0..20 {
            let moves = end.moves().expect("a right game");
            if moves.is_empty() {
                break;
            }
            let mv = dice.pick(&moves);
            names.push(end.move_text(mv).expect("it is legal"));
            end.play(mv).expect("it is legal");
        }
        for gap in [" ", ",", ", ", "\t", " \n", ""] {
            if gap.is_empty() && needs_gaps.contains(&listing.name) {
                continue;
            }
            let (line, mut read) = (names.join(gap), start.clone());
            let played = read.play_text(&line);
            assert_eq!(played.ok(), Some(names.len()), "{}: {line:?}", listing.name);
            assert_eq!(read.key(), end.key(), "{}: {line:?}", listing.name);
        }
    }
}

/// What anyone may send is read in a time that grows with its length: at the square of it, this would take hours.
#[test]
fn texts_of_megabytes_are_read_or_refused_in_few_words() {
    let catalogue = builtin();
    for listing in catalogue.listings() {
        let start = catalogue.open(listing.name).and_then(|game| game.start()).expect("a game");
        let legal = start.moves().expect("it does not panic");
        let name = start.move_text(legal[0]).expect("it is legal");
        for piece in [&*name, &format!("{name} "), "f5", "1", "a1 ", "x", "/", "(;B[", "pass"] {
            let long = piece.repeat((4 << 20) / piece.len());
            let errors = [
                start.split_moves(&long).err(),
                start.clone().play_text(&long).err(),
                start.parse(&long).err(),
                start.parse_move(&long).err(),
                start.parse_record(&long).err(),
                start.read_game(&long).err(),
            ];
            for error in errors.into_iter().flatten() {
                let length = error.to_string().len();
                assert!(length <= 1_000, "{}, {piece:?}: {length}", listing.name);
            }
        }
    }
}
