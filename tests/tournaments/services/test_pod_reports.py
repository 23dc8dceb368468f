"""Results of pods that the players report: kept for each, entered once enough agree, else a judge comes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.events_in_pods import enter_places, start_pods
from tests.people_and_events import make_event, owner_of, player_actor, staff_actor
from tests.running_events import publish
from tests.sentences import assert_sentence
from tests.two_at_once import at_once
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.models import JudgeCall, LogEntry, Pod, PodReport, Registration, Round
from tournaments.queries.floor import FloorState, floor_of
from tournaments.queries.pod_reports import own_pod_report, pod_reports
from tournaments.queries.pods import find_pod
from tournaments.queries.silence import unconfirmed_pods_in
from tournaments.services import calls
from tournaments.services.pod_reports import MAX_REPORTS, report_pod
from tournaments.services.pod_results import clear_pod
from tournaments.services.rounds import unpublish_round
from tournaments.wording import say_log, say_refusal

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def open_pod(players: int = 4, **changes: object) -> Pod:
    return publish(start_pods(players, **changes)).pods.order_by("table")[0]


def players_of(pod: Pod) -> list[Registration]:
    return [seat.registration for seat in pod.seats.select_related("registration__player").order_by("seat")]


def report(entry: Registration, pod: Pod, *places: int, key: str = "", actor: Actor | None = None) -> PodReport:
    keys = [one.pk for one in players_of(pod)]
    given = dict(zip(keys, places, strict=True))
    return report_pod(actor=actor or player_actor(entry), pod_id=pod.pk, places=given, key=key)


def places_of(pod: Pod) -> list[int | None]:
    return list(pod.seats.order_by("seat").values_list("place", flat=True))


def lines(pod: Pod) -> list[str]:
    return [say_log(one) for one in LogEntry.objects.filter(tournament=pod.round.tournament).order_by("id")]


def test_a_result_counts_once_more_than_half_of_the_pod_have_said_the_same() -> None:
    pod = open_pod()
    one, two, three, _four = players_of(pod)
    for entry in (one, two):
        report(entry, pod, 2, 1, 2, 2)
        pod.refresh_from_db()
        assert (pod.is_complete, pod.report_state, pod.version) == (False, "waiting", 1)
    seen = own_pod_report(three, find_pod(pod.round.tournament, pod.pk))
    assert (seen.mine, seen.missing, [said.said.winners for said in seen.different]) == (None, 1, [[two]])
    report(three, pod, 2, 1, 2, 2)
    pod.refresh_from_db()
    assert (pod.is_complete, pod.report_state, pod.version, places_of(pod)) == (True, "", 2, [2, 1, 2, 2])
    assert pod.revisions.get().changed_by == player_actor(three).label
    assert lines(pod)[-1] == (
        f"{three.name} confirmed pod 1 as others had reported it: "
        f"1. {two.name}, 2. {one.name}, 2. {three.name}, 2. {_four.name} counts"
    )


def test_two_of_a_pod_of_three_are_more_than_half() -> None:
    pod = open_pod(3)
    one, _two, three = players_of(pod)
    report(one, pod, 1, 2, 2)
    report(three, pod, 1, 2, 2)
    pod.refresh_from_db()
    assert pod.is_complete


def test_who_is_disqualified_has_no_say_and_is_last() -> None:
    pod = open_pod()
    one, two, three, out = players_of(pod)
    Registration.objects.filter(pk=out.pk).update(status="disqualified", status_round=1)
    with pytest.raises(NotAllowed):
        report(out, pod, 1, 2, 2, 2)
    given = {one.pk: 1, two.pk: 2, three.pk: 2}
    for entry in (one, two):
        report_pod(actor=player_actor(entry), pod_id=pod.pk, places=given)
    pod.refresh_from_db()
    assert pod.is_complete
    assert places_of(pod) == [1, 2, 2, 4]
    assert pod.seats.get(registration=out).manner == "disqualified"


def leave(entry: Registration, status: str) -> None:
    Registration.objects.filter(pk=entry.pk).update(status=status, status_round=1)


def report_of_three(entry: Registration, pod: Pod, winner: Registration, *others: Registration) -> None:
    given = {winner.pk: 1, **{one.pk: 2 for one in others}}
    report_pod(actor=player_actor(entry), pod_id=pod.pk, places=given, key="again")
    pod.refresh_from_db()


def test_who_was_level_behind_a_winner_that_is_disqualified_has_not_drawn() -> None:
    pod = open_pod()
    one, two, three, four = players_of(pod)
    for entry in (one, three):
        report(entry, pod, 2, 1, 2, 2)
    leave(two, "disqualified")
    row = find_pod(pod.round.tournament, pod.pk)
    assert row is not None
    assert pod_reports(row) == []
    report_pod(actor=player_actor(four), pod_id=pod.pk, places={one.pk: 1, three.pk: 1, four.pk: 1})
    pod.refresh_from_db()
    assert (pod.is_complete, pod.report_state) == (False, "waiting")


def test_a_draw_that_was_reported_stays_one_when_somebody_is_disqualified() -> None:
    pod = open_pod()
    one, two, three, four = players_of(pod)
    report(one, pod, 1, 1, 1, 1)
    leave(four, "disqualified")
    report_pod(actor=player_actor(three), pod_id=pod.pk, places={one.pk: 1, two.pk: 1, three.pk: 1})
    assert places_of(pod) == [1, 1, 1, 4]


def test_what_a_no_show_had_reported_does_not_help_another_to_more_than_half() -> None:
    pod = open_pod()
    one, two, three, four = players_of(pod)
    for entry in (one, two):
        report(entry, pod, 1, 2, 2, 2)
    leave(two, "no_show")
    report_of_three(one, pod, one, three, four)
    assert (pod.is_complete, pod.report_state) == (False, "waiting")
    report_of_three(three, pod, one, three, four)
    assert places_of(pod) == [1, 4, 2, 2]


def test_what_a_disqualified_player_had_reported_disputes_nothing_any_more() -> None:
    pod = open_pod()
    one, two, three, four = players_of(pod)
    report(one, pod, 1, 2, 2, 2)
    report(two, pod, 2, 1, 2, 2)
    leave(two, "disqualified")
    report_of_three(three, pod, one, three, four)
    assert (pod.is_complete, pod.report_state, JudgeCall.objects.get().state) == (True, "", "withdrawn")


def test_a_report_without_a_player_who_is_back_says_nothing_of_the_pod() -> None:
    pod = open_pod()
    one, two, three, four = players_of(pod)
    leave(two, "no_show")
    report_of_three(one, pod, one, three, four)
    leave(two, "active")
    for entry in (two, three):
        report(entry, pod, 1, 2, 2, 2)
        pod.refresh_from_db()
        assert (pod.is_complete, pod.report_state) == (False, "waiting")
    report(four, pod, 1, 2, 2, 2)
    assert places_of(pod) == [1, 2, 2, 2]


def test_different_reports_call_a_judge_keep_all_of_them_and_are_settled_by_the_players() -> None:
    pod = open_pod()
    one, two, three, _four = players_of(pod)
    report(one, pod, 1, 2, 2, 2)
    report(two, pod, 2, 1, 2, 2)
    pod.refresh_from_db()
    assert (pod.is_complete, pod.report_state) == (False, "disputed")
    call = JudgeCall.objects.get(pod=pod)
    assert (call.words, call.about_reports, call.state) == ("1-2-2-2 / 2-1-2-2", True, "open")
    report(three, pod, 1, 2, 2, 2)
    pod.refresh_from_db()
    assert not pod.is_complete, "two against one is still a dispute"
    report(two, pod, 1, 2, 2, 2)
    pod.refresh_from_db()
    call.refresh_from_db()
    assert (pod.is_complete, pod.report_state, call.state) == (True, "", "withdrawn")
    assert PodReport.objects.filter(pod=pod).count() == 4, "nothing is overwritten"


def test_a_call_that_is_taken_back_is_said_no_more() -> None:
    pod = open_pod()
    one, two, *_others = players_of(pod)
    report(one, pod, 1, 2, 2, 2)
    report(two, pod, 2, 1, 2, 2)
    phone = browser(player_actor(two))
    assert "A judge is called" in words_of(phone.get("/my/"))
    calls.withdraw_call(actor=player_actor(two), call_id=JudgeCall.objects.get(pod=pod).pk)
    assert "No judge is called now" in words_of(phone.get("/my/"))


def test_a_judge_who_lets_the_result_stand_settles_a_pod() -> None:
    pod = open_pod()
    enter_places(pod, 1, 2, 3, 4)
    _one, two, *_others = players_of(pod)
    report(two, pod, 2, 1, 2, 2)
    call = JudgeCall.objects.get(pod=pod)
    calls.close_call(actor=owner_of(pod.round.tournament), call_id=call.pk, ruling="It stands")
    pod.refresh_from_db()
    assert (pod.is_complete, pod.report_state) == (True, "")
    calls.reopen_call(actor=owner_of(pod.round.tournament), call_id=call.pk)
    pod.refresh_from_db()
    assert pod.report_state == "disputed", "the report is before a judge again"


def test_where_only_the_winner_counts_an_order_that_some_report_is_no_dispute() -> None:
    pod = open_pod()
    one, two, three, _fourth = players_of(pod)
    report(one, pod, 1, 2, 2, 2)
    report(two, pod, 1, 2, 3, 4)
    report(three, pod, 1, 2, 2, 2)
    pod.refresh_from_db()
    assert places_of(pod) == [1, 2, 3, 4]
    by_place = open_pod(pod_places="4-3-2-1")
    one, two, *_others = players_of(by_place)
    report(one, by_place, 1, 2, 2, 2)
    report(two, by_place, 1, 2, 3, 4)
    by_place.refresh_from_db()
    assert by_place.report_state == "disputed"


def test_a_report_after_the_result_changes_nothing_and_calls_a_judge_if_it_says_otherwise() -> None:
    pod = open_pod()
    enter_places(pod, 1, 2, 3, 4)
    one, two, *_others = players_of(pod)
    report(one, pod, 1, 2, 2, 2)
    assert not JudgeCall.objects.exists()
    report(two, pod, 2, 1, 2, 2)
    pod.refresh_from_db()
    assert (pod.is_complete, places_of(pod), pod.report_state) == (True, [1, 2, 3, 4], "disputed")
    assert FloorState.DISPUTED in floor_of(pod.round)[0].states
    clear_pod(actor=owner_of(pod.round.tournament), pod_id=pod.pk, expected_version=pod.version)
    assert JudgeCall.objects.get(pod=pod).state == "withdrawn"


def test_a_wrong_report_after_the_result_is_settled_by_who_sent_it() -> None:
    pod = open_pod()
    enter_places(pod, 1, 2, 3, 4)
    one, _two, _three, four = players_of(pod)
    report(four, pod, 2, 2, 2, 1)
    for entry, state, call in ((one, "disputed", "open"), (four, "", "withdrawn")):
        report(entry, pod, 1, 2, 2, 2)
        pod.refresh_from_db()
        assert (pod.report_state, JudgeCall.objects.get(pod=pod).state) == (state, call)
    assert (pod.is_complete, places_of(pod)) == (True, [1, 2, 3, 4])


def test_the_same_report_sent_twice_is_one_and_another_from_the_same_page_is_another() -> None:
    pod = open_pod()
    one = players_of(pod)[0]
    first = report(one, pod, 1, 2, 2, 2, key="phone")
    assert report(one, pod, 1, 2, 2, 2, key="phone") == first
    assert report(one, pod, 2, 1, 2, 2, key="phone") != first
    assert PodReport.objects.count() == 2


def test_what_cannot_be_reported_says_why() -> None:
    pod = open_pod(8)
    stranger = Registration.objects.filter(tournament=pod.round.tournament).exclude(pod_seats__pod=pod)[0]
    one, two, *_others = players_of(pod)
    refused = []
    for places in ({one.pk: 1, two.pk: 2}, {entry.pk: 1 for entry in (*players_of(pod), stranger)}):
        with pytest.raises(Refusal) as wrong:
            report_pod(actor=player_actor(one), pod_id=pod.pk, places=places)
        refused.append(wrong.value)
    with pytest.raises(NotAllowed) as not_theirs:
        report(stranger, pod, 1, 2, 2, 2)
    with pytest.raises(NotAllowed):
        report(one, pod, 1, 2, 2, 2, actor=owner_of(pod.round.tournament))
    for _again in range(MAX_REPORTS):
        report(one, pod, 1, 2, 2, 2)
    with pytest.raises(Refusal) as often:
        report(one, pod, 1, 2, 2, 2)
    unpublish_round(actor=owner_of(pod.round.tournament), round_id=pod.round_id)
    with pytest.raises(Conflict) as drafted:
        report(two, pod, 1, 2, 2, 2)
    refused += [not_theirs.value, often.value, drafted.value]
    assert [one.code for one in refused] == [
        "pod_places_missing", "pod_stranger", "not_your_pod", "too_many_reports", "round_not_published",
    ]  # fmt: skip
    for one_refusal in refused:
        assert_sentence(say_refusal(one_refusal), one_refusal.code)


def test_reports_are_off_where_the_event_says_so() -> None:
    pod = open_pod(players_report=False)
    one = players_of(pod)[0]
    assert own_pod_report(one, find_pod(pod.round.tournament, pod.pk)) is None
    with pytest.raises(Refusal) as off:
        report(one, pod, 1, 2, 2, 2)
    assert off.value.code == "reports_off"


def test_a_pod_that_waits_past_its_time_is_listed_with_who_is_silent() -> None:
    pod = open_pod()
    one, two, three, four = players_of(pod)
    report(one, pod, 1, 2, 2, 2)
    assert unconfirmed_pods_in(pod.round) == []
    Round.objects.filter(pk=pod.round_id).update(
        clock_started_at=timezone.now() - timedelta(hours=1), clock_ends_at=timezone.now() - timedelta(seconds=5)
    )
    round = Round.objects.get(pk=pod.round_id)
    [late] = unconfirmed_pods_in(round)
    assert (late.reported, late.silent) == ((one,), (two, three, four))
    assert floor_of(round)[0].states[0] is FloorState.SILENT
    leave(two, "no_show")
    [late] = unconfirmed_pods_in(round)
    assert (late.reported, late.silent) == ((one,), (three, four))
    leave(one, "disqualified")
    assert unconfirmed_pods_in(round) == [], "the winner is gone and so is who reported it"


def test_a_player_calls_a_judge_to_the_pod_once_and_the_judge_rules() -> None:
    pod = open_pod()
    event = pod.round.tournament
    one, two, *_others = players_of(pod)
    call = calls.raise_pod_call(actor=player_actor(one), pod_id=pod.pk, words="timing")
    with pytest.raises(Conflict) as second:
        calls.raise_pod_call(actor=player_actor(two), pod_id=pod.pk)
    assert second.value.code == "call_already_open"
    judge = staff_actor(event, "judge")
    calls.claim_call(actor=judge, call_id=call.pk)
    calls.close_call(actor=judge, call_id=call.pk, ruling="Took it back.")
    assert calls.reopen_call(actor=judge, call_id=call.pk).seated == pod
    elsewhere = make_event()
    with pytest.raises(NotAllowed):
        calls.raise_pod_call(actor=owner_of(elsewhere), pod_id=pod.pk)


@pytest.mark.django_db(transaction=True)
def test_players_who_report_at_the_same_moment_are_all_heard_and_the_result_is_entered_once() -> None:
    pod = open_pod()
    people = [player_actor(entry) for entry in players_of(pod)]
    given = {entry.pk: place for entry, place in zip(players_of(pod), (1, 2, 2, 2), strict=True)}
    at_once(
        pod.round.tournament,
        *((lambda actor=actor: report_pod(actor=actor, pod_id=pod.pk, places=given)) for actor in people),
    )
    pod.refresh_from_db()
    assert (pod.is_complete, pod.version, pod.revisions.count(), PodReport.objects.count()) == (True, 2, 1, 4)
