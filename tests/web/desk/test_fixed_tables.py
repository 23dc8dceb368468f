"""What tables given by hand cost, before they are given, and what everybody reads of it."""

import pytest

from tests.people_and_events import owner_of
from tests.running_events import finish_round, pair, publish, start_event
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.queries.table_costs import TableCosts, table_costs
from tournaments.services.entries import fix_seat
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.django_db


def test_fixing_a_seat_is_shown_before_it_is_done_and_read_by_everybody():
    event = start_event(4)
    draft = pair(event)
    match = draft.matches.order_by("table").first()
    entry, other = match.player1, match.player2
    fix_seat(actor=owner_of(event), registration_id=other.pk, table=7)
    desk = DeskVisitor(event, owner_of(event))
    page = desk.read("desk_entry_seat", entry.pk, table="7")
    assert f"Always at this table too: {other.entered_name}" in page
    assert "The draft of round 1 keeps the match at table 1." in page
    assert "With the seat fixed" in page
    page = desk.press("desk_entry_seat", entry.pk, table="7")
    assert "sits at table 7" in page
    publish_round(actor=owner_of(event), round_id=draft.pk)
    public = DeskVisitor(event).read("tournament_pairings", 1)
    assert "Table 7 was fixed for one entry, from the next pairing on." in public
    entry.refresh_from_db()
    assert desk.client.post(desk.path("desk_entry_seat", entry.pk) + "?table=").status_code == 302
    entry.refresh_from_db()
    assert entry.fixed_table is None
    assert desk.get("desk_entry_seat", entry.pk, query={"table": "x"}).status_code == 400


def test_moving_a_match_shows_what_it_costs_level_by_level():
    event = start_event(4, avoid_same_table=True, planned_rounds=3)
    first = finish_round(publish(event))
    seated = first.matches.get(table=1).player1
    fix_seat(actor=owner_of(event), registration_id=seated.pk, table=1)
    draft = pair(event)
    match = next(one for one in draft.matches.all() if seated in one.entries)
    assert match.table == 1
    before = table_costs(draft)
    desk = DeskVisitor(event, owner_of(event))
    page = desk.read("desk_round_table", 2, match=match.pk, table=9)
    assert "After the move" in page
    assert "Players not at their fixed table" in page
    desk.press("desk_round_table", 2, match=match.pk, table=9)
    assert before.repeats
    assert table_costs(draft) == TableCosts(1, before.repeats - sum(_sat_at(first, 1, one) for one in match.entries))


def _sat_at(round, table, entry):
    return entry in round.matches.get(table=table).entries
