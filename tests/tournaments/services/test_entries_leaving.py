"""Drops, no-shows, disqualification, coming back, late entries."""

import pytest

from accounts.actor import SYSTEM
from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.people_and_events import (
    enter,
    make_event,
    owner_of,
    play_rounds,
    player_actor,
    staff_actor,
)
from tests.running_events import play_game, publish, start_event
from tests.tournaments.services.recorded import at, stored
from tournaments.models import Bye, Match, MissedRound, Registration, Tournament
from tournaments.queries.matches import match_view
from tournaments.services.corrections import correct_match
from tournaments.services.entries import (
    disqualify,
    drop,
    drop_as_before,
    late_entry,
    mark_no_show,
    reinstate,
    undrop,
    withdraw,
)
from tournaments.services.result_inputs import OutcomeInput

pytestmark = pytest.mark.django_db
Status = Registration.Status


def running(*statuses: str, names: str = "甲乙", **settings):
    """An event in its Swiss rounds, its owner and its entries."""
    tournament = make_event(**settings)
    entries = enter(tournament, *names)
    play_rounds(tournament, *statuses)
    return tournament, owner_of(tournament), entries


def missed(entry) -> list[int]:
    return list(
        MissedRound.objects.filter(registration=entry).values_list("round__number", flat=True).order_by("round")
    )


class TestDropping:
    @pytest.mark.parametrize(
        ("statuses", "at_round"),
        [((), 0), (("draft",), 0), (("published",), 1), (("completed", "completed"), 2), (("completed", "draft"), 1)],
    )
    def test_it_takes_effect_after_the_round_under_way(self, statuses, at_round):
        _, owner, (entry, _) = running(*statuses)
        gone = drop(actor=owner, registration_id=entry.pk, reason=" 要 回家 ")
        assert (gone.status, gone.status_round, gone.status_reason) == (Status.DROPPED, at_round, "要 回家")

    def test_by_the_player_or_the_desk(self):
        tournament, _, (first, second) = running("published")
        for stranger in (SYSTEM, player_actor(second), staff_actor(tournament, "judge")):
            with pytest.raises(NotAllowed):
                drop(actor=stranger, registration_id=first.pk)
        assert drop(actor=player_actor(first), registration_id=first.pk).status == Status.DROPPED
        assert drop(actor=staff_actor(tournament, "scorekeeper"), registration_id=second.pk).status == Status.DROPPED

    def test_not_before_the_start_not_twice_not_after_the_end(self):
        tournament = make_event()
        (entry,) = enter(tournament, "甲")
        owner = owner_of(tournament)
        with pytest.raises(Conflict, match="not_started"):
            drop(actor=owner, registration_id=entry.pk)
        play_rounds(tournament, "completed")
        drop(actor=owner, registration_id=entry.pk)
        with pytest.raises(Conflict, match="not_entered"):
            drop(actor=owner, registration_id=entry.pk)
        Tournament.objects.filter(pk=tournament.pk).update(phase="finished")
        with pytest.raises(Conflict, match="not_running"):
            drop(actor=owner, registration_id=entry.pk)
        with pytest.raises(Conflict, match="not_running"):
            undrop(actor=owner, registration_id=entry.pk)


