//! Hex keeps the laws and has its known values; a second implementation on plain arrays agrees on the
//! winner.

use std::collections::HashMap;

use plyglot_boards::hex::{Cells, Connections, Hex, HexOf, MOST, SWAP, WideHex};
use plyglot_check::laws::{Check, Effort, Summary, check_text};
use plyglot_check::minimax::minimax;
use plyglot_check::perft::perft;
use plyglot_search::{
    Config, Describe, Engine, Game, Knowledge, Limits, MoveList, Outcome, RulesOnly, Score, Side,
    Window,
};

const MOST_OF_ONE_WORD: usize = u128::MOST;

fn start(size: usize) -> Hex {
    Hex::new(size).unwrap()
}

/// The laws, on the board of a size; with a swap the two colours are not alike.
fn keeps_the_laws<C: Cells>(game: HexOf<C>, swaps: bool, effort: &Effort) -> Summary {
    let game = game.swapping(swaps);
    let check = Check::new(&game, &Connections).effort(effort);
    let check = if swaps { check } else { check.exchange(HexOf::exchanged) };
    let summary = check.texts().run().unwrap_or_else(|violation| panic!("{violation}"));
    check_text(&game, effort).unwrap_or_else(|violation| panic!("{violation}"));
    summary
}

/// The rules are those that are looked at more closely elsewhere.
fn usual() -> Effort {
    Effort { games: 8, openings: 60, ..Effort::default() }
}

fn something_was_found(summary: Summary) {
    let Summary { solved, bounds, symmetric, .. } = summary;
    assert!(solved > 0 && bounds > 0 && symmetric > 0, "{summary:?}");
}

#[test]
fn the_laws_hold_with_the_swap_rule() {
    for size in [2, 3, 4] {
        something_was_found(keeps_the_laws(start(size), true, &usual()));
    }
}

fn the_laws_hold_on_two_words(swaps: bool) {
    something_was_found(keeps_the_laws(WideHex::new(3).unwrap(), swaps, &usual()));
    // A whole game on the largest board, too long for true values to be found.
    let few = Effort { games: 1, openings: 4, solve_nodes: 100, ..usual() };
    let summary = keeps_the_laws(WideHex::new(MOST).unwrap(), swaps, &few);
    assert!(summary.positions > 100 && summary.read_back > 100, "{summary:?}");
}

#[test]
fn the_laws_hold_on_boards_of_two_words() {
    the_laws_hold_on_two_words(false);
}

#[test]
fn the_laws_hold_on_boards_of_two_words_with_the_swap_rule() {
    the_laws_hold_on_two_words(true);
}

/// One word and two: the same positions, the same moves, the same values.
#[test]
fn boards_of_one_word_and_of_two_are_the_same_game() {
    let mut random = 1_u64;
    for size in 1..=11 {
        for swaps in [false, true] {
            let (mut one, mut two) =
                (start(size).swapping(swaps), WideHex::new(size).unwrap().swapping(swaps));
            loop {
                assert_eq!((one.text(), one.outcome()), (two.text(), two.outcome()));
                if one.outcome().is_some() {
                    break;
                }
                let (mut moves, mut same) = (MoveList::new(), MoveList::new());
                one.moves(&mut moves);
                two.moves(&mut same);
                assert!(moves.iter().eq(same.iter()), "{}", one.text());
                let (mut knows, mut too) = (Connections, Connections);
                let bounds = [knows.bounds(&one, Window::FULL), too.bounds(&two, Window::FULL)];
                assert_eq!(bounds[0], bounds[1], "{}", one.text());
                if size < 11 {
                    // Where paths are cut, what counts as none differs by the size of the largest board.
                    let cut = |value: i32| value.abs() > 24 * 8;
                    let estimates = [knows.evaluate(&one), too.evaluate(&two)];
                    assert!(
                        estimates[0] == estimates[1] || estimates.into_iter().all(cut),
                        "{}",
                        one.text()
                    );
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let mv = moves.as_slice()[(random >> 33) as usize % moves.len()].mv;
                one.play(mv);
                two.play(mv);
            }
        }
    }
}

#[test]
fn the_laws_hold_in_every_size() {
    // On a single cell the second player never moves, which is against the laws.
    for size in 2..=MOST_OF_ONE_WORD {
        let game = start(size);
        let effort = Effort { games: if size < 7 { 40 } else { 8 }, ..Effort::default() };
        let check = Check::new(&game, &Connections).effort(&effort).exchange(Hex::exchanged);
        let summary = check.texts().run().unwrap_or_else(|violation| panic!("{violation}"));
        assert!(summary.solved > 0 && summary.bounds > 0, "{summary:?}");
        assert!(summary.symmetric > 0, "{summary:?}");
        check_text(&game, &effort).unwrap_or_else(|violation| panic!("{violation}"));
    }
}

/// A board of plain letters: `r`, `b`, `.`.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Letters {
    size: usize,
    cells: Vec<char>,
}

