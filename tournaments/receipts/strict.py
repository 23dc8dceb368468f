"""Reading values that somebody wrote: each check names the place of what does not fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

_HEX = re.compile(r"[0-9a-f]+")
_DIGITS = re.compile(r"-?[0-9]+")


class Misfit(ValueError):
    """A value that does not fit at `place`; `wanted` says in a word what does."""

    def __init__(self, place: str, wanted: str) -> None:
        super().__init__(f"{place}: {wanted}")
        self.place = place
        self.wanted = wanted


def take_int(value: Any, place: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Misfit(place, f"{low}…{high}")
    return value


def take_bool(value: Any, place: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Misfit(place, "true, false")
    return value


def take_text(value: Any, place: str, most: int = 200) -> str:
    """A text of at most this many characters."""
    if not isinstance(value, str) or len(value) > most:
        raise Misfit(place, f"text ≤ {most}")
    return value


def take_choice(value: Any, place: str, choices: Sequence[str]) -> str:
    """One of these texts."""
    if not isinstance(value, str) or value not in choices:
        raise Misfit(place, " | ".join(choices))
    return value


def take_hex(value: Any, place: str, length: int) -> str:
    """Lower-case hexadecimal digits."""
    if not isinstance(value, str) or len(value) != length or not _HEX.fullmatch(value):
        raise Misfit(place, f"{length} × 0-9a-f")
    return value


def take_digits(value: Any, place: str, most: int = 400) -> int:
    """A whole number that is written as a text, for it may be too long for a JSON number."""
    if not isinstance(value, str) or len(value) > most or not _DIGITS.fullmatch(value):
        raise Misfit(place, "digits")
    return int(value)


def take_list(value: Any, place: str, most: int) -> list[Any]:
    """A list of at most this many values."""
    if not isinstance(value, list) or len(value) > most:
        raise Misfit(place, f"list ≤ {most}")
    return value


def take_ints(value: Any, place: str, most: int, low: int, high: int) -> list[int]:
    """A list of whole numbers."""
    return [take_int(one, f"{place}[{turn}]", low, high) for turn, one in enumerate(take_list(value, place, most))]


def take_pair(value: Any, place: str, low: int, high: int) -> tuple[int, int]:
    """Two whole numbers."""
    found = take_ints(value, place, 2, low, high)
    if len(found) != 2:
        raise Misfit(place, "2")
    return found[0], found[1]


def take_object(value: Any, place: str, keys: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Any]:
    """An object with exactly these keys, and maybe the optional ones."""
    if not isinstance(value, dict):
        raise Misfit(place, "object")
    for key in value:
        if key not in keys and key not in optional:
            raise Misfit(below(place, str(key)[:40]), "–")
    for key in keys:
        if key not in value:
            raise Misfit(below(place, key), "…")
    return value


def items(value: Any, place: str, most: int) -> Iterator[tuple[str, Any]]:
    """Each value of a list with its place."""
    for turn, one in enumerate(take_list(value, place, most)):
        yield f"{place}[{turn}]", one


def below(place: str, key: str) -> str:
    """The place of a key."""
    return f"{place}.{key}" if place else key
