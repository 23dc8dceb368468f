"""Lines between cards that may part a list: another deck may begin there, or what follows is not part of this one.

Titles, footers, senders and rulers do no harm above all cards and below them. Between cards a line whose words are not
all known to be harmless has to be confirmed (`SAYS_SO`). One that says nothing (`POSSIBLE`: a ruler, a sender, a
heading of the first section over again) has to be where the cards suggest two decks: some stand on both sides of it, or
those above it make the first section complete. An empty line does so only where they complete it exactly.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from decks.text.headers import GOES_ON, WHOLE_LIST
from decks.text.listing import IgnoredLine, LineKind, ReadLine
from decks.text.no_cards import Parting, parting
from decks.text.spelling import loose_key, plain_line
from decks.text.totals import Run


@dataclass(frozen=True)
class PartedList:
    """The lines of a list and the ignored ones among them, with those that may part it."""

    lines: tuple[ReadLine, ...]
    ignored: tuple[IgnoredLine, ...]

    @property
    def parting(self) -> frozenset[int]:
        """The lines that may part the list."""
        return frozenset(one.line for one in self.ignored if one.may_part)


def headed_again(lines: Iterable[ReadLine], runs: Iterable[Run], *, main: str, groups: Set[str]) -> dict[int, Parting]:
    """The headings below cards that may begin another deck: of the section `main` again, or of the whole list. One that
    states what is not a total of its cards (`Deck 2`) says so. `groups` are headings within a section, each of which a
    deck has once."""
    stated = {run.line: run for run in runs if run.section == main}
    found: dict[int, Parting] = {}
    has_cards = False
    seen: set[str] = set()
    for line in lines:
        has_cards = has_cards or (line.kind is LineKind.ENTRY and line.section == main)
        if line.kind is not LineKind.HEADER or line.section not in (main, WHOLE_LIST):
            continue
        group = next(filter(loose_key(plain_line(line.text)).startswith, groups), "")
        is_first = bool(group) and group not in seen
        seen.add(group)
        if not has_cards or is_first or line.text.lstrip().startswith(GOES_ON):
            continue
        if group:
            found[line.line] = Parting.POSSIBLE
            continue
        run = stated.get(line.line)
        is_other = run is not None and run.stated not in (run.actual, run.rows)
        found[line.line] = Parting.SAYS_SO if is_other else Parting.POSSIBLE
    return found


def with_partings_open(
    lines: Sequence[ReadLine],
    ignored: Sequence[IgnoredLine],
    said: Mapping[int, Parting],
    *,
    main: str,
    complete: int,
) -> PartedList:
    """A list with the lines to be confirmed that may part it.

    `said` are headings and rulers that may, by line; of `ignored` lines their words tell. `complete` is how many cards
    make the section `main` complete, 0 if that is not known.
    """
    clear = {one.line: parting(plain_line(one.text)) for one in ignored if one.is_clear}
    found: dict[int, bool] = {}
    places = list(_places(lines, {**clear, **said}, complete))
    if not places:
        return PartedList(tuple(lines), tuple(ignored))
    for place, strength in places:
        section = _section_at(lines, place, main)
        above, below = _around(lines, place, section)
        if strength is Parting.SAYS_SO:
            matters = any(line.kind is LineKind.ENTRY for line in lines[:place]) and bool(below)
        else:
            matters = bool(below) and _suggest_two(lines[place], strength, above, below, complete * (section == main))
        if matters:
            found[lines[place].line] = strength is Parting.SAYS_SO and lines[place].line in clear
    return _opened(lines, ignored, found)


def _places(
    lines: Sequence[ReadLine], strengths: Mapping[int, Parting], complete: int
) -> Iterator[tuple[int, Parting]]:
    """The places of lines that may part the list; of empty lines only the first between two cards."""
    for place, line in enumerate(lines):
        if line.line in strengths:
            yield place, strengths[line.line]
        elif complete and line.kind is LineKind.BLANK and place and lines[place - 1].kind is LineKind.ENTRY:
            below = next((one.kind for one in lines[place:] if one.kind is not LineKind.BLANK), LineKind.BLANK)
            if below is LineKind.ENTRY:
                yield place, Parting.POSSIBLE


def _section_at(lines: Sequence[ReadLine], place: int, main: str) -> str:
    """The section that the cards below a line are in."""
    for line in lines[place + 1 :]:
        if line.kind in (LineKind.ENTRY, LineKind.APART):
            return line.section
    return main


def _around(lines: Sequence[ReadLine], place: int, section: str) -> tuple[list[ReadLine], list[ReadLine]]:
    """The cards of a section above a line, and those right below it, up to the next heading."""
    above = [line for line in lines[:place] if line.kind is LineKind.ENTRY and line.section == section]
    below: list[ReadLine] = []
    for line in lines[place + 1 :]:
        if line.kind is LineKind.HEADER and line.section != WHOLE_LIST:
            break
        if line.kind is LineKind.ENTRY and line.section == section:
            below.append(line)
    return above, below


def _suggest_two(
    line: ReadLine, strength: Parting, above: Sequence[ReadLine], below: Sequence[ReadLine], complete: int
) -> bool:
    """Whether the cards above and below a line suggest two decks; below a heading as many as make half of one."""
    held = sum(one.count for one in above)
    is_full = 0 < complete <= held
    if line.kind is LineKind.BLANK:
        return is_full and held == complete
    if line.kind is LineKind.HEADER:
        is_full = is_full and 2 * sum(one.count for one in below) >= complete
    return _repeats(above, below) or (is_full and strength is not Parting.REPEATED)


def _repeats(above: Sequence[ReadLine], below: Sequence[ReadLine]) -> bool:
    """Whether a card stands on both sides."""
    numbers = {card.number for line in above for card in line.cards}
    return any(card.number in numbers for line in below for card in line.cards)


def _opened(lines: Sequence[ReadLine], ignored: Sequence[IgnoredLine], found: Mapping[int, bool]) -> PartedList:
    """The list with those lines to be confirmed, as words nobody knows or as partings."""
    already = {one.line for one in ignored}
    more = [
        IgnoredLine(line.line, line.text.strip(), is_clear=False, may_part=True)
        for line in lines
        if line.line in found and line.line not in already
    ]
    opened = [
        replace(one, is_clear=False, may_part=not found[one.line]) if one.line in found else one for one in ignored
    ]
    kinds = (replace(line, kind=LineKind.IGNORED) if line.line in found else line for line in lines)
    return PartedList(tuple(kinds), tuple(sorted((*opened, *more), key=lambda one: one.line)))
