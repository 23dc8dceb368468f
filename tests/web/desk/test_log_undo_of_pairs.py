"""The log offers to undo that two players were kept apart, and that a match of a draft moved to another table."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.people_and_events import enter, make_event, owner_of
from tests.running_events import pair, start_event
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import words_of
from tournaments.models import KeepApart, Tournament
from tournaments.services import rounds
from tournaments.services.drafts import set_table, swap_players
from tournaments.services.entries import allow_pairing, keep_apart, withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def ways_back(desk: DeskVisitor, part: str) -> list[str]:
    """The addresses that the log's buttons post to, of those with this part; the newest line first."""
    found = re.findall(r'<form method="post" action="([^"]+)"', desk.read("desk_log"))
    return [address.replace("&amp;", "&") for address in dict.fromkeys(found) if part in address]


def event_of(*names: str) -> tuple[Tournament, DeskVisitor, list[int]]:
    event = make_event()
    enter(event, *names)
    keys = event.registrations.order_by("pk").values_list("pk", flat=True)
    return event, DeskVisitor(event, owner_of(event)), list(keys)


def keep(event: Tournament, one: int, other: int, *, is_hard: bool) -> KeepApart:
    return keep_apart(
        actor=owner_of(event), tournament_id=event.pk, registration_a=one, registration_b=other, is_hard=is_hard
    )


def test_what_was_said_about_two_players_is_taken_back_and_taken_back_again() -> None:
    event, desk, (one, other, *_) = event_of("Ann", "Bob", "Cid")

    def undo() -> list[bool]:
        (way,) = ways_back(desk, "/apart/")
        assert desk.client.post(way).status_code == 302
        return list(event.kept_apart.values_list("is_hard", flat=True))

    keep(event, other, one, is_hard=False)
    assert [undo(), undo()] == [[], [False]]
    keep(event, one, other, is_hard=True)
    assert [undo(), undo()] == [[False], [True]]
    allow_pairing(actor=owner_of(event), tournament_id=event.pk, keep_apart_id=event.kept_apart.get().pk)
    assert undo() == [True]


def test_lines_about_other_players_have_a_button_each() -> None:
    event, desk, (one, other, third) = event_of("Ann", "Bob", "Cid")
    keep(event, one, other, is_hard=True)
    keep(event, one, third, is_hard=False)
    assert len(ways_back(desk, "/apart/remove/")) == 2


def test_no_button_where_nothing_can_be_taken_back() -> None:
    event, desk, (one, other, third) = event_of("Ann", "Bob", "Cid")
    kept = keep(event, one, other, is_hard=True)
    again = keep(event, one, other, is_hard=True)
    assert kept.pk == again.pk
    assert ways_back(desk, "/apart/") == []  # The newest line changed nothing.
    keep(event, one, third, is_hard=True)
    allow_pairing(actor=owner_of(event), tournament_id=event.pk, keep_apart_id=event.kept_apart.last().pk)
    withdraw(actor=owner_of(event), registration_id=third)
    assert ways_back(desk, "/apart/") == []
    keep(event, one, other, is_hard=False)
    assert len(ways_back(desk, "/apart/")) == 1
    Tournament.objects.filter(pk=event.pk).update(phase="top_cut")
    assert ways_back(desk, "/apart/") == []


def test_many_lines_about_pairs_take_no_more_queries_than_one() -> None:
    event, desk, keys = event_of(*(f"P{number}" for number in range(8)))
    counted = []
    for pairs in (1, 6):
        for other in keys[1 : 1 + pairs]:
            keep(event, keys[0], other, is_hard=False)
            keep(event, keys[0], other, is_hard=True)
        desk.read("desk_log")
        with CaptureQueriesContext(connection) as caught:
            desk.read("desk_log")
        counted.append(len(caught))
    assert len(ways_back(desk, "/apart/?")) == 6
    assert counted[0] == counted[1]


def test_the_line_says_what_was_and_what_is() -> None:
    event, desk, (one, other, *_) = event_of("Ann", "Bob", "Cid")
    keep(event, one, other, is_hard=True)
    words = words_of(desk.get("desk_log"))
    assert words.index("whenever it fits") < words.index("never", words.index("whenever it fits"))
    assert "Ann and Bob are never to be paired" in words


def test_a_match_goes_back_to_its_table_and_the_other_one_too() -> None:
    event = start_event(6)
    desk = DeskVisitor(event, owner_of(event))
    draft = pair(event)
    seats = dict(draft.matches.values_list("pk", "table"))
    first = draft.matches.get(table=1)
    set_table(actor=owner_of(event), round_id=draft.pk, match_id=first.pk, table=3, reason="wheelchair")
    (way,) = ways_back(desk, "/table/")
    assert desk.client.post(way, {"next": desk.path("desk_log")}).url == desk.path("desk_log")
    assert dict(draft.matches.values_list("pk", "table")) == seats
    draft.refresh_from_db()
    assert not draft.edited_by_hand
    assert event.log.filter(verb="table_changed").count() == 2


def test_only_the_newest_step_of_a_draft_has_the_button() -> None:
    event = start_event(6)
    desk = DeskVisitor(event, owner_of(event))
    draft = pair(event)
    one, two = draft.matches.get(table=1), draft.matches.get(table=2)
    set_table(actor=owner_of(event), round_id=draft.pk, match_id=one.pk, table=9)
    swap_players(actor=owner_of(event), round_id=draft.pk, registration_a=one.player1_id, registration_b=two.player1_id)
    assert ways_back(desk, "/table/") == []
    set_table(actor=owner_of(event), round_id=draft.pk, match_id=one.pk, table=8)
    assert len(ways_back(desk, "/table/")) == 1
    rounds.publish_round(actor=owner_of(event), round_id=draft.pk)
    assert ways_back(desk, "/table/") == []
