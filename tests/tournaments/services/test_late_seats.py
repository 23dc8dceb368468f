"""A late player and the one who has the bye: their match, its undo, what everybody reads; entering during a draft."""

import pytest
from django.utils import translation

from accounts.models import Notice
from accounts.refusals import Conflict, NotAllowed
from tests.people_and_events import owner_of, staff_actor
from tests.planned_repairs import flip
from tests.running_events import finish_round, names_in, pair, publish, score, start_event
from tournaments.models import Bye, LogEntry, MissedRound, Registration, RoundRepair
from tournaments.queries.late_seats import came_after_draft, late_seats
from tournaments.queries.moved import moved_in
from tournaments.queries.receipts import receipt_of
from tournaments.queries.repair import repair_to_undo
from tournaments.queries.repair_scope import corrections_since_pairing
from tournaments.receipts.canonical import canonical
from tournaments.receipts.checking import check_text
from tournaments.services import drafts, rounds
from tournaments.services.entries import drop, keep_apart, late_entry, undrop
from tournaments.services.late_seats import seat_late
from tournaments.services.undone_repairs import undo_repair
from tournaments.views.public.by_hand import by_hand_in

pytestmark = pytest.mark.django_db


def with_late(policy="loss", players=5, **settings):
    """A running first round with a bye, the player who has it, and one who came late."""
    event = start_event(players, planned_rounds=3, **settings)
    round = publish(event)
    late = late_entry(actor=owner_of(event), tournament_id=event.pk, name="迟到", late_policy=policy)
    return event, round, round.byes.get(kind="paired").registration, late


def seat(event, round, late, other, **more):
    keys = {"round_id": round.pk, "registration_id": late.pk, "opponent_id": other.pk}
    return seat_late(actor=owner_of(event), **keys, **more)


def take_back(event, round, made):
    round.refresh_from_db()
    return undo_repair(actor=owner_of(event), round_id=round.pk, repair_id=made.pk)


def findings(round):
    receipt = receipt_of(round)
    assert receipt is not None
    return check_text(canonical(receipt.document)).findings


@pytest.mark.parametrize("policy", ["loss", "bye"])
def test_the_bye_becomes_a_match_and_a_bye_again(policy):
    event, round, other, late = with_late(policy)
    made = seat(event, round, late, other)
    match = round.matches.get(player2=late)
    assert (match.player1, match.table) == (other, 3)
    late.refresh_from_db()
    assert late.first_round == 1
    assert not Bye.objects.filter(round=round).exists()
    assert not MissedRound.objects.filter(round=round).exists()
    moved = {one.player: (one.after, one.is_late) for one in moved_in(round)}
    assert moved == {other: (3, True), late: (3, True)}
    assert repair_to_undo(round) == made
    take_back(event, round, made)
    late.refresh_from_db()
    assert late.first_round == 2
    assert round.matches.count() == 2
    assert list(round.byes.filter(kind="paired").values_list("registration", flat=True)) == [other.pk]
    counted = Bye.objects.filter(kind="awarded") if policy == "bye" else MissedRound.objects
    assert counted.get(round=round).registration == late
    assert seat(event, round, late, other).number == 2


def test_both_get_a_notice_and_everybody_reads_it():
    event, round, other, late = with_late()
    made = seat(event, round, late, other)
    sent = Notice.objects.filter(code="seat_moved", read_at=None)
    assert {(one.player_id, one.facts["table"], one.facts["late"]) for one in sent} == {
        (other.player_id, 3, True),
        (late.player_id, 3, True),
    }
    with translation.override("en"):
        assert "A late player plays the one who had the bye" in by_hand_in(round)[-1].words
    take_back(event, round, made)
    assert LogEntry.objects.filter(verb="repair_undone", facts__choice="late").exists()
    assert {one.player: one.is_out for one in moved_in(round)} == {other: False}


def test_the_receipt_follows_it():
    event, round, other, late = with_late()
    made = seat(event, round, late, other)
    assert findings(round) == []
    take_back(event, round, made)
    assert findings(round) == []


def test_the_round_goes_on_with_the_match():
    event, round, other, late = with_late()
    seat(event, round, late, other)
    finish_round(round)
    second = publish(event)
    assert second.matches.count() == 3
    assert not second.matches.filter(player1=late, player2=other).exists()


def test_not_undone_once_something_is_recorded():
    event, round, other, late = with_late()
    made = seat(event, round, late, other)
    score(round.matches.get(table=1), 2, 0)
    assert repair_to_undo(round) == made
    score(round.matches.get(player2=late), 2, 0)
    assert repair_to_undo(round) is None
    with pytest.raises(Conflict, match="repair_has_results"):
        take_back(event, round, made)


def test_two_who_are_kept_apart_are_asked_about():
    event, round, other, late = with_late()
    keep_apart(
        actor=owner_of(event), tournament_id=event.pk, registration_a=other.pk, registration_b=late.pk, is_hard=True
    )
    with pytest.raises(Conflict, match="late_marks_unconfirmed") as asked:
        seat(event, round, late, other)
    assert asked.value.facts["marks"][0]["kind"] == "kept_apart"
    assert not RoundRepair.objects.exists()
    assert round.byes.filter(registration=other).exists()
    seat(event, round, late, other, confirmed=True)


def test_who_came_back_can_play_too_and_who_left_or_is_assigned_a_loss_cannot():
    event = start_event(6, planned_rounds=3)
    leaver = event.registrations.order_by("pk").last()
    drop(actor=owner_of(event), registration_id=leaver.pk)
    round = publish(event)
    assert late_seats(round) == []
    undrop(actor=owner_of(event), registration_id=leaver.pk)
    [one] = late_seats(round)
    assert one.late == leaver
    drop(actor=owner_of(event), registration_id=one.with_bye.pk)
    assert late_seats(round) == []
    with pytest.raises(Conflict, match="late_seat_gone"):
        seat(event, round, leaver, one.with_bye)


def test_a_correction_is_still_asked_about():
    event = start_event(5, planned_rounds=3)
    first = finish_round(publish(event))
    round = publish(event)
    late = late_entry(actor=owner_of(event), tournament_id=event.pk, name="迟到", late_policy="loss")

    flip(first.matches.order_by("table").first())
    assert corrections_since_pairing(round)
    seat(event, round, late, round.byes.get(kind="paired").registration)
    assert corrections_since_pairing(round)


def test_only_by_those_who_run_rounds():
    event, round, other, late = with_late()
    with pytest.raises(NotAllowed):
        seat_late(actor=staff_actor(event, "judge"), round_id=round.pk, registration_id=late.pk, opponent_id=other.pk)


class TestDuringADraft:
    def test_paired_again_the_draft_has_them_in_it(self):
        event = start_event(5, planned_rounds=1)
        draft = pair(event)
        late = late_entry(actor=owner_of(event), tournament_id=event.pk, name="迟到", late_policy="loss")
        assert came_after_draft(draft) == [late]
        again = drafts.pair_again(actor=owner_of(event), round_id=draft.pk)
        assert (again.matches.count(), came_after_draft(again)) == (3, [])

    def test_published_as_it_is_they_play_from_the_next_round_on(self):
        event = start_event(5, planned_rounds=3)
        draft = pair(event)
        late = late_entry(actor=owner_of(event), tournament_id=event.pk, name="迟到", late_policy="bye")
        rounds.publish_round(actor=owner_of(event), round_id=draft.pk)
        assert Bye.objects.get(registration=late).kind == "awarded"
        assert late.status == Registration.Status.ACTIVE
        finish_round(draft)
        assert late.name in names_in(publish(event))
