"""At which tables a draft sits, and at which it would sit by its event's settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from tournaments.models import LogEntry, Match, Pod, Round
from tournaments.queries.pairing_settings import is_feature, table_settings
from tournaments.queries.pod_drafts import pod_draft
from tournaments.swiss.tables import has_table, table_numbers

CHANGED, FOLLOWED = "table_changed", "tables_followed"
"""The lines of the log that one table of a draft was given by hand, and that those of all have other numbers."""


@dataclass(frozen=True)
class Seated:
    """A match or a pod of a draft, and the keys of those who sit there, in order of seat."""

    row: Match | Pod
    players: tuple[int, ...]

    @property
    def table(self) -> int:
        """Its number, 0 for none."""
        return self.row.table or 0


def seated_in(round: Round) -> list[Seated]:
    """The matches or pods of a draft."""
    if round.tournament.is_in_pods:
        at, draft = round.pods.in_bulk(), pod_draft(round)
        return [Seated(at[key], players) for key, players in draft.pods.items()]
    return [Seated(match, (match.player1_id, match.player2_id)) for match in round.matches.all()]


def chosen_by_hand(round: Round) -> dict[int, int]:
    """The tables that were given by hand to matches or pods of a draft, by their keys: those that nobody else of the
    draft had, since a step last moved `all` of them and was not undone. One that went back to the table it began at has
    none, nor one whose table was given to another since.
    """
    began: dict[int, int] = {}
    chosen: dict[int, int] = {}
    before_all: tuple[dict[int, int], dict[int, int]] = {}, {}
    lines = LogEntry.objects.filter(tournament_id=round.tournament_id, verb__in=(CHANGED, FOLLOWED))
    for verb, facts in lines.filter(facts__round=round.number).order_by("id").values_list("verb", "facts"):
        if verb == FOLLOWED:
            if facts.get("all"):
                before_all, began, chosen = (began, chosen), {}, {}
                continue
            if facts.get("undoes"):
                began, chosen = before_all[0] | began, before_all[1] | chosen
            before_all = {}, {}
            continue
        key, after = facts.get("pod") or facts.get("match"), facts["after"]
        chosen = {one: table for one, table in chosen.items() if one != key and table != after}
        if began.setdefault(key, facts["before"]) != after and not facts.get("exchanged", True):
            chosen[key] = after
    return chosen


def moves_by_settings(round: Round, filled: Sequence[int] | None = None) -> list[tuple[Seated, int]]:
    """Who moves where for the draft to sit at the tables that fill by the settings, in the order that it has.

    `filled` are the tables, in order, that filled by the settings before: a match that was moved by hand to another one
    keeps it while it exists, and has it back when it does again. Without them all may move, marked tables first. Who
    has a fixed seat keeps that. Nobody moves where there are fewer tables than the draft has.
    """
    tournament, seats = round.tournament, seated_in(round)
    chosen = {} if filled is None else chosen_by_hand(round)
    if filled is None:
        filled = sorted((seat.table for seat in seats), key=lambda table: (not is_feature(tournament, table), table))
    now, places = table_settings(tournament), {table: place for place, table in enumerate(filled)}
    fixed = set(tournament.registrations.filter(fixed_table__isnull=False).values_list("pk", "fixed_table"))
    moving, kept = [], set()
    for seat in seats:
        is_own = seat.table not in places or any((key, seat.table) in fixed for key in seat.players)
        if is_own and has_table(now, seat.table):
            kept.add(seat.table)
        else:
            moving.append(seat)
    back: list[tuple[Seated, int]] = []
    for seat in list(moving):
        table = chosen.get(seat.row.pk, 0)
        if table and table not in kept and has_table(now, table):
            kept.add(table)
            back.append((seat, table))
            moving.remove(seat)
    moving.sort(key=lambda seat: (places.get(seat.table, len(seats)), seat.table))
    free = list(islice((number for number in table_numbers(now) if number not in kept), len(moving)))
    if len(free) < len(moving):
        return []
    return [(seat, table) for seat, table in [*back, *zip(moving, free, strict=True)] if seat.table != table]


def sits_elsewhere(round: Round) -> bool:
    """Whether a draft has a table that does not fill by the settings, but for those of fixed seats."""
    moves = moves_by_settings(round)
    return {seat.table for seat, _table in moves} != {table for _seat, table in moves}
