"""What the sessions of browsers have of erased players, taken out by a job: they are too many to be read while an event
is locked. What is sealed tells nobody whose it is, so every session is looked at, once for all who were erased."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib.sessions.models import Session
from django.db import transaction

from accounts.models import Player
from accounts.players_here import CHOSEN, KEYS, SHOWN_LINKS
from accounts.sessions import SessionStore

MESSAGES = "_messages"
"""Under which a session has the notices for its next page, which name people."""
AT_ONCE = 500
"""Sessions that are locked together."""


def forget_erased_players() -> int:
    """Take erased players, their links and the notices that may name them out of every session; out of how many."""
    forgotten, last = 0, ""
    while keys := list(Session.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        forgotten += _forget_in(keys)
        last = keys[-1]
    return forgotten


@transaction.atomic
def _forget_in(keys: Collection[str]) -> int:
    store = SessionStore()
    rows = list(Session.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
    kept = [store.decode(row.session_data) for row in rows]
    players = [_players_in(data) for data in kept]
    erased = set(
        Player.objects.filter(pk__in=set().union(*players), erased_at__isnull=False).values_list("pk", flat=True)
    )
    changed = []
    for row, data, named in zip(rows, kept, players, strict=True):
        if named & erased:
            row.session_data = store.encode(_without(data, {str(key) for key in erased}))
            changed.append(row)
    Session.objects.bulk_update(changed, ["session_data"])
    return len(changed)


def _players_in(data: dict[str, Any]) -> set[int]:
    """Whom a session names."""
    keys = {*data.get(KEYS, {}), *data.get(SHOWN_LINKS, {}), *([data[CHOSEN]] if CHOSEN in data else [])}
    return {int(key) for key in keys}


def _without(data: dict[str, Any], erased: Collection[str]) -> dict[str, Any]:
    left = {name: value for name, value in data.items() if name != MESSAGES}
    for name in (KEYS, SHOWN_LINKS):
        left[name] = {key: value for key, value in data.get(name, {}).items() if key not in erased}
    if str(left.get(CHOSEN, "")) in erased:
        del left[CHOSEN]
    return left
