"""A game or match loss in pods: the player is last at the pod, the others play on, and withdrawing takes it back."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from accounts.refusals import Refusal
from tests.events_in_pods import enter_places, start_pods
from tests.people_and_events import owner_of, player_actor
from tests.running_events import publish
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.models import Penalty, Pod
from tournaments.queries.pods import find_pod
from tournaments.queries.standings import standings_of
from tournaments.services.entries import disqualify, reinstate
from tournaments.services.penalties import give_penalty, withdraw_penalty
from tournaments.services.pod_reports import report_pod

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def open_pod(players: int = 4, **changes: str) -> Pod:
    return publish(start_pods(players, **changes)).pods.get()


def keys_of(pod: Pod) -> list[int]:
    return list(pod.seats.order_by("seat").values_list("registration", flat=True))


def how_it_stands(pod: Pod) -> list[tuple[int | None, str]]:
    return list(pod.seats.order_by("seat").values_list("place", "manner"))


def lose(pod: Pod, key: int, level: str = "match_loss") -> Penalty:
    owner = owner_of(pod.round.tournament)
    return give_penalty(actor=owner, registration_id=key, infraction="slow_play", level=level, apply=True)


@pytest.mark.parametrize("level", ["game_loss", "match_loss"])
def test_a_loss_is_entered_at_the_open_pod_and_the_others_play_on(level: str) -> None:
    pod = open_pod()
    event, (out, *others) = pod.round.tournament, keys_of(pod)
    entry, desk = event.registrations.get(pk=out), DeskVisitor(event, owner_of(event))
    page = desk.read("desk_penalty_new", entry=out)
    assert f"Enter the loss now: {entry.name} is last at the pod at table {pod.table}" in page
    sent = {"entry": out, "infraction": "slow_play", "level": level, "note": "x", "apply": "on"}
    answer = desk.post("desk_penalty_new", **sent)
    assert answer.url == reverse("desk_pod", args=[event.code, pod.pk])
    assert how_it_stands(pod) == [(None, "match_loss"), *[(None, "played")] * 3]
    shown = desk.read("desk_pod", pod.pk)
    assert f"{entry.name} does not play on: last, without a place. 3 players play to the end." in shown
    assert f"{entry.name} is last at pod {pod.table}: Lost by a penalty" in desk.read("desk_log")
    assert "Lost by a penalty" in desk.read("desk_round", 1)
    with pytest.raises(Refusal) as refused:
        report_pod(actor=player_actor(entry), pod_id=pod.pk, places=dict.fromkeys(others, 1))
    assert refused.value.code == "not_your_pod"
    own = words_of(browser(player_actor(entry)).get("/my/"))
    assert "You have lost this pod by a penalty." in own
    row = find_pod(event, pod.pk)
    assert row is not None
    assert [seat.seat.seat for seat in row.placed] == [1, 2, 3, 4], "in the order of turns until there are places"
    assert "each of you reports" not in own
    said = dict(zip(others, (1, 2, 2), strict=True))
    for key in others[:2]:
        report_pod(actor=player_actor(event.registrations.get(pk=key)), pod_id=pod.pk, places=said)
    assert how_it_stands(pod) == [(4, "match_loss"), (1, "played"), (2, "played"), (2, "played")]


def test_whom_losses_leave_alone_has_won_until_one_is_withdrawn() -> None:
    pod = open_pod(3)
    owner, keys = owner_of(pod.round.tournament), keys_of(pod)
    first, _second = (lose(pod, key) for key in keys[:2])
    assert how_it_stands(pod) == [(2, "match_loss"), (2, "match_loss"), (1, "played")]
    withdraw_penalty(actor=owner, penalty_id=first.pk, reason="another player")
    assert how_it_stands(pod) == [(None, "played"), (None, "match_loss"), (None, "played")]


def test_a_withdrawn_penalty_takes_the_loss_back_unless_another_one_means_it() -> None:
    pod = open_pod()
    owner, key = owner_of(pod.round.tournament), keys_of(pod)[0]
    one = lose(pod, key)
    other = give_penalty(actor=owner, registration_id=key, infraction="slow_play", level="game_loss")
    withdraw_penalty(actor=owner, penalty_id=one.pk, reason="x")
    assert how_it_stands(pod)[0] == (None, "match_loss")
    withdraw_penalty(actor=owner, penalty_id=other.pk, reason="x")
    assert how_it_stands(pod)[0] == (None, "played")


def test_a_loss_that_cannot_be_entered_is_refused_and_a_cleared_pod_keeps_it() -> None:
    pod = open_pod()
    keys = keys_of(pod)
    lose(pod, keys[0])
    enter_places(pod, 4, 1, 2, 3)
    assert how_it_stands(pod)[0] == (4, "played"), "staff have ruled a place"
    with pytest.raises(Refusal) as refused:
        lose(pod, keys[1])
    assert refused.value.code == "no_pod_for_loss"
    assert Penalty.objects.count() == 1
    other = open_pod()
    lose(other, keys_of(other)[0])
    desk = DeskVisitor(other.round.tournament, owner_of(other.round.tournament))
    other.refresh_from_db()
    desk.press("desk_pod", other.pk, version=other.version, won=keys_of(other)[1])
    desk.press("desk_pod_clear", other.pk, version=other.version + 1)
    assert how_it_stands(other)[0] == (None, "match_loss")


def test_a_page_from_before_the_loss_is_refused_and_what_was_reported_is_entered_by_one_press() -> None:
    pod = open_pod()
    event, (out, *others) = pod.round.tournament, keys_of(pod)
    said = dict(zip((out, *others), (2, 1, 2, 2), strict=True))
    report_pod(actor=player_actor(event.registrations.get(pk=others[0])), pod_id=pod.pk, places=said)
    pod.refresh_from_db()
    stale = pod.version
    lose(pod, out)
    desk = DeskVisitor(event, owner_of(event))
    assert desk.post("desk_pod", pod.pk, version=stale, won=others[0]).status_code == 409
    assert how_it_stands(pod) == [(None, "match_loss"), *[(None, "played")] * 3]
    sent = hidden_fields(desk.get("desk_pod", pod.pk).content.decode(), f"place-{others[0]}")
    assert sent[f"manner-{out}"] == "match_loss"
    assert desk.post("desk_pod", pod.pk, **sent).status_code == 302
    assert how_it_stands(pod) == [(4, "match_loss"), (1, "played"), (2, "played"), (2, "played")]


def hidden_fields(page: str, within: str) -> dict[str, str]:
    """The hidden fields of the form that has one of this name."""
    form = next(one for one in re.findall(r"<form.*?</form>", page, re.S) if f'type="hidden" name="{within}"' in one)
    return dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))


def test_a_loss_that_no_penalty_means_goes_with_the_result() -> None:
    pod = open_pod()
    event, keys = pod.round.tournament, keys_of(pod)
    desk = DeskVisitor(event, owner_of(event))
    desk.press("desk", line=f"{pod.table} 21m3")
    pod.refresh_from_db()
    desk.press("desk_pod_clear", pod.pk, version=pod.version)
    assert how_it_stands(pod) == [(None, "played")] * 4
    penalty = lose(pod, keys[0])
    pod.refresh_from_db()
    desk.press("desk_pod", pod.pk, version=pod.version, won=keys[1])
    answer = desk.post("desk_penalty_withdraw", penalty.pk, reason="another player")
    assert answer.url == reverse("desk_pod", args=[event.code, pod.pk])
    assert how_it_stands(pod)[0] == (4, "match_loss")
    pod.refresh_from_db()
    desk.press("desk_pod_clear", pod.pk, version=pod.version)
    assert how_it_stands(pod) == [(None, "played")] * 4


def test_who_is_reinstated_still_has_the_loss_of_a_penalty_that_stands() -> None:
    pod = open_pod()
    owner, key = owner_of(pod.round.tournament), keys_of(pod)[0]
    lose(pod, key)
    disqualify(actor=owner, registration_id=key, reason="x")
    assert how_it_stands(pod)[0] == (None, "disqualified")
    reinstate(actor=owner, registration_id=key)
    assert how_it_stands(pod)[0] == (None, "match_loss")


def test_a_loss_is_worth_the_last_place_and_is_typed_from_a_slip() -> None:
    pod = open_pod(pod_places="4-3-2-1")
    event, keys = pod.round.tournament, keys_of(pod)
    DeskVisitor(event, owner_of(event)).press("desk", line=f"{pod.table} 21m3")
    assert how_it_stands(pod) == [(2, "played"), (1, "played"), (4, "match_loss"), (3, "played")]
    points = {row.registration.pk: row.points for row in standings_of(event, after_round=1)}
    assert [points[key] for key in keys] == [3, 4, 1, 2]
