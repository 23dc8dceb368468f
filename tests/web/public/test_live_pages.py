"""Pages that refresh themselves, find names, and explain their numbers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.people_and_events import owner_of, player_actor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, cut_event, entry, running_event, won
from tournaments.models import Match, Tournament
from tournaments.pages.store import store
from tournaments.services.clock import pause_clock
from tournaments.services.result_inputs import GameInput
from tournaments.services.results import record_game

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def facts_of(page: str) -> dict[str, str]:
    """What an open page knows about how to follow its event."""
    return dict(re.findall(r' data-(follow|stream|own-parts|mark)="([^"]*)"', page))


@pytest.mark.parametrize("stage", ["swiss", "cut"])
def test_a_page_moves_only_when_something_changed(stage: str) -> None:
    tournament = running_event() if stage == "swiss" else cut_event()
    path = reverse("tournament_pairings" if stage == "swiss" else "tournament_bracket", args=[tournament.code])
    client = browser()
    first = client.get(path)
    facts = facts_of(first.content.decode())
    assert client.get(facts["follow"], {"seen": facts["mark"]}).status_code == 204
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 304
    won(Match.objects.filter(round__tournament=tournament, is_complete=False).first(), 2, 0)
    newer = client.get(facts["follow"], {"seen": facts["mark"]})
    assert newer.status_code == 200
    answer = client.get(path, headers={"If-None-Match": first["ETag"]})
    assert facts_of(answer.content.decode())["mark"] == newer.content.decode()
    assert "2–0" in words_of(answer)
    assert_clean(answer)


def test_an_older_round_says_that_a_newer_one_is_under_way() -> None:
    tournament = running_event()
    path = reverse("tournament_pairings", args=[tournament.code, 1])
    assert "Round 2: published." in words_of(browser().get(path))
    tournament.rounds.filter(number=2).update(status="completed")
    assert "Round 2: published." not in words_of(browser().get(path))


def test_my_table_stands_on_top_and_is_marked() -> None:
    tournament = running_event()
    match = Match.objects.filter(round__tournament=tournament, round__number=2).first()
    client = browser(player_actor(match.player1))
    page = client.get(reverse("tournament_pairings", args=[tournament.code])).content.decode()
    assert 'class="my-match"' in page
    assert page.count(" data-mine") == 1
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


def test_a_page_without_scripts_says_when_the_round_ends() -> None:
    """The time that was left stands still there."""
    tournament = running_event()
    round = tournament.rounds.get(number=2)
    assert round.clock_ends_at is not None
    client = browser(player_actor(round.matches.earliest("pk").player1))
    (words,) = re.findall(r"<noscript>(.*?)</noscript>", client.get(reverse("my_page")).text, re.DOTALL)
    assert f"{timezone.localtime(round.clock_ends_at):%H:%M}" in words
    pause_clock(actor=owner_of(tournament), round_id=round.pk)
    assert "<noscript>" not in client.get(reverse("my_page")).text


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
    coming.join_code = "COMNG0"
    coming.save()
    words = words_of(browser().get("/"))
    assert words.index("正在打") < words.index("What you can join") < words.index("可以报名的")
    mine = browser(player_actor(entry(running, "Alexander"))).get("/")
    assert 'class="my-match"' in mine.content.decode()


def test_an_address_written_otherwise_is_the_same_page() -> None:
    tournament = running_event()
    client = browser()
    first = client.get(f"/t/{tournament.code}/pairings/1/")
    kept_before = store.size
    again = client.get(f"/t/{tournament.code}/pairings/0001/")
    assert (again["ETag"], store.size) == (first["ETag"], kept_before)
    assert again.content == first.content


def test_a_code_shows_the_address_of_the_moment(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PHONE_HOSTS = f"{__name__}.hosts"
    path = reverse("tournament_info", args=[running_event().code])
    for address in ("192.168.1.5", "10.0.0.7"):
        monkeypatch.setattr(f"{__name__}.hosts", lambda address=address: [address])
        assert address in browser().get(path, headers={"host": "localhost"}).content.decode()


def hosts() -> list[str]:
    """The machine's addresses on the local network."""
    return []


def test_ones_own_page_is_not_stored() -> None:
    tournament = running_event()
    path = reverse("tournament_pairings", args=[tournament.code])
    assert "no-store" not in browser().get(path)["Cache-Control"]
    for actor in (player_actor(entry(tournament, "Alexander")), owner_of(tournament)):
        assert "no-store" in browser(actor).get(path)["Cache-Control"]
    assert "HX-Request" in browser().get(path)["Vary"]
