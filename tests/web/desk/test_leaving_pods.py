"""Who leaves an event in pods, at each stage of a round: sizes are those of the players who are there."""

from __future__ import annotations

from random import Random

import pytest

from accounts.refusals import Refusal
from tests.events_in_pods import finish_pods, seats_of, sizes, start_pods
from tests.people_and_events import owner_of, player_actor
from tests.running_events import pair, publish
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tournaments.models import Pod, Round, Tournament
from tournaments.pods.sizes import PodSizes
from tournaments.queries.pod_drafts import draft_people
from tournaments.queries.pod_record import pod_field
from tournaments.queries.standings import standings_of
from tournaments.services.entries import assign_rounds, disqualify, drop, mark_no_show, reinstate, undrop
from tournaments.services.pod_reports import report_pod
from tournaments.services.pod_results import PodResult, record_pod
from tournaments.services.rounds import publish_round, unpublish_round

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def second_draft(players: int = 8) -> tuple[Tournament, Round]:
    event = start_pods(players)
    finish_pods(publish(event), Random(3))
    return event, pair(event)


def test_a_draft_says_who_left_and_is_seated_again_by_one_press() -> None:
    event, draft = second_draft()
    desk = DeskVisitor(event, owner_of(event))
    assert "Left since" not in desk.read("desk_round", 2)
    leaver = event.registrations.get(name="P04")
    drop(actor=owner_of(event), registration_id=leaver.pk)
    page = desk.read("desk_round", 2)
    assert "Left since this draft was seated: P04." in page
    assert "The draft has 2 pods of four; seated again it has 1 pod of four, 1 pod of three." in page
    assert "Publish: " not in page
    with pytest.raises(Refusal) as refused:
        publish_round(actor=owner_of(event), round_id=draft.pk)
    assert refused.value.code == "draft_out_of_date"
    again = desk.press("desk_round_again", 2)
    assert "Left since" not in again
    new = event.rounds.get(number=2)
    assert sizes(new) == [3, 4]
    assert sizes(publish_round(actor=owner_of(event), round_id=new.pk)) == [3, 4]


def test_a_draft_says_who_came_back() -> None:
    event = start_pods(8)
    owner, back = owner_of(event), event.registrations.get(name="P05")
    finish_pods(publish(event), Random(3))
    drop(actor=owner, registration_id=back.pk)
    draft = pair(event)
    undrop(actor=owner, registration_id=back.pk)
    found = draft_people(draft)
    assert (found.new, found.left) == ((back,), ())
    assert (found.now, found.then) == (PodSizes(1, 1), PodSizes(2, 0))
    assert "Came since this draft was seated: P05." in DeskVisitor(event, owner).read("desk_round", 2)


def test_who_has_a_bye_by_hand_and_leaves_is_named() -> None:
    event = start_pods(9)
    owner = owner_of(event)
    one = event.registrations.get(name="P01")
    assign_rounds(actor=owner, registration_id=one.pk, kind="bye", first=1)
    draft = pair(event)
    assert not draft_people(draft).is_changed
    drop(actor=owner, registration_id=one.pk)
    assert [entry.name for entry in draft_people(draft).left] == ["P01"]


def test_too_few_for_a_pod_leave_the_draft_to_be_discarded() -> None:
    event = start_pods(4)
    owner, draft = owner_of(event), pair(event)
    for entry in event.registrations.order_by("pk")[:2]:
        mark_no_show(actor=owner, registration_id=entry.pk)
    assert draft_people(draft).then is None
    page = DeskVisitor(event, owner).read("desk_round", 1)
    assert "Three players are needed for a pod." in page
    assert "Seat again with" not in page


def test_a_table_says_who_is_there_and_a_press_keeps_the_no_show() -> None:
    event = start_pods(8)
    owner, round = owner_of(event), publish(event)
    pod = round.pods.order_by("table").first()
    assert pod is not None
    gone, winner, *others = seats_of(pod)
    entry = event.registrations.get(pk=gone)
    mark_no_show(actor=owner, registration_id=gone)
    desk = DeskVisitor(event, owner)
    assert "3 of 4 are there" in desk.read("desk_round", 1)
    page = desk.read("desk_pod", pod.pk)
    assert f"{entry.name} does not play on: last, without a place. 3 players play to the end." in page
    assert f'name="won" value="{gone}"' not in page
    desk.press("desk_pod", pod.pk, version=1, won=winner)
    rows = {seat.registration_id: (seat.place, seat.manner) for seat in pod.seats.all()}
    assert rows[gone] == (4, "no_show")
    assert rows[winner] == (1, "played")
    assert {rows[key] for key in others} == {(2, "played")}
    assert "are there" not in desk.read("desk_round", 1)


def test_whom_no_shows_and_disqualifications_leave_alone_has_won() -> None:
    event = start_pods(6)
    owner, round = owner_of(event), publish(event)
    one, other = round.pods.order_by("table")
    for pod in (one, other):
        *leaving, _last = seats_of(pod)
        disqualify(actor=owner, registration_id=leaving[1], reason="cheating")
        mark_no_show(actor=owner, registration_id=leaving[0])
        rows = list(pod.seats.order_by("seat").values_list("place", "manner"))
        assert rows == [(2, "no_show"), (2, "disqualified"), (1, "played")]


