"""Books: files of positions that `plyglot tree grow` makes."""

from __future__ import annotations

import json
import os
from typing import Any

from plyglot import _native
from plyglot._native import Position


class Book:
    """A book in a file that `plyglot tree grow` has made: read once, then the file is closed.

    An engine plays from it (`Engine(..., book=Book(file))`). With a `margin` it chooses by `seed` among moves that are
    worse by no more than this many points; with an `effort` it plays a move only if that many nodes are behind it, or
    its value is proven.
    """

    def __init__(
        self,
        file: str | os.PathLike[str],
        *,
        margin: int = 0,
        seed: int = 1,
        effort: int = 0,
    ) -> None:
        self._native = _native.Book(file, margin, seed, effort)

    @property
    def game(self) -> str:
        """Of which game it is."""
        return self._native.game

    @property
    def start(self) -> Position:
        """The position that it begins with."""
        return self._native.start

    def shown(self, position: Position | None = None) -> dict[str, Any]:
        """What it knows: the object of `plyglot tree show --json`, with its figures, its thin places and, under
        `"at"`, the position (the start, if none is given) with its moves; None there if it is not in the book.
        """
        told: dict[str, Any] = json.loads(self._native.shown(self.start if position is None else position))
        return told
