//! English draughts keeps the laws, has its known counts and values, and the moves of a second
//! implementation on plain arrays.

use std::collections::{BTreeSet, HashMap};

use plyglot_check::laws::{Check, Effort, check_text};
use plyglot_check::perft::perft;
use plyglot_pieces::draughts::{Draughts, Judgement};
use plyglot_search::{Config, Describe, Engine, Game, Limits, Meaning, MoveList, Score, Side};

fn position(text: &str) -> Draughts {
    Draughts::start().parse(text).unwrap()
}

#[test]
fn the_laws_hold_from_the_start_and_among_kings() {
    let crowded = "B:W18,19,26-28,32,K5,K7:B1,3,9,10,K21,K23,K30";
    for text in ["B:W21-32:B1-12", crowded, "W:WK18,K19,K31:BK1,K10,K28"] {
        let game = position(text);
        let check = Check::new(&game, &Judgement);
        let check = check.identity(Draughts::text).exchange(Draughts::exchanged);
        let summary = check.texts().run().unwrap_or_else(|violation| panic!("{violation}"));
        assert!(summary.noisy > 0 && summary.transpositions > 0, "{summary:?}");
        check_text(&game, &Effort::default()).unwrap_or_else(|violation| panic!("{violation}"));
    }
}

/// Counts published by A. Bik.
const PERFT: [u64; 9] = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680];

#[test]
fn perft_of_the_start_position_is_as_published() {
    for (depth, expected) in (1..).zip(PERFT) {
        assert_eq!(perft(&Draughts::start(), depth), expected, "{depth}");
    }
}

#[test]
fn deep_perft_of_the_start_position_is_as_published() {
    assert_eq!(perft(&Draughts::start(), 10), 18_391_564);
    assert_eq!(perft(&Draughts::start(), 11), 85_242_128);
}

/// A position as an array of letters: `b`, `w`, kings in capitals, `.`; off the board is `None`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Letters {
    cells: [[char; 8]; 8],
    black_moves: bool,
}

impl Letters {
    fn of(game: &Draughts) -> Self {
        let letters: Vec<char> = game.board().chars().filter(|c| "bBwW.".contains(*c)).collect();
        assert_eq!(letters.len(), 32);
        let mut cells = [[' '; 8]; 8];
        for (at, letter) in letters.into_iter().enumerate() {
            let row = at / 4;
            cells[row][2 * (at % 4) + (row + 1) % 2] = letter;
        }
        Letters { cells, black_moves: game.to_move() == Side::First }
    }

    fn at(&self, row: i32, column: i32) -> Option<char> {
        let cell = |row: i32| self.cells.get(usize::try_from(row).ok()?);
        cell(row)?.get(usize::try_from(column).ok()?).copied()
    }

    fn is_own(&self, letter: char) -> bool {
        if self.black_moves { "bB" } else { "wW" }.contains(letter)
    }

    fn ways(&self, letter: char) -> Vec<(i32, i32)> {
        let mut ways = Vec::new();
        if letter != 'w' {
            ways.extend([(1, -1), (1, 1)]);
        }
        if letter != 'b' {
            ways.extend([(-1, -1), (-1, 1)]);
        }
        ways
    }

    fn put(&mut self, row: i32, column: i32, letter: char) {
        self.cells[row as usize][column as usize] = letter;
    }

    /// The piece put down, crowned on the last row, and the other side to move.
    fn ended(&self, row: i32, column: i32, letter: char) -> Self {
        let mut after = self.clone();
        let crowned = (letter, row) == ('b', 7) || (letter, row) == ('w', 0);
        after.put(row, column, if crowned { letter.to_ascii_uppercase() } else { letter });
        after.black_moves = !self.black_moves;
        after
    }

    /// Where captures by the piece that was lifted from here can lead.
    fn captures(&self, row: i32, column: i32, letter: char, found: &mut BTreeSet<Letters>) -> bool {
        let mut any = false;
        for (down, right) in self.ways(letter) {
            let over = self.at(row + down, column + right).unwrap_or(' ');
            let land = (row + 2 * down, column + 2 * right);
            let hostile = "bBwW".contains(over) && !self.is_own(over);
            if hostile && self.at(land.0, land.1) == Some('.') {
                any = true;
                let mut after = self.clone();
                after.put(row + down, column + right, '.');
                if !after.captures(land.0, land.1, letter, found) {
                    found.insert(after.ended(land.0, land.1, letter));
                }
            }
        }
        any
    }

