"""The entry list of the desk and one entry's page: check-in, search, changes of an entry."""

from __future__ import annotations

import pytest

from tests.people_and_events import enter, make_event, owner_of, staff_actor
from tests.running_events import publish, start_event
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tournaments.models import Registration, Tournament

pytestmark = pytest.mark.django_db


class TestEntries:
    """The entry list and one entry's page."""

    @pytest.fixture
    def desk(self) -> DeskVisitor:
        tournament = make_event(capacity=3)
        enter(tournament, "Ann Lee", "Bob", "王小明", "Dan")
        return DeskVisitor(tournament, owner_of(tournament))

    def entry(self, name: str) -> Registration:
        return Registration.objects.get(name=name)

    def test_search_and_filters(self, desk: DeskVisitor) -> None:
        page = desk.read("desk_entries", q="ＡＮＮ")
        assert "Ann Lee" in page
        assert "Bob</a>" not in page
        assert "Dan</a>" in desk.read("desk_entries", show="waiting")
        assert "No matches" in desk.read("desk_entries", q="zzz")

    def test_lists_that_are_not_required_ask_nothing_of_the_desk(self, desk: DeskVisitor) -> None:
        settings = Tournament.objects.filter(pk=desk.tournament.pk)
        settings.update(decklists_required=True)
        assert "3 missing" in desk.read("desk")
        assert "Ann Lee</a>" in desk.read("desk_entries", show="decks")
        settings.update(decklists_required=False)
        assert "missing" not in desk.read("desk")
        assert "Ann Lee</a>" not in desk.read("desk_entries", show="decks")
        assert "not submitted" in desk.read("desk_entries")

    def test_htmx_search_answers_with_the_list_alone(self, desk: DeskVisitor) -> None:
        page = text_of(desk.get("desk_entries", query={"q": "小明"}, htmx="entry-list"))
        assert "<html" not in page
        assert "王小明" in page

    def test_check_in_both_ways(self, desk: DeskVisitor) -> None:
        ann = self.entry("Ann Lee")
        judge = DeskVisitor(desk.tournament, staff_actor(desk.tournament, "judge"))
        page = text_of(judge.post("desk_check_in", ann.pk, present="1", htmx=f"check-{ann.pk}"))
        assert 'aria-pressed="true"' in page
        assert "1 of 3 here" in page
        assert "is not here after all" in desk.press("desk_check_in", ann.pk, present="0")
        assert self.entry("Ann Lee").checked_in_at is None

    def test_the_way_back_leads_only_to_this_site(self, desk: DeskVisitor) -> None:
        ann = self.entry("Ann Lee")
        answer = desk.post("desk_check_in", ann.pk, present="1", next="https://elsewhere.example/")
        assert answer["Location"] == desk.path("desk_entries")

    def test_withdrawing_moves_the_waiting_list_up_and_can_be_undone(self, desk: DeskVisitor) -> None:
        page = desk.press("desk_entry_change", self.entry("Bob").pk, "withdraw")
        assert "Bob is withdrawn." in page
        assert self.entry("Dan").status == Registration.Status.ACTIVE
        assert f'action="{desk.path("desk_entry_change", self.entry("Bob").pk, "reinstate")}"' in page

    def test_a_disqualification_needs_its_reason(self, desk: DeskVisitor) -> None:
        bob = self.entry("Bob")
        answer = desk.post("desk_entry_change", bob.pk, "disqualify", reason="")
        assert answer.status_code == 422
        assert self.entry("Bob").status == Registration.Status.ACTIVE
        assert "Bob is disqualified." in desk.press("desk_entry_change", bob.pk, "disqualify", reason="cheating")

    def test_an_unknown_change_does_not_exist(self, desk: DeskVisitor) -> None:
        assert desk.post("desk_entry_change", self.entry("Bob").pk, "promote").status_code == 404

    def test_a_personal_link_is_shown_once_with_its_code(self, desk: DeskVisitor) -> None:
        answer = desk.post("desk_entry_link", self.entry("Bob").pk)
        page = text_of(answer)
        assert "http://testserver/me/" in page
        assert 'class="qr"' in page
        assert "no-store" in answer["Cache-Control"]

    def test_a_same_name_is_refused_until_it_is_said_to_be_another_person(self, desk: DeskVisitor) -> None:
        answer = desk.post("desk_entry_add", name="Bob", team="Red")
        assert answer.status_code == 422
        assert 'value="Red"' in text_of(answer)
        assert 'name="allow_same_name"' in text_of(answer)
        desk.press("desk_entry_add", name="Bob", team="Red", allow_same_name="on")
        assert Registration.objects.filter(name="Bob").count() == 2

    def test_correcting_a_person(self, desk: DeskVisitor) -> None:
        page = desk.press("desk_entry", self.entry("Bob").pk, name="Robert", birth_year="2015", consent="paper")
        assert "The entry is corrected." in page
        assert self.entry("Robert").player.birth_year == 2015

    def test_dropping_during_play_and_back(self) -> None:
        event = start_event(8)
        publish(event)
        running = DeskVisitor(event, owner_of(event))
        entry = running.tournament.registrations.earliest("pk")
        page = running.press("desk_entry_change", entry.pk, "drop", reason="train")
        assert "Dropped after round 1" in page
        assert "plays on" in running.press("desk_entry_change", entry.pk, "undrop")
        assert "is marked as a no-show" in running.press("desk_entry_change", entry.pk, "no-show")

    def test_somebody_who_waited_can_be_taken_in_late(self, desk: DeskVisitor) -> None:
        desk.press("desk_start")
        publish(desk.tournament)
        dan = self.entry("Dan")
        assert "Enter late" in desk.read("desk_entry", dan.pk)
        assert "Dan is entered." in desk.press("desk_entry_late", dan.pk, late_policy="bye")
        taken = self.entry("Dan")
        assert (taken.status, taken.first_round, taken.byes.count()) == (Registration.Status.ACTIVE, 2, 1)

    def test_names_are_shown_in_full_to_staff_and_escaped(self, desk: DeskVisitor) -> None:
        enter(desk.tournament, "<b>x</b>", birth_year=2018)
        page = desk.read("desk_entries")
        assert "&lt;b&gt;x&lt;/b&gt;" in page
        assert "<b>x</b>" not in page
