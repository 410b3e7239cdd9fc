"""A game that is written here: checked, solved, and played to its end.

Twenty-one coins: take one, two or three from the heap; the side that takes the last one wins.
"""

from typing import NamedTuple

import plyglot


class Heap(NamedTuple):
    left: int
    side: int


class Coins(plyglot.Game[Heap, int]):
    sides = ("Ann", "Ben")

    def start(self) -> Heap:
        return Heap(21, 0)

    def to_move(self, state: Heap) -> int:
        return state.side

    def legal_moves(self, state: Heap) -> range:
        return range(1, min(3, state.left) + 1)

    def play(self, state: Heap, move: int) -> Heap:
        return Heap(state.left - move, 1 - state.side)

    def outcome(self, state: Heap) -> plyglot.Result | None:
        return "loss" if state.left == 0 else None


game = Coins()
print(plyglot.check(game))

position = plyglot.Position(game)
with plyglot.Engine(game) as engine:
    analysis = engine.analyse(position, plyglot.Limit(solve=True))
    print(f"{analysis.score.side}: {analysis.score}, first take {analysis.best_move}")
    print(f"{analysis.nodes} nodes, {analysis.nps} a second")
    while not position.is_over:
        played = engine.play(position, plyglot.Limit(solve=True))
        assert played.move is not None
        position.push(played.move)
print(" ".join(position.moves))
print(position.outcome)
