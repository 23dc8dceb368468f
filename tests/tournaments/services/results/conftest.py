"""The one match of an event of two players, whose results are entered."""

import pytest

from tests.people_and_events import owner_of
from tests.running_events import publish, start_event


@pytest.fixture
def tournament():
    return start_event(2, planned_rounds=1)


@pytest.fixture
def match(tournament):
    return publish(tournament).matches.get()


@pytest.fixture
def owner(tournament):
    return owner_of(tournament)
