//! The key of the position after a move, without playing it: what a search asks of each move but the first, so that the
//! table's line is on its way while another move is searched.
//!
//! The key of a board is the library's (A. Zobrist 1970), whose numbers it keeps to itself: by how much a piece on a
//! square changes the key is found out once a process, from boards with it and without. Cost: 6 KB, and a millisecond
//! at the beginning.

use std::sync::LazyLock;

use cozy_chess::{BoardBuilder, Color, Move, Piece, Rank, Square};

use crate::position::Chess;

/// By how much keys change.
struct Changes {
    /// With a piece of a side on a square. What a king changes is told by that of one on A1: one goes, another comes.
    pieces: [[[u64; Square::NUM]; Piece::NUM]; Color::NUM],
    /// With the side to move.
    turn: u64,
}

static CHANGES: LazyLock<Changes> = LazyLock::new(Changes::found);

/// Two squares of kings; of any square, one of the two leaves it free.
const KINGS: [[Square; 2]; 2] = [[Square::A1, Square::H8], [Square::A8, Square::H1]];

/// The key of a board, if there can be one like this.
fn key(to_move: Color, pieces: &[(Piece, Color, Square)]) -> Option<u64> {
    let mut board = BoardBuilder { side_to_move: to_move, ..BoardBuilder::empty() };
    for &(piece, side, square) in pieces {
        if board.square_mut(square).replace((piece, side)).is_some() {
            return None;
        }
    }
    board.build().ok().map(|board| board.hash_without_ep())
}

/// By how much a piece on a square changes a key; 0 where none can be.
fn change(piece: Piece, side: Color, square: Square) -> u64 {
    let found = if piece == Piece::King {
        // The other king is far from both.
        [Square::H8, Square::A8].into_iter().find_map(|other| {
            let with = |own| key(side, &[(piece, side, own), (piece, !side, other)]);
            Some(with(square)? ^ with(Square::A1)?)
        })
    } else {
        KINGS.into_iter().find_map(|[white, black]| {
            let kings = [(Piece::King, Color::White, white), (Piece::King, Color::Black, black)];
            // The side to move may be in check.
            let with = key(!side, &[kings[0], kings[1], (piece, side, square)])?;
            Some(with ^ key(!side, &kings)?)
        })
    };
    found.unwrap_or(0)
}

impl Changes {
    fn found() -> Changes {
        let pieces = Color::ALL.map(|side| {
            Piece::ALL.map(|piece| Square::ALL.map(|square| change(piece, side, square)))
        });
        let [white, black] = Color::ALL.map(|to_move| {
            let [first, second] = KINGS[0];
            key(to_move, &[(Piece::King, Color::White, first), (Piece::King, Color::Black, second)])
        });
        Changes { pieces, turn: white.zip(black).map_or(0, |(white, black)| white ^ black) }
    }
}

/// Finds the changes out, if that is not done yet.
pub(crate) fn make_ready() {
    LazyLock::force(&CHANGES);
}

/// [`plyglot_search::Game::key`] after a legal move, and whether it takes something or moves a pawn. `None` for what
/// changes more than where a piece stands: castling and rights to it, captures in passing and what may lead to them,
/// promotions.
#[inline]
pub(crate) fn key_after(game: &Chess, mv: Move) -> Option<(u64, bool)> {
    let (board, changes) = (game.board(), &*CHANGES);
    let side = board.side_to_move();
    let moved = board.piece_on(mv.from)?;
    let rights = |side: Color, square: Square| {
        let rights = board.castle_rights(side);
        let file = Some(square.file());
        square.rank() == Rank::First.relative_to(side)
            && (rights.short == file || rights.long == file)
    };
    match moved {
        Piece::Pawn => {
            let leaps = (mv.from as i32).abs_diff(mv.to as i32) == 16;
            if mv.promotion.is_some() || leaps || game.takes_in_passing(mv) {
                return None;
            }
        }
        Piece::King => {
            let own = board.castle_rights(side);
            if own.short.is_some() || own.long.is_some() {
                return None;
            }
        }
        Piece::Rook if rights(side, mv.from) => return None,
        _ => {}
    }
    let own = &changes.pieces[side as usize][moved as usize];
    let mut key = board.hash_without_ep() ^ changes.turn;
    key ^= own[mv.from as usize] ^ own[mv.to as usize];
    let taken = if board.occupied().has(mv.to) { board.piece_on(mv.to) } else { None };
    if let Some(taken) = taken {
        if rights(!side, mv.to) {
            return None;
        }
        key ^= changes.pieces[!side as usize][taken as usize][mv.to as usize];
    }
    Some((key, taken.is_some() || moved == Piece::Pawn))
}

#[cfg(test)]
mod tests {
    use plyglot_search::random::SplitMix;
    use plyglot_search::{Game, MoveList};

    use super::*;

    #[test]
    fn keys_are_those_after_the_move_and_nearly_all_are_told() {
        let mut random = SplitMix(5);
        let (mut told, mut all) = (0, 0);
        for number in 0..60 {
            let mut game = if number % 2 == 0 { Chess::start() } else { Chess::start_960(number) };
            for _ in 0..150 {
                let mut moves = MoveList::new();
                game.moves(&mut moves);
                let moves: Vec<_> = moves.iter().collect();
                let clock = game.board().halfmove_clock();
                for &mv in &moves {
                    let mut after = game.clone();
                    after.play(mv);
                    all += 1;
                    let Some((key, begins)) = key_after(&game, mv) else { continue };
                    told += 1;
                    assert_eq!(key, after.key(), "{mv} in {game:?}");
                    let clock = if begins { 0 } else { clock + 1 };
                    assert_eq!(after.board().halfmove_clock(), clock, "{mv} in {game:?}");
                }
                let Some(mv) = random.pick(&moves) else { break };
                game.play(mv);
            }
        }
        assert!(10 * told > 8 * all, "{told} of {all}");
    }
}
