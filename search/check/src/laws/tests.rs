//! A small right game, and the same game with one mistake each: every mistake must be found and
//! named.

mod table;

use super::{Check, Effort, Law, Summary, Violation, check_text};
use plyglot_search::{
    Bounds, Describe, FrontierValue, Game, Knowledge, Meter, MoveList, Node, NodeKey, NullMove,
    Outcome, ParseError, Piece, RulesOnly, Score, Side, Window,
    random::mix,
    shape::{Colour, Content, FirstRow, Ground, Shape},
};

/// The mistakes. Constants, so that they can be parameters of types.
const NONE: u8 = 0;
const UNDO_FORGETS: u8 = 1;
const KEY_WITHOUT_SIDE: u8 = 2;
const MOVE_TWICE: u8 = 3;
const LAST_MOVE_MISSING: u8 = 4;
const OUTCOME_OF_FIRST: u8 = 5;
const PACK_LOSES: u8 = 6;
const UNPACK_ANYTHING: u8 = 7;
const UNPACK_TAKEN: u8 = 8;
const KEY_OF_THE_WAY: u8 = 9;
const KEY_UNMIXED: u8 = 10;
const ONE_SIDE_MOVES: u8 = 11;
const MOVER_BY_COUNT: u8 = 12;
const PACK_RESERVED: u8 = 13;
const STEP_OF_THREE: u8 = 14;
const PASS_UNANNOUNCED: u8 = 15;
const OUTCOME_TOO_EARLY: u8 = 16;
const PASS_NOT_IN_KEY: u8 = 17;
const EVALUATES_FOR_FIRST: u8 = 20;
const EVALUATES_BEYOND: u8 = 21;
const EVALUATES_BY_MOOD: u8 = 22;
const BOUNDS_TOO_TIGHT: u8 = 23;
const EXPAND_DROPS_BEST: u8 = 24;
const EXPAND_ILLEGAL: u8 = 25;
const LEAF_OFF: u8 = 26;
const NOISY_ILLEGAL: u8 = 27;
const NULL_KEEPS_TURN: u8 = 28;
const NULL_NOT_UNDONE: u8 = 29;
const SYMMETRY_ONE_WAY: u8 = 30;
const SYMMETRY_TOO_COARSE: u8 = 31;
const EXPAND_NOTHING: u8 = 32;
const FORCED_NOT_ALL: u8 = 33;
const FRONTIER_OFF: u8 = 34;
const SUM_GOES_WRONG: u8 = 35;
const KEPT_WRONG: u8 = 36;
const KEPT_TOO_LONG: u8 = 37;
const KEY_AFTER_WITHOUT_SIDE: u8 = 38;
const TEXT_WITHOUT_SIDE: u8 = 40;
const NOTATION_TWICE: u8 = 41;
const CONTENT_MISSING: u8 = 42;
const PIECE_UNKNOWN: u8 = 43;
const TOUCHES_BEYOND: u8 = 44;
const COLOURS_ALIKE: u8 = 45;
const COLOUR_UNSEEN: u8 = 46;

const CELLS: usize = 8;
const WORTH: [i32; CELLS] = [1, 2, 3, 4, 4, 3, 2, 1];
const PASS: u8 = 99;

/// A strip of cells to claim in turn. Claiming next to a cell of one's own moves again. When all
/// are claimed, the margin is what one's cells are worth, less the opponent's.
#[derive(Clone, Debug, PartialEq)]
struct Strip<const F: u8> {
    cells: [Option<Side>; CELLS],
    side: Side,
    claimed: usize,
    way: u64,
    passed: bool,
}

type Right = Strip<NONE>;

impl<const F: u8> Strip<F> {
    fn new() -> Self {
        Strip { cells: [None; CELLS], side: Side::First, claimed: 0, way: 0, passed: false }
    }

    fn ahead(&self, side: Side) -> i32 {
        let sign = |owner| if owner == side { 1 } else { -1 };
        (0..CELLS).filter_map(|c| self.cells[c].map(|owner| sign(owner) * WORTH[c])).sum()
    }

    fn open(&self) -> i32 {
        (0..CELLS).filter(|&c| self.cells[c].is_none()).map(|c| WORTH[c]).sum()
    }

