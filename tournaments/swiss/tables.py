"""Table numbers: best brackets first, fixed seats kept, the same table twice avoided where that is free."""

from collections.abc import Iterator, Mapping, Sequence

from tournaments.swiss.history import Entrant
from tournaments.swiss.settings import TableSettings

SeatedPairs = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]


def table_numbers(settings: TableSettings) -> Iterator[int]:
    """Every usable number in the order in which tables fill: the ranges, then on from ``first``, none twice."""
    seen: set[int] = set(settings.blocked)
    for low, high in settings.ranges:
        for number in range(low, high + 1):
            if number not in seen:
                seen.add(number)
                yield number
    number = settings.first
    while True:
        if number not in seen:
            yield number
        number += 1


def seat_pairs(by_id: Mapping[int, Entrant], pairs: Sequence[tuple[int, int]], settings: TableSettings) -> SeatedPairs:
    """Give every pair a table: ``(pairs in order of table, their numbers)``.

    Pairs come best first, in the order in which they may choose. A fixed seat is a promise: the number goes to that
    entrant's pair and to no other; where two fixed seats meet or clash the smaller number, then the better pair, wins.
    """
    fixed = _fixed_seats(by_id, pairs)
    if not (fixed or settings.ranges or settings.blocked):
        tables = list(range(settings.first, settings.first + len(pairs)))
    else:
        taken = set(fixed.values())
        numbers = (number for number in table_numbers(settings) if number not in taken)
        tables = [fixed[place] if place in fixed else next(numbers) for place in range(len(pairs))]
    if settings.avoid_repeats and any(by_id[one].tables or by_id[two].tables for one, two in pairs):
        _exchange_repeats(by_id, pairs, tables, set(fixed))
    elif not fixed and not settings.ranges:
        return tuple(pairs), tuple(tables)
    seated = sorted(zip(tables, pairs, strict=True))
    return tuple(pair for _, pair in seated), tuple(table for table, _ in seated)


def _fixed_seats(by_id: Mapping[int, Entrant], ranked: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Place in the ranking to promised table."""
    wishes = []
    for place, pair in enumerate(ranked):
        for player in pair:
            table = by_id[player].fixed_table
            if table is not None:
                wishes.append((table, place))
    fixed: dict[int, int] = {}
    taken: set[int] = set()
    for table, place in sorted(wishes):
        if place not in fixed and table not in taken:
            fixed[place] = table
            taken.add(table)
    return fixed


def _exchange_repeats(
    by_id: Mapping[int, Entrant], ranked: Sequence[tuple[int, int]], tables: list[int], fixed: set[int]
) -> None:
    """Exchange tables inside groups of pairs with the same two scores until no exchange removes a repeat."""
    groups: dict[tuple[int, int], list[int]] = {}
    troubled: list[int] = []

    def repeats(place: int, table: int) -> int:
        one, two = ranked[place]
        return (table in by_id[one].tables) + (table in by_id[two].tables)

    for place, (one, two) in enumerate(ranked):
        if place not in fixed:
            groups.setdefault((by_id[one].score, by_id[two].score), []).append(place)
            if repeats(place, tables[place]):
                troubled.append(place)
    for place in troubled:
        now = repeats(place, tables[place])
        if not now:
            continue
        one, two = ranked[place]
        for other in groups[by_id[one].score, by_id[two].score]:
            before = now + repeats(other, tables[other])
            if repeats(place, tables[other]) + repeats(other, tables[place]) < before:
                tables[place], tables[other] = tables[other], tables[place]
                now = repeats(place, tables[place])
                if not now:
                    break
