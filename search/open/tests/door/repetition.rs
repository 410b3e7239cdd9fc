//! What it means that a position comes back, through the door: who has won, which moves are legal.

use plyglot_open::catalogue::{Catalogue, Single};
use plyglot_open::{Ask, Config, DoorError, Limits, ParseError, Position, Side};
use plyglot_search::{
    Bound, Describe, Ended, Game, MoveList, Outcome, Repetition, RulesOnly, Score, Verdict,
};

/// A piece on a row of five fields, a step ahead or back by turns. By its moves alone the game has no end.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    at: u32,
    mover: Side,
    rule: Repetition,
}

impl Game for Row {
    type Move = u32;
    type Undo = u32;
    const CAN_REPEAT: bool = true;

    fn repetition(&self) -> Repetition {
        self.rule
    }
    fn repeated(&self) -> Outcome {
        // What the side to move holds, on the field where it stands.
        Outcome::Margin(self.at as i32 + 1)
    }
    fn to_move(&self) -> Side {
        self.mover
    }
    fn key(&self) -> u64 {
        u64::from(self.at) * 2 + u64::from(self.mover == Side::Second)
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn moves(&self, out: &mut MoveList<u32>) {
        [AHEAD, BACK].into_iter().filter(|&step| self.may(step)).for_each(|step| out.push(step));
    }
    fn play(&mut self, step: u32) -> u32 {
        self.mover = self.mover.other();
        let next = self.at + step - 1;
        std::mem::replace(&mut self.at, next)
    }
    fn undo(&mut self, _: u32, at: u32) {
        (self.at, self.mover) = (at, self.mover.other());
    }
    fn pack(step: u32) -> u32 {
        step
    }
    fn unpack(&self, bits: u32) -> Option<u32> {
        ([AHEAD, BACK].contains(&bits) && self.may(bits)).then_some(bits)
    }
}

impl Describe for Row {
    const NOTATION: &'static str = "+ or -";

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let at = text.parse().map_err(|_| ParseError::new("a field is expected"))?;
        Ok(Row { at, ..self.clone() })
    }
    fn text(&self) -> String {
        self.at.to_string()
    }
    fn notation(&self, step: u32) -> String {
        if step == AHEAD { "+".into() } else { "-".into() }
    }
    fn board(&self) -> String {
        self.text()
    }
}

/// The first line, breadth first, to a position where the game is over with moves left.
fn stuck(rule: Repetition) -> Option<Position> {
    let mut lines = std::collections::VecDeque::from([start(rule)]);
    while let Some(at) = lines.pop_front() {
        if at.outcome() == Some(Outcome::Loss) {
            return Some(at);
        }
        let next = at.moves().expect("moves").into_iter();
        lines.extend(next.map(|mv| at.after(mv).expect("a legal move")));
    }
    None
}

/// One more than by how much the field grows.
const AHEAD: u32 = 2;
const BACK: u32 = 0;

impl Row {
    fn may(&self, step: u32) -> bool {
        if step == AHEAD { self.at < 4 } else { self.at > 0 }
    }
}

fn start(rule: Repetition) -> Position {
    let row = Row { at: 2, mover: Side::First, rule };
    let game = Catalogue::empty().and(Single::new("row", row).knowledge(RulesOnly::default()));
    game.open("row").and_then(|game| game.start()).expect("a row")
}

fn after(rule: Repetition, moves: &[u32]) -> Position {
    let mut at = start(rule);
    moves.iter().for_each(|&mv| at.play(mv).expect("a legal move"));
    at
}

#[test]
fn the_third_time_ends_the_game_as_it_says() {
    let circle = [AHEAD, BACK];
    let [once, twice] = [1, 2].map(|times| circle.repeat(times));
    for (rule, outcome) in
        [(Repetition::Draw, Outcome::Draw), (Repetition::Ends, Outcome::Margin(3))]
    {
        assert_eq!(after(rule, &once).repeated(), None);
        let third = after(rule, &twice);
        assert_eq!((third.outcome(), third.repeated()), (None, Some(outcome)));
        assert_eq!(third.without_past().repeated(), None);
        assert_eq!(third.moves().expect("moves"), [AHEAD, BACK], "by the rules alone it goes on");
    }
}

#[test]
fn a_move_that_brings_a_position_back_is_illegal_under_superko() {
    let at = after(Repetition::Forbidden, &[AHEAD]);
    assert_eq!(at.moves().expect("moves"), [AHEAD], "back is where it came from");
    let mut copy = at.clone();
    assert!(matches!(copy.play(BACK), Err(DoorError::Illegal(BACK))));
    assert_eq!((copy.key(), copy.plies()), (at.key(), at.plies()));
    let said = at.parse_move("-").expect_err("it is forbidden").to_string();
    assert!(said.contains("brings back a position"), "{said}");
    assert!(copy.play_text("-").is_err());
    assert_eq!(at.parse_move("+").expect("a move"), AHEAD);
    assert_eq!(at.without_past().moves().expect("moves"), [AHEAD, BACK]);
}

#[test]
fn who_has_only_forbidden_moves_has_lost() {
    let mut at = stuck(Repetition::Forbidden).expect("a line to such a position");
    assert_eq!(at.outcome(), Some(Outcome::Loss));
    assert!(at.moves().expect("moves").is_empty());
    assert_eq!(at.without_past().outcome(), None);
    at.undo();
    assert_eq!(at.outcome(), None);
}

#[test]
fn an_engine_plays_no_forbidden_move_and_searches_no_game_that_is_over() {
    let row = Row { at: 2, mover: Side::First, rule: Repetition::Forbidden };
    let games = Catalogue::empty().and(Single::new("row", row).knowledge(RulesOnly::default()));
    let game = games.open("row").expect("a row");
    let mut engine = game.engine(&Config::single(1 << 16), None).expect("an engine");
    let mut at = game.start().expect("a start");
    loop {
        let report = engine.run(&Ask::new(&at, &Limits::depth(6))).expect("a result");
        if at.outcome().is_some() {
            assert_eq!(report.ended, Ended::GameOver);
            break;
        }
        let mv = report.best_move().expect("a move");
        at.play(mv).expect("the engine's move is legal");
    }
    let wrong = Limits { root_moves: vec![BACK], ..Limits::depth(2) };
    let at = after(Repetition::Forbidden, &[AHEAD]);
    assert!(engine.run(&Ask::new(&at, &wrong)).is_err(), "a forbidden move is none to be searched");
}

#[test]
fn what_the_third_time_is_worth_is_proven_and_the_second_time_is_open() {
    for (rule, third) in [(Repetition::Draw, Score::DRAW), (Repetition::Ends, Score::margin(-3))] {
        let row = Row { at: 2, mover: Side::First, rule };
        let games = Catalogue::empty().and(Single::new("row", row).knowledge(RulesOnly::default()));
        let game = games.open("row").expect("a row");
        // One table for both pasts.
        let mut engine = game.engine(&Config::single(1 << 16), None).expect("an engine");
        let limits = Limits { root_moves: vec![BACK], ..Limits::depth(1) };
        for _ in 0..2 {
            let once = after(rule, &[AHEAD]);
            let report = engine.run(&Ask::new(&once, &limits)).expect("a result");
            assert!(!report.verdict.proven, "{rule:?}: {:?}", report.verdict);
            let twice = after(rule, &[AHEAD, BACK, AHEAD]);
            let report = engine.run(&Ask::new(&twice, &limits)).expect("a result");
            let proven = Verdict { score: third, bound: Bound::Exact, proven: true };
            assert_eq!(report.verdict, proven, "{rule:?}");
        }
    }
}
