//! Which trees are searched, from what was asked for.

use plyglot_bench::family::{Cell, positions, synthetic};
use plyglot_bench::scaling::positions::built_in;
use plyglot_games::synthetic::{Leaves, Place, Spec};
use plyglot_open::Open;
use plyglot_open::catalogue::Catalogue;

use crate::bench::family::FamilyArgs;
use crate::bench::positions::BUILT_IN;
use crate::bench::positions::{drawn, from_file, from_set};
use crate::errors::Failure;
use crate::input::values::Range;

/// Where the arms of the usual cells meet: far from every extreme, and ordered no better than lets
/// the methods differ. In strong order, 70 of a hundred and more, few moves are searched again.
const CENTRE: Point = (20, 4, Place::First { percent: 60 });
const BRANCHING: [u16; 6] = [2, 5, 10, 20, 40, 60];
const DEPTHS: [u16; 5] = [2, 3, 4, 5, 6];
const PERCENTS: [u32; 7] = [50, 60, 70, 80, 90, 95, 100];
/// Most that a move other than the best costs.
const STEP: i32 = 10;
/// Depths for positions of a game.
const GAME_DEPTHS: [u16; 4] = [3, 4, 5, 6];

/// Branching, depth, and the place of the best move.
type Point = (u16, u16, Place);

/// The cells that the arguments ask for.
pub(super) fn cells(catalogue: &Catalogue, args: &FamilyArgs) -> Result<Vec<Cell>, Failure> {
    if let Some(game) = &args.game {
        return of_game(&*catalogue.open(game)?, args);
    }
    let cell = |spec: Spec| {
        synthetic(Spec { seed: args.seed, ..spec }, args.trees_per_cell)
            .map_err(|error| Failure::Usage(format!("no trees {spec}: {error}")))
    };
    if !args.trees.is_empty() {
        return args.trees.iter().map(|spec| cell(*spec)).collect();
    }
    points(args).into_iter().map(|point| cell(spec(point))).collect()
}

fn spec((branching, depth, place): Point) -> Spec {
    Spec { leaves: Leaves::Best { place, step: STEP }, ..Spec::new(branching, depth) }
}

/// All combinations of what was asked for, or the centre with three arms.
fn points(args: &FamilyArgs) -> Vec<Point> {
    let (branching, depth, place) = CENTRE;
    if args.branching.is_empty() && args.depths.is_empty() && args.ordering.is_empty() {
        let percents = PERCENTS.map(|percent| Place::First { percent });
        let places = [Place::Anywhere].into_iter().chain(percents);
        let mut points: Vec<Point> = BRANCHING.map(|branching| (branching, depth, place)).into();
        points.extend(DEPTHS.map(|depth| (branching, depth, place)));
        points.extend(places.map(|place| (branching, depth, place)));
        return each_once(points);
    }
    let branching = numbers(&args.branching, &[branching]);
    let depths = numbers(&args.depths, &[depth]);
    let places = if args.ordering.is_empty() { vec![place] } else { args.ordering.clone() };
    let mut points = Vec::new();
    for &place in &places {
        for &branching in &branching {
            points.extend(depths.iter().map(|&depth| (branching, depth, place)));
        }
    }
    each_once(points)
}

fn each_once<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for item in all {
        if !once.contains(&item) {
            once.push(item);
        }
    }
    once
}

fn numbers(ranges: &[Range<u16>], usual: &[u16]) -> Vec<u16> {
    if ranges.is_empty() {
        return usual.into();
    }
    each_once(ranges.iter().flat_map(|range| range.into_iter()))
}

/// Cells of positions of a game, one for each depth.
fn of_game(game: &dyn Open, args: &FamilyArgs) -> Result<Vec<Cell>, Failure> {
    let (name, start) = (&game.facts().name, game.start()?);
    let sets = built_in(name);
    let set = sets.iter().find(|set| set.name == args.positions || args.positions == BUILT_IN);
    let mut roots = match set {
        Some(set) => from_set(&start, set)?,
        None if args.positions == BUILT_IN => drawn(&start, args.trees_per_cell, args.seed)?,
        None => from_file(&start, &args.positions, name)?,
    };
    roots.truncate(args.trees_per_cell);
    let depths = numbers(&args.depths, &GAME_DEPTHS);
    let cell =
        |&depth: &u16| Ok(positions(name, roots.clone(), game.knowledge(), u32::from(depth))?);
    depths.iter().map(cell).collect()
}
