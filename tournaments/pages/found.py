"""Rows of a long list that are looked for by a name, put together from what is kept of the list.

The rows are cut out of the list's kept sections and put into its kept frame, which is the page of a search that finds
nobody. So a hall that looks for its names has each section rendered once for each version, as its readers do. Templates
mark rows and places with comments, which typed text, being escaped, cannot imitate.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote, quote_plus

from django.utils.html import escape

from accounts.process_cache import ProcessCache
from tournaments.marks import Mark
from tournaments.pages.full_names import full_names
from tournaments.pages.keys import PageKey
from tournaments.pages.store import KeptPage, body_for_one, store
from tournaments.queries.finding import Index
from tournaments.queries.kept import kept

FRAME = "\ue000"
"""What is looked for on the frame. Nobody's name contains it (`accounts.typed_text`); what is typed takes its place."""

FRAME_SECTION = 0
"""The frame's number among the sections of its list; no address leads to it."""

NOBODY = "nobody"
"""The name of the block that says that nobody was found."""

OFTEN = "often"
"""The name of the block that says that no more full names are looked for."""

MAX_MEMORY = 12 * 1024 * 1024
"""Characters of rows that one process has cut out: lists of 5,000 in both languages."""

MAX_FRAMES = 4 * 1024 * 1024
"""Characters of frames that one process has unpacked, each some 20,000: those of a hundred lists."""

_ROW = re.compile(r"<!--row:(\w+):(\d+)-->(.*?)<!--/row-->", re.DOTALL)
_PLACE = re.compile(r"<!--rows:(\w+)-->")
_BLOCK = re.compile(r"<!--found:(\w+)-->(.*?)<!--/found-->", re.DOTALL)
_MARK = re.compile(r'data-mark="[\d.]*"')


@dataclass(frozen=True)
class Cut:
    """The rows of one section by the keys of their first entries: the name of the place of each, and its HTML."""

    rows: dict[int, tuple[str, str]]
    size: int


@dataclass(frozen=True)
class Frame:
    """A frame as text, and the names of its places."""

    text: str
    places: frozenset[str]

    @property
    def size(self) -> int:
        return len(self.text)


_frames: ProcessCache[PageKey, Frame] = ProcessCache(max_size=MAX_FRAMES, size_of=operator.attrgetter("size"))
_sections: ProcessCache[PageKey, Cut] = ProcessCache(max_size=MAX_MEMORY, size_of=operator.attrgetter("size"))


def row(place: str, key: object, html: str) -> str:
    """A row of a page for everybody, marked as one that belongs into a place; `key` is that of its first entry."""
    return f"<!--row:{place}:{key}-->{html}<!--/row-->"


def rows(place: str) -> str:
    """The mark of the place into which found rows are put."""
    return f"<!--rows:{place}-->"


def place_of(name: str, number: object = "") -> str:
    """The place of a list, or of what it shows of the round of that number: a row of another round does not fit."""
    return f"{name}{number}"


def _name_of(place: str) -> str:
    """The list's name without the number."""
    return place.rstrip("0123456789")


def block(name: str, html: str) -> str:
    """A part that stays where rows are found for the place of that name, or nobody is (`NOBODY`)."""
    return f"<!--found:{name}-->{html}<!--/found-->"


def frame_of(key: PageKey) -> PageKey:
    """The key of the frame of a list."""
    return replace(key, section=FRAME_SECTION)


def index_name(path: str) -> tuple[str, str]:
    """What the index of the list at a path is kept as (`tournaments.queries.kept`)."""
    return "rows by name", path


def put_together(
    key: PageKey,
    find: str,
    frame: KeptPage,
    index: Index,
    page_of: Callable[[PageKey], KeptPage | None],
    *,
    address: str = "",
) -> KeptPage | PageKey:
    """The page that shows the rows found, at the oldest version of its parts.

    `page_of` gives the page of a section; from the `address` as many full names are looked for as `full_names` says.
    The key of a part is returned that is lacking, or is of another round than the others: the older of frame and
    section where the frame has no place for a row, and a section without the row.
    """
    is_guess = bool(address) and index.is_guess(find)
    is_often = is_guess and not full_names.take(key.path, address, find, entries=index.names)
    found, parts = index.find(find, by_entered=not is_often), [frame]
    unpacked = _unpacked(frame_of(key), frame)
    cut: list[tuple[str, str]] = []
    sections: dict[int, Cut] = {}
    marks: dict[int, Mark] = {}
    for listed in found:
        if listed.section not in sections:
            section = replace(key, section=listed.section)
            page = page_of(section)
            if page is None:
                return section
            parts.append(page)
            marks[listed.section] = page.mark
            sections[listed.section] = _cut(section, page)
        one = sections[listed.section].rows.get(listed.entries[0])
        if one is None:
            return replace(key, section=listed.section)
        if one[0] not in unpacked.places:
            return frame_of(key) if frame.mark < marks[listed.section] else replace(key, section=listed.section)
        cut.append(one)
    return _page(unpacked.text, parts, cut, find, is_often=is_often)


def find_in_memory(key: PageKey, find: str, mark: Mark | None, *, address: str = "") -> KeptPage | PageKey:
    """The same page from what this process keeps at `mark` or later, without a mark at any; or the key of the first
    part that is lacking."""

    def page_of(part: PageKey) -> KeptPage | None:
        page = store.in_memory(part)
        return page if page is not None and (mark is None or page.shows(mark)) else None

    frame = page_of(frame_of(key))
    if frame is None:
        return frame_of(key)
    name = (frame.mark.tournament, index_name(key.path))
    index: Index | None = kept.find(name) if mark is None else kept.find_for(name, mark)
    return put_together(key, find, frame, index, page_of, address=address) if index is not None else frame_of(key)


def _unpacked(key: PageKey, page: KeptPage) -> Frame:
    def unpack() -> Frame:
        text = page.body.decode()
        return Frame(text, frozenset(place[1] for place in _PLACE.finditer(text)))

    return _frames.get(key, (page.mark, page.made_at), unpack)


def _cut(key: PageKey, page: KeptPage) -> Cut:
    def cut() -> Cut:
        text = page.body.decode()
        return Cut({int(found[2]): (found[1], found[3]) for found in _ROW.finditer(text)}, len(text))

    return _sections.get(key, (page.mark, page.made_at), cut)


def _typed(text: str, find: str) -> str:
    """The frame with what is looked for in its places: as text, in its address, and in one that leads back to it."""
    in_address = quote_plus(find)
    for placeholder, typed in (
        (quote(quote(FRAME)), quote(in_address)),
        (quote(FRAME), in_address),
        (FRAME, escape(find)),
    ):
        text = text.replace(placeholder, typed)
    return text


def _page(
    frame: str, parts: Sequence[KeptPage], cut: Sequence[tuple[str, str]], find: str, *, is_often: bool
) -> KeptPage:
    """The frame, which is the first of the parts, with the rows in its places."""
    there = {_name_of(place) for place, _ in cut} or {NOBODY}
    there |= {OFTEN} if is_often else set()
    mark = min(part.mark for part in parts)
    text = _typed(frame, find)
    text = _MARK.sub(f'data-mark="{mark}"', text)
    text = _BLOCK.sub(lambda found: found[2] if found[1] in there else "", text)
    text = _PLACE.sub(lambda found: "".join(html for place, html in cut if place == found[1]), text)
    made_at = min(part.made_at for part in parts)
    return body_for_one(text.encode(), mark=mark, made_at=made_at, content_type=parts[0].content_type)
