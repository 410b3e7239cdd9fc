//! Which features there are. Each has two weights, for the middle of the game and for its end.

use std::sync::OnceLock;

use plyglot_eval::{Group, Layout};

/// The name under which weights are kept.
pub(crate) const GAME: &str = "chess";

/// The groups in their order: name, what its index means, how many features.
const GROUPS: [(&str, &str, usize); 20] = [
    ("pieces", "pawn to queen", 5),
    ("squares", "pawn to king, row, file from the rim", 6 * 32),
    ("knight moves", "count", 9),
    ("bishop moves", "count", 14),
    ("rook moves", "count", 15),
    ("queen moves", "count", 28),
    ("bishop pair", "one", 1),
    ("rook on a file", "open, half open", 2),
    ("outpost", "knight, bishop", 2),
    ("weak pawn", "isolated, doubled, backward", 3),
    ("guarded pawn", "row", 8),
    ("pawn beside pawn", "row", 8),
    ("passed pawn", "row", 8),
    ("free passed pawn", "row", 8),
    ("king near a passed pawn", "own by distance, other by distance", 16),
    ("shelter", "file from the rim, row of the pawn, 0 for none", 32),
    ("storm", "row of the pawn, 0 for none", 8),
    ("danger of the king", "attacks", DANGERS),
    ("threat", "by pawns N B R Q; by minors R Q; by rooks Q; loose P N B R Q", 12),
    ("to move", "one", 1),
];

/// How many degrees of danger a king may be in.
pub(crate) const DANGERS: usize = 32;

/// How many features there are.
pub(crate) const FEATURES: usize = begin(GROUPS.len());

/// Where a group begins.
const fn begin(group: usize) -> usize {
    let (mut at, mut before) = (0, 0);
    while before < group {
        at += GROUPS[before].2;
        before += 1;
    }
    at
}

pub(crate) const PIECES: usize = begin(0);
pub(crate) const SQUARES: usize = begin(1);
/// Of the moves of a knight; those of the other pieces follow.
pub(crate) const MOVES: [usize; 4] = [begin(2), begin(3), begin(4), begin(5)];
pub(crate) const PAIR: usize = begin(6);
pub(crate) const ROOK_FILE: usize = begin(7);
pub(crate) const OUTPOST: usize = begin(8);
pub(crate) const WEAK: usize = begin(9);
pub(crate) const GUARDED: usize = begin(10);
pub(crate) const BESIDE: usize = begin(11);
pub(crate) const PASSED: usize = begin(12);
pub(crate) const FREE: usize = begin(13);
pub(crate) const NEAR: usize = begin(14);
pub(crate) const SHELTER: usize = begin(15);
pub(crate) const STORM: usize = begin(16);
pub(crate) const DANGER: usize = begin(17);
pub(crate) const THREAT: usize = begin(18);
pub(crate) const TO_MOVE: usize = begin(19);

/// What can be trained: for each feature the weight in the middle of the game, then the one at its end.
pub(crate) fn layout() -> &'static Layout {
    static SHARED: OnceLock<Layout> = OnceLock::new();
    SHARED.get_or_init(|| {
        let group = |(name, about, size): (&str, &str, usize)| Group {
            name: name.into(),
            about: format!("{about}; middle, end"),
            size: 2 * size as u32,
        };
        // A feature counts up to 96 times, by the shares of the middle and of the end.
        Layout::new(GROUPS.into_iter().map(group).collect(), vec!["all".into()])
            .in_parts_of_a_point(960)
    })
}
