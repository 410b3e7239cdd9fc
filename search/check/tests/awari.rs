//! Awari with few holes: positions come back, and each side then keeps what it holds.

use plyglot_check::laws::Check;
use plyglot_check::minimax::minimax_on_path;
use plyglot_search::{
    Config, Engine, Game, Knowledge, Limits, MoveList, Outcome, Repetition, Score, Side,
};

const HOLES: usize = 3;
const ALL: usize = 2 * HOLES;

/// The holes of the side to move come first, in the order in which it sows.
#[derive(Clone, Debug, PartialEq)]
struct Awari {
    holes: [u8; ALL],
    /// Seeds captured, by the side to move first.
    captured: [u8; 2],
    mover: Side,
    rule: Repetition,
}

impl Awari {
    fn new(seeds: u8, rule: Repetition) -> Awari {
        Awari { holes: [seeds; ALL], captured: [0; 2], mover: Side::First, rule }
    }

    fn held(holes: &[u8]) -> u8 {
        holes.iter().sum()
    }

    /// The position after sowing from a hole, for the other side; without the rule that it has to be left seeds.
    fn sown(&self, from: usize) -> Awari {
        let (mut holes, mut captured) = (self.holes, self.captured);
        let mut at = from;
        for _ in 0..std::mem::take(&mut holes[from]) {
            at = (at + 1) % ALL;
            if at == from {
                at = (at + 1) % ALL;
            }
            holes[at] += 1;
        }
        let mut taken = holes;
        let mut seeds = 0;
        while at >= HOLES && matches!(taken[at], 2 | 3) {
            seeds += std::mem::take(&mut taken[at]);
            at -= 1;
        }
        // Who would take all that the other has takes nothing.
        if Awari::held(&taken[HOLES..]) > 0 {
            holes = taken;
            captured[0] += seeds;
        }
        holes.rotate_left(HOLES);
        captured.swap(0, 1);
        Awari { holes, captured, mover: self.mover.other(), rule: self.rule }
    }

    /// Holes to sow from: the other side has to be left something to move.
    fn legal(&self) -> impl Iterator<Item = u8> + '_ {
        let feeds = |&from: &usize| Awari::held(&self.sown(from).holes[..HOLES]) > 0;
        (0..HOLES).filter(|&from| self.holes[from] > 0).filter(feeds).map(|from| from as u8)
    }

    /// By how much the side to move is ahead if each keeps what is on its side.
    fn kept(&self) -> i32 {
        let [own, other] = self.captured.map(i32::from);
        let on = |holes: &[u8]| i32::from(Awari::held(holes));
        own + on(&self.holes[..HOLES]) - other - on(&self.holes[HOLES..])
    }
}

impl Game for Awari {
    type Move = u8;
    type Undo = Awari;
    const CAN_REPEAT: bool = true;
    const MARGIN_STEP: i32 = 2;

    fn repetition(&self) -> Repetition {
        self.rule
    }
    fn repeated(&self) -> Outcome {
        Outcome::Margin(self.kept())
    }
    fn to_move(&self) -> Side {
        self.mover
    }
    fn key(&self) -> u64 {
        let numbers = self.holes.iter().chain(&self.captured);
        let all =
            numbers.fold(u64::from(self.mover == Side::First), |all, &n| all * 32 + u64::from(n));
        plyglot_search::random::mix(all)
    }
    fn outcome(&self) -> Option<Outcome> {
        self.legal().next().is_none().then(|| Outcome::Margin(self.kept()))
    }
    fn moves(&self, out: &mut MoveList<u8>) {
        self.legal().for_each(|from| out.push(from));
    }
    fn play(&mut self, from: u8) -> Awari {
        let next = self.sown(from.into());
        std::mem::replace(self, next)
    }
    fn undo(&mut self, _: u8, before: Awari) {
        *self = before;
    }
    fn pack(from: u8) -> u32 {
        from.into()
    }
    fn unpack(&self, bits: u32) -> Option<u8> {
        self.legal().find(|&from| u32::from(from) == bits)
    }
}

/// Counts what was captured.
#[derive(Clone)]
struct Counter;

impl Knowledge<Awari> for Counter {
    fn evaluate(&mut self, at: &Awari) -> i32 {
        i32::from(at.captured[0]) - i32::from(at.captured[1])
    }
}

/// On a table in which lines hardly meet: what hangs on a repetition holds for one line, and a large table gives it to
/// others, which is why it is an estimate.
fn found(rule: Repetition, depth: u32) -> Score {
    let mut engine = Engine::new(&Config::single(64), Counter).expect("an engine");
    let report = engine.search(&Awari::new(2, rule), &Limits::depth(depth)).expect("a result");
    assert!(!report.verdict.proven, "what hangs on a repetition is an estimate");
    report.verdict.score
}

#[test]
fn a_side_that_is_ahead_keeps_its_seeds_where_the_game_says_so() {
    // Nine of the twelve seeds; the other side goes round for ever.
    assert_eq!(found(Repetition::Ends, 30), Score::margin(6));
    assert_eq!(found(Repetition::Draw, 30), Score::DRAW);
}

#[test]
fn a_depth_is_that_of_a_minimax_that_knows_the_path() {
    for rule in [Repetition::Draw, Repetition::Ends, Repetition::Forbidden] {
        let mut horizon = |at: &mut Awari| Score::heuristic(Counter.evaluate(at));
        let expected = minimax_on_path(&mut Awari::new(2, rule), &mut horizon, Some(10), &[]);
        assert_eq!(found(rule, 10), expected, "{rule:?}");
    }
}

#[test]
fn the_laws_hold_and_doubt_that_a_repetition_takes_what_a_side_is_ahead() {
    for (rule, doubts) in [(Repetition::Ends, 0), (Repetition::Draw, 1)] {
        let summary = Check::new(&Awari::new(2, rule), &Counter).run().expect("the laws hold");
        assert_eq!(summary.doubts.len(), doubts, "{:?}", summary.doubts);
    }
}
