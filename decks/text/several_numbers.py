"""Lines with several card numbers, whole or only their ends (`HBU09-A01、A02`): one of them is no reading of the line.

They can be put on lines of their own where nothing stands between them but punctuation, counts and words such as 和,
and it is clear which count is whose.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from decks.text.line_parts import line_of
from decks.text.listing import MAX_COPIES, ListForm
from decks.text.numerals import whole_number
from decks.text.spelling import code_key
from decks.text.tokens import Part

_END = re.compile(r"(?<![A-Za-z0-9-])(?P<letters>[A-Za-z]{1,3})[0-9]{1,4}(?![A-Za-z0-9-])")
_LETTERS = re.compile("[A-Za-z]*(?=[0-9]+$)")
_PUNCTUATION = re.compile(r"[ ,;、|/+&＆和与及以。=–—-]+$")
_RANGE = re.compile(r" *(?:~+|--+|至|到|to) *", re.IGNORECASE)
_BETWEEN = frozenset(("和", "与", "及", "以及", "and", "br", "number", "code", "count", "都是", "都", "全部", "均"))
_STATING = (Part.NUMERAL, Part.COUNT, Part.CIRCLED)


@dataclass(frozen=True)
class NumberOnLine:
    """A card number, from `start` to `end`; one of which only the end stands there is completed."""

    start: int
    end: int
    number: str


def numbers_on(
    plain: str, form: ListForm, is_known: Callable[[str], bool] = lambda _: False
) -> tuple[NumberOnLine, ...]:
    """The numbers of a plain line as the game prints them, from left to right; behind a mere space also the end of one
    that `is_known`."""
    whole = [
        NumberOnLine(one.start, one.end, one.number)
        for one in form.find_numbers(plain)
        if code_key(plain[one.start : one.end]) == code_key(one.number)
    ]
    ends = [
        one
        for before, behind in pairwise([*whole, None])
        if before
        for one in _ends(plain, before, behind, form, is_known)
    ]
    return tuple(sorted((*whole, *ends), key=lambda one: one.start))


def is_end_of(typed: str, number: str, form: ListForm) -> bool:
    """Whether a word is the end of another number of the same series."""
    series = number.rpartition("-")[0]
    return bool(series) and bool(_END.fullmatch(typed)) and form.normalise_number(f"{series}-{typed}") is not None


def apart(plain: str, numbers: Sequence[NumberOnLine]) -> tuple[str, ...]:
    """The numbers of a line as lines of their own, each with its count; none where it is not clear that nothing would
    be lost."""
    if any(_RANGE.fullmatch(plain[one.end : other.start]) for one, other in pairwise(numbers)):
        return ()
    counts: list[tuple[int, int]] = []
    for token in line_of(plain).tokens:
        if any(one.start < token.end and token.start < one.end for one in numbers):
            continue
        if token.part in _STATING:
            counts.append((token.start, whole_number(token.value) or 0))
        elif token.part is not Part.PUNCTUATION and token.value.lower() not in _BETWEEN:
            return ()
    copies = _shared_out(counts, numbers)
    if not all(0 < count <= MAX_COPIES for count in copies):
        return ()
    return tuple(f"{count} {one.number}" for count, one in zip(copies, numbers, strict=False))


def _ends(
    plain: str,
    before: NumberOnLine,
    behind: NumberOnLine | None,
    form: ListForm,
    is_known: Callable[[str], bool],
) -> Iterator[NumberOnLine]:
    """The ends of numbers behind a whole one, parted by punctuation, or by spaces where they have the same letters or
    are of known numbers."""
    series, _, tail = before.number.rpartition("-")
    letters = _LETTERS.match(tail)
    for found in _END.finditer(plain, before.end, behind.start if behind else len(plain)):
        between = _PUNCTUATION.search(plain, before.end, found.start())
        parted = between is not None and bool(between[0].strip())
        alike = letters is not None and found["letters"].upper() == letters[0]
        number = form.normalise_number(f"{series}-{found[0]}") if series else None
        if number is not None and (parted or alike or is_known(number)):
            yield NumberOnLine(*found.span(), number)


def _shared_out(counts: Sequence[tuple[int, int]], numbers: Sequence[NumberOnLine]) -> tuple[int, ...]:
    """The count of each number: the one behind it, the one in front of it, or the only one of the line; none where that
    is not clear."""
    if not counts:
        return (1,) * len(numbers)
    if len(counts) == 1 and not numbers[0].start < counts[0][0] < numbers[-1].start:
        return (counts[0][1],) * len(numbers)
    starts, ends = [one.start for one in numbers], [one.end for one in numbers]
    places = [place for place, _ in counts]
    if len(counts) != len(numbers):
        return ()
    is_behind = all(end <= place < start for place, end, start in zip(places, ends, [*starts[1:], 10**6], strict=True))
    in_front = all(end <= place < start for place, end, start in zip(places, [0, *ends[:-1]], starts, strict=True))
    return tuple(count for _, count in counts) if is_behind or in_front else ()
