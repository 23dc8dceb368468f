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
from tournaments.services.entries import assign_rounds
from tournaments.services.entries.apart import fix_seat
from tournaments.services.pod_results import PodResult, correct_pod
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


def facts_of(document: dict[str, Any], kind: str = "pods") -> dict[str, Any]:
    facts: dict[str, Any] = next(step["facts"] for step in document["history"] if step["kind"] == kind)
    return facts


def settled() -> dict[str, Any]:
    """The receipt of a round with an awarded bye, a loss, a fixed seat and an exchange by hand."""
    event = played(10)
    owner, people = owner_of(event), list(event.registrations.order_by("pk"))
    assign_rounds(actor=owner, registration_id=people[0].pk, kind="bye", first=2)
    assign_rounds(actor=owner, registration_id=people[1].pk, kind="loss", first=2, reason="ill")
    fix_seat(actor=owner, registration_id=people[2].pk, table=7)
    draft = pair(event)
    assert draft.pods.filter(table=7, seats__registration=people[2]).exists()
    pods = list(pod_draft(draft).pods.values())
    swap_in_pods(actor=owner, round_id=draft.pk, one=pods[0][0], other=pods[1][1])
    publish_round(actor=owner, round_id=draft.pk)
    return document_of(draft)


def test_byes_losses_fixed_seats_and_exchanges_agree() -> None:
    document = settled()
    assert verdict_on(document).findings == []
    facts = facts_of(document)
    assert [kind for _entrant, kind in facts["assigned"]] == ["bye", "loss"]
    assert facts["assigned"] == facts_of(document, "published")["assigned"]
    assert facts["fixed"] == [[facts["assigned"][0][0] + 2, 7]]


def test_who_has_left_and_what_was_corrected_since_do_not_change_what_an_exchange_cost() -> None:
    event = played(8)
    owner, draft = owner_of(event), pair(event)
    earlier = event.rounds.get(number=1).pods.order_by("pk")[0]
    keys = list(earlier.seats.order_by("seat").values_list("registration", flat=True))
    turned = PodResult(dict(zip(keys, (4, 3, 2, 1), strict=True)))
    correct_pod(actor=owner, pod_id=earlier.pk, expected_version=2, result=turned, reason="slip")
    pods = list(pod_draft(draft).pods.values())
    swap_in_pods(actor=owner, round_id=draft.pk, one=pods[0][0], other=pods[1][1])
    publish_round(actor=owner, round_id=draft.pk)
    assert verdict_on(document_of(draft)).findings == []


def changed(*path: Any, to: Any = None, kind: str = "pods") -> Any:
    """A change of one value of a step's facts; without `to` a number is raised by one."""

    def change(document: dict[str, Any]) -> None:
        value: Any = facts_of(document, kind)
        for key in path[:-1]:
            value = value[key]
        value[path[-1]] = to(value[path[-1]]) if callable(to) else value[path[-1]] + 1 if to is None else to

    return change


def exchange(document: dict[str, Any]) -> None:
    pods = facts_of(document)["pods"]
    pods[0][0], pods[1][0] = pods[1][0], pods[0][0]


def exchanged_numbers(document: dict[str, Any]) -> None:
    numbers = facts_of(document)["numbers"]
    numbers[0], numbers[1] = numbers[1], numbers[0]


def other_tables(document: dict[str, Any]) -> None:
    document["published"]["tables"][0][1:3] = reversed(document["published"]["tables"][0][1:3])


def other_seed(document: dict[str, Any]) -> None:
    next(step for step in document["history"] if step["kind"] == "pods")["seed"] = "7"


def a_bye(document: dict[str, Any]) -> None:
    document["published"]["byes"].append(1)


def nothing_published(document: dict[str, Any]) -> None:
    document["history"] = [step for step in document["history"] if step["kind"] != "published"]


def first_pod_twice(tables: list[int]) -> list[int]:
    return [tables[1], *tables[1:]]


