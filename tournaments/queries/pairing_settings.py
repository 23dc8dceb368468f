"""How a tournament wants its rounds paired and its tables numbered, as the pairing core takes it."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from accounts.refusals import Refusal
from tournaments.models import KeepApart, Tournament
from tournaments.queries.decided_pairs import apart_in
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.settings import Order, PairingSettings, TableSettings, TeamPolicy
from tournaments.swiss.tables import MAX_TABLE as MAX_TABLE
from tournaments.swiss.tables import first_tables, has_table

POLICIES = {
    Tournament.TeamPolicy.IGNORE: TeamPolicy.IGNORE,
    Tournament.TeamPolicy.AVOID: TeamPolicy.DISCOURAGE,
    Tournament.TeamPolicy.NEVER: TeamPolicy.PROHIBIT,
}
_BETWEEN = re.compile(r"[,;、\s]+")
_RANGE = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?")
_DASHES = str.maketrans(dict.fromkeys("–—‒−~〜至到", "-"))


class UnreadableTables(ValueError):
    """A part of a list of table numbers that cannot be read: `part`."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


def read_tables(text: str) -> tuple[tuple[int, int], ...]:
    """Table numbers as typed, "1-20, 31, 33": ranges with both ends, in the order given.

    Commas, spaces and Chinese or full-width characters are accepted. Raises `UnreadableTables` for a part that is not
    a number from 1 to 9999 and no range upwards.
    """
    plain = unicodedata.normalize("NFKC", text).translate(_DASHES)
    parts = [part for part in _BETWEEN.split(re.sub(r"\s*-\s*", "-", plain)) if part]
    return tuple(_read_range(part) for part in parts)


def _read_range(part: str) -> tuple[int, int]:
    found = _RANGE.fullmatch(part)
    if found is None:
        raise UnreadableTables(part)
    low = int(found[1])
    high = int(found[2] or low)
    if not 1 <= low <= high:
        raise UnreadableTables(part)
    return low, high


def format_tables(ranges: tuple[tuple[int, int], ...]) -> str:
    """The way `read_tables` is written down and stored: "1-20, 31, 33"."""
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in ranges)


def table_settings(tournament: Tournament) -> TableSettings:
    """The table numbers of a tournament: the feature tables fill before all others."""
    return TableSettings(
        first=tournament.first_table,
        ranges=read_tables(tournament.feature_tables) + read_tables(tournament.table_ranges),
        blocked=_numbers(tournament.blocked_tables),
        only_ranges=tournament.only_listed_tables,
        avoid_repeats=tournament.avoid_same_table,
    )


def require_tables(settings: TableSettings, matches: int) -> None:
    """Raises Refusal `too_few_tables` where there are more matches than tables."""
    there = len(first_tables(settings, matches))
    if there < matches:
        raise Refusal("too_few_tables", needed=matches, there=there)


def is_feature(tournament: Tournament, table: int | None) -> bool:
    """Whether the table is marked as a feature table of the event."""
    return bool(tournament.feature_tables) and table in _numbers(tournament.feature_tables)


def feature_tables(tournament: Tournament) -> list[int]:
    """The marked tables that a match can sit at, in order of their number."""
    settings = table_settings(tournament)
    return sorted(number for number in _numbers(tournament.feature_tables) if has_table(settings, number))


@lru_cache(maxsize=256)
def _numbers(text: str) -> frozenset[int]:
    """Every number of a list as stored."""
    return frozenset(number for low, high in read_tables(text) for number in range(low, high + 1))


def pairing_settings(tournament: Tournament, history: PairingHistory) -> PairingSettings:
    """The tournament's choices for the round that `history` leads to.

    A field without teams has no team policy; pairs kept apart, always or in this round, count where both are in the
    field.
    """
    here = history.by_id
    apart = [
        (one, two, is_hard)
        for one, two, is_hard in KeepApart.objects.filter(tournament=tournament).values_list(
            "registration_a", "registration_b", "is_hard"
        )
        if one in here and two in here
    ]
    has_teams = any(entrant.team is not None for entrant in history.entrants)
    return PairingSettings(
        order=order_in(tournament, history.next_round),
        team_policy=POLICIES[Tournament.TeamPolicy(tournament.team_policy)] if has_teams else TeamPolicy.IGNORE,
        team_rounds=tournament.team_rounds,
        prohibited=frozenset((one, two) for one, two, is_hard in apart if is_hard).union(
            apart_in(tournament, history.next_round, here)
        ),
        discouraged=frozenset((one, two) for one, two, is_hard in apart if not is_hard),
        tables=table_settings(tournament),
    )


def order_in(tournament: Tournament, number: int) -> Order:
    """Who meets whom among equals in a round.

    Before round 1 nobody has a rank yet, so the lot decides whatever the tournament's order.
    """
    wanted = Tournament.PairingOrder(tournament.pairing_order)
    if wanted is Tournament.PairingOrder.FOLD and number > 1:
        return Order.FOLD
    is_last = number == tournament.planned_rounds and number > 1
    if wanted is Tournament.PairingOrder.LAST_BY_RANK and is_last:
        return Order.NEIGHBOURS
    return Order.RANDOM
