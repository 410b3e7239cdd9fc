"""Engines: values, limits, streams, stops, threads."""

from __future__ import annotations

import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from rules import TicTacToe

import plyglot
from plyglot import Engine, Limit, Position

SOLVE = Limit(solve=True)


def test_exact_values_are_proven() -> None:
    for name, value in [("tictactoe", 0), ("connect4:4x4", 0), ("othello:4", -10)]:
        position = Position(name)
        with Engine(name) as engine:
            analysis = engine.analyse(position, SOLVE)
        assert analysis.is_exact and analysis.ended == "proven"
        assert analysis.score.value == value and isinstance(analysis.score.value, int)
        assert analysis.best_move in position.legal_moves
        assert analysis.score.side == position.to_move


def test_a_solve_without_a_proof_says_between_what_the_value_is_proven_to_be() -> None:
    position = Position("othello", "ffo40")
    with Engine("othello", threads=1) as engine:
        stopped = engine.analyse(position, Limit(solve=True, nodes=3_000))
        assert not stopped.is_exact and stopped.ended == "nodes"
        assert stopped.score.kind != "exact"
        assert stopped.proven_between is not None
        lower, upper = stopped.proven_between
        assert (lower is None or lower <= 38) and (upper is None or 38 <= upper)
        # It is kept in a pickle, and what was not a solve or has its proof has none.
        assert pickle.loads(pickle.dumps(stopped)) == stopped
        assert engine.analyse(position, Limit(depth=3)).proven_between is None
        assert engine.analyse(position, SOLVE).proven_between is None
    # The knowledge of Dots and Boxes bounds the value before any search; of some of the moves nothing is known.
    position = Position("dots-and-boxes:4x4")
    with Engine("dots-and-boxes:4x4", threads=1) as engine:
        limit = Limit(solve=True, nodes=1_000)
        assert engine.analyse(position, limit).proven_between == (-16, 16)
        some = engine.analyse(position, limit, root_moves=position.legal_moves[:2])
        assert some.proven_between == (None, None)


def test_an_endgame_of_othello_has_its_published_value() -> None:
    position = Position("othello", "ffo40")
    with Engine("othello") as engine:
        analysis = engine.analyse(position, SOLVE)
    assert analysis.score.value == 38 and analysis.best_move == "a2"
    assert str(analysis.score) == "+38" and analysis.score.expected == 1.0


def test_a_score_has_points_of_view() -> None:
    position = Position("tictactoe", moves="b2 b1")
    with Engine("tictactoe", threads=1) as engine:
        score = engine.analyse(position, SOLVE).score
    assert score.side == "X" and score.value == 1 and score.win_in == 5 and score.text == "win in 5"
    other = score.pov("O")
    assert (other.value, other.win_in, other.text) == (-1, -5, "loss in 5")
    assert -score == other and -other == score and score.pov(0) is score and score.pov(1) == other
    assert other.expected == 0.0 and other.kind == "exact"
    with pytest.raises(ValueError, match="expected one of X, O"):
        score.pov("Black")
    with pytest.raises(ValueError, match="does not compare"):
        _ = score < other


def test_scores_compare_by_what_they_mean() -> None:
    position = Position("connect4", moves="4 4 4")
    with Engine("connect4", threads=1) as engine:
        lines = engine.analyse(position, Limit(depth=6), lines=3).lines
    scores = [line.score for line in lines]
    assert len(lines) == 3 and scores == sorted(scores, reverse=True)
    assert len({line.best_move for line in lines}) == 3
    assert [line.rank for line in lines] == [1, 2, 3]


def test_limits_hold() -> None:
    position = Position("othello")
    with Engine("othello", threads=1, hash="8M") as engine:
        assert engine.hash_bytes == 8 << 20 and engine.threads == 1
        assert engine.analyse(position, Limit(depth=5)).depth == 5
        by_nodes = engine.analyse(position, Limit(nodes=20_000))
        assert by_nodes.ended == "nodes" and by_nodes.nodes <= 21_000
        assert engine.analyse(position, Limit(time=0.05)).ended == "time"
        only = engine.analyse(position, Limit(depth=3), root_moves=["c4"])
        assert only.best_move == "c4"
        with pytest.raises(TypeError, match=r"plyglot\.Limit"):
            engine.analyse(position, 5)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"plyglot\.Limit"):
            engine.analysis(position, 5)  # type: ignore[arg-type]
        several = engine.analyse(position, Limit(depth=3), lines=4, root_moves="c4, e6")
        assert {line.best_move for line in several.lines} == {"c4", "e6"}


