"""Every page of an event for teams of two, before, during and after it, for staff, members and visitors."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import get_resolver, reverse

from accounts.actor import Actor
from tests.people_and_events import make_event, owner_of, player_actor
from tests.planned_repairs import flip
from tests.running_events import finish_round, publish
from tests.security.every_route.routes import Operation, operations
from tests.team_events import TEAMS, enter_team, started_team_event, team_event, two_of
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.models import Match, Registration, Tournament
from tournaments.services.finish import finish_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NOT_HERE = ("stream", "live/", "export", "download", "logout", "password", "time/")
MASKED = re.compile(r"星＊＊ #\d+ \+ 星港队乙")


def coming() -> Tournament:
    return team_event(*TEAMS)


def running() -> Tournament:
    event = started_team_event(planned_rounds=3)
    finish_round(publish(event))
    publish(event)
    return event


def over() -> Tournament:
    event = started_team_event(planned_rounds=1)
    finish_round(publish(event))
    return finish_tournament(actor=owner_of(event), tournament_id=event.pk)


def values_of(event: Tournament, entry: Registration) -> dict[str, Any]:
    match = Match.objects.filter(round__tournament=event).order_by("-pk").first()
    round = event.rounds.order_by("-number").first()
    return {
        "code": event.code,
        "registration_id": entry.pk,
        "player_id": entry.player_id,
        "match_id": match.pk if match is not None else 0,
        "number": round.number if round is not None else 1,
        "page": "pairings",
        "section": entry.pk // 100,
        "value": "OMW",
        "what": "round",
        "change": "drop",
        "step": "drop",
    }


def of_an_event() -> list[Operation]:
    found = operations(get_resolver().url_patterns)
    return [
        one
        for one in found
        if {"code", "registration_id", "player_id"} & set(one.parameters)
        and "admin/" not in one.route
        and not any(part in one.route for part in NOT_HERE)
    ]


@pytest.mark.parametrize("stage", [coming, running, over])
def test_no_page_of_a_team_event_fails(stage: Any) -> None:
    event = stage()
    team = event.registrations.order_by("pk").first()
    people = {
        "owner": browser(owner_of(event)),
        "member": browser(player_actor(two_of(team)[1])),
        "visitor": browser(),
    }
    failed = []
    for entry in (team, two_of(team)[1]):
        values = values_of(event, entry)
        for operation in of_an_event():
            if not set(operation.parameters) <= set(values) or operation.method not in ("GET", "PUT"):
                continue
            if entry != team and not {"registration_id", "player_id"} & set(operation.parameters):
                continue  # It does not depend on the entry.
            for who, client in people.items():
                client.raise_request_exception = False
                answer = client.generic(operation.method, operation.address(values))
                if answer.status_code >= 500:
                    failed.append((operation.method, operation.address(values), who))
    assert failed == []


def test_the_desk_enters_a_team_and_corrects_its_players() -> None:
    event = team_event()
    desk = DeskVisitor(event, owner_of(event))
    assert "Team name" in desk.read("desk_entry_add")
    page = desk.press(
        "desk_entry_add", name="银河队", name_1="小明", birth_year_1="2016", name_2="小红", consent="paper"
    )
    team = event.registrations.get()
    first, second = two_of(team)
    assert "小明" in page
    assert "小红" in page
    assert (first.name, first.player.birth_year, second.name) == ("小明", 2016, "小红")
    answer = desk.post("desk_entry_add", name="银河队", name_1="", name_2="小刚")
    assert answer.status_code == 422
    desk.press("desk_entry", first.pk, name="小明明", birth_year="2016", public_name="", team="")
    assert two_of(team)[0].name == "小明明"
    listed = desk.read("desk_entries", q="小明明")
    assert "银河队" in listed
    assert "小明明" in listed
    assert "银河队" in desk.read("desk_find", q="小明明")


def test_a_visitor_signs_a_team_up_and_gets_both_links() -> None:
    event = team_event()
    client = browser()
    path = reverse("tournament_register", args=[event.code])
    assert "Your partner’s name" in text_of(client.get(path))
    sent = {
        "name": "银河队",
        "consent": "on",
        "consent_by": "parent",
        "consent_contact": "",
        "name_1": "小明",
        "birth_year_1": "2016",
        "name_2": "小红",
        "age_group_2": "adult",
    }
    page = text_of(client.post(path, sent, follow=True))
    team = event.registrations.get()
    first, second = two_of(team)
    assert "The personal link of 小明" in page
    assert "The personal link of 小红" in page
    assert all(f"Player number in this event: {one.number}." in page for one in (first, second))
    mine = text_of(client.get(reverse("my_page")))
    assert "银河队" in mine
    assert "shown as" not in mine  # The child's own name is masked, not that of the team.
    assert reverse("deck_editor", args=[first.pk]) in mine or not event.decklists_required
    assert client.get(reverse("deck_editor", args=[first.pk])).status_code == 200
    assert client.get(reverse("deck_editor", args=[second.pk])).status_code == 404


def test_the_form_of_a_team_asks_no_guardian_again_who_has_agreed_for_the_first_player() -> None:
    client = browser()
    agreed = {"consent": "on", "consent_by": "parent", "consent_contact": ""}
    joined = {"name": "小明", "birth_year": "2016", **agreed}
    assert client.post(reverse("tournament_register", args=[make_event().code]), joined).status_code == 302
    path = reverse("tournament_register", args=[team_event().code])
    assert 'data-on-record="birth_year_1"' in client.get(path).text
    assert "data-on-record" not in client.get(f"{path}?person=new").text, "two others"
    team = {"name": "银河队", "name_1": "小明", "birth_year_1": "2016", "name_2": "小红"}
    young = client.post(path, {**team, "birth_year_2": "2015"})
    assert young.status_code == 422, "nobody has agreed for the second"
    assert client.post(path, {**team, "age_group_2": "adult"}).status_code == 302


def test_two_children_of_one_phone_enter_as_a_team_as_who_they_are() -> None:
    """The second became another person of the name, whose guardian was asked again, with a link of their own."""
    client, agreed = browser(), {"consent": "on", "consent_by": "parent", "consent_contact": ""}
    first = make_event()
    path = reverse("tournament_register", args=[first.code])
    for name in ("小红", "小明"):
        client.post(f"{path}?person=new", {"name": name, "birth_year": "2016", **agreed})
    event = team_event()
    path = reverse("tournament_register", args=[event.code])
    answer = client.post(path, {"name": "银河队", "name_1": "小明", "name_2": "小红"})
    assert (answer.status_code, answer.url) == (302, path), answer.content.decode()[:3000]
    team = event.registrations.get()
    known = dict(first.registrations.values_list("name", "player"))
    assert [one.player_id for one in two_of(team)] == [known["小明"], known["小红"]]
    page = text_of(client.get(path))
    assert "Your team is in." in page
    assert "银河队" in page


def test_a_refused_name_of_a_partner_is_shown_at_its_field() -> None:
    event = team_event("舰队")
    sent = {"name": "银河队", "name_1": "小明", "name_2": "舰队乙"}
    answer = browser().post(reverse("tournament_register", args=[event.code]), sent)
    assert answer.status_code == 422
    assert "舰队乙 is in the list already. Go to the desk" in text_of(answer)
    assert "allow_same_name" not in answer.text
    assert event.registrations.count() == 1


@pytest.mark.parametrize("page", ["tournament_players", "tournament_pairings", "tournament_standings"])
def test_everybody_reads_masked_names_of_children_under_the_team(page: str) -> None:
    event = running()
    path = reverse(page, args=[event.code])
    seen = text_of(browser().get(path))
    assert "星港队" in seen
    assert MASKED.search(seen), seen[:3000]
    assert "星港队甲" not in seen
    assert "星港队甲" in text_of(browser(owner_of(event)).get(path))


@pytest.mark.parametrize("seat", [0, 1])
def test_each_member_sees_the_table_of_the_team(seat: int) -> None:
    event = running()
    team = event.registrations.get(name="星港队")
    match = Match.objects.get(Q(player1=team) | Q(player2=team), round=event.rounds.last())
    client = browser(player_actor(two_of(team)[seat]))
    mine = text_of(client.get(reverse("my_page")))
    assert match.opponent_of(team.pk).name in mine
    assert reverse("match", args=[event.code, match.pk]) in mine
    pairings = text_of(client.get(reverse("tournament_pairings", args=[event.code])))
    assert "data-mine" in pairings
    answer = client.post(reverse("entry_report", args=[team.pk]), {"match": match.pk, "score": "2-0-0"})
    assert answer.status_code < 400
    assert client.post(reverse("entry_drop", args=[team.pk])).status_code == 302
    team.refresh_from_db()
    assert team.status == Registration.Status.DROPPED


def test_a_stranger_acts_for_no_team() -> None:
    event = running()
    team, other = event.registrations.order_by("pk")[:2]
    client = browser(player_actor(two_of(other)[0]))
    for page, entry in (("entry_drop", team), ("entry_drop", two_of(team)[0]), ("deck_editor", two_of(team)[0])):
        assert client.post(reverse(page, args=[entry.pk])).status_code == 404


def test_a_child_finds_the_table_by_the_own_name() -> None:
    event = running()
    path = reverse("tournament_pairings", args=[event.code])
    found = text_of(browser().get(path, {"find": "星港队甲"}))
    assert "星港队" in found
    assert "军团乙" in text_of(browser().get(path, {"find": "军团乙"}))


def test_the_judge_checks_the_decks_of_all_four_at_a_table() -> None:
    event = running()
    match = event.rounds.last().matches.first()
    page = DeskVisitor(event, owner_of(event)).read("desk_check_table", match.pk)
    for team in (match.player1, match.player2):
        for member in two_of(team):
            assert member.name in page


def test_the_endpoints_enter_and_print_a_team(client: Client) -> None:
    event = team_event()
    owner = owner_of(event)
    client.force_login(owner.user)
    path = f"/api/v1/tournaments/{event.code}/registrations/"
    sent = {
        "name": "银河队",
        "as_staff": True,
        "consent": {"how": "paper"},
        "members": [{"name": "小明", "birth_year": 2016}, {"name": "小红"}],
    }
    made = client.post(path, sent, content_type="application/json")
    assert made.status_code == 201, made.content
    assert [one["name"] for one in made.json()["members"]] == ["小明", "小红"]
    short = client.post(
        path, {**sent, "name": "另一队", "members": [{"name": "小刚"}]}, content_type="application/json"
    )
    assert (short.status_code, short.json()["code"]) == (400, "two_members_needed")
    listed = Client().get(path).json()["results"][0]
    assert listed["members"][0]["name"].startswith("小＊＊")
    assert listed["members"][0]["decklist"] is None


def test_two_siblings_of_one_team_share_a_phone() -> None:
    event = running()
    team = event.registrations.get(name="星港队")
    first, second = (player_actor(one).player for one in two_of(team))
    client = browser(Actor(player=first, others=(second,)))
    for page in ("tournament_overview", "tournament_pairings", "tournament_standings", "tournament_decks"):
        assert text_of(client.get(reverse(page, args=[event.code]))).count(f'data-seat="{team.pk}"') == 1
    assert client.get(reverse("my_page")).status_code == 200


def test_late_teams_come_in_at_the_desk() -> None:
    event = running()
    desk = DeskVisitor(event, owner_of(event))
    sent = {"name": "迟到队", "name_1": "小明", "name_2": "小红", "late_policy": "loss"}
    assert "迟到队" in desk.press("desk_entry_add", **sent)
    assert event.registrations.get(name="迟到队").first_round == 3


def test_a_waiting_team_is_taken_in() -> None:
    event = team_event("星港队", "舰队", capacity=2)
    waiting = enter_team(event, "军团")
    assert "place 1" in DeskVisitor(event, owner_of(event)).read("desk_entry", waiting.pk)


def test_a_repair_counts_teams() -> None:
    event = started_team_event(*(f"{number}队" for number in range(1, 9)), planned_rounds=3)
    first = finish_round(publish(event))
    publish(event)
    flip(first.matches.earliest("table"))
    desk = DeskVisitor(event, owner_of(event), language="zh-hans")
    page = words_of(desk.get("desk_round_repair", 2))
    assert "4 支队伍换座位或对手" in page
    assert "移动 4 支队伍" in page
    assert re.search(r"\d 人", page) is None


def test_teams_are_counted_as_teams_in_words() -> None:
    event, visitor = coming(), browser(language="zh-hans")
    overview = words_of(visitor.get(reverse("tournament", args=[event.code])))
    assert f"已有 {len(TEAMS)} 支队伍" in overview
    assert f"{len(TEAMS)} 人" not in overview + words_of(visitor.get(reverse("home")))
    joining = words_of(visitor.get(reverse("event_hall", args=[event.code])))
    assert f"{len(TEAMS)} 支队伍" in joining
