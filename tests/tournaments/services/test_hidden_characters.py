"""A name that cannot be read is not entered: characters that show nothing are named and refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from accounts.actor import Actor
from accounts.consents import Consent
from accounts.models import ApiToken, Player
from accounts.services import create_player, issue_api_token
from tests.people_and_events import enter, make_event, make_user, owner_of
from tests.refused import refused
from tests.tournaments.services.snapshots.taken_snapshots import taken
from tests.web.public.visiting import browser, some_years_ago
from tournaments.models import Restoration, Tournament
from tournaments.queries.settings import data_of
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.entries import add_entries, add_entry
from tournaments.services.setup import create_tournament, duplicate_tournament, edit_tournament
from tournaments.services.snapshots.restoring import ask_restoration
from tournaments.wording.pasted import say_skipped

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("field", ["name", "public_name", "team"])
def test_characters_that_cannot_be_seen_are_refused(field):
    tournament = make_event()
    facts = {"name": "王小明", field: "王\u200b小明"}
    refusal = refused("hidden_character", add_entry, actor=owner_of(tournament), tournament_id=tournament.pk, **facts)
    assert refusal.facts["character"] == "U+200B"
    assert not tournament.registrations.exists()


def test_a_pasted_line_with_a_hidden_character_is_reported():
    tournament = make_event()
    report = add_entries(
        actor=owner_of(tournament), tournament_id=tournament.pk, names=["甲", "乙\u2060", "\u3164", "丙"]
    )
    assert [entry.name for entry in report.added] == ["甲", "丙"]
    assert [(line.line, line.reason, line.character) for line in report.skipped] == [
        (2, "hidden_character", "U+2060"),
        (3, "hidden_character", "U+3164"),
    ]
    assert "U+2060" in say_skipped("hidden_character", {"text": "乙", "character": "U+2060"})


HIDDEN = [("周\u200b赛", "hidden_character"), ("\u3164", "hidden_character"), ("\u0301", "name_required")]


@pytest.mark.parametrize(("typed", "code"), HIDDEN)
def test_an_event_has_a_name_that_shows(typed, code):
    """An event called U+3164 was a row of the list that could be neither seen nor tapped."""
    event = make_event()
    owner, data = owner_of(event), data_of(event)
    refused(code, create_tournament, actor=owner, data=replace(data, name=typed))
    refused(code, create_tournament, actor=owner, data=replace(data, place=typed))
    refused(code, edit_tournament, actor=owner, tournament_id=event.pk, data=replace(data, name=typed))
    facts = {"actor": owner, "tournament_id": event.pk, "starts_at": event.starts_at}
    refused(code, duplicate_tournament, name=typed, **facts)
    refused(code, ask_restoration, actor=owner, snapshot_id=taken(event).pk, name=typed)
    assert Tournament.objects.count() == 1
    assert not Restoration.objects.exists()


def test_an_event_of_before_is_opened_by_its_code():
    event = make_event()
    Tournament.objects.filter(pk=event.pk).update(name="\u3164")
    assert f">{event.code}</a>" in browser().get("/").content.decode()


@pytest.mark.parametrize(("typed", "code"), HIDDEN)
def test_people_lists_and_tokens_have_names_that_show(typed, code):
    event = make_event(decklists_required=True)
    (entry,) = enter(event, "王小明")
    refused(code, create_player, name=typed)
    refused(code, add_entry, actor=owner_of(event), tournament_id=event.pk, name=typed)
    refused(code, issue_api_token, actor=Actor(user=make_user("boss")), name=typed)
    facts = {"actor": owner_of(event), "registration_id": entry.pk, "text": "4 HD-001", "submit": False}
    refused(code, save_entry_decklist, name=typed, **facts)
    given = Consent("paper", contact=typed)
    facts = {"actor": owner_of(event), "tournament_id": event.pk, "name": "小明", "consent": given}
    assert refused(code, add_entry, birth_year=some_years_ago(9), **facts).field == "consent_contact"
    assert not ApiToken.objects.exists()
    assert Player.objects.count() == 1


def test_an_account_is_made_under_a_name_that_shows():
    sent = {"username": "ming", "password1": "a long password", "password2": "a long password"}
    page = browser().post("/accounts/signup/", {**sent, "player_name": "王\u200b小明"})
    assert "U+200B" in page.content.decode()
    page = browser().post("/accounts/signup/", {**sent, "username": "\u3164"})
    assert "U+3164" in page.content.decode()
    assert not Player.objects.exists()
