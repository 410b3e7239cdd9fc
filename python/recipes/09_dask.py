"""Positions as tasks of a Dask cluster: here one on this machine, of two processes. For another, give its
scheduler as argument: `Client("tcp://head:8786")`. Needs `pip install distributed`."""

import sys

import plyglot

try:
    from distributed import Client, LocalCluster
except ModuleNotFoundError as error:
    sys.exit(f"this recipe needs the package distributed: pip install distributed ({error})")


def solve(position: plyglot.Position) -> tuple[str, plyglot.Analysis]:
    with plyglot.Engine(position.game, threads=1, hash="4M") as engine:
        return position.text, engine.analyse(position, plyglot.Limit(solve=True))


def main() -> None:
    start = plyglot.Position("connect4:4x4")
    positions = [start.after(first).after(second) for first in "1234" for second in "1234"]
    if len(sys.argv) > 1:
        client = Client(sys.argv[1])
    else:
        cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
        client = Client(cluster)
    with client:
        results = dict(client.gather(client.map(solve, positions)))
    for position in positions:
        print(f"{' '.join(position.moves)}: {results[position.text]}")
    print(f"{len(results)} positions solved")


if __name__ == "__main__":
    main()
