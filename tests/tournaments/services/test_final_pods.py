"""The final pods of an event in pods: seeded from the standings, played, corrected, and the places that follow."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from django.utils import translation

from accounts.refusals import Conflict, Refusal
from tests.api.client import ApiAsker
from tests.events_in_pods import enter_places, finish_pods, play_pods, seats_of, start_pods
from tests.people_and_events import owner_of, player_actor
from tests.running_events import pair
from tests.tournaments.services.snapshots.taken_snapshots import restored
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.models import Round, Tournament
from tournaments.queries.cut_seeds import other_seeds
from tournaments.queries.next_step import Step, next_step
from tournaments.queries.receipts import receipt_of
from tournaments.queries.standings import standings_of
from tournaments.receipts.canonical import canonical
from tournaments.receipts.checking import check_text
from tournaments.receipts.final_pods import finals_difference
from tournaments.round_names import say_round
from tournaments.services.decisions import Decision, What
from tournaments.services.division_cuts import plan_division_cuts
from tournaments.services.entries import disqualify, drop
from tournaments.services.finish import finish_tournament, reopen_tournament
from tournaments.services.pod_decisions import plan_pod_decision
from tournaments.services.pod_results import PodResult, correct_pod
from tournaments.services.pod_swaps import swap_in_pods
from tournaments.services.rounds import complete_round, publish_round
from tournaments.services.top_cut import discard_top_cut, start_top_cut

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def played(players: int, **changes: Any) -> Tournament:
    """An event after its only Swiss round."""
    event = start_pods(players, **{"planned_rounds": 1, "top_cut": 4, **changes})
    play_pods(event, Random(5))
    return event


def best(event: Tournament, count: int) -> list[int]:
    return [row.registration.pk for row in standings_of(event)][:count]


def cut(event: Tournament, **how: Any) -> Round:
    return start_top_cut(actor=owner_of(event), tournament_id=event.pk, **how)


def test_the_best_four_play_a_final_pod_and_the_places_follow() -> None:
    event = played(8)
    owner = owner_of(event)
    step = next_step(event, owner)
    assert step is not None
    assert step.code is Step.START_TOP_CUT
    final = cut(event)
    pod = final.pods.get()
    seeds = list(event.registrations.filter(seed__isnull=False).order_by("seed").values_list("pk", flat=True))
    assert seats_of(pod) == seeds
    assert say_round(final) == "Final"
    publish_round(actor=owner, round_id=final.pk)
    enter_places(pod, 2, 1, 4, 3)
    with pytest.raises(Conflict) as refused:
        finish_tournament(actor=owner, tournament_id=event.pk)
    assert refused.value.code == "round_open"
    complete_round(actor=owner, round_id=final.pk)
    finish_tournament(actor=owner, tournament_id=event.pk)
    places = dict(event.registrations.values_list("pk", "final_place"))
    assert [places[key] for key in seeds] == [2, 1, 4, 3]
    assert sorted(places.values())[:5] == [1, 2, 3, 4, 5]
    pod.refresh_from_db()
    correct_pod(
        actor=owner, pod_id=pod.pk, expected_version=pod.version,
        result=PodResult(dict(zip(seeds, (1, 1, 1, 1), strict=True))), reason="drawn",
    )  # fmt: skip
    places = dict(event.registrations.values_list("pk", "final_place"))
    assert [places[key] for key in seeds] == [1, 2, 3, 4], "a shared first place goes to the better seed"
    reopen_tournament(actor=owner, tournament_id=event.pk)
    event.refresh_from_db()
    assert event.phase == "top_cut"


def test_sixteen_play_pods_first_and_their_winners_the_final() -> None:
    event = played(16, top_cut=16)
    owner, first = owner_of(event), cut(event)
    assert (first.pods.count(), say_round(first)) == (4, "Semifinals")
    publish_round(actor=owner, round_id=first.pk)
    for pod in first.pods.all():
        enter_places(pod, 2, 1, 3, 4)
    complete_round(actor=owner, round_id=first.pk)
    with pytest.raises(Refusal) as refused:
        finish_tournament(actor=owner, tournament_id=event.pk)
    assert refused.value.code == "top_cut_remaining"
    out = event.registrations.get(seed=8)
    disqualify(actor=owner, registration_id=out.pk, reason="cheating")
    final = pair(event)
    assert [event.registrations.get(pk=key).seed for key in seats_of(final.pods.get())] == [1, 5, 6, 7]
    assert say_round(final) == "Final"
    pod = first.pods.order_by("table")[1]
    pod.refresh_from_db()
    other = dict(zip(seats_of(pod), (1, 2, 3, 4), strict=True))
    with pytest.raises(Conflict) as seated:
        correct_pod(
            actor=owner, pod_id=pod.pk, expected_version=pod.version, result=PodResult(other), reason="slip"
        )  # fmt: skip
    assert seated.value.code == "final_is_seated"
    finish_pods(publish_round(actor=owner, round_id=final.pk))
    finish_tournament(actor=owner, tournament_id=event.pk)
    order = event.registrations.filter(final_place__isnull=False).order_by("final_place").values_list("seed", flat=True)
    assert list(order) == [1, 5, 6, 7, 2, 3, 4, 9, 10, 11, 12, 13, 14, 15, 16]


def test_a_final_is_not_published_with_somebody_who_has_left() -> None:
    event = played(16, top_cut=16)
    owner, first = owner_of(event), cut(event)
    finish_pods(publish_round(actor=owner, round_id=first.pk))
    final = pair(event)
    assert ApiAsker(owner).get(f"tournaments/{event.code}/rounds/3/")["out_of_date"] is None
    one, *others = seats_of(final.pods.get())
    disqualify(actor=owner, registration_id=one, reason="cheating")
    with pytest.raises(Refusal) as refused:
        publish_round(actor=owner, round_id=final.pk)
    assert refused.value.code == "final_out_of_date"
    asker, desk = ApiAsker(owner), DeskVisitor(event, owner)
    said = asker.get(f"tournaments/{event.code}/rounds/3/")["out_of_date"]
    assert (said["code"], said["left"], said["new"]) == ("final_out_of_date", [one], [])
    page = words_of(desk.get("desk_round", 3))
    assert f"{event.registrations.get(pk=one).name} left after the final was seated" in page
    assert page.count("Discard the draft") == 2, "the sentence, and the one button"
    assert "Publish: Final" not in page
    pod = first.pods.get(seats__registration=others[0])
    places = dict(zip(seats_of(pod), (1, 3, 2, 4), strict=True))
    corrected = correct_pod(
        actor=owner, pod_id=pod.pk, expected_version=pod.version, result=PodResult(places), reason="slip"
    )  # fmt: skip
    assert corrected.is_complete, "the finalist who left is no reason to refuse what sends the same players there"
    first_again = first.pods.get(seats__registration=one)
    places = dict(zip(seats_of(first_again), (2, 1, 3, 4), strict=True))
    with pytest.raises(Conflict) as seated:
        correct_pod(
            actor=owner, pod_id=first_again.pk, expected_version=first_again.version, result=PodResult(places),
            reason="slip",
        )  # fmt: skip
    assert seated.value.code == "final_is_seated"


def test_the_receipts_of_both_rounds_are_worked_out_again_and_a_tampered_one_is_refused() -> None:
    event = played(16, top_cut=16)
    owner, first = owner_of(event), cut(event)
    finish_pods(publish_round(actor=owner, round_id=first.pk), Random(2))
    final = publish_round(actor=owner, round_id=pair(event).pk)
    for round in (first, final):
        round.refresh_from_db()
        receipt = receipt_of(round)
        assert receipt is not None
        assert check_text(canonical(receipt.document)).agrees
        other = deepcopy(receipt.document)
        tables = other["published"]["tables"]
        tables[0][1], tables[0][2] = tables[0][2], tables[0][1]
        assert not check_text(canonical(other)).agrees
        assert finals_difference(
            other["history"][0]["facts"], other["history"][0]["seed"], other["published"], "f"
        ) == ("published.tables[0]")


def test_who_leaves_before_the_final_is_replaced_and_the_draft_is_not_edited() -> None:
    event = played(9)
    owner, draft = owner_of(event), cut(event)
    pod, fifth = draft.pods.get(), best(event, 5)[4]
    one, two, *_rest = seats_of(pod)
    for refusing in (
        lambda: swap_in_pods(actor=owner, round_id=draft.pk, one=one, other=two),
        lambda: plan_pod_decision(actor=owner, round_id=draft.pk, decision=Decision(What.BYE, one)),
    ):
        with pytest.raises(Refusal) as fixed:
            refusing()
        assert fixed.value.code == "bracket_is_fixed"
    drop(actor=owner, registration_id=one)
    with pytest.raises(Refusal) as refused:
        publish_round(actor=owner, round_id=draft.pk)
    assert refused.value.code == "cut_out_of_date"
    page = words_of(DeskVisitor(event, owner).get("desk_round", 2))
    assert "left after the seeding. Discard the draft" in page
    assert "Publish: Final" not in page
    discard_top_cut(actor=owner, tournament_id=event.pk)
    again = seats_of(cut(event).pods.get())
    assert one not in again
    assert len(again) == 4
    assert fifth in again or event.registrations.get(pk=fifth).lot is not None


def test_a_swiss_pod_corrected_after_the_seeding_is_said_on_the_desk() -> None:
    event = played(8)
    owner, swiss = owner_of(event), event.rounds.get(number=1)
    final = publish_round(actor=owner, round_id=cut(event).pk)
    pod = swiss.pods.order_by("table").first()
    assert pod is not None
    keys = list(pod.seats.order_by("place").values_list("registration", flat=True))
    turned = PodResult(dict(zip(keys, (4, 3, 2, 1), strict=True)))
    correct_pod(actor=owner, pod_id=pod.pk, expected_version=pod.version, result=turned, reason="slip")
    event.refresh_from_db()
    seeds = other_seeds(event)
    assert seeds is not None
    assert seeds.can_discard
    assert "Discard the top cut" in DeskVisitor(event, owner).read("desk_round", final.number)


def test_sizes_that_do_not_go_with_pods_are_refused() -> None:
    event = played(8)
    for size, code in ((8, "unknown_size"), (16, "too_few_players")):
        with pytest.raises(Refusal) as refused:
            cut(event, size=size)
        assert refused.value.code == code
    with pytest.raises(Refusal) as apart:
        plan_division_cuts(actor=owner_of(event), tournament_id=event.pk, sizes={"junior": 4})
    assert apart.value.code == "pods_one_final"
    with pytest.raises(Refusal) as seeded:
        cut(event, sizes={"junior": 4})
    assert seeded.value.code == "pods_one_final"
    with pytest.raises(Refusal) as wrong:
        start_pods(8, top_cut=8)
    assert wrong.value.code == "pods_cut_size"


def test_desk_phone_hall_public_page_excel_and_api_have_the_final() -> None:
    event = played(8)
    owner = owner_of(event)
    desk = DeskVisitor(event, owner)
    page = desk.get("desk_cut")
    assert_clean(page)
    assert "The four best play a final pod" in words_of(page)
    assert page.context["sizes"] == [4]
    desk.press("desk_cut", size=4)
    draft = event.rounds.get(number=2)
    shown = words_of(desk.get("desk_round", 2))
    assert "Final" in shown
    for absent in ("Pair again with a different draw", "Swap", "Give the bye", "Left since"):
        assert absent not in shown
    pod = draft.pods.get()
    assert desk.get("desk_round_table", 2, query={"pod": pod.pk, "table": 7}).status_code == 200
    publish_round(actor=owner, round_id=draft.pk)
    entry = event.registrations.select_related("player").get(pk=seats_of(pod)[0])
    own, all_else = browser(player_actor(entry)), browser()
    pages = [(all_else, f"/t/{event.code}/{at}") for at in ("", "pairings/2/", "hall/")]
    for reader, at in (*pages, (own, "/my/")):
        answer = reader.get(at, follow=True)
        assert answer.status_code == 200
        assert entry.name in words_of(answer), at
    assert "Final" in words_of(browser().get(f"/t/{event.code}/pairings/2/"))
    why = words_of(browser().get(f"/t/{event.code}/pod/{pod.pk}/why/"))
    assert f"{entry.name}, seed 1" in why
    asker = ApiAsker(owner)
    answer = asker.get(f"tournaments/{event.code}/rounds/2/")
    assert (answer["stage"], [one["registration"] for one in answer["pods"][0]["seats"]]) == ("top_cut", seats_of(pod))
    assert asker.get(f"tournaments/{event.code}/top-cut/") == []
    desk.press("desk_pod", pod.pk, version=1, won=entry.pk)
    desk.press("desk_round_complete", 2)
    assert "Finish" in desk.read("desk")
    finish_tournament(actor=owner, tournament_id=event.pk)
    assert entry.name in words_of(browser().get(f"/t/{event.code}/standings/"))
    again = restored(event)
    assert [one.seed for one in again.registrations.filter(final_place=1)] == [1]
    with translation.override("en"):
        sheets = {sheet.title: sheet for sheet in tournament_sheets(tournament=event, actor=owner)}
    assert [row[3] for row in sheets["Final"].rows] == [1, 2, 2, 2]
    assert sheets["Final"].rows[0][2] == entry.name
