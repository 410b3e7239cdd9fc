"""Trainings of the weights of a game."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from plyglot import _native
from plyglot._game import Game
from plyglot._values import Training, TrainingInfo


def train(
    game: str | Game[Any, Any],
    output: str | os.PathLike[str],
    *,
    net: int | None = None,
    alone: bool = False,
    rounds: int | None = None,
    games: int | None = None,
    start: str | os.PathLike[str] | None = None,
    also: Sequence[str | os.PathLike[str]] = (),
    hours: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    gate: int = 400,
    check: int = 64,
    journal: str | os.PathLike[str] | None = None,
    progress: Callable[[TrainingInfo], object] | None = None,
) -> Training:
    """Trains the evaluation of a game from its rules, as `plyglot train` does, and writes a file of weights after
    each round: the weights of the features that the game declares, of any other game a net over its board, 32 lanes
    wide. `Engine(game, options={"weights": output})` plays with them.

    `net` asks for a net this wide (16, 32, 64, 96, 128, 256), also where there are features; with `alone` it does not
    add to what the game estimates by itself. There are 3 `rounds` (at most 8), or as many as `hours` leave time for,
    with `games` in each. `start` are the weights to begin with, as the option takes them. The
    games of the journals in `also` are learnt from, too; with `games=0` from these alone. The weights of a round play at most `gate` games against those of before, and from the second round on they are kept only if they are
    not the weaker ones. At the end `check` positions
    of each phase are searched deeper. With a `journal`, the file where games are kept, a training that was interrupted
    goes on.

    Equal seeds and rounds give equal files, with any number of threads, and the file that the command gives.
    `progress` is called with a `TrainingInfo` after each game and each round. An exception of it, as Ctrl-C, ends the
    training; the weights of the last whole round remain.
    """
    return _native.train(
        game, output, net, alone, rounds, games, start, [*also], hours, seed, threads, gate, check, journal, progress
    )
