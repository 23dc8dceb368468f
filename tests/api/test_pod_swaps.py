"""Exchanging two players of a draft in pods through the API: its plan, the exchange, and undoing it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import ApiAsker
from tests.events_in_pods import start_pods
from tests.people_and_events import make_actor, owner_of, staff_actor
from tests.running_events import pair, start_event
from tournaments.models import Round
from tournaments.queries.pod_drafts import pod_draft
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft() -> Round:
    return pair(start_pods(8))


def path_of(draft: Round) -> str:
    return f"tournaments/{draft.tournament.code}/rounds/{draft.number}/swap/"


def two_of(draft: Round) -> dict[str, int]:
    one, other = pod_draft(draft).pods.values()
    return {"one": one[0], "other": other[1]}


def seated(answer: Any) -> list[list[int]]:
    return [[seat["registration"] for seat in pod["seats"]] for pod in answer["pods"]]


def test_an_exchange_is_planned_made_and_undone(draft: Round) -> None:
    asker, path, pair_of = ApiAsker(staff_actor(draft.tournament, "scorekeeper")), path_of(draft), two_of(draft)
    round_page = f"tournaments/{draft.tournament.code}/rounds/1/"
    before = seated(asker.get(round_page))
    plan = asker.get(path, **pair_of)
    assert plan["moved"] == sorted(pair_of.values())
    assert set(plan["now"]) == set(plan["then"]) == {
        "together", "repeats", "short_again", "bye_points", "spread", "seats",
    }  # fmt: skip
    assert seated(asker.get(round_page)) == before
    one, other = pair_of.values()
    changed = {one: other, other: one}
    after = seated(asker.post(path, {**pair_of, "fingerprint": plan["fingerprint"], "reason": "asked"}))
    assert after == [[changed.get(key, key) for key in pod] for pod in before]
    query = "&".join(f"{name}={key}" for name, key in pair_of.items())
    assert seated(asker.delete(f"{path}?{query}", status=200)) == before
    assert asker.delete(f"{path}?{query}", status=409)["code"] == "draft_changed", "nothing is left to undo"
    draft.refresh_from_db()
    assert not draft.edited_by_hand


def test_a_plan_of_another_draft_is_a_conflict_and_nothing_is_exchanged(draft: Round) -> None:
    asker, path, pair_of = ApiAsker(owner_of(draft.tournament)), path_of(draft), two_of(draft)
    before = pod_draft(draft)
    assert asker.post(path, {**pair_of, "fingerprint": "0" * 32}, status=409)["code"] == "draft_changed"
    assert asker.post(path, {**pair_of, "fingerprint": "x"}, status=400)
    assert pod_draft(draft) == before
    same = {"one": pair_of["one"], "other": pair_of["one"]}
    assert asker.get(path, status=400, **same)["code"] == "nothing_changed"
    assert asker.get(path, status=400, one=pair_of["one"], other=2_000_000_000)["code"] == "not_in_round"
    publish_round(actor=owner_of(draft.tournament), round_id=draft.pk)
    assert asker.get(path, status=409, **pair_of)["code"] == "round_not_draft"


def test_who_may_not_run_rounds_exchanges_nobody(draft: Round) -> None:
    path, pair_of = path_of(draft), two_of(draft)
    before = pod_draft(draft)
    query = "&".join(f"{name}={key}" for name, key in pair_of.items())
    body = {**pair_of, "fingerprint": ApiAsker(owner_of(draft.tournament)).get(path, **pair_of)["fingerprint"]}
    for actor in (staff_actor(draft.tournament, "judge"), staff_actor(draft.tournament, "floor"), make_actor()):
        asker = ApiAsker(actor)
        asker.get(path, status=403, **pair_of)
        asker.post(path, body, status=403)
        asker.delete(f"{path}?{query}", status=403)
    assert ApiAsker().post(path, body, status=401)
    assert pod_draft(draft) == before


def test_a_draft_of_pairs_is_refused_with_what_there_is_instead() -> None:
    draft = pair(start_event(4))
    answer = ApiAsker(owner_of(draft.tournament)).get(path_of(draft), status=400, one=1, other=2)
    assert answer["code"] == "only_in_pods"
