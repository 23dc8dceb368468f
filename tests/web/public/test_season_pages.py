"""Pages of seasons: what everybody reads, whose names, what is kept, files, the organiser's way through them."""

from __future__ import annotations

from io import BytesIO

import pytest
from openpyxl import load_workbook

from accounts.actor import Actor
from accounts.models import Player
from tests.people_and_events import make_actor, owner_of
from tests.running_events import finish_round, publish
from tests.team_events import started_team_event
from tests.tournaments.ended_events import ended_event, entry_of, make_season, same_player
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, some_years_ago
from tournaments.models import Season, Tournament
from tournaments.pages.store import store
from tournaments.queries.kept import kept
from tournaments.services.finish import finish_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    store.clear()
    kept.clear()


@pytest.fixture
def season() -> Season:
    """Two events: a child without a nickname in both, one with a nickname, and a name that is a formula."""
    owner = make_actor("storeowner")
    first = ended_event(owner, "王小明", "=1+1", "Comet Kid")
    second = ended_event(owner, "Ann", "王小明", "Tie", places=(1, 2, 2))
    same_player(entry_of(first, "王小明"), entry_of(second, "王小明"))
    Player.objects.filter(pk=entry_of(first, "王小明").player_id).update(birth_year=some_years_ago(10))
    first.registrations.filter(name="Comet Kid").update(public_name="Nova")
    return make_season(owner, first, second, name="秋季联赛", participation=1, best_of=1)


def manager(season: Season) -> Actor:
    return Actor(user=season.owner)


def ended(season: Season) -> Tournament:
    event = season.season_events.select_related("tournament").first()
    assert event is not None
    return event.tournament


@pytest.mark.language("en")
def test_the_field_of_an_event_for_teams_is_counted_in_teams() -> None:
    event = started_team_event(planned_rounds=1)
    finish_round(publish(event))
    finish_tournament(actor=owner_of(event), tournament_id=event.pk)
    words = words_of(browser().get(f"/seasons/{make_season(owner_of(event), event).code}/"))
    assert "· 4 teams" in words
    assert "4 players" not in words


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_everybody_reads_clean_pages_under_public_names(season: Season, language: str) -> None:
    child = entry_of(ended(season), "王小明")
    paths = ["/seasons/", f"/seasons/{season.code}/", f"/seasons/{season.code}/players/{child.pk}/"]
    for visitor in (browser(language=language), browser(manager(season), language)):
        for path in [*paths, f"/seasons/{season.code}/?find=nova"]:
            answer = visitor.get(path)
            assert_clean(answer)
            body = answer.content.decode()
            assert "王小明" not in body
            assert "Comet Kid" not in body
            assert "csrfmiddlewaretoken" not in body or visitor.cookies.get("dueldesk_session")
    assert "王＊＊ #1" in body or "Nova" in body
    page = browser(language=language).get(paths[1]).content.decode()
    assert "王＊＊ #1" in page


def test_the_leaderboard_says_what_counts_and_what_is_dropped(season: Season) -> None:
    page = " ".join(browser().get(f"/seasons/{season.code}/").content.decode().split())
    assert "1 of 2 counts" in page
    assert "dropped: others are better" in page
    assert "10 + 1 =" in page
    assert "(shared by 2)" in page


def test_a_page_is_worked_out_once_for_a_version(season: Season, django_assert_max_num_queries: object) -> None:
    visitor, path = browser(), f"/seasons/{season.code}/"
    visitor.get(path)
    with django_assert_max_num_queries(2):  # type: ignore[operator]
        visitor.get(path)
    # A name that is hidden afterwards is gone from the next answer.
    ended(season).registrations.filter(name="=1+1").update(public_name="Hidden")
    page = visitor.get(path).content.decode()
    assert "=1+1" not in page
    assert "Hidden" in page


@pytest.mark.parametrize("place", ["players/{entry}/", "leaderboard.csv", "leaderboard.xlsx"])
def test_what_has_no_sections_is_kept_once_whatever_section_is_asked_for(season: Season, place: str) -> None:
    visitor, path = browser(), f"/seasons/{season.code}/{place.format(entry=entry_of(ended(season), '王小明').pk)}"
    first = visitor.get(path)
    kept_then = store.size
    for section in (2, 999):
        assert visitor.get(path, {"page": section}).content == first.content
    assert store.size == kept_then > 0


def test_a_section_beyond_the_last_is_neither_there_nor_kept(season: Season) -> None:
    assert browser().get(f"/seasons/{season.code}/", {"page": 2}).status_code == 404
    assert store.size == 0


def test_each_division_has_a_leaderboard_with_places_of_its_own(season: Season) -> None:
    event = ended(season)
    Tournament.objects.filter(pk=event.pk).update(divisions=[{"code": "junior", "zh": "少年组", "en": "Junior"}])
    event.registrations.exclude(name="王小明").update(division="junior")
    visitor = browser()
    assert "Junior" in visitor.get(f"/seasons/{season.code}/").content.decode()
    page = visitor.get(f"/seasons/{season.code}/division/少年组/")
    assert_clean(page)
    assert "place 1 of 2" in " ".join(page.content.decode().split())
    assert visitor.get(f"/seasons/{season.code}/division/none/").status_code == 404
    lines = visitor.get(f"/api/v1/seasons/{season.code}/leaderboard/?division=少年组").json()
    assert [(line["name"], line["total"]["numerator"]) for line in lines] == [("=1+1", 11), ("Nova", 8)]
    book = load_workbook(BytesIO(visitor.get(f"/seasons/{season.code}/leaderboard.xlsx").content))
    assert book.sheetnames == ["秋季联赛", "Junior"]