def without_first(rows: list[Any]) -> list[Any]:
    return rows[1:]


def one_with_a_place(document: dict[str, Any]) -> None:
    facts_of(document)["assigned"][0][0] = facts_of(document)["entrants"][0][0]


def fixed_of_nobody(document: dict[str, Any]) -> None:
    facts_of(document)["fixed"][0][0] = facts_of(document)["assigned"][0][0]


TAMPERED: dict[str, tuple[Any, Part, Fault, str]] = {
    "engine": (changed("engine"), Part.PAIRING, Fault.ENGINE, ".facts.engine"),
    "assigned, who": (changed("assigned", 0, 0, to=2**40), Part.EDITS, Fault.GIVEN, ".facts.assigned"),
    "assigned, what": (changed("assigned", 0, 1, to="loss"), Part.EDITS, Fault.GIVEN, ".facts.assigned"),
    "assigned, one less": (changed("assigned", to=without_first), Part.EDITS, Fault.GIVEN, ".facts.assigned"),
    "assigned, unknown": (changed("assigned", 0, 1, to="win"), Part.PAIRING, Fault.SHAPE, ".assigned[0][1]"),
    "assigned, seated": (one_with_a_place, Part.PAIRING, Fault.SHAPE, ".assigned[0][0]"),
    "assigned, published": (
        changed("assigned", 1, 1, to="bye", kind="published"), Part.EDITS, Fault.GIVEN, ".facts.assigned"
    ),
    "not published": (nothing_published, Part.EDITS, Fault.SHAPE, "history"),
    "columns": (changed("columns", to=["id"]), Part.PAIRING, Fault.SHAPE, ".columns"),
    "points": (changed("entrants", 0, 1), Part.PAIRING, Fault.DIFFERENT, ""),
    "points, no number": (changed("entrants", 0, 1, to="9"), Part.PAIRING, Fault.SHAPE, ".entrants[0][1]"),
    "apart": (
        changed("apart", to=lambda apart: [*apart, [1, 2, 3]]), Part.PAIRING, Fault.SHAPE, ".apart[0]"
    ),
    "pods": (exchange, Part.PAIRING, Fault.DIFFERENT, ".pods[0]"),
    "fixed, table": (changed("fixed", 0, 1), Part.PAIRING, Fault.DIFFERENT, ".tables"),
    "fixed, left out": (changed("fixed", to=without_first), Part.PAIRING, Fault.DIFFERENT, ".tables"),
    "fixed, of nobody": (fixed_of_nobody, Part.PAIRING, Fault.SHAPE, ".fixed[0]"),
    "numbers": (exchanged_numbers, Part.PAIRING, Fault.DIFFERENT, ".tables"),
    "numbers, twice": (changed("numbers", to=first_pod_twice), Part.PAIRING, Fault.SHAPE, ".numbers"),
    "tables": (changed("tables", 0, to=99), Part.PAIRING, Fault.DIFFERENT, ".tables"),
    "tables, twice": (changed("tables", to=first_pod_twice), Part.PAIRING, Fault.SHAPE, ".tables"),
    "byes": (changed("byes", to=[1]), Part.PAIRING, Fault.DIFFERENT, ".byes"),
    "achieved": (changed("achieved", "spread"), Part.PAIRING, Fault.DIFFERENT, ".achieved"),
    "bound": (changed("bound", "repeats"), Part.PAIRING, Fault.DIFFERENT, ".bound"),
    "every_seating": (
        changed("every_seating", to=lambda was: not was), Part.PAIRING, Fault.DIFFERENT, ".every_seating"
    ),
    "certified": (changed("certified", to=lambda was: not was), Part.PAIRING, Fault.DIFFERENT, ".certified"),
    "seed": (other_seed, Part.DRAWS, Fault.SEED, ".seed"),
    "exchange, who": (changed("one", kind="swap", to=2**40), Part.EDITS, Fault.SHAPE, ".facts.one"),
    "exchange, cost": (changed("cost", 4, kind="swap"), Part.EDITS, Fault.WITNESS, ".facts.cost"),
    "exchange, levels": (changed("cost", kind="swap", to=without_first), Part.EDITS, Fault.WITNESS, ".facts.cost"),
    "published tables": (other_tables, Part.EDITS, Fault.SEATS, "published.tables[0]"),
    "published byes": (a_bye, Part.EDITS, Fault.SEATS, "published.byes"),
}  # fmt: skip


