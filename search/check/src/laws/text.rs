//! Laws of [`Describe`]: texts read back as what they were written from, and the board that is drawn fits.

use std::fmt::Debug;

use plyglot_search::random::SplitMix;
use plyglot_search::shape::{CONTRAST, Content, Form, Shape, contrast};
use plyglot_search::{Describe, Piece, Side};

use super::endings::check_endings;
use super::rules;
use super::{Effort, Law, Place, Violation};

/// Checks on random games that positions and moves read back from their texts, and that the cells of the board fit
/// what stands there and what moves touch, in colours that can be seen; and that endings, where the game declares them,
/// have their numbers ([`check_endings`]). Gives the number of positions that were looked at.
///
/// # Errors
/// The first law that does not hold.
pub fn check_text<G: Describe + Debug>(start: &G, effort: &Effort) -> Result<usize, Violation> {
    check_endings(start, effort)?;
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
    let shape = game.shape();
    let cells = shape.as_ref().map_or(0, |shape| shape.cells.len());
    let contents = game.contents();
    let broken = |found: String| Err(place.broken(Law::ShapeFits, found));
    if contents.len() != cells {
        return broken(format!("{cells} cells and {} contents", contents.len()));
    }
    for content in &contents {
        if let Content::Piece(letter) = *content
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
    match shape.and_then(|shape| unseen(&shape, &contents, game.pieces())) {
        Some(found) => Err(place.broken(Law::SidesShow, found)),
        None => Ok(()),
    }
}

/// What cannot be seen of the sides: both look alike, or one as what its pieces stand on.
fn unseen(shape: &Shape, contents: &[Content], pieces: &[Piece]) -> Option<String> {
    let alike = |one: &Piece, other: &Piece| disc(one.sign) == disc(other.sign);
    let of = |side| pieces.iter().filter(move |piece| piece.side == side);
    let [first, second] = shape.colours;
    let both = of(Side::First).find_map(|one| of(Side::Second).find(|other| alike(one, other)));
    if let (true, Some(piece)) = (first == second, both) {
        let (sign, name) = (disc(piece.sign), first.name());
        return Some(format!("a piece {sign} of either side is {name}: the sides look alike"));
    }
    for (cell, content) in shape.cells.iter().zip(contents) {
        // A disc, a sign and a square that is taken have an edge in a shade of its own; a line does not.
        let (side, has_edge) = match content {
            Content::Piece(letter) => {
                let piece = pieces.iter().find(|piece| piece.letter == *letter);
                (piece.map(|piece| piece.side), piece.is_some_and(|piece| piece.sign != '×'))
            }
            Content::Taken(side) => (*side, cell.form != Form::Edge),
            _ => (None, false),
        };
        let Some(side) = side else { continue };
        let colour = shape.colours[usize::from(side == Side::Second)];
        let face = shape.ground.face(cell);
        let fill = contrast(colour.shades()[0], face);
        let found = if has_edge { colour.stands_out(face) } else { fill };
        if found < CONTRAST {
            let (name, on) = (colour.name(), &cell.name);
            return Some(format!(
                "{name} on {on} has a contrast of {found:.1} to the ground {:?}, and needs {CONTRAST:.1}",
                shape.ground
            ));
        }
    }
    None
}

/// What a page draws for a sign: one disc for the full and the empty one.
fn disc(sign: char) -> char {
    match sign {
        '○' => '●',
        '◇' => '◆',
        sign => sign,
    }
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
