"""What proves to a stream of an event that a page was given an entry as its visitor's own.

Everybody may name an entry; what is in no public page is announced to those alone whose page had the proof.
"""

from __future__ import annotations

from django.utils.crypto import constant_time_compare, salted_hmac

_SALT = "tournaments.own_entry"
_LENGTH = 32


def prove_entry(entry: int) -> str:
    """The proof for an entry: always the same, so that a page which is given again is the same."""
    return salted_hmac(_SALT, str(entry), algorithm="sha256").hexdigest()[:_LENGTH]


def is_proved(entry: int, proof: str) -> bool:
    """Whether this is the proof for the entry."""
    return constant_time_compare(proof, prove_entry(entry))
