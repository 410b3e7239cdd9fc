//! What the built-in games promise to whoever asks for them by name.

use plyglot_games::catalogue::{Catalogue, CatalogueError, Setup, Visitor, builtin};
use plyglot_search::{Describe, Knowledge};

/// Reads all examples of a game, and says how many there are.
struct ReadExamples;

impl Visitor for ReadExamples {
    type Output = usize;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> usize {
        for example in setup.start.examples() {
            let game = setup.start.parse(example.position);
            let game =
                game.unwrap_or_else(|error| panic!("{} {}: {error}", setup.name, example.name));
            assert!(game.outcome().is_none(), "{} {} is over", setup.name, example.name);
        }
        setup.start.examples().len()
    }
}

#[test]
fn every_example_of_every_game_is_a_position_of_it() {
    let games = builtin();
    let read = |listing: &plyglot_games::catalogue::Listing| games.with(listing.name, ReadExamples);
    let counts: Vec<_> = games.listings().iter().map(|listing| read(listing).unwrap()).collect();
    assert!(counts.iter().sum::<usize>() >= 6);
    assert_eq!(games.with("othello:6", ReadExamples).unwrap(), 0, "they are for the usual board");
}

#[test]
fn games_answer_to_their_names_and_aliases_in_any_case() {
    let games = builtin();
    for listing in games.listings() {
        for name in listing.aliases.iter().chain([&listing.name]) {
            assert!(games.with(&name.to_uppercase(), ReadExamples).is_ok(), "{name}");
        }
    }
}

#[test]
fn an_unknown_game_or_size_is_an_error_that_says_what_there_is() {
    let unknown = builtin().with("shogi", ReadExamples).unwrap_err();
    let CatalogueError::UnknownGame { known, .. } = &unknown else { panic!("{unknown}") };
    assert!(known.contains("othello") && known.contains("kalah"));
    let size = builtin().with("othello:7", ReadExamples).unwrap_err();
    assert!(matches!(size, CatalogueError::UnknownSize { game: "othello", .. }), "{size}");
}
