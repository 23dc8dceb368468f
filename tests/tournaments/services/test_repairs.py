"""Repairing a published round after a correction: what moves, what stays, who is notified, and undoing it."""

import pytest

from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.people_and_events import owner_of, staff_actor
from tests.planned_repairs import corrected_event, flip, fresh, repair_plan
from tests.running_events import finish_round, pair, play_game, publish, score, start_event
from tests.two_at_once import at_once, refusals
from tournaments.models import LogEntry, Match, Round, RoundRepair
from tournaments.queries.pairing_reasons import outlines_of
from tournaments.queries.repair import is_repairable, newest_repair, repair_to_undo
from tournaments.queries.repair_scope import corrections_since_pairing
from tournaments.services import entries, results, rounds
from tournaments.services.repairs import apply_repair, wall_of
from tournaments.services.undone_repairs import undo_repair
from tournaments.wording import say_log


def take_back(round, repair_id=None, actor=None):
    newest = newest_repair(round)
    undo_repair(
        actor=actor or owner_of(round.tournament),
        round_id=round.pk,
        repair_id=repair_id or (newest.pk if newest is not None else 0),
    )


def apply(round, actor=None):
    plan = repair_plan(fresh(round))
    apply_repair(actor=actor or owner_of(round.tournament), round_id=round.pk, fingerprint=plan.fingerprint)
    return plan


def pairs_of(round):
    return {frozenset(pair) for pair in round.matches.values_list("player1", "player2")}


def seated(round):
    people = [key for pair in round.matches.values_list("player1", "player2") for key in pair]
    return sorted(people + list(round.byes.values_list("registration", flat=True)))


def refused(code, kind, call, **arguments):
    with pytest.raises(kind) as caught:
        call(**arguments)
    assert caught.value.code == code
    return caught.value


@pytest.mark.django_db
class TestOffer:
    def test_only_a_correction_after_the_pairing_calls_for_a_repair(self):
        tournament = start_event(8, planned_rounds=3)
        first = finish_round(publish(tournament))
        flip(first.matches.order_by("table").first())
        second = publish(tournament)
        assert not is_repairable(fresh(second))
        flip(first.matches.order_by("table").last())
        assert is_repairable(fresh(second))
        assert [one.round for one in corrections_since_pairing(fresh(second))] == [1]

    def test_a_correction_while_the_round_was_a_draft_counts(self):
        tournament = start_event(8, planned_rounds=3)
        first = finish_round(publish(tournament))
        draft = pair(tournament)
        flip(first.matches.order_by("table").first())
        assert not is_repairable(fresh(draft))
        rounds.publish_round(actor=owner_of(tournament), round_id=draft.pk)
        assert is_repairable(fresh(draft))

    def test_a_round_whose_tables_have_all_begun_is_left_alone(self):
        _, second = corrected_event(4)
        for match in second.matches.all():
            play_game(match, 1)
        assert not is_repairable(second)

    def test_a_repair_answers_the_correction_and_its_undo_asks_again(self):
        _tournament, second = corrected_event()
        apply(second)
        assert not is_repairable(fresh(second))
        take_back(second)
        assert is_repairable(fresh(second))


