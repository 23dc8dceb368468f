"""Sessions in the database as Django keeps them, read by a statement that each connection has prepared."""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.compiled import Compiled

_KEPT = Compiled(lambda key: Session.objects.filter(session_key=key), parameters=1)


class SessionStore(db.SessionStore):
    """Django's; only how a session is found differs."""

    def _get_session_from_db(self) -> Session | None:
        """The session that the key names and that has not expired; otherwise the key is forgotten, as Django does."""
        kept = _KEPT.first(self.session_key) if self.session_key and "\0" not in self.session_key else None
        if kept is not None and kept.expire_date > timezone.now():
            return kept
        self._session_key = None
        return None
