"""A draft in pods seated again, and its pods at other tables: what would change is seen before it is made."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.events_in_pods import finish_pods, start_pods
from tests.people_and_events import owner_of
from tests.running_events import pair, publish
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import words_of
from tournaments.models import LogEntry, PairingStep, Round
from tournaments.pods.entrants import NAMES
from tournaments.queries.pod_drafts import pod_draft
from tournaments.queries.pods import entries_in_pods

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.fixture
def draft() -> Round:
    event = start_pods(9)
    finish_pods(publish(event))
    return pair(event)


def desk_of(draft: Round) -> DeskVisitor:
    return DeskVisitor(draft.tournament, owner_of(draft.tournament))


def test_the_other_seating_is_seen_before_it_is_taken(draft: Round) -> None:
    desk, steps = desk_of(draft), PairingStep.objects.count()
    before = pod_draft(draft).by_table
    assert desk.path("desk_round_again", 2) in desk.read("desk_round", 2)
    page = desk.get("desk_round_again", 2)
    plan = page.context["plan"]
    assert (pod_draft(draft).by_table, PairingStep.objects.count()) == (before, steps), "looking changes nothing"
    assert {line.player.pk for line in page.context["players"]} == set(plan.concerned)
    costs = [(getattr(plan.now, name), getattr(plan.then, name)) for name in NAMES]
    assert [row.costs for row in page.context["levels"]] == costs
    first = entries_in_pods(draft.tournament.rounds.get(number=1))
    met = {frozenset(pair) for pod in first for pair in combinations(pod, 2)}
    for drawn, cost in ((plan.before, plan.now), (plan.after, plan.then)):
        again = [pair for pod in drawn.pods.values() for pair in combinations(pod, 2) if frozenset(pair) in met]
        assert cost.repeats == len(again), "who met once counts once"
    words = words_of(page)
    assert all(row.name in words for row in page.context["levels"] if row.differs)
    assert desk.get("desk_round_again", 2).context["plan"].fingerprint == plan.fingerprint, "there is one other"
    assert "Round 2: paired again." in desk.press("desk_round_again", 2, fingerprint=plan.fingerprint)
    again = draft.tournament.rounds.get(number=2)
    assert pod_draft(again).by_table == plan.after.by_table
    assert desk.post("desk_round_again", 2, fingerprint=plan.fingerprint).status_code == 409


def test_who_stays_at_the_table_with_others_or_with_another_turn_is_named(draft: Round) -> None:
    page = desk_of(draft).get("desk_round_again", 2)
    plan, notes = page.context["plan"], {line.player.pk: line.note for line in page.context["players"]}
    for key in plan.concerned:
        if plan.before.table_of(key) != plan.after.table_of(key):
            assert notes[key] == ""
        elif plan.before.company_of(key) != plan.after.company_of(key):
            assert notes[key] == "others at the table"
        else:
            assert notes[key] == "another turn"
    assert set(notes.values()) - {""}, "somebody stays at the table"


def test_a_pod_moves_as_it_was_seen(draft: Round) -> None:
    desk, draft_now = desk_of(draft), pod_draft(draft)
    one, two, *_rest = draft_now.tables
    sent = {"pod": one, "table": draft_now.tables[two]}
    page = desk.get("desk_round_table", 2, query=sent)
    assert set(page.context["plan"].moved) == {*draft_now.pods[one], *draft_now.pods[two]}
    assert pod_draft(draft) == draft_now, "looking changes nothing"
    assert not LogEntry.objects.filter(verb="table_changed").exists()
    seen = {**sent, "fingerprint": page.context["plan"].fingerprint, "reason": "a wheelchair"}
    assert "The pod plays at table" in desk.press("desk_round_table", 2, **seen)
    assert pod_draft(draft).tables[one] == draft_now.tables[two]
    assert desk.post("desk_round_table", 2, **seen).status_code == 409
    assert desk.get("desk_round_table", 2, query={"pod": one, "table": "0"}).status_code == 400
