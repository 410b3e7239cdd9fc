use super::*;
use crate::rules::game::{MoveList, Outcome};

/// A game whose moves are their own packed forms.
#[derive(Clone, Debug)]
pub(in crate::recursion) struct Numbers;

impl Game for Numbers {
    type Move = u32;
    type Undo = ();

    fn to_move(&self) -> Side {
        Side::First
    }

    fn key(&self) -> u64 {
        0
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn moves(&self, _out: &mut MoveList<u32>) {}

    fn play(&mut self, _mv: u32) {}

    fn undo(&mut self, _mv: u32, _undo: ()) {}

    fn pack(mv: u32) -> u32 {
        mv
    }

    fn unpack(&self, bits: u32) -> Option<u32> {
        Some(bits)
    }
}

const KILLER: i32 = 1_000_000;
const COUNTERMOVE: i32 = 10_000;

/// Tables in which a point of history is a point of rank.
fn tables() -> OrderingTables {
    weighing(KILLER, COUNTERMOVE, HISTORY_LIMIT)
}

fn weighing(killer: i32, countermove: i32, history: i32) -> OrderingTables {
    let mut tables = OrderingTables::new(None);
    let weights = OrderingWeights { killer, countermove, history, ..OrderingWeights::GAME_ONLY };
    tables.begin(weights);
    tables
}

/// The ranks of moves to which the game gives 5 each.
fn ranks<const N: usize>(
    tables: &OrderingTables,
    (ply, side, previous): (usize, Side, u32),
    moves: [u32; N],
) -> [i32; N] {
    let mut moves = moves.map(|mv| Ranked { mv, rank: 5 });
    tables.rank::<Numbers>(ply, side, (previous, COMMON_DEPTH), &mut moves);
    moves.map(|ranked| ranked.rank - 5)
}

fn learn(
    tables: &mut OrderingTables,
    (ply, side, previous): (usize, Side, u32),
    depth: i32,
    bits: u32,
) {
    tables.learn::<Numbers>(ply, side, previous, depth, bits, std::iter::empty());
}

/// Where nothing but killers, or nothing but a countermove, can be known.
const HERE: (usize, Side, u32) = (3, Side::First, NONE);

#[test]
fn the_two_moves_that_cut_off_last_at_a_ply_are_killers_there() {
    let mut tables = weighing(KILLER, 0, 0);
    for (bits, known) in [
        (7, [KILLER, 0, 0]),
        (7, [KILLER, 0, 0]),
        (8, [KILLER, KILLER, 0]),
        (8, [KILLER, KILLER, 0]),
        (9, [0, KILLER, KILLER]),
        (7, [KILLER, 0, KILLER]),
    ] {
        learn(&mut tables, HERE, 1, bits);
        assert_eq!(ranks(&tables, HERE, [7, 8, 9]), known, "after {bits}");
        assert_eq!(ranks(&tables, (2, Side::First, NONE), [7, 8, 9]), [0; 3]);
        assert_eq!(ranks(&tables, (4, Side::First, NONE), [7, 8, 9]), [0; 3]);
    }
    tables.begin(OrderingWeights {
        killer: KILLER,
        countermove: 0,
        history: 0,
        ..OrderingWeights::GAME_ONLY
    });
    assert_eq!(ranks(&tables, HERE, [7, 8, 9]), [0; 3], "forgotten");
}

#[test]
fn the_move_that_refuted_a_move_last_is_its_countermove() {
    let mut tables = weighing(0, COUNTERMOVE, 0);
    let after = |previous| (3, Side::First, previous);
    learn(&mut tables, after(11), 1, 7);
    assert_eq!(ranks(&tables, after(11), [7, 8]), [COUNTERMOVE, 0]);
    assert_eq!(ranks(&tables, after(12), [7, 8]), [0, 0]);
    learn(&mut tables, after(11), 1, 8);
    assert_eq!(ranks(&tables, after(11), [7, 8]), [0, COUNTERMOVE]);
    // At the root there is no move to answer.
    learn(&mut tables, after(NONE), 1, 9);
    assert_eq!(ranks(&tables, after(NONE), [7, 8, 9]), [0; 3]);
    tables.begin(OrderingWeights {
        killer: 0,
        countermove: COUNTERMOVE,
        history: 0,
        ..OrderingWeights::GAME_ONLY
    });
    assert_eq!(ranks(&tables, after(11), [7, 8]), [0, 0], "forgotten");
}

#[test]
fn history_praises_what_cut_off_by_the_square_of_the_depth_and_blames_what_was_tried_before() {
    let mut tables = weighing(0, 0, HISTORY_LIMIT);
    let tried = [8, 9];
    tables.learn::<Numbers>(3, Side::First, NONE, 10, 7, tried.into_iter());
    assert_eq!(ranks(&tables, HERE, [7, 8, 9, 10]), [100, -100, -100, 0]);
    assert_eq!(ranks(&tables, (200, Side::First, 4), [7, 8, 9, 10]), [100, -100, -100, 0]);
    assert_eq!(ranks(&tables, (3, Side::Second, NONE), [7, 8, 9, 10]), [0; 4]);
    let told = [7, 8, 10].map(|mv| tables.history::<Numbers>(Side::First, mv));
    assert_eq!(told, [100, -100, 0]);
    assert_eq!(tables.history::<Numbers>(Side::Second, 7), 0);
    // At the horizon a little, and however deep no more than so much.
    learn(&mut tables, HERE, 0, 20);
    learn(&mut tables, HERE, 1000, 21);
    assert_eq!(ranks(&tables, HERE, [20, 21]), [1, 1024]);
    // Half the weight, half the rank.
    let mut half = weighing(0, 0, HISTORY_LIMIT / 2);
    learn(&mut half, HERE, 10, 7);
    assert_eq!(ranks(&half, HERE, [7]), [50]);
    tables.begin(OrderingWeights {
        killer: 0,
        countermove: 0,
        history: HISTORY_LIMIT,
        ..OrderingWeights::GAME_ONLY
    });
    assert_eq!(ranks(&tables, HERE, [7, 8, 20]), [0; 3], "forgotten");
}

#[test]
fn what_the_tables_say_adds_up_and_a_table_without_weight_says_nothing() {
    let mut tables = tables();
    let here = (3, Side::Second, 11);
    learn(&mut tables, here, 10, 7);
    assert_eq!(ranks(&tables, here, [7, 8]), [KILLER + COUNTERMOVE + 100, 0]);
    assert_eq!(tables.history::<Numbers>(Side::Second, 7), 100);
    let mut most = [Ranked { mv: 7, rank: i32::MAX }];
    tables.rank::<Numbers>(3, Side::Second, (11, COMMON_DEPTH), &mut most);
    assert_eq!(most[0].rank, i32::MAX);
    tables.begin(OrderingWeights::GAME_ONLY);
    assert_eq!(ranks(&tables, here, [7, 8]), [0, 0]);
    assert_eq!(tables.history::<Numbers>(Side::Second, 7), 0);
}

#[test]
fn a_search_without_weights_in_between_leaves_nothing_of_the_one_before_it() {
    let mut tables = tables();
    // In the first and the last place of each table.
    let places = [(0, Side::First, 0), (MAX_PLY, Side::Second, SLOTS as u32 - 1)];
    for here in places {
        learn(&mut tables, here, 10, here.2);
    }
    tables.begin(OrderingWeights::GAME_ONLY);
    tables.begin(OrderingWeights::ENGINE_ONLY);
    for here in places {
        assert_eq!(ranks(&tables, here, [0, SLOTS as u32 - 1]), [0, 0]);
    }
}

#[test]
fn a_slot_depends_on_all_bits_of_a_move() {
    assert_eq!([0, 1, 0xfff].map(slot), [0, 1, 0xfff]);
    assert_eq!([1 << 12, 0xabc << 12].map(slot), [1, 0xabc]);
    assert_eq!([1 << 24, 0xab << 24].map(slot), [1, 0xab]);
    assert_eq!([0x0000_1001, 0x0100_0001, 0xffff_ffff].map(slot), [0, 0, 0x0ff]);
}

#[test]
fn an_entry_moves_the_more_slowly_the_nearer_it_is_to_its_limit() {
    let updated = |old: i16, bonus| {
        let entry = AtomicI16::new(old);
        update::<HISTORY_LIMIT>(&entry, bonus);
        i32::from(entry.into_inner())
    };
    assert_eq!(updated(0, 100), 100);
    assert_eq!(updated(8192, 1024), 8192 + 1024 - 512);
    assert_eq!(updated(8192, -1024), 8192 - 1024 - 512);
    assert_eq!(updated(-8192, 1024), -8192 + 1024 + 512);
    assert_eq!(updated(16_384, 1024), 16_384);
}

#[test]
fn weights_out_of_range_are_taken_for_the_nearest_within() {
    let mut tables = OrderingTables::new(None);
    let most = OrderingWeights {
        killer: i32::MAX,
        countermove: i32::MAX,
        history: i32::MAX,
        ..OrderingWeights::GAME_ONLY
    };
    tables.begin(most);
    let OrderingWeights { killer, countermove, history, .. } = tables.weights;
    let highest = i64::from(history) * i64::from(HISTORY_LIMIT);
    assert!(highest <= i64::from(i32::MAX), "{history}");
    let bonus = highest / i64::from(HISTORY_LIMIT) + i64::from(killer) + i64::from(countermove);
    assert!(bonus <= i64::from(i32::MAX), "{bonus}");
    tables.begin(OrderingWeights {
        killer: -1,
        countermove: -1,
        history: -1,
        ..OrderingWeights::GAME_ONLY
    });
    assert_eq!(tables.weights, OrderingWeights::GAME_ONLY);
    tables.begin(OrderingWeights::ENGINE_ONLY);
    assert_eq!(tables.weights, OrderingWeights::ENGINE_ONLY);
}

#[test]
fn history_never_leaves_its_range() {
    let entry = AtomicI16::new(0);
    for (bonus, range) in [(1024, 15_001..=HISTORY_LIMIT), (-1024, -HISTORY_LIMIT..=-15_001)] {
        for _ in 0..100_000 {
            update::<HISTORY_LIMIT>(&entry, bonus);
        }
        assert!(range.contains(&i32::from(entry.load(Ordering::Relaxed))));
    }
}

/// Two workers at the start of a search.
fn team() -> [OrderingTables; 2] {
    let common = Arc::new(Learnt::new());
    [(); 2].map(|()| {
        let mut worker = OrderingTables::new(Some(Arc::clone(&common)));
        worker.begin(OrderingWeights::ENGINE_ONLY);
        worker
    })
}

#[test]
fn workers_learn_in_common_while_they_share_a_selective_tree_and_apart_elsewhere() {
    let mut workers = team();
    let here = (3, Side::First, 11);
    let history = |worker: &OrderingTables| worker.history::<Numbers>(Side::First, 7);
    workers.iter_mut().for_each(|worker| worker.choose(true));
    // With the last of these, all are taught.
    let teach = |worker: &mut OrderingTables, depth| {
        (1..LESSONS).for_each(|_| learn(worker, here, 1, 9));
        assert_eq!(history(worker), 0, "kept back");
        learn(worker, here, depth, 7);
    };
    teach(&mut workers[1], 10);
    assert_eq!([0, 1].map(|worker| history(&workers[worker])), [100, 100]);
    workers.iter_mut().for_each(|worker| worker.choose(false));
    assert_eq!(history(&workers[1]), 0);
    learn(&mut workers[1], here, 5, 7);
    assert_eq!([0, 1].map(|worker| history(&workers[worker])), [0, 25]);
    // At the next search each forgets what is its own.
    workers[1].begin(OrderingWeights::ENGINE_ONLY);
    assert_eq!(history(&workers[1]), 0);
    workers[1].choose(true);
    assert_eq!(history(&workers[1]), 100);
    workers[1].common.as_ref().unwrap().clear();
    assert_eq!(history(&workers[1]), 0);
    // What was kept back of one task is no lesson of the next.
    learn(&mut workers[1], here, 10, 7);
    workers[1].choose(true);
    teach(&mut workers[1], 3);
    assert_eq!(history(&workers[0]), 0);
    workers[0].choose(true);
    assert_eq!(history(&workers[0]), 9);
}

#[test]
fn killers_and_countermoves_are_common_only_where_nodes_are_large() {
    let mut workers = team();
    workers.iter_mut().for_each(|worker| worker.choose(true));
    let is_known = |worker: &OrderingTables, depth| {
        let mut moves = [Ranked { mv: 7, rank: 0 }];
        worker.rank::<Numbers>(3, Side::First, (11, depth), &mut moves);
        moves[0].rank > 0
    };
    learn(&mut workers[0], (3, Side::First, 11), COMMON_DEPTH - 1, 7);
    let known = |depth| [0, 1].map(|worker| is_known(&workers[worker], depth));
    assert_eq!([COMMON_DEPTH - 1, COMMON_DEPTH].map(known), [[true, false], [false, false]]);
    learn(&mut workers[0], (3, Side::First, 11), COMMON_DEPTH, 7);
    let known = |depth| [0, 1].map(|worker| is_known(&workers[worker], depth));
    assert_eq!([COMMON_DEPTH - 1, COMMON_DEPTH].map(known), [[true, false], [true, true]]);
}

#[test]
fn what_followed_on_a_move_is_known_after_it_alone_until_the_next_search() {
    let weights = OrderingWeights { continuation: HISTORY_LIMIT, ..OrderingWeights::GAME_ONLY };
    let mut tables = OrderingTables::new(None);
    tables.begin(weights);
    let ranks = |tables: &OrderingTables, before| {
        let mut moves = [3, 4, 9].map(|mv| Ranked { mv, rank: 5 });
        tables.rank_following(before, &mut moves, |mv: u32| mv);
        moves.map(|ranked| ranked.rank)
    };
    tables.learn_following([70, 80], 6, 3, [9].into_iter());
    assert_eq!(ranks(&tables, [70, 80]), [5 + 2 * 36, 5, 5 - 2 * 36]);
    assert_eq!(ranks(&tables, [70, 81]), [5 + 36, 5, 5 - 36]);
    assert_eq!(ranks(&tables, [71, 81]), [5; 3]);
    assert_eq!(tables.history_of_following([70, 80], 3), 72);
    tables.begin(weights);
    assert_eq!(ranks(&tables, [70, 80]), [5; 3]);
}