    fn beside_own(&self, cell: usize) -> bool {
        let own = |c: usize| self.cells.get(c).is_some_and(|&owner| owner == Some(self.side));
        own(cell + 1) || cell > 0 && own(cell - 1)
    }

    fn exchanged(&self) -> Self {
        let mut other = self.clone();
        other.cells = self.cells.map(|owner| owner.map(Side::other));
        other.side = self.side.other();
        other
    }

    fn mirrored(&self) -> Self {
        let mut other = self.clone();
        other.cells.reverse();
        other
    }

    fn digits(&self, with_side: bool) -> u64 {
        let digit = |owner| match owner {
            None => 0,
            Some(Side::First) => 1,
            Some(Side::Second) => 2,
        };
        let cells = self.cells.iter().fold(0, |sum, &owner| sum * 3 + digit(owner));
        cells * 2 + u64::from(with_side && self.side == Side::Second)
    }
}

impl<const F: u8> Game for Strip<F> {
    type Move = u8;
    type Undo = (Side, u64, bool);
    const ENDS_ONLY_WITHOUT_MOVES: bool = true;
    const MARGIN_STEP: i32 = if F == STEP_OF_THREE { 3 } else { 2 };

    fn to_move(&self) -> Side {
        match F {
            MOVER_BY_COUNT if self.claimed.is_multiple_of(2) => Side::First,
            MOVER_BY_COUNT => Side::Second,
            _ => self.side,
        }
    }

    fn key(&self) -> u64 {
        match F {
            KEY_UNMIXED => self.digits(true),
            KEY_OF_THE_WAY => mix(self.digits(true)) ^ self.way,
            _ => mix(self.digits(F != KEY_WITHOUT_SIDE)),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let whose = if F == OUTCOME_OF_FIRST { Side::First } else { self.side };
        let full = if F == OUTCOME_TOO_EARLY { CELLS - 1 } else { CELLS };
        (self.claimed >= full).then(|| Outcome::Margin(self.ahead(whose)))
    }

    fn moves(&self, out: &mut MoveList<u8>) {
        if F == LAST_MOVE_MISSING && self.claimed == CELLS - 1 {
            return;
        }
        let open = (0..CELLS as u8).filter(|&cell| self.cells[cell as usize].is_none());
        open.for_each(|cell| out.push(cell));
        if F == MOVE_TWICE && self.cells[2].is_none() {
            out.push(2);
        }
        let may_pass = F == PASS_UNANNOUNCED || F == PASS_NOT_IN_KEY && !self.passed;
        if may_pass && self.claimed < CELLS {
            out.push(PASS);
        }
    }

    fn play(&mut self, cell: u8) -> Self::Undo {
        let undo = (self.side, self.way, self.passed);
        self.passed = F == PASS_NOT_IN_KEY && cell == PASS;
        if cell == PASS {
            self.side = self.side.other();
            return undo;
        }
        let again = self.beside_own(cell as usize);
        self.cells[cell as usize] = Some(self.side);
        self.claimed += 1;
        if F == KEY_OF_THE_WAY || F == SUM_GOES_WRONG {
            self.way = mix(self.way ^ u64::from(cell));
        }
        if !again && F != ONE_SIDE_MOVES {
            self.side = self.side.other();
        }
        undo
    }

    fn undo(&mut self, cell: u8, undo: Self::Undo) {
        (self.side, self.way, self.passed) = undo;
        if cell != PASS {
            self.cells[cell as usize] = None;
            self.claimed -= usize::from(F != UNDO_FORGETS);
        }
    }

    fn pack(cell: u8) -> u32 {
        match F {
            PACK_LOSES => u32::from(cell / 2),
            PACK_RESERVED if cell == 5 => u32::MAX,
            _ => u32::from(cell),
        }
    }

    fn unpack(&self, bits: u32) -> Option<u8> {
        match F {
            UNPACK_ANYTHING => return Some(bits as u8),
            UNPACK_TAKEN => return (bits < CELLS as u32).then_some(bits as u8),
            PASS_UNANNOUNCED | PASS_NOT_IN_KEY if bits == u32::from(PASS) => {
                return (!self.passed && self.claimed < CELLS).then_some(PASS);
            }
            _ => {}
        }
        let open = self.cells.get(bits as usize).is_some_and(Option::is_none);
        open.then_some(bits as u8)
    }
}

impl<const F: u8> Describe for Strip<F> {
    const NOTATION: &'static str = "one of -xo a cell, then the side to move; cells from 1";

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let owner = |letter| match letter {
            b'-' => Ok(None),
            b'x' => Ok(Some(Side::First)),
            b'o' => Ok(Some(Side::Second)),
            _ => Err(ParseError::new("a cell is one of -xo")),
        };
        let owners = text.bytes().take(CELLS).map(owner).collect::<Result<Vec<_>, _>>()?;
        let cells: [_; CELLS] = owners.try_into().map_err(|_| ParseError::new("too short"))?;
        let side = if text.ends_with('2') { Side::Second } else { Side::First };
        Ok(Strip { cells, side, claimed: cells.iter().flatten().count(), way: 0, passed: false })
    }