def test_any_entry_of_a_person_leads_to_their_page(season: Season) -> None:
    second = season.season_events.select_related("tournament").last()
    assert second is not None
    first_entry, entry = entry_of(ended(season), "王小明"), entry_of(second.tournament, "王小明")
    answer = browser().get(f"/seasons/{season.code}/players/{entry.pk}/")
    assert answer["Location"] == f"/seasons/{season.code}/players/{first_entry.pk}/"
    assert browser().get(f"/seasons/{season.code}/players/99999999/").status_code == 404


def test_an_unpublished_season_is_not_there(season: Season) -> None:
    Season.objects.filter(pk=season.pk).update(is_published=False)
    for actor in (None, manager(season), make_actor()):
        for place in ("", "leaderboard.csv", "leaderboard.xlsx"):
            assert browser(actor).get(f"/seasons/{season.code}/{place}").status_code == 404
    assert browser().get(f"/api/v1/seasons/{season.code}/").status_code == 404
    assert browser(manager(season)).get(f"/desk/seasons/{season.code}/").status_code == 200
    assert browser(make_actor()).get(f"/desk/seasons/{season.code}/").status_code == 404
    assert season.name not in browser(make_actor()).get("/seasons/").content.decode()


def test_the_files_hold_the_leaderboard_and_no_formula(season: Season) -> None:
    table = browser().get(f"/seasons/{season.code}/leaderboard.csv").content.decode("utf-8-sig")
    lines = table.split("\r\n")
    assert lines[0].startswith("Rank,Player,Total,Results that count,")
    assert lines[1] == "1,王＊＊ #1,11,1,11,(8)"
    assert any(line.startswith("3,'=1+1,8,1,8,") for line in lines)
    book = load_workbook(BytesIO(browser().get(f"/seasons/{season.code}/leaderboard.xlsx").content))
    rows = list(book.worksheets[0].iter_rows(values_only=True))
    assert rows[1] == (1, "王＊＊ #1", 11, 1, 11, "(8)")
    assert all(cell.data_type != "f" for row in book.worksheets[0].iter_rows() for cell in row)


def test_the_api_has_exact_points_and_public_names(season: Season) -> None:
    line, *_others = browser().get(f"/api/v1/seasons/{season.code}/leaderboard/").json()
    assert (line["rank"], line["name"], line["total"]) == (1, "王＊＊ #1", {"numerator": 11, "denominator": 1})
    assert [result["left_out"] for result in line["results"]] == ["", "beyond_best"]
    person = browser().get(f"/api/v1/seasons/{season.code}/players/{line['person']}/").json()
    assert len(person["events"]) == 2
    assert browser().get(f"/api/v1/seasons/{season.code}/leaderboard/?division=none").status_code == 404
    (one,) = browser().get("/api/v1/seasons/").json()["results"]
    assert one["code"] == season.code
    assert len(browser().get(f"/api/v1/seasons/{season.code}/").json()["events"]) == 2


def test_each_result_of_a_leaderboard_is_charged_once(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    def used(allowance: object, who: object, units: int, now: float, name: str = "") -> int:
        taken.append(units)
        return 0

    monkeypatch.setattr("accounts.api.base_view.ROWS_OF_A_REQUEST", 1)
    monkeypatch.setattr("accounts.allowances._used", used)
    lines = browser().get(f"/api/v1/seasons/{season.code}/leaderboard/").json()
    assert [len(line["results"]) for line in lines] == [2, 1, 1, 1, 1]
    assert sum(taken) == 1 + 6


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_an_organiser_makes_a_season_adds_events_and_deletes_it(language: str) -> None:
    event = ended_event(make_actor(), "Ann", "Bob")
    other = ended_event(owner_of(event), "Ann", "Cid")
    desk = browser(owner_of(event), language)
    assert_clean(desk.get("/desk/seasons/"))
    assert_clean(desk.get("/desk/seasons/new/"))
    sent = {"name": "夏", "points": "3 9", "participation": 0, "shared_place": "each", "equal_totals": "shared"}
    refused = desk.post("/desk/seasons/new/", sent)
    assert refused.status_code == 422
    assert_clean(refused)
    desk.post("/desk/seasons/new/", sent | {"points": "9 3"})
    season = Season.objects.get()
    base = f"/desk/seasons/{season.code}/"
    for one in (event, other):
        desk.post(f"{base}events/{one.code}/add/")
    assert_clean(desk.get(base))
    assert_clean(desk.get(f"{base}edit/"))
    alike = desk.get(f"{base}people/")
    assert_clean(alike)
    ann, again = entry_of(event, "Ann"), entry_of(other, "Ann")
    merge = f"{base}players/{again.player_id}/merge/{ann.player_id}/"
    assert merge in alike.content.decode()
    desk.post(merge)
    undo = f"{base}merges/{season.merges.get().pk}/undo/"
    merged = desk.get(f"{base}people/{ann.pk}/?find=Bob")
    assert_clean(merged)
    assert merged.content.decode().count(undo) == 2  # Of the notice and of the person.
    assert merge not in desk.get(f"{base}people/").content.decode()
    desk.post(undo)
    assert desk.post(undo).status_code == 404
    assert not season.merges.exists()
    desk.post(merge)
    desk.post(f"{base}entries/{again.pk}/apart/")
    assert_clean(desk.get(base))
    desk.post(f"{base}edit/", sent | {"points": "9 3", "is_published": "on", "starts_on": "2026-01-01"})
    season.refresh_from_db()
    assert (season.is_published, str(season.starts_on)) == (True, "2026-01-01")
    assert_clean(desk.get(f"{base}delete/"))
    assert Season.objects.exists()
    desk.post(f"{base}delete/")
    assert not Season.objects.exists()
