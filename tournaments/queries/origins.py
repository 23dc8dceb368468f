"""Which restored events stand for the event of an old code, and what a slip printed for it is there."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from accounts.actor import Actor
from tournaments.models import Match, Origin, Pod, Round, Tournament
from tournaments.permissions import Action, may

FINISHED = Tournament.Phase.FINISHED
MAX_SHOWN = 8
"""Restored events of one origin that a page names, the newest first."""
_ADDRESS = re.compile(r"/t/(?P<code>[a-z0-9]{1,12})/desk/(?P<kind>match|pod)/(?P<key>\d{1,18})(?:/|$)")


@dataclass(frozen=True)
class SlipAddress:
    """The address that the code of a slip holds: the event, and the key of the match, or of the pod."""

    code: str
    key: int
    is_pod: bool = False


def read_slip_address(typed: str) -> SlipAddress | None:
    """The address in a text, as a scanner types it; None where there is none."""
    found = _ADDRESS.search(typed.strip().lower())
    if found is None:
        return None
    return SlipAddress(found["code"], int(found["key"]), found["kind"] == "pod")


@dataclass(frozen=True)
class StandIn:
    """A restored event that stands for another, as of `taken_at`: the match, or the pod, that the slip is there; None
    where it was not there yet when the snapshot was taken."""

    event: Tournament
    taken_at: datetime
    found: Match | Pod | None


def stand_ins(actor: Actor, address: SlipAddress) -> list[StandIn]:
    """The events restored from that of a slip that the actor works at, the newest first."""
    origins = Origin.objects.filter(code=address.code).select_related("tournament__game").order_by("-pk")
    mine = [one for one in origins[: 4 * MAX_SHOWN] if may(actor, Action.VIEW_DESK, one.tournament)]
    return [StandIn(one.tournament, one.taken_at, _found(one, address)) for one in mine[:MAX_SHOWN]]


def copies_of(event: Tournament) -> QuerySet[Tournament]:
    """The events that are this one restored, that it was restored from, or that were restored from the same one."""
    codes = Origin.objects.filter(tournament=event).values("code")
    restored = Origin.objects.filter(Q(code=event.code) | Q(code__in=codes)).values("tournament")
    return Tournament.objects.filter(Q(code__in=codes) | Q(pk__in=restored))


def repeated_among(events: Collection[int]) -> set[int]:
    """Those of these events that are another of them once more: restored from it, or both from the same one. Of such
    copies a finished one stands for all, then the one with the most completed rounds, then the oldest. Two queries."""
    completed = Count("rounds", filter=Q(rounds__status=Round.Status.COMPLETED))
    found = Tournament.objects.filter(pk__in=events).annotate(done=completed)
    rows = list(found.values_list("pk", "code", "phase", "done"))
    codes = {key: {code} for key, code, *_state in rows}
    for key, code in Origin.objects.filter(tournament__in=events).values_list("tournament", "code"):
        codes[key].add(code)
    repeated: set[int] = set()
    counted: list[set[str]] = []
    for key, _code, _phase, _done in sorted(rows, key=lambda row: (row[2] != FINISHED, -row[3], row[0])):
        family = [one for one in counted if one & codes[key]]
        if family:
            repeated.add(key)
        counted = [one for one in counted if one not in family] + [codes[key].union(*family)]
    return repeated


def _found(origin: Origin, address: SlipAddress) -> Match | Pod | None:
    key = (origin.pods if address.is_pod else origin.matches).get(str(address.key))
    if key is None:
        return None
    if address.is_pod:
        return Pod.objects.filter(pk=key, round__tournament=origin.tournament).select_related("round").first()
    found = Match.everything.filter(pk=key, round__tournament=origin.tournament)
    return found.select_related("round", "player1", "player2").first()


def match_of_slip(event: Tournament, address: SlipAddress) -> Match | Pod | None:
    """What a slip is in an event: its own, or one printed for the event it was restored from; None for a slip of
    another event, or of a match that is not there."""
    if address.code != event.code:
        origin = Origin.objects.filter(tournament=event, code=address.code).first()
        return _found(origin, address) if origin is not None else None
    if address.is_pod:
        return Pod.objects.filter(pk=address.key, round__tournament=event).first()
    return Match.everything.filter(pk=address.key, round__tournament=event).first()


def has_stand_in(code: str) -> bool:
    """Whether any event was restored from that of a code."""
    return Origin.objects.filter(code=code).exists()


def stands_alone_for(code: str) -> Tournament | None:
    """The only event that was restored from that of a code which is not on this site; None where there are several."""
    if Tournament.objects.filter(code=code).exists():
        return None
    found = [one.tournament for one in Origin.objects.filter(code=code).select_related("tournament")[:2]]
    return found[0] if len(found) == 1 else None
