"""A whole best-of-three event through the API alone, and what each error says."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.allowances import ASK_API
from accounts.services import revoke_api_token
from cardpool.models import Ruleset
from decks.models import Decklist
from tests.api.client import ApiAsker
from tests.people_and_events import ULTRAMAN, enter, load_game, make_actor, make_event, next_week, owner_of
from tests.running_events import finish_round, publish, start_event

pytestmark = pytest.mark.django_db


def games_of(match, *winners):
    """Report games by the rule: seat 1 wins the method, then the loser of the previous game chooses to go first."""
    chooser, version = 1, match["version"]
    for winner in winners:
        yield {
            "expected_version": version,
            "game": {
                "chooser_seat": chooser,
                "method": "rps" if version == match["version"] else "",
                "choice": "first",
                "first_seat": chooser,
                "winner_seat": winner,
                "ending": "damage",
            },
        }
        chooser, version = 3 - winner, version + 1


def test_an_event_from_creation_to_final_places():
    load_game()
    owner = ApiAsker(make_actor("store"))
    event = owner.post(
        "tournaments/",
        {"name": "周末赛", "starts_at": next_week().isoformat(), "game_slug": ULTRAMAN, "decklists_required": False},
        status=201,
    )
    base = f"tournaments/{event['code']}/"
    for number in range(4):
        owner.post(base + "registrations/", {"name": f"选手{number}", "as_staff": True}, status=201)
    assert owner.post(base + "start/")["phase"] == "swiss"
    for number in range(1, 4):
        draft = owner.post(base + "rounds/", {"number": number}, status=201)
        assert draft["status"] == "draft"
        assert len(draft["matches"]) == 2
        assert ApiAsker().get(base + "rounds/") == [] if number == 1 else True
        ApiAsker().get(base + f"rounds/{number}/", status=404)
        owner.post(base + f"rounds/{number}/steps/publish/", {"confirmed": True})
        for match in draft["matches"]:
            fresh = owner.get(base + f"matches/{match['id']}/")
            assert fresh["next_chooser"]["clause"] == "1.2.2"
            for body in games_of(fresh, 1, 2, 1):
                state = owner.post(base + f"matches/{match['id']}/games/", body)
            assert (state["wins1"], state["wins2"], state["is_complete"]) == (2, 1, True)
        owner.post(base + f"rounds/{number}/steps/complete/")
    assert owner.post(base + "steps/finish/")["phase"] == "finished"
    table = ApiAsker().get(base + "standings/")
    assert sum(row["points"] for row in table) == 3 * 2 * 3
    assert {row["final_place"] for row in table} == {1, 2, 3, 4}
    explained = ApiAsker().get(base + f"registrations/{table[0]['registration']}/standings/OMW/")
    assert len(explained["terms"]) == 3
    assert explained["tiebreaker"]["value"] == table[0]["tiebreakers"][0]["value"]


def test_a_wrong_chooser_is_refused_with_its_clause():
    tournament = start_event(4)
    match = publish(tournament).matches.first()
    owner = ApiAsker(owner_of(tournament))
    path = f"tournaments/{tournament.code}/matches/{match.pk}/games/"
    first, second = list(games_of({"version": match.version}, 1, 1))
    owner.post(path, first)
    second["game"] |= {"chooser_seat": 1, "first_seat": 1}
    problem = owner.post(path, second, status=400)
    assert problem["clause"] == "1.2.2a"
    assert problem["detail"]
    assert problem["code"]


def test_a_stale_version_is_a_conflict_that_says_what_changed():
    tournament = start_event(4)
    match = publish(tournament).matches.first()
    owner = ApiAsker(owner_of(tournament))
    path = f"tournaments/{tournament.code}/matches/{match.pk}/score/"
    owner.post(path, {"expected_version": match.version, "wins1": 2, "wins2": 0})
    problem = owner.post(path, {"expected_version": match.version, "wins1": 0, "wins2": 2}, status=409)
    assert problem["code"] == "match_changed"
    assert problem["facts"]["changes"]


def test_pairing_twice_for_one_round_is_a_conflict():
    tournament = start_event(4)
    owner = ApiAsker(owner_of(tournament))
    owner.post(f"tournaments/{tournament.code}/rounds/", {"number": 1}, status=201)
    assert owner.post(f"tournaments/{tournament.code}/rounds/", {"number": 1}, status=409)["code"]


def test_what_is_left_out_is_what_the_games_pack_starts_from():
    load_game("rush-duel")
    owner = ApiAsker(make_actor())
    body = {"name": "x", "starts_at": next_week().isoformat(), "game_slug": "rush-duel"}
    made = owner.post("tournaments/", body | {"best_of": 1}, status=201)
    assert (made["best_of"], made["round_minutes"], made["pool"]) == (1, 20, "open")
    pack = Ruleset.objects.get()
    text = pack.pack.replace('pool = "open"', 'pool = "closed"').replace("minutes = 40", "minutes = 45")
    Ruleset.objects.create(game=pack.game, version="2", digest="2", effective_from=timezone.localdate(), pack=text)
    made = owner.post("tournaments/", body | {"best_of": 3}, status=201)
    assert (made["ruleset"], made["round_minutes"], made["pool"]) == ("2", 45, "closed")


def test_several_bad_fields_are_all_named():
    owner = ApiAsker(make_actor())
    load_game()
    body = {"name": " ", "starts_at": "soon", "game_slug": ULTRAMAN, "top_cut": 5}
    problem = owner.post("tournaments/", body, status=400)
    assert {error["field"] for error in problem["errors"]} >= {"starts_at", "top_cut"}


def test_who_may_not_create_is_refused():
    load_game()
    from_a_player = ApiAsker(make_actor(may_create_tournaments=False))
    body = {"name": "x", "starts_at": next_week().isoformat(), "game_slug": ULTRAMAN}
    assert from_a_player.post("tournaments/", body, status=403)["code"] == "may_not_create"
    ApiAsker().post("tournaments/", body, status=401)


def test_a_wrong_token_is_401_not_an_anonymous_request():
    load_game()
    asker = ApiAsker()
    asker.client.credentials(HTTP_AUTHORIZATION="Bearer dd_wrong")
    asker.get("games/", status=401)


def test_a_revoked_token_is_dead():
    actor = make_actor()
    asker = ApiAsker(actor)
    asker.get("tournaments/")
    revoke_api_token(actor=actor, token_id=actor.user.api_tokens.get().pk)
    asker.get("tournaments/", status=401)


def test_a_user_registers_and_the_same_person_not_twice():
    tournament = make_event()
    asker = ApiAsker(make_actor(may_create_tournaments=False))
    path = f"tournaments/{tournament.code}/registrations/"
    mine = asker.post(path, {"name": "小明", "age_group": "adult"}, status=201)
    assert mine["is_own"]
    assert mine["status"] == "active"
    assert asker.post(path, {"name": "小明", "age_group": "adult"}, status=409)["code"] == "already_registered"
    left = asker.post(f"{path}{mine['id']}/steps/withdraw/")
    assert left["status"] == "withdrawn"


@pytest.fixture
def two_a_minute(monkeypatch):
    few = replace(ASK_API, visitor=2, newcomers=2)
    monkeypatch.setattr("accounts.api.throttle.ASK_API", few)


@pytest.fixture
def work_of(monkeypatch):
    """What one answer of an event of four players takes of a visitor's allowance, where each row counts."""
    tournament = start_event(4)
    for _round in range(2):
        finish_round(publish(tournament))
    monkeypatch.setattr("accounts.allowances.time", SimpleNamespace(time=lambda: 1_800_000_000.0))
    monkeypatch.setattr("accounts.api.base_view.ROWS_OF_A_REQUEST", 1)
    monkeypatch.setattr("tournaments.api.standings_views.ROWS_OF_A_REQUEST", 1)
    taken = []
    monkeypatch.setattr(
        "accounts.allowances._used", lambda allowance, who, units, now, name="": taken.append(units) or 0
    )

    def work(path, **query):
        taken.clear()
        ApiAsker().get(path.format(event=f"tournaments/{tournament.code}"), **query)
        return sum(taken)

    return work


