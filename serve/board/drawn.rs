//! What the page draws: the facts of a game with the shape of its board, and a position.

use plyglot_open::{DoorError, Facts, Open, Position};
use plyglot_search::shape::{Colour, Content, Form, Ground, Mark, Shape};
use plyglot_search::{OptionKind, Side};
use plyglot_wire::{Count, Over, TabledMove};
use serde_json::{Value, json};

/// 0 or 1.
fn number(side: Side) -> u8 {
    u8::from(side == Side::Second)
}

/// What is the same for all positions of a game.
///
/// # Errors
/// If the game's code panics.
pub(crate) fn game(game: &dyn Open, title: &str) -> Result<Value, DoorError> {
    let facts = game.facts();
    let start = game.start()?;
    let shape = start.shape()?;
    let pieces = facts.pieces.iter().map(|piece| {
        (piece.letter.to_string(), json!({ "sign": piece.sign, "side": number(piece.side) }))
    });
    let examples = facts.examples.iter().map(|example| {
        json!({ "name": example.name, "position": example.position, "about": example.about })
    });
    let options = game.options().iter().map(|option| {
        json!({
            "name": option.name, "about": option.about, "kind": option.kind.to_string(),
            "default": option.default,
            // What is no file, where one is possible.
            "words": match &option.kind {
                OptionKind::File(words) => Some(words),
                _ => None,
            },
        })
    });
    Ok(json!({
        "game": facts.name,
        "options": options.collect::<Vec<_>>(),
        "title": title,
        "unit": facts.unit,
        "sides": facts.sides,
        "names": names(facts, shape.as_ref()),
        "notation": facts.notation,
        "rules": facts.rules,
        "start": start.text()?,
        "pieces": pieces.collect::<serde_json::Map<_, _>>(),
        "examples": examples.collect::<Vec<_>>(),
        "shape": shape.as_ref().map(self::shape),
    }))
}

/// What the page calls the sides: those who see the board know its colours.
fn names<'a>(facts: &'a Facts, shape: Option<&Shape>) -> [&'a str; 2] {
    let [first, second] = &facts.sides;
    let sides = [&**first, &**second];
    shape.map_or(sides, |shape| shape.names(&facts.pieces, sides))
}

fn shape(shape: &Shape) -> Value {
    let form = |form| match form {
        Form::Square => "square",
        Form::Hexagon => "hexagon",
        Form::Hole => "hole",
        Form::Edge => "edge",
        Form::Point => "point",
    };
    let cells = shape.cells.iter().map(|cell| {
        json!({
            "name": cell.name, "form": form(cell.form), "x": cell.x, "y": cell.y,
            "width": cell.width, "height": cell.height, "dark": cell.dark, "lane": cell.lane,
        })
    });
    let marks = shape.marks.iter().map(|mark| match mark {
        Mark::Label { x, y, text } => json!({ "mark": "label", "x": x, "y": y, "text": text }),
        Mark::Dot { x, y } => json!({ "mark": "dot", "x": x, "y": y }),
        Mark::Line { points } => json!({ "mark": "line", "points": points }),
        Mark::Border { side, points } => {
            json!({ "mark": "border", "side": side, "points": points })
        }
    });
    let colour = |colour| match colour {
        Colour::Black => "black",
        Colour::White => "white",
        Colour::Red => "red",
        Colour::Blue => "blue",
        Colour::Yellow => "yellow",
    };
    let ground = match shape.ground {
        Ground::Paper => "paper",
        Ground::Wood => "wood",
        Ground::Felt => "felt",
        Ground::Rack => "rack",
    };
    json!({
        "cells": cells.collect::<Vec<_>>(),
        "marks": marks.collect::<Vec<_>>(),
        "colours": shape.colours.map(colour),
        "ground": ground,
    })
}

/// A position with the game that led there.
///
/// # Errors
/// If the game's code panics.
pub(crate) fn position(at: &Position) -> Result<Value, DoorError> {
    let first = at.after_plies(0);
    let played = at.played();
    let moves = at.moves()?;
    let moves: Vec<Value> = moves
        .into_iter()
        .map(|mv| Ok(json!({ "move": at.move_text(mv)?, "cells": at.touches(mv)? })))
        .collect::<Result<_, DoorError>>()?;
    let last = match played.last() {
        Some(&mv) => at.after_plies(played.len() - 1).touches(mv)?,
        None => Vec::new(),
    };
    let mut earlier = first.clone();
    let mut movers = Vec::new();
    for &mv in &played {
        movers.push(number(earlier.to_move()));
        earlier.play(mv)?;
    }
    let facts = at.facts();
    Ok(json!({
        "game": facts.name,
        "movers": movers,
        "start": first.text()?,
        "played": first.notation(&played)?,
        "position": at.text()?,
        "text": at.board()?,
        "mover": number(at.to_move()),
        "over": over(at)?,
        "counts": Count::all(at)?,
        "moves": moves,
        "tabled": TabledMove::all(at)?,
        "last": last,
        "contents": contents(at)?,
        "repetitions": at.repetitions(),
    }))
}

/// How the game ended, with the page's names of the sides.
fn over(at: &Position) -> Result<Option<Over>, DoorError> {
    let Some(over) = Over::of(at) else { return Ok(None) };
    let (facts, shape) = (at.facts(), at.shape()?);
    Ok(Some(over.named(facts, names(facts, shape.as_ref()))))
}

/// What is on each cell; where the position does not say whose it is, by the move that took it.
fn contents(at: &Position) -> Result<Vec<Value>, DoorError> {
    let now = at.contents()?;
    let taken = |content: &Content| matches!(content, Content::Taken(_));
    let mut by: Vec<Option<(Side, usize)>> = vec![None; now.len()];
    if now.contains(&Content::Taken(None)) {
        let mut earlier = at.after_plies(0);
        let mut before = earlier.contents()?;
        for (index, mv) in at.played().into_iter().enumerate() {
            let mover = earlier.to_move();
            earlier.play(mv)?;
            let after = earlier.contents()?;
            for ((by, before), after) in by.iter_mut().zip(&before).zip(&after) {
                if taken(after) && !taken(before) {
                    *by = Some((mover, index + 1));
                }
            }
            before = after;
        }
    }
    let shown = |(content, by): (Content, Option<(Side, usize)>)| match content {
        Content::Empty => Value::Null,
        Content::Piece(letter) => json!({ "piece": letter }),
        Content::Count(count) => json!({ "count": count }),
        Content::Taken(Some(side)) => json!({ "taken": number(side) }),
        Content::Taken(None) => {
            json!({ "taken": by.map(|(side, _)| number(side)), "ply": by.map(|(_, ply)| ply) })
        }
        Content::Gone => json!({ "gone": true }),
    };
    Ok(now.into_iter().zip(by).map(shown).collect())
}
