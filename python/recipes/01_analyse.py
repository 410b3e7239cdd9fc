"""The best moves of a position, deeper and deeper, until a second has passed."""

import plyglot

position = plyglot.Position("othello", moves="f5d6c3d3c4f4")
print(position)

with plyglot.Engine("othello") as engine:
    with engine.analysis(position, plyglot.Limit(time=1.0), lines=3) as search:
        for info in search:
            print(f"depth {info.depth:2}, {info.line.rank}. {info.score!s:>6}  {' '.join(info.pv)}")
    result = search.wait()

black, white = position.sides
print(f"{result.best_move} is best: {result.score.pov(black)} for {black}, {result.nps} nodes a second")
