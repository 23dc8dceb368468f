"""Giving a pod of a draft another table: the pod there takes its own, everybody reads it, the receipt follows it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.events_in_pods import finish_pods, start_pods
from tests.people_and_events import make_actor, owner_of
from tests.running_events import pair, publish
from tests.tournaments.test_pod_receipts import forged
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import Round
from tournaments.queries.pod_drafts import pod_draft
from tournaments.queries.receipts import receipt_of
from tournaments.receipts.canonical import canonical
from tournaments.receipts.checking import check_text
from tournaments.receipts.verdict import Fault, Part
from tournaments.services.pod_edits import move_pod
from tournaments.services.pod_swaps import swap_in_pods
from tournaments.services.rounds import publish_round

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def tables(round: Round) -> dict[int, int | None]:
    return dict(round.pods.order_by("pk").values_list("pk", "table"))


def second_draft(players: int = 8) -> Round:
    event = start_pods(players)
    finish_pods(publish(event), Random(3))
    return pair(event)


def test_a_pod_moves_the_one_there_takes_its_table_and_moving_back_undoes_it() -> None:
    draft = second_draft()
    owner, before, seats = owner_of(draft.tournament), tables(draft), pod_draft(draft).pods
    one, other = before
    move_pod(actor=owner, round_id=draft.pk, pod_id=one, table=before[other] or 0)
    assert tables(draft) == {one: before[other], other: before[one]}
    assert pod_draft(draft).pods == seats
    draft.refresh_from_db()
    assert (draft.edited_by_hand, draft.pairing["certified"]) == (True, True), "what is proved holds at any tables"
    move_pod(actor=owner, round_id=draft.pk, pod_id=one, table=before[one] or 0)
    draft.refresh_from_db()
    assert (tables(draft), draft.edited_by_hand, "as_paired" in draft.pairing) == (before, False, False)


def test_a_move_and_an_exchange_are_undone_in_any_order() -> None:
    draft = second_draft()
    owner, before, pods = owner_of(draft.tournament), tables(draft), pod_draft(draft).pods
    one, other = before
    pair_of_keys = {"one": pods[one][0], "other": pods[other][0]}
    move_pod(actor=owner, round_id=draft.pk, pod_id=one, table=77)
    swap_in_pods(actor=owner, round_id=draft.pk, **pair_of_keys)
    move_pod(actor=owner, round_id=draft.pk, pod_id=one, table=before[one] or 0)
    draft.refresh_from_db()
    assert (draft.edited_by_hand, draft.pairing["certified"]) == (True, False)
    swap_in_pods(actor=owner, round_id=draft.pk, **pair_of_keys)
    draft.refresh_from_db()
    assert (tables(draft), draft.edited_by_hand, draft.pairing["certified"]) == (before, False, True)


def test_the_receipt_follows_moves_and_refuses_a_forged_one() -> None:
    draft = second_draft(12)
    owner, pods = owner_of(draft.tournament), pod_draft(draft).pods
    one, other, _third = pods
    move_pod(actor=owner, round_id=draft.pk, pod_id=one, table=40)
    swap_in_pods(actor=owner, round_id=draft.pk, one=pods[one][0], other=pods[other][1])
    move_pod(actor=owner, round_id=draft.pk, pod_id=other, table=40)
    publish_round(actor=owner, round_id=draft.pk)
    draft.refresh_from_db()
    found = receipt_of(draft)
    assert found is not None
    verdict = check_text(canonical(found.document))
    assert verdict.findings == []
    assert [step["kind"] for step in found.document["history"]] == ["pods", "table", "swap", "table", "published"]


def test_what_cannot_be_moved_is_refused() -> None:
    draft = second_draft()
    owner, (one, _other) = owner_of(draft.tournament), tables(draft)
    for facts, code in (
        ({"pod_id": 0, "table": 3}, "no_such_pod"),
        ({"pod_id": one, "table": 0}, "no_such_table"),
        ({"pod_id": one, "table": 10_000}, "no_such_table"),
    ):
        with pytest.raises(Refusal) as wrong:
            move_pod(actor=owner, round_id=draft.pk, **facts)
        assert wrong.value.code == code
    with pytest.raises(NotAllowed):
        move_pod(actor=make_actor(), round_id=draft.pk, pod_id=one, table=3)
    publish_round(actor=owner, round_id=draft.pk)
    with pytest.raises(Conflict) as out:
        move_pod(actor=owner, round_id=draft.pk, pod_id=one, table=3)
    assert out.value.code == "round_not_draft"


def test_the_desk_moves_a_pod_to_a_feature_table_everybody_reads_it_and_the_log_undoes_it() -> None:
    draft = second_draft()
    event, before = draft.tournament, tables(draft)
    desk = DeskVisitor(event, owner_of(event))
    one, other = before
    assert "Give a pod another table" in desk.read("desk_round", 2)
    moved = desk.press("desk_round_table", 2, pod=one, table="9", reason="streamed")
    assert "The pod plays at table 9 now." in moved
    assert desk.post("desk_round_table", 2, pod=one, table="0").status_code == 400
    back = f"{desk.path('desk_round_table', 2)}?pod={one}&amp;table={before[one]}"
    assert back in desk.read("desk")
    desk.client.post(back.replace("&amp;", "&"))
    assert tables(draft) == before
    desk.press("desk_round_table", 2, pod=one, table=str(before[other]))
    publish_round(actor=owner_of(event), round_id=draft.pk)
    page = DeskVisitor(event).read("tournament_pairings", 2)
    assert f"The pod at table {before[one]} moved to table {before[other]}." in page


def test_a_forged_move_is_refused_with_its_place() -> None:
    draft = second_draft()
    owner, (one, _other) = owner_of(draft.tournament), tables(draft)
    move_pod(actor=owner, round_id=draft.pk, pod_id=one, table=40)
    publish_round(actor=owner, round_id=draft.pk)
    draft.refresh_from_db()
    found = receipt_of(draft)
    assert found is not None

    def elsewhere(new: dict[str, Any]) -> None:
        next(step for step in new["history"] if step["kind"] == "table")["facts"]["table"] = 41

    def of_nobody(new: dict[str, Any]) -> None:
        next(step for step in new["history"] if step["kind"] == "table")["facts"]["pod"][0] = 2**40

    for change, fault in ((elsewhere, Fault.SEATS), (of_nobody, Fault.SHAPE)):
        (finding,) = check_text(canonical(forged(found.document, change))).findings
        assert (finding.part, finding.fault) == (Part.EDITS, fault)
