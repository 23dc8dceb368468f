"""Receipts of rounds that a background job has paired, and of rounds whose divisions were paired apart."""

from __future__ import annotations

import json

import pytest

from tests.people_and_events import owner_of
from tests.running_events import finish_round, start_event
from tests.tournaments.services.test_pairing_apart import apart_event, start
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import words_of
from tournaments.models import PairingSearch, Round, Tournament
from tournaments.queries.receipts import newest_commitment, receipt_of
from tournaments.receipts.checking import check_text
from tournaments.services.pairing_search import ask_search
from tournaments.services.rounds import publish_round

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.language("en")]


def paired_by_the_task(tournament: Tournament, number: int) -> Round:
    """The round as the task of a search pairs it, published."""
    search = ask_search(actor=owner_of(tournament), tournament_id=tournament.pk, number=number)
    search.refresh_from_db()
    assert search.state == PairingSearch.State.DONE
    return publish_round(actor=owner_of(tournament), round_id=tournament.rounds.get(number=number).pk)


def document_of(round: Round) -> dict[str, object]:
    receipt = receipt_of(round)
    assert receipt is not None
    found: dict[str, object] = json.loads(json.dumps(receipt.document))
    return found


def test_a_receipt_that_a_task_has_written_agrees_and_follows_from_the_commitment() -> None:
    tournament = start_event(10, planned_rounds=3)
    committed = newest_commitment(tournament, 1)
    assert committed is not None
    document = document_of(paired_by_the_task(tournament, 1))
    verdict = check_text(json.dumps(document))
    assert verdict.agrees, verdict.findings
    assert verdict.is_committed
    assert committed.digest in json.dumps(document)


def test_divisions_paired_apart_have_a_receipt_with_each_part_and_a_changed_part_is_named() -> None:
    tournament = start(apart_event(5, 4, 6))
    finish_round(paired_by_the_task(tournament, 1))
    document = document_of(paired_by_the_task(tournament, 2))
    draw = next(step for step in document["history"] if step["kind"] == "draw")  # type: ignore[attr-defined]
    assert [len(part["inputs"]["entrants"]) for part in draw["facts"]["parts"]] == [5, 4, 6]
    verdict = check_text(json.dumps(document))
    assert verdict.agrees, verdict.findings
    assert verdict.proved
    output = draw["facts"]["parts"][1]["output"]
    output["tables"] = output["tables"][::-1]
    tampered = check_text(json.dumps(document))
    assert not tampered.agrees


def test_the_desk_shows_the_digest_before_it_draws() -> None:
    tournament = start_event(6, planned_rounds=1, top_cut=4)
    desk = DeskVisitor(tournament, owner_of(tournament))
    first = newest_commitment(tournament, 1)
    assert first is not None
    assert first.digest in words_of(desk.get("desk"))
    round = paired_by_the_task(tournament, 1)
    of_cut = newest_commitment(tournament, 2)
    assert of_cut is not None
    assert of_cut.digest not in words_of(desk.get("desk"))
    finish_round(round)
    assert of_cut.digest in words_of(desk.get("desk"))
