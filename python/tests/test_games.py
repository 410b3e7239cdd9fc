"""Games written in Python."""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
import threading
import time
import weakref

import pytest
from rules import METHODS, Coins, Endless, Heap, Nim, Raising, TicTacToe

import plyglot
from plyglot import Engine, Limit, Position

SOLVE = Limit(solve=True)


def test_tic_tac_toe_is_a_draw() -> None:
    game = TicTacToe()
    with Engine(game) as engine:
        assert engine.threads == 1
        analysis = engine.analyse(Position(game), Limit(depth=9))
    assert analysis.is_exact and analysis.score.value == 0 and analysis.score.text == "draw"


def test_it_agrees_with_the_built_in_game() -> None:
    game = TicTacToe()
    letters = {str(1 + column + 3 * (2 - row)): "abc"[column] + str(row + 1) for column in range(3) for row in range(3)}
    with Engine(game) as own, Engine("tictactoe", threads=1) as built_in:
        for first in "1259":
            for second in "1234567":
                if second == first:
                    continue
                ours = Position(game, moves=[first, second])
                theirs = Position("tictactoe", moves=[letters[first], letters[second]])
                assert len(ours.legal_moves) == len(theirs.legal_moves)
                one = own.analyse(ours, SOLVE).score
                other = built_in.analyse(theirs, SOLVE).score
                assert (one.value, one.win_in, one.text) == (other.value, other.win_in, other.text)


def test_a_position_of_it_is_like_any_other() -> None:
    game = TicTacToe()
    position = Position(game, moves="5 1")
    assert position.text == "O...X...." and position.board == "O . .\n. X .\n. . ."
    assert position.to_move == "X" and position.turn == 0 and position.game is game
    assert position.legal_moves == ["2", "3", "4", "6", "7", "8", "9"]
    assert Position(game, "O...X....") == position
    assert position.pop() == "1" and position.moves == ["5"]
    assert sum(count for _, count in Position(game).perft(3)) == 504
    assert "svg" in position._repr_svg_() and "python-tictactoe" in repr(position)
    with pytest.raises(plyglot.IllegalMoveError, match="the legal moves are 1, 2, 3"):
        position.push("5")
    with pytest.raises(plyglot.InvalidPositionError, match="is not nine of"):
        Position(game, "XO")
    copied = pickle.loads(pickle.dumps(position))
    assert copied.text == position.text and copied.moves == ["5"]


@pytest.mark.parametrize("left", [9, 12, 16, 21])
def test_nim_is_won_unless_four_divides_it(left: int) -> None:
    game = Nim(left)
    with Engine(game, hash="1M") as engine:
        analysis = engine.analyse(Position(game), SOLVE)
    assert analysis.is_exact and (analysis.score.value < 0) == (left % 4 == 0)
    if left % 4:
        assert analysis.best_move == str(left % 4)


def test_margins_are_exact() -> None:
    game = Coins()
    with Engine(game) as engine:
        analysis = engine.analyse(Position(game), Limit(depth=10))
    assert analysis.is_exact and analysis.score.value == game.best(game.coins)
    ended = Position(game, moves=analysis.pv)
    assert ended.outcome is not None and ended.outcome.unit == "pence"
    assert ended.outcome.margin == analysis.score.value and ended.outcome.winner == "first"


def test_several_threads_search_it_as_well() -> None:
    game = TicTacToe()
    with Engine(game, threads=4) as engine:
        assert engine.analyse(Position(game), Limit(depth=9)).score.value == 0


def test_many_positions_of_it_and_of_others_are_searched() -> None:
    game, nim = TicTacToe(), Nim(9)
    positions = [Position(game), Position("connect4:4x4"), Position(nim), Position("tictactoe")] * 3
    seen: list[int] = []
    analyses = plyglot.solve_many(positions, progress=lambda done, of: seen.append(done))
    assert [analysis.score.value for analysis in analyses] == [0, 0, 1, 0] * 3
    assert seen == list(range(1, 13))


