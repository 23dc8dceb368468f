"""Where everybody sits, read once for a hundred entries: the same for all, without anything private."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.people_and_events import CONSENT, enter, owner_of, player_actor, staff_actor
from tests.web.public.visiting import browser, entry, open_event, paired, played, running_event, some_years_ago
from tournaments.models import Tournament
from tournaments.queries import seats as places
from tournaments.queries.kept import kept
from tournaments.services.entries import add_entry
from tournaments.services.rounds import unpublish_round
from tournaments.services.start import start_tournament
from tournaments.views import sections

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _one_section(monkeypatch: pytest.MonkeyPatch) -> None:
    """An event's entries are in one section, whatever their keys are."""
    monkeypatch.setattr(places, "IN_SECTION", 10**6)


def address(event: Tournament, page: str = "pairings") -> str:
    first = event.registrations.order_by("pk").values_list("pk", flat=True)[0]
    return f"/t/{event.code}/seats/{page}/{first // places.IN_SECTION}/"


def seats(event: Tournament, page: str = "pairings", language: str = "en") -> dict[int, str]:
    """What each seat of the first entry's section says, without its tags."""
    text = browser(language=language).get(address(event, page)).content.decode()
    found = re.findall(r'<div data-seat="(\d+)".*?>(.*?)</div>\s*<div data-step-of', text, re.DOTALL)
    return {int(key): " ".join(re.sub(r"<[^>]*>", " ", inside).split()) for key, inside in found}


def test_everybody_finds_their_table_and_opponent() -> None:
    event = running_event()
    shown = seats(event)
    assert list(shown) == list(event.registrations.order_by("pk").values_list("pk", flat=True))
    round = event.rounds.get(number=2)
    for match in round.matches.select_related("player1", "player2"):
        for one, two in ((match.player1, match.player2), (match.player2, match.player1)):
            assert f"Table {match.table} Round 2, against {two.name} " in shown[one.pk]
    assert "You have a bye" in shown[round.byes.get().registration_id]


def test_every_entry_is_in_one_section(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "IN_SECTION", 3)
    event = running_event()
    entries = list(event.registrations.order_by("pk"))
    found = []
    for section in sorted({places.section_of_seat(one) for one in entries}):
        text = browser().get(f"/t/{event.code}/seats/pairings/{section}/").content.decode()
        found += re.findall(r'data-seat="(\d+)"\s+data-section="(\d+)"', text)
    assert found == [(str(one.pk), str(places.section_of_seat(one))) for one in entries]


def test_the_button_leads_to_ones_own_match() -> None:
    event = running_event()
    text = browser().get(address(event)).content.decode()
    for match in event.rounds.get(number=2).matches.all():
        button = re.search(rf'data-step-of="{match.player1_id}">(.*?)</div>', text, re.DOTALL)
        assert button is not None
        assert f'href="/t/{event.code}/match/{match.pk}/"' in button[1]


def test_the_overview_says_who_chooses_and_the_standings_where_one_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sections, "MAX_SHORT_LIST", 3)
    monkeypatch.setattr(sections, "SECTION_ROWS", 3)
    event = running_event()
    assert any("You choose" in one or "decides" in one or "chooses" in one for one in seats(event, "overview").values())
    assert sum("You: place" in one for one in seats(event, "standings").values()) == event.registrations.count() - 3


def test_a_section_is_the_same_for_staff_and_players_and_has_no_names_as_entered() -> None:
    event = open_event("Ann", "Ben")
    add_entry(
        actor=owner_of(event), tournament_id=event.pk, name="甲secret", birth_year=some_years_ago(11), consent=CONSENT
    )
    add_entry(actor=owner_of(event), tournament_id=event.pk, name="Nickname Nora", public_name="Nora")
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    paired(event, 1)
    people = [
        None,
        owner_of(event),
        staff_actor(event, "judge"),
        player_actor(entry(event, "甲secret")),
        player_actor(entry(event, "Ben")),
    ]
    answers = [browser(one).get(address(event)) for one in people]
    assert len({answer.content for answer in answers}) == 1
    body = answers[0].content.decode()
    assert "甲＊＊" in body
    assert "secret" not in body
    assert "Nickname" not in body
    assert all(not answer.cookies for answer in answers)
    assert "data-own" not in body
    assert "csrf" not in body


def test_a_section_is_rendered_once_however_many_ask() -> None:
    event = running_event()
    browser().get(address(event))
    with CaptureQueriesContext(connection) as asked:
        browser(player_actor(entry(event, "李浩然"))).get(address(event))
    assert not [query for query in asked.captured_queries if "tournaments_match" in query["sql"]]


def test_statements_do_not_grow_with_the_entries() -> None:
    def statements(event: Tournament, page: str) -> int:
        kept.clear()
        with CaptureQueriesContext(connection) as asked:
            assert browser().get(address(event, page)).status_code == 200
        return len(asked)

    small, large = open_event("Ann", "Ben", "Cem", "Dan"), open_event()
    enter(large, *(f"P{number}" for number in range(40)))
    for event in (small, large):
        start_tournament(actor=owner_of(event), tournament_id=event.pk)
        played(event, 1)
        paired(event, 2)
    for page in ("pairings", "overview", "standings"):
        assert statements(large, page) == statements(small, page)


def test_an_unpublished_round_leaves_every_seat_empty() -> None:
    event = open_event("Ann", "Ben")
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    round = paired(event, 1)
    assert any(seats(event).values())
    unpublish_round(actor=owner_of(event), round_id=round.pk)
    assert not any(seats(event).values())
    assert seats(event)


def test_nothing_is_kept_for_sections_and_pages_that_are_none() -> None:
    event = running_event()
    here = address(event)
    for path in (
        here.replace("pairings", "decks"),
        f"/t/{event.code}/seats/pairings/{10**7}/",
        f"/t/{event.code}/seats/pairings/{10**30}/",
        here.replace(event.code, "nope"),
    ):
        assert browser().get(path).status_code == 404, path


def test_pages_say_which_seats_they_show() -> None:
    event = running_event()
    for path, kind in (("pairings/", "pairings"), ("pairings/2/", "pairings"), ("overview/", "overview")):
        assert f'data-seats="{kind}"' in browser().get(f"/t/{event.code}/{path}").content.decode()
    for path in ("pairings/1/", "players/", "standings/1/", "info/"):
        assert "data-seats" not in browser().get(f"/t/{event.code}/{path}").content.decode()
    assert 'data-seats="standings"' in browser().get(f"/t/{event.code}/standings/").content.decode()
