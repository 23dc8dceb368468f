"""Receipts of rounds as the services write them: checked by the core alone, with everything that was done by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from tests.people_and_events import enter, make_event, owner_of, staff_actor
from tests.planned_repairs import flip, fresh, repair_plan
from tests.running_events import finish_round, pair, play_swiss, publish, start_cut, start_event, swiss_over
from tournaments.models import PairingStep, Round, SeedCommitment, Tournament
from tournaments.queries.receipts import commitments_of, receipt_of
from tournaments.queries.repair_scope import corrections_since_pairing, seen_in
from tournaments.receipts.canonical import digest_of_text, seed_of
from tournaments.receipts.checking import check_text
from tournaments.receipts.verdict import Part, Verdict
from tournaments.services.decided_pairs import apply_decision, plan_decision
from tournaments.services.decisions import Decision, What
from tournaments.services.drafts import discard_draft, pair_again, pair_next_round, set_table, swap_players
from tournaments.services.entries import keep_apart
from tournaments.services.repairs import apply_repair, keep_pairings, plan_repair
from tournaments.services.rounds import publish_round, unpublish_round
from tournaments.services.start import start_tournament
from tournaments.services.top_cut import discard_top_cut
from tournaments.services.undone_repairs import undo_repair

pytestmark = pytest.mark.django_db


def document(round: Round) -> dict[str, Any]:
    receipt = receipt_of(fresh(round))
    assert receipt is not None
    return receipt.document


def verdict(round: Round) -> Verdict:
    """What the check of the round's receipt comes to, from its text alone."""
    return check_text(json.dumps(document(round)))


def kinds(round: Round) -> list[str]:
    return [step["kind"] for step in document(round)["history"]]


def show(round: Round) -> Round:
    return publish_round(actor=owner_of(round.tournament), round_id=round.pk)


def test_every_round_of_an_event_agrees_and_is_proved() -> None:
    tournament = start_event(9, planned_rounds=4)
    for number in range(1, 5):
        round = publish(tournament)
        found = verdict(round)
        assert found.findings == []
        assert set(Part) == set(found.done)
        assert (found.is_committed, found.drawn, found.proved) == (True, 1, True), number
        finish_round(round)


def test_the_seed_of_a_round_is_committed_to_before_anybody_can_know_who_is_in_it() -> None:
    tournament = start_event(8, planned_rounds=3)
    first = commitments_of(tournament, 1)
    assert [one.before_pairing for one in first] == [True]
    assert commitments_of(tournament, 2) == []
    draft = pair(tournament)
    assert receipt_of(draft) is None  # Its text is a secret until it is published.
    round = show(draft)
    assert len(commitments_of(tournament, 2)) == 1
    shown = document(round)["commitments"][0]
    assert shown["digest"] == first[0].digest == digest_of_text(shown["text"])
    assert round.seed == seed_of(shown["text"], 1)
    assert SeedCommitment.objects.get(number=2).text not in json.dumps(document(round))


def test_what_was_written_down_can_be_neither_changed_nor_removed() -> None:
    tournament = start_event(8, planned_rounds=3)
    publish(tournament)
    for model in (PairingStep, SeedCommitment):
        for spoil in (lambda rows: rows.update(number=9), lambda rows: rows.all().delete()):
            with pytest.raises(IntegrityError, match="only ever added"), transaction.atomic():
                spoil(model.objects.filter(tournament=tournament))


def test_pairing_again_is_counted_and_follows_from_the_same_commitment() -> None:
    tournament = start_event(8, planned_rounds=3)
    draft = pair_again(actor=owner_of(tournament), round_id=pair(tournament).pk)
    discard_draft(actor=owner_of(tournament), round_id=draft.pk)
    round = show(pair(tournament))
    assert kinds(round) == ["draw", "discarded", "draw", "discarded", "draw", "published"]
    found = verdict(round)
    assert (found.findings, found.drawn, found.is_committed) == ([], 3, True)
    assert [step.get("facts") is None for step in document(round)["history"]] == [
        True,
        False,
        True,
        False,
        False,
        False,
    ]


def test_a_round_taken_back_is_paired_with_another_commitment() -> None:
    tournament = start_event(8, planned_rounds=3)
    first = publish(tournament)
    unpublish_round(actor=owner_of(tournament), round_id=first.pk)
    assert receipt_of(fresh(first)) is None
    round = show(pair_again(actor=owner_of(tournament), round_id=first.pk))
    one, two = document(round)["commitments"]
    assert one["text"] != two["text"]
    assert document(round)["history"][-2]["commitment"] == 2
    assert verdict(round).findings == []


