use plyglot_search::{Game, MoveList, Outcome, Side};

/// Three hounds hunt a hare. The hounds step to a neighbouring place, never back to the left; the hare steps
/// anywhere. The hounds win if the hare cannot move, the hare if no hound is to its left any more, or if the hounds
/// have stepped up and down too often without getting on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hounds {
    /// A bit for each place that a hound is on.
    hounds: u32,
    hare: u32,
    side: Side,
    /// How many steps in a row no hound has got on.
    delay: u32,
    /// The hare wins at this many; `None` is the game without this rule.
    patience: Option<u32>,
}

/// From one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    from: u32,
    to: u32,
}

/// The places next to each of the eleven. They are numbered column by column, from the top:
///
/// ```text
///     1 - 4 - 7
///   / | \ | / | \
/// 0 - 2 - 5 - 8 - 10
///   \ | / | \ | /
///     3 - 6 - 9
/// ```
const NEIGHBOURS: [u32; 11] = [
    1 << 1 | 1 << 2 | 1 << 3,
    1 << 0 | 1 << 2 | 1 << 4 | 1 << 5,
    1 << 0 | 1 << 1 | 1 << 3 | 1 << 5,
    1 << 0 | 1 << 2 | 1 << 5 | 1 << 6,
    1 << 1 | 1 << 5 | 1 << 7,
    1 << 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 6 | 1 << 7 | 1 << 8 | 1 << 9,
    1 << 3 | 1 << 5 | 1 << 9,
    1 << 4 | 1 << 5 | 1 << 8 | 1 << 10,
    1 << 5 | 1 << 7 | 1 << 9 | 1 << 10,
    1 << 5 | 1 << 6 | 1 << 8 | 1 << 10,
    1 << 7 | 1 << 8 | 1 << 9,
];

/// The column of a place, from 0 to 4.
fn column(place: u32) -> u32 {
    place.div_ceil(3)
}

fn places(set: u32) -> impl Iterator<Item = u32> {
    (0..11).filter(move |place| set >> place & 1 == 1)
}

impl Hounds {
    /// The usual start: the hounds on the left, the hare at the right end, the hounds to move.
    pub fn new(patience: Option<u32>) -> Self {
        let hounds = 1 << 0 | 1 << 1 | 1 << 3;
        Hounds { hounds, hare: 10, side: Side::First, delay: 0, patience }
    }

    /// True if the side to move may make this step.
    fn allows(&self, Step { from, to }: Step) -> bool {
        if from > 10 || to > 10 || NEIGHBOURS[from as usize] >> to & 1 == 0 {
            return false;
        }
        let free = (self.hounds | 1 << self.hare) >> to & 1 == 0;
        free && match self.side {
            Side::First => self.hounds >> from & 1 == 1 && column(to) >= column(from),
            Side::Second => from == self.hare,
        }
    }

    /// All steps of the side to move.
    fn steps(&self) -> impl Iterator<Item = Step> {
        let from = if self.side == Side::First { self.hounds } else { 1 << self.hare };
        let steps = |from| places(NEIGHBOURS[from as usize]).map(move |to| Step { from, to });
        places(from).flat_map(steps).filter(|&step| self.allows(step))
    }
}

impl Game for Hounds {
    type Move = Step;
    /// The whole position: five words are copied sooner than a delay is worked out.
    type Undo = Hounds;

    const CAN_REPEAT: bool = true;

    /// With the rule of delay each step adds to the delay or gets a hound on, so nothing comes back.
    fn can_repeat(&self) -> bool {
        self.patience.is_none()
    }

    /// What was before a hound got on cannot come back.
    fn reversible_plies(&self) -> usize {
        match self.patience {
            Some(_) => 0,
            None => 2 * self.delay as usize + 1,
        }
    }

    fn to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let board = self.hounds | self.hare << 11 | u32::from(self.side == Side::Second) << 15;
        // The delay counts where it can end the game, and only there.
        let delay = if self.patience.is_some() { self.delay } else { 0 };
        mixed(u64::from(board) | u64::from(delay) << 16)
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.steps().next().is_none() {
            return Some(Outcome::Loss);
        }
        let tired = self.patience.is_some_and(|patience| self.delay >= patience);
        match self.side {
            Side::First => {
                let past = places(self.hounds).all(|hound| column(hound) >= column(self.hare));
                past.then_some(Outcome::Loss)
            }
            Side::Second => tired.then_some(Outcome::Win),
        }
    }

    fn moves(&self, out: &mut MoveList<Step>) {
        self.steps().for_each(|step| out.push(step));
    }

    fn play(&mut self, Step { from, to }: Step) -> Hounds {
        let before = *self;
        if self.side == Side::First {
            self.hounds ^= 1 << from | 1 << to;
            self.delay = if column(to) == column(from) { self.delay + 1 } else { 0 };
        } else {
            self.hare = to;
        }
        self.side = self.side.other();
        before
    }

    fn undo(&mut self, _step: Step, before: Hounds) {
        *self = before;
    }

    fn pack(Step { from, to }: Step) -> u32 {
        from << 4 | to
    }

    fn unpack(&self, bits: u32) -> Option<Step> {
        let step = Step { from: bits >> 4, to: bits & 15 };
        self.allows(step).then_some(step)
    }
}

/// Spreads a code that is unique over all bits; each step can be undone, so it stays unique.
fn mixed(code: u64) -> u64 {
    let code = (code ^ code >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let code = (code ^ code >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    code ^ code >> 32
}
