"""Who won a finished event: everybody on the first place, and the first of each division."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Min, Q

from tournaments.models import Registration, Tournament
from tournaments.queries.division_places import newest_apart
from tournaments.queries.divisions import division_names


@dataclass(frozen=True)
class Champions:
    """Those who share a first place: of the event, or of a division, by its name."""

    entries: tuple[Registration, ...]
    division: str = ""


def champions_of(tournament: Tournament) -> tuple[Champions, ...]:
    """The winners of a finished event, then those of its divisions; none before. At most three queries.

    Where places are those in the division there is no winner of all: nobody on a first place met the others.
    """
    if tournament.phase != Tournament.Phase.FINISHED:
        return ()
    placed = Registration.objects.filter(tournament=tournament, final_place__isnull=False)
    names = division_names(tournament)
    firsts = dict(placed.order_by().values_list("division").annotate(Min("final_place"))) if names else {}
    wanted = Q(final_place=1)
    for division in names.keys() & firsts.keys():
        wanted |= Q(division=division, final_place=firsts[division])
    found = list(placed.filter(wanted).select_related("player").order_by("final_place", "pk"))
    for entry in found:
        entry.tournament = tournament
    groups = [] if newest_apart(tournament) else [Champions(tuple(entry for entry in found if entry.final_place == 1))]
    groups += [
        Champions(tuple(one for one in found if (one.division, one.final_place) == (key, firsts.get(key))), name)
        for key, name in names.items()
    ]
    return tuple(group for group in groups if group.entries)
