"""Object-level permissions of the API: every role against its own and against another tournament's objects."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.actor import Actor
from accounts.services import ensure_player
from tests.api.client import ApiAsker
from tests.people_and_events import enter, make_actor, make_event, make_user, owner_of, staff_actor
from tests.running_events import publish, start_event
from tournaments.models import Registration, Tournament
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.entries import add_entry, keep_apart

pytestmark = pytest.mark.django_db

LIST = "主牌\n" + "\n".join(f"3 HBU01-A{number:02}" for number in range(1, 14)) + "\n1 HBU01-A14\n备牌\n" + "\n".join(
    f"2 HBU02-A{number:02}" for number in range(1, 6)
)  # fmt: skip
STAFF_ROLES = ("owner", "organiser", "scorekeeper", "judge")
JUDGES = {"owner", "organiser", "judge"}

# What each role may do; everything else is 403 (404 where the object's existence is itself hidden).
RULES = {
    ("patch", "", (("place", "x"),)): {"owner", "organiser"},
    ("get", "staff/", ()): set(STAFF_ROLES),
    ("post", "staff/", (("username", "nobody"), ("role", "judge"))): {"owner"},
    ("post", "cancellation/", (("reason", "雨"),)): {"owner"},
    ("post", "registrations/", (("name", "新人"), ("as_staff", True))): {"owner", "organiser", "scorekeeper"},
    ("post", "rounds/", (("number", 2),)): {"owner", "organiser", "scorekeeper"},
    ("post", "rounds/1/steps/complete/", ()): {"owner", "organiser", "scorekeeper"},
    ("post", "top-cut/", ()): {"owner", "organiser", "scorekeeper"},
    ("post", "matches/{match}/score/", (("expected_version", 1), ("wins1", 2), ("wins2", 0))): set(STAFF_ROLES),
    ("post", "matches/{match}/correction/", (("expected_version", 1), ("reason", "x"))): set(STAFF_ROLES),
    ("get", "matches/{match}/revisions/", ()): set(STAFF_ROLES),
    ("post", "registrations/{other}/steps/drop/", ()): {"owner", "organiser", "scorekeeper"},
    ("post", "registrations/{other}/check-in/", (("present", True),)): set(STAFF_ROLES),
    ("get", "registrations/{other}/decklist/versions/", ()): {"owner", "organiser", "judge"},
    ("get", "rounds/1/repair/", ()): {"owner", "organiser", "scorekeeper"},
    ("post", "rounds/1/repair/", (("fingerprint", "0" * 32),)): {"owner", "organiser", "scorekeeper"},
    ("delete", "rounds/1/repair/", ()): {"owner", "organiser", "scorekeeper"},
    ("get", "apart/", ()): {"owner", "organiser", "scorekeeper"},
    ("post", "apart/", (("one", "{mine}"), ("other", "{other}"))): {"owner", "organiser", "scorekeeper"},
    ("delete", "apart/{apart}/", ()): {"owner", "organiser", "scorekeeper"},
    ("get", "registrations/{other}/seat/", ()): {"owner", "organiser", "scorekeeper"},
    ("put", "registrations/{other}/seat/", (("table", 3),)): {"owner", "organiser", "scorekeeper"},
    ("get", "checks/", ()): JUDGES,
    ("post", "checks/", (("registration", "{other}"), ("mode", "start"))): JUDGES,
    ("post", "checks/draw/", ()): JUDGES,
    ("get", "penalties/", ()): JUDGES,
    ("get", "time-extensions/", ()): JUDGES,
    ("post", "time-extensions/", (("match", "{match}"), ("minutes", 3))): JUDGES,
    ("get", "decklists/statistics/", ()): JUDGES,
    ("post", "decklists/reminders/", ()): JUDGES,
    ("put", "registrations/{other}/decklist/", (("text", LIST), ("submit", True), ("reason", "x"))): {
        "owner",
        "organiser",
        "judge",
    },
}
REFUSED = {401, 403, 404}


@pytest.fixture
def event():
    tournament = start_event(4)
    match = publish(tournament).matches.first()
    other = tournament.registrations.order_by("id").last()
    save_entry_decklist(actor=owner_of(tournament), registration_id=other.pk, text=LIST, submit=True, reason="帮忙提交")
    first, second = tournament.registrations.order_by("id")[:2]
    apart = keep_apart(
        actor=owner_of(tournament),
        tournament_id=tournament.pk,
        registration_a=first.pk,
        registration_b=second.pk,
        is_hard=False,
    )
    return SimpleNamespace(tournament=tournament, match=match, other=other, mine=first, apart=apart)


def actor_for(role: str, tournament: Tournament) -> Actor | None:
    if role == "public":
        return None
    if role == "owner":
        return owner_of(tournament)
    if role in STAFF_ROLES:
        return staff_actor(tournament, role)
    user = make_user(may_create_tournaments=False)
    first = Registration.objects.filter(tournament=tournament).order_by("id").first()
    first.player.user = user
    first.player.save()
    return Actor(user=user, player=first.player)


def ask(asker: ApiAsker, event: SimpleNamespace, rule: tuple) -> int:
    method, path, body = rule
    keys = {"match": event.match.pk, "other": event.other.pk, "mine": event.mine.pk, "apart": event.apart.pk}
    path = path.format(**keys)
    sent = {name: value.format(**keys) if isinstance(value, str) else value for name, value in body}
    url = f"/api/v1/tournaments/{event.tournament.code}/{path}"
    response = getattr(asker.client, method)(url, sent, format="json")
    assert response.status_code < 500, response.content
    return response.status_code


@pytest.mark.parametrize("role", [*STAFF_ROLES, "player", "public"])
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule[0]} {rule[1]}")
def test_each_role_may_exactly_what_the_table_says(event, role, rule):
    status = ask(ApiAsker(actor_for(role, event.tournament)), event, rule)
    assert (status not in REFUSED) == (role in RULES[rule]), status


@pytest.mark.parametrize("role", [*STAFF_ROLES, "player"])
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule[0]} {rule[1]}")
def test_a_role_elsewhere_is_no_role_here(event, role, rule):
    elsewhere = make_event()
    enter(elsewhere, "甲", "乙")
    assert ask(ApiAsker(actor_for(role, elsewhere)), event, rule) in REFUSED


def test_objects_are_only_found_through_their_own_tournament(event):
    elsewhere = make_event()
    asker = ApiAsker(owner_of(elsewhere))
    for path in (f"registrations/{event.other.pk}/", f"matches/{event.match.pk}/", "rounds/1/"):
        asker.get(f"tournaments/{elsewhere.code}/{path}", status=404)
    asker.post(
        f"tournaments/{elsewhere.code}/matches/{event.match.pk}/score/",
        {"expected_version": 1, "wins1": 2, "wins2": 0},
        status=404,
    )
    event.match.refresh_from_db()
    assert not event.match.is_complete


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
    add_entry(actor=owner_of(tournament), tournament_id=tournament.pk, name="王小明", birth_year=2016)
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
    mine = asker.post(base, {"name": "赛罗迷"}, status=201)
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
    path = f"/api/v1/{base}{asker.post(base, {'name': '赛罗迷'}, status=201)['id']}/decklist/"

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