    fn text(&self) -> String {
        let letter = |owner| match owner {
            None => '-',
            Some(Side::First) => 'x',
            Some(Side::Second) => 'o',
        };
        let second = self.side == Side::Second && F != TEXT_WITHOUT_SIDE;
        let cells = self.cells.into_iter().map(letter);
        cells.chain([if second { '2' } else { '1' }]).collect()
    }

    fn parse_move(&self, text: &str) -> Result<u8, ParseError> {
        let cell: u32 = text.parse().map_err(|_| ParseError::new("a move is a number"))?;
        self.unpack(cell.wrapping_sub(1)).ok_or_else(|| ParseError::new("not an open cell"))
    }

    fn notation(&self, cell: u8) -> String {
        let shown = if F == NOTATION_TWICE { cell & 6 } else { cell };
        (shown + 1).to_string()
    }

    fn board(&self) -> String {
        self.text()
    }

    const PIECES: &'static [Piece] = &[Piece::first('x', '●'), Piece::second('o', '○')];

    fn shape(&self) -> Option<Shape> {
        let strip = Shape::grid(CELLS, 1, FirstRow::Top);
        Some(match F {
            COLOURS_ALIKE => strip.coloured(Colour::Red, Colour::Red),
            COLOUR_UNSEEN => strip.coloured(Colour::Red, Colour::Blue).on(Ground::Felt),
            _ => strip,
        })
    }

    fn contents(&self) -> Vec<Content> {
        let content = |owner| match owner {
            None => Content::Empty,
            Some(Side::First) => Content::Piece('x'),
            Some(Side::Second) => Content::Piece(if F == PIECE_UNKNOWN { 'q' } else { 'o' }),
        };
        let cells = if F == CONTENT_MISSING { CELLS - 1 } else { CELLS };
        self.cells[..cells].iter().copied().map(content).collect()
    }

    fn touches(&self, cell: u8) -> Vec<u16> {
        if cell == PASS {
            return Vec::new();
        }
        vec![u16::from(cell) + u16::from(F == TOUCHES_BEYOND)]
    }
}

/// Estimates by what the position carries along.
#[derive(Clone, Default)]
struct BySum;

impl<const F: u8> Knowledge<Strip<F>> for BySum {
    fn evaluate(&mut self, game: &Strip<F>) -> i32 {
        (game.way % 1000) as i32
    }
}

/// What a player of the strip knows.
#[derive(Clone, Default)]
struct Player<const F: u8> {
    mood: i32,
    /// Cells claimed by the first player less those of the second, kept along the line.
    kept: i32,
}

impl<const F: u8> Player<F> {
    fn value(game: &Right) -> Score {
        crate::minimax::minimax(&mut game.clone(), &mut RulesOnly::default(), None)
    }
}

impl<const F: u8> Knowledge<Right> for Player<F> {
    const ANTISYMMETRIC: bool = true;
    const QUIESCENCE: bool = F == FORCED_NOT_ALL;

