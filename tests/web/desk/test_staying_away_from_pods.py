"""Who did not come to a pod: they are asked about, and dropped by a press or by a setting."""

from __future__ import annotations

import pytest

from tests.events_in_pods import finish_pods, seats_of, sizes, start_pods
from tests.people_and_events import owner_of
from tests.running_events import pair, publish
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import Pod, Round
from tournaments.queries.rule_drops import drops_to_review
from tournaments.services.pod_results import PodResult, correct_pod, record_pod
from tournaments.services.rounds import complete_round, reopen_round

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def first_stayed_away(round: Round) -> tuple[Pod, int]:
    """The first pod with its result, in which the player of the first seat did not come; and that player."""
    pod = round.pods.order_by("table").first()
    assert pod is not None
    away, *others = seats_of(pod)
    result = PodResult(dict(zip(others, (1, 2, 3), strict=True)), {away: "no_show"})
    record_pod(actor=owner_of(round.tournament), pod_id=pod.pk, expected_version=1, result=result)
    return pod, away


def test_who_did_not_come_to_a_pod_is_asked_about_and_dropped_by_a_press() -> None:
    event = start_pods(8)
    pod, away = first_stayed_away(publish(event))
    entry, desk = event.registrations.get(pk=away), DeskVisitor(event, owner_of(event))
    asked = f"{entry.name} did not come. Drop too?"
    assert asked in desk.read("desk")
    assert asked in desk.read("desk_pod", pod.pk)
    stays = desk.press("desk_entry_change", away, "stay", next=desk.path("desk_pod", pod.pk))
    assert asked not in stays
    after = desk.press("desk_entry_change", away, "drop", next=desk.path("desk_pod", pod.pk))
    assert asked not in after
    assert f"Pod at table {pod.table}" in after
    assert asked not in desk.read("desk")


def test_the_events_setting_drops_who_did_not_come_to_a_pod_when_the_round_ends() -> None:
    event = start_pods(8, drop_no_shows=True)
    owner, round = owner_of(event), publish(event)
    _pod, away = first_stayed_away(round)
    desk = DeskVisitor(event, owner)
    assert "Drop too?" not in desk.read("desk"), "the end of the round does it"
    finish_pods(round)
    entry = event.registrations.get(pk=away)
    assert (entry.status, entry.status_round, entry.drop_rule) == ("dropped", 1, "no_show")
    reopen_round(actor=owner, round_id=round.pk)
    entry.refresh_from_db()
    assert entry.status == "active"
    complete_round(actor=owner, round_id=round.pk)
    assert sizes(pair(event)) == [3, 4]


def test_a_corrected_pod_asks_for_the_drop_and_for_its_undo() -> None:
    event = start_pods(8, drop_no_shows=True)
    owner, round = owner_of(event), publish(event)
    pod, away = first_stayed_away(round)
    finish_pods(round)
    came = PodResult(dict(zip(seats_of(pod), (1, 2, 3, 4), strict=True)))
    correct_pod(actor=owner, pod_id=pod.pk, expected_version=2, result=came, reason="was there")
    assert [(one.entry.pk, one.drop) for one in drops_to_review(event)] == [(away, False)]
    other = round.pods.order_by("table")[1]
    out, *rest = seats_of(other)
    gone = PodResult(dict(zip(rest, (1, 2, 3), strict=True)), {out: "no_show"})
    correct_pod(actor=owner, pod_id=other.pk, expected_version=2, result=gone, reason="was not there")
    assert {(one.entry.pk, one.drop) for one in drops_to_review(event)} == {(away, False), (out, True)}
