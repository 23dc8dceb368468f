"""Who did not come to a match or a pod and stays in the event all the same, as staff said of that result."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from tournaments.models import LogEntry, Match, PodSeat, Registration, Round

STAYS = "entry_stays"
"""The line of the log that holds the answer: it names the `match` or the `pod`, and which version of it was `seen`."""
NO_SHOWS = frozenset({Match.Outcome.NO_SHOW, Match.Outcome.DOUBLE_NO_SHOW})

Absence = tuple[Registration, int, int]
"""Who did not come, the match or the pod, and its version."""


def undecided(round: Round, absent: Iterable[Absence]) -> list[Registration]:
    """Those of whom nobody has said, since that result, that they stay; none in a round before the newest that was
    published: `newest_absence` is what is answered. Two queries where there is anybody."""
    found = list(absent)
    if not found or _newest(round.tournament_id) != round:
        return []
    lines = LogEntry.objects.filter(tournament=round.tournament_id, verb=STAYS, facts__round=round.number)
    said = {
        (facts.get("entry"), facts.get("match") or facts.get("pod"), facts.get("seen"))
        for facts in lines.values_list("facts", flat=True)
    }
    return [entry for entry, key, version in found if (entry.pk, key, version) not in said]


def _newest(tournament_id: int) -> Round | None:
    """The newest round that was published."""
    rounds = Round.objects.filter(tournament=tournament_id).exclude(status=Round.Status.DRAFT)
    return rounds.defer("pairing").order_by("-number").first()


def newest_absence(entry: Registration) -> dict[str, int] | None:
    """The last result by which an entrant did not come, as the line of the log names it; None where they came."""
    newest = _newest(entry.tournament_id)
    if newest is None:
        return None
    lost = Q(player1=entry) & ~Q(winner_seat=1) | Q(player2=entry) & ~Q(winner_seat=2)
    lost |= (Q(player1=entry) | Q(player2=entry)) & Q(winner_seat=None)
    match = newest.matches.filter(lost, is_complete=True, outcome__in=NO_SHOWS).first()
    if match is not None:
        return {"round": newest.number, "match": match.pk, "seen": match.version}
    away = PodSeat.objects.filter(round=newest, registration=entry, manner=PodSeat.Manner.NO_SHOW)
    pod = away.filter(pod__is_complete=True).values_list("pod", "pod__version").first()
    return {"round": newest.number, "pod": pod[0], "seen": pod[1]} if pod is not None else None