@pytest.mark.django_db
class TestRepair:
    def test_the_round_fits_the_corrected_standings_and_moves_no_more_than_it_must(self):
        tournament, second = corrected_event()
        everybody, before = seated(second), pairs_of(second)
        plan = apply(second)
        assert plan.is_needed
        assert plan.result.certified
        assert plan.result.pairing.achieved.score_spread == 0
        assert seated(second) == everybody
        stay = before & pairs_of(second)
        assert len(stay) == len(plan.result.kept) == 2
        assert len(plan.moved) == 4
        assert {key for pair in pairs_of(second) - before for key in pair} == set(plan.moved)
        line = LogEntry.objects.filter(tournament=tournament).first()
        assert (line.verb, line.facts["moved"], line.facts["staying"]) == ("round_repaired", 4, 2)
        said = say_log(line)
        assert line.verb not in said
        assert "4" in said

    def test_the_round_keeps_the_new_proof_and_its_reasons(self):
        _, second = corrected_event()
        apply(second)
        facts = fresh(second).pairing
        assert facts["certified"]
        assert facts["repair"] == {"moved": 4, "kept": 2, "kept_bound": 2, "playing": 0}
        assert pairs_of(second) <= set(outlines_of(fresh(second)))

    def test_tables_that_have_begun_stay_as_they_are(self):
        _, second = corrected_event(12)
        plan = repair_plan(second)
        begun = next(match for match in plan.free if match.pk not in {move.match.pk for move in plan.moves})
        play_game(begun, 1)
        plan = apply(second)
        assert [match.pk for match in plan.begun] == [begun.pk]
        assert fresh(second).pairing["repair"]["playing"] == 1
        kept = Match.objects.get(pk=begun.pk)
        assert (kept.player1_id, kept.player2_id, kept.table) == (begun.player1_id, begun.player2_id, begun.table)
        assert kept.games.count() == 1
        tables = list(second.matches.values_list("table", flat=True))
        assert len(set(tables)) == len(tables)

    def test_a_table_that_would_have_moved_stays_once_it_has_begun(self):
        _, second = corrected_event()
        moving = repair_plan(second).moves[0].match
        play_game(moving, 1)
        plan = repair_plan(fresh(second))
        assert moving.pk in {match.pk for match in plan.begun}
        assert moving.pk not in {move.match.pk for move in plan.moves}

    def test_the_bye_follows_the_corrected_standings(self):
        tournament = start_event(5, planned_rounds=2)
        first = finish_round(publish(tournament))
        second = publish(tournament)
        bye = second.byes.get().registration_id
        match = first.matches.get(player2=bye)
        flip(match)
        plan = apply(fresh(second))
        assert plan.bye == bye
        assert second.byes.get().registration_id == plan.new_bye != bye
        assert bye in plan.moved
        assert plan.new_bye in plan.moved

    def test_who_has_left_for_good_moves_nobody(self):
        tournament, second = corrected_event()
        move = repair_plan(second).moves[0]
        entries.mark_no_show(actor=owner_of(tournament), registration_id=move.pair[0])
        assert move.match.pk in {match.pk for match in repair_plan(fresh(second)).begun}

    def test_the_phone_with_a_moved_slip_open_is_notified(self):
        tournament, second = corrected_event()
        moved = apply(second).moves[0].match
        refusal = refused(
            "match_changed",
            Conflict,
            results.record_score,
            actor=owner_of(tournament),
            match_id=moved.pk,
            expected_version=1,
            wins1=2,
            wins2=0,
        )
        assert [change["field"] for change in refusal.facts["changes"]] == ["players"]

    def test_a_moved_table_still_counts_as_not_begun(self):
        tournament, second = corrected_event()
        apply(second)
        rounds.unpublish_round(actor=owner_of(tournament), round_id=second.pk)
        assert fresh(second).status == Round.Status.DRAFT


@pytest.mark.django_db
class TestRefusals:
    def test_what_was_shown_must_still_hold(self):
        tournament, second = corrected_event()
        plan = repair_plan(second)
        score(plan.moves[0].match, 2, 0)
        wall = wall_of(fresh(second))
        arguments = {"actor": owner_of(tournament), "round_id": second.pk, "fingerprint": plan.fingerprint}
        refused("repair_outdated", Conflict, apply_repair, **arguments)
        assert wall_of(fresh(second)) == wall
        assert not RoundRepair.objects.exists()

    def test_it_is_outdated_once_every_table_has_begun(self):
        tournament, second = corrected_event(4)
        plan = repair_plan(second)
        for match in second.matches.all():
            play_game(match, 1)
        arguments = {"actor": owner_of(tournament), "round_id": second.pk, "fingerprint": plan.fingerprint}
        refused("repair_outdated", Conflict, apply_repair, **arguments)

    def test_nothing_is_done_where_nothing_would_change(self):
        tournament, second = corrected_event()
        apply(second)
        plan = repair_plan(fresh(second))
        assert not plan.is_needed
        arguments = {"actor": owner_of(tournament), "round_id": second.pk, "fingerprint": plan.fingerprint}
        refused("nothing_to_repair", Refusal, apply_repair, **arguments)

    def test_a_draft_is_paired_again_instead(self):
        tournament = start_event(4, planned_rounds=2)
        draft = pair(tournament)
        arguments = {"actor": owner_of(tournament), "round_id": draft.pk, "fingerprint": ""}
        refused("round_not_published", Conflict, apply_repair, **arguments)

    def test_only_who_runs_rounds_repairs_them(self):
        tournament, second = corrected_event()
        judge = staff_actor(tournament, "judge")
        refused("not_permitted", NotAllowed, apply_repair, actor=judge, round_id=second.pk, fingerprint="")
        refused("not_permitted", NotAllowed, take_back, actor=judge, round=second)