def test_one_thread_repeats_itself() -> None:
    position = Position("othello", moves="f5d6c3")

    def nodes() -> int:
        with Engine("othello", threads=1, hash="4M") as engine:
            return engine.analyse(position, Limit(depth=9)).nodes

    assert nodes() == nodes()


def test_a_table_is_kept_until_it_is_cleared() -> None:
    position = Position("othello", moves="f5d6c3")
    with Engine("othello", threads=1, hash="4M") as engine:
        first = engine.analyse(position, Limit(depth=9)).nodes
        assert engine.analyse(position, Limit(depth=9)).nodes < first
        engine.clear()
        assert engine.analyse(position, Limit(depth=9)).nodes == first


def test_a_table_is_saved_and_read(tmp_path: Path) -> None:
    position, file = Position("othello", moves="f5d6c3"), tmp_path / "table"
    with Engine("othello", threads=1, hash="4M") as engine:
        first = engine.analyse(position, Limit(depth=9)).nodes
        written = engine.save(file)
    with Engine("othello", threads=1, hash="4M") as engine:
        assert engine.load(str(file)) == written > 0
        assert engine.analyse(position, Limit(depth=9)).nodes < first
        engine.save(file)
    with Engine("hex:5") as engine:
        with pytest.raises(plyglot.TableFileError, match="othello"):
            engine.load(file)
        with pytest.raises(FileNotFoundError):
            engine.load(tmp_path / "nothing")
        other = tmp_path / "other"
        other.write_text("a letter", encoding="utf-8")
        with pytest.raises(plyglot.TableFileError, match="it would be lost"):
            engine.save(other)
        with pytest.raises(plyglot.TableFileError):
            engine.load(other)
        with pytest.raises(OSError):
            engine.save(tmp_path / "no" / "folder")
    assert other.read_text(encoding="utf-8") == "a letter"
    game = TicTacToe()
    with Engine(game) as engine, pytest.raises(plyglot.TableFileError, match="another process"):
        engine.save(tmp_path / "own")


def test_options_reach_the_knowledge() -> None:
    with Engine("othello", options={"leaf": 8}) as engine:
        assert engine.options["leaf"] == "8"
    with pytest.raises(plyglot.InvalidOptionError, match="unknown option"):
        Engine("othello", options={"wisdom": 3})
    with pytest.raises(plyglot.InvalidOptionError, match="a whole number"):
        Engine("othello", options={"leaf": "many"})


def test_play_gives_a_move_and_the_answer() -> None:
    position = Position("connect4:5x4")
    with Engine("connect4:5x4") as engine:
        while not position.is_over:
            played = engine.play(position, Limit(depth=4))
            assert played.move is not None
            position.push(played.move)
        over = engine.play(position, Limit(depth=4))
    assert over.move is None and over.analysis.lines == () and over.analysis.ended == "game over"


def test_a_stream_deepens_and_is_stopped_by_leaving() -> None:
    position = Position("othello")
    with Engine("othello") as engine:
        with engine.analysis(position) as search:
            depths = []
            for info in search:
                depths.append(info.depth)
                assert info.nodes > 0 and info.score.side == position.to_move
                if info.depth >= 8:
                    break
            assert search.latest is info
        assert depths == sorted(depths)
        assert search.wait().ended == "stopped"
        # Free again at once.
        assert engine.analyse(position, Limit(depth=2)).depth >= 2


def test_a_stream_that_ends_by_itself_ends_the_loop() -> None:
    with Engine("tictactoe") as engine:
        search = engine.analysis(Position("tictactoe"))
        found = list(search)
        assert found and found[-1].score.is_exact and search.wait() == search.wait()


def test_a_search_that_no_one_holds_is_stopped() -> None:
    with Engine("othello") as engine:
        search = engine.analysis(Position("othello"))
        del search
        assert engine.analyse(Position("othello"), Limit(depth=3)).depth >= 3


def test_an_engine_searches_one_position_at_a_time() -> None:
    with Engine("othello") as engine, engine.analysis(Position("othello")):
        with pytest.raises(plyglot.EngineBusyError, match="stop that search first"):
            engine.analyse(Position("othello"), Limit(depth=1))
        assert engine.stop()
        assert engine.analyse(Position("othello"), Limit(depth=1)).depth == 1
        assert not engine.stop()


def test_a_stop_comes_from_another_thread() -> None:
    with Engine("othello") as engine:
        search = engine.analysis(Position("othello"), Limit(depth=60))

        def stop() -> None:
            next(search)
            assert engine.stop()

        stopper = threading.Thread(target=stop)
        stopper.start()
        assert search.wait().ended == "stopped"
        stopper.join()


