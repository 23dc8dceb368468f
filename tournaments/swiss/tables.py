"""Table numbers: best brackets first, fixed seats kept, the same table twice avoided where that is free."""

from collections.abc import Iterator, Sequence

from tournaments.swiss.history import EntrantPair
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


def seat_pairs(pairs: Sequence[EntrantPair], settings: TableSettings) -> SeatedPairs:
    """Give every pair a table: ``(pairs of ids in order of table, their numbers)``.

    Pairs come best first, in the order in which they may choose. A fixed seat is a promise: the number goes to that
    entrant's pair and to no other; where two fixed seats meet or clash the smaller number, then the better pair, wins.
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
        numbers = (number for number in table_numbers(settings) if number not in taken)
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
        if player.fixed_table is not None and player.fixed_table not in settings.blocked
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