impl Letters {
    fn of(game: &Hex) -> Self {
        let text = game.text();
        Letters { size: game.size(), cells: text.chars().filter(|&c| c != '/').collect() }
    }

    fn mover(&self) -> char {
        let count = |letter| self.cells.iter().filter(|&&cell| cell == letter).count();
        if count('r') == count('b') { 'r' } else { 'b' }
    }

    /// True if the letter's stones join top and bottom (red) or left and right: depth first.
    fn joined(&self, letter: char) -> bool {
        let size = self.size as i32;
        let at = |row: i32, column: i32| {
            let (row, column) = if letter == 'r' { (row, column) } else { (column, row) };
            self.cells[(row * size + column) as usize] == letter
        };
        let mut seen = vec![false; self.cells.len()];
        let mut open: Vec<(i32, i32)> = (0..size).map(|column| (0, column)).collect();
        while let Some((row, column)) = open.pop() {
            let inside = (0..size).contains(&row) && (0..size).contains(&column);
            if !inside || seen[(row * size + column) as usize] || !at(row, column) {
                continue;
            }
            if row == size - 1 {
                return true;
            }
            seen[(row * size + column) as usize] = true;
            let around = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];
            open.extend(around.map(|(down, right)| (row + down, column + right)));
        }
        false
    }

    fn is_over(&self) -> bool {
        self.joined('r') || self.joined('b')
    }

    fn children(&self) -> impl Iterator<Item = Letters> {
        let empty = (0..self.cells.len()).filter(|&cell| self.cells[cell] == '.');
        empty.map(|cell| {
            let mut child = self.clone();
            child.cells[cell] = self.mover();
            child
        })
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.is_over() => 0,
            _ => self.children().map(|child| child.perft(depth - 1)).sum(),
        }
    }

    fn number(&self) -> u64 {
        let digit = |&cell: &char| ".rb".find(cell).unwrap() as u64;
        self.cells.iter().map(digit).fold(0, |number, digit| 3 * number + digit)
    }

    /// True if the side to move wins.
    fn wins(&mut self, known: &mut HashMap<u64, bool>) -> bool {
        let mover = self.mover();
        if self.joined(if mover == 'r' { 'b' } else { 'r' }) {
            return false;
        }
        let number = self.number();
        if let Some(&wins) = known.get(&number) {
            return wins;
        }
        let wins = (0..self.cells.len()).any(|cell| {
            self.cells[cell] == '.' && {
                self.cells[cell] = mover;
                let wins = !self.wins(known);
                self.cells[cell] = '.';
                wins
            }
        });
        known.insert(number, wins);
        wins
    }
}

#[test]
fn lines_are_as_many_as_a_second_implementation_counts() {
    for (size, depth) in [(1, 2), (2, 5), (3, 8), (4, 5), (5, 4), (11, 2)] {
        for depth in 1..=depth {
            let expected = Letters::of(&start(size)).perft(depth);
            assert_eq!(perft(&start(size), depth), expected, "{size} to depth {depth}");
        }
    }
}

#[test]
fn random_games_end_where_a_second_implementation_says() {
    let mut random = 1u64;
    for size in 1..=MOST_OF_ONE_WORD {
        for _ in 0..20 {
            let mut game = start(size);
            loop {
                let letters = Letters::of(&game);
                assert_eq!(game.outcome().is_some(), letters.is_over(), "{}", game.text());
                if let Some(outcome) = game.outcome() {
                    let mover = if game.to_move() == Side::First { 'r' } else { 'b' };
                    assert_eq!(outcome, Outcome::Loss);
                    assert!(!letters.joined(mover), "{}", game.text());
                    assert_eq!(game.parse(&game.text()), Ok(game));
                    break;
                }
                let mut moves = MoveList::new();
                game.moves(&mut moves);
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game.play(moves.as_slice()[(random >> 33) as usize % moves.len()].mv);
            }
        }
    }
}

