use super::*;

/// A row of the figures of fastchess.
struct Row {
    pairs: Pairs,
    /// Elo, its error, normalised Elo, its error.
    ratings: [f64; 4],
    /// The log likelihood ratios of [`TESTS`], logistic, then normalised.
    llrs: [f64; 6],
}

const TESTS: [(f64, f64); 3] = [(0.0, 20.0), (0.0, 5.0), (-1.75, 0.25)];

fn rows() -> Vec<Row> {
    let text = include_str!("../data/fastchess.txt");
    let row = |line: &str| {
        let words: Vec<f64> = line.split(' ').map(|word| word.parse().expect("a number")).collect();
        assert_eq!(words.len(), 15, "{line}");
        let part = |from: usize, many: usize| words[from..from + many].to_vec();
        let counts: Vec<u64> = part(0, 5).into_iter().map(|count| count as u64).collect();
        Row {
            pairs: Pairs(counts.try_into().expect("five")),
            ratings: part(5, 4).try_into().expect("four"),
            llrs: part(9, 6).try_into().expect("six"),
        }
    };
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

fn assert_near(own: Option<f64>, theirs: f64, what: &str) {
    match own {
        Some(own) => assert!((own - theirs).abs() <= 1e-6, "{what}: {own}, fastchess {theirs}"),
        None => assert!(!theirs.is_finite(), "{what}: fastchess {theirs}"),
    }
}

#[test]
fn elo_and_the_ratio_equal_fastchess() {
    let rows = rows();
    assert_eq!(rows.len(), 40);
    for Row { pairs, ratings, llrs } in rows {
        let [elo, normalised] =
            [pairs.elo(), pairs.normalised()].map(|rating| rating.expect("pairs"));
        let own = [elo.value, elo.error(), normalised.value, normalised.error()];
        for (own, theirs) in own.into_iter().zip(ratings) {
            assert_near(own, theirs, &format!("{pairs:?}"));
        }
        let models = [Model::Logistic, Model::Normalised];
        let tests = models.iter().flat_map(|&model| TESTS.map(|(elo0, elo1)| (elo0, elo1, model)));
        for ((elo0, elo1, model), theirs) in tests.zip(llrs) {
            let test = Sprt::new(elo0, elo1, model).expect("hypotheses");
            assert_near(Some(test.llr(&pairs)), theirs, &format!("{pairs:?} {test:?}"));
        }
    }
}

/// The likelihoods that fastchess's own tests name, to the places that it prints.
#[test]
fn superiority_is_that_of_fastchess() {
    let shown = |pairs| format!("{:.2}", Pairs(pairs).superiority().expect("pairs") * 100.0);
    assert_eq!(shown([34, 54, 63, 64, 75]), "100.00");
    assert_eq!(shown([332, 433, 498, 333, 334]), "5.05");
    assert_eq!(shown([7895, 8757, 5685, 568, 9999]), "0.00");
    assert_eq!(Pairs([0, 0, 9, 0, 0]).superiority(), Some(0.5));
    assert_eq!(Pairs([0, 0, 0, 0, 9]).superiority(), Some(1.0));
}

#[test]
fn without_results_nothing_is_said_and_a_clean_sweep_has_no_end() {
    let none = Pairs::default();
    assert!(none.elo().is_none() && none.normalised().is_none() && none.superiority().is_none());
    let test: Sprt = "0,20".parse().expect("a test");
    assert_eq!((test.llr(&none), test.decision(&none)), (0.0, Decision::Open));
    let sweep = Pairs([0, 0, 0, 0, 7]).elo().expect("pairs");
    assert_eq!((sweep.value, sweep.high, sweep.error()), (None, None, None));
}

/// Were the share of pairs that end otherwise larger than the bound, fewer than a twentieth of all matches would be
/// without one.
#[test]
fn pairs_that_all_end_alike_give_a_bound() {
    let share = 1.0 - 0.05_f64.powf(1.0 / 7.0);
    assert!(((1.0_f64 - share).powi(7) - 0.05).abs() < 1e-12);
    let elo = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
    let near = |one: Option<f64>, other: f64| one.is_some_and(|one| (one - other).abs() < 1e-9);
    let of = |pairs: [u64; 5]| Pairs(pairs).elo().expect("pairs");
    assert!(near(of([0, 0, 0, 0, 7]).low, elo(1.0 - share)));
    let even = of([0, 0, 7, 0, 0]);
    assert!(even.value == Some(0.0) && near(even.high, elo(0.5 + share / 2.0)));
    let better = of([0, 0, 0, 7, 0]);
    assert!(near(better.low, elo(0.75 * (1.0 - share))));
    assert!(near(better.high, elo(0.75 + 0.25 * share)));
    // More pairs say more, and both sides say the same.
    assert!(of([0, 0, 0, 0, 100]).low > of([0, 0, 0, 0, 7]).low);
    for place in 0..5 {
        let mut pairs = [0; 5];
        pairs[place] = 30;
        for rating in [Pairs::elo, Pairs::normalised] {
            let own = rating(&Pairs(pairs)).expect("pairs");
            let mut exchanged = pairs;
            exchanged.reverse();
            let other = rating(&Pairs(exchanged)).expect("pairs");
            let negated = |end: Option<f64>| end.map(|end| 0.0 - end);
            for (one, other) in [(own.low, other.high), (own.high, other.low)] {
                match (one, negated(other)) {
                    (Some(one), Some(other)) => assert!((one - other).abs() < 1e-9, "{pairs:?}"),
                    both => assert_eq!(both, (None, None), "{pairs:?}"),
                }
            }
            assert!(own.low.is_some() || own.high.is_some(), "{pairs:?}");
            let inside = own.low.is_none_or(|low| own.value.is_none_or(|value| low < value));
            assert!(inside, "{pairs:?}: {own:?}");
        }
    }
    // The bound of normalised Elo is that of the worst distribution within the share: others are no worse.
    let worst = Pairs([0, 0, 0, 0, 7]).normalised().and_then(|rating| rating.low).expect("a bound");
    for worth in [0.0, 0.25, 0.5, 0.75] {
        for part in 1..=100 {
            let share = share * f64::from(part) / 100.0;
            let mean = 1.0 - share * (1.0 - worth);
            let variance = share * (1.0 - share) * (1.0 - worth).powi(2);
            let normalised = (mean - 0.5) / (2.0 * variance).sqrt() * 800.0 / 10_f64.ln();
            assert!(normalised >= worst - 1e-9, "{worth} {part}");
        }
    }
}

#[test]
fn exchanging_the_players_changes_the_signs() {
    for Row { pairs, .. } in rows() {
        let mut exchanged = pairs;
        exchanged.0.reverse();
        let values = |pairs: Pairs| pairs.elo().and_then(|rating| rating.value);
        match (values(pairs), values(exchanged)) {
            (Some(one), Some(other)) => assert!((one + other).abs() < 1e-9, "{pairs:?}"),
            both => assert_eq!(both, (None, None), "{pairs:?}"),
        }
        let sum = pairs.superiority().expect("pairs") + exchanged.superiority().expect("pairs");
        assert!((sum - 1.0).abs() < 1e-12);
    }
}

#[test]
fn hypotheses_are_two_numbers_in_order() {
    let test: Sprt = " -1.75 , 0.25".parse().expect("a test");
    assert_eq!((test.hypotheses(), test.to_string()), ([-1.75, 0.25], "(-1.75, 0.25)".into()));
    for bad in ["", "5", "5,", ",", "20,0", "0,0", "x,1", "nan,1", "0,inf", "0,1,2", "-9999,0"] {
        let error = bad.parse::<Sprt>().expect_err(bad);
        assert!(error.to_string().contains(&format!("{bad:?}")));
    }
}
