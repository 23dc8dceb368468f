"""Pairings that take their time: pages without any, and what happens while the matcher works."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from django.db import connection

from accounts.refusals import Refusal
from tests.background import no_worker
from tests.people_and_events import owner_of
from tournaments.models import PairingSearch, Tournament
from tournaments.services import pairing
from tournaments.services.pairing_search import ask_search
from tournaments.swiss.pairing import PairingResult


@contextmanager
def no_time() -> Iterator[None]:
    """Pages have no time to pair anything."""
    with patch.object(pairing, "seconds_for", lambda players: 0.0):
        yield


@contextmanager
def meanwhile(happens: Callable[[], object], *, times: int = 1) -> Iterator[list[int]]:
    """This happens while the matcher works, the first `times` times; the tournament's row is not locked then."""
    worked: list[int] = []
    genuine = pairing.answer_in_time

    def slow(*given: object, **named: object) -> PairingResult:
        worked.append(1)
        if len(worked) <= times:
            assert not connection.in_atomic_block
            happens()
        return genuine(*given, **named)

    with patch.object(pairing, "answer_in_time", slow):
        yield worked


def asked(tournament: Tournament, number: int) -> PairingSearch:
    """A search that no worker has started."""
    with no_worker():
        return ask_search(actor=owner_of(tournament), tournament_id=tournament.pk, number=number)


def asked_again(tournament: Tournament) -> PairingSearch:
    """The same, for another draw of the newest round's draft."""
    number = tournament.rounds.count()
    with no_worker():
        return ask_search(actor=owner_of(tournament), tournament_id=tournament.pk, number=number, again=True)


def refused(code: str, service: Callable[..., object], **arguments: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        service(**arguments)
    assert caught.value.code == code
    return caught.value
