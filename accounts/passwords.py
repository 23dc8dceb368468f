"""What a password has to be, beyond Django's own validators, and how its hash is made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import BoundedSemaphore

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import MinimumLengthValidator

MAX_AT_ONCE = 2
"""Passwords that a process hashes at once, with 19 MiB each; more at once are no quicker on as many cores."""

_anybody, _known = BoundedSemaphore(MAX_AT_ONCE), BoundedSemaphore(MAX_AT_ONCE)
_turns: ContextVar[BoundedSemaphore] = ContextVar("password_turns", default=_anybody)


@contextmanager
def hashing_for(*, known: bool) -> Iterator[None]:
    """Let what follows hash passwords in the turns of browsers that signed in before, which nobody else takes."""
    token = _turns.set(_known if known else _anybody)
    try:
        yield
    finally:
        _turns.reset(token)


class LengthValidator(MinimumLengthValidator):
    """Django's, with the sentence of its help text as the complaint: Django has no Chinese for its own complaint."""

    def get_error_message(self) -> str:
        """How long a password must be at least."""
        return str(self.get_help_text())


class PasswordHasher(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes, one lane: OWASP's first recommendation for it, about 30 ms on one core.

    Django's own parameters take 100 MB for each sign-in under way, and its PBKDF2 0.4 s: 300 phones that sign in at
    once would wait two minutes for them.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """The hash, when it is this one's turn."""
        with _turns.get():
            hashed: str = super().encode(password, salt)
            return hashed

    def verify(self, password: str, encoded: str) -> bool:
        """Whether the password is right, found out when it is this one's turn."""
        with _turns.get():
            return bool(super().verify(password, encoded))
