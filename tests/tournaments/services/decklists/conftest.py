"""An event that requires decklists, and one entry of it.

The fixtures import what they use: pytest may read this file before Django has its settings.
"""

import pytest


@pytest.fixture
def tournament():
    from tests.people_and_events import make_event

    return make_event(decklists_required=True)


@pytest.fixture
def entry(tournament):
    from tests.people_and_events import enter

    return enter(tournament, "甲")[0]