@pytest.mark.django_db
class TestUndo:
    def test_the_round_hangs_as_before(self):
        tournament, second = corrected_event()
        wall = wall_of(second)
        apply(second)
        take_back(second)
        now = wall_of(fresh(second))
        for line, was in zip(now["tables"], wall["tables"], strict=True):
            assert line | {"version": 0} == was | {"version": 0}
        assert now | {"tables": []} == wall | {"tables": []}
        assert LogEntry.objects.filter(tournament=tournament).first().verb == "repair_undone"
        refused("no_repair", Refusal, take_back, round=second)

    def test_only_the_newest_as_it_was_seen(self):
        _tournament, second = corrected_event()
        apply(second)
        seen = newest_repair(second).pk
        take_back(second, seen)
        apply(second)
        refused("repair_outdated", Conflict, take_back, round=second, repair_id=seen)
        assert newest_repair(second) is not None

    def test_not_once_a_result_was_entered(self):
        _tournament, second = corrected_event()
        apply(second)
        assert repair_to_undo(fresh(second)) is not None
        score(second.matches.order_by("table").first(), 2, 1)
        assert repair_to_undo(fresh(second)) is None
        refused("repair_has_results", Conflict, take_back, round=second)


@pytest.mark.django_db(transaction=True)
class TestTogether:
    @pytest.mark.parametrize("moving", [True, False])
    def test_a_result_entered_while_the_round_is_repaired_is_never_lost(self, moving):
        tournament, second = corrected_event()
        plan = repair_plan(second)
        changed = {move.match.pk for move in plan.moves}
        match = next(match for match in plan.free if (match.pk in changed) is moving)
        players = (match.player1_id, match.player2_id)
        owner, scorekeeper = owner_of(tournament), staff_actor(tournament, "scorekeeper")
        repaired, entered = at_once(
            tournament,
            lambda: apply_repair(actor=owner, round_id=second.pk, fingerprint=plan.fingerprint),
            lambda: results.record_score(actor=scorekeeper, match_id=match.pk, expected_version=1, wins1=2, wins2=0),
        )
        match.refresh_from_db()
        if isinstance(entered, Refusal):
            assert entered.code == "match_changed"
            assert not match.is_complete
            assert isinstance(repaired, RoundRepair)
        else:
            assert match.is_complete
            assert (match.player1_id, match.player2_id) == players
            assert match.games.count() == 2
        if moving:
            assert isinstance(entered, Refusal) != isinstance(repaired, Refusal)

    def test_two_organisers_make_one_repair(self):
        tournament, second = corrected_event()
        plan = repair_plan(second)
        owner, other = owner_of(tournament), staff_actor(tournament, "organiser")
        outcome = at_once(
            tournament,
            lambda: apply_repair(actor=owner, round_id=second.pk, fingerprint=plan.fingerprint),
            lambda: apply_repair(actor=other, round_id=second.pk, fingerprint=plan.fingerprint),
        )
        assert refusals(outcome) == ["repair_outdated"]
        assert RoundRepair.objects.count() == 1
