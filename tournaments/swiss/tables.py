"""Table numbers: best brackets first, fixed seats kept, the same table twice avoided where that is free."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from tournaments.swiss.history import EntrantPair
from tournaments.swiss.settings import TableSettings

MAX_TABLE = 9999
SeatedPairs = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]


class TooFewTables(ValueError):
    """More matches than tables: how many are ``needed``, and how many there ``are``."""

    def __init__(self, needed: int, there: int) -> None:
        super().__init__(f"{needed} matches, {there} tables")
        self.needed = needed
        self.there = there


def table_numbers(settings: TableSettings) -> Iterator[int]:
    """Every usable number in the order in which tables fill: the ranges, then on from ``first``, none twice.

    Without end, unless ``only_ranges``.
    """
    seen: set[int] = set(settings.blocked)
    for low, high in settings.ranges:
        for number in range(low, high + 1):
            if number not in seen:
                seen.add(number)
                yield number
    number = settings.first
    while not settings.only_ranges:
        if number not in seen:
            yield number
        number += 1


def has_table(settings: TableSettings, number: int) -> bool:
    """Whether a match can sit at a table of this number."""
    if number in settings.blocked:
        return False
    return not settings.only_ranges or any(low <= number <= high for low, high in settings.ranges)


def first_tables(settings: TableSettings, matches: int) -> list[int]:
    """The tables at which this number of matches sit where no seat is fixed; fewer where there are fewer."""
    return list(islice(table_numbers(settings), matches))


def free_run(taken: frozenset[int], length: int) -> tuple[int, int] | None:
    """The lowest ``length`` numbers in a row, both ends, none of them ``taken``; None where there are none up to
    ``MAX_TABLE``."""
    first = 1
    for number in sorted(number for number in taken if number > 0):
        if number - first >= length:
            break
        first = number + 1
    last = first + length - 1
    return (first, last) if length > 0 and last <= MAX_TABLE else None


def as_ranges(numbers: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Numbers in order as ranges with both ends, as few as possible."""
    ranges: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return tuple(ranges)


def seat_pairs(pairs: Sequence[EntrantPair], settings: TableSettings) -> SeatedPairs:
    """Give every pair a table: ``(pairs of ids in order of table, their numbers)``.

    Pairs come best first, in the order in which they may choose. A fixed seat is a promise: the number goes to that
    entrant's pair and to no other; where two fixed seats meet or clash the smaller number, then the better pair, wins.
    A fixed seat at a table that does not exist is none. Raises ``TooFewTables``.
    """
    ids = [(one.id, two.id) for one, two in pairs]
    fixed = (
        _fixed_seats(pairs, settings)
        if any(one.fixed_table is not None or two.fixed_table is not None for one, two in pairs)
        else {}
    )
    if not (fixed or settings.ranges or settings.blocked):
        tables = list(range(settings.first, settings.first + len(pairs)))
    else:
        taken = set(fixed.values())
        free = (number for number in table_numbers(settings) if number not in taken)
        usable = list(islice(free, len(pairs) - len(fixed)))
        if len(usable) + len(fixed) < len(pairs):
            raise TooFewTables(len(pairs), len(usable) + len(fixed))
        numbers = iter(usable)
        tables = [fixed[place] if place in fixed else next(numbers) for place in range(len(pairs))]
    if settings.avoid_repeats and any(one.tables or two.tables for one, two in pairs):
        _exchange_repeats(pairs, tables, set(fixed))
    elif not fixed and not settings.ranges:
        return tuple(ids), tuple(tables)
    seated = sorted(zip(tables, ids, strict=True))
    return tuple(pair for _, pair in seated), tuple(table for table, _ in seated)


def _fixed_seats(pairs: Sequence[EntrantPair], settings: TableSettings) -> dict[int, int]:
    """Place in the ranking to promised table."""
    wishes = [
        (player.fixed_table, place)
        for place, pair in enumerate(pairs)
        for player in pair
        if player.fixed_table is not None and has_table(settings, player.fixed_table)
    ]
    fixed: dict[int, int] = {}
    taken: set[int] = set()
    for table, place in sorted(wishes):
        if place not in fixed and table not in taken:
            fixed[place] = table
            taken.add(table)
    return fixed


def _exchange_repeats(pairs: Sequence[EntrantPair], tables: list[int], fixed: set[int]) -> None:
    """Exchange tables inside groups of pairs with the same two scores while an exchange removes a repeat."""

    def repeats(place: int, table: int) -> int:
        one, two = pairs[place]
        return (table in one.tables) + (table in two.tables)

    groups: dict[tuple[int, int], list[int]] = {}
    for place, (one, two) in enumerate(pairs):
        if place not in fixed:
            groups.setdefault((one.score, two.score), []).append(place)
    for group in groups.values():
        for turn, place in enumerate(group):
            now = repeats(place, tables[place])
            for other in (*group[turn + 1 :], *group[:turn]) if now else ():
                before = now + repeats(other, tables[other])
                if repeats(place, tables[other]) + repeats(other, tables[place]) < before:
                    tables[place], tables[other] = tables[other], tables[place]
                    now = repeats(place, tables[place])
                    if not now:
                        break
