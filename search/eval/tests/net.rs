//! Nets say the same however they are computed, and their files are read back or refused by name.

use plyglot_eval::net::{Net, NetFile, NetWeights, Selectivity, Views};
use plyglot_eval::{About, WeightError, WeightFile};
use plyglot_search::random::SplitMix;
use plyglot_search::{Inputs, Side};

/// Two planes over 70 cells, so that each takes two words, and one that belongs to neither side.
fn inputs() -> Inputs {
    Inputs::new(70, &[["own", "other"]]).and("gone").exchanged(|cell| 69 - cell)
}

/// Weights as far as they may go.
fn weights(inputs: &Inputs, width: usize, seed: u64) -> NetWeights {
    let mut random = SplitMix(seed);
    let mut draw = |most: i64| (random.bits() % (2 * most as u64 + 1)) as i64 - most;
    let rows = Views::new(inputs).rows();
    NetWeights {
        width,
        bounds: vec![10, 30],
        scale: 400,
        adds: false,
        bias: (0..width).map(|_| draw(300) as i16).collect(),
        rows: (0..rows * width).map(|_| draw(200) as i16).collect(),
        output: (0..6 * width).map(|_| draw(127) as i8).collect(),
        output_bias: (0..3).map(|_| draw(1 << 24) as i32).collect(),
    }
}

/// The estimate as the definition has it, from no accumulator.
fn defined(net: &NetWeights, views: &Views, planes: &[u64], side: usize) -> i32 {
    let on: Vec<usize> = (0..64 * planes.len())
        .filter(|input| planes[input / 64] >> (input % 64) & 1 == 1)
        .collect();
    let part = net.bounds.iter().filter(|&&most| on.len() as u32 > most).count();
    let mut sum = i64::from(net.output_bias[part]);
    for (place, view) in [side, 1 - side].into_iter().enumerate() {
        for lane in 0..net.width {
            let row = |input: &usize| views.of(view)[*input] as usize;
            let rows = on.iter().map(row).filter(|&row| row < views.rows());
            let lanes = rows.map(|row| i64::from(net.rows[row * net.width + lane]));
            let held = (i64::from(net.bias[lane]) + lanes.sum::<i64>()).clamp(0, 255);
            let weight = net.output[(2 * part + place) * net.width + lane];
            sum += held * held * i64::from(weight);
        }
    }
    (sum * i64::from(net.scale) / (255 * 255 * 64)) as i32
}

/// A game of single changes, as a search sees it, now and then another position altogether.
fn changed(random: &mut SplitMix, planes: &mut [u64]) {
    if random.below(20) == Some(0) {
        let thin = random.bits() & random.bits();
        planes.iter_mut().for_each(|word| *word = random.bits() & thin);
    }
    for _ in 0..random.below(6).unwrap_or(0) {
        let word = random.below(planes.len()).unwrap_or(0);
        planes[word] ^= 1 << random.below(64).unwrap_or(0);
    }
}

#[test]
fn vectors_and_plain_code_say_what_the_definition_says() {
    let inputs = inputs();
    let views = Views::new(&inputs);
    // A million in a release build, as the page on training says.
    let positions = if cfg!(debug_assertions) { 10_000 } else { 1_000_000 };
    for width in NetWeights::WIDTHS {
        let weights = weights(&inputs, width, width as u64);
        let net = Net::new(weights.clone(), views.clone());
        let mut ways: Vec<_> = net.each_way().map(|way| (way.accumulators(), way)).collect();
        let (mut random, mut planes) = (SplitMix(3), vec![0; inputs.size()]);
        for number in 0..positions / NetWeights::WIDTHS.len() {
            changed(&mut random, &mut planes);
            let side = random.below(2).unwrap_or(0);
            let to_move = if side == 0 { Side::First } else { Side::Second };
            let mut said = Vec::new();
            for (own, way) in &mut ways {
                own.see(|out| out.copy_from_slice(&planes));
                said.push(way.judge(own, to_move));
            }
            assert!(said.iter().all(|way| *way == said[0]), "{width} lanes, {number}: {said:?}");
            if number % 64 == 0 {
                let defined = defined(&weights, &views, &planes, side);
                assert_eq!(said[0], defined, "{width} lanes, {number}");
                ways.iter_mut().for_each(|(own, way)| own.clear(way));
            }
        }
    }
}

#[test]
fn the_sides_see_the_same_where_the_game_says_so() {
    let inputs = inputs();
    let net = Net::new(weights(&inputs, 32, 5), Views::new(&inputs));
    let mut own = net.accumulators();
    let (mut random, mut planes) = (SplitMix(4), vec![0u64; inputs.size()]);
    for _ in 0..500 {
        changed(&mut random, &mut planes);
        // Only cells: what the other side sees of a bit that is none is nothing.
        (0..3).for_each(|plane| planes[2 * plane + 1] &= 63);
        let mut exchanged = vec![0u64; planes.len()];
        for (plane, to) in [(0, 1), (1, 0), (2, 2)] {
            for cell in (0..70).filter(|cell| planes[2 * plane + cell / 64] >> (cell % 64) & 1 == 1)
            {
                exchanged[2 * to + (69 - cell) / 64] |= 1 << ((69 - cell) % 64);
            }
        }
        own.see(|out| out.copy_from_slice(&planes));
        let said = net.judge(&mut own, Side::First);
        own.see(|out| out.copy_from_slice(&exchanged));
        assert_eq!(said, net.judge(&mut own, Side::Second));
    }
}

