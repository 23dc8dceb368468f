"""Lines that state one count for several cards: `HBU01-A07/A10/CR 各2`, `HBU09-A01~A03各3`, `3 each: Comfey, Iono`.

The cards stand between characters, or are a range of numbers that count up; of a number that begins like the one before
it only the end need stand there. A range without a word such as 各 leaves open what its count is of: `ranges` finds it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from decks.text.line_parts import MIN_CODE_DIGITS
from decks.text.listing import MAX_CARDS
from decks.text.numerals import CHINESE, whole_number

MAX_SHARING = 40
"""The numbers of a range. Cards between signs are bounded by what a line and a list hold."""
_EACH = "各带|各放|各要|各是|各|每张|每种|每样"
_SHARES = re.compile("各|每|each", re.IGNORECASE)
_MAY_RANGE = re.compile("[0-9] ?(?:[~～〜—–-]|至|到|[tT][oO]) ?[A-Za-z0-9]")
_NUMERAL = rf"(?P<count>[0-9]{{1,2}}|{CHINESE})"
_BEHIND = re.compile(
    rf"(?P<cards>.+?)[ ,:;、]*(?:都是|都|均|全部)?(?:(?:{_EACH}) ?[xX×*]? ?{_NUMERAL} ?[张枚份]?|"
    rf"(?<![0-9])(?P<each>[0-9]{{1,2}}) ?[xX×]? ?(?:of )?each|each ?[xX×] ?(?P<times>[0-9]{{1,2}}))[ .。!！]*",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"(?:(?:{_EACH}) ?{_NUMERAL} ?[张枚份]?|(?P<each>[0-9]{{1,2}}) ?[xX×]? ?(?:of )?each)(?: of)?[ :,]*(?P<cards>.+)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r" *[,;、|/+&＆] *| +(?:和|与|及|以及|and) +|(?<=[0-9])(?:和|与|及)(?=[A-Za-z0-9])| {1,}(?=[A-Za-z]+[0-9-]*[0-9])"
)
_RANGE = re.compile(
    r"(?P<first>[A-Za-z0-9][A-Za-z0-9-]*[0-9]) ?(?P<to>~|--?|至|到|to) ?"
    r"(?P<last>(?:[A-Za-z0-9]+-)*[A-Za-z]{0,3}[0-9]{1,9})",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+|[0-9]{5,}")
_SERIES = re.compile(r"(?P<series>[A-Za-z][A-Za-z0-9-]{1,15}) ?: ?(?P<rest>.+)")
_END = re.compile(r"(?P<letters>[A-Za-z]*)(?P<digits>[0-9]+)$")
_WIDE = str.maketrans("～〜—–", "~~~~")


def sharing_cards(plain: str, is_number: Callable[[str], bool]) -> tuple[str, ...]:
    """The cards of a line that states one count for all of them, each with its count as a plain line; none where it
    does not, or names only one."""
    if not _SHARES.search(plain):
        return ()
    found = _BEHIND.fullmatch(plain) or _BEFORE.fullmatch(plain)
    if found is None:
        return ()
    stated = next(filter(None, (found.groupdict().get(name) for name in ("count", "each", "times"))))
    count = whole_number(stated)
    cards = tuple(islice(_cards(found["cards"], is_number), MAX_CARDS + 1))
    return tuple(f"{count} {card}" for card in cards) if len(cards) > 1 and count else ()


@dataclass(frozen=True)
class Ranged:
    """The numbers of a range, and what stands before and behind it in its line."""

    numbers: tuple[str, ...]
    before: str
    behind: str


def ranges(plain: str, is_number: Callable[[str], bool]) -> tuple[Ranged, ...]:
    """The ranges of card numbers in a line."""
    if not _MAY_RANGE.search(plain):
        return ()
    text = plain.translate(_WIDE)
    found = ((range_, _counted_up(range_, is_number)) for range_ in _RANGE.finditer(text))
    return tuple(
        Ranged(numbers, text[: range_.start()], text[range_.end() :]) for range_, numbers in found if len(numbers) > 1
    )


def _cards(text: str, is_number: Callable[[str], bool]) -> Iterator[str]:
    headed = _SERIES.fullmatch(text)
    before = f"{headed['series']}-" if headed and not is_number(headed["series"]) else ""
    text = headed["rest"] if headed and before else text
    pieces = [piece for piece in _BETWEEN.split(text.translate(_WIDE).strip(" :,")) if piece and piece.strip()]
    for piece in pieces:
        ranged = _RANGE.fullmatch(_with_series(piece.strip(), before, is_number))
        counted = _counted_up(ranged, is_number) if ranged else ()
        for card in counted or (_with_series(piece.strip(), before, is_number),):
            before = card if is_number(card) else before
            yield card


def _with_series(piece: str, before: str, is_number: Callable[[str], bool]) -> str:
    """A number of which only the end stands there, with the beginning of the one before it."""
    if (whole := _NUMBER.match(piece)) and is_number(whole[0]):
        return piece
    series = before.rpartition("-")[0]
    end = re.match(r"[A-Za-z]{0,3}[0-9]{0,4}(?![A-Za-z0-9])", piece)
    bare = end[0] if end else ""
    return f"{series}-{piece}" if series and bare and not is_number(bare) and is_number(f"{series}-{bare}") else piece


def _counted_up(found: re.Match[str], is_number: Callable[[str], bool]) -> tuple[str, ...]:
    """The numbers of a range; none where it is none, or too long."""
    first, last = found["first"], found["last"]
    if found["to"] == "-" and "-" not in first and not (first.isdigit() and len(first) >= MIN_CODE_DIGITS):
        return ()  # The number of a card in a set: `HP01-2`.
    if is_number(found[0]) or not is_number(first):
        return ()
    start, stop = _END.search(first), _END.search(last)
    head, _, tail = last.rpartition("-")
    if not start or not stop or (head and not first.upper().startswith(f"{head.upper()}-")):
        return ()
    if tail and stop["letters"].upper() not in ("", start["letters"].upper()):
        return ()
    low, high, width = int(start["digits"]), int(stop["digits"]), len(start["digits"])
    if not low < high < low + MAX_SHARING:
        return ()
    stem = first[: start.start("digits")]
    return tuple(f"{stem}{number:0{width}}" for number in range(low, high + 1))
