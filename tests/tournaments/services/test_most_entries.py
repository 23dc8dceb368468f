"""An event takes a bounded number of entries: those who wait or withdrew count, so that its pages have an end."""

import pytest

from accounts.actor import SYSTEM
from accounts.refusals import Refusal
from tests.people_and_events import enter, make_event, owner_of, play_rounds
from tournaments.models import Registration
from tournaments.services.entries import (
    add_entries,
    add_entry,
    late_entry,
    register_self,
    reinstate,
    seats,
    withdraw,
)

pytestmark = pytest.mark.django_db
Status = Registration.Status


def register(tournament, name):
    return register_self(actor=SYSTEM, tournament_id=tournament.pk, name=name, age_group="adult")


@pytest.fixture(autouse=True)
def three(monkeypatch):
    monkeypatch.setattr(seats, "MAX_ENTRIES", 3)


def test_no_more_are_entered_by_anybody():
    tournament = make_event(capacity=2)
    enter(tournament, "Ann", "Ben")
    waiting = register(tournament, "Cem").registration
    assert waiting.status == Status.WAITLISTED
    for entering in (
        lambda: register(tournament, "Dan"),
        lambda: add_entry(actor=owner_of(tournament), tournament_id=tournament.pk, name="Dan"),
        lambda: add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=["Dan"]),
    ):
        with pytest.raises(Refusal) as refused:
            entering()
        assert refused.value.code == "too_many_entries"
        assert refused.value.facts["limit"] == 3
    assert tournament.registrations.count() == 3


def test_a_list_is_entered_whole_or_not_at_all():
    tournament = make_event()
    with pytest.raises(Refusal):
        add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=["A", "B", "C", "D"])
    assert not tournament.registrations.exists()
    added = add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=["A", "B", "C", "A"])
    assert len(added.added) == 3


def test_anyone_who_withdrew_may_come_back():
    tournament = make_event()
    one, *_ = enter(tournament, "Ann", "Ben", "Cem")
    withdraw(actor=owner_of(tournament), registration_id=one.pk)
    reinstate(actor=owner_of(tournament), registration_id=one.pk)
    assert tournament.registrations.filter(status=Status.ACTIVE).count() == 3


def test_nobody_comes_late_either():
    tournament = make_event()
    enter(tournament, "Ann", "Ben", "Cem")
    play_rounds(tournament, "completed")
    with pytest.raises(Refusal) as refused:
        late_entry(actor=owner_of(tournament), tournament_id=tournament.pk, name="Dan", late_policy="loss")
    assert refused.value.code == "too_many_entries"
