//! The words after `go`: how long to search, and to which limits.

use std::time::Duration;

use plyglot_clock::{Clock, TimeControl};
use plyglot_open::Mv;
use plyglot_search::{Limits, Side};

use crate::protocol::session::SearchRequest;

/// The words that `go` understands.
const WORDS: [&str; 13] = [
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "searchmoves",
    "ponder",
    "infinite",
    // UCI's names of the clocks follow.
    "wtime, btime, winc, binc",
];

fn is_word(word: &str) -> bool {
    WORDS.iter().any(|known| known.split(", ").any(|known| known == word))
}

/// What `go` asks for, as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// The clocks of both sides, the first player's first.
    times: [Option<Duration>; 2],
    increments: [Duration; 2],
    moves_to_go: Option<u32>,
    time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    infinite: bool,
    /// In how many moves of its own the side to move is to win.
    mate: Option<u32>,
    /// Whether the answer waits for `ponderhit`.
    pub(super) ponder: bool,
    /// The moves to look at, as they were written.
    pub(super) moves: Vec<String>,
    /// Whether there was a word that is not known.
    unknown: bool,
    /// What could not be read, in words for people.
    pub(super) complaints: Vec<String>,
}

/// What the time depends on in the present position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    /// Whose clock runs.
    pub(super) mover: Side,
    /// How many plies the game may still last.
    pub(super) plies_left: Option<u32>,
    /// How many legal moves there are.
    pub(super) choices: usize,
    /// What a move loses to transmission and waiting.
    pub(super) overhead: Duration,
    /// Whether a win has no margin, so that its distance counts.
    pub(super) wins_count: bool,
    /// How many lines are asked for; there are no more than there are moves.
    pub(super) lines: usize,
    /// Whether the user analyses rather than plays, so that a move that is the only one is thought about, too.
    pub(super) analyses: bool,
}

impl Go {
    /// Reads the words. A number below the least that makes sense counts as that, a clock that has
    /// run out as nothing left; a limit that is not a number counts as the least as well, so that the
    /// answer comes soon, and is complained about like a word that is not known.
    pub(super) fn of(text: &str) -> Go {
        let mut go = Go::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "mate" => go.mate = Some(narrow(go.number(word, words.next()).max(1))),
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !is_word(word)) {
                        go.moves.extend(mv.split(',').filter(|mv| !mv.is_empty()).map(Into::into));
                    }
                    if go.moves.is_empty() {
                        go.complaints.push("go searchmoves: a move is needed".into());
                    }
                }
                "p1time" | "wtime" => go.times[0] = Some(go.time(word, words.next())),
                "p2time" | "btime" => go.times[1] = Some(go.time(word, words.next())),
                "p1inc" | "winc" => go.increments[0] = go.time(word, words.next()),
                "p2inc" | "binc" => go.increments[1] = go.time(word, words.next()),
                "movestogo" => go.moves_to_go = Some(narrow(go.number(word, words.next()))),
                "movetime" => go.time = Some(go.time(word, words.next())),
                "depth" => go.depth = Some(narrow(go.number(word, words.next()).max(1))),
                "nodes" => go.nodes = Some(go.number(word, words.next()).max(1)),
                _ => {
                    let known = WORDS.join(", ");
                    go.complaints.push(format!("go: unknown {word:?}; expected one of {known}"));
                    go.unknown = true;
                }
            }
        }
        go
    }

    /// A time in milliseconds.
    fn time(&mut self, name: &str, word: Option<&str>) -> Duration {
        Duration::from_millis(self.number(name, word))
    }

    fn number(&mut self, name: &str, word: Option<&str>) -> u64 {
        let Some(number) = word.and_then(|word| word.parse::<i128>().ok()) else {
            let found = word.unwrap_or("nothing");
            self.complaints.push(format!("go {name}: a whole number is needed, not {found:?}"));
            return 0;
        };
        u64::try_from(number.max(0)).unwrap_or(u64::MAX)
    }

    /// The search that this asks for in a position. Without any limit the search goes on until it is stopped.
    pub(super) fn request(&self, at: Situation) -> SearchRequest {
        let own = at.mover as usize;
        // A single clock is meant for both sides.
        let left = self.times[own].or(self.times[1 - own]);
        let (moves_to_go, plies_left) = (self.moves_to_go, at.plies_left);
        let increment = self.increments[own];
        let clock = left.map(|left| Clock { left, increment, moves_to_go, plies_left });
        let (per_move, overhead) = (self.time, at.overhead);
        let budget = TimeControl { clock, per_move, overhead }.budget();
        // A forced move needs no time on the clock.
        let forced = (at.choices == 1 && left.is_some() && !at.analyses).then_some(1);
        let plies = self.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
        let depth = [self.depth, forced, plies].into_iter().flatten().min();
        let endless = budget.is_none() && depth.is_none() && self.nodes.is_none();
        // What was not understood may have been a limit: better a quick answer than none.
        let refused = self.unknown && endless && !self.infinite && !self.ponder;
        let depth = if refused { Some(1) } else { depth };
        // A depth is complete when its last line is there, so no more lines are awaited than there are moves.
        let lines = at.lines.clamp(1, at.choices.max(1));
        let limits = Limits { depth, nodes: self.nodes, lines, ..Limits::default() };
        let limits = budget.map_or(limits.clone(), |budget| budget.applied_to(limits));
        let limits = match plies.filter(|_| at.wins_count) {
            Some(plies) => Limits { window: Limits::<Mv>::mate(plies).window, lines: 1, ..limits },
            None => limits,
        };
        SearchRequest { limits, wait_for_stop: self.infinite || (endless && !refused) }
    }
}

fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_clock::LEAST;

    const AT: Situation = Situation {
        mover: Side::First,
        plies_left: None,
        choices: 20,
        wins_count: true,
        overhead: Duration::from_millis(5),
        lines: 2,
        analyses: false,
    };

    fn request(text: &str, at: Situation) -> SearchRequest {
        Go::of(text).request(at)
    }

    #[test]
    fn limits_are_taken_as_they_are() {
        let limits = request("depth 7 nodes 1000 movetime 100", AT).limits;
        let time = Some(Duration::from_millis(95));
        // All of a time for the move is for thinking.
        let (nodes, soft_time) = (Some(1_000), time);
        let lines = 2;
        let expected =
            Limits { depth: Some(7), nodes, time, soft_time, lines, ..Limits::default() };
        assert_eq!(limits, expected);
    }

    #[test]
    fn no_limit_and_infinite_wait_for_a_stop() {
        assert!(request("", AT).wait_for_stop);
        assert!(request("infinite", AT).wait_for_stop);
        assert!(request("infinite depth 3", AT).wait_for_stop);
        assert!(!request("depth 3", AT).wait_for_stop);
    }

    #[test]
    fn each_side_looks_at_its_own_clock() {
        let text = "p1time 60000 p2time 1000 p1inc 0 p2inc 0";
        let first = request(text, AT).limits.time;
        let second = request(text, Situation { mover: Side::Second, ..AT }).limits.time;
        assert!(first > Some(Duration::from_secs(1)), "{first:?}");
        assert!(second < Some(Duration::from_millis(500)), "{second:?}");
        assert_eq!(request("p2time 60000", AT).limits.time, first);
    }

    #[test]
    fn a_clock_does_not_run_for_a_forced_move() {
        let forced = Situation { choices: 1, ..AT };
        assert_eq!(request("p1time 60000 p2time 60000", forced).limits.depth, Some(1));
        assert_eq!(request("movetime 50", forced).limits.depth, None);
        let analyses = Situation { analyses: true, ..forced };
        assert_eq!(request("p1time 60000 p2time 60000", analyses).limits.depth, None);
    }

    #[test]
    fn no_more_lines_are_awaited_than_there_are_moves() {
        let lines = |choices| request("", Situation { choices, lines: 500, ..AT }).limits.lines;
        assert_eq!([0, 1, 7, 600].map(lines), [1, 1, 7, 500]);
    }

    #[test]
    fn what_cannot_be_read_is_named_and_counts_as_the_least() {
        let go = Go::of("depth banana think nodes");
        assert_eq!(go.complaints.len(), 3, "{:?}", go.complaints);
        assert!(go.complaints[0].contains("depth") && go.complaints[0].contains("banana"));
        assert!(go.complaints[1].contains("think"));
        let request = go.request(AT);
        assert_eq!((request.limits.depth, request.limits.nodes), (Some(1), Some(1)));
        assert!(!request.wait_for_stop);
    }

    #[test]
    fn an_unknown_word_alone_does_not_begin_an_endless_search() {
        for text in ["think", "perft 5", "wtme 1000 btime"] {
            let request = request(text, AT);
            assert!(!request.wait_for_stop, "{text}");
        }
        assert_eq!(request("think", AT).limits.depth, Some(1));
        assert_eq!(request("think depth 4", AT).limits.depth, Some(4));
        assert!(request("think infinite", AT).wait_for_stop);
    }

    #[test]
    fn moves_to_look_at_end_at_the_next_word() {
        let go = Go::of("searchmoves a1 b2,c3 depth 4 ponder");
        assert_eq!((go.moves.len(), go.depth, go.ponder), (3, Some(4), true));
        assert!(go.complaints.is_empty(), "{:?}", go.complaints);
        assert_eq!(Go::of("searchmoves depth 4").complaints.len(), 1);
    }

    #[test]
    fn a_mate_is_a_window_and_a_depth_where_wins_are_counted() {
        let limits = request("mate 3", AT).limits;
        assert_eq!((limits.depth, limits.lines), (Some(5), 1));
        assert!(limits.window.is_some());
        let limits = request("mate 3", Situation { wins_count: false, ..AT }).limits;
        assert_eq!((limits.depth, limits.window), (Some(5), None));
    }

    #[test]
    fn the_clocks_have_the_names_of_uci_too() {
        let ours = request("p1time 60000 p2time 1 p1inc 5 p2inc 0", AT);
        assert_eq!(request("wtime 60000 btime 1 winc 5 binc 0", AT).limits, ours.limits);
    }

    #[test]
    fn numbers_out_of_reach_are_brought_within() {
        let limits = request("depth 0 nodes -5", AT).limits;
        assert_eq!((limits.depth, limits.nodes), (Some(1), Some(1)));
        let limits = request("depth 99999999999999999999 movetime -1", AT).limits;
        assert_eq!((limits.depth, limits.time), (Some(u32::MAX), Some(LEAST)));
        assert_eq!(request("p1time -20 p2time 5", AT).limits.time, Some(LEAST));
    }
}