def test_who_is_left_alone_wins_a_cleared_pod_by_a_press_or_by_their_own_report() -> None:
    event = start_pods(6)
    owner, round = owner_of(event), publish(event)
    desk, pods = DeskVisitor(event, owner), round.pods.order_by("table")
    for pod in pods:
        for key in seats_of(pod)[:2]:
            mark_no_show(actor=owner, registration_id=key)
        pod.refresh_from_db()
        desk.press("desk_pod_clear", pod.pk, version=pod.version)
    one, other = pods
    last = event.registrations.get(pk=seats_of(one)[2])
    page = desk.read("desk_pod", one.pk)
    assert f"only {last.name} is left at this table, and wins." in page
    assert "Drawn by all" not in page
    one.refresh_from_db()
    desk.press("desk_pod", one.pk, version=one.version, won=last.pk)
    alone = event.registrations.get(pk=seats_of(other)[2])
    report_pod(actor=player_actor(alone), pod_id=other.pk, places={alone.pk: 1})
    for pod in (one, other):
        rows = list(pod.seats.order_by("seat").values_list("place", "manner"))
        assert rows == [(2, "no_show"), (2, "no_show"), (1, "played")]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_who_did_not_come_open_their_pod_again_in_either_order(order: tuple[int, int]) -> None:
    event = start_pods(3)
    owner, pod = owner_of(event), publish(event).pods.get()
    keys = seats_of(pod)
    for key in keys[:2]:
        mark_no_show(actor=owner, registration_id=key)
    assert how_it_stands(pod) == [(2, "no_show"), (2, "no_show"), (1, "played")]
    for place in order:
        reinstate(actor=owner, registration_id=keys[place])
        assert how_it_stands(pod) == [(None, "played")] * 3
    pod.refresh_from_db()
    assert not pod.is_complete
    assert [revision.after["is_complete"] for revision in pod.revisions.all()] == [True, False], "each is kept"


def test_a_result_entered_after_two_no_shows_stands() -> None:
    event = start_pods(4)
    owner, pod = owner_of(event), publish(event).pods.get()
    one, other, *playing = seats_of(pod)
    for key in (one, other):
        mark_no_show(actor=owner, registration_id=key)
    gone = dict.fromkeys((one, other), "no_show")
    entered = PodResult(dict(zip(playing, (2, 1), strict=True)), gone)
    record_pod(actor=owner, pod_id=pod.pk, expected_version=1, result=entered)
    for key in (one, other):
        reinstate(actor=owner, registration_id=key)
    assert how_it_stands(pod) == [(3, "no_show"), (3, "no_show"), (2, "played"), (1, "played")]


def how_it_stands(pod: Pod) -> list[tuple[int | None, str]]:
    return list(pod.seats.order_by("seat").values_list("place", "manner"))


def test_a_disqualification_enters_the_loss_at_an_open_pod_and_is_undone_with_it() -> None:
    event = start_pods(4)
    owner, pod = owner_of(event), publish(event).pods.get()
    out, *others = seats_of(pod)
    entry = event.registrations.get(pk=out)
    disqualify(actor=owner, registration_id=out, reason="cheating")
    assert how_it_stands(pod) == [(None, "disqualified"), *[(None, "played")] * 3]
    desk = DeskVisitor(event, owner)
    assert f"{entry.name} is last at pod {pod.table}: Disqualified" in desk.read("desk_log")
    assert desk.read("desk_round", 1).count("Disqualified") == 1
    reinstate(actor=owner, registration_id=out)
    assert how_it_stands(pod) == [(None, "played")] * 4
    disqualify(actor=owner, registration_id=out, reason="cheating")
    entered = PodResult(dict(zip(others, (2, 1, 3), strict=True)))
    pod.refresh_from_db()
    record_pod(actor=owner, pod_id=pod.pk, expected_version=pod.version, result=entered)
    lost = [(4, "disqualified"), (2, "played"), (1, "played"), (3, "played")]
    assert how_it_stands(pod) == lost, "nobody had to say again who lost"
    reinstate(actor=owner, registration_id=out)
    assert how_it_stands(pod) == lost, "a result that was entered since stands"
    pod.refresh_from_db()
    desk.press("desk_pod_clear", pod.pk, version=pod.version)
    assert how_it_stands(pod) == [(None, "played")] * 4


