"""What the API shows to whom, and what a request's field decides; who may open which address is in `every_route`."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.actor import Actor
from accounts.services import ensure_player
from tests.api.client import ApiAsker
from tests.people_and_events import CONSENT, make_actor, make_event, make_user, owner_of, staff_actor
from tests.running_events import publish, start_event
from tournaments.models import Registration, Tournament
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.entries import add_entry

pytestmark = pytest.mark.django_db

LIST = "主牌\n" + "\n".join(f"3 HBU01-A{number:02}" for number in range(1, 14)) + "\n1 HBU01-A14\n备牌\n" + "\n".join(
    f"2 HBU02-A{number:02}" for number in range(1, 6)
)  # fmt: skip


@pytest.fixture
def event():
    """A running event, and an entry whose list is in."""
    tournament = start_event(4)
    publish(tournament)
    other = tournament.registrations.order_by("id").last()
    save_entry_decklist(actor=owner_of(tournament), registration_id=other.pk, text=LIST, submit=True, reason="帮忙提交")
    return SimpleNamespace(tournament=tournament, other=other)


def actor_for(role: str, tournament: Tournament) -> Actor:
    """A member of the event's staff, or the player of its first entry with an account."""
    if role == "owner":
        return owner_of(tournament)
    if role != "player":
        return staff_actor(tournament, role)
    user = make_user(may_create_tournaments=False)
    first = Registration.objects.filter(tournament=tournament).order_by("id").first()
    first.player.user = user
    first.player.save()
    return Actor(user=user, player=first.player)


def test_entering_somebody_else_is_for_those_who_manage_entries(event):
    path = f"tournaments/{event.tournament.code}/registrations/"
    for role, status in {"owner": 201, "organiser": 201, "scorekeeper": 201, "judge": 403, "player": 403}.items():
        body = {"name": f"新人 {role}", "as_staff": True, "late_policy": "loss"}
        ApiAsker(actor_for(role, event.tournament)).post(path, body, status=status)


def test_a_hidden_list_leaks_through_no_field(event):
    secret = "HBU01-A07"
    for actor in (None, actor_for("player", event.tournament), actor_for("scorekeeper", event.tournament)):
        asker = ApiAsker(actor)
        base = f"tournaments/{event.tournament.code}/"
        asker.get(f"{base}registrations/{event.other.pk}/decklist/", status=404)
        for path in (base, base + "registrations/", base + "standings/", base + "rounds/1/"):
            assert secret not in str(asker.get(path))
        row = asker.get(f"{base}registrations/{event.other.pk}/")
        if actor is None or actor.player is not None:
            assert row["decklist"] is None
            assert row["checked_in"] is None


def test_lists_open_to_all_only_when_public_and_finished(event):
    base = f"tournaments/{event.tournament.code}/registrations/{event.other.pk}/decklist/"
    Tournament.objects.filter(pk=event.tournament.pk).update(lists_public=True)
    ApiAsker().get(base, status=404)
    Tournament.objects.filter(pk=event.tournament.pk).update(phase="finished")
    shown = ApiAsker().get(base)
    assert shown["submitted"]["is_legal"] in (True, False)
    assert shown["newest"] is None
    assert not shown["submitted"]["text"]
    assert not shown["submitted"]["saved_by"]
    assert not shown["submitted"]["reason"]


def test_a_minors_name_and_birth_year_are_for_staff_alone():
    tournament = make_event()
    add_entry(actor=owner_of(tournament), tournament_id=tournament.pk, name="王小明", birth_year=2016, consent=CONSENT)
    path = f"tournaments/{tournament.code}/registrations/"
    anybody = ApiAsker().get(path)
    assert "小明" not in str(anybody)
    assert "2016" not in str(anybody)
    assert ApiAsker(owner_of(tournament)).get(path)["results"][0]["name"] == "王小明"


def test_an_export_is_downloaded_by_its_asker_alone():
    tournament = make_event()
    owner = ApiAsker(owner_of(tournament))
    export = owner.post(f"tournaments/{tournament.code}/exports/", status=202)
    ApiAsker(make_actor()).get(f"exports/{export['key']}/", status=404)
    ApiAsker().get(f"exports/{export['key']}/", status=401)
    assert owner.get(f"exports/{export['key']}/")["key"] == export["key"]


def test_a_player_reads_and_submits_their_own_list():
    tournament = make_event()
    user = make_user(may_create_tournaments=False)
    actor = Actor(user=user, player=ensure_player(user=user, name="赛罗迷"))
    asker = ApiAsker(actor)
    base = f"tournaments/{tournament.code}/registrations/"
    mine = asker.post(base, {"name": "赛罗迷", "age_group": "adult"}, status=201)
    path = f"{base}{mine['id']}/decklist/"
    asker.get(path, status=404)
    saved = asker.put(path, {"text": LIST, "submit": True})
    assert saved["submitted"]["verdict"]["legal"] is True
    bad = asker.put(path, {"text": LIST + "\n3 ???", "submit": True}, status=400)
    assert bad["code"] == "decklist_unreadable"
    assert len(asker.get(path + "versions/")) == 1


def test_a_list_is_submitted_as_a_file():
    tournament = make_event()
    user = make_user(may_create_tournaments=False)
    asker = ApiAsker(Actor(user=user, player=ensure_player(user=user, name="赛罗迷")))
    base = f"tournaments/{tournament.code}/registrations/"
    path = f"/api/v1/{base}{asker.post(base, {'name': '赛罗迷', 'age_group': 'adult'}, status=201)['id']}/decklist/"

    def sent(data: bytes, **fields: str):
        file = SimpleUploadedFile("deck.txt", data)
        return asker.client.put(path, {"file": file, "submit": "true", **fields}, format="multipart")

    saved = sent(LIST.encode("gb18030"))
    assert (saved.status_code, saved.json()["submitted"]["verdict"]["legal"]) == (200, True)
    assert sent(b"\x89PNG\x00").json()["code"] == "list_file_unreadable"
    assert sent(LIST.encode(), text=LIST).json()["code"] == "list_text_or_file"
    assert sent(b"#" * 21_000).json()["code"] == "decklist_too_long"
    assert asker.client.put(path, {"submit": True}, format="json").json()["code"] == "list_text_or_file"


def test_judging_stores_nothing_and_says_which_clause():
    make_event()
    verdict = ApiAsker().post("games/ultraman-hero-duel/judge/", {"text": "4 HBU01-A07", "best_of": 1})
    assert not verdict["legal"]
    assert {found["clause"] for found in verdict["violations"]} >= {"1.0.2"}
    assert all(found["message"] for found in verdict["violations"])
