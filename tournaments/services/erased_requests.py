"""Requests to join whose time is over, or whose person is erased: the rows go, and the log names nobody for them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from accounts.erased_names import ErasedNames
from tournaments.models import JoinRequest, LogEntry
from tournaments.services.entries.asking import put_away_if_done

NOBODY = "–"
"""What the log has for the name of a request that is gone."""
BY_THE_ASKER = frozenset({"join_asked", "join_past_asked", "join_withdrawn", "join_collected"})
"""Lines that the person who asked left, under the name of their player or account."""


def forget_requests(requests: QuerySet[JoinRequest], *, names: Iterable[str] = (), label: str = NOBODY) -> None:
    """Delete the requests. Of their lines in the log it stays that somebody asked and what the desk answered, with
    `label` for the name that was typed, which may be none of the `names` their person had; the reason goes.

    Notices to the staff of events in which nobody waits any more are put away. The caller has locked the events.
    """
    found = list(requests.select_related("tournament"))
    typed = {one.pk: {*names, one.name, one.public_name} for one in found}
    events = {one.tournament for one in found}
    about = LogEntry.objects.filter(tournament__in=events, verb__startswith="join_", facts__request__in=list(typed))
    lines = list(about)
    for line in lines:
        known = ErasedNames.of(typed[line.facts["request"]], label)
        line.facts = known.in_facts(line.facts) | {"name": label} | ({"reason": ""} if "reason" in line.facts else {})
        if line.verb in BY_THE_ASKER:
            line.user, line.actor = None, ""
    LogEntry.objects.bulk_update(lines, ["facts", "user", "actor"], batch_size=500)
    JoinRequest.objects.filter(pk__in=typed).delete()
    for event in events:
        put_away_if_done(event)
