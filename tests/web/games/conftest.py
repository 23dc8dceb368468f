"""A manager of a store's games, and their browser.

The fixtures import what they use: pytest may read this file before Django has its settings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User


@pytest.fixture
def manager() -> User:
    from tests.web.games.keeping import make_manager

    return make_manager(username="zhao")


@pytest.fixture
def client(manager: User) -> Client:
    from tests.web.games.keeping import visitor

    return visitor(manager)