    fn evaluate(&mut self, game: &Right) -> i32 {
        self.mood += 1;
        match F {
            EVALUATES_FOR_FIRST => game.ahead(Side::First),
            EVALUATES_BEYOND => game.ahead(game.side) * 9000,
            EVALUATES_BY_MOOD => self.mood,
            KEPT_WRONG | KEPT_TOO_LONG => {
                if game.side == Side::First {
                    self.kept
                } else {
                    -self.kept
                }
            }
            _ => game.ahead(game.side),
        }
    }

    fn begin(&mut self, game: &Right) {
        let of = |side| game.cells.iter().filter(|&&cell| cell == Some(side)).count() as i32;
        self.kept = of(Side::First) - of(Side::Second);
    }

    fn played(&mut self, game: &Right, cell: u8, _undo: &<Right as Game>::Undo) {
        self.kept += match game.cells.get(usize::from(cell)) {
            Some(Some(Side::First)) => 1,
            // A mistake: what one's second cell in a row counts.
            Some(Some(Side::Second)) if F == KEPT_WRONG && game.side == Side::Second => 0,
            Some(Some(Side::Second)) => -1,
            _ => 0,
        };
    }

    fn undone(&mut self, game: &Right, cell: u8) {
        if F != KEPT_TOO_LONG && usize::from(cell) < CELLS {
            self.kept -= if game.side == Side::First { 1 } else { -1 };
        }
    }

    fn key_after(&self, game: &Right, cell: u8) -> Option<NodeKey> {
        let mut after = game.clone();
        let side = game.side;
        after.play(cell);
        if F == KEY_AFTER_WITHOUT_SIDE {
            after.side = side;
        }
        Some(self.key(&after))
    }

    fn expand(&mut self, game: &Right, _node: &Node, out: &mut MoveList<u8>) {
        if F == EXPAND_DROPS_BEST && game.cells[3].is_none() && game.claimed < CELLS - 1 {
            let rest = |&cell: &u8| cell != 3 && game.cells[cell as usize].is_none();
            (0..CELLS as u8).filter(rest).for_each(|cell| out.push(cell));
        } else if F != EXPAND_NOTHING {
            game.moves(out);
        }
        if F == EXPAND_ILLEGAL && game.claimed > 2 {
            (0..CELLS as u8)
                .filter(|&c| game.cells[c as usize].is_some())
                .for_each(|c| out.push(c));
        }
    }

    fn bounds(&mut self, game: &Right, _window: Window) -> Bounds {
        let open = game.open() - if F == BOUNDS_TOO_TIGHT { 1 } else { 0 };
        let ahead = game.ahead(game.side);
        Bounds { lower: Score::margin(ahead - open), upper: Score::margin(ahead + open) }
    }

    fn solve_leaf(
        &mut self,
        game: &Right,
        _window: Window,
        _depth: i32,
        meter: &mut Meter<'_>,
    ) -> Option<Score> {
        meter.count(1);
        if game.claimed + 3 < CELLS {
            return None;
        }
        let value = Self::value(game);
        Some(if F == LEAF_OFF { Score::from_raw(value.raw() + 2) } else { value })
    }

    fn search_frontier(&mut self, game: &Right, _window: Window) -> Option<FrontierValue> {
        let free = || (0..CELLS).filter(|&cell| game.cells[cell].is_none());
        let (most, ahead) = (free().map(|cell| WORTH[cell]).max()?, game.ahead(game.side));
        let answers = F == NONE || F == FRONTIER_OFF;
        // Who is so far ahead has won, which is no estimate.
        if !answers || ahead.abs() + 2 * most > game.open() {
            return None;
        }
        let points = ahead + most - if F == FRONTIER_OFF { 1 } else { 0 };
        Some(FrontierValue { points, children: free().count() as u32 })
    }

    fn key(&self, game: &Right) -> NodeKey {
        let (own, other) = (game.digits(true), game.mirrored().digits(true));
        match F {
            SYMMETRY_TOO_COARSE => NodeKey { hash: mix(game.digits(false)), symmetry: 0 },
            _ if own <= other => NodeKey { hash: mix(own), symmetry: 0 },
            _ => NodeKey { hash: mix(other), symmetry: 1 },
        }
    }

