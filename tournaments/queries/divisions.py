"""The divisions of an event: their names, the players in them, and which of them are paired together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.languages import language_key
from cardpool.queries import pack_of
from tournaments.models import Registration, Tournament
from tournaments.play.divisions import Division
from tournaments.queries.settings import divisions_of
from tournaments.queries.standings import StandingRow


@dataclass(frozen=True)
class FilledDivision:
    """One division: how many play in it, and the code of the one it is paired along with, empty for none.

    `is_small`: it has players, but fewer than the game's own circuit pairs by themselves, or a single one.
    """

    division: Division
    players: int
    joined_to: str
    is_small: bool


def filled_divisions(tournament: Tournament) -> list[FilledDivision]:
    """The divisions of the event in their order, with the players who are in it now."""
    players = count_by_division(tournament)
    bound = max(2, smallest_apart(tournament))
    return [
        FilledDivision(
            one,
            players[one.code],
            tournament.joined_divisions.get(one.code, ""),
            is_small=0 < players[one.code] < bound,
        )
        for one in divisions_of(tournament)
    ]


def count_by_division(tournament: Tournament) -> Counter[str]:
    """How many active entries each division has; those in none under the empty code."""
    active = tournament.registrations.filter(status=Registration.Status.ACTIVE)
    return Counter(active.order_by("pk").values_list("division", flat=True))


def smallest_apart(tournament: Tournament) -> int:
    """The fewest players of a division that the game's own circuit pairs by itself, 0 where its pack does not say."""
    own = pack_of(tournament.ruleset).tournament.divisions
    return own.apart_from if own is not None else 0


def parts_of(tournament: Tournament, divisions: Mapping[int, str]) -> list[tuple[str, frozenset[int]]]:
    """Entries in the parts that are paired by themselves, each with the codes of its divisions, in their order.

    `divisions` are the codes of the entries, by key. An entry without a known division goes with the last one. All
    together are a single part without a code, unless the event pairs its divisions apart.
    """
    order = [one.code for one in divisions_of(tournament)]
    if not tournament.is_paired_apart:
        return [("", frozenset(divisions))]
    joined = tournament.joined_divisions
    members: dict[str, set[int]] = {code: set() for code in order}
    for key, code in divisions.items():
        own = code if code in members else order[-1]
        members[joined.get(own, own)].add(key)
    names = {code: "+".join(one for one in order if joined.get(one, one) == code) for code in order}
    return [(names[code], frozenset(keys)) for code, keys in members.items() if keys]


def largest_part(tournament: Tournament, entries: Iterable[Registration]) -> int:
    """How many of these players are paired with each other at most: what the number of rounds follows from."""
    divisions = {entry.pk: entry.division for entry in entries}
    return max((len(keys) for _codes, keys in parts_of(tournament, divisions)), default=0)


@dataclass(frozen=True)
class PartRounds:
    """Divisions that are paired with each other: their names, their players, and the Swiss rounds that the game's own
    table has for that number."""

    name: str
    players: int
    rounds: int


def rounds_by_part(tournament: Tournament, entries: Iterable[Registration]) -> list[PartRounds]:
    """What the game's table has for each part of an event that pairs its divisions apart; none for one part. The event
    plays one number of rounds."""
    parts = parts_of(tournament, {entry.pk: entry.division for entry in entries})
    table = pack_of(tournament.ruleset).tournament
    if len(parts) < 2:
        return []
    return [
        PartRounds(part_name(tournament, codes), len(keys), table.recommended_rounds(len(keys)))
        for codes, keys in parts
    ]


def division_names(tournament: Tournament) -> dict[str, str]:
    """What each division of the event is called in the active language, by code and in order."""
    return {one.code: one.names.in_language(language_key()) for one in divisions_of(tournament)}


def part_name(tournament: Tournament, part: str) -> str:
    """What a part of a round is called, of which `part` are the codes of its divisions; empty for the whole round."""
    names = division_names(tournament)
    return _(", ").join(names.get(code, code) for code in part.split("+")) if part else ""


def format_division_place(row: StandingRow, names: Mapping[str, str]) -> str:
    """The division of a row of the standings, out of `division_names`, and the rank in it; empty without one."""
    name = names.get(row.registration.division, "")
    return f"{name} {row.division_rank}" if name and row.division_rank else name


def say_division(entry: Registration) -> str:
    """The name of the division of an entry, empty where it has none."""
    return division_names(entry.tournament).get(entry.division, "")


def say_divisions(divisions: Sequence[Division]) -> str:
    """The divisions with the years of birth they take, in one line."""
    return _(", ").join(_with_years(one) for one in divisions)


def _with_years(one: Division) -> str:
    name = one.names.in_language(language_key())
    words = {"name": name, "first": one.born_from, "last": one.born_to}
    if not one.has_years:
        return name
    if one.born_to is None:
        return _("%(name)s (born %(first)s or later)") % words
    if one.born_from is None:
        return _("%(name)s (born %(last)s or earlier)") % words
    return _("%(name)s (born %(first)s to %(last)s)") % words
