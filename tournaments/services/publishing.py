"""Publishing a draft after asking about what is unusual about it."""

from __future__ import annotations

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict
from tournaments.models import Round
from tournaments.queries.rounds import refusal_facts
from tournaments.queries.shared_tables import tables_in_use
from tournaments.queries.to_confirm import marks_to_confirm, seen_of
from tournaments.services.drafts import lock_round
from tournaments.services.locking import hold_tables
from tournaments.services.rounds import publish_round

TO_CONFIRM = ("marks_unconfirmed", "tables_in_use")
"""The codes of what is asked about before a draft is published."""


@transaction.atomic
def publish_confirmed(*, actor: Actor, round_id: int, confirmed: bool = False, seen: str = "") -> Round:
    """Publish a draft; one with marks (`marks_to_confirm`), or with tables at which a round of another event is being
    played (`tables_in_use`), only where that is `confirmed`. Of two events that publish at the same tables at the same
    moment the second is asked. With `seen` (`seen_of`, what was shown) what came up since is asked about, too.

    Raises Conflict `marks_unconfirmed`, which names both, or `tables_in_use`, and what `publish_round` raises.
    """
    tournament, round = lock_round(actor=actor, round_id=round_id)
    hold_tables(tournament)
    if confirmed and not seen:
        return publish_round(actor=actor, round_id=round_id)
    marks, used = marks_to_confirm(round), tables_in_use(round)
    now = seen_of(marks, used)
    if confirmed and set(now.split()) <= set(seen.split()):
        return publish_round(actor=actor, round_id=round_id)
    events = [{"code": one.tournament.code, "name": one.tournament.name, "tables": one.words} for one in used]
    if marks:
        named = [{"kind": mark.kind.value, "names": list(mark.names)} for mark in marks]
        raise Conflict("marks_unconfirmed", **refusal_facts(round), marks=named, events=events, seen=now)
    if used:
        raise Conflict("tables_in_use", **refusal_facts(round), events=events, seen=now)
    return publish_round(actor=actor, round_id=round_id)