def test_it_is_reviewed() -> None:
    game = TicTacToe()
    review = plyglot.review(Position(game, moves="5 2 1 9 4"), Limit(depth=9))
    assert [judged.mark for judged in review][1] == "blunder" and review.complete


@pytest.mark.parametrize("game", [TicTacToe(), Nim(14), Coins()])
def test_right_games_obey_the_laws(game: plyglot.Game[object, object]) -> None:
    checked = plyglot.check(game, games=10)
    assert checked.finished == 10 and checked.solved > 0
    assert (checked.read_back > 0) == isinstance(game, TicTacToe)


def test_a_built_in_game_obeys_the_laws() -> None:
    assert plyglot.check("connect4:4x4", games=5).positions > 20


@pytest.mark.parametrize("method", METHODS)
def test_an_exception_of_the_game_comes_back(method: str) -> None:
    game = Raising(method)
    with Engine(game) as engine:
        with pytest.raises(ZeroDivisionError, match=f"in {method}") as raised:
            engine.analyse(Position(game), Limit(depth=25))
        assert any(entry.name == "_trap" for entry in raised.traceback)
        with pytest.raises(ZeroDivisionError, match=f"in {method}"):
            list(engine.analysis(Position(game), Limit(depth=25)))
        with pytest.raises(ZeroDivisionError):
            plyglot.check(game)
        with pytest.raises(ZeroDivisionError):
            plyglot.analyse_many([Position(game)], Limit(depth=25))
        # Still of use.
        assert engine.analyse(Position(game), Limit(depth=2)).depth == 2


class Wrong(Nim):
    """Gives what its methods may not."""

    answers: dict[str, object] = {}

    def to_move(self, state: Heap) -> int:
        return self.answers.get("to_move", super().to_move(state))  # type: ignore[return-value]

    def outcome(self, state: Heap) -> plyglot.Result | None:
        return self.answers.get("outcome", super().outcome(state))  # type: ignore[return-value]

    def evaluate(self, state: Heap) -> int:
        return self.answers.get("evaluate", super().evaluate(state))  # type: ignore[return-value]

    def legal_moves(self, state: Heap) -> range:
        return self.answers.get("legal_moves", super().legal_moves(state))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("method", "answer", "error", "said"),
    [
        ("to_move", "X", TypeError, "to_move must give 0"),
        ("to_move", 2, TypeError, "to_move must give 0"),
        ("outcome", True, TypeError, "outcome must give None"),
        ("outcome", "lost", TypeError, "not 'lost'"),
        ("outcome", 9_000, TypeError, "8000"),
        ("evaluate", 0.5, TypeError, "float"),
        ("legal_moves", 3, TypeError, "not iterable"),
        ("legal_moves", [[1]], TypeError, "unhashable"),
        ("legal_moves", [], plyglot.GameError, "neither an outcome nor a move"),
    ],
)
def test_a_wrong_answer_of_the_game_is_said(
    method: str, answer: object, error: type[Exception], said: str
) -> None:
    game = Wrong()
    game.answers = {method: answer}
    with pytest.raises(error, match=said):
        with Engine(game) as engine:
            engine.analyse(Position(game), Limit(depth=6))


class Forgetful(TicTacToe):
    """Its text says less than the position is."""

    def text(self, state: str) -> str:
        return state.replace("O", "X")


class Doubled(TicTacToe):
    """Gives a move twice."""

    def legal_moves(self, state: str) -> list[int]:
        return super().legal_moves(state)[:1] + super().legal_moves(state)


class Blind(Nim):
    """Its key does not say whose turn it is."""

    def key(self, state: Heap) -> int:
        return state.left


class Misread(TicTacToe):
    """Reads another position than it has written."""

    def parse(self, text: str) -> str:
        return super().parse(text)[::-1]


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (Forgetful(), "different positions have different keys"),
        (Doubled(), "each legal move is given once"),
        (Blind(), "different positions have different keys"),
        (Misread(), "read"),
    ],
)
def test_the_laws_find_a_mistake(game: plyglot.Game[object, object], law: str) -> None:
    with pytest.raises(plyglot.LawError, match=law) as raised:
        plyglot.check(game)
    assert isinstance(raised.value, plyglot.GameError)


