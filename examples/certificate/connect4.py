#!/usr/bin/env python3
"""Checks a certificate of plyglot for Connect Four of any size. It shares no code with plyglot: the rules are written
here anew, and nothing but the standard library is needed.

    plyglot tree prove c4.tree --game connect4:5x4
    plyglot tree certificate c4.tree c4.cert
    python3 connect4.py c4.cert

A certificate says that the value of a position is at least or at most so much for the first player. It is gzip of lines of
JSON: a header, a record for each position that the proof needs, and their number at the end. A record is one of

    ["POSITION", ">=", 2, "MOVE"]   after this move, a record or the end of the game says the same
    ["POSITION", "<=", 2]           after every move, one does
    ["POSITION", ">=", 2, 814]      a search of all lines finds it

and is checked by itself. Positions are rows from the top, X moves first; a position and its mirror image are one.
A row of four is worth more the earlier it comes: half the number of cells that were empty before it, rounded up.

Exit codes: 0 it holds; 1 it does not, or cannot be read: the line is named.
"""

import gzip
import json
import sys
import zlib


class Wrong(Exception):
    """What is wrong with a certificate, and where."""


class Board:
    """A position: the stones of both sides as bits, column by column with an empty cell on top of each."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.stride = height + 1
        self.sides = [0, 0]
        self.heights = [0] * width
        self.stones = 0

    @classmethod
    def read(cls, text):
        """The position of rows from the top, separated by /."""
        rows = text.split("/")
        board = cls(len(rows[0]), len(rows))
        for height, row in enumerate(reversed(rows)):
            if len(row) != board.width:
                raise Wrong("rows of unequal length")
            for column, cell in enumerate(row):
                if cell == ".":
                    continue
                if cell not in "XO" or board.heights[column] != height:
                    raise Wrong(f"a stone that is none, or floats: {cell!r}")
                board.sides["XO".index(cell)] |= 1 << (column * board.stride + height)
                board.heights[column] += 1
                board.stones += 1
        if bin(board.sides[0]).count("1") != (board.stones + 1) // 2:
            raise Wrong("X and O have not moved in turns")
        return board

    def key(self):
        """The same for a position and its mirror image, and for no others."""
        columns = []
        for column in range(self.width):
            low = column * self.stride
            mask = (1 << self.stride) - 1
            columns.append((self.sides[0] >> low & mask, self.sides[1] >> low & mask))
        return min(tuple(columns), tuple(reversed(columns)))

    def mover(self):
        """0 if X is to move, 1 if O is."""
        return self.stones % 2

    def moves(self):
        """The columns that are not full, those in the middle first."""
        middle = self.width - 1
        columns = (column for column in range(self.width) if self.heights[column] < self.height)
        return sorted(columns, key=lambda column: abs(2 * column - middle))

    def play(self, column):
        """Drops a stone. Gives the value for X if the game ends by it, else None."""
        side = self.mover()
        self.sides[side] |= 1 << (column * self.stride + self.heights[column])
        self.heights[column] += 1
        self.stones += 1
        cells = self.width * self.height
        if self.has_four(self.sides[side]):
            margin = (cells + 2 - self.stones) // 2
            return margin if side == 0 else -margin
        return 0 if self.stones == cells else None

    def undo(self, column):
        """Takes the last stone back."""
        self.stones -= 1
        self.heights[column] -= 1
        self.sides[self.mover()] &= ~(1 << (column * self.stride + self.heights[column]))

    def has_four(self, stones):
        """True if four are in a row."""
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            pairs = stones & (stones >> step)
            if pairs & (pairs >> 2 * step):
                return True
        return False

    def is_over(self):
        """True if nothing can be played any more."""
        full = self.stones == self.width * self.height
        return full or any(self.has_four(side) for side in self.sides)


def keeps(value, sign, bound):
    """True if a value keeps a bound."""
    return value >= bound if sign == ">=" else value <= bound


def one_will_do(board, sign):
    """True if the side to move is the one that the bound is for."""
    return (board.mover() == 0) == (sign == ">=")


def holds(board, sign, bound, answered):
    """Searches all lines: does the bound hold? What was answered on the way is looked up."""
    position = (board.sides[0], board.sides[1])
    if position in answered:
        return answered[position]
    answered[position] = holds_below(board, sign, bound, answered)
    return answered[position]


def holds_below(board, sign, bound, answered):
    """The same, move by move."""
    one = one_will_do(board, sign)
    open_moves = []
    for column in board.moves():
        end = board.play(column)
        board.undo(column)
        if end is None:
            open_moves.append(column)
        elif keeps(end, sign, bound) == one:
            return one
    for column in open_moves:
        board.play(column)
        below = holds(board, sign, bound, answered)
        board.undo(column)
        if below == one:
            return one
    return not one


class Certificate:
    """The lines of a certificate."""

    def __init__(self, path):
        try:
            with gzip.open(path, "rt", encoding="utf-8") as file:
                lines = [json.loads(line) for line in file]
        except (OSError, EOFError, ValueError, zlib.error) as error:
            raise Wrong(f"it is cut, damaged or none: {error}") from error
        if not lines or not isinstance(lines[0], dict) or lines[0].get("plyglot_certificate") != 1:
            raise Wrong("line 1: not a certificate of this format")
        self.header = lines[0]
        if self.header["game"].split(":")[0] != "connect4":
            raise Wrong(f"line 1: a certificate for {self.header['game']}, not for Connect Four")
        if not isinstance(lines[-1], dict) or lines[-1].get("records") != len(lines) - 2:
            raise Wrong(f"line {len(lines)}: the end is missing, or the number of records is another")
        self.records = lines[1:-1]
        self.says = {}
        for number, record in enumerate(self.records, 2):
            if not isinstance(record, list) or len(record) not in (3, 4) or record[1] not in (">=", "<="):
                raise Wrong(f"line {number}: not a record")
            self.says[Board.read(record[0]).key(), record[1]] = record[2]

    def is_said(self, board, sign, bound):
        """True if a record says that of a position."""
        value = self.says.get((board.key(), sign))
        return value is not None and keeps(value, sign, bound)

    def check(self):
        """Checks every record and what the header says."""
        start = Board.read(self.header["start"])
        bounds = [(">=", "at_least"), ("<=", "at_most")]
        bounds = [(sign, self.header[name]) for sign, name in bounds if name in self.header]
        if not bounds:
            raise Wrong("line 1: it says nothing")
        for sign, bound in bounds:
            if not self.is_said(start, sign, bound):
                raise Wrong(f"line 1: no record says {sign} {bound}")
        for number, record in enumerate(self.records, 2):
            try:
                self.check_record(record)
            except Wrong as wrong:
                raise Wrong(f"line {number}, {record[0]}: {wrong}") from wrong
        return bounds

    def check_record(self, record):
        """Checks one record by itself."""
        board = Board.read(record[0])
        sign, bound = record[1:3]
        if board.is_over():
            raise Wrong("the game is over there")
        if len(record) == 4 and isinstance(record[3], int):
            if not holds(board, sign, bound, {}):
                raise Wrong(f"its value is not {sign} {bound}")
            return
        if (len(record) == 4) != one_will_do(board, sign):
            raise Wrong("the other side chooses the move")
        moves = board.moves()
        if len(record) == 4:
            column = "123456789abcdefghijklmnopqrstuvwxyz".find(record[3])
            if column not in moves:
                raise Wrong(f"{record[3]!r} is not a move there")
            moves = [column]
        for column in moves:
            end = board.play(column)
            said = self.is_said(board, sign, bound) if end is None else keeps(end, sign, bound)
            board.undo(column)
            if not said:
                raise Wrong(f"nothing says {sign} {bound} after the move in column {column + 1}")


def main(arguments):
    """Checks the certificate that the arguments name."""
    if len(arguments) != 2:
        print("usage: connect4.py CERTIFICATE", file=sys.stderr)
        return 1
    try:
        certificate = Certificate(arguments[1])
        bounds = certificate.check()
    except (Wrong, KeyError, TypeError, AttributeError) as wrong:
        print(f"error: {arguments[1]}: {wrong}", file=sys.stderr)
        return 1
    said = " and ".join(f"{sign} {bound}" for sign, bound in bounds)
    print(f"it holds: {certificate.header['start']} is {said} for X; {len(certificate.records)} records")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
