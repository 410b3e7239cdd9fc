"""Reviews of played games."""

from __future__ import annotations

import pytest

import plyglot
from plyglot import Engine, Limit, Position

GAME = Position("tictactoe", moves="b2 b1 a1 c3 a2")


def test_a_blunder_is_found() -> None:
    seen: list[tuple[int, int]] = []
    with Engine("tictactoe") as engine:
        review = engine.review(GAME, Limit(depth=9), progress=lambda *at: seen.append(at))
    assert [judged.move for judged in review] == ["b2", "b1", "a1", "c3", "a2"]
    worst = review[1]
    assert worst.mark == "blunder" and worst.side == "O" and worst.loss == 1 and worst.exact
    assert worst.score.side == "O" and worst.score.value == -1 and worst.best.score.value == 0
    assert review.turning == (2,) and review.complete and review.nodes > 0
    assert [side.side for side in review.sides] == ["X", "O"]
    assert review.sides[1].blunders == 1 and review.sides[0].blunders == 0
    assert seen == [(done, 6) for done in range(1, 7)]


def test_it_becomes_a_frame() -> None:
    pandas = pytest.importorskip("pandas")
    frame = plyglot.review(GAME, Limit(depth=9)).to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 5
    assert list(frame["move"]) == ["b2", "b1", "a1", "c3", "a2"]
    assert frame.loc[2, "mark"] == "blunder" and frame.loc[2, "best_value"] == 0
    empty = plyglot.review(Position("tictactoe"), Limit(depth=1))
    assert len(empty) == 0 and len(empty.to_pandas()) == 0


def test_a_review_needs_a_limit() -> None:
    with pytest.raises(plyglot.InvalidLimitError):
        plyglot.review(GAME, Limit())


def test_an_exception_of_progress_comes_through() -> None:
    def refuse(done: int, of: int) -> None:
        raise KeyError(done)

    with Engine("othello") as engine:
        game = Position("othello", moves="f5d6c3d3c4f4")
        with pytest.raises(KeyError):
            engine.review(game, Limit(depth=8), progress=refuse)
        assert engine.analyse(game, Limit(depth=2)).depth == 2
