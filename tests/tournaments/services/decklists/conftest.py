"""An event that requires decklists, and one entry of it."""

import pytest

from tests.people_and_events import enter, make_event


@pytest.fixture
def tournament():
    return make_event(decklists_required=True)


@pytest.fixture
def entry(tournament):
    return enter(tournament, "甲")[0]
