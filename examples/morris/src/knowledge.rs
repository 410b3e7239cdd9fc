//! What a player knows (`Knowledge`): men, mills and room to move, until a net has learned more; and that mills are tried
//! first.

use plyglot::search::{Game, Knowledge, MoveList, Node};

use crate::rules::{MILLS, Morris, Move, NONE, beside};

/// Points of a man, of a mill, of a row of two with an empty point, and of a point to go to.
const MAN: i32 = 100;
const MILL: i32 = 20;
const TWO: i32 = 12;
const ROOM: i32 = 3;

/// The player.
#[derive(Clone, Debug, Default)]
pub struct Player;

/// What the men of a side are worth, with those in hand.
fn worth(own: u32, other: u32, hand: u8) -> i32 {
    let count = |set: u32| set.count_ones() as i32;
    let rows = MILLS.iter().map(|&mill| match (count(own & mill), count(other & mill)) {
        (3, _) => MILL,
        (2, 0) => TWO,
        _ => 0,
    });
    let room = count(beside(own) & !(own | other));
    MAN * (count(own) + i32::from(hand)) + rows.sum::<i32>() + ROOM * room
}

impl Knowledge<Morris> for Player {
    const ANTISYMMETRIC: bool = true;

    fn evaluate(&mut self, game: &Morris) -> i32 {
        let [x, o] = game.men;
        let ahead = worth(x, o, game.hands[0]) - worth(o, x, game.hands[1]);
        if game.side == plyglot::search::Side::First { ahead } else { -ahead }
    }

    /// Those that take a man first, then those that make a row of two or spoil one.
    fn expand(&mut self, game: &Morris, _node: &Node, out: &mut MoveList<Move>) {
        game.moves(out);
        let (own, other) = game.seen();
        for ranked in out.as_mut_slice() {
            let mv = ranked.mv;
            let left = if mv.from == NONE { own } else { own & !(1 << mv.from) };
            let through = |men: u32| {
                MILLS
                    .iter()
                    .filter(|&&mill| mill >> mv.to & 1 == 1 && (mill & men).count_ones() == 2)
                    .count() as i32
            };
            let near = (beside(1 << mv.to) & game.empty()).count_ones() as i32;
            let taken = i32::from(mv.taken != NONE);
            ranked.rank = 64 * taken + 16 * through(other) + 4 * through(left | 1 << mv.to) + near;
        }
    }
}
