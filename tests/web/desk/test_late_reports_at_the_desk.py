"""A report that contradicts the result, as the desk and the player's phone show it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.judged_events import event_with_lists, table_of
from tests.people_and_events import owner_of, player_actor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.services.results import record_score

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def test_it_stands_beside_the_result_and_the_phone_says_so() -> None:
    event, _round, _judge = event_with_lists(4)
    match = table_of(event.registrations.earliest("pk"))
    record_score(actor=owner_of(event), match_id=match.pk, expected_version=1, wins1=2, wins2=0)
    phone, desk = browser(player_actor(match.player2)), browser(owner_of(event))
    sent = {"match": match.pk, "score": "2-1-0", "key": "k"}
    address, asked = reverse("entry_report", args=[match.player2_id]), {"HX-Request": "true"}
    said = words_of(phone.post(address, sent, headers=asked))
    assert "Another result is entered already. Your report is kept and a judge is called; the result stands." in said
    answer = phone.get(address, headers=asked).content.decode()
    assert "The result is entered." in answer
    assert "It differs from a report; a judge is called." in answer
    page = desk.get(reverse("desk_match", args=[event.code, match.pk]))
    assert_clean(page)
    words = words_of(page)
    assert "Reported otherwise after the result was entered" in words
    assert f"The result entered is 2–0; {match.player2.name} has reported 1–2 since" in words
    assert "Enter 1–2" not in words
