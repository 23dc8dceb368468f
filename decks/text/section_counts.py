"""Copies of one card that a line shares out between the main deck and the side: `3 HBU01-A07（2主1备）`."""

import re
from collections.abc import Callable

from decks.text.headers import HeaderReader
from decks.text.listing import MAX_COPIES, ListForm, Reading
from decks.text.section_words import SIDE_SECTIONS
from decks.text.spelling import simplified

_MAIN = "主(?:卡组|牌组|牌)?|main(?: ?deck)?"
_SIDE = "[备副边](?:卡组|牌组|牌|选)?|side(?: ?deck|board)?"
_COPIES = r"(?P<{}>[0-9]{{1,2}}) ?[张枚x×]? ?(?:{})"
_BETWEEN = r"[ +,，、/和]*"
_EMPTY = re.compile(r"[(\[【] *[)\]】]")
_SHARED = tuple(
    re.compile(_COPIES.format(*one) + _BETWEEN + _COPIES.format(*other), re.IGNORECASE)
    for one, other in ((("main", _MAIN), ("side", _SIDE)), (("side", _SIDE), ("main", _MAIN)))
)


def shared_out(
    plain: str,
    readings: tuple[Reading, ...],
    form: ListForm,
    headers: HeaderReader,
    section: str,
    is_card: Callable[[str], bool],
) -> tuple[tuple[str, ...], ...]:
    """The ways to write a line that shares the copies of its card out: as it says, with the line of its own `section`
    last, so that what follows stays in it; or all of them there. None where a line does not, where what else it says
    `is_card` does not take for one card with its count (`缺1张`), or the game has no side deck."""
    found = next(filter(None, (pattern.search(simplified(plain)) for pattern in _SHARED)), None)
    titles = {one.key: one.title for one in form.sections}
    side = next(filter(titles.__contains__, (headers.section(word) for word in SIDE_SECTIONS)), None)
    if found is None or side is None or not readings or len({one.number for one in readings}) > 1:
        return ()
    if not is_card(" ".join(_EMPTY.sub(" ", f"{plain[: found.start()]} {plain[found.end() :]}").split())):
        return ()
    counts = {form.sections[0].key: int(found["main"]), side: int(found["side"])}
    total = sum(counts.values())
    stated = next((one.count for one in readings if one.count not in counts.values()), total)
    if section not in counts or not all(counts.values()) or total > MAX_COPIES:
        return ()
    said = readings[0].number or readings[0].name
    keys = sorted(counts, key=lambda key: key == section)
    return (tuple(f"{titles[key]}: {counts[key]} {said}" for key in keys), (f"{stated} {said}",))
