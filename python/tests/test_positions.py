"""Positions: moves, texts, values, copies."""

from __future__ import annotations

import copy
import json
import pickle
import xml.etree.ElementTree
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from rules import TicTacToe

import plyglot

GAMES = [game.name for game in plyglot.games()]


def test_there_are_eleven_games() -> None:
    assert len(GAMES) == 11
    assert {"othello", "connect4", "hex", "draughts"} <= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_and_taken_back(name: str) -> None:
    position = plyglot.Position(name)
    start = position.copy()
    texts = [position.text]
    while not position.is_over and position.plies < 12:
        assert position.to_move == position.sides[position.turn]
        position.push(position.legal_moves[-1])
        texts.append(position.text)
    again = plyglot.Position(name, moves=position.moves)
    assert again == position and again.moves == position.moves
    assert plyglot.Position(name, position.text) == position
    for text in reversed(texts[:-1]):
        position.pop()
        assert position.text == text
    assert position == start and hash(position) == hash(start)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_picture(name: str) -> None:
    position = plyglot.Position(name)
    picture = xml.etree.ElementTree.fromstring(position._repr_svg_())
    assert picture.tag.endswith("svg")
    shown = "".join(picture.itertext()).replace("\u00a0", " ")
    # A side that has nothing but its discs is called by their colour.
    colours = {"othello": "Black", "connect4": "Red"}
    assert f"{colours.get(name.split(':')[0], position.to_move)} to move" in shown


def test_what_people_count_is_counted() -> None:
    othello = plyglot.Position("othello", moves="f5")
    assert othello.counts == [
        ("X (black)", "discs", 4),
        ("O (white)", "discs", 1),
        (None, "empty", 59),
    ]
    assert plyglot.Position("kalah").counts[2] == (None, "in the holes", 48)
    assert plyglot.Position(TicTacToe()).counts == []


def elements(position: plyglot.Position, tag: str) -> list[dict[str, str]]:
    picture = xml.etree.ElementTree.fromstring(position._repr_svg_())
    return [element.attrib for element in picture.iter() if element.tag.endswith("}" + tag)]


def fills(position: plyglot.Position, tag: str = "circle") -> Counter[str]:
    return Counter(attributes.get("fill", "") for attributes in elements(position, tag))


RED, BLUE, YELLOW, BLACK, WHITE = "#d5473f", "#3a74c9", "#f2c230", "#26292e", "#fbfaf7"


def test_pieces_have_the_colours_of_their_sides() -> None:
    four = fills(plyglot.Position("connect4", moves="4 4 4"))
    assert (four[RED], four[YELLOW]) == (2, 1)
    draughts = fills(plyglot.Position("draughts"))
    assert (draughts[BLACK], draughts[WHITE]) == (12, 12)
    empty, three = plyglot.Position("hex:5"), plyglot.Position("hex:5", moves="a1 b2 c3")
    assert not fills(empty) and fills(three) == {RED: 2, BLUE: 1}
    assert len(elements(empty, "polygon")) == 25
    # A domino is one piece, and whose it is says the move that laid it.
    dominoes = plyglot.Position("domineering:4x4")
    for _ in range(2):
        dominoes.push(dominoes.legal_moves[0])
    drawn = fills(dominoes, "rect")
    assert (drawn[RED], drawn[BLUE]) == (1, 1)
    # So does an edge.
    boxes = plyglot.Position("dots-and-boxes:3x3")
    for _ in range(3):
        boxes.push(boxes.legal_moves[0])
    drawn = fills(boxes, "rect")
    assert drawn[RED] + drawn[BLUE] == 3 and min(drawn[RED], drawn[BLUE]) == 1


def test_the_last_move_is_marked() -> None:
    marks = {
        "othello": "#57955f",
        "connect4": "#5584d4",
        "kalah": "#8a6a2c",
        "draughts": "#d8c25f",
        "tictactoe": "#f3e5b3",
    }
    for name, fill in marks.items():
        position = plyglot.Position(name)
        assert not fills(position, "rect")[fill], name
        position.push(position.legal_moves[0])
        assert fills(position, "rect")[fill], name
    boxes = plyglot.Position("dots-and-boxes:3x3")
    boxes.push(boxes.legal_moves[0])
    assert [rect["stroke"] for rect in elements(boxes, "rect") if rect["fill"] == "none"] == [
        "#e0a100"
    ]


