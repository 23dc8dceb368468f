"""A draft that sits at the tables that its event's settings say, also where they change while it is open."""

from __future__ import annotations

import pytest

from accounts.refusals import Conflict
from tests.api.client import ApiAsker
from tests.events_in_pods import start_pods
from tests.people_and_events import edit_event, owner_of
from tests.running_events import finish_round, pair, publish, start_event
from tests.tournaments.services.test_tables_of_the_hall import of_one_maker
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.desk.test_two_editors import filled
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.models import Round
from tournaments.queries.receipts import receipt_of
from tournaments.receipts.canonical import canonical
from tournaments.receipts.checking import check_text
from tournaments.services.drafts import set_table, swap_players
from tournaments.services.entries import fix_seat
from tournaments.services.rounds import publish_round, unpublish_round
from tournaments.services.tables_follow import tables_back, use_settings_tables

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def seats(draft: Round) -> list[tuple[int | None, int, int]]:
    return list(draft.matches.order_by("table").values_list("table", "player1", "player2"))


def pairs(draft: Round) -> list[tuple[int, int]]:
    return [(one, two) for _table, one, two in seats(draft)]


def tables(draft: Round) -> list[int | None]:
    return [table for table, _one, _two in seats(draft)]


def test_the_offered_tables_are_those_of_the_draft_and_one_press_goes_back() -> None:
    event = start_event(8)
    publish(event)
    other = start_event(4, name="Side")
    of_one_maker(event, other)
    draft = pair(other)
    was, desk = seats(draft), DeskVisitor(other, owner_of(other))
    sent = filled(desk.client, desk.path("desk_edit") + "?tables=free")
    assert "The draft plays at tables 5-6." in desk.press("desk_edit", **sent)
    assert tables(draft) == [5, 6]
    assert pairs(draft) == [pair[1:] for pair in was]
    draft.refresh_from_db()
    assert not draft.edited_by_hand
    assert "moved tables 1-2 of round 1 to 5-6" in desk.read("desk_log")
    line = other.log.get(verb="tables_followed")
    desk.press("desk_round_tables_back", 1, line.pk)
    assert seats(draft) == was
    with pytest.raises(Conflict):
        tables_back(actor=owner_of(other), round_id=draft.pk, line_id=line.pk)


def test_the_receipt_holds_and_everybody_reads_it() -> None:
    event = start_event(8, planned_rounds=3)
    draft = pair(event)
    one, two = draft.matches.order_by("table")[:2]
    both = {"registration_a": one.player1_id, "registration_b": two.player1_id}
    swap_players(actor=owner_of(event), round_id=draft.pk, **both)
    edit_event(event, first_table=3)
    swap_players(actor=owner_of(event), round_id=draft.pk, **both)
    draft.refresh_from_db()
    assert tables(draft) == [3, 4, 5, 6]
    assert not draft.edited_by_hand
    public = publish_round(actor=owner_of(event), round_id=draft.pk)
    receipt = receipt_of(public)
    assert receipt is not None
    assert check_text(canonical(receipt.document)).agrees
    page = words_of(browser().get(f"/t/{event.code}/pairings/"))
    assert "The tables have other numbers: 1-4 became 3-6." in page


def test_fixed_seats_and_tables_chosen_by_hand_stay_while_they_exist() -> None:
    event = start_event(8, planned_rounds=3)
    entry = event.registrations.earliest("pk")
    fix_seat(actor=owner_of(event), registration_id=entry.pk, table=2)
    draft = pair(event)
    last = draft.matches.latest("table")
    set_table(actor=owner_of(event), round_id=draft.pk, match_id=last.pk, table=50)
    edit_event(event, first_table=11)
    assert tables(draft) == [2, 11, 12, 50]
    edit_event(event, table_ranges="20-22", only_listed_tables=True)
    assert tables(draft) == [2, 11, 12, 50]
    edit_event(event, table_ranges="20-23")
    assert tables(draft) == [20, 21, 22, 23]


