//! What was measured: every method on every tree.

use std::collections::HashMap;

use plyglot_family::{Aids, Algorithm, Method};

use super::result::{MethodResult, Missing};
use super::trees::Make;

/// The algorithm that the others are compared to, each with its own aids.
const BASE: Algorithm = Algorithm::AlphaBeta;

/// Everything that was measured.
#[derive(Clone, Debug)]
pub struct Study {
    /// What was run. Every method has its base among them.
    pub methods: Vec<Method>,
    /// What it was run on.
    pub cells: Vec<Make>,
    /// How many visits each search could make.
    pub budget: u64,
    /// A sample for every search that was made, by cell, tree and method.
    pub samples: Vec<Sample>,
    /// True if it was stopped before every search was made.
    pub stopped: bool,
    /// Places of the samples.
    places: HashMap<[usize; 3], usize>,
}

/// One search of one tree.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Which cell, tree of that cell, and method: their places in the study.
    pub cell: usize,
    /// The tree.
    pub tree: usize,
    /// The method.
    pub method: usize,
    /// Its result.
    pub result: Result<MethodResult, Missing>,
}

/// A tree searched by a method and by the method that it is compared to.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The tree, by its place in the cell.
    pub tree: usize,
    /// What the other method found.
    pub base: &'a MethodResult,
    /// What the method found.
    pub found: &'a MethodResult,
}

impl Study {
    /// A study with its samples, in any order.
    pub fn new(
        methods: Vec<Method>,
        cells: Vec<Make>,
        budget: u64,
        mut samples: Vec<Sample>,
    ) -> Self {
        samples.sort_by_key(Sample::case);
        samples.dedup_by_key(|sample| sample.case());
        let planned: usize = cells.iter().map(|cell| cell.roots.len() * methods.len()).sum();
        let stopped = samples.len() < planned;
        let places = samples.iter().enumerate().map(|(place, sample)| (sample.case(), place));
        let places = places.collect();
        Study { methods, cells, budget, samples, stopped, places }
    }

    /// What a method found in a tree.
    pub fn found(&self, cell: usize, tree: usize, method: usize) -> Option<&MethodResult> {
        let place = *self.places.get(&[cell, tree, method])?;
        self.samples[place].result.as_ref().ok()
    }

    /// All trees of a cell in which both methods found a value.
    pub fn pairs(&self, cell: usize, base: usize, method: usize) -> Vec<Pair<'_>> {
        let pair = |tree| {
            let (base, found) = (self.found(cell, tree, base)?, self.found(cell, tree, method)?);
            Some(Pair { tree, base, found })
        };
        let trees = self.cells.get(cell).map_or(0, |cell| cell.roots.len());
        (0..trees).filter_map(pair).collect()
    }

    /// The place of a method.
    pub fn method(&self, method: &Method) -> Option<usize> {
        self.methods.iter().position(|other| other == method)
    }

    /// The method that a method is compared to: alpha-beta with the same aids.
    pub fn base(&self, method: usize) -> Option<usize> {
        let aids = self.methods.get(method)?.aids;
        self.method(&Method { algorithm: BASE, aids })
    }
}

impl Sample {
    fn case(&self) -> [usize; 3] {
        [self.cell, self.tree, self.method]
    }
}

/// The methods in their order, each once, with the base of each before all that are compared to it.
pub fn with_bases(methods: &[Method]) -> Vec<Method> {
    let mut all: Vec<Method> = Vec::new();
    for method in methods {
        let base = Method { algorithm: BASE, aids: method.aids };
        for method in [base, *method] {
            if !all.contains(&method) {
                all.push(method);
            }
        }
    }
    // Methods with the same aids stand together.
    let order: Vec<Aids> = all.iter().map(|method| method.aids).collect();
    let place = |aids: Aids| order.iter().position(|other| *other == aids);
    all.sort_by_key(|method| place(method.aids));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_its_base_before_it() {
        let read = |text: &str| text.parse::<Method>().expect("a method");
        let names = ["mtd-f+table", "negascout", "negamax+table", "negascout", "alpha-beta"];
        let methods: Vec<Method> = names.into_iter().map(read).collect();
        let all: Vec<String> = with_bases(&methods).iter().map(Method::to_string).collect();
        let table = ["alpha-beta+table", "mtd-f+table", "negamax+table"];
        assert_eq!(all, [&table[..], &["alpha-beta", "negascout"]].concat());
        let study = Study::new(with_bases(&methods), Vec::new(), 1, Vec::new());
        assert_eq!([1, 3, 4].map(|method| study.base(method)), [Some(0), Some(3), Some(3)]);
    }
}
