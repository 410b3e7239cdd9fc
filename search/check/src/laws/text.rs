//! Laws of [`Describe`]: texts read back as what they were written from, and the board that is drawn fits.

use std::fmt::Debug;

use plyglot_search::{Describe, random::SplitMix, shape::Content};

use super::rules;
use super::{Effort, Law, Place, Violation};

/// Checks on random games that positions and moves read back from their texts, and that the cells of the board fit
/// what stands there and what moves touch. Gives the number of positions that were looked at.
///
/// # Errors
/// The first law that does not hold.
pub fn check_text<G: Describe + Debug>(start: &G, effort: &Effort) -> Result<usize, Violation> {
    let mut rng = SplitMix(effort.seed);
    let mut positions = 0;
    for _ in 0..effort.games {
        let (mut game, mut line, mut words) = (start.clone(), Vec::new(), Vec::new());
        for _ in 0..effort.plies {
            let place = Place { game: &game, line: &line };
            let moves = rules::moves(&place)?;
            let Some(mv) = rng.pick(&moves) else { break };
            positions += 1;
            position(&place, start)?;
            notations(&place, &moves)?;
            drawn(&place, &moves)?;
            words.push(game.notation(mv));
            game.play(mv);
            line.push(mv);
        }
        whole_line(&Place { game: &game, line: &line }, start, &words.join(" "))?;
    }
    Ok(positions)
}

fn position<G: Describe + Debug>(place: &Place<'_, G>, start: &G) -> Result<(), Violation> {
    let text = place.game.text();
    let found = match start.parse(&text) {
        Ok(back) if back.key() == place.game.key() => return Ok(()),
        Ok(back) => format!("{text:?} reads back as {back:?}"),
        Err(error) => format!("{text:?} is refused: {error}"),
    };
    Err(place.broken(Law::TextReadsBack, found))
}

fn notations<G: Describe + Debug>(
    place: &Place<'_, G>,
    moves: &[G::Move],
) -> Result<(), Violation> {
    for &mv in moves {
        let text = place.game.notation(mv);
        let found = match place.game.parse_move(&text) {
            Ok(back) if back == mv => continue,
            Ok(back) => format!("{mv:?} is written {text:?}, which reads back as {back:?}"),
            Err(error) => format!("{mv:?} is written {text:?}, which is refused: {error}"),
        };
        return Err(place.broken(Law::NotationReadsBack, found));
    }
    Ok(())
}

fn drawn<G: Describe + Debug>(place: &Place<'_, G>, moves: &[G::Move]) -> Result<(), Violation> {
    let game = place.game;
    let cells = game.shape().map_or(0, |shape| shape.cells.len());
    let contents = game.contents();
    let broken = |found: String| Err(place.broken(Law::ShapeFits, found));
    if contents.len() != cells {
        return broken(format!("{cells} cells and {} contents", contents.len()));
    }
    for content in contents {
        if let Content::Piece(letter) = content
            && !game.pieces().iter().any(|piece| piece.letter == letter)
        {
            return broken(format!("a piece {letter:?} that is none of PIECES"));
        }
    }
    for &mv in moves {
        if let Some(cell) = game.touches(mv).into_iter().find(|&cell| usize::from(cell) >= cells) {
            return broken(format!("{mv:?} touches cell {cell} of {cells}"));
        }
    }
    Ok(())
}

fn whole_line<G: Describe + Debug>(
    place: &Place<'_, G>,
    start: &G,
    text: &str,
) -> Result<(), Violation> {
    let found = match start.play_line(text) {
        Ok(back) if back.key() == place.game.key() => return Ok(()),
        Ok(back) => format!("the line {text:?} leads to {back:?}"),
        Err(error) => format!("the line {text:?} is refused: {error}"),
    };
    Err(place.broken(Law::NotationReadsBack, found))
}
