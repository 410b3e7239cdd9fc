"""Trainings of the weights of a game."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rules import TicTacToe
from test_command import run as command

import plyglot
from plyglot import Engine, Limit, Position, TrainingInfo

GAME = "hex:4"


def train(output: Path, game: str = GAME, **arguments: Any) -> plyglot.Training:
    return plyglot.train(game, output, **({"games": 30, "rounds": 1, "check": 2, "net": 16} | arguments))


def test_a_net_is_trained_and_an_engine_plays_with_it(tmp_path: Path) -> None:
    seen: list[TrainingInfo] = []
    file = tmp_path / "w"
    trained = train(file, rounds=2, games=50, progress=seen.append)
    assert (trained.game, trained.output, trained.bytes) == (GAME, str(file), file.stat().st_size)
    assert trained.games == 100 and trained.seed == 1 and trained.time > 0
    assert [of.games for of in trained.rounds] == [50, 50] and trained.rounds[0].depths == (1, 1)
    gates = [of.gate for of in trained.rounds]
    assert all(gate is not None and 0 < gate.games <= 50 for gate in gates) and gates[0] and gates[0].kept
    assert any(info.doing == "comparing" for info in seen) and any(info.doing == "trying" for info in seen)
    kept = [trial.tried for trial in trained.trials if trial.gate.kept]
    assert trained.trials and all(0 < trial.gate.games <= 50 for trial in trained.trials)
    assert trained.selectivity == (kept[-1] if kept else plyglot.TrainingSelectivity(0, False))
    assert trained.net is not None and trained.net.width == 16
    assert trained.positions == sum(phase.positions for phase in trained.phases) > 0
    assert any(phase.held_out and phase.error is not None for phase in trained.phases)
    assert any(phase.checked is not None and phase.checked.positions for phase in trained.phases)
    assert pickle.loads(pickle.dumps(trained)) == trained
    for number in 1, 2:
        of_round = [info for info in seen if info.round == number and info.doing not in ("checking", "trying")]
        played = [info.games for info in of_round if info.doing == "playing"]
        assert played == list(range(51)) and of_round[-1].doing == "ended"
        assert of_round[-1].phases and not of_round[0].phases and of_round[0].of == 50
    assert [info.doing for info in seen].count("checking") == 1
    assert str(seen[0]) == "round 1 of 2: playing, 0 of 50 games"
    position = Position(GAME)
    with Engine(GAME, options={"weights": str(file)}, threads=1) as engine:
        assert engine.options["weights"] == str(file)
        with_weights = engine.analyse(position, Limit(depth=2)).score
    with Engine(GAME, threads=1) as engine:
        assert engine.analyse(position, Limit(depth=2)).score.value != with_weights.value


def test_equal_seeds_give_the_file_that_the_command_gives(tmp_path: Path) -> None:
    files = [tmp_path / name for name in "abcd"]
    train(files[0], threads=1)
    train(files[1], threads=2)
    train(files[2], seed=2)
    ran = command("train", GAME, *"--rounds 1 --games 30 --net 16 --check 0 --output".split(), str(files[3]))
    assert ran.returncode == 0, ran
    first, *others = [file.read_bytes() for file in files]
    assert [first == other for other in others] == [True, False, True]


def test_features_are_trained_where_a_game_declares_them(tmp_path: Path) -> None:
    file = tmp_path / "w"
    trained = train(file, "kalah", net=None, check=0)
    assert trained.net is None and all(phase.checked is None for phase in trained.phases)
    again = train(tmp_path / "v", "kalah", net=None, check=0, gate=0, start=file)
    assert again.rounds[0].gate is None
    # The later rounds, since they begin with weights.
    assert again.rounds[0].depths > trained.rounds[0].depths
    with pytest.raises(plyglot.InvalidOptionError, match="weights of patterns, where a net is needed"):
        Engine(GAME, options={"weights": str(file)})


def test_a_journal_continues(tmp_path: Path) -> None:
    journal, seen = tmp_path / "j", list[TrainingInfo]()
    train(tmp_path / "a", journal=journal)
    train(tmp_path / "b", journal=journal, progress=seen.append)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert [info.games for info in seen if info.doing == "playing"] == [0]
    with pytest.raises(plyglot.TrainingError, match="seed is 1, here it is 2"):
        train(tmp_path / "c", journal=journal, seed=2)
    played = train(tmp_path / "e", games=0, also=[journal], net=32)
    assert (played.games, played.also) == (0, 30)
    with journal.open("a") as file:
        file.write("no game\n")
    with pytest.warns(RuntimeWarning, match="of the journal is not used"):
        train(tmp_path / "d", journal=journal)


@pytest.mark.parametrize(
    "game, arguments, error, said",
    [
        ("hex:4", {"net": 33}, plyglot.TrainingError, "net is one of 16, 32, 64, .* not 33"),
        ("hex:4", {"rounds": 9}, plyglot.TrainingError, "rounds is a whole number from 1 to 8, not 9"),
        ("hex:4", {"games": 0}, plyglot.TrainingError, "games is .* from 1 to .* not 0"),
        ("hex:4", {"seed": -1}, plyglot.TrainingError, "seed is .* from 0 to .* not -1"),
        ("hex:4", {"check": -1}, plyglot.TrainingError, "check is .* not -1"),
        ("hex:4", {"hours": float("nan")}, plyglot.TrainingError, "hours is a number above 0 .* not NaN"),
        ("hex:4", {"threads": 0}, plyglot.EngineError, "0 threads"),
        ("hex:4", {"start": "no/such"}, plyglot.InvalidOptionError, "no/such"),
        ("hex:4", {"rounds": "3"}, TypeError, "rounds"),
        ("kalah", {"net": None, "alone": True}, plyglot.TrainingError, "net=32 trains a net"),
        ("synthetic:4096,3", {}, plyglot.TrainingError, "shows no board"),
        ("chekers", {}, plyglot.UnknownGameError, "chekers"),
    ],
)
def test_what_cannot_be_trained_is_named(
    tmp_path: Path, game: str, arguments: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        train(tmp_path / "w", game, **arguments)
    assert not any(tmp_path.iterdir())


def test_a_game_in_python_shows_no_board(tmp_path: Path) -> None:
    with pytest.raises(plyglot.TrainingError, match="^python-tictactoe shows no board"):
        plyglot.train(TicTacToe(), tmp_path / "w")


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    seen: list[TrainingInfo] = []
    with pytest.raises(FileNotFoundError, match="no.such"):
        train(tmp_path / "no such" / "w", progress=seen.append)
    assert not seen


def test_an_exception_of_progress_ends_it_and_whole_rounds_remain(tmp_path: Path) -> None:
    def refuse(info: TrainingInfo) -> None:
        if (info.round, info.games) == (2, 5):
            raise KeyError(info.games)

    with pytest.raises(KeyError):
        train(tmp_path / "a", rounds=3, progress=refuse)
    train(tmp_path / "b", rounds=1)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


INTERRUPTED = """
import os, pathlib, signal, sys, plyglot
def interrupt(info):
    if info.round == 2 and info.games == 5:
        os.kill(os.getpid(), signal.SIGINT)
        # The handler runs at the next step of Python.
        for _ in range(1000): pass
def later(info):
    if info.round == 2 and info.games == 5:
        import threading
        threading.Timer(0.01, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
file = pathlib.Path(sys.argv[1])
for progress in interrupt, later:
    try:
        plyglot.train("hex:4", file, net=16, rounds=3, games=150, check=0, progress=progress)
    except KeyboardInterrupt:
        print("interrupted", b"--rounds 1 --games 150" in file.read_bytes(), os.listdir(file.parent))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_leaves_the_weights_of_the_last_whole_round(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, tmp_path / "w"], capture_output=True, text=True, timeout=120
    )
    assert (ran.returncode, ran.stdout) == (0, "interrupted True ['w']\n" * 2), ran.stderr


FORKED = """
import os, sys, plyglot
def train():
    plyglot.train("hex:4", sys.argv[1], net=16, rounds=1, games=30, check=2)
train()
child = os.fork()
train()
if child == 0:
    os._exit(0)
print(os.waitpid(child, 0)[1])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_trains(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FORKED, tmp_path / "w"], capture_output=True, text=True, timeout=120
    )
    assert (ran.returncode, ran.stdout) == (0, "0\n"), ran.stderr