@pytest.mark.parametrize(
    ("path", "query", "work"),
    [
        ("{event}/standings/", {}, 1 + 4),
        ("{event}/standings/", {"after_round": 1}, 1 + 4 * 4 + 4),
        ("{event}/registrations/", {}, 1 + 4),
        ("{event}/rounds/", {}, 1 + 2),
        ("{event}/rounds/2/", {}, 1 + 2),
        ("{event}/rounds/2/proof/", {}, 1),
        ("{event}/", {}, 1),
    ],
)
def test_a_long_answer_counts_as_several_requests(work_of, path, query, work):
    assert work_of(path, **query) == work


def test_what_counts_too_much_is_refused_the_next_time(monkeypatch):
    tournament = start_event(4)
    finish_round(publish(tournament))
    monkeypatch.setattr("accounts.allowances.time", SimpleNamespace(time=lambda: 1_800_000_000.0))
    monkeypatch.setattr("accounts.api.base_view.ROWS_OF_A_REQUEST", 1)
    monkeypatch.setattr("accounts.api.throttle.ASK_API", replace(ASK_API, visitor=5, newcomers=5))
    monkeypatch.setattr("accounts.api.base_view.ASK_API", replace(ASK_API, visitor=5, newcomers=5))
    asker = ApiAsker()
    assert len(asker.get(f"tournaments/{tournament.code}/standings/")) == 4
    asker.get("games/", status=429)


