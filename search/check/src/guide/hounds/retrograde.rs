use std::collections::HashMap;

use plyglot_search::Score;

/// The value of every position that can be reached, from its side to move: backwards from the ends of the game,
/// ply by ply. What is never reached so goes on for ever, which is a draw.
fn backwards(start: Hounds) -> Vec<(Hounds, Score)> {
    let (mut all, mut place_of) = (vec![start], HashMap::from([(start.key(), 0)]));
    let mut after: Vec<Vec<usize>> = Vec::new();
    while after.len() < all.len() {
        let position = all[after.len()];
        let mut moves = MoveList::new();
        if position.outcome().is_none() {
            position.moves(&mut moves);
        }
        let mut reach = |step| {
            let mut next = position;
            next.play(step);
            *place_of.entry(next.key()).or_insert_with(|| {
                all.push(next);
                all.len() - 1
            })
        };
        after.push(moves.iter().map(&mut reach).collect());
    }
    let mut values: Vec<_> = all.iter().map(|at| at.outcome().map(|end| end.score())).collect();
    for plies in 1.. {
        let lost = Some(Score::loss_in(plies - 1));
        let mut found = Vec::new();
        for (place, after) in after.iter().enumerate().filter(|&(place, _)| values[place].is_none()) {
            if after.iter().any(|&next| values[next] == lost) {
                found.push((place, Score::win_in(plies)));
            } else if after.iter().all(|&next| values[next] > Some(Score::DRAW)) {
                found.push((place, Score::loss_in(plies)));
            }
        }
        if found.is_empty() {
            break;
        }
        found.into_iter().for_each(|(place, value)| values[place] = Some(value));
    }
    let value = |value: Option<Score>| value.unwrap_or(Score::DRAW);
    all.into_iter().zip(values.into_iter().map(value)).collect()
}
