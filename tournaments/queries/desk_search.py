"""Finding anybody and any table of an event from the desk: by name, pinyin, team, number of the entry or table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from cardpool.searching.pinyin import ways_through
from tournaments.models import Match, Pod, PodSeat, Registration, Round, Tournament
from tournaments.queries.finding import MAX_FOUND, folded
from tournaments.queries.rounds import newest_round

MAX_SPOKEN = 24
"""Letters of pinyin that are compared; more of them distinguish no more names."""
FIELDS = ("name", "public_name", "team", "membership_id")


@dataclass(frozen=True)
class FoundEntry:
    """An entry, and its match or pod in the newest round where it has one."""

    entry: Registration
    seated: Match | Pod | None


@dataclass(frozen=True)
class FoundOnDesk:
    """What a search found: matches or pods of the newest round at a table of this number, and entries; `more` entries
    are not among them."""

    round: Round | None
    tables: tuple[Match | Pod, ...] = ()
    entries: tuple[FoundEntry, ...] = ()
    more: int = 0

    def __bool__(self) -> bool:
        return bool(self.tables or self.entries)


class Reading:
    """What was typed as pinyin: `sl`, `sailuo` and `sluo` are 赛罗."""

    def __init__(self, typed: str) -> None:
        self._typed = typed[:MAX_SPOKEN]
        self._is_spoken = typed.isascii() and typed.isalpha()
        self._ways: dict[str, list[int]] = {}

    def fits(self, name: str) -> bool:
        """Whether the name, from one of its characters on, can be typed so."""
        return self._is_spoken and any(self._fits_from(name, place) for place in range(len(name)))

    def _fits_from(self, name: str, place: int) -> bool:
        end, reached = len(self._typed), 1
        while reached and not reached >> end & 1 and place < len(name):
            ways, after = self._ways_of(name[place]), 0
            for at in range(end):
                if reached >> at & 1:
                    after |= ways[at]
            reached, place = after, place + 1
        return bool(reached >> end & 1)

    def _ways_of(self, character: str) -> list[int]:
        if character not in self._ways:
            self._ways[character] = ways_through(character, self._typed)
        return self._ways[character]


def find_on_desk(tournament: Tournament, typed: str) -> FoundOnDesk:
    """Everybody and every table that what was typed may mean; at most four queries, whatever the size of the event.

    A number is a table of the newest round, and the number of an entry (`#12` that alone). Anything else is looked for
    in names, nicknames, teams and player IDs, as it is written and by pinyin. Those still in the event come first, then
    by number.
    """
    newest = newest_round(tournament)
    wanted = Wanted(typed)
    if not wanted:
        return FoundOnDesk(newest)
    tables: tuple[Match | Pod, ...] = ()
    if wanted.number is not None and newest is not None and not wanted.is_entry:
        tables = tuple(_tables(tournament, newest).filter(table=wanted.number).prefetch_related("time_extensions"))
    keys = _keys(tournament, wanted)
    people = tournament.registrations.in_bulk(keys[:MAX_FOUND])
    seated = _seated(tournament, newest, list(people))
    entries = [FoundEntry(people[key], seated.get(key)) for key in keys[:MAX_FOUND] if key in people]
    return FoundOnDesk(newest, tables, tuple(entries), more=max(0, len(keys) - MAX_FOUND))


class Wanted:
    """What was typed to find an entry: part of a name, nickname or team, also by pinyin, or a number (`12`, `#12`)."""

    def __init__(self, typed: str) -> None:
        self._text = folded(typed)
        self._reading = Reading(self._text)
        self.number = _number(self._text)

    def __bool__(self) -> bool:
        return bool(self._text)

    @property
    def is_entry(self) -> bool:
        """Whether it can only be the number of an entry, not of a table."""
        return self._text.startswith("#")

    def fits(self, number: int | None, texts: Iterable[str]) -> bool:
        """Whether the entry with this number and these texts may be meant."""
        plain = [unicodedata.normalize("NFKC", text).casefold() for text in texts if text]
        return (self.number is not None and number == self.number) or any(
            self._text in folded(text) or self._reading.fits(text) for text in plain
        )


def entries_meant(entries: Iterable[Registration], typed: str) -> list[Registration]:
    """Those of the entries that what was typed may mean, in the order given; all where nothing was typed."""
    wanted = Wanted(typed)
    return [entry for entry in entries if wanted.fits(entry.number, (entry.name, entry.public_name, entry.team))]


def _number(wanted: str) -> int | None:
    digits = wanted.removeprefix("#")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


def _keys(tournament: Tournament, wanted: Wanted) -> list[int]:
    """The entries found, by key."""
    found: dict[int, tuple[bool, bool, int]] = {}
    entries = Registration.everybody.filter(tournament=tournament).order_by("pk")
    for own, team, numbered, status, *texts in entries.values_list("pk", "team_entry", "number", "status", *FIELDS):
        key = team or own  # Who looks for a member finds the team.
        if wanted.fits(numbered, texts):
            found.setdefault(key, (numbered != wanted.number, status != Registration.Status.ACTIVE, numbered))
    return sorted(found, key=lambda key: found[key])


def _tables(tournament: Tournament, newest: Round) -> QuerySet[Match] | QuerySet[Pod]:
    if tournament.is_in_pods:
        return Pod.objects.filter(round=newest).prefetch_related("seats__registration")
    return Match.objects.filter(round=newest).select_related("player1", "player2")


def _seated(tournament: Tournament, newest: Round | None, entries: list[int]) -> dict[int, Match | Pod]:
    if newest is None or not entries:
        return {}
    if tournament.is_in_pods:
        seats = PodSeat.objects.filter(round=newest, registration__in=entries).select_related("pod")
        return {seat.registration_id: seat.pod for seat in seats}
    seated = Match.objects.filter(Q(player1__in=entries) | Q(player2__in=entries), round=newest)
    return {
        player: match
        for match in seated.select_related("player1", "player2")
        for player in (match.player1_id, match.player2_id)
    }
