"""The pages of a family in an event of teams by seat, as axe-core finds them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.by_seat_events import boards, record, started_by_seat
from tests.flows.axe import needs_axe, phone_of, violations
from tests.flows.browsers import Hall
from tests.people_and_events import load_every_game, owner_of, player_actor
from tests.running_events import publish
from tests.web.public.visiting import browser as client_of
from tests.web.public.visiting import open_links
from tournaments.services.reports import report_own_score

pytestmark = [pytest.mark.slow, needs_axe]


def test_axe_finds_nothing_where_a_family_plays_by_seat_and_reports_differ(hall: Hall) -> None:
    """Two of a team on one phone; the first board is disputed, the match of the next table was decided as a whole."""
    load_every_game()
    event = started_by_seat()
    match, whole = publish(event).matches.order_by("table")
    board, second = boards(match)
    for entry in board.entries:
        won_by_both = {"registration_id": entry.pk, "match_id": board.pk, "score": (2, 0, 0)}
        report_own_score(actor=player_actor(entry), **won_by_both)
    record(whole, "no_show", 1)
    client = client_of(None, "en")
    open_links(client, board.player1.player, second.player1.player)
    phone = phone_of(hall, client=client, language="en")
    table = reverse("match", args=[event.code, board.pk])
    assert violations(phone, ["/my/", table, reverse("tournament_pairings", args=[event.code])], "en") == {}
    desk = [reverse("desk_match", args=[event.code, board.pk]), reverse("desk_floor", args=[event.code])]
    assert violations(phone_of(hall, owner_of(event)), desk) == {}
