"""Whole numbers as lists write them: digits, Chinese numerals plain and formal, English words."""

import re

ONES = {
    **dict(zip("一二三四五六七八九", range(1, 10), strict=True)),
    **dict(zip("壹贰叁肆伍陆柒捌玖", range(1, 10), strict=True)),
    "两": 2,
    "俩": 2,
    "仨": 3,
    "弍": 2,
    "弎": 3,
    "参": 3,
}
TENS = "十拾"
ENGLISH = {
    word: number
    for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1)
}
_DIGITS = "".join(ONES)
CHINESE = rf"(?:[{_DIGITS}]?[{TENS}][{_DIGITS}]?|[{_DIGITS}])"
"""A regular expression for a Chinese numeral from 一 to 九十九."""
_WHOLE = re.compile(r"(?P<whole>[-+]?[0-9]{1,9})(?:\.0)?")
_CHINESE = re.compile(CHINESE)


def whole_number(typed: str) -> int | None:
    """The number that a numeral states; None for anything but a whole number written with few characters. A sheet may
    have written it as `3.0`."""
    if typed.isascii():
        if found := _WHOLE.fullmatch(typed):
            return int(found["whole"])
        return ENGLISH.get(typed.lower())
    return _chinese(typed) if _CHINESE.fullmatch(typed) else None


def _chinese(numeral: str) -> int:
    for ten in TENS:
        tens, found, ones = numeral.partition(ten)
        if found:
            return 10 * ONES.get(tens, 1) + ONES.get(ones, 0)
    return ONES[numeral]
