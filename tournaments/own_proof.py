"""What proves to a stream of an event that a page was given an entry as its visitor's own.

Everybody may name an entry; what is in no public page is announced to those alone whose page had the proof. It stands
in the address of the stream, and so in what servers in between write down: it holds until the end of the day after the
one on which the page was given, by UTC. A page that is looked at longer gets a newer one with its own parts.
"""

from __future__ import annotations

import time

from django.utils.crypto import constant_time_compare, salted_hmac

_SALT = "tournaments.own_entry"
_LENGTH = 32
_DAY = 24 * 60 * 60


def prove_entry(entry: int) -> str:
    """The proof for an entry: the same for a day, so that a page which is given again is the same."""
    return _proof(entry, _today())


def is_proved(entry: int, proof: str) -> bool:
    """Whether this is a proof for the entry, of today or yesterday."""
    today = _today()
    return any(constant_time_compare(proof, _proof(entry, day)) for day in (today, today - 1))


def _today() -> int:
    return int(time.time()) // _DAY


def _proof(entry: int, day: int) -> str:
    return salted_hmac(_SALT, f"{entry} {day}", algorithm="sha256").hexdigest()[:_LENGTH]