def test_a_seed_that_was_given_is_no_committed_one() -> None:
    tournament = start_event(8, planned_rounds=3)
    round = show(pair_next_round(actor=owner_of(tournament), tournament_id=tournament.pk, number=1, seed=7))
    found = verdict(round)
    assert (found.findings, found.is_committed) == ([], False)


def test_an_event_older_than_receipts_commits_when_it_pairs_and_says_so() -> None:
    tournament = start_event(8, planned_rounds=3)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("DELETE FROM tournaments_seedcommitment")
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")
    found = verdict(publish(tournament))
    assert (found.findings, found.is_committed) == ([], False)


def test_changes_by_hand_are_in_the_receipt_and_lead_to_the_published_tables() -> None:
    tournament = start_event(9, planned_rounds=4)
    finish_round(publish(tournament))
    draft = pair(tournament)
    owner = owner_of(tournament)
    one, two = draft.matches.order_by("table")[:2]
    swap_players(actor=owner, round_id=draft.pk, registration_a=one.player1_id, registration_b=two.player1_id)
    bye = draft.byes.get().registration_id
    swap_players(actor=owner, round_id=draft.pk, registration_a=one.player2_id, registration_b=bye)
    set_table(actor=owner, round_id=draft.pk, match_id=one.pk, table=3, reason="王小明 cannot climb stairs")
    set_table(actor=owner, round_id=draft.pk, match_id=two.pk, table=77)
    round = show(draft)
    assert kinds(round) == ["draw", "swap", "swap", "table", "table", "published"]
    assert verdict(round).findings == []
    assert "owner" in {step["by"] for step in document(round)["history"]}
    text = json.dumps(document(round), ensure_ascii=False)
    assert "stairs" not in text
    assert not [entry.name for entry in tournament.registrations.all() if entry.name in text]


@pytest.mark.parametrize("what", [What.MEET, What.APART])
@pytest.mark.parametrize("again", [False, True])
def test_decisions_about_a_draft_are_worked_out_again(what: What, again: bool) -> None:
    tournament = start_event(9, planned_rounds=4)
    finish_round(publish(tournament))
    draft = pair(tournament)
    match = draft.matches.earliest("table")
    other = match.player2_id if what is What.APART else draft.matches.latest("table").player1_id
    draft = decided(draft, what, match.player1_id, other, again)
    swap = draft.matches.order_by("-table").values_list("player1", flat=True)[:2]
    swap_players(actor=owner_of(tournament), round_id=draft.pk, registration_a=swap[0], registration_b=swap[1])
    first = draft.matches.earliest("table")
    third = draft.matches.order_by("table")[2]
    draft = decided(draft, What.APART, *sorted((first.player1_id, third.player1_id)), again)
    round = show(draft)
    assert kinds(round) == ["draw", "discarded", "decided", "swap", "discarded", "decided", "published"]
    assert verdict(round).findings == []
    receipt = receipt_of(fresh(round))
    assert receipt is not None
    assert receipt.shows_kept_apart  # Who is not to meet is for the staff.


def decided(draft: Round, what: What, one: int, other: int, again: bool) -> Round:
    owner = owner_of(draft.tournament)
    plan = plan_decision(actor=owner, round_id=draft.pk, decision=Decision(what, one, other, again))
    return apply_decision(
        actor=owner, round_id=draft.pk, decision=plan.decision, fingerprint=plan.fingerprint, reason="a stream"
    )


def test_a_round_drawn_after_a_decision_names_it() -> None:
    tournament = start_event(8, planned_rounds=4)
    draft = pair(tournament)
    one, two = draft.matches.order_by("table")[:2]
    draft = decided(draft, What.MEET, one.player1_id, two.player1_id, False)
    round = show(pair_again(actor=owner_of(tournament), round_id=draft.pk))
    drawn = document(round)["history"][-2]
    assert drawn["kind"] == "draw"
    assert [sorted(pair[1:]) for pair in drawn["facts"]["by_hand"]["meet"]] == [
        sorted((one.player1_id, two.player1_id))
    ]
    assert verdict(round).findings == []


