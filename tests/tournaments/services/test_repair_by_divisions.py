"""Repairing a round whose divisions were paired apart: the division that a correction concerns moves, and no other."""

from __future__ import annotations

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q

from accounts.models import Notice
from accounts.refusals import Conflict, Refusal
from tests.people_and_events import owner_of
from tests.refused import refused
from tests.running_events import finish_round, pair, publish, score
from tests.tournaments.services.test_pairing_apart import apart_event, start
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import Match, PairedField, Round, Tournament
from tournaments.queries.event_file import event_document
from tournaments.queries.pairing_reasons import proof_of
from tournaments.queries.receipts import receipt_of
from tournaments.queries.repair import is_repairable, newest_repair
from tournaments.queries.repair_scope import corrections_since_pairing, repair_scope, seen_in
from tournaments.receipts.checking import check_text
from tournaments.services.corrections import correct_match
from tournaments.services.drafts import swap_players
from tournaments.services.entries import join_divisions
from tournaments.services.repairs import apply_repair, keep_pairings, plan_repair, wall_of
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.rounds import publish_round, unpublish_round
from tournaments.services.snapshots.restoring import restore
from tournaments.services.undone_repairs import undo_repair
from tournaments.wording import say_log

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def second_round(juniors: int, seniors: int, masters: int, joined: dict[str, str] | None = None) -> Round:
    """Round 2 of an event by divisions, published; every first player of round 1 won."""
    tournament = apart_event(juniors, seniors, masters)
    if joined:
        join_divisions(actor=owner_of(tournament), tournament_id=tournament.pk, joined=joined)
    start(tournament)
    finish_round(publish(tournament))
    return publish(tournament)


def correct(tournament: Tournament, division: str, *, every: bool = False) -> None:
    """The first result of round 1 in a division, or every one, was the other way round."""
    found = Match.objects.filter(round__tournament=tournament, round__number=1, player1__division=division)
    for match in found.order_by("pk")[: None if every else 1]:
        correct_match(
            actor=owner_of(tournament),
            match_id=match.pk,
            expected_version=match.version,
            reason="wrong way round",
            score=ScoreInput(wins1=0, wins2=2),
        )


def seats(round: Round, division: str) -> list[tuple[int, int, int, int]]:
    found = Match.objects.filter(round=round, player1__division=division).order_by("pk")
    return list(found.values_list("pk", "table", "player1", "player2"))


def byes(round: Round) -> dict[str, int]:
    return dict(round.byes.values_list("registration__division", "registration"))


def fresh(round: Round) -> Round:
    return Round.objects.select_related("tournament").get(pk=round.pk)


def repair(round: Round) -> None:
    owner = owner_of(round.tournament)
    plan = plan_repair(actor=owner, round_id=round.pk)
    apply_repair(actor=owner, round_id=round.pk, fingerprint=plan.fingerprint)


def test_only_the_division_concerned_moves_with_the_same_proof() -> None:
    round = second_round(9, 0, 8)
    correct(round.tournament, "masters")
    assert is_repairable(fresh(round))
    before, others = seats(round, "masters"), seats(round, "junior")
    plan = plan_repair(actor=owner_of(round.tournament), round_id=round.pk)
    masters = set(round.tournament.registrations.filter(division="masters").values_list("pk", flat=True))
    assert plan.part == "masters"
    assert plan.moved
    assert set(plan.moved) <= masters
    assert plan.result.certified
    Notice.objects.all().delete()
    repair(round)
    assert seats(round, "junior") == others
    assert seats(round, "masters") != before
    assert set(Notice.objects.values_list("player__registrations", flat=True)) == set(plan.moved)
    after = fresh(round)
    assert after.pairing["certified"]
    assert [part["certified"] for part in after.pairing["parts"]] == [True, True]
    assert all(proof is not None and proof.agrees for proof in (proof_of(after, one) for one in ("masters", "junior")))
    assert not corrections_since_pairing(after)
    assert say_log(round.tournament.log.get(verb="round_repaired")).endswith("(division: Masters)")


def test_a_rematch_at_a_table_that_has_begun_stays_in_the_facts_of_the_round() -> None:
    """The lot may leave the rest of the division as it is, with nothing to repair: then another event is played."""
    assert any(rematch_stays_after_a_repair() for _event in range(8))


def rematch_stays_after_a_repair() -> bool:
    """Whether there was something to repair; fails if the repair lost the rematch."""
    tournament = apart_event(8, 0, 4)
    owner = owner_of(tournament)
    start(tournament)
    first = publish(tournament)
    finish_round(first)
    draft = pair(tournament)
    again = first.matches.filter(player1__division="junior").order_by("pk").last()
    assert again is not None
    one, two = again.player1_id, again.player2_id
    table = draft.matches.get(Q(player1=one) | Q(player2=one))
    other = table.player2_id if table.player1_id == one else table.player1_id
    swap_players(actor=owner, round_id=draft.pk, registration_a=other, registration_b=two)
    round = publish_round(actor=owner, round_id=draft.pk)
    begun = round.matches.get(player1__in=(one, two), player2__in=(one, two))
    rematch = {frozenset((one, two))}
    assert rematch <= {frozenset(pair) for pair in fresh(round).pairing["rematches"]}
    score(begun, 2, 0)
    correct(tournament, "junior")
    try:
        repair(round)
    except Refusal:
        return False
    assert rematch <= {frozenset(pair) for pair in fresh(round).pairing["rematches"]}
    return True


