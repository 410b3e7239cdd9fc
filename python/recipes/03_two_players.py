"""Two engines play a game of draughts: one looks four plies ahead, the other eight."""

import plyglot

position = plyglot.Position("draughts")
engines = [plyglot.Engine("draughts", threads=1), plyglot.Engine("draughts", threads=1)]
limits = [plyglot.Limit(depth=4), plyglot.Limit(depth=8)]

while not position.is_over and position.plies < 120 and position.repetitions < 2:
    played = engines[position.turn].play(position, limits[position.turn])
    assert played.move is not None
    position.push(played.move)

print(position)
print(f"after {position.plies} moves: {position.outcome or 'not decided'}")
for engine in engines:
    engine.close()
