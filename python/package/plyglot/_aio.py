"""The asyncio twin of an engine: nothing of it blocks the loop, and a cancelled task stops its search."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterable
from types import TracebackType
from typing import Any

from plyglot import _native
from plyglot._book import Book
from plyglot._engine import Engine, Options, Progress, _ends, _limit
from plyglot._game import Game
from plyglot._native import Position
from plyglot._values import Analysis, Info, Limit, Played, Review


class AsyncSearch:
    """A running search: an asynchronous iterator over what it finds, until it ends.

    As a context it is stopped when the block is left.
    """

    def __init__(
        self,
        engine: _native.Engine,
        position: Position,
        limit: Limit,
        lines: int,
        root_moves: str | Iterable[str] | None,
    ) -> None:
        loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._latest: Info | None = None
        set_news = self._news.set

        def notify() -> None:
            loop.call_soon_threadsafe(set_news)

        self._search = engine.start(position, limit, lines, root_moves, notify)

    @property
    def latest(self) -> Info | None:
        """What was read last."""
        return self._latest

    def stop(self) -> None:
        """Ends the search within about a millisecond; what it has found remains to be read."""
        self._search.stop()

    async def wait(self) -> Analysis:
        """Waits for the end and gives the result. If the task is cancelled, the search is stopped."""
        try:
            while True:
                self._news.clear()
                if self._search.done:
                    self._news.set()
                    return self._search.wait()
                await self._news.wait()
        except asyncio.CancelledError:
            self.stop()
            raise

    def __aiter__(self) -> AsyncIterator[Info]:
        return self

    async def __anext__(self) -> Info:
        try:
            while True:
                self._news.clear()
                info = self._search.poll()
                if info is not None:
                    self._latest = info
                    return info
                if self._search.done:
                    self._news.set()
                    self._search.wait()
                    raise StopAsyncIteration
                await self._news.wait()
        except asyncio.CancelledError:
            self.stop()
            raise

    async def __aenter__(self) -> AsyncSearch:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        if error is None:
            await self.wait()


class AsyncEngine:
    """An engine for one game, for asyncio; see `Engine`, whose arguments it takes."""

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
        self._engine = Engine(
            game, threads=threads, hash=hash, scheme=scheme, options=options, book=book
        )

    @property
    def engine(self) -> Engine:
        """The engine itself."""
        return self._engine

    async def play(
        self, position: Position, limit: Limit, *, root_moves: str | Iterable[str] | None = None
    ) -> Played:
        """See `Engine.play`."""
        analysis = await self.analyse(position, limit, root_moves=root_moves)
        ponder = analysis.pv[1] if len(analysis.pv) > 1 else None
        return Played(analysis.best_move, ponder, analysis)

    async def analyse(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,
        root_moves: str | Iterable[str] | None = None,
    ) -> Analysis:
        """See `Engine.analyse`."""
        search = self.analysis(position, _ends(limit), lines=lines, root_moves=root_moves)
        return await search.wait()

    def analysis(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        root_moves: str | Iterable[str] | None = None,
    ) -> AsyncSearch:
        """See `Engine.analysis`: `async with engine.analysis(position) as a: async for info in a`."""
        asked = Limit() if limit is None else _limit(limit)
        return AsyncSearch(self._engine._native, position, asked, lines, root_moves)

    async def review(
        self, position: Position, limit: Limit, *, progress: Progress | None = None
    ) -> Review:
        """See `Engine.review`. `progress` is called on another thread."""
        task = asyncio.ensure_future(
            asyncio.to_thread(self._engine.review, position, limit, progress=progress)
        )
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            # A stop before its thread has begun stops nothing.
            while not task.done():
                self._engine.stop()
                await asyncio.wait({task}, timeout=0.01)
            raise

    def stop(self) -> bool:
        """See `Engine.stop`."""
        return self._engine.stop()

    async def close(self) -> None:
        """See `Engine.close`."""
        await asyncio.to_thread(self._engine.close)

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