class TestTakingADropBack:
    def test_at_once_nothing_is_missed_and_the_player_may_do_it(self):
        _, _, (entry, _) = running("published")
        drop(actor=player_actor(entry), registration_id=entry.pk)
        back = undrop(actor=player_actor(entry), registration_id=entry.pk)
        assert (back.status, back.status_round, missed(entry)) == (Status.ACTIVE, None, [])

    def test_after_further_rounds_they_are_losses_and_staff_decide(self):
        tournament, owner, (entry, _) = running("completed")
        drop(actor=owner, registration_id=entry.pk)
        play_more(tournament, "completed", "published")
        with pytest.raises(NotAllowed):
            undrop(actor=player_actor(entry), registration_id=entry.pk)
        undrop(actor=owner, registration_id=entry.pk)
        assert missed(entry) == [2, 3]
        assert tournament.log.first().facts["missed"] == [2, 3]

    def test_a_draft_is_not_missed_and_a_match_or_bye_is_none(self):
        tournament, owner, (entry, other) = running("completed")
        drop(actor=owner, registration_id=entry.pk)
        second, third, _ = play_more(tournament, "completed", "completed", "draft")
        Match.objects.create(round=second, table=1, player1=other, player2=entry)
        Bye.objects.create(round=third, registration=entry)
        undrop(actor=owner, registration_id=entry.pk)
        assert missed(entry) == []

    def test_taken_back_in_turn_the_drop_is_as_it_was(self):
        tournament, owner, (entry, _) = running("completed")
        drop(actor=owner, registration_id=entry.pk, reason="ill")
        play_more(tournament, "completed", "completed")
        undrop(actor=owner, registration_id=entry.pk)
        assert missed(entry) == [2, 3]
        back = drop_as_before(actor=owner, registration_id=entry.pk)
        assert (back.status, back.status_round, back.status_reason, missed(entry)) == (Status.DROPPED, 1, "ill", [])
        with pytest.raises(Conflict, match="not_entered"):
            drop_as_before(actor=owner, registration_id=entry.pk)

    def test_not_once_they_were_paired_again_and_only_by_staff(self):
        tournament, owner, (entry, other) = running("completed")
        drop(actor=owner, registration_id=entry.pk)
        with pytest.raises(Conflict, match="not_entered"):
            drop_as_before(actor=owner, registration_id=entry.pk)
        undrop(actor=owner, registration_id=entry.pk)
        for stranger in (SYSTEM, player_actor(entry), staff_actor(tournament, "judge")):
            with pytest.raises(NotAllowed):
                drop_as_before(actor=stranger, registration_id=entry.pk)
        (second,) = play_more(tournament, "published")
        Match.objects.create(round=second, table=1, player1=other, player2=entry)
        with pytest.raises(Conflict, match="undrop_outdated"):
            drop_as_before(actor=owner, registration_id=entry.pk)

    def test_only_who_has_dropped(self):
        _, owner, (entry, _) = running("published")
        with pytest.raises(Conflict, match="not_dropped"):
            undrop(actor=owner, registration_id=entry.pk)


class TestNoShows:
    def test_before_the_start_the_seat_goes_on(self):
        tournament = make_event(capacity=2)
        first, _, waiting = enter(tournament, "甲", "乙", "丙")
        gone = mark_no_show(actor=owner_of(tournament), registration_id=first.pk)
        waiting.refresh_from_db()
        assert (gone.status, gone.status_round, waiting.status) == (Status.NO_SHOW, 0, Status.ACTIVE)
        assert reinstate(actor=owner_of(tournament), registration_id=first.pk).status == Status.WAITLISTED

    def test_during_play_and_back(self):
        _, owner, (entry, _) = running("published")
        assert mark_no_show(actor=owner, registration_id=entry.pk).status_round == 1
        assert reinstate(actor=owner, registration_id=entry.pk).status == Status.ACTIVE
        assert missed(entry) == []

    def test_it_is_the_desks_to_say(self):
        tournament, _, (entry, _) = running("published")
        for actor in (player_actor(entry), staff_actor(tournament, "judge")):
            with pytest.raises(NotAllowed):
                mark_no_show(actor=actor, registration_id=entry.pk)

    def test_not_once_it_is_over(self):
        tournament, owner, (entry, _) = running("published")
        Tournament.objects.filter(pk=tournament.pk).update(phase="finished")
        with pytest.raises(Conflict, match="not_running"):
            mark_no_show(actor=owner, registration_id=entry.pk)


