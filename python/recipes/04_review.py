"""What each move of a game cost, as a pandas frame where pandas is there."""

import plyglot

game = plyglot.Position("connect4", moves="4 4 4 4 4 2 2 5 3 6 3 3 1")
review = plyglot.review(game, plyglot.Limit(depth=10), progress=lambda done, of: None)

for side in review.sides:
    print(f"{side.side}: {side.accuracy:.0f} % accurate, {side.blunders} blunders")
for judged in review:
    if judged.mark:
        print(f"{judged.ply}. {judged.move} ({judged.mark}): better {' '.join(judged.best.pv[:4])}")
try:
    frame = review.to_pandas()
except ImportError:
    print("pandas is not installed: no frame")
else:
    print(frame[["side", "move", "mark", "best_move", "expected_before", "expected_after"]])
