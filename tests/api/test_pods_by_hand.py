"""A round in pods after a correction, and decisions about who of a draft sits together, through the API."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import ApiAsker
from tests.events_in_pods import corrected_pods, enter_places, play_pods, seats_of, start_pods
from tests.people_and_events import make_actor, owner_of, staff_actor
from tests.planned_repairs import corrected_event
from tests.running_events import pair, publish, start_cut, start_event
from tournaments.models import DecidedPair, Round, RoundRepair
from tournaments.queries.pod_drafts import pod_draft
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.django_db

COSTS = {"together", "repeats", "short_again", "bye_points", "spread", "seats"}


def path_of(round: Round, what: str = "repair/") -> str:
    return f"tournaments/{round.tournament.code}/rounds/{round.number}/pods/{what}"


def seated(answer: Any) -> dict[int, list[int]]:
    return {pod["table"]: [seat["registration"] for seat in pod["seats"]] for pod in answer["pods"]}


def query_of(pair_of: dict[str, int]) -> str:
    return "&".join(f"{name}={key}" for name, key in pair_of.items())


def two_apart(draft: Round) -> dict[str, int]:
    """The first players of two pods."""
    one, other = list(pod_draft(draft).pods.values())[:2]
    return {"one": one[0], "other": other[0]}


def together(answer: Any, pair_of: dict[str, int]) -> bool:
    return any(set(pair_of.values()) <= set(keys) for keys in seated(answer).values())


def test_few_move_as_planned_and_are_seated_back() -> None:
    round, _owner = corrected_pods()
    asker, path = ApiAsker(staff_actor(round.tournament, "scorekeeper")), path_of(round)
    page = f"tournaments/{round.tournament.code}/rounds/2/"
    before = seated(asker.get(page))
    plan = asker.get(path)
    assert plan["needed"]
    assert plan["repair"] is None
    assert plan["cost"]["spread"] < plan["published_cost"]["spread"]
    assert set(plan["cost"]) == set(plan["published_cost"]) == COSTS
    assert seated(asker.get(page)) == before
    after = seated(asker.post(path, {"fingerprint": plan["fingerprint"]}))
    changes = {move["table"]: (move["players"], move["new_players"]) for move in plan["moves"]}
    assert changes == {table: (before[table], after[table]) for table in after if before[table] != after[table]}
    assert after != before
    listed, public = (one.get(page)["moved"] for one in (asker, ApiAsker(make_actor())))
    assert [one["registration"] for one in public if not one["is_back"]] == [
        one["registration"] for one in listed if not one["is_company"]
    ]
    assert {one["registration"] for one in public} == set(plan["moved"])
    tables = {key: table for table, keys in before.items() for key in keys}
    assert all(one["before"] == tables[one["registration"]] != one["after"] for one in public)
    assert {one["registration"] for one in listed} == {
        key for table, keys in after.items() for key in keys if tables[key] != table or before[table] != keys
    }
    newest = RoundRepair.objects.get().pk
    assert asker.delete(f"{path}?repair={newest + 1}", status=409)["code"] == "repair_outdated"
    assert seated(asker.delete(f"{path}?repair={newest}", status=200)) == before
    assert asker.delete(f"{path}?repair={newest}", status=400)["code"] == "no_repair"


def test_all_are_seated_again_or_the_round_is_kept_each_with_a_reason() -> None:
    round, _owner = corrected_pods()
    asker, path = ApiAsker(owner_of(round.tournament)), path_of(round)
    sent = {"choice": "redraw", "fingerprint": asker.get(path, choice="redraw")["fingerprint"]}
    assert asker.post(path, sent, status=400)["code"] == "reason_required"
    asker.post(path, {**sent, "reason": "fairer"})
    repair = RoundRepair.objects.get()
    assert repair.choice == "redraw"
    asker.delete(f"{path}?repair={repair.pk}", status=200)
    keep = {"choice": "keep", "fingerprint": asker.get(path)["corrections"]}
    assert asker.post(path, keep, status=400)["code"] == "reason_required"
    asker.post(path, {**keep, "reason": "late"})
    assert asker.get(path)["repair"] == RoundRepair.objects.get(choice="keep").pk
    assert asker.post(path, {**keep, "reason": "late"}, status=400)["code"] == "nothing_corrected"


def test_what_cannot_be_repaired_says_why() -> None:
    round, _owner = corrected_pods()
    asker, path = ApiAsker(owner_of(round.tournament)), path_of(round)
    assert asker.post(path, {"fingerprint": "0" * 32}, status=409)["code"] == "repair_outdated"
    assert "fingerprint" in str(asker.post(path, {}, status=400))
    assert "choice" in str(asker.post(path, {"choice": "cut", "fingerprint": "0" * 32}, status=400))
    plan = asker.get(path)
    repair = asker.post(path, {"fingerprint": plan["fingerprint"]}) and RoundRepair.objects.get()
    enter_places(round.pods.order_by("table")[0])
    assert asker.delete(f"{path}?repair={repair.pk}", status=409)["code"] == "repair_has_results"
    first = round.tournament.rounds.get(number=1)
    assert asker.get(path_of(first), status=409)["code"] == "round_not_published"
    asker.get(path_of(first).replace("/1/", "/9/"), status=404)
    _event, pairs = corrected_event()
    assert ApiAsker(owner_of(pairs.tournament)).get(path_of(pairs), status=400)["code"] == "only_in_pods"


def test_the_repair_of_pairs_is_refused_in_pods() -> None:
    round, owner = corrected_pods()
    path = f"tournaments/{round.tournament.code}/rounds/2/repair/"
    assert ApiAsker(owner).get(path, status=400)["code"] == "not_in_pods"
    for choice in ("repair", "redraw", "keep"):
        sent = {"choice": choice, "fingerprint": "0" * 32, "reason": "x"}
        assert ApiAsker(owner).post(path, sent, status=400)["code"] == "not_in_pods"


def test_two_sit_together_by_decision_and_it_is_taken_back() -> None:
    draft = pair(start_pods(8))
    asker, path = ApiAsker(staff_actor(draft.tournament, "scorekeeper")), path_of(draft, "decisions/")
    two = two_apart(draft)
    before = seated(asker.get(f"tournaments/{draft.tournament.code}/rounds/1/"))
    plan = asker.get(f"{path}plan/", what="meet", **two)
    assert set(plan["now"]) == set(plan["then"]) == COSTS
    assert len(plan["moved"]) == 2
    sent = {"what": "meet", **two, "fingerprint": plan["fingerprint"]}
    assert asker.post(path, sent, status=400)["code"] == "reason_required"
    assert together(asker.post(path, {**sent, "reason": "filmed"}), two)
    [decided] = asker.get(f"tournaments/{draft.tournament.code}/rounds/1/decisions/")
    assert (decided["meets"], decided["reason"]) == (True, "filmed")
    assert seated(asker.delete(f"{path}?{query_of(two)}", status=200)) == before
    assert asker.delete(f"{path}?{query_of(two)}", status=400)["code"] == "nothing_decided"


def test_what_cannot_be_decided_says_why() -> None:
    draft = pair(start_pods(8))
    asker, path, two = ApiAsker(owner_of(draft.tournament)), path_of(draft, "decisions/"), two_apart(draft)
    plan = f"{path}plan/"
    same = {"one": two["one"], "other": two["one"]}
    assert asker.get(plan, status=400, what="meet", **same)["code"] == "choose_two_players"
    nobody = {"one": two["one"], "other": 2_000_000_000}
    assert asker.get(plan, status=400, what="meet", **nobody)["code"] == "not_in_round"
    assert asker.get(plan, status=400, what="free", **two)["code"] == "nothing_decided"
    assert "what" in str(asker.get(plan, status=400, what="never", **two))
    sent = {"what": "meet", **two, "fingerprint": "0" * 32, "reason": "x"}
    assert asker.post(path, sent, status=409)["code"] == "draft_changed"
    publish_round(actor=owner_of(draft.tournament), round_id=draft.pk)
    assert asker.get(plan, status=409, what="meet", **two)["code"] == "round_not_draft"
    pairs = pair(start_event(4))
    of_pairs = ApiAsker(owner_of(pairs.tournament))
    assert of_pairs.post(path_of(pairs, "decisions/"), sent, status=400)["code"] == "only_in_pods"


def test_the_bye_is_given_and_taken_back() -> None:
    draft = pair(start_pods(8))
    asker, path = ApiAsker(owner_of(draft.tournament)), path_of(draft, "decisions/")
    bye = {"what": "bye", "one": two_apart(draft)["one"]}
    plan = asker.get(f"{path}plan/", **bye)
    assert bye["one"] in plan["moved"]
    answer = asker.post(path, {**bye, "fingerprint": plan["fingerprint"], "reason": "waits for a lift"})
    assert [one["registration"] for one in answer["byes"]] == [bye["one"]]
    assert asker.get(f"{path}plan/", status=400, **bye)["code"] == "not_in_round"
    back = {**bye, "what": "paired"}
    plan = asker.get(f"{path}plan/", **back)
    answer = asker.post(path, {**back, "fingerprint": plan["fingerprint"]})
    assert any(bye["one"] in keys for keys in seated(answer).values())


def test_who_may_not_run_rounds_changes_nothing() -> None:
    round, owner = corrected_pods()
    draft = pair(start_pods(8, owner=owner))
    two, repair, decisions = two_apart(draft), path_of(round), path_of(draft, "decisions/")
    chosen = {"fingerprint": ApiAsker(owner).get(repair)["fingerprint"]}
    decided = {"what": "meet", **two, "reason": "x"}
    decided["fingerprint"] = ApiAsker(owner).get(f"{decisions}plan/", what="meet", **two)["fingerprint"]
    before = [pod_draft(one) for one in (round, draft)]
    strangers = (staff_actor(round.tournament, "judge"), staff_actor(draft.tournament, "floor"), make_actor())
    for asker in map(ApiAsker, strangers):
        asker.get(repair, status=403)
        asker.post(repair, chosen, status=403)
        asker.delete(f"{repair}?repair=1", status=403)
        asker.get(f"{decisions}plan/", status=403, what="meet", **two)
        asker.post(decisions, decided, status=403)
        asker.delete(f"{decisions}?{query_of(two)}", status=403)
    assert ApiAsker().post(repair, chosen, status=401)
    assert ApiAsker().post(decisions, decided, status=401)
    assert [pod_draft(one) for one in (round, draft)] == before
    assert not RoundRepair.objects.exists()
    assert not DecidedPair.objects.exists()


def test_places_without_a_first_one_are_refused() -> None:
    round = publish(start_pods(8))
    pod = round.pods.order_by("table")[0]
    asker, at = ApiAsker(owner_of(round.tournament)), f"tournaments/{round.tournament.code}/pods/{pod.pk}/result/"
    sent = [{"registration": key, "place": place} for key, place in zip(seats_of(pod), (2, 2, 3, 4), strict=True)]
    refused = asker.post(at, {"expected_version": pod.version, "places": sent}, status=400)
    assert refused["code"] == "pod_without_first"
    pod.refresh_from_db()
    assert not pod.is_complete
    sent[0]["place"] = 1
    assert asker.post(at, {"expected_version": pod.version, "places": sent})["is_complete"]


def test_the_pods_of_a_draft_and_of_a_final_are_given_other_tables() -> None:
    event = start_pods(16, planned_rounds=1, top_cut=16)
    play_pods(event)
    final = start_cut(event)
    asker, path = ApiAsker(staff_actor(event, "scorekeeper")), path_of(final, "tables/")
    one, two, *_rest = final.pods.order_by("table")
    before = {row["id"]: row["table"] for row in asker.get(f"tournaments/{event.code}/rounds/2/")["pods"]}
    after = {row["id"]: row["table"] for row in asker.put(path, {"pod": one.pk, "table": two.table})["pods"]}
    assert after == {**before, one.pk: two.table, two.pk: one.table}
    assert asker.put(path, {"pod": one.pk, "table": 0}, status=400)["code"]
    assert asker.put(path, {"pod": one.pk + 900, "table": 1}, status=400)["code"] == "no_such_pod"
    ApiAsker(make_actor()).put(path, {"pod": one.pk, "table": 1}, status=403)
    publish_round(actor=owner_of(event), round_id=final.pk)
    assert asker.put(path, {"pod": one.pk, "table": 1}, status=409)["code"] == "round_not_draft"