class TestDisqualifying:
    def test_with_a_reason_by_judges(self):
        tournament, _, (entry, other) = running("completed", "published")
        judge = staff_actor(tournament, "judge")
        with pytest.raises(Refusal, match="reason_required"):
            disqualify(actor=judge, registration_id=entry.pk, reason="")
        gone = disqualify(actor=judge, registration_id=entry.pk, reason="伪造结果")
        assert (gone.status, gone.status_round, gone.status_reason) == (Status.DISQUALIFIED, 2, "伪造结果")
        with pytest.raises(NotAllowed):
            disqualify(actor=staff_actor(tournament, "scorekeeper"), registration_id=other.pk, reason="x")
        with pytest.raises(Conflict, match="not_entered"):
            disqualify(actor=judge, registration_id=entry.pk, reason="again")

    def test_after_a_drop_the_round_of_leaving_stays(self):
        tournament, owner, (entry, _) = running("completed")
        drop(actor=owner, registration_id=entry.pk)
        play_more(tournament, "completed")
        assert disqualify(actor=owner, registration_id=entry.pk, reason="x").status_round == 1

    def test_only_judges_take_it_back(self):
        tournament, owner, (entry, _) = running("completed")
        disqualify(actor=owner, registration_id=entry.pk, reason="x")
        play_more(tournament, "published")
        with pytest.raises(NotAllowed):
            reinstate(actor=staff_actor(tournament, "scorekeeper"), registration_id=entry.pk)
        back = reinstate(actor=staff_actor(tournament, "judge"), registration_id=entry.pk)
        assert (back.status, back.status_reason, missed(entry)) == (Status.ACTIVE, "", [2])

    def test_who_had_dropped_is_dropped_again_when_it_is_undone(self):
        tournament, owner, (entry, _) = running("completed")
        drop(actor=owner, registration_id=entry.pk, reason="ill")
        Registration.objects.filter(pk=entry.pk).update(drop_rule="losses", left_before_cut=True)
        play_more(tournament, "completed")
        disqualify(actor=owner, registration_id=entry.pk, reason="x")
        back = reinstate(actor=owner, registration_id=entry.pk)
        back.refresh_from_db()
        assert (back.status, back.status_round, back.status_reason) == (Status.DROPPED, 1, "ill")
        assert (back.drop_rule, back.left_before_cut, missed(entry)) == ("losses", True, [])

    def test_who_was_a_no_show_is_one_again_when_it_is_undone(self):
        tournament, owner, (entry, _) = running("completed")
        mark_no_show(actor=owner, registration_id=entry.pk)
        play_more(tournament, "completed")
        disqualify(actor=owner, registration_id=entry.pk, reason="x")
        back = reinstate(actor=owner, registration_id=entry.pk)
        assert (back.status, back.status_round, missed(entry)) == (Status.NO_SHOW, 1, [])

    def test_the_opponent_wins_the_match_that_was_open(self):
        match = publish(start_event(2)).matches.get()
        play_game(match, 1)
        owner = owner_of(match.round.tournament)
        disqualify(actor=owner, registration_id=match.player1_id, reason="换牌")
        assert stored(match) == {
            "complete": True, "time": False, "outcome": "match_loss", "winner": 2, "games": [1]
        }  # fmt: skip
        match.refresh_from_db()
        assert (match.reason, match_view(match).score) == ("换牌", (0, 2, 0))
        reinstate(actor=owner, registration_id=match.player1_id)
        assert stored(match) == {"complete": False, "time": False, "outcome": "played", "winner": None, "games": [1]}
        assert match.revisions.count() == 3

    def test_a_match_that_was_over_or_corrected_since_stays_as_it_is(self):
        match = publish(start_event(2)).matches.get()
        owner = owner_of(match.round.tournament)
        disqualify(actor=owner, registration_id=match.player1_id, reason="x")
        correct_match(**at(match, owner, reason="y", outcome=OutcomeInput(outcome="double_loss")))
        reinstate(actor=owner, registration_id=match.player1_id)
        assert stored(match)["outcome"] == "double_loss"
        disqualify(actor=owner, registration_id=match.player2_id, reason="z")
        assert stored(match)["outcome"] == "double_loss"

    def test_not_in_a_cancelled_event(self):
        tournament, owner, (entry, _) = running("published")
        Tournament.objects.filter(pk=tournament.pk).update(phase="cancelled")
        with pytest.raises(Conflict, match="not_running"):
            disqualify(actor=owner, registration_id=entry.pk, reason="x")