def test_repairs_redraws_and_what_was_undone_are_worked_out_again() -> None:
    tournament = start_event(8, planned_rounds=4)
    owner = owner_of(tournament)
    first = finish_round(publish(tournament))
    second = publish(tournament)
    flip(first.matches.earliest("table"))
    plan = repair_plan(fresh(second))
    repair = apply_repair(actor=owner, round_id=second.pk, fingerprint=plan.fingerprint)
    assert kinds(second) == ["draw", "published", "repair"]
    assert verdict(second).findings == []
    undo_repair(actor=owner, round_id=second.pk, repair_id=repair.pk)
    assert verdict(second).findings == []
    seen = seen_in(corrections_since_pairing(fresh(second)))
    kept = keep_pairings(actor=owner, round_id=second.pk, seen=seen, reason="too late")
    undo_repair(actor=owner, round_id=second.pk, repair_id=kept.pk)
    plan = plan_repair(actor=owner, round_id=second.pk, redraws=True)
    apply_repair(actor=owner, round_id=second.pk, fingerprint=plan.fingerprint, redraws=True, reason="fairer")
    assert kinds(second)[2:] == ["repair", "undone", "kept", "undone", "repair"]
    assert verdict(second).findings == []


def test_the_seeds_of_a_cut_follow_from_the_table_and_the_committed_lots() -> None:
    tournament = swiss_over(11, planned_rounds=3)
    first = show(start_cut(tournament, size=8))
    found = verdict(first)
    assert (found.findings, found.is_committed) == ([], True)
    finish_round(first)
    second = publish(tournament)
    assert verdict(second).findings == []
    changed = document(first)
    seeds = changed["history"][-2]["facts"]["seeds"]
    assert sorted(seeds) != seeds or len(seeds) == 8


def test_a_cut_round_whose_players_changed_with_an_earlier_result_agrees() -> None:
    tournament = swiss_over(8, planned_rounds=3)
    first = finish_round(show(start_cut(tournament, size=4)))
    second = publish(tournament)
    flip(first.matches.earliest("table"))
    assert kinds(second) == ["bracket", "published", "bracket"]
    assert verdict(second).findings == []


def test_a_cut_that_was_published_and_discarded_gets_another_commitment() -> None:
    tournament = swiss_over(8, planned_rounds=3)
    round = show(start_cut(tournament, size=4))
    discard_top_cut(actor=owner_of(tournament), tournament_id=tournament.pk)
    again = show(start_cut(tournament, size=4))
    assert [one["sequence"] for one in document(again)["commitments"]] == [1, 2]
    assert kinds(again) == ["bracket", "published", "discarded", "bracket", "published"]
    assert verdict(again).findings == []
    assert round.number == again.number


def test_pairs_that_the_organisers_keep_apart_make_it_a_receipt_for_the_staff() -> None:
    tournament = start_event(8, planned_rounds=3)
    one, two, *_others = tournament.registrations.order_by("pk")
    keep_apart(
        actor=owner_of(tournament),
        tournament_id=tournament.pk,
        registration_a=one.pk,
        registration_b=two.pk,
        is_hard=True,
    )
    receipt = receipt_of(publish(tournament))
    assert receipt is not None
    assert receipt.shows_kept_apart


def test_teams_are_numbers() -> None:
    tournament = make_event(planned_rounds=3, team_policy="never")
    enter(tournament, *(f"P{number}" for number in range(1, 9)))
    for place, entry in enumerate(tournament.registrations.order_by("pk")):
        entry.team = ("光之国", "地球防卫队")[place % 2]
        entry.save()
    start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    round = publish(Tournament.objects.get(pk=tournament.pk))
    text = json.dumps(document(round), ensure_ascii=False)
    assert "光之国" not in text
    assert verdict(round).findings == []


def test_a_member_of_the_staff_is_named_by_role() -> None:
    tournament = start_event(8, planned_rounds=3)
    keeper = staff_actor(tournament, "scorekeeper")
    draft = pair_next_round(actor=keeper, tournament_id=tournament.pk, number=1)
    publish_round(actor=keeper, round_id=draft.pk)
    assert {step["by"] for step in document(draft)["history"]} == {"scorekeeper"}


def test_a_played_event_has_a_receipt_of_every_round() -> None:
    tournament = start_event(8, planned_rounds=3)
    play_swiss(tournament)
    for round in tournament.rounds.all():
        assert verdict(round).findings == []