def test_whom_a_disqualification_leaves_alone_has_won_until_it_is_undone() -> None:
    event = start_pods(3)
    owner, pod = owner_of(event), publish(event).pods.get()
    first, second, _last = seats_of(pod)
    mark_no_show(actor=owner, registration_id=first)
    disqualify(actor=owner, registration_id=second, reason="cheating")
    assert how_it_stands(pod) == [(2, "no_show"), (2, "disqualified"), (1, "played")]
    reinstate(actor=owner, registration_id=second)
    pod.refresh_from_db()
    assert not pod.is_complete
    assert how_it_stands(pod) == [(None, "played")] * 3


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_who_were_disqualified_come_back_in_either_order(order: tuple[int, int]) -> None:
    event = start_pods(3)
    owner, pod = owner_of(event), publish(event).pods.get()
    keys = seats_of(pod)
    for key in keys[:2]:
        disqualify(actor=owner, registration_id=key, reason="cheating")
    assert how_it_stands(pod) == [(2, "disqualified"), (2, "disqualified"), (1, "played")]
    one, other = order
    reinstate(actor=owner, registration_id=keys[one])
    assert how_it_stands(pod)[one] == (None, "played")
    assert how_it_stands(pod)[other] == (None, "disqualified")
    reinstate(actor=owner, registration_id=keys[other])
    assert how_it_stands(pod) == [(None, "played")] * 3
    assert [revision.after["is_complete"] for revision in pod.revisions.all()] == [True, False], "each is kept"


def test_who_comes_back_to_a_pod_of_disqualified_players_has_won_it() -> None:
    event = start_pods(3)
    owner, pod = owner_of(event), publish(event).pods.get()
    back, second, third = seats_of(pod)
    for key in (back, second, third):
        disqualify(actor=owner, registration_id=key, reason="cheating")
    assert how_it_stands(pod)[2] == (1, "played"), "the pod was decided before the third was disqualified"
    reinstate(actor=owner, registration_id=back)
    assert how_it_stands(pod) == [(1, "played"), (2, "disqualified"), (2, "disqualified")]
    reinstate(actor=owner, registration_id=third)
    assert how_it_stands(pod) == [(None, "played"), (None, "disqualified"), (None, "played")]
    reinstate(actor=owner, registration_id=second)
    assert how_it_stands(pod) == [(None, "played")] * 3


def test_a_loss_is_taken_back_in_a_round_that_is_a_draft_again() -> None:
    event = start_pods(4)
    owner, round = owner_of(event), publish(event)
    pod = round.pods.get()
    out = seats_of(pod)[0]
    disqualify(actor=owner, registration_id=out, reason="cheating")
    unpublish_round(actor=owner, round_id=round.pk)
    reinstate(actor=owner, registration_id=out)
    publish_round(actor=owner, round_id=round.pk)
    assert how_it_stands(pod) == [(None, "played")] * 4


def test_a_result_entered_after_two_disqualifications_stands() -> None:
    event = start_pods(4)
    owner, pod = owner_of(event), publish(event).pods.get()
    one, other, *playing = seats_of(pod)
    for key in (one, other):
        disqualify(actor=owner, registration_id=key, reason="cheating")
    entered = PodResult(dict(zip(playing, (2, 1), strict=True)))
    pod.refresh_from_db()
    record_pod(actor=owner, pod_id=pod.pk, expected_version=pod.version, result=entered)
    for key in (one, other):
        reinstate(actor=owner, registration_id=key)
    assert how_it_stands(pod) == [(3, "disqualified"), (3, "disqualified"), (2, "played"), (1, "played")]


def test_the_penalty_that_disqualifies_leads_to_the_pod_while_that_is_open() -> None:
    event = start_pods(4)
    owner, pod = owner_of(event), publish(event).pods.get()
    facts = {"infraction": "cheating", "level": "disqualification", "note": "x", "apply": "on"}
    page = DeskVisitor(event, owner).press("desk_penalty_new", entry=seats_of(pod)[0], **facts)
    assert f"Pod at table {pod.table}" in page
    assert how_it_stands(pod)[0] == (None, "disqualified")


def test_the_next_seating_counts_those_who_were_there() -> None:
    event = start_pods(8)
    owner, round = owner_of(event), publish(event)
    pod, full = round.pods.order_by("table")
    away, second, third, fourth = seats_of(pod)
    record_pod(
        actor=owner, pod_id=pod.pk, expected_version=1,
        result=PodResult({second: 1, third: 2, fourth: 3}, {away: "no_show"}),
    )  # fmt: skip
    out, *rest = seats_of(full)
    record_pod(
        actor=owner, pod_id=full.pk, expected_version=1,
        result=PodResult(dict(zip(rest, (1, 2, 3), strict=True)), {out: "disqualified"}),
    )  # fmt: skip
    DeskVisitor(event, owner).press("desk_round_complete", 1)
    known = pod_field(event, 2).by_id
    assert (dict(known[second].met), known[second].short, known[second].turns) == ({third: 1, fourth: 1}, 1, ((1, 3),))
    assert (dict(known[away].met), known[away].short, known[away].turns) == ({}, 0, ())
    assert (known[rest[0]].short, known[rest[0]].turns) == (0, ((2, 4),))
    assert out in known[rest[0]].met
    assert {row.registration.pk: row.points for row in standings_of(event)}[away] == 0


def test_who_drops_while_a_pod_is_played_plays_it_to_its_end() -> None:
    event = start_pods(4)
    owner, round = owner_of(event), publish(event)
    pod = round.pods.get()
    leaver = pod.seats.order_by("seat")[0].registration
    drop(actor=owner, registration_id=leaver.pk)
    page = text_of(DeskVisitor(event, owner).get("desk_round", 1))
    assert "are there" not in page
    finish_pods(round)
    assert sizes(publish(event)) == [3]
