"""What a player's own page says while there is no table to sit at, and how long a name may be there."""

from __future__ import annotations

import pytest

from tests.judged_events import hand_in
from tests.people_and_events import enter, make_event, owner_of, player_actor
from tests.running_events import finish_round, pair, publish, start_event
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.services.reports import report_own_score
from tournaments.services.results import record_outcome

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "first", "over"),
    [
        ("en", "Your table appears here once the first round is published.", "your new table appears here"),
        ("zh-hans", "你的桌号会显示在这里", "新的桌号会显示在这里"),
    ],
)
def test_the_own_page_says_what_is_waited_for(language: str, first: str, over: str) -> None:
    event = start_event(4)
    phone = browser(player_actor(event.registrations.earliest("pk")), language)
    assert first in words_of(phone.get("/my/"))
    round_ = publish(event)
    words = words_of(phone.get("/my/"))
    assert first not in words
    assert over not in words
    finish_round(round_)
    pair(event)
    assert over in words_of(phone.get("/my/"))


def test_nobody_is_said_to_have_called_the_judge_who_comes_because_reports_differ() -> None:
    match = publish(start_event(4)).matches.order_by("table")[0]
    for entry in match.entries:
        keys = {"registration_id": entry.pk, "match_id": match.pk}
        report_own_score(actor=player_actor(entry), score=(2, 0, 0), **keys)
    for entry in match.entries:
        words = words_of(browser(player_actor(entry), "en").get("/my/"))
        assert "A judge has been called to your table." in words
        assert "has called a judge" not in words


def test_the_own_page_says_how_far_the_deck_is() -> None:
    event = make_event(decklists_required=True)
    (own,) = enter(event, "P01")
    phone = browser(player_actor(own), "en")
    assert "No deck yet" in words_of(phone.get("/my/"))
    hand_in(own, "1 HBU01-A01")
    assert "Deck submitted, but not legal yet" in words_of(phone.get("/my/"))
    hand_in(own)
    assert "Deck submitted, legal" in words_of(phone.get("/my/"))


def test_the_own_page_has_the_score_that_counts_after_a_no_show() -> None:
    event = start_event(4)
    match = publish(event).matches.order_by("table")[0]
    record_outcome(
        actor=owner_of(event),
        match_id=match.pk,
        expected_version=match.version,
        outcome="no_show",
        winner_seat=2,
    )
    for entry, said in ((match.player1, "0–2"), (match.player2, "2–0")):
        words = words_of(browser(player_actor(entry), "en").get("/my/"))
        assert said in words
