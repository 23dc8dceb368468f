"""Where a line's count may stand. A line often has several readings; which one holds, the cards there are decide."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TIMES = "[xX×✕✖⨉⨯*∗хХ]"
_UNIT = "(?:张|枚|片|copies|copy|cards|card)"
_COUNT = r"(?P<count>[-+]?[0-9]+(?:[.,/][0-9]+)?)(?![0-9])"
_DIGITS = "一二三四五六七八九"
_NUMERAL = rf"(?:[二三四五六七八九]?十[{_DIGITS}]?|[{_DIGITS}两])"
_CHINESE = rf"(?<![{_DIGITS}两十])(?P<count>{_NUMERAL})(?![{_DIGITS}两十])"
_BEFORE = tuple(
    re.compile(expression)
    for expression in (
        rf"{_TIMES}? ?{_COUNT} ?{_TIMES}[ ,:;|]*(?P<rest>.+)",
        rf"{_TIMES} ?{_COUNT}[ ,:;|]*(?P<rest>.+)",
        rf"{_COUNT} ?{_UNIT}[ ,:;|]*(?P<rest>.+)",
        rf"[(\[【] ?{_TIMES}? ?{_COUNT} ?(?:{_TIMES}|{_UNIT})? ?[)\]】] ?(?P<rest>.+)",
        rf"{_COUNT}(?! ?[.、)])[ ,:;|]*(?P<rest>.+)",
        rf"{_TIMES}? ?{_CHINESE} ?(?:{_TIMES}|{_UNIT})[ ,:;|]*(?P<rest>.+)",
        rf"{_TIMES} ?{_CHINESE}[ ,:;|]*(?P<rest>.+)",
        rf"[(\[【] ?{_TIMES}? ?{_CHINESE} ?(?:{_TIMES}|{_UNIT})? ?[)\]】] ?(?P<rest>.+)",
        rf"{_CHINESE}[ ,:;|]+(?P<rest>.+)",
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
        rf"(?P<rest>.+?)[ ,:;|=]*{_TIMES} ?{_CHINESE} ?{_UNIT}?",
        rf"(?P<rest>.+?)[ ,:;|=]*{_CHINESE} ?{_UNIT}",
        rf"(?P<rest>.+?)[ ,:;|=]+{_CHINESE} ?{_TIMES}?",
        rf"(?P<rest>.+?) ?[(\[【] ?{_TIMES}? ?{_CHINESE} ?(?:{_TIMES}|{_UNIT})? ?[)\]】]",
    )
)
_LONE_SIGN = (
    re.compile(rf"(?P<rest>.+?)[ ,:;|=]*(?:(?<![A-Za-z]){_TIMES}|{_UNIT})"),
    re.compile(rf"(?:{_TIMES}|{_UNIT})[ ,:;|]+(?P<rest>.+)"),
)
COUNT_TOKEN = re.compile(rf"\d+|{_NUMERAL}")
"""A count in any spelling, wherever it stands in a line."""
COUNT_WITH_SIGN = re.compile(
    rf"{_TIMES}?[0-9]+(?:{_TIMES}|张|枚|片)?|{_TIMES}{_NUMERAL}|{_NUMERAL}(?:{_TIMES}|张|枚|片)"
)
"""A word that is a count: digits, or a Chinese numeral with a count sign."""
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
    if re.fullmatch(_NUMERAL, typed):
        return _chinese(typed)
    return int(typed) if re.fullmatch(r"[-+]?[0-9]{1,9}", typed) else None


def cards_beside_lone_sign(line: str) -> tuple[str, ...]:
    """The words beside a count sign that has no count (`HBU01-A07 x`), in every way there is to read it."""
    return tuple(match["rest"].strip() for sign in _LONE_SIGN if (match := sign.fullmatch(line)))


def _chinese(numeral: str) -> int:
    """一 to 九十九; 两 is two."""
    tens, ten, ones = numeral.replace("两", "二").rpartition("十")
    return (10 * (_DIGITS.find(tens) + 1 if tens else 1) if ten else 0) + _DIGITS.find(ones or "\0") + 1


def _stated(line: str) -> Iterator[CountReading]:
    yield from _matches(_BEFORE, line)
    yield from _matches(_AFTER, line)


def _matches(expressions: tuple[re.Pattern[str], ...], line: str) -> Iterator[CountReading]:
    for expression in expressions:
        if match := expression.fullmatch(line):
            yield CountReading(match["count"], match["rest"].strip())
