//! An ablation as JSON: what was measured, then an object for each variant. `docs/json.md` documents the fields.

use plyglot_bench::ablation::{Design, Row};
use plyglot_bench::scaling::Origin;
use serde::Serialize;

use super::AblationView;
use plyglot_wire::object;

#[derive(Serialize)]
struct StudyFields<'a> {
    game: &'a str,
    design: &'a Design,
    positions: Vec<PlaceFields>,
    endings: Vec<PlaceFields>,
    complete: bool,
    origin: &'a Origin,
}

#[derive(Serialize)]
struct PlaceFields {
    position: String,
    depth: u32,
    nodes: u64,
}

#[derive(Serialize)]
struct VariantFields<'a> {
    game: &'a str,
    #[serde(flatten)]
    row: &'a Row,
}

/// The lines.
pub(super) fn of(view: &AblationView<'_>) -> Vec<String> {
    let (game, study) = (view.game, view.study);
    let text = |at: &plyglot_open::Position| at.text().unwrap_or_default();
    let position = |place: &plyglot_bench::ablation::Place| PlaceFields {
        position: text(&place.at),
        depth: place.depth,
        nodes: place.to_depth.nodes,
    };
    let ending = |ending: &plyglot_bench::ablation::Ending| PlaceFields {
        position: text(&ending.at),
        depth: ending.proof.depth,
        nodes: ending.proof.nodes,
    };
    let head = StudyFields {
        game,
        design: &study.design,
        positions: study.places.positions.iter().map(position).collect(),
        endings: study.places.endings.iter().map(ending).collect(),
        complete: study.is_complete(),
        origin: view.origin,
    };
    let rows = view.rows.iter().map(|row| object("variant", &VariantFields { game, row }));
    std::iter::once(object("study", &head)).chain(rows).collect()
}
