"""The one match of an event of two players, whose results are entered.

The fixtures import what they use: pytest may read this file before Django has its settings.
"""

import pytest


@pytest.fixture
def tournament():
    from tests.running_events import start_event

    return start_event(2, planned_rounds=1)


@pytest.fixture
def match(tournament):
    from tests.running_events import publish

    return publish(tournament).matches.get()


@pytest.fixture
def owner(tournament):
    from tests.people_and_events import owner_of

    return owner_of(tournament)