class TestLateEntries:
    @pytest.mark.parametrize("statuses", [("published",), ("completed",), ("completed", "published")])
    @pytest.mark.parametrize("policy", ["loss", "bye"])
    def test_past_rounds_count_as_staff_choose(self, statuses, policy):
        tournament, owner, _ = running(*statuses)
        late = late_entry(
            actor=owner, tournament_id=tournament.pk, name="迟到", late_policy=policy, birth_year=1990, team="队"
        )
        past = list(range(1, len(statuses) + 1))
        byes = Bye.objects.filter(registration=late, kind="awarded").values_list("round__number", flat=True)
        assert (late.status, late.first_round, late.late_policy) == (Status.ACTIVE, len(past) + 1, policy)
        assert (sorted(byes), missed(late)) == ((past, []) if policy == "bye" else ([], past))
        assert late.checked_in_at is not None

    def test_before_round_1_is_paired_nothing_is_missed(self):
        tournament, owner, _ = running()
        late = late_entry(actor=owner, tournament_id=tournament.pk, name="迟到", late_policy="loss")
        assert (late.first_round, late.late_policy, missed(late)) == (1, "", [])

    def test_not_when_no_round_is_left_nor_before_the_start(self):
        tournament, owner, _ = running("completed", "published", planned_rounds=2)
        with pytest.raises(Conflict, match="too_late"):
            late_entry(actor=owner, tournament_id=tournament.pk, name="迟到", late_policy="loss")
        Tournament.objects.filter(pk=tournament.pk).update(phase="top_cut")
        with pytest.raises(Conflict, match="too_late"):
            late_entry(actor=owner, tournament_id=tournament.pk, name="迟到", late_policy="loss")
        Tournament.objects.filter(pk=tournament.pk).update(phase="finished")
        with pytest.raises(Conflict, match="not_running"):
            late_entry(actor=owner, tournament_id=tournament.pk, name="迟到", late_policy="loss")
        with pytest.raises(Conflict, match="not_started"):
            late_entry(actor=owner, tournament_id=make_event(owner).pk, name="迟到", late_policy="loss")

    def test_anyone_who_waited_or_had_withdrawn_comes_in(self):
        tournament = make_event(capacity=2)
        owner = owner_of(tournament)
        first, second, third = enter(tournament, "甲", "乙", "丙")
        withdraw(actor=owner, registration_id=second.pk)
        fourth = enter(tournament, "丁")[0]
        play_rounds(tournament, "completed")
        back = late_entry(actor=owner, tournament_id=tournament.pk, registration_id=second.pk, late_policy="loss")
        up = late_entry(actor=owner, tournament_id=tournament.pk, registration_id=fourth.pk, late_policy="bye")
        assert (back.pk, back.status, missed(back)) == (second.pk, Status.ACTIVE, [1])
        assert (up.status, up.first_round) == (Status.ACTIVE, 2)
        for entry in (first, third):
            with pytest.raises(Conflict, match="already_registered"):
                late_entry(actor=owner, tournament_id=tournament.pk, registration_id=entry.pk, late_policy="loss")
        with pytest.raises(Refusal, match="no_such_entry"):
            late_entry(actor=owner, tournament_id=tournament.pk, registration_id=0, late_policy="loss")

    def test_bad_input_is_named(self):
        tournament, owner, _ = running("published")
        with pytest.raises(Refusal) as refused:
            late_entry(actor=owner, tournament_id=tournament.pk, name="迟到", late_policy="mercy")
        assert (refused.value.code, refused.value.field) == ("no_such_choice", "late_policy")
        with pytest.raises(Refusal, match="same_name"):
            late_entry(actor=owner, tournament_id=tournament.pk, name="甲", late_policy="loss")
        with pytest.raises(Refusal, match="name_required"):
            late_entry(actor=owner, tournament_id=tournament.pk, late_policy="loss")
        with pytest.raises(NotAllowed):
            late_entry(
                actor=staff_actor(tournament, "judge"), tournament_id=tournament.pk, name="x", late_policy="loss"
            )


def test_an_entry_that_does_not_exist():
    with pytest.raises(Refusal, match="no_such_entry"):
        drop(actor=SYSTEM, registration_id=0)


def play_more(tournament, *statuses: str):
    """More rounds after the existing ones, of which the last is closed."""
    tournament.rounds.exclude(status="completed").update(status="completed")
    start = tournament.rounds.count() + 1
    return [tournament.rounds.create(number=start + step, status=status) for step, status in enumerate(statuses)]
