"""What only staff may see, not the public pages: whom an organiser keeps apart, what a player wrote beside a list."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.actor import Actor
from tests.people_and_events import enter, make_event, owner_of, player_actor, staff_actor
from tests.running_events import publish
from tournaments.models import Match, Tournament
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.entries import keep_apart
from tournaments.services.start import start_tournament

pytestmark = pytest.mark.django_db
EN = {"accept-language": "en"}


def signed_in(actor: Actor) -> Client:
    client = Client()
    assert actor.user is not None
    client.force_login(actor.user)
    return client


def test_whom_the_organiser_keeps_apart_is_for_the_staff() -> None:
    event = make_event()
    entries = enter(event, "甲", "乙", "丙", "丁")
    owner = owner_of(event)
    pair_of = {"registration_a": entries[0].pk, "registration_b": entries[1].pk}
    keep_apart(actor=owner, tournament_id=event.pk, is_hard=True, **pair_of)
    start_tournament(actor=owner, tournament_id=event.pk)
    publish(event)
    match = Match.objects.filter(player1=entries[0]).first() or Match.objects.get(player2=entries[0])
    path = f"/t/{event.code}/match/{match.pk}/why/"
    staff = signed_in(staff_actor(event, "judge"))
    assert "may not be paired with" in staff.get(path, headers=EN).content.decode()
    seen = Client().get(path, headers=EN).content.decode()
    assert "may not be paired with" not in seen
    assert "possible opponent" in seen


def test_a_public_list_shows_its_cards_not_the_typed_words() -> None:
    event = make_event(lists_public=True)
    entry, _ = enter(event, "甲", "乙")
    text = "# 张小明 13800000000\n3 HBU01-A07\n"
    save_entry_decklist(actor=player_actor(entry), registration_id=entry.pk, text=text, submit=True)
    Tournament.objects.filter(pk=event.pk).update(phase="finished")
    path = f"/t/{event.code}/decks/{entry.pk}/"
    seen = Client().get(path).content.decode()
    assert "HBU01-A07" in seen
    assert "13800000000" not in seen
    assert "13800000000" in signed_in(staff_actor(event, "judge")).get(path).content.decode()


def test_a_way_back_never_leaves_the_site() -> None:
    event = make_event()
    client = signed_in(owner_of(event))
    here = f"http://testserver/t/{event.code}/desk/"
    press = f"/t/{event.code}/desk/pair/"
    assert client.post(press, {"number": "1"}, headers={"referer": here}).headers["Location"] == here[17:]
    for path in ("//evil.example/", "/\\evil.example/"):
        answer = client.post(press, {"number": "1"}, headers={"referer": f"http://testserver{path}"})
        assert "evil.example" not in answer.headers.get("Location", "")
