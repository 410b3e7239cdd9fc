"""A parallel game-tree search engine: ten games and your own.

    import plyglot

    position = plyglot.Position("othello", moves="f5d6c3")
    with plyglot.Engine("othello") as engine:
        print(engine.analyse(position, plyglot.Limit(time=1.0)))

`games()` lists the games. docs/python.md of the project describes all of this.
"""

import atexit as _atexit
from typing import TYPE_CHECKING as _TYPE_CHECKING

from plyglot import _native
from plyglot._book import Book
from plyglot._engine import Engine, Search
from plyglot._errors import (
    BookFileError,
    EngineBusyError,
    EngineClosedError,
    EngineError,
    Error,
    ForeignPositionError,
    GameError,
    IllegalMoveError,
    InvalidLimitError,
    InvalidOptionError,
    InvalidPositionError,
    LawError,
    TableFileError,
    TrainingError,
    UnknownGameError,
)
from plyglot._game import Game, Result
from plyglot._many import analyse_many, check, facts, games, read, review, solve_many
from plyglot._native import Position
from plyglot._train import train
from plyglot._values import (
    Analysis,
    Checked,
    GameFacts,
    GameInfo,
    GameOption,
    Info,
    Limit,
    Line,
    Outcome,
    Played,
    Record,
    Review,
    ReviewedMove,
    Score,
    SideReview,
    TabledMove,
    Training,
    TrainingCheck,
    TrainingGate,
    TrainingInfo,
    TrainingNet,
    TrainingPhase,
    TrainingRound,
    TrainingSelectivity,
    TrainingTrial,
)

if _TYPE_CHECKING:
    from plyglot._aio import AsyncEngine, AsyncSearch

__version__ = _native.VERSION

__all__ = [
    "Analysis",
    "AsyncEngine",
    "AsyncSearch",
    "Book",
    "BookFileError",
    "Checked",
    "Engine",
    "EngineBusyError",
    "EngineClosedError",
    "EngineError",
    "Error",
    "ForeignPositionError",
    "Game",
    "GameError",
    "GameFacts",
    "GameInfo",
    "GameOption",
    "IllegalMoveError",
    "Info",
    "InvalidLimitError",
    "InvalidOptionError",
    "InvalidPositionError",
    "LawError",
    "Limit",
    "Line",
    "Outcome",
    "Played",
    "Position",
    "Record",
    "Result",
    "Review",
    "ReviewedMove",
    "Score",
    "Search",
    "SideReview",
    "TableFileError",
    "TabledMove",
    "Training",
    "TrainingCheck",
    "TrainingGate",
    "TrainingError",
    "TrainingInfo",
    "TrainingNet",
    "TrainingPhase",
    "TrainingRound",
    "TrainingSelectivity",
    "TrainingTrial",
    "UnknownGameError",
    "analyse_many",
    "check",
    "facts",
    "games",
    "read",
    "review",
    "solve_many",
    "train",
]

# A search that still runs when the interpreter ends could need it: it is stopped before.
_atexit.register(_native.stop_all)


def __getattr__(name: str) -> object:
    # Importing asyncio takes three quarters of the time that importing this package would.
    if name in ("AsyncEngine", "AsyncSearch"):
        from plyglot import _aio

        return getattr(_aio, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