#[test]
fn sides_that_see_otherwise_have_rows_of_their_own() {
    let (shared, apart) = (inputs(), Inputs::new(70, &[["own", "other"]]).and("gone"));
    assert_eq!(Views::new(&shared).rows(), 210);
    assert_eq!(Views::new(&apart).rows(), 420);
    let hash = |inputs: &Inputs, base| Views::new(inputs).hash_over(base);
    assert_ne!(hash(&shared, 0), hash(&apart, 0));
    assert_ne!(hash(&shared, 0), hash(&shared, 5));
    assert_ne!(hash(&shared, 3), hash(&shared, 5));
    let symmetric = inputs().alike(|cell| cell);
    assert_eq!(hash(&shared, 0), hash(&symmetric, 0), "a net is as good");
}

fn file() -> NetFile {
    let inputs = inputs();
    let about = About {
        game: "ataxx".into(),
        seed: 7,
        command: "plyglot train ataxx --seed 7".into(),
        games: 12,
        positions: 345,
        errors: vec![1.5, 2.25, 3.0],
    };
    let (weights, selectivity) = (weights(&inputs, 16, 9), Selectivity::default());
    NetFile { about, inputs: Views::new(&inputs).hash_over(0), weights, selectivity }
}

#[test]
fn what_is_written_is_read_back() {
    let file = file();
    let bytes = file.to_bytes();
    assert!(NetFile::is_net(&bytes));
    assert_eq!(NetFile::from_bytes(&bytes), Ok(file.clone()));
    let views = Views::new(&inputs());
    let net = Net::read(&bytes, "ataxx", views.clone(), 0).expect("it is whole");
    let mut other = file.clone();
    other.weights.rows[17] += 1;
    let other = Net::read(&other.to_bytes(), "ataxx", views.clone(), 0).expect("it is whole");
    assert_ne!(net.fingerprint(), other.fingerprint());
    let mut selective = file.clone();
    selective.selectivity = Selectivity { margin: 12, reductions: true };
    assert_eq!(NetFile::from_bytes(&selective.to_bytes()), Ok(selective.clone()));
    let selective = Net::read(&selective.to_bytes(), "ataxx", views.clone(), 0).expect("whole");
    assert_ne!(net.fingerprint(), selective.fingerprint(), "another search");
    let margins = [1, 5, 6].map(|depth| selective.selectivity().margin_at(depth));
    assert_eq!(margins, [Some(12), Some(60), None]);
    assert_eq!(net.selectivity().margin_at(1), None);
    let mut one = file;
    one.weights.bounds.clear();
    one.weights.output.truncate(32);
    one.weights.output_bias.truncate(1);
    assert_eq!(NetFile::from_bytes(&one.to_bytes()), Ok(one));
}

#[test]
fn every_other_file_is_refused_by_name() {
    let (file, views) = (file(), Views::new(&inputs()));
    let bytes = file.to_bytes();
    let read = |bytes: &[u8], game: &str| Net::read(bytes, game, views.clone(), 0).map(drop);
    assert_eq!(read(b"", "ataxx"), Err(WeightError::Foreign));
    assert_eq!(read(b"something else altogether", "ataxx"), Err(WeightError::Foreign));
    for length in 1..bytes.len() {
        assert_eq!(read(&bytes[..length], "ataxx"), Err(WeightError::Cut(length)));
    }
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 4;
        assert!(read(&changed, "ataxx").is_err(), "byte {place}");
    }
    let refused = read(&bytes, "hex:7").expect_err("another game");
    assert_eq!(refused.to_string(), "weights for ataxx, not for hex:7");
    let others = Views::new(&Inputs::new(70, &[["own", "other"]]));
    let refused = Net::read(&bytes, "ataxx", others, 0).map(drop).expect_err("other inputs");
    assert!(matches!(refused, WeightError::Features { .. }), "{refused}");
    // One that stands alone does not ask what else there is; one that adds does.
    let read_over =
        |file: &NetFile, base| Net::read(&file.to_bytes(), "ataxx", views.clone(), base).map(drop);
    assert_eq!(read_over(&file, 9), Ok(()));
    let mut adds = file.clone();
    adds.weights.adds = true;
    assert_eq!(read_over(&adds, 0), Ok(()));
    assert!(matches!(read_over(&adds, 9), Err(WeightError::Features { .. })));
    let refused = WeightFile::from_bytes(&bytes).map(drop).expect_err("a net");
    assert_eq!(refused.to_string(), "a net, where weights of patterns are needed");
    let mut newer = bytes;
    newer[16] = 3;
    assert_eq!(read(&newer, "ataxx"), Err(WeightError::Version(3)));
    // Whole, but with numbers that no training writes.
    for wrong in [
        |weights: &mut NetWeights| weights.scale = 0,
        |weights: &mut NetWeights| weights.scale = i32::MAX,
        |weights: &mut NetWeights| weights.output[3] = i8::MIN,
        |weights: &mut NetWeights| drop(weights.rows.split_off(32)),
    ] {
        let mut changed = file.clone();
        wrong(&mut changed.weights);
        assert!(read(&changed.to_bytes(), "ataxx").is_err());
    }
}