def test_a_game_without_a_shape_shows_its_text_board() -> None:
    position = plyglot.Position(TicTacToe(), moves=["5", "1"])
    picture = xml.etree.ElementTree.fromstring(position._repr_svg_())
    shown = "".join(picture.itertext()).replace("\u00a0", " ")
    for line in position.board.splitlines():
        assert line.rstrip() in shown


def test_a_line_is_read_with_and_without_gaps() -> None:
    line = plyglot.Position("othello", moves="f5d6c3")
    assert line.moves == ["f5", "d6", "c3"]
    assert line == plyglot.Position("othello", moves="f5 d6, c3")
    assert line == plyglot.Position("othello", moves=["f5", "d6", "c3"])
    assert line.push_line("d3c4") == 2 and line.plies == 5


def test_after_leaves_the_position_alone() -> None:
    position = plyglot.Position("connect4")
    after = position.after("4")
    assert position.plies == 0 and after.moves == ["4"]
    assert position != after and after.without_past() == after and after.without_past().plies == 0


def test_examples_stand_for_positions() -> None:
    facts = plyglot.facts("othello")
    assert facts.unit == "discs" and "ffo40" in facts.examples
    assert plyglot.Position("othello", "ffo40").legal_moves
    assert facts.options["leaf"].kind.startswith("a whole number")


def test_an_outcome_names_the_winner() -> None:
    won = plyglot.Position("tictactoe", moves="b2 b1 a1 c3 a2 c2 a3")
    assert won.is_over and won.outcome is not None and won.legal_moves == []
    assert won.outcome.winner == "X" and str(won.outcome) == "X wins"
    assert plyglot.Position("tictactoe").outcome is None
    discs = plyglot.Position("othello:4")
    while not discs.is_over:
        discs.push(discs.legal_moves[0])
    assert discs.outcome is not None and discs.outcome.unit == "discs"
    assert str(discs.outcome).endswith("discs") or discs.outcome.winner is None


def test_positions_are_copied_and_pickled_with_their_past() -> None:
    for position in [
        plyglot.Position("othello", moves="f5d6"),
        plyglot.Position("draughts"),
        plyglot.Position("othello", "ffo40", "a2"),
    ]:
        for other in [
            copy.copy(position),
            copy.deepcopy(position),
            pickle.loads(pickle.dumps(position)),
        ]:
            assert other == position and other.moves == position.moves and other is not position
            other.push(other.legal_moves[0])
            assert other != position


def test_positions_are_keys_of_dictionaries() -> None:
    one = plyglot.Position("connect4", moves="1 2 3")
    other = plyglot.Position("connect4", moves="3 2 1")
    assert one == other and {one: 1}[other] == 1 and len({one, other}) == 1
    assert one != "connect4" and one != plyglot.Position("connect4:6x5", moves="1 2 3")


def test_perft_counts_lines() -> None:
    assert sum(count for _, count in plyglot.Position("othello").perft(5)) == 1396
    assert dict(plyglot.Position("tictactoe").perft(1))["b2"] == 1


def test_an_estimate_needs_no_search() -> None:
    assert isinstance(plyglot.Position("othello").estimate(), float)
    assert plyglot.Position("tictactoe", moves="b2 b1 a1 c3 a2 c2 a3").estimate() is None


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(plyglot.UnknownGameError, match="expected one of othello"):
        plyglot.Position("chess960")
    with pytest.raises(LookupError):
        plyglot.Position("othello:99")
    with pytest.raises(plyglot.InvalidPositionError, match="is not a square"):
        plyglot.Position("othello", "nonsense")
    position = plyglot.Position("othello")
    with pytest.raises(plyglot.IllegalMoveError, match='"zz" is not a legal move'):
        position.push("zz")
    with pytest.raises(plyglot.IllegalMoveError, match="move 2"):
        position.push_line("f5f5")
    assert position.plies == 0
    with pytest.raises(IndexError):
        position.pop()
    with pytest.raises(TypeError, match=r"plyglot\.Game"):
        plyglot.Position(7)  # type: ignore[arg-type]


