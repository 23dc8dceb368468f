"""Signing up asks once whether the player is under 14; a child's guardian agrees before anything is kept."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import GuardianConsent, Player, User
from accounts.services import create_player, issue_personal_link
from tests.people_and_events import make_event, make_user
from tests.team_events import team_event
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.models import JoinRequest, Registration

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]
CHILD = str(timezone.localdate().year - 9)
AGREED = {"consent": "on", "consent_by": "parent", "consent_contact": ""}
ASKED = "Say how old the player is"
YEAR = "Enter the year of birth too"
GUARDIAN = "a parent or guardian has to agree first"
PASSWORDS = {"password1": "a fine long one", "password2": "a fine long one"}
PAST = "/my/account/past-entries/"


def refused(client: Client, path: str, sent: dict[str, str]) -> str:
    """What the form says of what was sent, after which nothing is kept."""
    before = Player.objects.count(), User.objects.count()
    answer = client.post(path, sent)
    assert answer.status_code in (200, 422), answer.status_code
    assert_clean(answer)
    assert not Registration.objects.exists()
    assert not JoinRequest.objects.exists()
    assert not GuardianConsent.objects.exists()
    assert (Player.objects.count(), User.objects.count()) == before
    return words_of(answer)


def signed_in() -> Client:
    client = browser()
    client.force_login(make_user("parent"))
    return client


def test_every_form_of_a_player_asks_and_a_tap_is_enough() -> None:
    event, teams = make_event(), team_event()
    joining, together = (reverse("tournament_register", args=[one.code]) for one in (event, teams))
    account = signed_in()
    ways: tuple[tuple[Client, str, dict[str, str]], ...] = (
        (browser(), joining, {"name": "王小明"}),
        (browser(), "/accounts/signup/", {"username": "xiaoming", **PASSWORDS}),
        (account, PAST, {"code": event.code, "name": "王小明"}),
    )
    for client, path, sent in ways:
        assert ASKED in refused(client, path, sent)
        assert YEAR in (page := refused(client, path, {**sent, "age_group": "under_14"}))
        assert "I am the parent or guardian" in page
        assert GUARDIAN in page, "both are said at once"
        page = client.post(path, {**sent, "age_group": "under_14"}).content.decode()
        part = page.split('<fieldset class="panel mb-3"', 1)[1].split(">", 1)[0]
        assert "hidden" not in part, "the guardian's part is open without a script"
        assert GUARDIAN in refused(client, path, {**sent, "age_group": "under_14", "birth_year": CHILD})
        assert GUARDIAN in refused(client, path, {**sent, "age_group": "adult", "birth_year": CHILD})
    two = {"name": "银河队", "name_1": "小明", "name_2": "小红", "age_group_1": "adult"}
    assert ASKED in refused(browser(), together, two)
    page = refused(browser(), together, {**two, "age_group_2": "under_14"})
    assert (YEAR in page, GUARDIAN in page) == (True, True)
    for client, path, sent in (*ways, (browser(), together, {**two, "age_group_2": "adult"})):
        assert client.post(path, {"age_group": "adult", **sent}).status_code == 302, path
    assert not GuardianConsent.objects.exists()


def test_a_childs_account_has_the_consent_with_the_year() -> None:
    sent = {"username": "xiaoming", "player_name": "王小明", "birth_year": CHILD, "age_group": "under_14", **PASSWORDS}
    assert browser().post("/accounts/signup/", {**sent, **AGREED}).status_code == 302
    player = Player.objects.get(user__username="xiaoming")
    assert (player.birth_year, player.consents.count()) == (int(CHILD), 1)


def test_an_account_for_the_child_of_a_link_asks_only_what_is_not_known() -> None:
    player = create_player(name="王小明", birth_year=int(CHILD))
    client = browser()
    client.post(issue_personal_link(player=player))
    assert "age_group" not in client.get("/accounts/signup/").text
    sent: dict[str, Any] = {"username": "xiaoming", **PASSWORDS}
    assert GUARDIAN in words_of(client.post("/accounts/signup/", sent))
    assert not User.objects.exists()
    assert client.post("/accounts/signup/", {**sent, **AGREED}).status_code == 302
    player.refresh_from_db()
    assert (player.user.username, player.consents.count()) == ("xiaoming", 1)


def test_a_year_in_which_nobody_was_born_makes_no_account() -> None:
    sent = {"username": "xiaoming", "birth_year": "1066", **PASSWORDS}
    assert "1066 cannot be a player's birth year" in refused(browser(), "/accounts/signup/", sent)


def test_a_known_year_is_not_asked_for_again() -> None:
    event, player = make_event(), create_player(name="王小明", birth_year=1990)
    client = browser()
    client.post(issue_personal_link(player=player))
    path = reverse("tournament_register", args=[event.code])
    assert "age_group" not in client.get(path).text
    assert "age_group" in client.get(f"{path}?person=new").text
    assert client.post(path, {"name": "王小明"}).status_code == 302
    assert event.registrations.get().player == player


def test_a_question_about_a_childs_past_entry_keeps_the_consent_with_the_year() -> None:
    event, account = make_event(), signed_in()
    sent = {"code": event.code, "name": "王小明", "birth_year": CHILD, **AGREED}
    assert account.post(PAST, sent).status_code == 302
    asked = JoinRequest.objects.get()
    assert (asked.birth_year, asked.consent_by) == (int(CHILD), "parent")
