//! The built-in games, opened by their names.

use plyglot_games::catalogue::{CatalogueError, builtin};
use plyglot_open::DoorError;

#[test]
fn every_example_of_every_game_is_a_position_of_it() {
    let games = builtin();
    let mut count = 0;
    for listing in games.listings() {
        let game = games.open(listing.name).expect("it is in the list");
        for example in &game.facts().examples {
            let position = game.parse(&example.position);
            let position = position
                .unwrap_or_else(|error| panic!("{} {}: {error}", listing.name, example.name));
            assert!(position.outcome().is_none(), "{} {} is over", listing.name, example.name);
            count += 1;
        }
    }
    assert!(count >= 6);
    let small = games.open("othello:6").expect("a size");
    assert!(small.facts().examples.is_empty(), "examples are for the usual board");
}

#[test]
fn games_are_found_by_their_names_and_aliases_in_any_case() {
    let games = builtin();
    for listing in games.listings() {
        for name in listing.aliases.iter().chain([&listing.name]) {
            assert!(games.open(&name.to_uppercase()).is_ok(), "{name}");
        }
    }
}

#[test]
fn an_unknown_game_or_size_is_an_error_that_lists_what_exists() {
    let refused = |spec: &str| match builtin().open(spec) {
        Err(DoorError::Catalogue(error)) => error,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("{spec} exists"),
    };
    let unknown = refused("shogi");
    let CatalogueError::UnknownGame { known, .. } = &unknown else { panic!("{unknown}") };
    assert!(known.contains("othello") && known.contains("kalah"));
    let size = refused("othello:7");
    assert!(matches!(size, CatalogueError::UnknownSize { game: "othello", .. }), "{size}");
}
