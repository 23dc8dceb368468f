"""Sessions in the database, of which a reader of the database can use nothing; those of a family's phone last.

As Django's, but for this: a row is found by the hash of its key, by a statement that each connection has prepared, and
its content is sealed. Anyone who reads the table, or a copy of it, has neither the cookie of a browser nor what it was
shown.

A session that stands for players goes on doing so when an account signs out of it, and lasts `KEPT_FOR`, renewed as
they come back: for most of them it is the only key. An account, and a helper by staff link, are signed in with it for
`SESSION_COOKIE_AGE` since the session last changed, as they are without players.
"""

from __future__ import annotations

import hashlib
import logging
import zlib
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.utils import timezone

from accounts.compiled import Compiled
from accounts.players_here import KEYS, OF_PHONE
from accounts.sealing import seal, unseal

logger = logging.getLogger(__name__)

KEPT_FOR = timedelta(days=400)
"""Browsers keep no cookie for longer (RFC 6265bis, section 5.5)."""
RENEWED_AFTER = timedelta(days=1)
STAFF_LINK_KEY = "staff_link"
"""Under which a session has the key and the hash of the staff link it works by."""
SIGN_IN = (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY, STAFF_LINK_KEY)
"""What a session has of an account, or of a helper, that is signed in."""
SIGNED_IN_UNTIL = "signed_in_until"
"""Under which a session has the time, in seconds since 1970, when that ends."""

_KEPT = Compiled(lambda key: Session.objects.filter(session_key=key), parameters=1)


def at_rest(key: str) -> str:
    """How the database knows a session, as the cookie has its key: as long as a key may be."""
    return hashlib.sha256(key.encode()).hexdigest()[:40]


def existing(keys: Collection[str]) -> list[str]:
    """Those of the cookies' keys whose session is there and has not ended: a cookie may hold anything. One query."""
    kept = {at_rest(key): key for key in keys}
    found = Session.objects.filter(session_key__in=kept, expire_date__gt=now()).order_by("session_key")
    return [kept[key] for key in found.values_list("session_key", flat=True)]


def now() -> datetime:
    """The time, which tests let pass."""
    return timezone.now()


class SessionStore(db.SessionStore):
    """Django's; what differs stands above."""

    _ends: datetime | None = None
    """When the session ends, as the database has it; None for one that was not read."""

    def _get_session_from_db(self) -> Session | None:
        """The session that the key names and that has not expired; otherwise the key is forgotten, as Django does."""
        kept = _KEPT.first(at_rest(self.session_key)) if self.session_key else None
        if kept is not None and kept.expire_date > timezone.now():
            return kept
        self._session_key = None
        return None

    def load(self) -> dict[str, Any]:
        """What the session has; whose sign-in is over goes on as its players alone."""
        kept = self._get_session_from_db()
        if kept is None:
            return {}
        self._ends = kept.expire_date
        data = self.decode(kept.session_data)
        if data.get(KEYS) and data.get(SIGNED_IN_UNTIL, 0) < now().timestamp():
            return {name: value for name, value in data.items() if name not in SIGN_IN}
        return data

    def save(self, must_create: bool = False) -> None:
        """Write it down; who is signed in stays so for `SESSION_COOKIE_AGE` from now on."""
        data: dict[str, Any] = self._get_session(no_load=must_create)  # type: ignore[attr-defined]
        if any(name in data for name in SIGN_IN):
            data[SIGNED_IN_UNTIL] = int(now().timestamp()) + settings.SESSION_COOKIE_AGE
        super().save(must_create)

    def flush(self) -> None:
        """Begin again under another key, as when an account signs out, another signs in, or its password was changed
        elsewhere; the players of the phone stay, since nothing else has their keys (`accounts.signing_out`)."""
        of_phone = {name: self[name] for name in OF_PHONE if name in self} if self.get(KEYS) else {}
        super().flush()
        if of_phone:
            self.update(of_phone)

    def is_empty(self) -> bool:
        """Whether the answer deletes the browser's cookie: only where the session was ended by this request.

        Where its key leads to none, the browser may have been given another one meanwhile: a page that fetches itself
        while its form is being answered still sends the former, and its answer can be the later one.
        """
        return bool(super().is_empty() and self.modified)

    def renew(self) -> bool:
        """Let a session that stands for players last its whole time again, if a day of it is over; whether it does.

        Only its end is written: what another request does to it meanwhile stays.
        """
        if self._ends is None or self.modified or not self.session_key or not self.get(KEYS):
            return False
        ends = timezone.now() + KEPT_FOR
        if ends - self._ends < RENEWED_AFTER:
            return False
        kept = Session.objects.filter(session_key=at_rest(self.session_key), expire_date=self._ends)
        try:
            return bool(kept.update(expire_date=ends))
        except DatabaseError:  # A page is read where nothing can be written.
            logger.warning("session_not_renewed")
            return False

    def get_session_cookie_age(self) -> int:
        """In seconds, for how long the cookie and the row are kept."""
        return int(KEPT_FOR.total_seconds()) if self.get(KEYS) else int(settings.SESSION_COOKIE_AGE)

    def encode(self, session_dict: dict[str, Any]) -> str:
        """Sealed."""
        return seal(zlib.compress(self.serializer().dumps(session_dict)))

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """What was sealed, or what Django signed, as sessions had it before; nothing for what is neither."""
        content = unseal(session_data)
        if content is None:
            return super().decode(session_data)
        found: dict[str, Any] = self.serializer().loads(zlib.decompress(content))
        return found

    def exists(self, session_key: str) -> bool:
        return super().exists(at_rest(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        row = super().create_model_instance(data)
        row.session_key = at_rest(row.session_key)
        return row

    def delete(self, session_key: str | None = None) -> None:
        named = session_key or self.session_key
        if named:
            super().delete(at_rest(named))

    async def aload(self) -> dict[str, Any]:
        return await sync_to_async(self.load)()

    async def asave(self, must_create: bool = False) -> None:
        await sync_to_async(self.save)(must_create)

    async def aflush(self) -> None:
        await sync_to_async(self.flush)()

    async def aexists(self, session_key: str) -> bool:
        return await sync_to_async(self.exists)(session_key)

    async def adelete(self, session_key: str | None = None) -> None:
        await sync_to_async(self.delete)(session_key)


def forget_ended_sessions() -> int:
    """Delete the sessions that have ended; how many."""
    ended, _by_model = Session.objects.filter(expire_date__lt=timezone.now()).delete()
    return ended
