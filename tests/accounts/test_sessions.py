"""Sessions: found by their key as long as they last; any other key is nobody's."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore as DjangoStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.sessions import SessionStore

pytestmark = pytest.mark.django_db


@pytest.fixture
def key() -> str:
    kept = SessionStore()
    kept["colour"] = "dark"
    kept.create()
    return str(kept.session_key)


def test_a_session_is_read_as_it_was_kept(key):
    assert SessionStore(key)["colour"] == "dark"
    assert DjangoStore(key)["colour"] == "dark", "sessions from before this store, and the other way round"


def test_a_session_that_has_ended_is_nobodys(key):
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    ended = SessionStore(key)
    assert ended.load() == {}
    assert ended.session_key is None, "its key is not used again"


@pytest.mark.parametrize("unknown", ["a" * 32, "' OR 1=1", "a\0b" * 8, "题" * 40])
def test_a_key_that_names_no_session_is_nobodys(unknown):
    other = SessionStore(unknown)
    assert other.load() == {}
    assert other.session_key is None
