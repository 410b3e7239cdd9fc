"""A small book of openings: every position within three plies, each once, with its best answer, as JSON."""

import json

import plyglot

PLIES = 3

level = {plyglot.Position("connect4:6x5")}
book = set(level)
for _ in range(PLIES):
    level = {position.after(move) for position in level for move in position.legal_moves} - book
    book |= level

positions = sorted(book, key=lambda position: (position.plies, position.moves))
analyses = plyglot.analyse_many(positions, plyglot.Limit(nodes=20_000))
for position, analysis in zip(positions, analyses, strict=True):
    if position.plies < 2:
        entry = {
            "moves": position.moves,
            "best": analysis.best_move,
            "value": analysis.score.value,
            "proven": analysis.is_exact,
        }
        print(json.dumps(entry))
print(f"{len(book)} positions in the book")
