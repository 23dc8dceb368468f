"""An event that requires decklists, and who may change what they are judged by."""

from __future__ import annotations

import pytest

from accounts.actor import Actor
from tests.people_and_events import make_actor, make_event
from tournaments.models import Tournament


@pytest.fixture
def tournament() -> Tournament:
    return make_event(decklists_required=True)


@pytest.fixture
def manager() -> Actor:
    return make_actor(may_manage_games=True)
