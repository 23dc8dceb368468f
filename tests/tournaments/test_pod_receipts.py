"""Receipts of rounds in pods: committed before, checked after, refused where they were tampered with."""

from __future__ import annotations

import copy
import json
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.events_in_pods import finish_pods, start_pods
from tests.people_and_events import owner_of
from tests.running_events import pair, publish
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import Round, SeedCommitment, Tournament
from tournaments.queries.pod_drafts import pod_draft
from tournaments.queries.receipts import receipt_of
from tournaments.receipts.canonical import canonical, digest_of, digests_of, step_digest
from tournaments.receipts.checking import check_text
from tournaments.receipts.document import FORMAT, VERSION, receipt_digests
from tournaments.receipts.verdict import Fault, Part, Verdict
from tournaments.services.drafts import pair_again
from tournaments.services.pod_swaps import swap_in_pods
from tournaments.services.rounds import publish_round, unpublish_round

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def document_of(round: Round) -> dict[str, Any]:
    round.refresh_from_db()
    kept = receipt_of(round)
    assert kept is not None
    return kept.document


def verdict_on(document: dict[str, Any]) -> Verdict:
    return check_text(canonical(document))


def forged(document: dict[str, Any], change: Any) -> dict[str, Any]:
    """The document changed, with every digest made again, as a forger would."""
    new = copy.deepcopy(document)
    change(new)
    before = ""
    for step in new["history"]:
        if "facts" in step:
            step["digests"] = digests_of(step["facts"])
        before = step["digest"] = step_digest(
            before, {key: step[key] for key in step if key not in ("facts", "digest")}
        )
    new["digests"] = receipt_digests(new, new["history"])
    new["digest"] = digest_of([FORMAT, VERSION, new["digests"]])
    return new


def played(players: int = 9) -> Tournament:
    event = start_pods(players)
    finish_pods(publish(event), Random(2))
    return event


def test_a_round_is_committed_to_before_it_and_agrees_after_it() -> None:
    event = played()
    committed = SeedCommitment.objects.get(tournament=event, number=2)
    assert committed.before_pairing
    document = document_of(publish(event))
    verdict = verdict_on(document)
    assert (verdict.findings, verdict.is_committed, verdict.proved) == ([], True, True)
    assert set(verdict.done) == set(Part)
    assert document["commitments"][0]["digest"] == committed.digest
    assert sorted(len(row) for row in document["published"]["tables"]) == [4, 4, 4]


def test_every_draw_is_counted_and_exchanges_are_followed_to_the_tables() -> None:
    event = played(12)
    owner = owner_of(event)
    draft = pair_again(actor=owner, round_id=pair(event).pk)
    pods = list(pod_draft(draft).pods.values())
    swap_in_pods(actor=owner, round_id=draft.pk, one=pods[0][0], other=pods[1][1])
    swap_in_pods(actor=owner, round_id=draft.pk, one=pods[0][1], other=pods[0][2])
    publish_round(actor=owner, round_id=draft.pk)
    document = document_of(draft)
    verdict = verdict_on(document)
    assert (verdict.findings, verdict.drawn) == ([], 2)
    assert [step["kind"] for step in document["history"]] == ["pods", "discarded", "pods", "swap", "swap", "published"]
    unpublish_round(actor=owner, round_id=draft.pk)
    assert SeedCommitment.objects.filter(tournament=event, number=2).count() == 2


def test_a_large_field_agrees_with_its_bounds() -> None:
    event = played(31)
    verdict = verdict_on(document_of(publish(event)))
    assert verdict.findings == []


def facts_of(document: dict[str, Any]) -> dict[str, Any]:
    facts: dict[str, Any] = next(step["facts"] for step in document["history"] if step["kind"] == "pods")
    return facts


def exchange(document: dict[str, Any]) -> None:
    pods = facts_of(document)["pods"]
    pods[0][0], pods[1][0] = pods[1][0], pods[0][0]


def more_points(document: dict[str, Any]) -> None:
    facts_of(document)["entrants"][0][1] += 3


def dearer(document: dict[str, Any]) -> None:
    facts_of(document)["achieved"]["spread"] += 1


def other_tables(document: dict[str, Any]) -> None:
    document["published"]["tables"][0][1:3] = reversed(document["published"]["tables"][0][1:3])


def other_seed(document: dict[str, Any]) -> None:
    next(step for step in document["history"] if step["kind"] == "pods")["seed"] = "7"


def not_a_number(document: dict[str, Any]) -> None:
    facts_of(document)["entrants"][0][1] = "9"


@pytest.mark.parametrize(
    ("change", "part", "fault", "place"),
    [
        (exchange, Part.PAIRING, Fault.DIFFERENT, ".pods[0]"),
        (more_points, Part.PAIRING, Fault.DIFFERENT, ""),
        (dearer, Part.PAIRING, Fault.DIFFERENT, ".achieved"),
        (other_tables, Part.EDITS, Fault.SEATS, "published.tables[0]"),
        (other_seed, Part.DRAWS, Fault.SEED, ".seed"),
        (not_a_number, Part.PAIRING, Fault.SHAPE, ".entrants[0][1]"),
    ],
)
def test_a_forged_receipt_is_refused_with_the_place(change: Any, part: Part, fault: Fault, place: str) -> None:
    document = document_of(publish(played()))
    finding = verdict_on(forged(document, change)).findings[0]
    assert (finding.part, finding.fault) == (part, fault)
    assert finding.place.endswith(place)


def test_the_command_agrees_and_says_where_a_tampered_file_does_not(tmp_path: Path) -> None:
    document = document_of(publish(played()))
    file = tmp_path / "receipt.json"
    file.write_text(canonical(document))
    said = StringIO()
    call_command("verify_round", str(file), "--lang", "en", stdout=said)
    assert "Nothing in the file was changed" in said.getvalue()
    exchange(document)
    file.write_text(json.dumps(document))
    said = StringIO()
    with pytest.raises((SystemExit, CommandError)):
        call_command("verify_round", str(file), "--lang", "en", stdout=said, stderr=said)
    assert "facts.pods" in said.getvalue()


def test_everybody_verifies_it_on_the_page_and_reads_it_by_the_api() -> None:
    event = played()
    round = publish(event)
    public = DeskVisitor(event)
    assert "SHA-256" in public.read("tournament_pairings", 2)
    page = public.read("tournament_receipt", 2)
    assert "Seated in pods" in page
    checked = public.post("tournament_receipt", 2).content.decode()
    assert "Every draw is counted" in checked
    answer = public.client.get(f"/api/v1/tournaments/{event.code}/rounds/2/receipt/")
    assert answer.json() == document_of(round)
    seeds = public.client.get(f"/api/v1/tournaments/{event.code}/seeds/").json()
    assert [one["number"] for one in seeds] == [1, 2, 3]