def test_the_receipt_of_a_repaired_division_agrees_and_one_that_is_changed_does_not() -> None:
    round = second_round(9, 0, 8)
    correct(round.tournament, "masters")
    repair(round)
    receipt = receipt_of(fresh(round))
    assert receipt is not None
    verdict = check_text(json.dumps(receipt.document))
    assert verdict.agrees, verdict.findings
    tampered = json.loads(json.dumps(receipt.document))
    one, two = tampered["published"]["tables"][0], tampered["published"]["tables"][1]
    one[2], two[2] = two[2], one[2]
    assert not check_text(json.dumps(tampered)).agrees


def test_a_small_division_paired_along_with_another_is_repaired_with_it() -> None:
    round = second_round(2, 6, 4, joined={"junior": "senior"})
    correct(round.tournament, "senior")
    masters = seats(round, "masters")
    assert repair_scope(fresh(round)).part == "junior+senior"
    repair(round)
    assert seats(round, "masters") == masters
    assert not corrections_since_pairing(fresh(round))


def test_corrections_in_two_divisions_are_decided_about_one_after_the_other() -> None:
    round = second_round(8, 0, 8)
    correct(round.tournament, "masters")
    correct(round.tournament, "junior")
    assert [one.match.player1.division for one in corrections_since_pairing(fresh(round))] == ["junior"]
    stale = seen_in(corrections_since_pairing(fresh(round)))
    repair(round)
    left = corrections_since_pairing(fresh(round))
    assert [one.match.player1.division for one in left] == ["masters"]
    arguments = {"actor": owner_of(round.tournament), "round_id": round.pk, "reason": "they play already"}
    refused("repair_outdated", keep_pairings, Conflict, **arguments, seen=stale)
    keep_pairings(**arguments, seen=seen_in(left))
    assert not corrections_since_pairing(fresh(round))


def test_a_round_taken_back_keeps_what_was_decided_about_each_division() -> None:
    round = second_round(8, 0, 8)
    owner = owner_of(round.tournament)
    correct(round.tournament, "masters")
    correct(round.tournament, "junior")
    for left in ("masters", ""):
        found = corrections_since_pairing(fresh(round))
        keep_pairings(actor=owner, round_id=round.pk, reason="they play already", seen=seen_in(found))
        unpublish_round(actor=owner, round_id=round.pk)
        assert [one.match.player1.division for one in corrections_since_pairing(fresh(round))] == [left] * bool(left)
        publish_round(actor=owner, round_id=round.pk)
    unpublish_round(actor=owner, round_id=round.pk)
    match = Match.objects.filter(round__number=1, player1__division="junior").order_by("pk")[0]
    score = ScoreInput(wins1=1, wins2=2)
    correct_match(actor=owner, match_id=match.pk, expected_version=match.version, reason="2–1", score=score)
    assert {one.match.player1.division for one in corrections_since_pairing(fresh(round))} == {"junior"}


def test_the_bye_of_the_own_division_moves_and_comes_back() -> None:
    round = second_round(5, 0, 7)
    tournament, owner = round.tournament, owner_of(round.tournament)
    before, wall = byes(round), wall_of(fresh(round))
    assert set(before) == {"junior", "masters"}
    correct(tournament, "masters", every=True)
    repair(round)
    assert byes(round)["junior"] == before["junior"]
    assert byes(round)["masters"] != before["masters"]
    newest = newest_repair(fresh(round))
    assert newest is not None
    document = event_document(tournament) | {"taken_at": "2026-11-23T00:00:00Z"}
    again = restore(json.loads(DjangoJSONEncoder().encode(document)), owner=tournament.created_by, name="")
    kept = newest_repair(again.rounds.get(number=2))
    assert kept is not None
    assert (kept.part, len(kept.after["byes"])) == ("masters", 2)
    undo_repair(actor=owner, round_id=round.pk, repair_id=newest.pk)
    back = wall_of(fresh(round))
    assert back["byes"] == wall["byes"]
    assert [line["players"] for line in back["tables"]] == [line["players"] for line in wall["tables"]]
    assert PairedField.objects.filter(round=round, part="masters").count() == 2


def test_a_round_without_a_correction_asks_for_nothing() -> None:
    round = second_round(4, 0, 4)
    assert not corrections_since_pairing(fresh(round))
    assert not is_repairable(fresh(round))


def test_page_and_api_name_the_division() -> None:
    round = second_round(8, 0, 8)
    correct(round.tournament, "junior")
    visitor = DeskVisitor(round.tournament, owner_of(round.tournament))
    assert "Division Junior: the tables of the others stay as they are." in visitor.read("desk_round_repair", 2)
    plan = visitor.client.get(f"/api/v1/tournaments/{round.tournament.code}/rounds/2/repair/").json()
    assert (plan["part"], plan["certified"]) == ("junior", True)
