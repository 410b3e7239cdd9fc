//! A player whose evaluation panics, and a referee whose game does.

use plyglot_open::catalogue::{Catalogue, Single};
use plyglot_search::{Knowledge, OptionError, OptionKind, OptionSpec};

use super::*;

#[allow(unreachable_pub)] // as authors write it, for a crate of their own
mod game {
    include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../search/check/src/guide/hexapawn/rules.rs"));
    include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../search/check/src/guide/hexapawn/text.rs"));
}
use game::Hexapawn;

/// Knowledge that panics if it is set to.
#[derive(Clone, Debug)]
struct Faulty(bool);

impl Knowledge<Hexapawn> for Faulty {
    fn evaluate(&mut self, _: &Hexapawn) -> i32 {
        assert!(!self.0, "the evaluation is faulty");
        0
    }

    fn options(&self) -> Vec<OptionSpec> {
        let (name, about) = ("faulty".into(), "panics".into());
        let (default, value) = ("false".into(), self.0.to_string());
        vec![OptionSpec { name, about, kind: OptionKind::Switch, default, value }]
    }

    fn set_option(&mut self, _: &str, value: &str) -> Result<(), OptionError> {
        self.0 = value == "true";
        Ok(())
    }
}

fn faulty_game() -> Box<dyn Open> {
    let single = Single::new("hexapawn", Hexapawn::new(4, 5)).knowledge(Faulty(false));
    Catalogue::empty().and(single).open("hexapawn").expect("the game")
}

#[test]
fn a_player_whose_code_panics_loses_and_the_match_goes_on() {
    let game = faulty_game();
    let mut faulty = depth(2);
    let Kind::Engine(spec) = &mut faulty.kind else { panic!("an engine") };
    spec.options.push(("faulty".into(), "true".into()));
    for jobs in [1, 2] {
        let players = [depth(2), faulty.clone()];
        let (games, finished) = played(&Match { jobs, ..contest(&*game, players, 8) });
        assert_eq!(finished.standing.faults(Seat::B, FaultKind::Crash), 8);
        assert_eq!(finished.standing.points(), 8.0);
        let fault = games[7].fault.as_ref().expect("a fault");
        assert!(fault.message.contains("the evaluation is faulty"), "{fault:?}");
    }
}

#[test]
fn a_game_whose_code_panics_ends_the_match_with_an_error() {
    let game = faulty_game().with(&[("faulty", "true")]).expect("it can be set");
    let error = contest(&*game, [depth(2), depth(2)], 8)
        .play(None, &Stop::default(), |_, _| Ok(()))
        .expect_err("no opening can be searched");
    assert!(error.to_string().contains("the evaluation is faulty"), "{error}");
}

#[test]
fn an_option_that_is_not_one_is_an_error_of_the_player() {
    let game = faulty_game();
    let mut unknown = depth(2);
    let Kind::Engine(spec) = &mut unknown.kind else { panic!("an engine") };
    spec.options.push(("colour".into(), "red".into()));
    let error = contest(&*game, [depth(2), unknown], 8)
        .play(None, &Stop::default(), |_, _| Ok(()))
        .expect_err("there is no such option");
    assert!(error.to_string().starts_with("player B: unknown option \"colour\""), "{error}");
}
