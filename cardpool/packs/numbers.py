"""Card numbers as a game prints them, and the many ways people type them.

A pattern is written the way a number looks: `A` a letter, `9` a digit, `X` either, `-` the separator, `'HBU'` letters
that stand as they are; `{2}` and `{2,3}` repeat the token before them. There are no other characters and no open
repetition, and the ways one pattern can be read are limited, so reading a number stays cheap however hostile pattern
and text are.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

MAX_NUMBER_LENGTH = 40
_MAX_REPEAT = 12
MAX_READINGS = 200
_CLASSES = {"A": "[A-Z]", "9": "[0-9]", "X": "[A-Z0-9]"}
_TOKEN = re.compile(
    r"(?P<separator>-)|(?:(?P<character>[A9X])|'(?P<literal>[A-Za-z0-9]+)')(?:\{(?P<low>\d+)(?:,(?P<high>\d+))?\})?"
)
_DASHES = "-‐‑‒–—―−－﹣﹘⁃˗_＿~～ー一.·/"
_DASH_TABLE = str.maketrans(dict.fromkeys(_DASHES, "-"))
_SPACED_SEPARATOR = r"[-\s]{1,3}"
_LOOSE_SEPARATOR = r"[-\s]{0,3}"
_GAPS = re.compile(r"[-\s]+")


class NumberPatternError(ValueError):
    """A pattern that cannot be read; the text says why."""


@dataclass(frozen=True)
class _Run:
    """Characters of one kind in a row: an expression for one character, and how many there may be."""

    characters: str
    low: int
    high: int


@dataclass(frozen=True)
class FoundNumber:
    """A card number in a text: where it stands and its canonical form.

    `is_plain` says that it was typed as one word. One typed with spaces in it may be chance (`card 01 red`) and should
    only be believed when the game has such a card.
    """

    start: int
    end: int
    number: str
    is_plain: bool


@dataclass(frozen=True)
class NumberForm:
    """How a game's card numbers look: `patterns`, the printed `separator`, and `letters` (`upper` or `lower`).

    Raises `NumberPatternError` when a pattern cannot be read.
    """

    patterns: tuple[str, ...]
    separator: str = "-"
    letters: str = "upper"

    def __post_init__(self) -> None:
        for pattern in self.patterns:
            _groups(pattern)

    @cached_property
    def _readings(self) -> tuple[re.Pattern[str], ...]:
        """The strict reading of every pattern, then those with spaces for a separator, then the loose ones with
        separators missing, added or doubled: `DEM 002` is DEM-002 where `DEM0-02` would fit as well."""
        groups = [_groups(pattern) for pattern in self.patterns]
        strict = [_expression(pattern, inside="", between="-") for pattern in groups]
        spaced = [_expression(pattern, inside="", between=_SPACED_SEPARATOR) for pattern in groups]
        loose = [_expression(pattern, inside=_LOOSE_SEPARATOR, between=_LOOSE_SEPARATOR) for pattern in groups]
        return tuple(re.compile(expression) for expression in strict + spaced + loose)

    @cached_property
    def _searches(self) -> tuple[re.Pattern[str], ...]:
        return tuple(re.compile(rf"(?<![A-Z0-9]){reading.pattern}(?![A-Z0-9])") for reading in self._readings)

    def normalise(self, raw: str) -> str | None:
        """The canonical number for what was typed, or None when no pattern fits.

        Full-width characters, letter case, any dash or underscore for the separator, a missing one and spaces around
        one make no difference: `ｈｂｕ０１—a07`, `HBU01 A07` and `hbu01a07` are all `HBU01-A07`.
        """
        text = unicodedata.normalize("NFKC", raw).strip()
        if len(text) > MAX_NUMBER_LENGTH:
            return None
        text = _fold(text)
        for reading in self._readings:
            if match := reading.fullmatch(text):
                return self._written(match)
        return None

    def find(self, text: str) -> tuple[FoundNumber, ...]:
        """Every number standing in a text (already in Unicode form NFKC), from left to right, none overlapping.

        A number never starts or ends inside a longer run of Latin letters and digits.
        """
        folded = _fold(text)
        taken: list[FoundNumber] = []
        for search in self._searches:
            for match in search.finditer(folded):
                if all(match.end() <= other.start or other.end <= match.start() for other in taken):
                    plain = not any(character.isspace() for character in match[0])
                    taken.append(FoundNumber(match.start(), match.end(), self._written(match), plain))
        return tuple(sorted(taken, key=lambda found: found.start))

    def _written(self, match: re.Match[str]) -> str:
        number = self.separator.join(_GAPS.sub("", group) for group in match.groups())
        return number.lower() if self.letters == "lower" else number


def _fold(text: str) -> str:
    """Upper case and plain dashes, character for character, so that places in the text stay what they are."""
    raised = text.upper()
    if len(raised) != len(text):  # `ß` would become two characters.
        raised = "".join(character.upper() if len(character.upper()) == 1 else character for character in text)
    return raised.translate(_DASH_TABLE)


def _groups(pattern: str) -> list[list[_Run]]:
    """Read a pattern into its separated groups, each a list of runs of one kind of character."""
    groups: list[list[_Run]] = [[]]
    at = 0
    while at < len(pattern):
        token = _TOKEN.match(pattern, at)
        if token is None:
            raise NumberPatternError(f"'{pattern[at]}' at position {at + 1} (use A, 9, X, -, 'letters' and {{2,3}})")
        at = token.end()
        if token["separator"]:
            groups.append([])
            continue
        low = int(token["low"] or 1)
        high = int(token["high"] or low)
        if low > high or high > _MAX_REPEAT:
            raise NumberPatternError(f"{{{low},{high}}} must rise and stay within {_MAX_REPEAT}")
        characters = _CLASSES[token["character"]] if token["character"] else f"(?:{token['literal'].upper()})"
        if groups[-1] and groups[-1][-1].characters == characters:
            earlier = groups[-1].pop()
            low, high = low + earlier.low, high + earlier.high
        groups[-1].append(_Run(characters, low, high))
    if not all(groups):
        raise NumberPatternError("a separator needs characters on both sides")
    _refuse_endless(groups)
    return groups


def _refuse_endless(groups: list[list[_Run]]) -> None:
    """Runs of changing length side by side can be read in many ways, and a text that fits none is tried in all."""
    readings, shortest = 1, 0
    for run in (run for group in groups for run in group):
        readings *= run.high - run.low + 1
        shortest += run.low * (len(run.characters) - 4 if run.characters.startswith("(?:") else 1)
    if readings > MAX_READINGS:
        raise NumberPatternError(f"{{m,n}} give it more than {MAX_READINGS} forms; use narrower ones")
    if shortest == 0 or shortest > MAX_NUMBER_LENGTH:
        raise NumberPatternError(f"a number has 1 to {MAX_NUMBER_LENGTH} characters")


def _expression(groups: list[list[_Run]], *, inside: str, between: str) -> str:
    """One expression with a capturing group per separated part; `inside` stands where the kind of character changes."""
    return between.join(
        f"({inside.join(f'{run.characters}{{{run.low},{run.high}}}' for run in group)})" for group in groups
    )
