//! What people count on a board: the numbers that stand beside it.

use crate::rules::describe::Piece;
use crate::rules::game::Side;
use crate::rules::shape::Content;

/// Something that people count on a board: discs of a side, seeds in a store, empty squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// What is counted, in the plural: "discs".
    pub what: String,
    /// Whose they are, if they are anyone's.
    pub side: Option<Side>,
    /// How many there are.
    pub number: u32,
}

impl Count {
    /// What a side has.
    pub fn of(side: Side, what: impl Into<String>, number: impl Into<u32>) -> Count {
        Count { what: what.into(), side: Some(side), number: number.into() }
    }

    /// What is no side's.
    pub fn rest(what: impl Into<String>, number: impl Into<u32>) -> Count {
        Count { what: what.into(), side: None, number: number.into() }
    }
}

/// The pieces of each side on these cells, called `what`, and then the empty cells: the usual [`Count`]s of a game with
/// pieces, none of one without.
pub fn count_pieces(contents: &[Content], pieces: &[Piece], what: &str) -> Vec<Count> {
    if pieces.is_empty() || contents.is_empty() {
        return Vec::new();
    }
    let owner = |letter: char| pieces.iter().find(|piece| piece.letter == letter);
    let of = |side: Side| {
        let own = |content: &&Content| match content {
            Content::Piece(letter) => owner(*letter).is_some_and(|piece| piece.side == side),
            _ => false,
        };
        Count::of(side, what, contents.iter().filter(own).count() as u32)
    };
    let empty = contents.iter().filter(|content| **content == Content::Empty).count() as u32;
    vec![of(Side::First), of(Side::Second), Count::rest("empty", empty)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_counted_by_side_and_what_is_empty_beside_them() {
        let pieces = [Piece::first('x', '●'), Piece::first('X', '◆'), Piece::second('o', '○')];
        let of = |letter| Content::Piece(letter);
        let contents = [of('x'), of('X'), of('o'), Content::Empty, Content::Gone, of('?')];
        let counted = count_pieces(&contents, &pieces, "discs");
        let expected = [
            Count::of(Side::First, "discs", 2u32),
            Count::of(Side::Second, "discs", 1u32),
            Count::rest("empty", 1u32),
        ];
        assert_eq!(counted, expected);
        assert!(count_pieces(&contents, &[], "discs").is_empty());
    }
}
