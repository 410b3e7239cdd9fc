//! What mistake most likely broke a law, and where to look for it.

use super::Law;

impl Law {
    /// The mistake that most often breaks this law, and where to look for it: what
    /// [`Violation::likely`](super::Violation::likely) says unless more is known. The page
    /// [`crate::guide::mistakes`] has them as a table.
    pub fn likely(self) -> &'static str {
        match self {
            Law::UndoRestores => "`undo` does not restore a field that `play` changes",
            Law::EqualKeys => {
                "the key depends on how the position was reached, not only on what it is"
            }
            Law::DifferentKeys => {
                "what sets the two positions apart is not in `key`: a pass that was made, a right \
                 that was lost, a counter; if it does not matter for the rest of the game, say so \
                 with `Check::identity`"
            }
            Law::MixedKeys => {
                "`key` gives a plain code; multiply and shift it, so that every bit counts"
            }
            Law::DistinctMoves => {
                "two branches of `moves` give the same move, or the type of moves leaves out what \
                 sets two of them apart"
            }
            Law::MovesOrOutcome => {
                "`outcome` misses an end of the game, or `moves` misses a move, a pass perhaps"
            }
            Law::EndsOnlyWithoutMoves => {
                "ENDS_ONLY_WITHOUT_MOVES is set for a game that also ends while there are moves; \
                 unset it, or let `moves` give none there"
            }
            Law::Margins => {
                "MARGIN_STEP is not the distance of neighbouring margins, or `outcome` miscounts"
            }
            Law::Repetitions => {
                "positions can come back and CAN_REPEAT is not set, or a pass may be made twice in \
                 a row, or `reversible_plies` is too small"
            }
            Law::BothSidesMove => "`play` does not hand over the turn",
            Law::PackRoundTrip => {
                "`pack` leaves out a part of the move, or `unpack` does not take it apart the same way"
            }
            Law::PackReserved => "`pack` uses all 32 bits; leave u32::MAX free",
            Law::UnpackRefuses => {
                "`unpack` does not check everything that makes a move legal here; its bits may come \
                 from another position"
            }
            Law::ColoursExchange => "`outcome` or `moves` treats the two sides differently",
            Law::SymmetryRoundTrip => "`bits_from_canonical` is not the inverse of `to_canonical`",
            Law::SymmetricValues => {
                "the knowledge's `key` takes positions for the same that are not: what it reduces \
                 by is not a symmetry of the game, or the side to move is left out"
            }
            Law::EvaluationRepeats => "`evaluate` remembers something, or draws lots",
            Law::EvaluationEqual => {
                "what `play` keeps for the evaluation (sums, accumulators) goes wrong with some move, or is \
                 set up otherwise when a position is read"
            }
            Law::EvaluationRange => "`evaluate` adds up too much; scale its weights down",
            Law::EvaluationAntisymmetric => {
                "`evaluate` is from the first player's point of view, not from that of the side to \
                 move, or counts the turn for one player only"
            }
            Law::EvaluationFollows => {
                "`played` or `undone` misses a change of the position, or `begin` keeps something of the last one"
            }
            Law::SeenWithEvaluation => {
                "`evaluate_and_see` and `see` fill the planes differently, or it fills them and gives `None`"
            }
            Law::KeyAfter => "`key_after` forgets a part of what `key` is made of",
            Law::BoundsHold => {
                "`bounds` claims too much, is seen from the wrong side, or counts a win's plies wrong"
            }
            Law::ExpandLegal => {
                "`expand` gives moves that `moves` does not, or prunes them all; what is decided \
                 without a move belongs into `bounds`"
            }
            Law::ExpandKeepsValue => "`expand` prunes a move that is better than all that remain",
            Law::LeafSolverRight => {
                "`solve_leaf` is off: its sign, its last plies, or what it makes of the window"
            }
            Law::FrontierRight => {
                "`search_frontier` is off: its sign, a move that it forgets, or a child that is decided"
            }
            Law::NoisyLegal => "`noisy` gives moves that `moves` does not",
            Law::ForcedNoisy => {
                "`forced` says that the side to move has no quiet move, but `noisy` leaves some out"
            }
            Law::NullMovePasses => "`null_move` does not hand over the turn",
            Law::NullMoveUndone => "`undo_null` does not restore a field that `null_move` changes",
            Law::TextReadsBack => {
                "`text` leaves out a part of the position, the side to move perhaps, or `parse` \
                 does not read it"
            }
            Law::NotationReadsBack => {
                "two moves are written alike, or `parse_move` reads another one"
            }
            Law::ShapeFits => {
                "`contents` or `touches` numbers the cells in another order than `shape`, or a piece \
                 is not in `PIECES`"
            }
            Law::EndingNumbers => {
                "`position` makes what a symmetry turns into another one; it gives `None` for all but one of these"
            }
            Law::EndingClasses => "`classes` names a size that leaves out the last numbers",
            Law::EndingValues => "`place` turns the board where that changes what a move is worth",
            Law::EndingMoves => {
                "a class that captures or promotions lead to is missing, or stands behind those that need it"
            }
            Law::EndingClock => "`position` leaves a clock running",
            Law::SidesShow => {
                "`coloured` is missing from `shape`, or names a colour that the ground of `on` hides"
            }
        }
    }
}

/// Refinements of [`Law::likely`], where what was found says more.
pub(super) mod because {
    pub(crate) const KEY_WITHOUT_SIDE: &str = "the side to move is not in `key`";
    pub(crate) const OUTCOME_OF_ONE_SIDE: &str =
        "`outcome` is from one player's point of view, not from that of the side to move";
    pub(crate) const TURN_NOT_EXCHANGED: &str = "the exchange leaves the turn alone, or `to_move` is worked out from something that it \
         leaves alone";
    pub(crate) const MOVES_OF_ONE_SIDE: &str =
        "`moves` has a rule for one side only, or the exchange does not turn the board around";
    pub(crate) const EXCHANGE_ONE_WAY: &str = "the exchange itself forgets a field";
}
