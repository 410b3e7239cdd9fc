"""A file of positions with known values, solved on all cores and compared.

Arguments: the game and the file; here Pons' first set for Connect Four (games/data/connect4).
"""

import sys
from pathlib import Path

import plyglot

DATA = Path(__file__).resolve().parents[2] / "games" / "data" / "connect4" / "Test_L3_R1"

game, path = sys.argv[1:3] if len(sys.argv) > 2 else ("connect4", str(DATA))
records = list(plyglot.read(game, path))[:200]
analyses = plyglot.solve_many(record.position for record in records)

wrong = 0
for record, analysis in zip(records, analyses, strict=True):
    if record.value is not None and analysis.score.value != record.value:
        wrong += 1
        print(f"line {record.line}: {record.value} is known, {analysis.score} was found")
nodes = sum(analysis.nodes for analysis in analyses)
print(f"{len(analyses)} positions solved, {wrong} wrong, {nodes} nodes")
