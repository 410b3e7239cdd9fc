//! Positions that were on the board before: a won game stays won in every face.

use serde_json::{Value, json};

use crate::support::talk::Talk;
use crate::support::{command, fed};

/// Won endings of draughts after moves that come back to them: the position, these moves, a winning move, and in how
/// many plies it wins.
const PASTS: &str = include_str!("../../games/pieces/data/draughts-pasts.txt");

fn cases() -> impl Iterator<Item = (&'static str, &'static str, u32)> {
    PASTS.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('|').collect();
        (fields[0], fields[1], fields[3].parse().expect("a number of plies"))
    })
}

#[test]
fn a_position_that_was_there_once_is_no_draw_by_ugi() {
    let mut talk = Talk::with(command("ugi draughts --threads 1 --hash 4M"));
    for (position, moves, plies) in cases() {
        // The conversation goes on as in one game: what was found under one past must not answer under another.
        talk.say(format!(
            "position fen {position} moves {moves}\nquery gameover\ngo depth {}",
            plies + 6
        ));
        let lines = talk.until("bestmove");
        assert!(lines.iter().any(|line| line == "response false"), "{position}: {lines:?}");
        let said = lines.iter().rev().find(|line| line.contains(" score ")).expect("a score");
        let mate = said.split(" score mate ").nth(1).and_then(|rest| rest.split(' ').next());
        let mate: i32 = mate.and_then(|moves| moves.parse().ok()).unwrap_or_default();
        // A win that is proven ends the search, though it may not be the shortest.
        assert!(mate >= plies.div_ceil(2) as i32, "{position}: {said}");
    }
    talk.say("quit");
    talk.close();
}

#[test]
fn a_position_that_was_there_once_is_no_draw_for_serve() {
    let requests: String = (0..)
        .zip(cases())
        .map(|(id, (position, moves, _))| {
            let request = json!({
                "command": "search", "id": id, "game": "draughts", "position": position, "moves": moves,
                "limits": { "solve": true, "nodes": 20_000_000 },
            });
            request.to_string() + "\n"
        })
        .collect();
    let ran = fed(command("serve --threads 1 --hash 4M"), requests).fine();
    let results: Vec<Value> =
        ran.json().into_iter().filter(|line| line["type"] == "result").collect();
    assert_eq!(results.len(), 15);
    for (number, (position, _, plies)) in cases().enumerate() {
        let result = results.iter().find(|result| result["id"] == number).expect("a result");
        assert_eq!(result["ended"], "proven", "{position}: {result}");
        assert_eq!(result["score"]["win_in"], plies, "{position}: {result}");
    }
}

#[test]
fn a_solve_proves_a_draw_of_few_positions_and_says_how_far_another_one_goes() {
    let ran = fed(command("solve draughts --threads 1 --position B:WK5:BK32 --json"), "").fine();
    let result = ran.json().pop().expect("a result");
    assert_eq!(result["ended"], "proven", "{result}");
    assert_eq!((&result["score"]["value"], &result["score"]["proven"]), (&0.into(), &true.into()));
    assert!(ran.err.contains("depth 250"), "{}", ran.err);
}