    fn to_canonical(&self, _game: &Right, cell: u8, symmetry: u8) -> u8 {
        if symmetry == 0 { cell } else { CELLS as u8 - 1 - cell }
    }

    fn bits_from_canonical(&self, _game: &Right, bits: u32, symmetry: u8) -> u32 {
        if symmetry == 0 || F == SYMMETRY_ONE_WAY {
            bits
        } else {
            (CELLS as u32 - 1).wrapping_sub(bits)
        }
    }

    fn noisy(&mut self, game: &Right, _node: &Node, out: &mut MoveList<u8>) {
        if game.cells[3].is_none() || F == NOISY_ILLEGAL {
            out.push(3);
        }
    }

    fn forced(&mut self, game: &Right) -> bool {
        game.cells[3].is_none()
    }

    fn null_move(&mut self, game: &mut Right, _node: &Node) -> Option<NullMove<(Side, u64, bool)>> {
        let undo = (game.side, game.way, game.passed);
        if F != NULL_KEEPS_TURN {
            game.side = game.side.other();
        }
        Some(NullMove::new(undo, 2))
    }

    fn undo_null(&mut self, game: &mut Right, (side, ..): (Side, u64, bool)) {
        if F != NULL_NOT_UNDONE {
            game.side = side;
        }
    }
}

fn rules_of<const F: u8>() -> Result<Summary, Violation> {
    let (start, rules_only) = (Strip::<F>::new(), RulesOnly::default());
    Check::new(&start, &rules_only).exchange(Strip::exchanged).run()
}

fn player<const F: u8>() -> Result<Summary, Violation> {
    Check::new(&Right::new(), &Player::<F>::default()).exchange(Strip::exchanged).run()
}

fn law(checked: Result<Summary, Violation>) -> Law {
    checked.expect_err("the mistake must be found").law
}

#[test]
fn a_right_game_keeps_all_laws_and_every_law_had_something_to_say() {
    let summary = player::<NONE>().unwrap();
    let Summary { positions, finished, transpositions, symmetric, exchanged, .. } = summary;
    assert!(positions > 300 && finished == 40 && transpositions > 100, "{summary:?}");
    assert!(symmetric > 50 && exchanged == positions, "{summary:?}");
    assert!(summary.solved > 40 && summary.bounds > 40 && summary.leaves > 40, "{summary:?}");
    assert!(
        summary.last_plies > 40 && summary.noisy > 40 && summary.null_moves > 40,
        "{summary:?}"
    );
    assert!(check_text(&Right::new(), &Effort::default()).unwrap() > 200);
}

#[test]
fn the_same_seed_looks_at_the_same_positions() {
    assert_eq!(player::<NONE>(), player::<NONE>());
}

#[test]
fn mistakes_in_playing_are_found_and_named() {
    assert_eq!(law(rules_of::<UNDO_FORGETS>()), Law::UndoRestores);
    assert_eq!(law(rules_of::<MOVE_TWICE>()), Law::DistinctMoves);
    assert_eq!(law(rules_of::<LAST_MOVE_MISSING>()), Law::MovesOrOutcome);
    assert_eq!(law(rules_of::<OUTCOME_TOO_EARLY>()), Law::EndsOnlyWithoutMoves);
    assert_eq!(law(rules_of::<STEP_OF_THREE>()), Law::Margins);
    assert_eq!(law(rules_of::<PASS_UNANNOUNCED>()), Law::Repetitions);
}

#[test]
fn mistakes_in_whose_turn_or_outcome_it_is_are_found_and_named() {
    assert_eq!(law(rules_of::<OUTCOME_OF_FIRST>()), Law::ColoursExchange);
    assert_eq!(law(rules_of::<MOVER_BY_COUNT>()), Law::ColoursExchange);
    assert_eq!(law(rules_of::<ONE_SIDE_MOVES>()), Law::BothSidesMove);
}