fn solved<C: Cells>(game: &HexOf<C>) -> Score {
    let mut engine = Engine::new(&Config::single(32 << 20), Connections).unwrap();
    let report = engine.search(game, &Limits::solve()).unwrap();
    assert!(report.verdict.proven);
    report.verdict.score
}

/// The openings that win, by their names.
fn winning(size: usize) -> Vec<String> {
    let mut moves = MoveList::new();
    start(size).moves(&mut moves);
    let wins = |&mv: &u8| {
        let mut game = start(size);
        game.play(mv);
        game.outcome().is_some() || solved(&game) < Score::DRAW
    };
    moves.iter().filter(wins).map(|mv| start(size).notation(mv)).collect()
}

#[test]
fn the_first_player_wins_on_every_board_that_can_be_solved() {
    for (size, plies) in [(1, 1), (2, 3), (3, 5), (4, 9)] {
        assert_eq!(solved(&start(size)), Score::win_in(plies), "{size}");
    }
    for size in [1, 2, 3] {
        let value = minimax(&mut start(size), &mut RulesOnly::default(), None);
        assert_eq!(solved(&start(size)), value, "{size}");
    }
}

#[test]
fn the_first_player_wins_on_five_by_five() {
    assert_eq!(solved(&start(5)), Score::win_in(13));
}

/// With the swap rule the second player takes a first stone over that wins, and answers another. On a single cell there
/// is nothing to answer.
#[test]
fn with_the_swap_rule_the_second_player_wins_on_every_board_that_can_be_solved_but_for_a_single_cell()
 {
    assert_eq!(solved(&start(1).swapping(true)), Score::win_in(1));
    for size in 2..=4 {
        let game = start(size).swapping(true);
        assert!(solved(&game) < Score::DRAW, "{size}: {:?}", solved(&game));
        assert_eq!(solved(&WideHex::new(size).unwrap().swapping(true)), solved(&game), "{size}");
    }
    for size in [2, 3] {
        let mut game = start(size).swapping(true);
        let value = minimax(&mut game, &mut RulesOnly::default(), None);
        assert_eq!(solved(&game), value, "{size}");
    }
    // What is taken over is worth to the second player what it was to the first.
    for (opening, takes) in [("a1", false), ("d1", true), ("c2", true), ("b2", false)] {
        let opened = start(4).swapping(true).play_line(opening).unwrap();
        let mut swapped = opened;
        swapped.play(SWAP);
        assert_eq!(solved(&swapped) < Score::DRAW, takes, "{opening}");
        assert!(solved(&opened) > Score::DRAW, "{opening}");
    }
}

#[test]
fn the_openings_that_win_on_two_and_on_four_are_the_short_diagonal() {
    assert_eq!(winning(2), ["b1", "a2"]);
    assert_eq!(winning(4), ["d1", "c2", "b3", "a4"]);
}

#[test]
fn every_opening_up_to_four_is_won_or_lost_as_a_second_implementation_says() {
    for size in [1, 2, 3, 4] {
        let mut known = HashMap::new();
        let empty = Letters::of(&start(size));
        let names = (0..size * size).map(|cell| start(size).notation(cell as u8));
        let wins = empty.children().map(|mut child| !child.wins(&mut known)).collect::<Vec<_>>();
        let expected: Vec<String> =
            names.zip(wins).filter(|(_, wins)| *wins).map(|(name, _)| name).collect();
        assert_eq!(winning(size), expected, "{size}");
    }
}

#[test]
fn examples_have_the_values_that_they_claim() {
    let game = start(4);
    let value = |name: &str| {
        let example = game.examples().iter().find(|example| example.name == name).unwrap();
        solved(&game.parse(example.position).unwrap())
    };
    assert!(value("short-diagonal") < Score::DRAW);
    assert!(value("beside-it") > Score::DRAW);
}
