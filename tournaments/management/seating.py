"""The next round of an archive file of an event in pods, for `pair_file`."""

from __future__ import annotations

from dataclasses import astuple
from random import Random

from django.utils.translation import gettext as _

from tournaments.archive.cores import next_round_number
from tournaments.archive.document import Archive
from tournaments.archive.pod_cores import open_pods, pods_to_seat
from tournaments.management.files import CannotRead, as_json
from tournaments.pods.entrants import Seating
from tournaments.pods.seating import seat_round
from tournaments.pods.sizes import MIN_PLAYERS, TooFewPlayers


def seat_file(archive: Archive, *, seed: int, as_text: bool) -> str:
    """The next round in pods, as a table or as JSON. Raises CannotRead."""
    waiting = open_pods(archive)
    if waiting:
        number, pod = waiting[0]
        facts = {"count": len(waiting), "round": number, "players": ", ".join(map(str, pod.players))}
        raise CannotRead(_("%(count)s pods have no result yet, the first in round %(round)s: %(players)s.") % facts)
    try:
        seating = seat_round(pods_to_seat(archive), Random(seed))
    except TooFewPlayers:
        raise CannotRead(_("A round in pods needs %(least)s players.") % {"least": MIN_PLAYERS}) from None
    number = next_round_number(archive)
    if as_text:
        return "\n".join(_table(archive, seating, number))
    return as_json(
        {
            "round": number,
            "pods": [list(pod) for pod in seating.pods],
            "byes": list(seating.byes),
            "certified": seating.certified,
            "achieved": list(astuple(seating.achieved)),
            "bound": list(astuple(seating.bound)),
        }
    )


def _table(archive: Archive, seating: Seating, number: int) -> list[str]:
    def name(key: int) -> str:
        return f"{key} {archive.by_id[key].name}".strip()

    lines = [_("Round %(number)s") % {"number": number}]
    for place, pod in enumerate(seating.pods, start=1):
        lines.append(f"{place:>5}  " + " – ".join(map(name, pod)))
    lines += [_("Bye: %(name)s") % {"name": name(key)} for key in seating.byes]
    lines.append(_("Proved: no seating costs less.") if seating.certified else _("Not proved to be the best seating."))
    return lines