def test_a_table_chosen_by_hand_is_kept_when_the_settings_go_there_and_back() -> None:
    event = start_event(8, planned_rounds=3)
    draft = pair(event)
    last, owner = draft.matches.latest("table"), owner_of(event)

    def given(table: int) -> None:
        set_table(actor=owner, round_id=draft.pk, match_id=last.pk, table=table)

    def at() -> list[int | None]:
        return [draft.matches.get(pk=last.pk).table, *tables(draft)]

    given(7)
    for first in (5, 1):
        edit_event(event, first_table=first)
    assert at() == [7, 1, 2, 3, 7]
    edit_event(event, table_ranges="20-23", only_listed_tables=True)
    assert tables(draft) == [20, 21, 22, 23]
    edit_event(event, table_ranges="", only_listed_tables=False)
    assert at() == [7, 1, 2, 3, 7]
    given(4)
    edit_event(event, first_table=11)
    assert tables(draft) == [11, 12, 13, 14], "it is back where it began"
    given(50)
    use_settings_tables(actor=owner, round_id=draft.pk)
    for first in (5, 11):
        edit_event(event, first_table=first)
    assert tables(draft) == [11, 12, 13, 14], "all were moved by the button"


def test_a_table_that_another_was_given_since_is_chosen_no_more_and_an_undone_button_brings_choices_back() -> None:
    event = start_event(8, planned_rounds=3)
    draft, owner = pair(event), owner_of(event)
    one, other = (match.pk for match in draft.matches.order_by("table")[:2])

    def at(key: int) -> int | None:
        return draft.matches.get(pk=key).table

    for key, table in ((one, 40), (other, 40), (other, 50)):
        set_table(actor=owner, round_id=draft.pk, match_id=key, table=table)
    edit_event(event, first_table=11)
    assert (at(one) in (11, 12, 13, 14), at(other)) == (True, 50), "40 went to the other one"
    use_settings_tables(actor=owner, round_id=draft.pk)
    tables_back(actor=owner, round_id=draft.pk, line_id=event.log.filter(verb="tables_followed").first().pk)
    assert at(other) == 50
    for blocked in ("50", ""):
        edit_event(event, blocked_tables=blocked)
    assert at(other) == 50


def test_a_published_round_stays_and_pods_follow() -> None:
    event = start_event(4, planned_rounds=2)
    public = publish(event)
    edit_event(event, first_table=9)
    assert tables(public) == [1, 2]
    finish_round(public)
    assert tables(pair(event)) == [9, 10]
    in_pods = start_pods(8)
    draft = pair(in_pods)
    edit_event(in_pods, feature_tables="30")
    assert list(draft.pods.values_list("table", flat=True)) == [1, 30]
    receipt = receipt_of(publish_round(actor=owner_of(in_pods), round_id=draft.pk))
    assert receipt is not None
    assert check_text(canonical(receipt.document)).agrees


def test_a_round_taken_back_after_the_settings_changed_is_moved_by_a_button() -> None:
    event = start_event(8, planned_rounds=3, feature_tables="2")
    owner, desk = owner_of(event), DeskVisitor(event, owner_of(event))
    public = publish(event)
    best = public.matches.get(table=2)
    edit_event(event, first_table=11)
    unpublish_round(actor=owner, round_id=public.pk)
    assert tables(public) == [1, 2, 3, 4]
    button = "Use the tables of the settings"
    assert button in desk.read("desk_round", 1)
    assert "The draft plays at tables 2, 11-13." in desk.press("desk_round_tables", 1)
    assert public.matches.get(table=2) == best
    assert button not in desk.read("desk_round", 1)
    api = f"tournaments/{event.code}/rounds/1/steps/use-settings-tables/"
    assert len(ApiAsker(owner).post(api, {}, status=200)["matches"]) == 4
    edit_event(event, first_table=1, table_ranges="1", only_listed_tables=True)
    assert desk.post("desk_round_tables", 1).status_code == 400
    assert tables(public) == [2, 11, 12, 13]
