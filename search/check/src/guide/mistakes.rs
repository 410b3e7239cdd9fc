//! The likeliest mistakes, and the check that finds them.
//!
//! A wrong rule shows as a wrong value a million nodes later. [`crate::laws`] plays random games and
//! looks at every position on the way. It belongs into the tests of every game:
//!
//! ```
//! use plyglot_check::laws::{Check, Effort, check_text};
//! use plyglot_search::RulesOnly;
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hexapawn/rules.rs"));
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hexapawn/text.rs"));
//!
//! impl Hexapawn {
//!     /// The board turned around, with colours and turn exchanged.
//!     fn exchanged(&self) -> Self {
//!         let squares = self.columns * self.rows;
//!         let [first, second] = self.pawns.map(|pawns| pawns.reverse_bits() >> (32 - squares));
//!         Hexapawn { pawns: [second, first], side: self.side.other(), ..*self }
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let start = Hexapawn::new(4, 5);
//! let summary = Check::new(&start, &RulesOnly::default()).exchange(Hexapawn::exchanged).run()?;
//! assert!(summary.positions > 200 && summary.transpositions > 100 && summary.exchanged > 200);
//! assert_eq!(summary.doubts, [""; 0]);
//! check_text(&start, &Effort::default())?;
//! # Ok(())
//! # }
//! ```
//!
//! The summary counts what every law was checked of, so that a zero is seen: a check that never met
//! a position twice says nothing of keys. [`exchange`](crate::laws::Check::exchange) is optional,
//! and where both sides play by the same rules it is the only way to find an outcome told to the
//! wrong player. A game that carries along what its evaluation adds up also asks for
//! [`texts`](crate::laws::Check::texts), and one that random moves hardly ever decide for
//! [`also_from`](crate::laws::Check::also_from) with some positions near the end.
//!
//! # What a mistake looks like
//!
//! Here `undo` puts the pawns back and forgets the turn:
//!
//! ```
//! # use plyglot_check::laws;
//! # use plyglot_search::RulesOnly;
//! # mod right { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hexapawn/rules.rs")); }
//! # use plyglot_search::{Game, MoveList, Outcome, Side};
//! # use right::{Hexapawn, Step};
//! #[derive(Clone, Debug, PartialEq)]
//! struct Forgetful {
//!     pawns: Hexapawn,
//!     turn: Side,
//! }
//!
//! impl Game for Forgetful {
//! #   type Move = Step;
//! #   type Undo = [u32; 2];
//! #   fn to_move(&self) -> Side { self.turn }
//! #   fn key(&self) -> u64 { self.pawns.key() }
//! #   fn outcome(&self) -> Option<Outcome> { self.pawns.outcome() }
//! #   fn moves(&self, out: &mut MoveList<Step>) { self.pawns.moves(out) }
//! #   fn pack(step: Step) -> u32 { Hexapawn::pack(step) }
//! #   fn unpack(&self, bits: u32) -> Option<Step> { self.pawns.unpack(bits) }
//!     // ...
//!     fn play(&mut self, step: Step) -> [u32; 2] {
//!         self.turn = self.turn.other();
//!         self.pawns.play(step)
//!     }
//!     fn undo(&mut self, step: Step, before: [u32; 2]) {
//!         self.pawns.undo(step, before);
//!     }
//! }
//!
//! # fn main() {
//! let start = Forgetful { pawns: Hexapawn::new(3, 3), turn: Side::First };
//! let broken = laws::check(&start, &RulesOnly::default(), &Default::default()).unwrap_err();
//! let text = broken.to_string();
//! let expected = "\
//! broken law: play, then undo, restores the position in every respect
//!   found: after Step { from: 0, to: 3 } was played and undone, `turn: Second` instead of `turn: First`: \
//! the position is Forgetful { pawns: Hexapawn { columns: 3, rows: 3, pawns: [7, 448], side: First }, turn: Second }
//!   likely: `undo` does not restore a field that `play` changes
//!   in position: Forgetful { pawns: Hexapawn { columns: 3, rows: 3, pawns: [7, 448], side: First }, turn: First }
//!   reached by: no move, it is the start";
//! assert_eq!(text, expected);
//! # }
//! ```
//!
//! # The likeliest ones
//!
//! A test of this crate plants each of these into a game that is right otherwise, and holds the
//! rows of this table against what the check then says.
//!
//! | mistake | the law that it breaks | likely: |
//! | --- | --- | --- |
//! | `undo` forgets a field | play, then undo, restores the position in every respect | `undo` does not restore a field that `play` changes |
//! | the key without the side to move | different positions have different keys (the side to move is part of a position) | the side to move is not in `key` |
//! | a pass that is not in the key | different positions have different keys (the side to move is part of a position) | what sets the two positions apart is not in `key`: a pass that was made, a right that was lost, a counter; if it does not matter for the rest of the game, say so with `Check::identity` |
//! | a key that is a plain code | the low and the high bits of keys are well mixed | `key` gives a plain code; multiply and shift it, so that every bit counts |
//! | the outcome of the first player | a position with colours and turn exchanged looks the same to its side to move | `outcome` is from one player's point of view, not from that of the side to move |
//! | an outcome where there are moves | a game that ends only without moves has no outcome where there is a move | ENDS_ONLY_WITHOUT_MOVES is set for a game that also ends while there are moves; unset it, or let `moves` give none there |
//! | neither an outcome nor a move | a position without an outcome has a move (a pass is a move) | `outcome` misses an end of the game, or `moves` misses a move, a pass perhaps |
//! | a move given twice | each legal move is given once | two branches of `moves` give the same move, or the type of moves leaves out what sets two of them apart |
//! | the turn worked out from the number of moves | a position with colours and turn exchanged looks the same to its side to move | the exchange leaves the turn alone, or `to_move` is worked out from something that it leaves alone |
//! | positions that come back, undeclared | positions come back only where CAN_REPEAT says so, within reversible_plies | positions can come back and CAN_REPEAT is not set, or a pass may be made twice in a row, or `reversible_plies` is too small |
//! | `pack` loses a part of the move | unpack(pack(move)) is the move, and different moves are packed differently | `pack` leaves out a part of the move, or `unpack` does not take it apart the same way |
//! | `unpack` accepts what is not legal | unpack gives None for bits that are not a legal move here | `unpack` does not check everything that makes a move legal here; its bits may come from another position |
//! | sums for the evaluation that go wrong | equal positions have equal evaluations, however they were reached | what `play` keeps for the evaluation (sums, accumulators) goes wrong with some move, or is set up otherwise when a position is read |
//! | the evaluation of the first player | an antisymmetric evaluation does not change for the side to move when colours and turn are exchanged | `evaluate` is from the first player's point of view, not from that of the side to move, or counts the turn for one player only |
//! | bounds that are too tight | bounds contain the true value | `bounds` claims too much, is seen from the wrong side, or counts a win's plies wrong |
//! | a best move that `expand` drops | expand leaves out only moves that are no better than one that remains | `expand` prunes a move that is better than all that remain |
//! | a leaf solver that is off | the leaf solver's answer holds of the true value, fail soft | `solve_leaf` is off: its sign, its last plies, or what it makes of the window |
//! | a frontier search that is off | a frontier node searched by the game's own code is worth what its children are, fail soft | `search_frontier` is off: its sign, a move that it forgets, or a child that is decided |
//! | a symmetry that is none | positions with the same key of the knowledge have the same moves and value | the knowledge's `key` takes positions for the same that are not: what it reduces by is not a symmetry of the game, or the side to move is left out |
//! | a null move that keeps the turn | the null move gives the turn to the other side | `null_move` does not hand over the turn |
//! | a text without the side to move | a position's text reads back as the position | `text` leaves out a part of the position, the side to move perhaps, or `parse` does not read it |
//! | two moves written alike | a move's notation reads back as the move, alone and in a line | two moves are written alike, or `parse_move` reads another one |
//! | a move that touches a cell that is not there | a position has a content for each cell of its shape, and moves touch cells that exist | `contents` or `touches` numbers the cells in another order than `shape`, or a piece is not in `PIECES` |
//!
//! Two more break no law, since there are games in which they are right. They are reported in
//! [`Summary::doubts`](crate::laws::Summary::doubts):
//!
//! - An outcome of the player who moved, and not of the side to move: every decided
//!   random game was lost by the player who made the last move.
//! - An evaluation with the wrong sign, always or when one of the sides is to move: it points to the
//!   loser in nine decided positions of ten.
//!
//! What the check cannot find is a rule that is consistently another one. Known values are for that,
//! and so is `perft`, which counts the lines of play; see [`slow_or_wrong`](super::slow_or_wrong).
