"""Which browsers have an entry as their own at this moment, by the keys of their sessions: what is in no public page is
announced to their open pages alone (`config/serving/streams.py`)."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from accounts.actor import Actor
from accounts.middleware import actor_of_session
from accounts.sessions import existing
from tournaments.models import Registration

MAX_ASKED = 100
"""Browsers of which one news asks whether an entry is theirs: everybody may name it, and few have it."""


def sessions_with(entries: Collection[int], sessions: Collection[str]) -> set[str]:
    """Those of the sessions whose account or players have one of the entries; of a team of two, who is in it. At most
    `MAX_ASKED` of those that there are, in one statement and up to five small ones for each; nothing is written, so
    that no session is renewed by listening."""
    return {key for key in existing(sessions)[:MAX_ASKED] if _has(actor_of_session(key), entries)}


def _has(actor: Actor, entries: Collection[int]) -> bool:
    own = Registration.people.filter(player__in=actor.player_keys)
    return bool(actor.player_keys) and own.filter(Q(pk__in=entries) | Q(team_entry__in=entries)).exists()
