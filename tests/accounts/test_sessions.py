"""Sessions: found by their key as long as they last; any other key is nobody's."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from asgiref.sync import sync_to_async
from django.apps import apps
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DjangoStore
from django.contrib.sessions.models import Session
from django.db import connections
from django.utils import timezone

from accounts.erased_sessions import MESSAGES, forget_erased_players
from accounts.erasing import erase_player_data
from accounts.players_here import CHOSEN, KEYS, SHOWN_LINKS, add_player, show_again
from accounts.services import create_player, issue_personal_link
from accounts.sessions import SIGNED_IN_UNTIL, SessionStore, at_rest, forget_ended_sessions
from tests.own_loop import run_async

pytestmark = pytest.mark.django_db


@pytest.fixture
def key() -> str:
    kept = SessionStore()
    kept["colour"] = "dark"
    kept.create()
    return str(kept.session_key)


def test_a_session_is_read_as_it_was_kept(key):
    assert SessionStore(key)["colour"] == "dark"


def test_what_the_database_has_is_neither_the_key_nor_the_content(key):
    row = Session.objects.get()
    assert row.session_key != key
    assert "dark" not in row.session_data
    assert DjangoStore(row.session_key).load() == {}


def test_sessions_from_before_go_on_under_their_keys():
    before = DjangoStore()
    before["colour"], before[SESSION_KEY] = "dark", "7"
    before.create()
    seal_sessions = import_module("accounts.migrations.0017_sealed_sessions").seal_sessions
    for _twice in range(2):
        seal_sessions(apps, None)
    after = SessionStore(before.session_key)
    assert (after["colour"], after[SESSION_KEY]) == ("dark", "7")
    assert Session.objects.get().session_key != before.session_key
    assert after[SIGNED_IN_UNTIL] == int(Session.objects.get().expire_date.timestamp())


def test_another_sites_seal_is_nobodys(key, settings):
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new one"
    assert SessionStore(key)["colour"] == "dark", "the one before is named as a fallback"
    settings.SECRET_KEY_FALLBACKS = []
    assert "colour" not in SessionStore(key)


def test_sessions_that_have_ended_are_deleted(key):
    other = SessionStore()
    other.create()
    Session.objects.exclude(pk=at_rest(key)).update(expire_date=timezone.now() - timedelta(seconds=1))
    assert forget_ended_sessions() == 1
    assert SessionStore(key)["colour"] == "dark"


def test_renewing_leaves_what_another_request_wrote(key):
    session = SessionStore(key)
    session[KEYS] = {"1": "hash"}
    session.save()
    Session.objects.update(expire_date=timezone.now() + timedelta(days=300))
    first, second = SessionStore(key), SessionStore(key)
    assert (first["colour"], second["colour"]) == ("dark", "dark")
    second["colour"] = "light"
    second.save()
    assert not first.renew(), "saving it has renewed it"
    assert SessionStore(key)["colour"] == "light"
    Session.objects.update(expire_date=timezone.now() + timedelta(days=300))
    assert SessionStore(key).get(KEYS)
    third = SessionStore(key)
    assert third["colour"] == "light"
    assert (third.renew(), third.renew()) == (True, False)


@pytest.mark.django_db(transaction=True)
def test_it_reads_the_same_in_a_coroutine(key):
    run_async(_in_a_coroutine(key))


async def _in_a_coroutine(key):
    session = SessionStore(key)
    assert await session.aget("colour") == "dark"
    await session.acycle_key()
    assert not await session.aexists(key)
    assert await session.aexists(session.session_key)
    await session.aflush()
    assert session.session_key is None
    await sync_to_async(connections.close_all)()  # Those of the thread in which the database is asked.


def test_an_erased_player_is_taken_out_of_every_session(key):
    gone, sibling = create_player(name="小明"), create_player(name="小红")
    phone = SessionStore(key)
    for player in (sibling, gone):
        issue_personal_link(player=player)
        player.refresh_from_db()
        add_player(phone, player)
        show_again(phone, player, "/me/secret/")
    phone[MESSAGES] = "小明 is on this phone."
    phone.save()
    erase_player_data(player=gone)
    assert forget_erased_players() == 1
    assert forget_erased_players() == 0
    left = SessionStore(key)
    assert (left[KEYS], list(left[SHOWN_LINKS])) == ({str(sibling.pk): sibling.link_hash}, [str(sibling.pk)])
    assert (left["colour"], CHOSEN in left, MESSAGES in left) == ("dark", False, False)


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


def test_a_page_asked_for_under_a_former_key_leaves_the_cookie_of_the_newer_one(client, key):
    client.cookies[settings.SESSION_COOKIE_NAME] = "of before another key was given"
    answer = client.get("/my/")
    assert settings.SESSION_COOKIE_NAME not in answer.cookies, "it may come after the answer that gave the new key"
    session = SessionStore(key)
    session.flush()
    assert session.is_empty(), "what was ended is taken from the browser"