def test_every_value_of_a_receipt_that_is_forged_is_refused_with_the_place() -> None:
    document = settled()
    assert set(facts_of(document)) <= {name.partition(",")[0] for name in TAMPERED} | {"entrants"}
    found = {}
    for name, (change, part, fault, place) in TAMPERED.items():
        finding = verdict_on(forged(document, change)).findings[0]
        if (finding.part, finding.fault) != (part, fault) or not finding.place.endswith(place):
            found[name] = finding
    assert found == {}


def test_an_exchange_that_is_left_out_leads_to_other_tables() -> None:
    document = settled()

    def without_the_exchange(new: dict[str, Any]) -> None:
        new["history"] = [step for step in new["history"] if step["kind"] != "swap"]
        for position, step in enumerate(new["history"], start=1):
            step["position"] = position

    finding = verdict_on(forged(document, without_the_exchange)).findings[0]
    assert (finding.part, finding.fault) == (Part.EDITS, Fault.SEATS)


FIRST_FORM = Path(__file__).resolve().parents[1] / "data" / "receipts" / "round_in_pods_first_form.json"
"""Written by the version before `fixed`, `numbers` and the published `assigned`: with a bye, a loss, a fixed seat, an
earlier result corrected after the draw, and an exchange."""


def test_a_receipt_that_an_earlier_version_wrote_still_agrees_and_says_what_it_only_records() -> None:
    document = json.loads(FIRST_FORM.read_text())
    assert not facts_of(document).keys() & {"fixed", "numbers"}
    verdict = verdict_on(document)
    assert (verdict.findings, verdict.as_recorded) == ([], True)
    said = StringIO()
    call_command("verify_round", str(FIRST_FORM), "--lang", "en", stdout=said)
    assert "An earlier version wrote this receipt" in said.getvalue()
    present = verdict_on(settled())
    assert (present.findings, present.as_recorded) == ([], False)


def test_what_the_first_form_can_show_is_still_checked() -> None:
    document = json.loads(FIRST_FORM.read_text())
    for name in ("pods", "seed", "byes", "achieved", "assigned, unknown", "exchange, who", "published tables"):
        change, part, fault, place = TAMPERED[name]
        finding = verdict_on(forged(document, change)).findings[0]
        assert (finding.part, finding.fault) == (part, fault), name
        assert finding.place.endswith(place)


def without_where(new: dict[str, Any]) -> None:
    for key in ("fixed", "numbers"):
        del facts_of(new)[key]


def test_a_draft_that_an_earlier_version_seated_is_published_by_this_one() -> None:
    document = forged(settled(), without_where)
    assert (verdict_on(document).findings, verdict_on(document).as_recorded) == ([], True)
    other = forged(document, changed("assigned", 1, 1, to="bye", kind="published"))
    assert verdict_on(other).findings[0].fault is Fault.GIVEN, "what it was published with is known, and compared"


@pytest.mark.parametrize("key", ["fixed", "numbers"])
def test_no_form_has_one_of_the_two_alone(key: str) -> None:
    def without(new: dict[str, Any]) -> None:
        del facts_of(new)[key]

    finding = verdict_on(forged(settled(), without)).findings[0]
    assert (finding.fault, finding.place.endswith(f".{key}")) == (Fault.SHAPE, True)


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