#[test]
fn mistakes_in_keys_are_found_and_named() {
    assert_eq!(law(rules_of::<KEY_WITHOUT_SIDE>()), Law::DifferentKeys);
    assert_eq!(law(rules_of::<PASS_NOT_IN_KEY>()), Law::DifferentKeys);
    assert_eq!(law(rules_of::<KEY_UNMIXED>()), Law::MixedKeys);
    // What depends on the way is no part of what makes two positions the same here.
    let checked = Check::new(&Strip::<KEY_OF_THE_WAY>::new(), &RulesOnly::default())
        .identity(|game| game.text())
        .run();
    assert_eq!(law(checked), Law::EqualKeys);
}

#[test]
fn mistakes_in_packing_are_found_and_named() {
    assert_eq!(law(rules_of::<PACK_LOSES>()), Law::PackRoundTrip);
    assert_eq!(law(rules_of::<PACK_RESERVED>()), Law::PackReserved);
    assert_eq!(law(rules_of::<UNPACK_ANYTHING>()), Law::UnpackRefuses);
    assert_eq!(law(rules_of::<UNPACK_TAKEN>()), Law::UnpackRefuses);
}

#[test]
fn mistakes_in_evaluating_are_found_and_named() {
    assert_eq!(law(player::<EVALUATES_FOR_FIRST>()), Law::EvaluationAntisymmetric);
    assert_eq!(law(player::<EVALUATES_BEYOND>()), Law::EvaluationRange);
    assert_eq!(law(player::<EVALUATES_BY_MOOD>()), Law::EvaluationRepeats);
}

#[test]
fn sums_that_go_wrong_are_found_where_a_position_is_met_again_or_read_back() {
    let start = Strip::<SUM_GOES_WRONG>::new();
    let check = || Check::new(&start, &BySum).identity(|game| game.text());
    let met = check().run().unwrap_err();
    assert_eq!(met.law, Law::EvaluationEqual);
    assert!(met.found.contains("where it was reached by"), "{met}");
    // Where no position is met twice before.
    let read = |seed| {
        let effort = Effort { openings: 0, games: 1, plies: 1, seed, ..Effort::default() };
        check().texts().effort(&effort).run().unwrap_err()
    };
    let found: Vec<Violation> = (1..9).map(read).collect();
    assert!(found.iter().all(|broken| broken.law == Law::EvaluationEqual), "{found:?}");
    assert!(
        found.iter().any(|broken| broken.found.contains("read back from its text")),
        "{found:?}"
    );
    let right = Right::new();
    let summary = Check::new(&right, &Player::<NONE>::default()).texts().run().expect("no mistake");
    // All but those where the game is over.
    assert!(summary.read_back > 300 && summary.read_back < summary.positions, "{summary:?}");
}

#[test]
fn games_also_begin_near_the_end_where_they_are_told_to() {
    // The random games from the start end before anything is decided.
    let start = Right::new();
    let effort = Effort { openings: 0, plies: 2, solve_nodes: 50, ..Effort::default() };
    let player = Player::<BOUNDS_TOO_TIGHT>::default();
    let summary = Check::new(&start, &player).effort(&effort).run().expect("nothing is solved");
    assert_eq!((summary.solved, summary.decided), (0, 0));
    let near = start.parse("xoxo-oo-1").expect("a position");
    let broken = Check::new(&start, &player).effort(&effort).also_from([near.clone()]).run();
    assert_eq!(law(broken), Law::BoundsHold);
    let right = Player::<NONE>::default();
    let summary = Check::new(&start, &right).effort(&effort).also_from([near]).run();
    let summary = summary.expect("no mistake");
    assert!(summary.decided > 0 && summary.decided <= summary.solved, "{summary:?}");
}

#[test]
fn a_violation_shows_as_its_text_in_a_test_that_unwraps() {
    let violation = player::<LEAF_OFF>().unwrap_err();
    assert_eq!(format!("{violation:?}"), violation.to_string());
}

#[test]
fn false_proofs_are_found_and_named() {
    assert_eq!(law(player::<BOUNDS_TOO_TIGHT>()), Law::BoundsHold);
    assert_eq!(law(player::<EXPAND_DROPS_BEST>()), Law::ExpandKeepsValue);
    assert_eq!(law(player::<LEAF_OFF>()), Law::LeafSolverRight);
    assert_eq!(law(player::<FRONTIER_OFF>()), Law::FrontierRight);
}

