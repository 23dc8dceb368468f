"""A manager of a store's games, and their browser."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from tests.web.games.keeping import make_manager, visitor


@pytest.fixture
def manager() -> User:
    return make_manager(username="zhao")


@pytest.fixture
def client(manager: User) -> Client:
    return visitor(manager)
