"""Every recipe runs, and says what it should."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

RECIPES = Path(__file__).resolve().parents[1] / "recipes"

SAID = {
    "01_analyse.py": r"is best: \S+ for X \(black\), \d+ nodes a second",
    "02_solve_a_file.py": r"200 positions solved, 0 wrong",
    "03_two_players.py": r"after \d+ moves: (\S+ wins|draw|not decided)",
    "04_review.py": r"% accurate",
    "05_a_game_of_your_own.py": r"Ann: win in 11, first take 1\n\d+ nodes, \d+ a second\n1 [1-3 ]+\nAnn wins",
    "06_asyncio.py": r"(?s)the program goes on\n.*othello: .*hex:7: ",
    "07_threads.py": r"eight threads: \d+, [\d.]+ times as many",
    "08_processes.py": r"tictactoe: draw .*\n.*draw .*\nothello:4: -10 ",
    "09_dask.py": r"16 positions solved",
    "10_opening_book.py": r"\d+ positions in the book",
}

NEEDS = {"09_dask.py": "distributed"}


def test_there_are_ten() -> None:
    assert sorted(path.name for path in RECIPES.glob("*.py")) == sorted(SAID)


def test_a_recipe_says_which_package_it_needs() -> None:
    hidden = "import runpy, sys; sys.modules[{!r}] = None; runpy.run_path({!r}, run_name='__main__')"
    for name, package in NEEDS.items():
        program = hidden.format(package, str(RECIPES / name))
        ran = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False
        )
        assert ran.returncode == 1 and f"pip install {package}" in ran.stderr, ran.stderr
        assert len(ran.stderr.splitlines()) == 1, ran.stderr


@pytest.mark.parametrize("name", SAID)
def test_a_recipe_runs(name: str) -> None:
    needed = NEEDS.get(name)
    if needed and importlib.util.find_spec(needed) is None:
        pytest.skip(f"{name} NOT RUN: {needed} is not installed")
    ran = subprocess.run(
        [sys.executable, RECIPES / name], capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert re.search(SAID[name], ran.stdout), ran.stdout
