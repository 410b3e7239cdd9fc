"""Many positions at once, games as a whole, and what is known of games."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from plyglot import _native
from plyglot._engine import Engine, Progress, _ends
from plyglot._game import Game
from plyglot._native import Position
from plyglot._values import (
    Analysis,
    Checked,
    GameFacts,
    GameInfo,
    Limit,
    Record,
    Review,
)


def analyse_many(
    positions: Iterable[Position],
    limit: Limit,
    *,
    lines: int = 1,
    threads: int | None = None,
    hash: int | str | None = None,
    progress: Progress | None = None,
) -> list[Analysis]:
    """Searches positions of any games, each within the limit, on all cores or `threads` of them; the results in
    the order of the positions. All searches of a game share a table. `progress` is called with how many are
    done, and of how many.

    The first search that fails ends the rest, and its exception is raised.
    """
    return _native.analyse_many(list(positions), _ends(limit), lines, threads, hash, progress)


def solve_many(
    positions: Iterable[Position],
    *,
    threads: int | None = None,
    hash: int | str | None = None,
    progress: Progress | None = None,
) -> list[Analysis]:
    """The exact value of each position: `analyse_many` with `Limit(solve=True)`."""
    limit = Limit(solve=True)
    return analyse_many(positions, limit, threads=threads, hash=hash, progress=progress)


def review(
    position: Position,
    limit: Limit,
    *,
    threads: int | None = None,
    hash: int | str | None = None,
    progress: Progress | None = None,
) -> Review:
    """Reviews the game that led to a position, by an engine of its own: see `Engine.review`."""
    with Engine(position.game, threads=threads, hash=hash) as engine:
        return engine.review(position, limit, progress=progress)


def read(game: str | Game[Any, Any], path: str | os.PathLike[str]) -> Iterator[Record]:
    """The positions of a file, a line each, with the answers that the lines give; a line with a game, by its moves or
    in a format of the game's own (GGF for Othello), stands for the game's last position, one with several games in GGF
    for that of each. Blank lines and those that begin with `#` are skipped.

    A line that is neither raises `InvalidPositionError`, as the command line says it: the file, the number of the
    line, and what is wrong.
    """
    for fields in _native.records(game, path):
        yield Record(**fields)


def games() -> list[GameInfo]:
    """The games that there are."""
    return _native.listings()


def facts(game: str | Game[Any, Any]) -> GameFacts:
    """What is known of a game before anything is searched."""
    return GameFacts(**_native.facts(game))


def check(
    game: str | Game[Any, Any], *, games: int = 40, plies: int = 300, seed: int = 1
) -> Checked:
    """Holds a game to the laws that the search relies on, on random games: keys, moves, outcomes, texts,
    estimates. Raises `LawError` with the first that does not hold, the position and the moves that led there.

    Texts are read back where the game's class has a method `parse`.
    """
    texts = isinstance(game, str) or "parse" in game._own()
    return _native.check(game, games, plies, seed, texts)
