//! Scores as a trace writes and reads them: short, and so exactly that no two look alike.

use plyglot_search::{Describe, Meaning, ParseError, Score, Window};

/// A score in a few characters: `+0.31`, `win3`, `+38!` for a final margin, `-inf`.
pub(super) fn short<G: Describe>(game: &G, score: Score) -> String {
    match score.meaning() {
        Meaning::WinIn(plies) => format!("win{plies}"),
        Meaning::LossIn(plies) => format!("loss{plies}"),
        Meaning::Unbounded if score < Score::DRAW => "-inf".into(),
        Meaning::Unbounded => "+inf".into(),
        Meaning::Heuristic(0) => "0".into(),
        Meaning::Heuristic(points) if G::POINTS > 1 => {
            let digits = f64::from(G::POINTS).log10().ceil() as usize;
            format!("{:+.digits$}", f64::from(points) / f64::from(G::POINTS))
        }
        Meaning::Heuristic(points) => format!("{points:+}"),
        Meaning::Margin(_) => format!("{}!", game.score_text(score, true)),
    }
}

/// A window from its ends as a trace writes them, with a comma between: `-0.5,+0.5`,
/// `-inf,win3`.
///
/// # Errors
/// If an end is no score, or nothing lies between them.
pub fn parse_window<G: Describe>(text: &str) -> Result<Window, ParseError> {
    let wrong = || {
        let message = "a window is two scores with a comma between, the lower first: \
                       -0.5,+0.5, -inf,win3, +2!,+6! (final margins)";
        ParseError::new(message)
    };
    let (alpha, beta) = text.split_once(',').ok_or_else(wrong)?;
    let (alpha, beta) = (parse::<G>(alpha), parse::<G>(beta));
    let (alpha, beta) = (alpha.ok_or_else(wrong)?, beta.ok_or_else(wrong)?);
    if alpha < beta { Ok(Window::new(alpha, beta)) } else { Err(wrong()) }
}

/// A window as [`parse_window`] reads it.
pub fn window_text<G: Describe>(game: &G, window: Window) -> String {
    format!("{},{}", short(game, window.alpha), short(game, window.beta))
}

/// The inverse of [`short`].
fn parse<G: Describe>(text: &str) -> Option<Score> {
    let text = text.trim();
    let distance = |plies: &str| plies.parse().ok().filter(|&n: &u32| n <= Score::MAX_DISTANCE);
    match text {
        "-inf" => return Some(-Score::INFINITY),
        "+inf" | "inf" => return Some(Score::INFINITY),
        _ => {}
    }
    if let Some(plies) = text.strip_prefix("win") {
        distance(plies).map(Score::win_in)
    } else if let Some(plies) = text.strip_prefix("loss") {
        distance(plies).map(Score::loss_in)
    } else if let Some(margin) = text.strip_suffix('!') {
        let margin = margin.parse().ok()?;
        (-Score::MAX_MARGIN..=Score::MAX_MARGIN).contains(&margin).then(|| Score::margin(margin))
    } else {
        let points = text.parse::<f64>().ok().filter(|number| number.is_finite())?;
        Some(Score::heuristic((points * f64::from(G::POINTS)).round() as i32))
    }
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::{Catalogue, Setup, Visitor, builtin};
    use plyglot_search::Knowledge;

    use super::*;

    struct Reads;

    impl Visitor for Reads {
        type Output = ();

        fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) {
            let ends = (-40..40).map(Score::heuristic);
            let margins = (-64..64).map(Score::margin);
            let far = (0..40).flat_map(|plies| [Score::win_in(plies), Score::loss_in(plies)]);
            for score in ends.chain(margins).chain(far).chain([Score::INFINITY, -Score::INFINITY]) {
                let text = short(&setup.start, score);
                assert_eq!(parse::<G>(&text), Some(score), "{text} in {}", setup.name);
            }
        }
    }

    #[test]
    fn scores_are_read_as_they_are_written_in_every_game() {
        for listing in builtin().listings() {
            builtin().with(listing.name, Reads).expect("a game of the list");
        }
    }

    struct Windows;

    impl Visitor for Windows {
        type Output = Vec<bool>;

        fn visit<G: Describe, K: Knowledge<G>>(self, _: Setup<G, K>) -> Vec<bool> {
            let texts =
                ["-1,1", "-inf, +inf", "loss3,win3", "1,1", "2,1", "1", "a,b", "1,nan", ","];
            texts.map(|text| parse_window::<G>(text).is_ok()).into()
        }
    }

    #[test]
    fn windows_that_hold_nothing_are_refused() {
        let read = builtin().with("othello", Windows).expect("the game");
        assert_eq!(read, [true, true, true, false, false, false, false, false, false]);
    }
}