@pytest.mark.usefixtures("two_a_minute")
def test_throttling_answers_429_with_retry_after():
    load_game()
    asker = ApiAsker()
    for _ in range(2):
        asker.get("games/")
    response = asker.client.get("/api/v1/games/")
    assert response.status_code == 429
    assert int(response["Retry-After"]) > 0
    assert response.json()["code"] == "throttled"


@pytest.mark.usefixtures("two_a_minute")
def test_throttling_does_not_believe_what_a_visitor_says_about_proxies():
    load_game()
    client = ApiAsker().client
    asked = [client.get("/api/v1/games/", HTTP_X_FORWARDED_FOR=f"10.0.0.{number}") for number in range(3)]
    assert [response.status_code for response in asked] == [200, 200, 429]


@pytest.mark.usefixtures("two_a_minute")
def test_a_program_with_a_token_does_not_wait_for_others():
    load_game()
    for _ in range(3):
        ApiAsker().client.get("/api/v1/games/")
    ApiAsker(make_actor()).get("games/")


def test_nothing_has_an_address_with_a_nul():
    tournament = make_event()
    owner = ApiAsker(owner_of(tournament))
    owner.get(f"games/{ULTRAMAN}/cards/%00/", status=404)
    owner.get("tournaments/%00/rounds/", status=404)
    owner.delete(f"tournaments/{tournament.code}/staff/%00/judge/", status=404)


def test_long_lists_take_no_more_queries_than_short_ones(django_assert_max_num_queries):
    tournament = start_event(24)
    owner = ApiAsker(owner_of(tournament))
    with django_assert_max_num_queries(14):
        assert len(owner.get(f"tournaments/{tournament.code}/registrations/")["results"]) == 24
    with django_assert_max_num_queries(20):
        assert len(owner.get(f"tournaments/{tournament.code}/standings/")) == 24


def queries_of_the_list() -> int:
    with CaptureQueriesContext(connection) as captured:
        ApiAsker().get("tournaments/")
    return len(captured)


def test_more_tournaments_take_no_more_queries():
    owner = make_actor()
    enter(make_event(owner), *"一二三四五六七八九十")
    before = queries_of_the_list()
    for number in range(4):
        enter(make_event(owner, name=f"E{number}"), "甲")
    assert queries_of_the_list() == before
    assert sorted(found["rounds"] for found in ApiAsker().get("tournaments/")["results"]) == [3, 3, 3, 3, 4]


def test_a_list_emptied_of_versions_is_missing_here_as_at_the_desk():
    tournament = make_event()
    entry = enter(tournament, "甲")[0]
    entry.decklist = Decklist.objects.create(owner=entry.player, ruleset=tournament.ruleset, best_of=3)
    entry.save()
    owner = ApiAsker(owner_of(tournament))
    assert owner.get(f"tournaments/{tournament.code}/registrations/")["results"][0]["decklist"] == "missing"
    assert owner.get(f"tournaments/{tournament.code}/registrations/{entry.pk}/")["decklist"] == "missing"


def test_pages_of_tournaments():
    owner = make_actor()
    for number in range(3):
        make_event(owner, name=f"E{number}")
    page = ApiAsker().get("tournaments/", limit=2)
    assert page["count"] == 3
    assert len(page["results"]) == 2
    assert page["next"]


def test_superusers_are_owners_everywhere():
    tournament = make_event()
    boss = ApiAsker(make_actor(is_superuser=True))
    assert boss.patch(f"tournaments/{tournament.code}/", {"place": "二号店"})["place"] == "二号店"


def test_the_lengths_of_the_top_cut():
    load_game()
    owner = ApiAsker(make_actor())
    body = {"name": "x", "starts_at": next_week().isoformat(), "game_slug": ULTRAMAN, "best_of": 1, "cut_best_of": 3}
    assert owner.post("tournaments/", body, status=400)["code"] == "lists_length_open"
    made = owner.post("tournaments/", body | {"lists_best_of": 3, "cut_minutes": 0, "cut_best_of_from": 2}, status=201)
    assert (made["cut_best_of"], made["cut_best_of_from"], made["lists_best_of"], made["cut_minutes"]) == (3, 2, 3, 0)
    owner.post("tournaments/", body | {"cut_best_of": 4}, status=400)
