"""Pages that ask again by themselves, find names, and open their numbers."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.people_and_events import owner_of, player_actor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, cut_event, entry, running_event, won
from tournaments.models import Match, Tournament
from tournaments.services.result_inputs import GameInput
from tournaments.services.results import record_game

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def polled_address(page: str) -> str:
    found = re.search(r'hx-get="([^"]*\?seen=[^"]*)"', page)
    assert found
    return found.group(1).replace("&amp;", "&")


@pytest.mark.parametrize("stage", ["swiss", "cut"])
def test_a_page_moves_only_when_something_changed(stage: str) -> None:
    tournament = running_event() if stage == "swiss" else cut_event()
    name = "tournament_pairings" if stage == "swiss" else "tournament_bracket"
    client = browser()
    address = polled_address(client.get(reverse(name, args=[tournament.code])).content.decode())
    assert client.get(address, headers=HTMX).status_code == 204
    won(Match.objects.filter(round__tournament=tournament, is_complete=False).first(), 2, 0)
    answer = client.get(address, headers=HTMX)
    assert answer.status_code == 200
    assert "2–0" in words_of(answer)
    assert_clean(answer, partial=True)
    assert client.get(polled_address(answer.content.decode()), headers=HTMX).status_code == 204


def test_an_older_round_says_that_a_newer_one_is_under_way() -> None:
    tournament = running_event()
    path = reverse("tournament_pairings", args=[tournament.code, 1])
    assert "Round 2 is published." in words_of(browser().get(path))
    tournament.rounds.filter(number=2).update(status="completed")
    assert "Round 2 is published." not in words_of(browser().get(path))


def test_my_table_stands_on_top_and_is_marked() -> None:
    tournament = running_event()
    match = Match.objects.filter(round__tournament=tournament, round__number=2).first()
    client = browser(player_actor(match.player1))
    page = client.get(reverse("tournament_pairings", args=[tournament.code])).content.decode()
    assert 'class="my-match"' in page
    assert page.count('class="mine"') == 1
    assert "Why this opponent?" in page
    assert (
        'class="my-match"' not in browser().get(reverse("tournament_pairings", args=[tournament.code])).content.decode()
    )


def test_a_bye_is_said_to_who_has_it() -> None:
    tournament = running_event()
    bye = tournament.rounds.get(number=2).byes.get()
    page = browser(player_actor(bye.registration)).get(reverse("my_page"))
    assert "You have a bye" in words_of(page)


def test_find_my_name_works_without_scripts() -> None:
    tournament = running_event()
    answer = browser().get(reverse("tournament_pairings", args=[tournament.code]), {"find": "ＡＬＥＸ"})
    assert len(re.findall(r"data-name=", answer.content.decode())) == 1
    assert "Alexander" in words_of(answer)


def test_the_match_page_says_who_chooses_and_by_which_clause() -> None:
    tournament = running_event()
    match = Match.objects.filter(round__tournament=tournament, round__number=2).first()
    path = reverse("match", args=[tournament.code, match.pk])
    assert "1.2.2" in words_of(browser().get(path))
    record_game(
        actor=owner_of(tournament),
        match_id=match.pk,
        expected_version=match.version,
        game=GameInput(winner_seat=1, chooser_seat=1, method="rps", choice="first", first_seat=1, ending="damage"),
    )
    words = words_of(browser().get(path))
    assert f"Game 2: {match.player2.name} chooses, having lost game 1." in words
    assert "1.2.2a" in words
    assert "Five or more cards in the damage area" in words


def test_a_percentage_opens_to_its_arithmetic_in_a_sheet_or_on_a_page() -> None:
    tournament = running_event()
    match = Match.objects.filter(round__tournament=tournament, round__number=1, table=1).get()
    path = reverse("standing_explained", args=[tournament.code, 1, match.player1_id, "OMW"])
    sheet = browser().get(path, headers=HTMX)
    assert "<html" not in sheet.content.decode()
    assert_clean(sheet, partial=True)
    page = words_of(browser().get(path))
    assert match.player2.name in page
    assert "0 / 3" in page
    assert "33.00%" in page
    assert "floor" in page


def test_each_record_is_read_out_in_words() -> None:
    tournament = running_event()
    page = browser().get(reverse("tournament_standings", args=[tournament.code])).content.decode()
    assert 'aria-label="win"' in page
    assert 'aria-label="loss"' in page


def test_the_home_page_lists_running_coming_and_finished() -> None:
    running = running_event(name="正在打")
    coming = Tournament.objects.get(pk=running.pk)
    coming.pk, coming.code, coming.name, coming.phase = None, "comingev", "可以报名的", "registration"
    coming.save()
    words = words_of(browser().get("/"))
    assert words.index("正在打") < words.index("What you can join") < words.index("可以报名的")
    mine = browser(player_actor(entry(running, "Alexander"))).get("/")
    assert 'class="my-match"' in mine.content.decode()
