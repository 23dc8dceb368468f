"""Where a line's count may stand. A line often has several readings; which one holds, the cards there are decide."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TIMES = "[xX×✕✖⨉⨯*∗хХ]"
_UNIT = "(?:张|枚|片|copies|copy|cards|card)"
_COUNT = r"(?P<count>[-+]?[0-9]+(?:[.,/][0-9]+)?)(?![0-9])"
_BEFORE = tuple(
    re.compile(expression)
    for expression in (
        rf"{_TIMES}? ?{_COUNT} ?{_TIMES}[ ,:;|]*(?P<rest>.+)",
        rf"{_TIMES} ?{_COUNT}[ ,:;|]*(?P<rest>.+)",
        rf"{_COUNT} ?{_UNIT}[ ,:;|]*(?P<rest>.+)",
        rf"[(\[【] ?{_TIMES}? ?{_COUNT} ?(?:{_TIMES}|{_UNIT})? ?[)\]】] ?(?P<rest>.+)",
        rf"{_COUNT}(?! ?[.、)])[ ,:;|]*(?P<rest>.+)",
    )
)
_AFTER = tuple(
    re.compile(expression)
    for expression in (
        rf"(?P<rest>.+?)[ ,:;|=]*{_TIMES} ?{_COUNT} ?{_UNIT}?",
        rf"(?P<rest>.+?)[ ,:;|=]+{_COUNT} ?(?:{_TIMES}|{_UNIT})?",
        rf"(?P<rest>.+?) ?[(\[【] ?{_TIMES}? ?{_COUNT} ?(?:{_TIMES}|{_UNIT})? ?[)\]】]",
        rf"(?P<rest>.+?)(?<![0-9]){_COUNT} ?{_UNIT}",
        rf"(?P<rest>.+[)\]】」』》>]){_COUNT}",
    )
)
_ORDINAL = re.compile(r"(?P<ordinal>[0-9]{1,3}) ?[.、)](?![0-9]) ?(?P<rest>.+)")


@dataclass(frozen=True)
class CountReading:
    """One way to read a line: the count as typed (None where none is stated) and the words left for the card."""

    count: str | None
    card: str


def count_readings(line: str) -> tuple[CountReading, ...]:
    """Every way a plain line may part into count and card, the ones that state a count first."""
    readings = dict.fromkeys(_stated(line))
    if ordinal := _ORDINAL.fullmatch(line):
        readings |= dict.fromkeys(_matches(_AFTER, ordinal["rest"]))
    return (*readings, CountReading(None, line))


def counted_twice(line: str) -> tuple[CountReading, ...]:
    """The readings of a line that states a count before and after the card, or may begin with a mere ordinal."""
    twice = [inner for outer in _stated(line) for inner in _stated(outer.card)]
    if ordinal := _ORDINAL.fullmatch(line):
        twice.append(CountReading(ordinal["ordinal"], ordinal["rest"]))
    return tuple(dict.fromkeys(twice))


def whole_count(typed: str | None) -> int | None:
    """The count as a number: 1 where none is typed, None for anything but a whole number written with few digits."""
    if typed is None:
        return 1
    return int(typed) if re.fullmatch(r"[-+]?[0-9]{1,9}", typed) else None


def _stated(line: str) -> Iterator[CountReading]:
    yield from _matches(_BEFORE, line)
    yield from _matches(_AFTER, line)


def _matches(expressions: tuple[re.Pattern[str], ...], line: str) -> Iterator[CountReading]:
    for expression in expressions:
        if match := expression.fullmatch(line):
            yield CountReading(match["count"], match["rest"].strip())
