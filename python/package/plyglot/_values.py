"""The values that searches take and give. All of them are plain, immutable, and can be pickled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal

from plyglot._errors import InvalidLimitError

if TYPE_CHECKING:
    import pandas

    from plyglot._native import Position

Kind = Literal["exact", "estimate", "lower", "upper"]
Ended = Literal["proven", "depth", "nodes", "time", "stopped", "game over"]
Doing = Literal["playing", "fitting", "comparing", "trying", "checking", "ended"]
Mark = Literal["", "inaccuracy", "mistake", "blunder"]

_MOST_SECONDS = 2**63
"""More seconds than this are no time: the infinite number is not one, either."""

_MIRRORED: dict[Kind, Kind] = {"lower": "upper", "upper": "lower"}


@dataclass(frozen=True)
class Limit:
    """When a search stops. Several limits hold together; the first one that is reached ends it.

    A search also ends once the value is proven.
    """

    time: float | None = None
    """Seconds."""
    depth: int | None = None
    """Plies."""
    nodes: int | None = None
    """Positions, of all threads together."""
    solve: bool = False
    """Go for the exact value to the end of the game by the shortest way."""

    def __post_init__(self) -> None:
        if self.time is not None:
            if isinstance(self.time, str) or not hasattr(self.time, "__float__"):
                raise TypeError(f"a time limit is a number of seconds, not {self.time!r}")
            if not 0 < self.time < _MOST_SECONDS:
                raise InvalidLimitError(
                    f"a time limit is a number of seconds above 0, not {self.time!r}"
                )
        for name, value in (("depth", self.depth), ("nodes", self.nodes)):
            if value is None:
                continue
            if isinstance(value, bool) or not hasattr(value, "__index__"):
                raise TypeError(f"a limit of {name} is a whole number, not {value!r}")
            if value < 1:
                raise InvalidLimitError(
                    f"a limit of {name} is a whole number from 1, not {value!r}"
                )
        if not isinstance(self.solve, bool):
            raise TypeError(f"solve is True or False, not {self.solve!r}")

    @property
    def is_unlimited(self) -> bool:
        """True if nothing but a proof or a stop ends the search."""
        return self.time is None and self.depth is None and self.nodes is None and not self.solve


@dataclass(frozen=True)
class Score:
    """A value from the point of view of one side.

    Scores of the same side compare: a sure win is more than any estimate, a sooner win more than a later one.
    """

    value: float
    """In the unit of the game: a whole number if proven (discs, seeds; +1, 0 or -1 where a game is only won,
    drawn or lost), otherwise an estimate in fractions of it."""
    kind: Kind
    """Whether this is the value, proven (`exact`), an estimate of it, or the value is at least (`lower`) or at most
    (`upper`) this."""
    proven: bool
    """True only of what holds to the end of the game."""
    win_in: int | None
    """n if the side wins in n plies, -n if it loses in n plies; None where plies are not counted."""
    confidence: int | None
    """How sure a score that is not proven is in spite of what shallow searches left out, in percent, where the
    game names a level; otherwise None."""
    side: str
    """Whose point of view it is."""
    text: str
    """The score in a few characters: `+3.4`, `>= +38`, `win in 7`, `draw`."""
    expected: float
    """The expected result: 0 lost, 0.5 drawn, 1 won; a logistic of an estimate."""
    _raw: int = field(repr=False)
    _sides: tuple[str, str] = field(repr=False)
    _other_text: str = field(repr=False)

    @property
    def is_exact(self) -> bool:
        """True of the value itself, proven to the end of the game."""
        return self.kind == "exact"

    def pov(self, side: str | int) -> Score:
        """The score from the point of view of `side`: one of the names in `Position.sides`, or its number."""
        if isinstance(side, int):
            if side not in (0, 1):
                raise ValueError(f"unknown side {side}; expected 0 or 1")
            side = self._sides[side]
        if side == self.side:
            return self
        if side not in self._sides:
            raise ValueError(f"unknown side {side!r}; expected one of {', '.join(self._sides)}")
        return Score(
            value=-self.value or type(self.value)(0),
            kind=_MIRRORED.get(self.kind, self.kind),
            proven=self.proven,
            win_in=None if self.win_in is None else -self.win_in,
            confidence=self.confidence,
            side=side,
            text=self._other_text,
            expected=1.0 - self.expected,
            _raw=-self._raw,
            _sides=self._sides,
            _other_text=self.text,
        )

    def __neg__(self) -> Score:
        """The score from the other side's point of view."""
        first, second = self._sides
        return self.pov(second if self.side == first else first)

    def _order(self, other: object) -> tuple[int, int] | None:
        if not isinstance(other, Score):
            return None
        if other.side != self.side or other._sides != self._sides:
            raise ValueError(
                f"a score of {self.side} does not compare with one of {other.side}: use pov()"
            )
        return self._raw, other._raw

    def __lt__(self, other: object) -> bool:
        pair = self._order(other)
        return NotImplemented if pair is None else pair[0] < pair[1]

    def __le__(self, other: object) -> bool:
        pair = self._order(other)
        return NotImplemented if pair is None else pair[0] <= pair[1]

    def __gt__(self, other: object) -> bool:
        pair = self._order(other)
        return NotImplemented if pair is None else pair[0] > pair[1]

    def __ge__(self, other: object) -> bool:
        pair = self._order(other)
        return NotImplemented if pair is None else pair[0] >= pair[1]

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Line:
    """One of the best moves, with its value and the line that shows it."""

    rank: int
    """Its place among the best, from 1."""
    depth: int
    """How deep it was searched, in plies."""
    score: Score
    """From the point of view of the side to move."""
    pv: tuple[str, ...]
    """The principal variation, the move itself first."""

    @property
    def best_move(self) -> str | None:
        """The first move of the line."""
        return self.pv[0] if self.pv else None

    def __str__(self) -> str:
        return f"{self.rank}. depth {self.depth}, {self.score}: {' '.join(self.pv)}"


