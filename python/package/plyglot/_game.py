"""Games whose rules are written in Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import Any, Generic, Literal, TypeVar

State = TypeVar("State")
Move = TypeVar("Move", bound=Hashable)

Result = Literal["win", "draw", "loss"]

_OPTIONAL = ("key", "evaluate", "rank", "plies_left", "parse")


class Game(ABC, Generic[State, Move]):
    """The rules of a two-player game of perfect information, by states that never change.

    A state is any value: a string, a tuple, a frozen dataclass. A move is any value that can be a key of a
    dictionary. An object of the class stands for the game, and goes wherever the name of one does:
    `plyglot.Position(TicTacToe())`, `plyglot.Engine(TicTacToe())`.

    `plyglot.check` holds the rules to the laws of a game: run it before anything else.
    """

    name: str = ""
    """By default the name of the class, in small letters."""
    sides: tuple[str, str] = ("first", "second")
    """What the two players are called, the one who moves first in the start position first."""
    unit: str = ""
    """The unit of margins, in the plural; empty where a game is only won, drawn or lost."""
    points: int = 1
    """How many points of `evaluate` make one unit."""
    margin_step: int = 1
    """The distance between neighbouring margins: 2 where they are all even or all odd."""
    can_repeat: bool = False
    """True if a position can come back in the same game."""
    repetition: Literal["draw", "ends", "forbidden"] = "draw"
    """What that means: a draw; an end as `repeated` says; the move that would bring it back is illegal."""
    notation: str = ""
    """What positions and moves look like, in one line."""
    rules: str = ""
    """The rules in about three lines."""

    _opened: object = None

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if not cls.__dict__.get("name") and not cls.name:
            cls.name = cls.__name__.lower()

    @abstractmethod
    def start(self) -> State:
        """The start position."""

    @abstractmethod
    def to_move(self, state: State) -> int:
        """Whose turn it is: 0 for the side that moves first in the start position, else 1."""

    @abstractmethod
    def legal_moves(self, state: State) -> Iterable[Move]:
        """Every legal move, each once. Only asked while the game goes on; then there is at least one (a pass,
        where the rules have one, is a move)."""

    @abstractmethod
    def play(self, state: State, move: Move) -> State:
        """The state after a legal move; `state` stays what it was."""

    @abstractmethod
    def outcome(self, state: State) -> Result | int | None:
        """None while the game goes on, then how it ended **for the side to move**: "win", "draw", "loss", or
        its margin as a whole number."""

    def text(self, state: State) -> str:
        """The position in one line, with everything that matters for the rest of the game: positions with the
        same text are the same position. By default `str(state)`."""
        return str(state)

    def key(self, state: State) -> int:
        """A whole number that is the same for equal positions and another for different ones; 64 bits of it
        are used. By default a hash of `text`, which is nearly always good enough."""
        raise NotImplementedError

    def evaluate(self, state: State) -> int:
        """An estimate for the side to move, in points, of a position where the game goes on."""
        return 0

    def repeated(self, state: State) -> Result | int:
        """How the game ends **for the side to move** in a position that has come back, where `repetition` is
        "ends": a loss for the other side, which brought it back, is "win"."""
        return "draw"

    def rank(self, state: State, move: Move) -> int:
        """How good a move looks: the highest are searched first."""
        return 0

    def plies_left(self, state: State) -> int | None:
        """About how many plies the game may still last, at most, if that can be said: `Limit(solve=True)` then
        goes to the end without deepening step by step."""
        return None

    def parse(self, text: str) -> State:
        """The state behind a text as `text` writes it; raises ValueError with what is wrong with it."""
        raise ValueError(f"{self.name} reads no positions: its class has no method parse")

    def board(self, state: State) -> str:
        """The board as people like to see it, several lines. By default `text`."""
        return self.text(state)

    def move_text(self, move: Move) -> str:
        """How a move is written, without spaces. By default `str(move)`."""
        return str(move)

    def _own(self) -> list[str]:
        """Which of the methods that need not be written are."""
        return [name for name in _OPTIONAL if getattr(type(self), name) is not getattr(Game, name)]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_opened"}
