"""The command `plyglot` of the package: the program, run as people run it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path

import plyglot
import pytest

COMMAND = [str(Path(sysconfig.get_path("scripts")) / "plyglot")]
MODULE = [sys.executable, "-m", "plyglot"]


def run(*arguments: str, by: list[str] = COMMAND) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*by, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)


def test_it_is_the_program_of_this_version() -> None:
    for by in COMMAND, MODULE:
        ran = run("--version", by=by)
        assert ran.returncode == 0 and plyglot.__version__ in ran.stdout, ran
    ran = run("solve", "connect4:4x4", "--json")
    results = [value for value in map(json.loads, ran.stdout.splitlines()) if value["type"] == "result"]
    assert ran.returncode == 0 and results[0]["score"]["value"] == 0, ran


def test_its_exit_codes_are_the_programs() -> None:
    ran = run("analyze", "chekers")
    assert ran.returncode == 2 and ran.stdout == "", ran
    assert ran.stderr.startswith("error: ") and "chekers" in ran.stderr and "Traceback" not in ran.stderr
    ran = run("solve", "othello", "--nodes", "1000")
    assert ran.returncode == 1, ran


def test_ctrl_c_ends_an_analysis_with_what_it_has_found() -> None:
    for stop in signal.SIGINT, signal.SIGTERM:
        analysis = subprocess.Popen(
            [*COMMAND, "analyze", "othello", "--json", "--threads", "1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert analysis.stdout is not None
        # It searches by now.
        assert analysis.stdout.readline()
        analysis.send_signal(stop)
        out, err = analysis.communicate(timeout=30)
        assert analysis.returncode == 0 and "Traceback" not in err, (analysis.returncode, err)
        assert json.loads(out.splitlines()[-1])["type"] == "result"


def test_what_it_was_asked_by_is_recorded_as_typed(tmp_path: Path) -> None:
    page = tmp_path / "page"
    words = ["bench", "scaling", "--game", "connect4:4x4", "--virtual", "--threads", "1,2"]
    ran = run(*words, "--to-depth", "3", "--most", "1", "--report", str(page))
    assert ran.returncode == 0, ran
    data = (page / "data.json").read_text()
    assert "plyglot bench scaling --game connect4:4x4" in data and "python" not in data


def test_tables_that_it_makes_give_the_value_of_every_move(tmp_path: Path) -> None:
    ran = run("tables", "draughts", "--pieces", "2", "--out", str(tmp_path))
    assert ran.returncode == 0, ran
    at = plyglot.Position("draughts", "W:WK1:BK10")
    with plyglot.Engine("draughts", threads=1, options={"tables": str(tmp_path)}) as engine:
        analysis = engine.analyse(at, plyglot.Limit(depth=2))
    assert {of.move for of in analysis.tabled} == set(at.legal_moves), analysis
    best = analysis.tabled[0].score
    assert best is not None and best.kind == "exact" and str(best) == str(analysis.score), analysis


def test_a_book_that_it_grows_is_walked_and_played_from(tmp_path: Path) -> None:
    file = tmp_path / "book"
    ran = run("tree", "grow", "connect4:6x5", str(file), "--positions", "60", "--effort", "300", "-j", "1")
    assert ran.returncode == 0, ran
    book = plyglot.Book(file)
    told = book.shown()
    shown = run("tree", "show", str(file), "--json")
    assert told == json.loads(shown.stdout) and book.game == "connect4:6x5" and told["at"]["moves"]
    best = told["at"]["moves"][0]
    at, limit = book.start, plyglot.Limit(depth=4)
    with plyglot.Engine("connect4:6x5", threads=1, hash="1M", book=file) as engine:
        analysis = engine.analyse(at, limit)
        assert (analysis.nodes, analysis.best_move) == (0, best["move"])
        assert engine.analyse(at, limit, lines=2).nodes > 0
        far = plyglot.Position("connect4:6x5", moves="1 1 1 1 1 6 6 6")
        assert book.shown(far)["at"] is None and engine.analyse(far, limit).nodes > 0
    wide = plyglot.Book(file, margin=16_000, seed=3)
    with plyglot.Engine("connect4:6x5", threads=1, hash="1M", book=wide) as engine:
        moves = set()
        for _ in range(30):
            moves.add(engine.play(at, limit).move)
            engine.clear()
        assert len(moves) > 2, moves
    with pytest.raises(plyglot.BookFileError, match=r"connect4:6x5, not of kalah"):
        plyglot.Engine("kalah", book=book)
    with pytest.raises(plyglot.ForeignPositionError):
        book.shown(plyglot.Position("kalah"))
    with pytest.raises(FileNotFoundError):
        plyglot.Book(tmp_path / "nothing")
    damaged = tmp_path / "damaged"
    damaged.write_bytes(file.read_bytes()[:5000])
    other = tmp_path / "other"
    other.write_text("a letter", encoding="utf-8")
    for wrong, why in ((damaged, "damaged"), (other, "not a tree")):
        with pytest.raises(plyglot.BookFileError, match=why):
            plyglot.Book(wrong)
