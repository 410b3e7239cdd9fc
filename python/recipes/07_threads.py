"""How eight threads of Python, each with an engine of one thread, scale to the cores: nodes a second against
those of one. A search releases the interpreter, so that it is the cores that count."""

import os
from concurrent.futures import ThreadPoolExecutor

import plyglot

POSITION = plyglot.Position("othello", moves="f5d6c3d3c4f4")
LIMIT = plyglot.Limit(time=0.5)


def nodes_a_second(number: int) -> int:
    with plyglot.Engine("othello", threads=1, hash="4M") as engine:
        return engine.analyse(POSITION, LIMIT).nps


nodes_a_second(0)
alone = nodes_a_second(0)
with ThreadPoolExecutor(8) as pool:
    together = sum(pool.map(nodes_a_second, range(8)))
print(f"one thread: {alone} nodes a second")
print(f"eight threads: {together}, {together / alone:.2f} times as many, on {os.cpu_count()} cores")