def test_closing_ends_a_search() -> None:
    engine = Engine("othello")
    search = engine.analysis(Position("othello"))
    engine.close()
    assert engine.closed and search.wait().ended == "stopped"
    with pytest.raises(plyglot.EngineClosedError):
        engine.analyse(Position("othello"), Limit(depth=1))
    engine.close()
    assert "closed" in repr(engine)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"depth": 0}, "whole number from 1, not 0"),
        ({"nodes": 0}, "whole number from 1, not 0"),
        ({"time": 0}, "seconds above 0, not 0"),
        ({"time": -1}, "seconds above 0, not -1"),
        ({"time": float("nan")}, "number of seconds"),
        ({"time": float("inf")}, "number of seconds"),
        ({"depth": -1}, "whole number from 1"),
        ({"nodes": -(10**40)}, "whole number from 1"),
    ],
)
def test_limits_that_make_no_sense_are_refused_where_they_are_made(
    fields: dict[str, float], said: str
) -> None:
    with pytest.raises(plyglot.InvalidLimitError, match=said):
        Limit(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "fields",
    [{"depth": "x"}, {"depth": 1.5}, {"nodes": "9"}, {"nodes": True}, {"time": "1"}, {"solve": 1}],
)
def test_limits_of_another_type_are_refused_where_they_are_made(fields: dict[str, object]) -> None:
    (name,) = fields
    with pytest.raises(TypeError, match=name):
        Limit(**fields)  # type: ignore[arg-type]


def test_a_search_without_an_end_is_refused() -> None:
    with Engine("tictactoe") as engine:
        with pytest.raises(plyglot.InvalidLimitError, match="would have no end"):
            engine.analyse(Position("tictactoe"), Limit())
    with pytest.raises(plyglot.InvalidLimitError):
        plyglot.analyse_many([Position("tictactoe")], Limit())


def test_a_large_limit_is_a_limit() -> None:
    with Engine("tictactoe", threads=1) as engine:
        limit = Limit(time=1e15, depth=10**12, nodes=2**63)
        assert engine.analyse(Position("tictactoe"), limit).is_exact


def test_the_package_shows_its_own_names_alone() -> None:
    shown = {name for name in dir(plyglot) if not name.startswith("_")}
    assert shown == set(plyglot.__all__)


def test_what_cannot_be_made_is_said() -> None:
    for arguments in [{"threads": 0}, {"threads": -1}, {"threads": 9999}, {"hash": 0}, {"hash": -5}]:
        with pytest.raises(plyglot.EngineError):
            Engine("othello", **arguments)  # type: ignore[arg-type]
    with pytest.raises(plyglot.EngineError, match="use K, M, G or T"):
        Engine("othello", hash="7Q")
    with pytest.raises(plyglot.EngineError):
        Engine("othello", hash="100T")
    with pytest.raises(plyglot.EngineError):
        Engine("othello", scheme="magic")
    with Engine("hex:5") as engine, pytest.raises(plyglot.ForeignPositionError, match="othello"):
        engine.analyse(Position("othello"), Limit(depth=1))
    with Engine("hex:5") as engine, pytest.raises(plyglot.IllegalMoveError):
        engine.analyse(Position("hex:5"), Limit(depth=1), root_moves=["z9"])


def test_results_are_pickled() -> None:
    with Engine("tictactoe") as engine:
        analysis = engine.analyse(Position("tictactoe"), SOLVE)
    assert pickle.loads(pickle.dumps(analysis)) == analysis


def test_a_python_thread_goes_on_during_a_search() -> None:
    counted = 0
    with Engine("othello", threads=1) as engine:
        search = engine.analysis(Position("othello"), Limit(depth=60))

        def count() -> None:
            nonlocal counted
            while counted < 1000:
                counted += 1
                time.sleep(0)
            search.stop()

        counter = threading.Thread(target=count)
        counter.start()
        # Would not come back if the interpreter were held meanwhile.
        assert search.wait().ended == "stopped"
        counter.join()
    assert counted == 1000