def test_two_games_of_one_name_are_two_games() -> None:
    one, other = Nim(9), Nim(12)
    with Engine(one) as engine, pytest.raises(plyglot.ForeignPositionError):
        engine.analyse(Position(other), Limit(depth=1))
    assert Position(one) != Position(other)


def test_python_goes_on_while_it_is_searched() -> None:
    game, counted = Endless(200), 0
    with Engine(game, hash="64K") as engine:
        search = engine.analysis(Position(game))

        def count() -> None:
            nonlocal counted
            while counted < 100:
                counted += 1
                time.sleep(0)
            search.stop()

        counter = threading.Thread(target=count)
        counter.start()
        assert search.wait().ended == "stopped"
        counter.join()
    assert counted == 100


class Keeping(Nim):
    """Keeps what was made of it, and states that know it."""

    engine: Engine
    position: Position


@pytest.mark.parametrize("kept", [False, True])
def test_a_game_is_freed_with_the_last_thing_that_was_made_of_it(kept: bool) -> None:
    game = Keeping(9)
    known = weakref.ref(game)
    position = Position(game)
    with Engine(game, hash="64K") as engine:
        search = engine.analysis(position, Limit(depth=3))
        found = list(search)
        search.wait()
        engine.review(Position(game, moves="1 1"), Limit(depth=2))
    plyglot.analyse_many([position], Limit(depth=2))
    plyglot.check(game, games=2)
    if kept:
        game.engine, game.position = Engine(game, hash="64K"), position
    del game
    gc.collect()
    assert known() is not None and position.legal_moves == ["1", "2", "3"] and found
    del position, engine, search, found
    gc.collect()
    assert known() is None


def test_a_game_of_which_nothing_is_left_is_opened_again_as_the_same() -> None:
    game = Nim(9)
    name = repr(Position(game))
    assert repr(Position(game)) == name
    option, known = next(iter(plyglot.facts(game).options.items()))
    with Engine(game, options={option: known.value}) as engine:
        # The engine is the only thing left that was made of it.
        gc.collect()
        assert engine.analyse(Position(game, moves="1"), SOLVE).best_move is not None
    assert Position(game) == Position(game)


class Asking(Endless):
    """Asks this, once, in a method of the game that is searched."""

    def __init__(self) -> None:
        super().__init__(200)
        self.ask: object = None
        self.answer: object = None

    def key(self, state: Heap) -> int:
        ask, self.ask = self.ask, None
        if callable(ask):
            try:
                self.answer = ask()
            except BaseException as error:
                self.answer = error
        return super().key(state)


@pytest.mark.parametrize("threads", [1, 3])
def test_an_engine_may_be_closed_by_a_method_of_its_game(threads: int) -> None:
    game = Asking()
    engine = Engine(game, threads=threads)
    position = Position(game)
    game.ask = engine.close
    analysis = engine.analyse(position, Limit(depth=100))
    assert analysis.ended == "stopped" and game.answer is None and engine.closed
    with pytest.raises(plyglot.EngineClosedError):
        engine.analyse(position, Limit(depth=1))


@pytest.mark.parametrize("name", ["analyse", "clear", "wait", "next"])
def test_a_method_that_would_wait_for_itself_is_told_so(name: str) -> None:
    game = Asking()
    with Engine(game) as engine:
        position = Position(game)
        search = engine.analysis(position, Limit(depth=100))

        def ask() -> object:
            engine.stop()
            match name:
                case "analyse":
                    return engine.analyse(position, Limit(depth=1))
                case "clear":
                    engine.clear()
                    return None
                case "wait":
                    return search.wait()
                case _:
                    return list(search)

        game.ask = ask
        assert search.wait().ended == "stopped"
        assert isinstance(game.answer, plyglot.EngineBusyError), game.answer


