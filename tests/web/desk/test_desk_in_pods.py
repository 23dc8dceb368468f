"""The desk of an event in pods says what it says of pairs: what a table waits for, and who needs somebody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.events_in_pods import enter_places, finish_pods, start_pods
from tests.people_and_events import owner_of, player_actor, staff_actor
from tests.running_events import pair, publish
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tournaments.models import Pod, Round
from tournaments.services.calls import raise_pod_call
from tournaments.services.clock import start_clock
from tournaments.services.drafts import pair_again
from tournaments.services.extra_time import give_pod_extension
from tournaments.services.finish import finish_tournament
from tournaments.services.pod_reports import report_pod
from tournaments.services.pod_results import PodResult, correct_pod
from tournaments.services.rounds import publish_round
from tournaments.views.desk import pod_board

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def report_winner(pod: Pod, *, by: int, winner: int) -> None:
    """A player reports that a player won; both by their seat."""
    seats = {seat.seat: seat for seat in pod.seats.select_related("registration__player")}
    places = {seat.registration_id: 1 if seat.seat == winner else 2 for seat in seats.values()}
    report_pod(actor=player_actor(seats[by].registration), pod_id=pod.pk, places=places)


def row_of(page: str, pod: Pod) -> str:
    """The row of a pod on the desk, up to the next one."""
    start = page.index(f'/desk/pod/{pod.pk}/"', page.index('class="pods"'))
    return page[start:].partition('</li> <li class="pod-row')[0]


def test_the_desk_has_the_numbers_and_each_pod_says_what_it_waits_for() -> None:
    event = start_pods(16)
    pods = list(publish(event).pods.order_by("table"))
    desk = DeskVisitor(event, owner_of(event))
    quiet = desk.read("desk")
    assert 'id="strip-playing"' in quiet
    assert "Floor" in quiet, "the judges' view has the pods"
    assert 'id="strip-called"' not in quiet
    give_pod_extension(actor=staff_actor(event, "judge"), pod_id=pods[0].pk, minutes=4)
    report_winner(pods[1], by=1, winner=1)
    report_winner(pods[2], by=1, winner=1)
    report_winner(pods[2], by=2, winner=2)
    enter_places(pods[3])
    page = desk.read("desk")
    for tile in ("playing", "extra", "result", "called"):
        assert f'id="strip-{tile}"' in page
    assert "+4 min" in row_of(page, pods[0])
    assert "reported" in row_of(page, pods[1])
    assert "disputed" in row_of(page, pods[2])
    assert "disputed" not in row_of(page, pods[1])
    tile = page.partition('id="strip-disputed"')[2].partition("</a>")[0]
    assert '<span class="number figures">1</span>' in tile
    assert "strip-needs" in tile
    listed = text_of(desk.client.get(tile.partition('href="')[2].partition('"')[0]))
    assert [pod.pk for pod in pods if f'id="tile-{pod.pk}"' in listed] == [pods[2].pk]
    enter_places(pods[2])
    assert 'id="strip-disputed"' not in desk.read("desk")
    report_winner(pods[2], by=3, winner=4)
    assert 'id="strip-disputed"' in desk.read("desk"), "a report that contradicts the result calls a judge"
    seat = pods[2].seats.select_related("registration").get(seat=3)
    assert seat.registration.name in desk.read("desk_pod", pods[2].pk).partition('id="reports-title"')[2]


def test_pods_past_their_time_that_wait_are_listed() -> None:
    event = start_pods(8)
    owner, round = owner_of(event), publish(event)
    pod = round.pods.order_by("table")[0]
    report_winner(pod, by=1, winner=1)
    start_clock(actor=owner, round_id=round.pk)
    desk = DeskVisitor(event, owner)
    assert "not confirmed by enough of them" not in desk.read("desk")
    Round.objects.filter(pk=round.pk).update(clock_ends_at=timezone.now() - timedelta(minutes=1))
    page = desk.read("desk")
    assert "not confirmed by enough of them" in page
    assert f'id="unconfirmed-pod-{pod.pk}"' in page
    assert 'id="strip-silent"' in page


def test_a_finished_event_names_its_champion_and_counts_corrections() -> None:
    event = start_pods(4, planned_rounds=1)
    owner = owner_of(event)
    pod = publish(event).pods.get()
    winner = pod.seats.order_by("seat")[0].registration.name
    finish_pods(pod.round)
    keys = list(pod.seats.order_by("seat").values_list("registration", flat=True))
    placed = PodResult(dict(zip(keys, (1, 2, 4, 3), strict=True)))
    correct_pod(actor=owner, pod_id=pod.pk, expected_version=2, result=placed, reason="slip")
    desk = DeskVisitor(event, owner)
    assert "1 corrected" in desk.read("desk")
    finish_tournament(actor=owner, tournament_id=event.pk)
    page = desk.read("desk")
    assert 'class="champions"' in page
    assert winner in page.partition('class="champions"')[2].partition("</p>")[0]


def test_a_call_of_staff_at_a_pod_is_counted() -> None:
    event = start_pods(4)
    pod = publish(event).pods.get()
    raise_pod_call(actor=staff_actor(event, "judge"), pod_id=pod.pk)
    assert 'id="strip-called"' in DeskVisitor(event, owner_of(event)).read("desk")


def turn_round(pod: Pod) -> None:
    """Correct a result to the opposite order."""
    pod.refresh_from_db()
    keys = list(pod.seats.order_by("-place").values_list("registration", flat=True))
    placed = PodResult(dict(zip(keys, range(1, len(keys) + 1), strict=True)))
    owner = owner_of(pod.round.tournament)
    correct_pod(actor=owner, pod_id=pod.pk, expected_version=pod.version, result=placed, reason="slip")


def test_a_draft_says_that_an_earlier_result_was_corrected_until_it_is_seated_again() -> None:
    event = start_pods(8)
    first = finish_pods(publish(event))
    owner, draft = owner_of(event), pair(event)
    desk = DeskVisitor(event, owner)
    said = "was corrected after this draft was seated"
    assert said not in desk.read("desk_round", 2)
    turn_round(first.pods.order_by("table")[0])
    assert said in desk.read("desk_round", 2)
    pair_again(actor=owner, round_id=draft.pk)
    assert said not in desk.read("desk_round", 2)


def test_a_long_list_of_pods_has_pages_on_the_desk_on_the_round_and_on_the_draft(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pod_board, "MAX_PODS", 2)
    event = start_pods(20)
    desk = DeskVisitor(event, owner_of(event))
    draft = pair(event)
    assert [page.count('<li class="pod-row') for page in (desk.read("desk"), desk.read("desk_round", 1))] == [2, 2]
    publish_round(actor=owner_of(event), round_id=draft.pk)
    pods = list(draft.pods.order_by("table"))
    assert f"/desk/pod/{pods[4].pk}/" in desk.read("desk", part=3)
    page = desk.read("desk", part=2)  # Beside the list, the next step has links to the open tables.
    listed = page.partition('<ol class="pods">')[2].partition("<footer")[0]
    assert "part=2" in page.partition('hx-trigger="every 5s"')[0]
    assert f"/desk/pod/{pods[2].pk}/" in listed
    assert listed.count('<li class="pod-row') == 2
    enter_places(pods[0])
    enter_places(pods[4])
    newest = desk.read("desk").partition("Newest results")[2].partition("</section>")[0]
    assert f"/desk/pod/{pods[4].pk}/" in newest
    assert f"/desk/pod/{pods[0].pk}/" not in newest
    assert desk.read("desk_round", 1, part=3).count('<li class="pod-row') == 1