def test_a_file_is_read_with_its_answers(tmp_path: Path) -> None:
    file = tmp_path / "positions"
    file.write_text("# Pons\n\n7422341735647741166133573473242566 1\n", encoding="utf-8")
    records = list(plyglot.read("connect4", file))
    assert [(record.line, record.value, record.best) for record in records] == [(3, 1, ())]
    file.write_text("f5d6c3\n" + plyglot.Position("othello", "ffo40").text, encoding="utf-8")
    records = list(plyglot.read("othello", file))
    assert records[0].position.moves == ["f5", "d6", "c3"] and records[0].value is None
    assert records[1].position == plyglot.Position("othello", "ffo40")
    board = "BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]"
    games = f"2 (;GM[Othello]PB[a]{board}B[F5];)(;GM[Othello]PB[b]{board}B[F5]W[D6];)"
    file.write_text(f"{games}\nf5\n", encoding="utf-8")
    records = list(plyglot.read("othello", file))
    assert [(record.line, record.line_game) for record in records] == [(1, 1), (1, 2), (2, None)]
    assert [len(record.position.moves) for record in records] == [1, 2, 1]
    file.write_text("f5d6\nzz\n", encoding="utf-8")
    with pytest.raises(plyglot.InvalidPositionError, match="positions:2: "):
        list(plyglot.read("othello", file))
    file.write_bytes(b"f5d6\n\xff\n")
    with pytest.raises(plyglot.InvalidPositionError, match="positions:2: not UTF-8 text at byte 1"):
        list(plyglot.read("othello", file))
    with pytest.raises(FileNotFoundError, match="positions.not"):
        list(plyglot.read("othello", file.with_suffix(".not")))


LINES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "tests" / "lines.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", LINES, ids=[str(at) for at in range(len(LINES))])
def test_a_line_is_read_as_on_the_command_line(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(case["line"].encode())
    if "error" in case:
        with pytest.raises(plyglot.InvalidPositionError) as raised:
            list(plyglot.read(case["game"], file))
        assert str(raised.value) == f"{file}:1: {case['error']}"
    else:
        (record,) = plyglot.read(case["game"], file)
        assert " ".join(record.position.moves) == case["moves"]
        assert record.value == case.get("value")


def test_a_game_in_a_format_of_its_own_says_who_played(tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.write_text(next(case["line"] for case in LINES if "Ann" in case["line"]), encoding="utf-8")
    (record,) = plyglot.read("othello", file)
    assert record.tags == (("PB", "Ann"), ("PW", "Bob"))
    assert plyglot.facts("othello").formats == ("GGF", "WTHOR", "Logistello lines", "numbered moves")
    assert plyglot.facts("tictactoe").formats == ("numbered moves",)


def test_a_game_over_several_lines_is_one(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text('[White "Ann"]\n\n1. e4 e5\n2. Nf3 *\n\n[White "Bob"]\n\n1. d4 *\n', encoding="utf-8")
    first, second = plyglot.read("chess", file)
    assert first.position.moves == ["e4", "e5", "Nf3"] and second.position.moves == ["d4"]


def test_names_are_asked_for_and_moves_need_no_passes() -> None:
    with pytest.raises(plyglot.InvalidPositionError, match='did you mean "ffo40"'):
        plyglot.Position("othello", "ffo4")
    board = "XOO-----X------------------------------------------------------- O"
    assert plyglot.Position("othello", board, ["d1"]).moves == ["pass", "d1"]
    assert plyglot.Position("othello", board, "d1").moves == ["pass", "d1"]
    with pytest.raises(plyglot.IllegalMoveError, match="move 2"):
        plyglot.Position("othello", moves=["f5", "f5"])
