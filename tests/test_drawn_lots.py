"""What CI saw is seen again here: a test draws the same lots in every run with one seed."""

from __future__ import annotations

import pytest
from django.db import transaction

from accounts.secrets import new_secret
from tests import drawn_lots
from tests.running_events import pair, start_event

pytestmark = pytest.mark.django_db


def lots_with(seed: int) -> tuple[str, str, int, str]:
    with transaction.atomic():
        drawn_lots.begin("a test", seed)
        event = start_event(8)
        drawn = event.code, event.join_code, pair(event).seed, new_secret()
        transaction.set_rollback(True)
    return drawn


def test_lots_are_those_of_the_seed() -> None:
    first, again, other = lots_with(1), lots_with(1), lots_with(2)
    assert first == again
    assert not set(first) & set(other)