def test_eight_threads_search_eight_engines() -> None:
    answers: dict[int, plyglot.Analysis] = {}

    def solve(number: int) -> None:
        with Engine("connect4:4x4", threads=1, hash="1M") as engine:
            answers[number] = engine.analyse(Position("connect4:4x4"), SOLVE)

    threads = [threading.Thread(target=solve, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answers[number].score.value for number in range(8)] == [0] * 8


def test_many_positions_are_answered_in_their_order() -> None:
    names = ["tictactoe", "connect4:4x4", "othello:4"] * 4
    seen: list[tuple[int, int]] = []
    analyses = plyglot.solve_many(
        [Position(name) for name in names], progress=lambda done, of: seen.append((done, of))
    )
    assert [analysis.score.value for analysis in analyses] == [0, 0, -10] * 4
    assert all(analysis.is_exact for analysis in analyses)
    assert seen == [(done, 12) for done in range(1, 13)]
    assert plyglot.solve_many([]) == []
    limited = plyglot.analyse_many([Position("othello")], Limit(depth=3), lines=2, threads=1)
    assert len(limited[0].lines) == 2


def test_an_exception_of_progress_ends_the_many() -> None:
    def refuse(done: int, of: int) -> None:
        raise KeyError(done)

    with pytest.raises(KeyError):
        plyglot.analyse_many([Position("othello")] * 50, Limit(time=0.05), progress=refuse)


@pytest.mark.parametrize("game", ["othello", TicTacToe()], ids=["othello", "python"])
def test_many_threads_at_one_engine_neither_hang_nor_harm(
    game: str | plyglot.Game[str, int],
) -> None:
    engine, position = Engine(game, hash="16M"), Position(game)
    failed: list[BaseException] = []
    until = time.monotonic() + 1.0

    def hammer(seed: int) -> None:
        chance = random.Random(seed)
        while time.monotonic() < until:
            try:
                match chance.randrange(6):
                    case 0:
                        engine.stop()
                    case 1:
                        engine.clear()
                    case 2:
                        next(engine.analysis(position), None)
                    case 3:
                        with engine.analysis(position) as search:
                            next(search, None)
                    case 4:
                        engine.play(position, Limit(depth=3))
                    case _:
                        other = position.after(chance.choice(position.legal_moves))
                        assert engine.analyse(other, Limit(nodes=500)).lines
            except plyglot.EngineBusyError:
                pass
            except BaseException as error:
                failed.append(error)

    threads = [threading.Thread(target=hammer, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    engine.close()


INTERRUPTED = """
import os, signal, sys, threading, plyglot
# Ignored where these tests run in the background.
signal.signal(signal.SIGINT, signal.default_int_handler)
position = plyglot.Position("othello")
engine = plyglot.Engine("othello")
try:
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    {call}
except KeyboardInterrupt:
    print("interrupted", engine.analyse(position, plyglot.Limit(depth=2)).depth)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(
    "call",
    [
        "engine.analyse(position, plyglot.Limit(depth=60))",
        "with engine.analysis(position) as search: list(search)",
        "engine.review(plyglot.Position('othello', moves='f5d6c3'), plyglot.Limit(depth=60))",
        "plyglot.solve_many([position] * 9)",
        "position.perft(30)",
    ],
)
def test_ctrl_c_stops_a_search_and_the_engine_goes_on(call: str) -> None:
    ran = run(INTERRUPTED.format(call=call))
    assert (ran.returncode, ran.stdout) == (0, "interrupted 2\n"), ran.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_without_a_handler_ctrl_c_ends_the_program() -> None:
    ran = run(
        "import os, signal, threading, plyglot\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "plyglot.Engine('othello').analyse(plyglot.Position('othello'), plyglot.Limit(depth=60))\n"
    )
    assert ran.returncode in (1, -signal.SIGINT) and "KeyboardInterrupt" in ran.stderr


def test_a_program_may_end_while_a_search_runs() -> None:
    ran = run(
        "import plyglot\n"
        "search = plyglot.Engine('othello').analysis(plyglot.Position('othello'))\n"
        "print(next(search).depth)\n"
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "1\n", "")


FORKED = """
import os, plyglot
position = plyglot.Position("othello")
engine = plyglot.Engine("othello", hash="32M")
search = engine.analysis(position)
position.perft(3)
child = os.fork()
if child == 0:
    for call in [lambda: engine.analyse(position, plyglot.Limit(depth=2)), search.wait]:
        try:
            call()
        except plyglot.EngineError as error:
            print(error, flush=True)
    engine.close()
    with plyglot.Engine("othello", hash="32M") as own:
        own.clear()
        print(own.analyse(position, plyglot.Limit(depth=2)).depth, flush=True)
    print(sum(count for _, count in position.perft(3)), flush=True)
    print(plyglot.solve_many([plyglot.Position("tictactoe")])[0].score, flush=True)
else:
    os.waitpid(child, 0)
    search.stop()
    print(search.wait().ended)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_makes_engines_of_its_own() -> None:
    ran = run(FORKED)
    first, second, *rest = ran.stdout.splitlines()
    assert "was forked" in first and "was forked" in second, ran.stderr
    assert rest == ["2", "56", "draw", "stopped"]


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False
    )