    fn children(&self) -> BTreeSet<Letters> {
        let (mut captures, mut steps) = (BTreeSet::new(), BTreeSet::new());
        for (row, column) in (0..64).map(|at| (at / 8, at % 8)) {
            let letter = self.at(row, column).filter(|&letter| self.is_own(letter));
            let Some(letter) = letter else { continue };
            let mut lifted = self.clone();
            lifted.put(row, column, '.');
            lifted.captures(row, column, letter, &mut captures);
            for (down, right) in self.ways(letter) {
                if self.at(row + down, column + right) == Some('.') {
                    steps.insert(lifted.ended(row + down, column + right, letter));
                }
            }
        }
        if captures.is_empty() { steps } else { captures }
    }
}

fn children(game: &Draughts) -> Vec<Draughts> {
    let mut moves = MoveList::new();
    game.moves(&mut moves);
    let child = |mv| {
        let mut child = *game;
        child.play(mv);
        child
    };
    moves.iter().map(child).collect()
}

#[test]
fn moves_are_those_of_a_second_implementation() {
    let mut random = 1u64;
    let (mut looked, mut kings) = (0, 0);
    for _ in 0..60 {
        let mut game = Draughts::start();
        for _ in 0..150 {
            let found = children(&game);
            let letters: BTreeSet<Letters> = found.iter().map(Letters::of).collect();
            assert_eq!(letters.len(), found.len(), "a move is listed twice in {}", game.text());
            assert!(letters == Letters::of(&game).children(), "{}", game.text());
            (looked, kings) = (looked + 1, kings + usize::from(game.text().contains('K')));
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let Some(&next) = found.get((random >> 33) as usize % found.len().max(1)) else {
                break;
            };
            game = next;
        }
    }
    assert!(looked > 3000 && kings > 1000, "{looked} {kings}");
}

/// Endings of at most two black kings and one white king, with the side to move, solved backwards
/// from their ends: plies to the end, won if odd; what is missing is drawn.
fn few_kings() -> HashMap<Letters, u32> {
    let mut below: HashMap<Letters, Vec<Letters>> = HashMap::new();
    for white in 1..=32 {
        for (one, two) in (1..=32).flat_map(|one| (one..=32).map(move |two| (one, two))) {
            if one == white || two == white {
                continue;
            }
            let black = if one == two { format!("K{one}") } else { format!("K{one},K{two}") };
            for side in ["B", "W"] {
                let start = Letters::of(&position(&format!("{side}:WK{white}:B{black}")));
                below.insert(start.clone(), start.children().into_iter().collect());
            }
        }
    }
    let mut known: HashMap<Letters, u32> = HashMap::new();
    for plies in 0.. {
        let solved = |(_, children): &(&Letters, &Vec<Letters>)| {
            // A position that is not in the table has a side without pieces: the mover has lost.
            let plies_of = |child: &Letters| match below.contains_key(child) {
                true => known.get(child).copied(),
                false => Some(0),
            };
            if plies % 2 == 1 {
                children.iter().any(|child| plies_of(child) == Some(plies - 1))
            } else {
                children.iter().all(|child| plies_of(child).is_some_and(|plies| plies % 2 == 1))
            }
        };
        let fresh = below.iter().filter(|(start, _)| !known.contains_key(*start));
        let fresh: Vec<Letters> = fresh.filter(solved).map(|(start, _)| start.clone()).collect();
        if plies > 1 && fresh.is_empty() && plies % 2 == 1 {
            return known;
        }
        known.extend(fresh.into_iter().map(|start| (start, plies)));
    }
    unreachable!("the positions are finitely many")
}

fn searched(game: &Draughts, depth: u32) -> Score {
    let mut engine = Engine::new(&Config::single(4 << 20), Judgement).unwrap();
    // The shortest win: after the winner is known, a search of its own finds it.
    let limits = Limits { solve: true, ..Limits::depth(depth) };
    engine.search(game, &limits).unwrap().verdict.score
}