@dataclass(frozen=True)
class Info:
    """What a running search has found: a line that is new, and the effort so far."""

    line: Line
    nodes: int
    """Positions visited so far, by all threads."""
    time: float
    """Seconds since the search began."""
    hash_permill: int
    """How full the table is with entries of this search, in thousandths."""
    hash_bytes: int
    """The size of the table; of one that grows, as it is now."""

    @property
    def depth(self) -> int:
        return self.line.depth

    @property
    def score(self) -> Score:
        return self.line.score

    @property
    def pv(self) -> tuple[str, ...]:
        return self.line.pv

    @property
    def best_move(self) -> str | None:
        return self.line.best_move

    @property
    def nps(self) -> int:
        """Positions in a second; 0 where no time has passed."""
        return round(self.nodes / self.time) if self.time > 0 else 0

    def __str__(self) -> str:
        return f"{self.line} ({self.nodes} nodes, {self.time:.3f} s)"


@dataclass(frozen=True)
class TabledMove:
    """A legal move with its value by tables of endgames."""

    move: str
    score: Score | None
    """For the side that makes it, proven; None where it leads to a position that the tables do not hold."""


@dataclass(frozen=True)
class Analysis:
    """The result of a search."""

    score: Score
    """The value of the position, from the point of view of the side to move."""
    lines: tuple[Line, ...]
    """The best lines, best first; empty only where the game was over."""
    ended: Ended
    """Why the search ended."""
    nodes: int
    time: float
    """Seconds."""
    hash_permill: int
    hash_bytes: int
    threads: int
    proven_between: tuple[int | None, int | None] | None = None
    """Of a solve without a proof: between which values the value is proven to be, in the unit of the game, None
    where nothing is proven. None of any other search, and of positions that are searched by `analyse_many`."""
    tabled: tuple[TabledMove, ...] = ()
    """All legal moves by tables of endgames, the best first; empty where these hold none of them."""

    @property
    def best_move(self) -> str | None:
        """The best move; None only where the game was over."""
        return self.lines[0].best_move if self.lines else None

    @property
    def pv(self) -> tuple[str, ...]:
        """The principal variation."""
        return self.lines[0].pv if self.lines else ()

    @property
    def depth(self) -> int:
        """How deep the best line was searched, in plies."""
        return self.lines[0].depth if self.lines else 0

    @property
    def is_exact(self) -> bool:
        """True if the value is proven to the end of the game."""
        return self.score.is_exact

    @property
    def nps(self) -> int:
        """Positions in a second; 0 where no time has passed."""
        return round(self.nodes / self.time) if self.time > 0 else 0

    def __str__(self) -> str:
        return f"{self.score} at depth {self.depth}: {' '.join(self.pv)}"


