"""Games written in Python, for the tests; some of them are wrong."""

from __future__ import annotations

from dataclasses import dataclass

import plyglot

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(plyglot.Game[str, int]):
    """A state is the nine squares as a text, `X`, `O` or `.`, row by row from above."""

    name = "python-tictactoe"
    sides = ("X", "O")
    notation = "position: nine of X, O and .; move: a square from 1 to 9"

    def start(self) -> str:
        return "." * 9

    def to_move(self, state: str) -> int:
        return int(state.count("X") > state.count("O"))

    def legal_moves(self, state: str) -> list[int]:
        return [square for square in range(9) if state[square] == "."]

    def play(self, state: str, move: int) -> str:
        return state[:move] + "XO"[self.to_move(state)] + state[move + 1 :]

    def outcome(self, state: str) -> plyglot.Result | None:
        if any(state[a] == state[b] == state[c] != "." for a, b, c in LINES):
            return "loss"
        return None if "." in state else "draw"

    def parse(self, text: str) -> str:
        if len(text) != 9 or set(text) - set("XO."):
            raise ValueError(f"{text!r} is not nine of X, O and .")
        return text

    def board(self, state: str) -> str:
        return "\n".join(" ".join(state[row : row + 3]) for row in (0, 3, 6))

    def move_text(self, move: int) -> str:
        return str(move + 1)


@dataclass(frozen=True)
class Heap:
    left: int
    second: bool


class Nim(plyglot.Game[Heap, int]):
    """Take one, two or three; the side that takes the last one wins."""

    def __init__(self, left: int = 21) -> None:
        self.left = left

    def start(self) -> Heap:
        return Heap(self.left, False)

    def to_move(self, state: Heap) -> int:
        return int(state.second)

    def legal_moves(self, state: Heap) -> range:
        return range(1, min(state.left, 3) + 1)

    def play(self, state: Heap, move: int) -> Heap:
        return Heap(state.left - move, not state.second)

    def outcome(self, state: Heap) -> plyglot.Result | None:
        return "loss" if state.left == 0 else None

    def key(self, state: Heap) -> int:
        return state.left * 2 + state.second

    def evaluate(self, state: Heap) -> int:
        return -3 if state.left % 4 == 0 else 3

    def rank(self, state: Heap, move: int) -> int:
        return int((state.left - move) % 4 == 0)

    def plies_left(self, state: Heap) -> int:
        return state.left


class Endless(Nim):
    """No two positions are the same, so that no search of it comes to an end."""

    count = 0

    def key(self, state: Heap) -> int:
        self.count += 1
        return self.count

    def evaluate(self, state: Heap) -> int:
        return self.count * 7919 % 101 - 50


class Coins(plyglot.Game[tuple[int, int, tuple[int, ...]], str]):
    """Take a coin from either end of a row; the game is decided by the difference. A state is the lead of
    the side to move, who that is, and the coins that are left."""

    unit = "pence"
    coins = (8, 15, 3, 7, 2, 9)

    def start(self) -> tuple[int, int, tuple[int, ...]]:
        return 0, 0, self.coins

    def to_move(self, state: tuple[int, int, tuple[int, ...]]) -> int:
        return state[1]

    def legal_moves(self, state: tuple[int, int, tuple[int, ...]]) -> list[str]:
        return ["left", "right"] if len(state[2]) > 1 else ["left"]

    def play(
        self, state: tuple[int, int, tuple[int, ...]], move: str
    ) -> tuple[int, int, tuple[int, ...]]:
        lead, side, coins = state
        taken, rest = (coins[0], coins[1:]) if move == "left" else (coins[-1], coins[:-1])
        return -(lead + taken), 1 - side, rest

    def outcome(self, state: tuple[int, int, tuple[int, ...]]) -> int | None:
        return None if state[2] else state[0]

    def best(self, coins: tuple[int, ...]) -> int:
        """The value by definition."""
        if not coins:
            return 0
        return max(coins[0] - self.best(coins[1:]), coins[-1] - self.best(coins[:-1]))


class Raising(Nim):
    """Raises in the method of that name, once the heap is small."""

    def __init__(self, method: str) -> None:
        super().__init__()
        self.method = method

    def _trap(self, method: str, state: Heap) -> None:
        if self.method == method and state.left < 10:
            raise ZeroDivisionError(f"in {method}")

    def to_move(self, state: Heap) -> int:
        self._trap("to_move", state)
        return super().to_move(state)

    def legal_moves(self, state: Heap) -> range:
        self._trap("legal_moves", state)
        return super().legal_moves(state)

    def play(self, state: Heap, move: int) -> Heap:
        self._trap("play", state)
        return super().play(state, move)

    def outcome(self, state: Heap) -> plyglot.Result | None:
        self._trap("outcome", state)
        return super().outcome(state)

    def key(self, state: Heap) -> int:
        self._trap("key", state)
        return super().key(state)

    def evaluate(self, state: Heap) -> int:
        self._trap("evaluate", state)
        return super().evaluate(state)

    def rank(self, state: Heap, move: int) -> int:
        self._trap("rank", state)
        return super().rank(state, move)


METHODS = ["to_move", "legal_moves", "play", "outcome", "key", "evaluate", "rank"]
