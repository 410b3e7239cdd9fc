"""The asyncio twin."""

from __future__ import annotations

import asyncio

import pytest
from rules import TicTacToe

import plyglot
from plyglot import AsyncEngine, Limit, Position


def test_several_engines_search_at_once() -> None:
    async def solve(name: str) -> float:
        async with AsyncEngine(name, threads=1, hash="1M") as engine:
            return (await engine.analyse(Position(name), Limit(solve=True))).score.value

    async def main() -> list[float]:
        return await asyncio.gather(*(solve(name) for name in ["tictactoe", "othello:4"] * 10))

    assert asyncio.run(main()) == [0, -10] * 10


def test_the_loop_goes_on_during_a_search() -> None:
    async def main() -> str:
        async with AsyncEngine("othello") as engine:
            task = asyncio.create_task(engine.analyse(Position("othello"), Limit(depth=60)))
            for _ in range(100):
                await asyncio.sleep(0)
            assert not task.done() and engine.stop()
            return (await task).ended

    assert asyncio.run(main()) == "stopped"


def test_a_stream_is_stopped_by_leaving() -> None:
    async def main() -> list[int]:
        depths = []
        async with AsyncEngine("othello") as engine:
            async with engine.analysis(Position("othello")) as search:
                async for info in search:
                    depths.append(info.depth)
                    if info.depth >= 7:
                        break
            assert search.latest is info and (await search.wait()).ended == "stopped"
            assert (await engine.play(Position("othello"), Limit(depth=3))).move is not None
        return depths

    depths = asyncio.run(main())
    assert depths == sorted(depths) and depths[-1] >= 7


def test_a_stream_that_ends_by_itself_ends_the_loop() -> None:
    async def main() -> None:
        async with AsyncEngine("tictactoe") as engine:
            search = engine.analysis(Position("tictactoe"))
            found = [info async for info in search]
            assert found[-1].score.is_exact
            assert await search.wait() == await search.wait()

    asyncio.run(main())


def test_a_cancelled_task_stops_its_search() -> None:
    async def main() -> None:
        async with AsyncEngine("othello") as engine:
            position = Position("othello")
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.analyse(position, Limit(depth=60)), 0.2)
            assert (await engine.analyse(position, Limit(depth=2))).depth == 2
            with pytest.raises(asyncio.TimeoutError):
                game = Position("othello", moves="f5d6c3d3")
                await asyncio.wait_for(engine.review(game, Limit(depth=60)), 0.2)
            assert (await engine.analyse(position, Limit(depth=2))).depth == 2

    asyncio.run(main())


def test_errors_come_through() -> None:
    async def main() -> None:
        async with AsyncEngine("hex:4") as engine:
            with pytest.raises(plyglot.ForeignPositionError):
                await engine.analyse(Position("othello"), Limit(depth=1))
            with pytest.raises(plyglot.InvalidLimitError):
                await engine.analyse(Position("hex:4"), Limit())
        with pytest.raises(plyglot.EngineClosedError):
            await engine.analyse(Position("hex:4"), Limit(depth=1))

    asyncio.run(main())


def test_a_python_game_is_searched() -> None:
    async def main() -> float:
        game = TicTacToe()
        async with AsyncEngine(game) as engine:
            return (await engine.analyse(Position(game), Limit(depth=9))).score.value

    assert asyncio.run(main()) == 0


def test_a_game_is_reviewed() -> None:
    async def main() -> plyglot.Review:
        async with AsyncEngine("tictactoe") as engine:
            return await engine.review(Position("tictactoe", moves="b2 b1 a1 c3 a2"), Limit(depth=9))

    review = asyncio.run(main())
    assert review.complete and len(review) == 5 and review[1].mark == "blunder"
