"""Why somebody has no opponent, and why two meet in the top cut: in plain words, one tap from one's own page."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.by_seat_events import boards, first_match, started_by_seat
from tests.people_and_events import owner_of, player_actor
from tests.running_events import finish_round, publish, start_event
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, cut_event
from tournaments.models import Match, Registration, Round
from tournaments.services.entries import assign_rounds

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def page_of(round: Round, entry: Registration) -> str:
    return reverse("without_match_why", args=[round.tournament.code, round.number, entry.pk])


def test_a_bye_is_explained_one_tap_from_ones_own_page() -> None:
    tournament = start_event(5)
    finish_round(publish(tournament))
    second = publish(tournament)
    entry = second.byes.get().registration
    path = page_of(second, entry)
    for own in ("/my/", reverse("tournament_pairings", args=[tournament.code])):
        assert f'href="{path}"' in browser(player_actor(entry)).get(own).content.decode()
    for client in (browser(), browser(player_actor(entry)), browser(owner_of(tournament))):
        answer = client.get(path)
        assert_clean(answer)
        words = words_of(answer)
        assert "Why no opponent?" in words
        assert "5 were to be paired, an odd number: one of them has no opponent." in words
        assert f"{entry.name} had 0 points before the round." in words
        assert "A bye counts as a won match." in words
    assert "这一轮要配对的有 5 人" in words_of(browser(language="zh-hans").get(path))


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("bye", "The organisers gave P05 this bye; the pairing did not choose it."),
        ("loss", "Before the round was paired the organisers had assigned P05 a loss in it."),
    ],
)
def test_what_staff_assigned_is_explained_without_their_reason(kind: str, said: str) -> None:
    tournament = start_event(5, planned_rounds=3)
    entry = tournament.registrations.get(number=5)
    assign_rounds(actor=owner_of(tournament), registration_id=entry.pk, kind=kind, first=1, reason="school exam")
    path = page_of(publish(tournament), entry)
    assert f'href="{path}"' in browser(player_actor(entry)).get("/my/").content.decode()
    words = words_of(browser().get(path))
    assert said in words
    assert "school exam" not in words


def test_who_has_an_opponent_after_all_is_led_to_why_they_meet() -> None:
    tournament = start_event(4)
    match = publish(tournament).matches.first()
    assert match is not None
    answer = browser().get(page_of(match.round, match.player1))
    assert answer["Location"] == reverse("match_why", args=[tournament.code, match.pk])
    other = start_event(3)
    assert browser().get(page_of(match.round, other.registrations.first())).status_code == 404


def test_the_top_cut_says_the_seeds_and_whom_each_met_before() -> None:
    tournament = cut_event(finished=True)
    cut = tournament.rounds.filter(stage="top_cut").order_by("number")
    first = Match.objects.filter(round=cut[0]).first()
    final = Match.objects.filter(round=cut.last(), is_third_place=False).get()
    words = words_of(browser().get(reverse("match_why", args=[tournament.code, first.pk])))
    for entry in first.entries:
        assert f"{entry.name} came into the top cut as seed {entry.seed}." in words
    assert "The highest seed meets the lowest: the two best meet in the final at the earliest." in words
    answer = browser().get(reverse("match_why", args=[tournament.code, final.pk]))
    assert_clean(answer)
    assert "This is the final." in words_of(answer)
    assert words_of(answer).count("in the round before and advanced.") == 2


def test_members_of_teams_meet_because_their_teams_do() -> None:
    match = first_match(started_by_seat())
    code = match.round.tournament.code
    answer = browser().get(reverse("match_why", args=[code, boards(match)[0].pk]))
    assert answer["Location"] == reverse("match_why", args=[code, match.pk])
    mine = words_of(browser(player_actor(boards(match)[0].player1)).get("/my/"))
    assert "Why do we play " in mine
