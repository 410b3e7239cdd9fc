"""What can go wrong. Each is a `plyglot.Error`, and the built-in exception that one would expect."""

from __future__ import annotations


class Error(Exception):
    """Every exception of this package."""


class UnknownGameError(Error, LookupError):
    """No game of that name or size."""


class InvalidPositionError(Error, ValueError):
    """A text that is not a position of the game."""


class IllegalMoveError(Error, ValueError):
    """A text that is not a legal move of the position."""


class ForeignPositionError(Error, ValueError):
    """A position that was given to the engine of another game, or of another size."""


class InvalidLimitError(Error, ValueError):
    """A limit that makes no sense."""


class InvalidOptionError(Error, ValueError):
    """An option that the game does not have, or a value that it does not take."""


class EngineError(Error, RuntimeError):
    """An engine that cannot be made: too much memory or too many threads, for example."""


class EngineBusyError(EngineError):
    """The engine is searching already."""


class EngineClosedError(EngineError):
    """The engine was closed."""


class TableFileError(Error, ValueError):
    """A file that is not a table of the engine's game with its options, or is damaged."""


class BookFileError(Error, ValueError):
    """A file that is not a book of the engine's game, or is damaged."""


class TrainingError(Error, ValueError):
    """A training that makes no sense, of a game that has nothing to train, or whose journal is of another one."""


class GameError(Error, RuntimeError):
    """The code of a game is wrong, in a way that its own exceptions do not say."""


class LawError(GameError):
    """A game does not obey a law: what `plyglot.check` found."""