@dataclass(frozen=True)
class Played:
    """What an engine plays."""

    move: str | None
    """The move; None only where the game was over."""
    ponder: str | None
    """The answer that is expected."""
    analysis: Analysis


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: str | None
    """The name of the side that has won; None of a draw."""
    margin: int | None
    """By how much, in the unit of the game; None where a game is only won, drawn or lost."""
    unit: str
    """The unit of the margin ("discs"); may be empty."""

    def __str__(self) -> str:
        if self.winner is None:
            return "draw"
        by = "" if self.margin is None else f" by {self.margin} {self.unit or 'points'}"
        return f"{self.winner} wins{by}"


@dataclass(frozen=True)
class Record:
    """A line of a file: a position, and what the line says of it."""

    position: Position
    value: int | None
    """Its exact value in the unit of the game, for the side to move, if the line gives it."""
    best: tuple[str, ...]
    """The moves that reach it, if the line names them."""
    line: int
    """Which line of the file, from 1."""
    tags: tuple[tuple[str, str], ...] = ()
    """What a game in a format of its own says besides, in its order: players, result, comments, each with the name
    that the format has for it (`("PB", "Ann")`)."""
    line_game: int | None = None
    """Which game of that line, from 1, where it has several."""


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a played game, judged."""

    ply: int
    """Which move of the game, from 1."""
    side: str
    """Who made it."""
    move: str
    score: Score
    """Its value, for the side that made it."""
    best: Line
    """The best move with its value and line, for the same side."""
    loss: float | None
    """What it lost against the best, in the unit of the game; None where the two do not compare."""
    exact: bool
    """True if both values are exact and proven."""
    expected_before: float
    """The expected result for the side, if it had played the best move: 0 lost to 1 won."""
    expected_after: float
    """The same after the move."""
    mark: Mark
    """`""` of a fine move."""
    accuracy: float
    """In percent."""
    forced: bool
    """The only legal move: it counts in no average."""


@dataclass(frozen=True)
class SideReview:
    """What is said of one side's moves."""

    side: str
    moves: int
    """Moves where there was a choice."""
    accuracy: float | None
    """The mean accuracy of these, in percent."""
    inaccuracies: int
    mistakes: int
    blunders: int
    loss: float
    """What was lost in all, in the unit of the game, as far as losses are known."""


@dataclass(frozen=True)
class Review:
    """A reviewed game: a sequence of its moves."""

    moves: tuple[ReviewedMove, ...]
    sides: tuple[SideReview, SideReview]
    """The side that moves first in the start position first."""
    turning: tuple[int, ...]
    """The plies of the mistakes and blunders after which the other side was the favourite."""
    nodes: int
    complete: bool
    """False if it was stopped before all moves were judged."""

    def __iter__(self) -> Iterator[ReviewedMove]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, index: int) -> ReviewedMove:
        return self.moves[index]

    def to_pandas(self) -> pandas.DataFrame:
        """The moves as a frame, a row each; needs pandas."""
        import pandas

        def row(judged: ReviewedMove) -> dict[str, Any]:
            plain = [f.name for f in fields(judged) if f.name not in ("score", "best")]
            return {name: getattr(judged, name) for name in plain} | {
                "value": judged.score.value,
                "best_move": judged.best.best_move,
                "best_value": judged.best.score.value,
                "depth": judged.best.depth,
            }

        frame = pandas.DataFrame([row(judged) for judged in self.moves])
        return frame.set_index("ply") if len(frame) else frame


@dataclass(frozen=True)
class GameInfo:
    """A game of the list."""

    name: str
    aliases: tuple[str, ...]
    title: str
    sizes: str
    """Which sizes there are and how to ask for them; empty if there is only one."""
    notation: str
    """What positions and moves look like."""


@dataclass(frozen=True)
class GameOption:
    """Something that the knowledge of a game can be set to."""

    value: str
    """What it is set to."""
    kind: str
    """What it takes, in words."""
    about: str


@dataclass(frozen=True)
class GameFacts:
    """What is known of a game before anything is searched."""

    name: str
    sides: tuple[str, str]
    """What the two players are called, the one who moves first in the start position first."""
    unit: str
    """The unit of exact values, in the plural; empty where a game is only won, drawn or lost."""
    notation: str
    rules: str
    can_repeat: bool
    """True if a position can come back in the same game."""
    has_end: bool
    """True if it can be solved to its end without a horizon."""
    examples: dict[str, str]
    """Positions worth a look: the name by which they are asked for, and what they are."""
    formats: tuple[str, ...]
    """The formats of whole games that are read, beside moves in a row: `("GGF",)` for Othello."""
    options: dict[str, GameOption]