def test_a_method_may_search_with_another_engine() -> None:
    game = Asking()
    with Engine(game) as engine, Engine(game) as other:
        position = Position(game)
        game.ask = lambda: other.analyse(Position(game, moves="1"), Limit(depth=2)).depth
        assert engine.analyse(position, Limit(depth=4)).depth >= 4
        assert game.answer == 2


class Unending(Nim):
    """A method that does not return."""

    def __init__(self, kind: str) -> None:
        super().__init__(30)
        self.kind = kind
        self.begun = threading.Event()

    def legal_moves(self, state: Heap) -> range:
        if state.left < 28:
            self.begun.set()
            if self.kind == "loop":
                while True:
                    pass
            if self.kind == "sleep":
                time.sleep(3600)
            if self.kind == "moves":
                return iter(lambda: 1, 2)  # type: ignore[return-value]
        return super().legal_moves(state)


def test_moves_without_an_end_are_an_error() -> None:
    game = Unending("moves")
    with Engine(game) as engine, pytest.raises(ValueError, match="more than 65536 moves"):
        engine.analyse(Position(game), Limit(depth=9))


UNENDING = """
import os, signal, sys, threading, time
sys.path.insert(0, {tests!r})
import plyglot
from test_games import Unending
signal.signal(signal.SIGINT, signal.default_int_handler)
game = Unending({kind!r})
position = plyglot.Position(game)
engine = plyglot.Engine(game)

def interrupt():
    game.begun.wait()
    time.sleep(0.1)
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=interrupt).start()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
engine.close()
print("closed", engine.closed, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("kind", ["loop", "sleep"])
@pytest.mark.parametrize(
    "call",
    [
        "engine.analyse(position, plyglot.Limit(depth=9))",
        "list(engine.analysis(position, plyglot.Limit(depth=9)))",
        "engine.review(plyglot.Position(game, moves='1'), plyglot.Limit(depth=9))",
        "plyglot.analyse_many([position], plyglot.Limit(depth=9))",
        "position.perft(9)",
    ],
)
def test_ctrl_c_reaches_a_method_that_does_not_return(kind: str, call: str) -> None:
    tests = __file__.rpartition("/")[0]
    program = UNENDING.format(tests=tests, kind=kind, call=call)
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False
    )
    assert (ran.returncode, ran.stdout) == (0, "interrupted\nclosed True\n"), ran.stderr


ENDING = """
import sys, threading, time, os, signal
sys.path.insert(0, {tests!r})
import plyglot
from rules import Endless
signal.signal(signal.SIGINT, signal.default_int_handler)
game = Endless(200)
engine = plyglot.Engine(game, threads={threads})
{rest}
"""


@pytest.mark.parametrize("threads", [1, 3])
def test_a_program_may_end_while_a_python_game_is_searched(threads: int) -> None:
    rest = "search = engine.analysis(plyglot.Position(game)); next(search); print('over')"
    ran = run(threads, rest)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "over\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_stops_the_search_of_a_python_game() -> None:
    rest = (
        "try:\n"
        "    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "    engine.analyse(plyglot.Position(game), plyglot.Limit(depth=200))\n"
        "except KeyboardInterrupt: print('interrupted')\n"
    )
    ran = run(2, rest)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "interrupted\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_stops_many_searches_of_a_python_game() -> None:
    rest = (
        "positions = [plyglot.Position(game), plyglot.Position('othello')] * 9\n"
        "try:\n"
        "    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "    plyglot.analyse_many(positions, plyglot.Limit(depth=200))\n"
        "except KeyboardInterrupt: print('interrupted')\n"
    )
    ran = run(1, rest)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "interrupted\n", "")


def run(threads: int, rest: str) -> subprocess.CompletedProcess[str]:
    tests = __file__.rpartition("/")[0]
    program = ENDING.format(tests=tests, threads=threads, rest=rest)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False
    )
