//! The guide's table of mistakes, held against the mistakes themselves.

use plyglot_search::{Game, Knowledge, MoveList, Outcome, Side, random::mix};

use super::*;

const PAGE: &str = include_str!("../../guide/mistakes.rs");

/// The rows of the page's table: the mistake, the law that it breaks, what is likely.
fn rows() -> Vec<[&'static str; 3]> {
    let rows = PAGE.lines().filter_map(|line| line.strip_prefix("//! | "));
    let cells = |row: &'static str| {
        let mut cells = row.trim_end_matches(" |").splitn(3, " | ");
        [(); 3].map(|()| cells.next().unwrap_or_default())
    };
    rows.skip(1).map(cells).filter(|row| !row[0].starts_with("---")).collect()
}

/// What the check says of each mistake that the page lists.
fn planted() -> Vec<(&'static str, Violation)> {
    let broken = |checked: Result<Summary, Violation>| checked.expect_err("it must be found");
    let text = |checked: Result<usize, Violation>| checked.expect_err("it must be found");
    let effort = Effort::default();
    vec![
        ("`undo` forgets a field", broken(rules_of::<UNDO_FORGETS>())),
        ("the key without the side to move", broken(rules_of::<KEY_WITHOUT_SIDE>())),
        ("a pass that is not in the key", broken(rules_of::<PASS_NOT_IN_KEY>())),
        ("a key that is a plain code", broken(rules_of::<KEY_UNMIXED>())),
        ("the outcome of the first player", broken(rules_of::<OUTCOME_OF_FIRST>())),
        ("an outcome where there are moves", broken(rules_of::<OUTCOME_TOO_EARLY>())),
        ("neither an outcome nor a move", broken(rules_of::<LAST_MOVE_MISSING>())),
        ("a move given twice", broken(rules_of::<MOVE_TWICE>())),
        ("the turn worked out from the number of moves", broken(rules_of::<MOVER_BY_COUNT>())),
        ("positions that come back, undeclared", broken(rules_of::<PASS_UNANNOUNCED>())),
        ("`pack` loses a part of the move", broken(rules_of::<PACK_LOSES>())),
        ("`unpack` accepts what is not legal", broken(rules_of::<UNPACK_TAKEN>())),
        ("sums for the evaluation that go wrong", {
            let start = Strip::<SUM_GOES_WRONG>::new();
            broken(Check::new(&start, &BySum).identity(|game| game.text()).run())
        }),
        ("the evaluation of the first player", broken(player::<EVALUATES_FOR_FIRST>())),
        ("bounds that are too tight", broken(player::<BOUNDS_TOO_TIGHT>())),
        ("a best move that `expand` drops", broken(player::<EXPAND_DROPS_BEST>())),
        ("a leaf solver that is off", broken(player::<LEAF_OFF>())),
        ("a frontier search that is off", broken(player::<FRONTIER_OFF>())),
        ("a symmetry that is none", broken(player::<SYMMETRY_TOO_COARSE>())),
        ("a null move that keeps the turn", broken(player::<NULL_KEEPS_TURN>())),
        (
            "a text without the side to move",
            text(check_text(&Strip::<TEXT_WITHOUT_SIDE>::new(), &effort)),
        ),
        ("two moves written alike", text(check_text(&Strip::<NOTATION_TWICE>::new(), &effort))),
        (
            "a move that touches a cell that is not there",
            text(check_text(&Strip::<TOUCHES_BEYOND>::new(), &effort)),
        ),
    ]
}

#[test]
fn the_guides_table_says_what_the_check_says() {
    let planted = planted();
    let told: Vec<[String; 3]> = planted
        .iter()
        .map(|(mistake, broken)| {
            [(*mistake).into(), format!("{}", broken.law), broken.likely.into()]
        })
        .collect();
    assert_eq!(rows(), told, "as a table:\n{}", as_table(&told));
}

fn as_table(rows: &[[String; 3]]) -> String {
    rows.iter().map(|[a, b, c]| format!("//! | {a} | {b} | {c} |\n")).collect()
}

#[test]
fn every_violation_names_its_likely_mistake_and_what_sets_two_positions_apart() {
    for (mistake, broken) in planted() {
        let text = broken.to_string();
        assert!(text.contains(&format!("\n  likely: {}\n", broken.likely)), "{mistake}: {text}");
    }
    let undo = rules_of::<UNDO_FORGETS>().unwrap_err();
    assert!(undo.found.contains("`claimed: 1` instead of `claimed: 0`"), "{undo}");
    let key = rules_of::<KEY_WITHOUT_SIDE>().unwrap_err();
    assert!(key.found.contains("`side: First`") && key.found.contains("`side: Second`"), "{key}");
    let pass = rules_of::<PASS_NOT_IN_KEY>().unwrap_err();
    assert!(pass.found.contains("`passed: true`"), "{pass}");
}

/// Take one or two from a heap; who takes the last one wins. Or, with the one mistake, the other.
#[derive(Clone, Debug, PartialEq)]
struct Heap<const WRONG: bool> {
    left: u32,
    side: Side,
}

impl<const WRONG: bool> Game for Heap<WRONG> {
    type Move = u32;
    type Undo = ();

    fn to_move(&self) -> Side {
        self.side
    }
    fn key(&self) -> u64 {
        mix(u64::from(self.left) * 2 + u64::from(self.side == Side::First))
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(if WRONG { Outcome::Win } else { Outcome::Loss })
    }
    fn moves(&self, out: &mut MoveList<u32>) {
        (1..=self.left.min(2)).for_each(|taken| out.push(taken));
    }
    fn play(&mut self, taken: u32) {
        self.left -= taken;
        self.side = self.side.other();
    }
    fn undo(&mut self, taken: u32, (): ()) {
        self.left += taken;
        self.side = self.side.other();
    }
    fn pack(taken: u32) -> u32 {
        taken
    }
    fn unpack(&self, bits: u32) -> Option<u32> {
        (1..=self.left.min(2)).contains(&bits).then_some(bits)
    }
}

/// Knows the heap, from the side to move if it is rightly asked.
#[derive(Clone)]
struct Taker<const OF_FIRST: bool>;

impl<const OF_FIRST: bool> Knowledge<Heap<false>> for Taker<OF_FIRST> {
    fn evaluate(&mut self, game: &Heap<false>) -> i32 {
        let points = if game.left.is_multiple_of(3) { -10 } else { 10 };
        if OF_FIRST && game.side == Side::Second { -points } else { points }
    }
}

fn doubts<const WRONG: bool>(knowledge: &impl Knowledge<Heap<WRONG>>) -> Vec<String> {
    let start = Heap::<WRONG> { left: 17, side: Side::First };
    Check::new(&start, knowledge).run().expect("it breaks no law").doubts
}

#[test]
fn sides_mixed_up_are_doubted_where_no_law_is_broken() {
    let none: [String; 0] = [];
    assert_eq!(doubts::<false>(&RulesOnly::default()), none);
    assert_eq!(doubts::<false>(&Taker::<false>), none);
    assert_eq!(player::<NONE>().unwrap().doubts, none);
    let [doubt] = &doubts::<true>(&RulesOnly::default())[..] else { panic!("one doubt") };
    assert!(doubt.contains("`outcome` is told for the player who moved"), "{doubt}");
    let [doubt] = &doubts::<false>(&Taker::<true>)[..] else { panic!("one doubt") };
    assert!(doubt.ends_with("of the first player, whichever side is to move"), "{doubt}");
}
