"""The page on which staff decide who meets: costs and moves before it is done, and the list of what is decided."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.people_and_events import owner_of
from tests.planned_repairs import flip
from tests.running_events import finish_round, pair, publish, start_event
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.models import DecidedPair, Match, Round, Tournament
from tournaments.services.rounds import publish_round

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.fixture
def draft() -> Round:
    event = start_event(8, planned_rounds=3)
    finish_round(publish(event))
    return pair(event)


def page_of(draft: Round, what: str, one: int, other: int) -> str:
    path = reverse("desk_round_decide", args=[draft.tournament.code, draft.number])
    return f"{path}?what={what}&one={one}&other={other}"


def pair_of(match: Match) -> set[int]:
    return {match.player1_id, match.player2_id}


def desk(event: Tournament) -> Client:
    return browser(owner_of(event))


def test_the_cost_is_shown_level_by_level_before_it_is_done(draft: Round) -> None:
    again = draft.tournament.rounds.get(number=1).matches.earliest("table")
    client = desk(draft.tournament)
    page = client.get(page_of(draft, "meet", again.player1_id, again.player2_id))
    assert_clean(page)
    said = words_of(page)
    assert f"{again.player1.entered_name} meets {again.player2.entered_name}" in said
    assert "Draft now Move few Draw all again Rematches and second byes 0 1 1" in said
    assert "players move" in said
    assert not DecidedPair.objects.exists()


def test_the_choice_that_was_seen_is_made_listed_and_taken_back(draft: Round) -> None:
    event = draft.tournament
    match = draft.matches.earliest("table")
    one, other = match.player1_id, match.player2_id
    client = desk(event)
    seen = client.get(page_of(draft, "apart", one, other)).context["choices"][0].plan
    path = reverse("desk_round_decide", args=[event.code, 2])
    sent = {"what": "apart", "one": one, "other": other, "fingerprint": seen.fingerprint, "reason": "brothers"}
    client.post(path, sent)
    page = client.get(reverse("desk_round", args=[event.code, 2]))
    assert_clean(page)
    said = words_of(page)
    first, second = sorted((match.player1, match.player2), key=lambda player: player.pk)
    assert f"{first.entered_name} does not meet {second.entered_name} in this round brothers" in said
    draft = event.rounds.get(number=2)
    assert not draft.matches.filter(player1__in=(one, other), player2__in=(one, other)).exists()
    free = client.get(page_of(draft, "free", one, other))
    assert "Decide nothing about" in words_of(free)
    fingerprint = free.context["choices"][0].plan.fingerprint
    client.post(path, {"what": "free", "one": one, "other": other, "fingerprint": fingerprint})
    assert not DecidedPair.objects.exists()


def test_the_bye_is_given_from_the_draft_and_taken_back(draft: Round) -> None:
    event = draft.tournament
    client = desk(event)
    round_page, path = (reverse(name, args=[event.code, 2]) for name in ("desk_round", "desk_round_decide"))
    match = draft.matches.earliest("table")
    assert f"{match.player1.entered_name} · table {match.table}" in words_of(client.get(round_page))
    one = match.player1_id
    seen = client.get(f"{path}?what=bye&one={one}")
    assert_clean(seen)
    said = words_of(seen)
    assert f"{match.player1.entered_name} has the bye" in said
    assert "Score of the bye" in said or "bye" in said
    sent = {"what": "bye", "one": one, "reason": "a wedding"}
    client.post(path, sent | {"fingerprint": seen.context["choices"][0].plan.fingerprint})
    page = client.get(round_page)
    assert_clean(page)
    assert f"{match.player1.entered_name} has the bye a wedding" in words_of(page)
    paired = event.rounds.get(number=2).byes.get(kind="paired").registration
    assert f"{paired.entered_name} · bye" in words_of(page)
    back = client.get(f"{path}?what=paired&one={one}")
    assert_clean(back)
    assert "is paired after all" in words_of(back)
    sent = {"what": "paired", "one": one, "fingerprint": back.context["choices"][0].plan.fingerprint}
    client.post(path, sent)
    assert not event.rounds.get(number=2).byes.exists()


def test_a_pair_that_meets_is_marked_on_its_row(draft: Round) -> None:
    event = draft.tournament
    one, two = draft.matches.order_by("table")[:2]
    client = desk(event)
    choice = client.get(page_of(draft, "meet", one.player1_id, two.player1_id)).context["choices"][1]
    sent = {"what": "meet", "one": one.player1_id, "other": two.player1_id, "again": "1", "reason": "stream"}
    client.post(reverse("desk_round_decide", args=[event.code, 2]), sent | {"fingerprint": choice.plan.fingerprint})
    assert words_of(client.get(reverse("desk_round", args=[event.code, 2]))).count("Decided by hand") == 2, (
        "in the list of what is unusual, and on the row"
    )
    publish_round(actor=owner_of(event), round_id=event.rounds.get(number=2).pk)
    forced, other = (
        next(match for match in event.rounds.get(number=2).matches.all() if (one.player1_id in pair_of(match)) is meets)
        for meets in (True, False)
    )
    why = words_of(browser().get(reverse("match_why", args=[event.code, forced.pk])))
    assert "The organiser decided that these two meet: stream" in why
    assert "set by hand" not in why
    assert "decided that these" not in words_of(browser().get(reverse("match_why", args=[event.code, other.pk])))


def test_a_choice_that_is_not_the_one_shown_is_not_made(draft: Round) -> None:
    match = draft.matches.earliest("table")
    sent = {"what": "apart", "one": match.player1_id, "other": match.player2_id, "fingerprint": "x", "reason": "why"}
    answer = desk(draft.tournament).post(reverse("desk_round_decide", args=[draft.tournament.code, 2]), sent)
    assert answer.status_code == 409
    assert "Look at the choices again" in words_of(answer)
    assert 'value="why"' in answer.content.decode()
    assert not DecidedPair.objects.exists()


def test_nobody_chosen_says_so(draft: Round) -> None:
    answer = desk(draft.tournament).get(page_of(draft, "meet", 0, 0))
    assert answer.status_code == 200
    assert words_of(answer)


def test_a_repair_says_that_a_table_was_decided_not_that_it_has_begun(draft: Round) -> None:
    event = draft.tournament
    match = draft.matches.earliest("table")
    client = desk(event)
    choice = client.get(page_of(draft, "meet", match.player1_id, match.player2_id)).context["choices"][0]
    sent = {"what": "meet", "one": match.player1_id, "other": match.player2_id, "reason": "stream"}
    client.post(reverse("desk_round_decide", args=[event.code, 2]), sent | {"fingerprint": choice.plan.fingerprint})
    publish_round(actor=owner_of(event), round_id=event.rounds.get(number=2).pk)
    flip(event.rounds.get(number=1).matches.latest("table"))
    said = words_of(client.get(reverse("desk_round_repair", args=[event.code, 2])))
    assert "1 of them was decided by hand." in said
    assert "begun" not in said
