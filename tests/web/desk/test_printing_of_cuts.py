"""Paper of an event with a top cut for each division: brackets, standings, slips and everything for the round."""

from __future__ import annotations

import re

import pytest

from tests.people_and_events import edit_event, owner_of
from tests.running_events import finish_round, publish
from tests.tournaments.services.recorded import at
from tests.tournaments.services.test_division_cuts import begin, cut_event
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean, words_of
from tournaments.models import Registration, Tournament
from tournaments.queries.names import shown_name
from tournaments.services.finish import finish_tournament
from tournaments.services.results import record_outcome

pytestmark = pytest.mark.django_db
NAMES = {
    "en": {
        "junior": "Junior",
        "masters": "Masters",
        "semi": "Semifinals",
        "quarter": "Quarterfinals",
        "final": "Final",
    },
    "zh-hans": {"junior": "少年组", "masters": "大师组", "semi": "半决赛", "quarter": "四分之一决赛"},
}


@pytest.fixture
def event() -> Tournament:
    """Four juniors and eight masters at the first tables of their cuts."""
    tournament = cut_event()
    begin(tournament)
    tournament.refresh_from_db()
    return tournament


def public(entry: Registration) -> str:
    return shown_name(entry, private=False)


def sheets(desk: DeskVisitor, what: str, **query: str) -> list[str]:
    """The text of each page of a document."""
    answer = desk.get("desk_paper", what, query=query)
    assert_clean(answer)
    found = re.findall(r'<article class="sheet-page.*?</article>', answer.content.decode(), re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", page).split()) for page in found]


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_bracket_says_who_did_not_come(event: Tournament, language: str) -> None:
    """In the picture and in the list below it, on paper as on the page that everybody reads."""
    owner, match = owner_of(event), event.rounds.get(stage="top_cut").matches.first()
    assert match is not None
    words = {"en": "No-show", "zh-hans": "未到场"}[language]
    desk = DeskVisitor(event, owner, language=language)
    assert words not in " ".join(sheets(desk, "bracket"))
    record_outcome(**at(match, owner, outcome="no_show", winner_seat=1))
    assert sum(page.count(words) for page in sheets(desk, "bracket")) == 2
    assert words_of(desk.get("tournament_bracket")).count(words) == 2
    api = desk.client.get(f"/api/v1/tournaments/{event.code}/top-cut/").json()
    drawn = [one for bracket in api for one in bracket["rounds"][0]["matches"] if one["outcome"]]
    assert [(one["match"], one["outcome"]) for one in drawn] == [(match.pk, "no_show")]


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_each_division_has_its_bracket_on_a_page_of_its_own(event: Tournament, language: str) -> None:
    words = NAMES[language]
    junior, masters = sheets(DeskVisitor(event, owner_of(event), language=language), "bracket")
    assert words["junior"] in junior
    assert words["masters"] in masters
    assert words["semi"] in junior
    assert words["quarter"] not in junior
    assert words["quarter"] in masters
    for page, code, others in ((junior, "junior", "masters"), (masters, "masters", "junior")):
        seeded = event.registrations.filter(seed__isnull=False)
        assert all(f"{entry.seed} {public(entry)}" in page for entry in seeded.filter(division=code))
        assert not any(public(entry) in page for entry in seeded.filter(division=others))


def test_the_bracket_names_who_came_on_and_the_champion_of_each(event: Tournament) -> None:
    desk = DeskVisitor(event, owner_of(event), language="en")
    round = event.rounds.get(status="published")
    finish_round(round)
    finish_round(publish(event))
    junior, masters = sheets(desk, "bracket")
    final = event.rounds.order_by("-number")[0].matches.filter(player1__division="junior").get()
    assert junior.count(public(final.player1)) == 4  # Semifinal and final, in the drawing and in the list.
    assert "Final" in masters


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_standings_name_the_division_and_the_place_in_it(event: Tournament, language: str) -> None:
    words = NAMES[language]
    desk = DeskVisitor(event, owner_of(event), language=language)
    (page,) = sheets(desk, "standings")
    for place in range(1, 5):
        assert f"{words['junior']} {place}" in page
    for place in range(1, 9):
        assert f"{words['masters']} {place}" in page
    while event.rounds.order_by("-number")[0].number < 6:
        finish_round(event.rounds.order_by("-number")[0])
        publish(event)
    finish_round(event.rounds.order_by("-number")[0])
    finish_tournament(actor=owner_of(event), tournament_id=event.pk)
    final = sheets(desk, "standings")
    for page, name, players in zip(final, ("junior", "masters"), (4, 8), strict=True):
        assert f"· {words[name]}" in page
        assert [str(place) in page.split() for place in range(1, players + 1)] == [True] * players


def test_slips_and_the_desk_say_which_division_a_table_plays_for(event: Tournament) -> None:
    desk = DeskVisitor(event, owner_of(event), language="en")
    slips = " ".join(sheets(desk, "slips"))
    assert (slips.count("Junior ·"), slips.count("Masters ·")) == (2, 4)
    board = desk.read("desk")
    assert (board.count("Junior</span>"), board.count("Masters</span>")) == (2, 4)


def test_before_the_cut_no_table_plays_for_a_division() -> None:
    tournament = cut_event()
    edit_event(tournament, planned_rounds=4)
    publish(tournament)
    desk = DeskVisitor(tournament, owner_of(tournament), language="en")
    assert "Masters ·" not in " ".join(sheets(desk, "slips"))


def test_everything_for_a_round_of_the_cut_has_the_brackets(event: Tournament) -> None:
    desk = DeskVisitor(event, owner_of(event), language="en")
    pages = sheets(desk, "round")
    brackets = [page for page in pages if "Bracket" in page]
    assert len(brackets) == 2
    assert [page for page in sheets(desk, "round", round="3") if "Bracket" in page] == []
    assert "Quarterfinals" in brackets[1]
    assert "Everything for the round" in words_of(desk.get("desk_print"))
