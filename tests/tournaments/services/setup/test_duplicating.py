"""Another event like this one."""

from dataclasses import replace
from datetime import timedelta

import pytest

from accounts.refusals import NotAllowed
from tests.people_and_events import (
    edit_event,
    enter,
    make_event,
    make_user,
    next_week,
    owner_of,
    staff_actor,
)
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import Tournament
from tournaments.queries.settings import data_of, recommended_rounds
from tournaments.services.setup import duplicate_tournament
from tournaments.services.staff import add_staff
from tournaments.services.start import start_tournament

pytestmark = pytest.mark.django_db
Phase = Tournament.Phase


class TestDuplicating:
    def test_settings_and_staff_are_copied_entries_are_not(self):
        old = make_event(capacity=16, top_cut=8, best_of=5, round_minutes=70, decklists_required=True)
        edit_event(old, decklist_deadline=old.starts_at - timedelta(hours=2))
        judge = make_user("judge")
        add_staff(actor=owner_of(old), tournament_id=old.pk, username="judge", role="judge")
        enter(old, "甲", "乙")
        day = next_week() + timedelta(days=30)
        new = duplicate_tournament(actor=owner_of(old), tournament_id=old.pk, name="下月赛", starts_at=day)
        assert new.pk != old.pk
        assert replace(data_of(new), name=old.name, starts_at=old.starts_at, decklist_deadline=None) == replace(
            data_of(Tournament.objects.get(pk=old.pk)), decklist_deadline=None
        )
        assert new.decklist_deadline == day - timedelta(hours=2)
        assert not new.registrations.exists()
        assert set(new.staff.values_list("user", "role")) == {(judge.pk, "judge"), (old.created_by_id, "owner")}
        assert old.registrations.count() == 2

    def test_a_recommended_number_of_rounds_is_recommended_again(self):
        old = make_event()
        enter(old, *"甲乙丙丁戊己庚辛")
        start_tournament(actor=owner_of(old), tournament_id=old.pk)
        copied = {"actor": owner_of(old), "tournament_id": old.pk, "starts_at": next_week()}
        assert duplicate_tournament(**copied, name="b").planned_rounds is None
        edit_event(Tournament.objects.get(pk=old.pk), planned_rounds=6)
        assert duplicate_tournament(**copied, name="c").planned_rounds == 6

    @pytest.mark.language("en")
    def test_a_number_somebody_typed_is_copied_also_if_it_is_the_recommended_one(self):
        """It was left empty."""
        asked = make_event()
        recommended = recommended_rounds(asked.ruleset, 8)
        old = make_event(planned_rounds=recommended)
        enter(old, *"甲乙丙丁戊己庚辛")
        start_tournament(actor=owner_of(old), tournament_id=old.pk)
        new = duplicate_tournament(actor=owner_of(old), tournament_id=old.pk, name="b", starts_at=next_week())
        assert new.planned_rounds == recommended
        assert 'placeholder="as recommended"' in DeskVisitor(asked, owner_of(asked)).read("desk_edit")

    def test_an_organiser_who_may_not_open_events_copies_none(self):
        old = make_event()
        with pytest.raises(NotAllowed, match="may_not_create"):
            duplicate_tournament(
                actor=staff_actor(old, "organiser"), tournament_id=old.pk, name="b", starts_at=next_week()
            )
