"""Lots that come out the same in every run of a test: seeds of rounds, codes of events, secret links.

A test of a hall can depend on a draw without meaning to, such as who sits second at a table. What a run with one
`--randomly-seed` shows, the next one with it shows too.
"""

from __future__ import annotations

import random
import string
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

_drawn = random.Random()


def begin(test: str, seed: int) -> None:
    """From here on the lots are those of this test in a run with this seed."""
    _drawn.seed(f"{seed} {test}")


class Lots:
    """The functions of `secrets` that DuelDesk draws with."""

    @staticmethod
    def choice(population: Sequence[str]) -> str:
        return _drawn.choice(population)

    @staticmethod
    def token_hex(nbytes: int) -> str:
        return _drawn.randbytes(nbytes).hex()

    @staticmethod
    def token_urlsafe(nbytes: int) -> str:
        alphabet = string.ascii_letters + string.digits + "-_"
        return "".join(_drawn.choices(alphabet, k=-(-nbytes * 8 // 6)))


def get_random_string(length: int, allowed_chars: str) -> str:
    """As Django's."""
    return "".join(_drawn.choices(allowed_chars, k=length))


@contextmanager
def lots_of_tests() -> Iterator[None]:
    """Whatever DuelDesk draws in this process comes from the lots of the test that runs."""
    with ExitStack() as patches:
        for place in ("accounts.secrets", "tournaments.join_codes", "tournaments.services.pairing_steps"):
            patches.enter_context(patch(f"{place}.secrets", Lots))
        patches.enter_context(patch("tournaments.models.tournament.get_random_string", get_random_string))
        yield
