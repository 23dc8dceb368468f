"""Cancelling an event, and undoing it."""

import pytest
from django.utils import timezone

from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.people_and_events import make_actor, make_event, owner_of, play_rounds, staff_actor
from tournaments.models import Tournament
from tournaments.services.setup import cancel_tournament, reinstate_tournament

pytestmark = pytest.mark.django_db
Phase = Tournament.Phase


class TestCancelling:
    @pytest.mark.parametrize("started", [False, True])
    def test_cancelled_and_back(self, started):
        tournament = make_event()
        if started:
            play_rounds(tournament, "completed")
        phase = tournament.phase
        cancel_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, reason="停电")
        tournament.refresh_from_db()
        assert tournament.phase == Phase.CANCELLED
        assert tournament.log.first().facts == {"reason": "停电"}
        with pytest.raises(Conflict, match="already_cancelled"):
            cancel_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, reason="again")
        reinstate_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
        tournament.refresh_from_db()
        assert tournament.phase == phase
        with pytest.raises(Conflict, match="not_cancelled"):
            reinstate_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)

    def test_back_into_the_top_cut(self):
        tournament = make_event()
        play_rounds(tournament, "completed")
        tournament.rounds.create(number=2, stage="top_cut")
        cancel_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, reason="停电")
        assert reinstate_tournament(actor=owner_of(tournament), tournament_id=tournament.pk).phase == Phase.TOP_CUT

    def test_it_needs_a_reason_and_the_owner(self):
        tournament = make_event()
        with pytest.raises(Refusal, match="reason_required"):
            cancel_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, reason="  ")
        with pytest.raises(Refusal, match="reason_too_long"):
            cancel_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, reason="x" * 201)
        with pytest.raises(NotAllowed):
            cancel_tournament(actor=staff_actor(tournament, "organiser"), tournament_id=tournament.pk, reason="x")

    def test_a_finished_event_is_not_cancelled(self):
        tournament = make_event()
        Tournament.objects.filter(pk=tournament.pk).update(phase=Phase.FINISHED, finished_at=timezone.now())
        with pytest.raises(Conflict, match="already_finished"):
            cancel_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, reason="x")


def test_an_event_that_does_not_exist_is_refused():
    with pytest.raises(Refusal, match="no_such_tournament"):
        cancel_tournament(actor=make_actor(), tournament_id=0, reason="x")
