"""An event that requires decklists, and who may change what they are judged by.

The fixtures import what they use: pytest may read this file before Django has its settings.
"""

import pytest


@pytest.fixture
def tournament():
    from tests.people_and_events import make_event

    return make_event(decklists_required=True)


@pytest.fixture
def manager():
    from tests.people_and_events import make_actor

    return make_actor(may_manage_games=True)