#[test]
fn illegal_advice_is_found_and_named() {
    assert_eq!(law(player::<EXPAND_ILLEGAL>()), Law::ExpandLegal);
    assert_eq!(law(player::<EXPAND_NOTHING>()), Law::ExpandLegal);
    assert_eq!(law(player::<NOISY_ILLEGAL>()), Law::NoisyLegal);
    assert_eq!(law(player::<FORCED_NOT_ALL>()), Law::ForcedNoisy);
    assert_eq!(law(player::<NULL_KEEPS_TURN>()), Law::NullMovePasses);
    assert_eq!(law(player::<NULL_NOT_UNDONE>()), Law::NullMoveUndone);
}

#[test]
fn state_that_is_kept_wrongly_and_keys_that_are_not_those_to_come_are_found_and_named() {
    assert_eq!(law(player::<KEPT_WRONG>()), Law::EvaluationFollows);
    assert_eq!(law(player::<KEPT_TOO_LONG>()), Law::EvaluationFollows);
    assert_eq!(law(player::<KEY_AFTER_WITHOUT_SIDE>()), Law::KeyAfter);
}

#[test]
fn false_symmetries_are_found_and_named() {
    assert_eq!(law(player::<SYMMETRY_ONE_WAY>()), Law::SymmetryRoundTrip);
    assert_eq!(law(player::<SYMMETRY_TOO_COARSE>()), Law::SymmetricValues);
}

#[test]
fn texts_that_do_not_read_back_are_found_and_named() {
    let text = |checked: Result<usize, Violation>| checked.unwrap_err().law;
    let effort = Effort::default();
    assert_eq!(text(check_text(&Strip::<TEXT_WITHOUT_SIDE>::new(), &effort)), Law::TextReadsBack);
    assert_eq!(text(check_text(&Strip::<NOTATION_TWICE>::new(), &effort)), Law::NotationReadsBack);
}

#[test]
fn a_board_that_does_not_fit_is_found_and_named() {
    let effort = Effort::default();
    let found = |checked: Result<usize, Violation>| checked.unwrap_err().found;
    let law = |checked: Result<usize, Violation>| checked.unwrap_err().law;
    check_text(&Right::new(), &effort).unwrap();
    let missing = || check_text(&Strip::<CONTENT_MISSING>::new(), &effort);
    assert_eq!(
        (law(missing()), found(missing()).as_str()),
        (Law::ShapeFits, "8 cells and 7 contents")
    );
    let unknown = || check_text(&Strip::<PIECE_UNKNOWN>::new(), &effort);
    assert_eq!(law(unknown()), Law::ShapeFits);
    assert!(found(unknown()).contains("'q'"));
    let beyond = || check_text(&Strip::<TOUCHES_BEYOND>::new(), &effort);
    assert_eq!(
        (law(beyond()), found(beyond()).as_str()),
        (Law::ShapeFits, "7 touches cell 8 of 8")
    );
}

#[test]
fn sides_that_look_alike_or_like_the_ground_are_found_and_named() {
    let broken = |checked: Result<usize, Violation>| checked.unwrap_err();
    let alike = broken(check_text(&Strip::<COLOURS_ALIKE>::new(), &Effort::default()));
    assert_eq!(alike.law, Law::SidesShow);
    assert_eq!(alike.found, "a piece ● of either side is Red: the sides look alike");
    let unseen = broken(check_text(&Strip::<COLOUR_UNSEEN>::new(), &Effort::default()));
    assert_eq!(unseen.law, Law::SidesShow);
    assert!(unseen.found.contains("has a contrast of 1."), "{unseen}");
    assert!(unseen.found.contains("Felt, and needs 3.0"), "{unseen}");
}

#[test]
fn a_violation_says_which_law_which_position_and_which_moves() {
    let violation = player::<LEAF_OFF>().unwrap_err();
    assert!(!violation.line.is_empty());
    let text = violation.to_string();
    for part in ["broken law: the leaf solver's answer", "true value Margin(", "Strip { cells"] {
        assert!(text.contains(part), "{text}");
    }
    assert!(text.contains(&format!("reached by: {}", violation.line.join(", "))), "{text}");
}