#[test]
fn endings_of_two_kings_against_one_have_the_length_of_retrograde_analysis() {
    let known = few_kings();
    let longest = known.values().copied().max().unwrap();
    let mut seen = [0; 3];
    for (one, two, white) in (1..=32).flat_map(|one| [(one, 33 - one, 1 + one * 7 % 32)]) {
        for side in ["B", "W"] {
            let pair = if one < two { format!("K{one},K{two}") } else { format!("K{one}") };
            let Ok(game) = Draughts::start().parse(&format!("{side}:WK{white}:B{pair}")) else {
                continue;
            };
            let plies = known.get(&Letters::of(&game)).copied();
            let score = searched(&game, plies.unwrap_or(longest + 1).max(1));
            let expected = plies.map(|plies| match plies % 2 {
                1 => Score::win_in(plies),
                _ => Score::loss_in(plies),
            });
            seen[plies.map_or(2, |plies| (plies % 2) as usize)] += 1;
            match expected {
                Some(expected) => assert_eq!(score, expected, "{}", game.text()),
                None => {
                    assert!(matches!(score.meaning(), Meaning::Heuristic(_)), "{}", game.text())
                }
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 3), "{seen:?}");
}

#[test]
fn endings_of_the_books_are_won_by_their_first_moves() {
    // E. Lasker, Chess and Checkers, 1918, diagram 88: with the opposition 32-27 wins; without it
    // the lone king moves back and forth in its double corner for ever.
    let game = position("W:WK32:BK26");
    let mut engine = Engine::new(&Config::single(4 << 20), Judgement).unwrap();
    let report = engine.search(&game, &Limits::depth(12)).unwrap();
    assert_eq!(report.verdict.score, Score::win_in(9));
    assert_eq!(game.notation(report.lines[0].pv[0]), "32-27");
    assert_eq!(searched(&position("B:WK32:BK26"), 24), Score::DRAW);
    // Two kings drive one out of the double corner.
    assert_eq!(searched(&position("B:WK32:BK18,K19"), 20), Score::win_in(17));
}

#[test]
fn a_king_in_the_double_corner_draws_against_one_by_repetition() {
    for text in ["B:WK18:BK1", "W:WK18:BK1", "B:WK10:BK5"] {
        assert_eq!(searched(&position(text), 24), Score::DRAW, "{text}");
    }
}

/// Endings with the plies after which the side to move has won or, below zero, lost, by a retrograde table of all with
/// two and three pieces.
const WINS: [(&str, i32); 12] = [
    ("B:WK2,30:BK25", -14),
    ("W:W9,K30:BK13", 17),
    ("W:WK2,K7:BK22", 27),
    ("B:W17:BK16,K20", 31),
    ("B:W29:BK1,28", 7),
    ("W:WK14,32:BK21", 7),
    ("W:WK22:B12,K13", -28),
    ("B:W27:B3,K18", 7),
    ("B:W20:BK24,K30", 3),
    ("W:WK30:B17,18", -6),
    ("W:W6:BK7,K23", -22),
    ("B:W24:BK23,K29", 5),
];

#[test]
fn the_line_of_a_proven_win_goes_on_to_the_end_of_the_game() {
    for threads in [1, 4] {
        for (text, plies) in WINS {
            let game = position(text);
            let value = match plies {
                0.. => Score::win_in(plies.unsigned_abs()),
                _ => Score::loss_in(plies.unsigned_abs()),
            };
            for limits in [Limits::solve(), Limits::default()] {
                let config = Config { threads, hash_bytes: 16 << 20, ..Config::default() };
                let mut engine = Engine::new(&config, Judgement).unwrap();
                let report = engine.search(&game, &limits).unwrap();
                let verdict = report.verdict;
                let (mut end, mut keys) = (game, vec![game.key()]);
                for &mv in &report.lines[0].pv {
                    assert!(end.outcome().is_none() && end.unpack(Draughts::pack(mv)).is_some());
                    end.play(mv);
                    keys.push(end.key());
                }
                let line = report.lines[0].pv.len() as u32;
                let said = format!("{text}: {verdict:?}, {line} plies by {threads}, {limits:?}");
                // A side that cannot move has lost.
                let mover_wins = end.to_move() != game.to_move();
                assert!(end.outcome().is_some() && mover_wins == (plies > 0), "{said}");
                let times = |key| keys.iter().filter(|&&other| other == key).count();
                assert!(keys.iter().all(|&key| times(key) == 1), "{said}");
                if limits.solve {
                    assert_eq!((verdict.score, verdict.is_exact()), (value, true), "{said}");
                }
                if verdict.is_exact() {
                    assert_eq!(line, plies.unsigned_abs(), "{said}");
                } else {
                    let (Meaning::WinIn(most) | Meaning::LossIn(most)) = verdict.score.meaning()
                    else {
                        panic!("{said}")
                    };
                    assert!(verdict.proven && line <= most, "{said}");
                }
            }
        }
    }
}

/// A game in PDN begins where its tag says, with the past that it has there.
#[test]
fn a_game_in_pdn_is_read_from_its_own_start() {
    let text = "[Event \"a study\"] [FEN \"W:WK19,K23:B12,K28.\"] 1. 19-16 12x26 {forced} *";
    let game = Draughts::start().read_game(text).expect("it is PDN").expect("it is right");
    assert_eq!((game.format.as_str(), game.start.text()), ("PDN", "W:WK19,K23:B12,K28".into()));
    let mut at = game.start;
    let moves = game.moves.iter().map(|&mv| {
        let text = at.notation(mv);
        at.play(mv);
        text
    });
    assert_eq!(moves.collect::<Vec<_>>().join(" "), "19-16 12x26");
    let wrong = "[FEN \"W:W99:B1\"] 1. 99-95";
    let error = Draughts::start().read_game(wrong).expect("it is PDN").expect_err("square 99");
    assert!(error.message.starts_with("[FEN \"W:W99:B1\"]: "), "{error}");
}
