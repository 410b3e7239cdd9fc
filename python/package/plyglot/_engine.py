"""Engines, and what they are asked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Any

from plyglot import _native
from plyglot._book import Book
from plyglot._errors import InvalidLimitError
from plyglot._game import Game
from plyglot._native import Position
from plyglot._values import Analysis, Info, Limit, Played, Review

Options = dict[str, str | int | bool]
Progress = Callable[[int, int], object]


def _limit(limit: Limit) -> Limit:
    if not isinstance(limit, Limit):
        raise TypeError(f"a limit is a plyglot.Limit, such as Limit(depth=8), not {limit!r}")
    return limit


def _ends(limit: Limit) -> Limit:
    if _limit(limit).is_unlimited:
        raise InvalidLimitError(
            "this search would have no end: give a Limit of time, depth or nodes, or solve=True; "
            "engine.analysis() searches until it is stopped"
        )
    return limit


class Search:
    """A running search: an iterator over what it finds, until it ends.

    As a context it is stopped when the block is left; otherwise when nothing refers to it any more.
    """

    def __init__(self, search: _native.Search) -> None:
        self._search = search
        self._latest: Info | None = None

    @property
    def latest(self) -> Info | None:
        """What was read last."""
        return self._latest

    def stop(self) -> None:
        """Ends the search within about a millisecond; what it has found remains to be read."""
        self._search.stop()

    def wait(self) -> Analysis:
        """Waits for the end and gives the result."""
        return self._search.wait()

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        try:
            info = self._search.next()
        except BaseException:
            self.stop()
            raise
        if info is None:
            self._search.wait()
            raise StopIteration
        self._latest = info
        return info

    def __enter__(self) -> Search:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        if error is None:
            self.wait()


class Engine:
    """An engine for one game: worker threads, and a table that it keeps from search to search.

    `game` is a name with a size where the game has several ("connect4:6x5"), or an object of a class derived
    from `plyglot.Game`. `threads` are all cores by default, and one for a game written in Python, whose code runs
    one thread at a time: two search it 5 to 9 times slower than one. `hash` is the
    size of the table, in bytes or as "256M"; without it the table grows while it fills, up to an eighth of the
    memory that is free. `options` set what the game's knowledge can be set to:
    `plyglot.facts(game).options` lists them. With a `book`, a `plyglot.Book` or a file of `plyglot tree grow`, a search
    for one line that has a limit is answered at once where the book knows enough.
    """

    def __init__(
        self,
        game: str | Game[Any, Any],
        *,
        threads: int | None = None,
        hash: int | str | None = None,
        scheme: str | None = None,
        options: Options | None = None,
        book: Book | str | os.PathLike[str] | None = None,
    ) -> None:
        if book is not None and not isinstance(book, Book):
            book = Book(book)
        native = None if book is None else book._native
        self._native = _native.Engine(game, threads, hash, scheme, options, native)

    @property
    def game(self) -> str | Game[Any, Any]:
        """The game."""
        return self._native.game

    @property
    def threads(self) -> int:
        """How many threads it has."""
        return self._native.threads

    @property
    def hash_bytes(self) -> int:
        """The size of its table; of one that grows, at first."""
        return self._native.hash_bytes

    @property
    def options(self) -> dict[str, str]:
        """What the game's knowledge is set to."""
        return self._native.options

    def play(
        self, position: Position, limit: Limit, *, root_moves: str | Iterable[str] | None = None
    ) -> Played:
        """The move that the engine plays. The position stays as it is: push the move."""
        analysis = self.analyse(position, limit, root_moves=root_moves)
        ponder = analysis.pv[1] if len(analysis.pv) > 1 else None
        return Played(analysis.best_move, ponder, analysis)

    def analyse(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,
        root_moves: str | Iterable[str] | None = None,
    ) -> Analysis:
        """Searches a position and gives the result. `lines` is how many best moves get a value and a line,
        `root_moves` are the only moves to look at."""
        return self.analysis(position, _ends(limit), lines=lines, root_moves=root_moves).wait()

    def analysis(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        root_moves: str | Iterable[str] | None = None,
    ) -> Search:
        """Begins a search and gives what it finds while it runs; without a limit until it is stopped, or the
        value is proven."""
        asked = Limit() if limit is None else _limit(limit)
        return Search(self._native.start(position, asked, lines, root_moves))

    def review(
        self, position: Position, limit: Limit, *, progress: Progress | None = None
    ) -> Review:
        """Reviews the game that led to a position: what each move lost against the best. The limit holds for
        each position of the game. `progress` is called with how many positions are done, and of how many."""
        return self._native.review(position, _ends(limit), progress)

    def stop(self) -> bool:
        """Stops what the engine does, from any thread; True if it did anything."""
        return self._native.stop()

    def clear(self) -> None:
        """Forgets what earlier searches have taught."""
        self._native.clear()

    def save(self, path: str | os.PathLike[str]) -> int:
        """Writes what the table knows to a file, and gives how many entries that is."""
        return self._native.save(path)

    def load(self, path: str | os.PathLike[str]) -> int:
        """Reads what `save` has written for the same game with the same options, and gives how many entries that
        is: a solve that was stopped goes on where it was."""
        return self._native.load(path)

    def close(self) -> None:
        """Stops the engine and frees its threads and its table. A search that ends only later, since a method of its
        game does not return or has called this, frees them then."""
        self._native.close()

    @property
    def closed(self) -> bool:
        """True once it is closed."""
        return self._native.closed

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        game = self.game if isinstance(self.game, str) else self.game.name
        state = ", closed" if self.closed else ""
        return f"<plyglot.Engine {game}, {self.threads} threads, {self.hash_bytes} bytes{state}>"
