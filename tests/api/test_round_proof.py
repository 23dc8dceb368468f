"""The proof of a round as data: who gets it, that it can be checked from the answer alone, and what the page says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any
from unittest.mock import MagicMock, patch

import pytest
from django.urls import reverse

from accounts.actor import Actor
from tests.api.client import ApiAsker
from tests.people_and_events import owner_of, player_actor, staff_actor
from tests.planned_repairs import flip, fresh, repair_plan
from tests.running_events import finish_round, pair, play_swiss, publish, start_event
from tests.tournaments.swiss.plain_check import Unproved, check_proof
from tests.web.public.visiting import browser
from tournaments.models import PairedField, Round
from tournaments.queries import pairing_reasons
from tournaments.queries.kept import MAX_ROWS, kept
from tournaments.queries.pairing_reasons import proof_of
from tournaments.services.entries import keep_apart
from tournaments.services.repairs import apply_repair
from tournaments.swiss import witness

pytestmark = pytest.mark.django_db


def agrees(answer: dict[str, Any]) -> bool:
    """Check the proof from the answer alone."""
    try:
        check_proof(json.loads(json.dumps(answer)))
    except Unproved:
        return False
    return True


def test_everybody_can_check_a_published_round_from_the_answer_alone() -> None:
    tournament = start_event(21, planned_rounds=5)
    rng = Random(5)
    for number in (1, 2, 3):
        round = publish(tournament)
        path = f"tournaments/{tournament.code}/rounds/{number}/proof/"
        answer = ApiAsker(Actor()).get(path)
        assert answer["agrees"]
        assert agrees(answer)
        seated = {frozenset(pair) for pair in round.matches.values_list("player1", "player2")}
        assert {frozenset(pair) for pair in answer["pairs"]} == seated
        assert answer["bye"] == round.byes.get().registration_id
        halves = answer["pairs"], answer["pairs"][::-1]
        worse = answer | {"pairs": [[one[0], two[1]] for one, two in zip(*halves, strict=True)]}
        if number > 1:
            assert not agrees(worse)
        page = browser().get(reverse("round_proof", args=[tournament.code, number])).content.decode()
        assert "Proved: no better pairing of this round exists." in page
        assert f"/api/v1/{path}" in page
        finish_round(round, rng=rng)


def test_a_draft_is_for_those_who_run_the_rounds_and_pairs_kept_apart_for_the_staff() -> None:
    tournament = start_event(8, planned_rounds=3)
    path = f"tournaments/{tournament.code}/rounds/1/proof/"
    one, two, *_ = tournament.registrations.order_by("pk")
    keep_apart(
        actor=owner_of(tournament),
        tournament_id=tournament.pk,
        registration_a=one.pk,
        registration_b=two.pk,
        is_hard=True,
    )
    draft = pair(tournament)
    ApiAsker(Actor()).get(path, status=404)
    assert ApiAsker(owner_of(tournament)).get(path)["agrees"]
    draft.status = Round.Status.PUBLISHED
    draft.save()
    own = tournament.registrations.first()
    for actor in (Actor(), staff_actor(start_event(2), "judge"), player_actor(own)):
        ApiAsker(actor).get(path, status=403)
        page = browser(actor).get(reverse("round_proof", args=[tournament.code, 1])).content.decode()
        assert "Proved" in page
        assert f"/api/v1/{path}" not in page
    judge = staff_actor(tournament, "judge")
    assert ApiAsker(judge).get(path)["agrees"]
    page = browser(judge).get(reverse("round_proof", args=[tournament.code, 1])).content.decode()
    assert f"/api/v1/{path}" in page


def test_a_repaired_round_has_the_proof_of_its_repair() -> None:
    tournament = start_event(8, planned_rounds=3)
    first = finish_round(publish(tournament))
    second = publish(tournament)
    before = proof_of(second)
    flip(first.matches.earliest("table"))
    plan = repair_plan(fresh(second))
    apply_repair(actor=owner_of(tournament), round_id=second.pk, fingerprint=plan.fingerprint)
    after = proof_of(second)
    assert before is not None
    assert after is not None
    assert before.facts != after.facts
    assert after.agrees
    assert after.facts["witness"]["standing"]
    assert agrees(ApiAsker(Actor()).get(f"tournaments/{tournament.code}/rounds/2/proof/"))


@pytest.fixture
def checks() -> Iterator[MagicMock]:
    """Counts how often the witness of a field is checked."""
    with patch.object(pairing_reasons, "shown_bound", wraps=pairing_reasons.shown_bound) as counted:
        yield counted


def test_a_field_is_checked_once_for_all_who_ask_and_all_versions_of_the_event(checks: MagicMock) -> None:
    tournament = start_event(8, planned_rounds=3)
    first = publish(tournament)
    path = f"tournaments/{tournament.code}/rounds/1/proof/"
    answers = [ApiAsker(Actor()).get(path), ApiAsker(owner_of(tournament)).get(path)]
    finish_round(first)
    answers.append(ApiAsker(Actor()).get(path))
    assert checks.call_count == 1
    assert answers[0]["agrees"]
    assert answers == [answers[0]] * 3
    publish(tournament)
    assert ApiAsker(Actor()).get(f"tournaments/{tournament.code}/rounds/2/proof/") != answers[0]
    assert checks.call_count == 2


def test_without_a_witness_nothing_is_said_to_be_checked() -> None:
    tournament = start_event(8, planned_rounds=3)
    publish(tournament)
    kept.clear()
    field = PairedField.objects.get()
    PairedField.objects.filter(pk=field.pk).update(facts=field.facts | {"witness": None})
    answer = ApiAsker(Actor()).get(f"tournaments/{tournament.code}/rounds/1/proof/")
    assert (answer["checked"], answer["agrees"], answer["witness"]) == (False, False, None)
    kept.clear()


def test_a_witness_that_takes_too_much_work_is_handed_out_as_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = start_event(8, planned_rounds=3)
    publish(tournament)
    kept.clear()
    monkeypatch.setattr(pairing_reasons, "MAX_CHECK_LOOKS", 3)
    answer = ApiAsker(Actor()).get(f"tournaments/{tournament.code}/rounds/1/proof/")
    assert (answer["checked"], answer["agrees"], answer["bound"]) == (False, False, None)
    assert answer["witness"]["potentials"] is not None
    kept.clear()


def test_a_checked_field_takes_its_room_among_what_is_kept(checks: MagicMock) -> None:
    tournament = start_event(8, planned_rounds=3)
    round = publish(tournament)
    kept.clear()
    proof = proof_of(round)
    assert proof is not None
    assert kept.size == len(proof) > 8 + 4
    kept.put("larger than all that is kept", 0, range(MAX_ROWS))
    assert proof_of(round) == proof
    assert checks.call_count == 2
    kept.clear()


def test_a_check_that_does_not_agree_takes_the_word_proved_away() -> None:
    tournament = start_event(8, planned_rounds=3)
    with patch.object(witness, "_holds", return_value=False):
        round = publish(tournament)
    assert round.pairing["achieved"] == round.pairing["bound"]
    assert not round.pairing["certified"]
    page = browser().get(reverse("round_proof", args=[tournament.code, 1])).content.decode()
    assert "Proved" not in page
    assert "could not be proved" in page
    answer = ApiAsker(Actor()).get(f"tournaments/{tournament.code}/rounds/1/proof/")
    assert (answer["agrees"], answer["witness"]) == (False, None)


def test_a_witness_tampered_with_no_longer_agrees() -> None:
    tournament = start_event(9, planned_rounds=4)
    play_swiss(tournament, count=1, rng=Random(2))
    round = publish(tournament)
    kept = PairedField.objects.get(round=round)
    kept.facts["witness"]["potentials"] = [str(int(one) + 8) for one in kept.facts["witness"]["potentials"]]
    kept.save()
    assert not ApiAsker(Actor()).get(f"tournaments/{tournament.code}/rounds/2/proof/")["agrees"]


def test_a_round_from_before_fields_were_kept_has_none() -> None:
    tournament = start_event(8, planned_rounds=3)
    publish(tournament)
    PairedField.objects.all().delete()
    ApiAsker(Actor()).get(f"tournaments/{tournament.code}/rounds/1/proof/", status=404)
    page = browser().get(reverse("round_proof", args=[tournament.code, 1])).content.decode()
    assert "The witness, as data" not in page