@dataclass(frozen=True)
class Checked:
    """What `plyglot.check` looked at without finding anything wrong."""

    positions: int
    """Different positions."""
    finished: int
    """Random games that came to their end."""
    transpositions: int
    """Times that a position was met again by different moves."""
    read_back: int
    """Positions that were read back from their text."""
    solved: int
    """Positions whose true value was found."""
    decided: int
    """Those of them that are won or lost."""
    doubts: tuple[str, ...]
    """What is against no law, and still looks like a mistake."""


@dataclass(frozen=True)
class TrainingCheck:
    """What weights estimate, against exact values and those of deeper searches."""

    positions: int
    """How many were searched."""
    exact: int
    """How many of them have an exact value."""
    error: float
    """The mean absolute difference, in points."""


@dataclass(frozen=True)
class TrainingPhase:
    """The error of the weights in a phase of a game."""

    phase: str
    """Its name."""
    positions: int
    """How many positions the weights were fitted to."""
    held_out: int
    """How many were held out."""
    error: float | None
    """The mean absolute difference to the labels of those, in points; None where there are none."""
    iterations: int
    """Of the fit."""
    checked: TrainingCheck | None
    """None but at the end."""


@dataclass(frozen=True)
class TrainingGate:
    """What a match of a round's weights against those of before has shown."""

    games: int
    elo: float | None
    """Elo of the new weights over those of before; None where it is infinite."""
    low: float | None
    """The least with 95 % confidence."""
    high: float | None
    """The most."""
    kept: bool
    """Whether they take their place."""


@dataclass(frozen=True)
class TrainingRound:
    """A round of a training."""

    games: int
    depths: tuple[int, int]
    """The least and the greatest depth of a player's searches, in plies."""
    result: int
    """The share of the rest of the game in a label, in percent."""
    positions: int
    """How many its weights were fitted to."""
    error: float | None
    """Their mean absolute error on what was held out, in points."""
    gate: TrainingGate | None
    """None if there was no match."""


@dataclass(frozen=True)
class TrainingNet:
    """What is to be said of a net beside its errors."""

    width: int
    rounding: float
    """By how much whole numbers change what it says, in the mean, in points."""
    most_rounding: float
    """The same, at most."""
    position_ns: float
    """What an epoch of the fit took for each position, in nanoseconds."""


@dataclass(frozen=True)
class TrainingSelectivity:
    """What a search by a net leaves out."""

    margin: int
    """Points for each ply by which the estimate has to be above beta for a position to be left unseen; 0 if it never
    is."""
    reductions: bool
    """Whether late moves are searched less deep."""


@dataclass(frozen=True)
class TrainingTrial:
    """Something that was tried of that."""

    tried: TrainingSelectivity
    """All that was left out."""
    gate: TrainingGate
    """The match against the same net with what was kept before."""


@dataclass(frozen=True)
class TrainingInfo:
    """What a running training does."""

    round: int
    """From 1."""
    rounds: int
    """How many there are to be at most."""
    games: int
    """How many of the round have been played."""
    of: int
    """How many there are to be."""
    doing: Doing
    """`ended` of a round whose weights are written."""
    phases: tuple[TrainingPhase, ...]
    """Of a round that has ended; else empty."""

    def __str__(self) -> str:
        return f"round {self.round} of {self.rounds}: {self.doing}, {self.games} of {self.of} games"


@dataclass(frozen=True)
class Training:
    """What `plyglot.train` has done."""

    game: str
    output: str
    """The file of weights."""
    bytes: int
    """Its length."""
    seed: int
    rounds: tuple[TrainingRound, ...]
    """Those that ended, which may be fewer where there was a time."""
    games: int
    """In all."""
    also: int
    """Games of other trainings that were learnt from, too."""
    positions: int
    """Of the last fit."""
    phases: tuple[TrainingPhase, ...]
    """In the order of a game."""
    net: TrainingNet | None
    """None where the weights are those of features."""
    selectivity: TrainingSelectivity
    """What a search by the net leaves out."""
    trials: tuple[TrainingTrial, ...]
    """What was tried of that, in its order."""
    time: float
    """Seconds."""
