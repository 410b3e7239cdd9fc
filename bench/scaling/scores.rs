//! Whether a score from a file can be one of a position.

use plyglot_open::Position;
use plyglot_search::Score;

/// Reports in a few words why `text`, the score of a sample, cannot be one of `position`. The score of a
/// game that writes its scores in its own way is accepted.
pub(super) fn check(position: &Position, text: &str, proven: bool) -> Result<(), String> {
    let score = text.trim_start_matches(">= ").trim_start_matches("<= ");
    let wrong = |what: &str| Err(format!("score {text:?}: {what}"));
    let distance = score.strip_prefix("win in ").or_else(|| score.strip_prefix("loss in "));
    if matches!(score, "draw" | "unknown") {
        return Ok(());
    } else if let Some(plies) = distance {
        return match plies.parse::<u32>() {
            Ok(plies) if plies <= Score::MAX_DISTANCE => Ok(()),
            _ => wrong("not a distance"),
        };
    }
    let Some(number) = score.parse::<f64>().ok().filter(|number| number.is_finite()) else {
        return if is_usual(position) { wrong("not a score") } else { Ok(()) };
    };
    let range = if proven { range(position) } else { None };
    let most = f64::from(Score::MAX_MARGIN.max(Score::MAX_HEURISTIC));
    let (low, high) = range.map_or((-most, most), |(low, high)| (low.into(), high.into()));
    if (low..=high).contains(&number) {
        return Ok(());
    }
    wrong(&format!("beyond {low:+} to {high:+}"))
}

/// True if the game writes its scores in the default way of [`plyglot_search::Describe::score_text`].
fn is_usual(position: &Position) -> bool {
    let text = |score| position.score_text(score, true).unwrap_or_default();
    text(Score::win_in(3)) == "win in 3" && text(Score::margin(2)).parse::<f64>().is_ok()
}

/// What the value lies between, in the game's unit, as far as its knowledge can bound it without a search.
fn range(position: &Position) -> Option<(i32, i32)> {
    let bounds = position.bounds().ok()?;
    let value = |score| position.value(score).ok().flatten();
    value(bounds.lower).zip(value(bounds.upper))
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;

    use super::*;

    fn of(game: &str, text: &str, proven: bool) -> Result<(), String> {
        let game = builtin().open(game).expect("a built-in game");
        check(&game.start().expect("a start"), text, proven)
    }

    #[test]
    fn scores_of_every_game_are_accepted_as_it_writes_them() {
        for listing in builtin().listings() {
            let game = builtin().open(listing.name).expect("a game of the list");
            let start = game.start().expect("a start");
            let far = [Score::win_in(9), Score::loss_in(12), Score::heuristic(0)];
            let estimates = (-90..90).map(|points| Score::heuristic(7 * points));
            let own = far.into_iter().map(|score| (score, true));
            for (score, proven) in own.chain(estimates.map(|score| (score, false))) {
                let text = start.score_text(score, proven).expect("a text");
                assert_eq!(check(&start, &text, proven), Ok(()), "{text} in {}", listing.name);
                assert_eq!(check(&start, &format!(">= {text}"), false), Ok(()));
            }
        }
    }

    #[test]
    fn what_no_position_can_be_worth_is_refused() {
        for text in ["", "+", "soon", "win in ", "win in -3", "loss in 99999", "NaN", "inf", "+1x"]
        {
            assert!(of("connect4", text, true).is_err(), "{text:?}");
        }
        for (game, most) in [("connect4", 21), ("othello", 64)] {
            assert_eq!(of(game, &format!("{:+}", most - 20), true), Ok(()));
            assert!(of(game, &format!("{:+}", most + 1), true).is_err(), "{game}");
            assert!(of(game, &format!("{:+}", -most - 1), true).is_err(), "{game}");
        }
        assert!(of("othello", "+999999999", false).is_err());
    }
}
