//! Runs of the family's methods over cells of trees.

use std::sync::Arc;

use plyglot_bench::family::{
    Analysis, Cell, MethodResult, Missing, Options, Study, Trees, measure, synthetic, with_bases,
};
use plyglot_family::{Method, Question};
use plyglot_games::synthetic::Spec;
use plyglot_search::{Score, Stop};

fn cells(specs: &[(&str, usize)]) -> Vec<Cell> {
    let cell = |&(spec, trees): &(&str, usize)| synthetic(Spec::parse(spec).unwrap(), trees);
    specs.iter().map(|spec| cell(spec).expect("trees")).collect()
}

fn methods(names: &[&str]) -> Vec<Method> {
    with_bases(&names.iter().map(|name| name.parse().expect(name)).collect::<Vec<_>>())
}

fn run(cells: Vec<Cell>, names: &[&str], jobs: usize, budget: u64) -> Study {
    let options = Options { budget, jobs, stop: &Stop::default() };
    measure(cells, &methods(names), options, |_| {}).expect("threads")
}

/// What a study says of every search but its time.
fn counts(study: &Study) -> Vec<String> {
    let text = |found: &MethodResult| format!("{:?} {:?}", found.value, found.counts);
    let samples = study.samples.iter().map(|sample| {
        let result = sample.result.as_ref().map(text);
        format!("{} {} {} {result:?}", sample.cell, sample.tree, sample.method)
    });
    samples.collect()
}

#[test]
fn counts_are_the_same_with_any_number_of_jobs() {
    let trees = [("6,4,best=60", 5), ("3,5,steps=10", 3), ("4,4,decided=20", 2)];
    let names = ["negascout", "mtd-f+table", "negamax"];
    let one = run(cells(&trees), &names, 1, u64::MAX);
    assert_eq!((one.samples.len(), one.stopped), (10 * 5, false));
    assert_eq!(counts(&one), counts(&run(cells(&trees), &names, 4, u64::MAX)));
}

#[test]
fn all_methods_agree_and_negascout_saves_leaves_on_ordered_trees() {
    let study = run(cells(&[("10,4,best=80", 20)]), &["negascout", "negamax"], 2, u64::MAX);
    let analysis = Analysis::of(&study, 1);
    assert_eq!(analysis.disagreements, []);
    let leaves = |row: usize| analysis.rows[row].ratios.expect("pairs").leaves;
    assert!(leaves(1).high < 1.0, "{analysis:?}");
    assert!(leaves(2).low > 5.0, "{analysis:?}");
    assert!(analysis.rows.iter().all(|row| row.critical.is_some_and(|over| over.low >= 1.0)));
    let share = analysis.rows[2].first_best.expect("interior nodes");
    assert!((share - 0.8).abs() < 0.05, "minimax tries every move: {share}");
}

#[test]
fn a_search_beyond_its_budget_is_missing_and_delays_nothing() {
    let study = run(cells(&[("10,4,best=50", 4)]), &["negamax"], 2, 5000);
    let of = |method: usize| study.samples.iter().filter(move |sample| sample.method == method);
    assert!(of(0).all(|sample| sample.result.is_ok()));
    assert_eq!(of(1).filter(|sample| sample.result == Err(Missing::Budget)).count(), 4);
    let row = Analysis::of(&study, 1).rows[1].clone();
    assert_eq!((row.trees, row.missing, row.ratios), (0, 4, None));
}

/// Trees during whose sixth the study is stopped.
struct Stopping(Box<dyn Trees>, Arc<Stop>);

impl Trees for Stopping {
    fn search(
        &self,
        tree: usize,
        method: &Method,
        question: &Question<'_>,
    ) -> Result<MethodResult, Missing> {
        if tree == 5 {
            self.1.raise();
        }
        self.0.search(tree, method, question)
    }
}

#[test]
fn a_study_that_is_stopped_has_results_of_every_cell() {
    let stop = Arc::new(Stop::default());
    let stopping = |Cell { make, trees }| {
        let trees = Box::new(Stopping(trees, Arc::clone(&stop)));
        Cell { make, trees }
    };
    let trees = cells(&[("6,5,best=50", 50), ("7,5,best=50", 50)]);
    let trees = trees.into_iter().map(stopping).collect();
    let options = Options { budget: u64::MAX, jobs: 1, stop: &stop };
    let study = measure(trees, &methods(&["negascout"]), options, |_| {}).expect("threads");
    assert!(study.stopped);
    let rows = Analysis::of(&study, 1).rows;
    assert!(rows.iter().all(|row| (row.trees, row.missing) == (5, 0)), "{rows:?}");
}

/// Trees that NegaScout gets wrong.
struct Wrong;

impl Trees for Wrong {
    fn search(&self, _: usize, method: &Method, _: &Question<'_>) -> Result<MethodResult, Missing> {
        let wrong = method.to_string() == "negascout";
        let value = Score::heuristic(if wrong { 8 } else { 7 });
        let counts = Default::default();
        Ok(MethodResult { value, counts, iterations: 0, seconds: 0.0 })
    }
}

#[test]
fn a_wrong_value_shows() {
    let mut cells = cells(&[("3,3,best=50", 1)]);
    cells[0].trees = Box::new(Wrong);
    let study = run(cells, &["negascout", "negamax"], 1, u64::MAX);
    let analysis = Analysis::of(&study, 1);
    assert!(!analysis.agree());
    let named = |odd: &plyglot_bench::family::Disagreement| study.methods[odd.method].to_string();
    let names: Vec<String> = analysis.disagreements.iter().map(named).collect();
    assert_eq!(names, ["negascout"]);
}
