"""Lists are locked by the deadline or the start, and corrected by staff from then on."""

import pytest

from accounts.refusals import Conflict, Refusal
from tests.people_and_events import owner_of, play_rounds, staff_actor
from tests.tournaments.services.decklists.handing_in import fresh, pass_deadline, save
from tests.typed_lists import LEGAL, SHORT
from tournaments.models import Tournament
from tournaments.queries.decks import DeckState, deck_state, is_locked
from tournaments.services.decklists import lock_decklists, unlock_decklists

pytestmark = pytest.mark.django_db


class TestLocking:
    def test_a_passed_deadline_locks_before_anybody_writes_it_down(self, entry, tournament):
        save(entry)
        pass_deadline(tournament)
        assert is_locked(fresh(entry))
        assert fresh(entry).decklist.locked_at is None
        with pytest.raises(Conflict, match="deck_locked"):
            save(entry, SHORT)

    def test_the_start_locks_and_taking_it_back_unlocks(self, entry, tournament):
        save(entry)
        play_rounds(tournament)
        assert lock_decklists(tournament) == 1
        assert lock_decklists(tournament) == 0
        assert fresh(entry).decklist.locked_at is not None
        with pytest.raises(Conflict, match="deck_locked"):
            save(entry, SHORT)
        assert unlock_decklists(tournament) == 1
        Tournament.objects.filter(pk=tournament.pk).update(phase="registration")
        assert save(entry, SHORT).number == 2

    def test_the_start_locks_those_who_have_no_list_too(self, entry, tournament):
        play_rounds(tournament)
        with pytest.raises(Conflict, match="deck_locked"):
            save(entry)

    def test_staff_correct_a_locked_list_with_a_reason_that_is_kept(self, entry, tournament):
        save(entry, SHORT)
        pass_deadline(tournament)
        judge = staff_actor(tournament, "judge")
        with pytest.raises(Refusal) as refused:
            save(entry, LEGAL, actor=judge)
        assert (refused.value.code, refused.value.field) == ("reason_required", "reason")
        corrected = save(entry, LEGAL, actor=judge, reason=" 漏登 一张 ")
        assert (corrected.by_staff, corrected.reason, corrected.saved_by_user) == (True, "漏登 一张", judge.user)
        assert [(one["number"], one["before"], one["after"]) for one in corrected.difference] == [("HBU01-A14", 0, 1)]
        assert fresh(entry).decklist.submitted == corrected
        line = tournament.log.first()
        assert (line.verb, line.user, line.facts["reason"]) == ("decklist_fixed_by_staff", judge.user, "漏登 一张")

    def test_staff_hand_in_a_forgotten_draft(self, entry, tournament):
        save(entry, submit=False)
        pass_deadline(tournament)
        owner = owner_of(tournament)
        with pytest.raises(Refusal, match="reason_required"):
            save(entry, actor=owner)
        save(entry, actor=owner, reason="网络故障")
        assert deck_state(fresh(entry)) is DeckState.LEGAL
        assert tournament.log.first().facts["reason"] == "网络故障"
