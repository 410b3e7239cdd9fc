"""Positions that are sent to other processes: they are pickled with their moves, and so are the results.

Threads do as well on one machine (07_threads.py, plyglot.solve_many); this is how it is done where a program
has its processes already.
"""

import multiprocessing

import plyglot

GAMES = ["tictactoe", "connect4:4x4", "othello:4"]


def solve(position: plyglot.Position) -> plyglot.Analysis:
    with plyglot.Engine(position.game, threads=1, hash="4M") as engine:
        return engine.analyse(position, plyglot.Limit(solve=True))


def main() -> None:
    positions = [plyglot.Position(name) for name in GAMES]
    # Not forked: an engine's threads do not come along.
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        for name, analysis in zip(GAMES, pool.map(solve, positions), strict=True):
            print(f"{name}: {analysis}")


if __name__ == "__main__":
    main()
