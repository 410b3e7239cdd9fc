//! The program written out by hand visits the nodes of the generic engine, so that their times
//! compare.

#[path = "../../benches/by_hand/mod.rs"]
mod program;

use plyglot_games::connect4::{ConnectFour, ConnectFourKnowledge, Standard};
use plyglot_search::{Config, Describe, Engine, Game, Knowledge, Limits, Outcome};
use program::{Board, ByHand, RowsAndLines};

/// The same position for both, by the columns played, from 1.
fn both(columns: &[u32]) -> (ConnectFour, Board) {
    let (mut game, mut board) = (ConnectFour::new(Standard), Board::default());
    for column in columns {
        let mv = game.parse_move(&column.to_string()).expect("a legal move");
        game.play(mv);
        board.play(1 << mv.place());
    }
    (game, board)
}

#[test]
fn the_boards_agree_wherever_play_leads() {
    let mut columns = Vec::new();
    for seed in 0..200_u32 {
        columns.clear();
        for ply in 0..42_u32 {
            let (game, board) = both(&columns);
            assert_eq!(board.key(), game.key());
            let margin = match game.outcome() {
                Some(Outcome::Margin(margin)) => Some(margin),
                Some(other) => panic!("{other:?}"),
                None => None,
            };
            assert_eq!(board.outcome(), margin, "{columns:?}");
            if margin.is_some() {
                break;
            }
            assert_eq!(board.estimate(), ConnectFourKnowledge::default().evaluate(&game));
            let open: Vec<u32> =
                (1..=7).filter(|c| board.playable() >> (7 * (c - 1)) & 63 != 0).collect();
            let draw = (seed * 7919 + ply * 104_729 + seed * ply * 31) as usize;
            columns.push(open[draw % open.len()]);
        }
    }
}

#[test]
fn both_visit_the_same_nodes_and_find_the_same() {
    for (columns, depth) in
        [(&[][..], 9), (&[4, 4, 4], 9), (&[4, 4, 3, 5, 2, 2], 10), (&[4, 5, 4, 5, 3, 3, 4], 12)]
    {
        for hash_bytes in [1 << 12, 1 << 20] {
            let (game, board) = both(columns);
            let config = Config::single(hash_bytes);
            let mut engine = Engine::new(&config, RowsAndLines::default()).expect("a small engine");
            let report = engine.search(&game, &Limits::depth(depth)).expect("it searches");
            let mut by_hand = ByHand::new(hash_bytes).expect("a small table");
            let answer = by_hand.search(board, depth as i32);
            let at = format!("{columns:?}, depth {depth}, {hash_bytes} bytes");
            assert_eq!((answer.nodes, answer.value), (report.nodes, report.verdict.score), "{at}");
        }
    }
}
