"""The open calls are on every page of the staff; a page whose visitor works here no longer goes to the sign-in."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from tests.judged_events import event_with_lists
from tests.people_and_events import owner_of, player_actor, staff_actor
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.desk.test_staff_links import link_of, phone_with
from tests.web.pages import assert_clean, words_of
from tournaments.models import Match
from tournaments.services.calls import raise_call
from tournaments.services.staff_links import revoke_staff_link

pytestmark = pytest.mark.django_db

SAID = "1 table waits for a judge"


@pytest.fixture
def event():
    tournament, round_, judge = event_with_lists(4)
    match: Match = round_.matches.earliest("pk")
    raise_call(actor=judge, match_id=match.pk, words="")
    return tournament, match, judge


def test_questions_papers_and_decks_show_the_open_calls(event) -> None:
    tournament, match, judge = event
    owner = DeskVisitor(tournament, owner_of(tournament))
    link, _path = link_of(tournament)
    entry = match.player1
    questions = [("desk_staff_link_revoke", link.pk), ("desk_entry_link_revoke", entry.pk), ("desk_join_code_renew",)]
    papers = [("desk_paper", "numbers"), ("deck_sheets",), ("decks_compare",)]
    for page, *keys in (*questions, *papers):
        answer = owner.get(page, *keys)
        assert SAID in words_of(answer), page
        assert_clean(answer)
    visitor = DeskVisitor(tournament, judge)
    for page in ("deck_editor", "deck_sheet"):
        answer = visitor.client.get(reverse(page, args=[entry.pk]))
        assert SAID in words_of(answer), page


def test_players_see_none_of_it_beside_their_deck(event) -> None:
    tournament, match, _judge = event
    visitor = DeskVisitor(tournament, player_actor(match.player1))
    page = visitor.client.get(reverse("deck_editor", args=[match.player1_id]))
    assert page.status_code == 200
    assert "calls-place" not in text_of(page)
    assert "desk_calls" not in text_of(page)


@pytest.mark.parametrize(
    ("page", "target"), [("desk_calls_count", "calls-count"), ("desk_floor", "floor"), ("desk", "board")]
)
def test_an_open_page_of_an_ended_link_goes_to_the_sign_in_as_a_whole(event, page: str, target: str) -> None:
    tournament, _match, _judge = event
    link, path = link_of(tournament)
    phone = phone_with(path)
    revoke_staff_link(actor=owner_of(tournament), tournament_id=tournament.pk, link_id=link.pk)
    here = f"/t/{tournament.code}/floor/?state=called"
    headers = {"HX-Request": "true", "HX-Target": target, "HX-Current-URL": f"http://testserver{here}"}
    answer = phone.get(reverse(page, args=[tournament.code]), headers=headers)
    assert (answer.status_code, answer.content) == (200, b"")
    asked = urlsplit(answer["HX-Redirect"])
    assert parse_qs(asked.query)["next"] == [here]
    assert asked.path == urlsplit(phone.get(f"/t/{tournament.code}/floor/").url).path


def test_an_open_page_of_who_was_taken_off_the_staff_keeps_what_it_shows(event) -> None:
    tournament, _match, _judge = event
    actor = staff_actor(tournament, "judge")
    visitor = DeskVisitor(tournament, actor)
    tournament.staff.filter(user=actor.user).delete()
    answer = visitor.get("desk_calls_count", htmx="calls-count")
    assert (answer.status_code, answer["HX-Retarget"]) == (403, "#messages")
    assert "<html" not in text_of(answer)
