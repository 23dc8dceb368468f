"""Events in pods of four, run through the services."""

from __future__ import annotations

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.events_in_pods import IN_PODS, enter_places, finish_pods, play_pods, start_pods
from tests.people_and_events import edit_event, enter, make_actor, make_event, owner_of, staff_actor
from tests.running_events import pair, publish
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.models import Bye, LogEntry, Pod, PodSeat, Round, Tournament
from tournaments.queries.pods import pods_of
from tournaments.queries.records import read_record
from tournaments.queries.standings import explain_value, standings_of
from tournaments.services import drafts, finish, rounds
from tournaments.services.entries import keep_apart
from tournaments.services.entries.leaving import drop
from tournaments.services.pod_results import PodResult, clear_pod, correct_pod, record_pod
from tournaments.services.start import start_tournament
from tournaments.wording import say_log

pytestmark = pytest.mark.django_db


def places_of(pod: Pod) -> list[int | None]:
    return list(pod.seats.order_by("seat").values_list("place", flat=True))


def keys_of(pod: Pod) -> list[int]:
    return list(pod.seats.order_by("seat").values_list("registration", flat=True))


def only_pod(round: Round) -> Pod:
    pod = round.pods.order_by("table").first()
    assert pod is not None
    return pod


def test_a_whole_event_in_pods() -> None:
    event = start_pods(9)
    play_pods(event, Random(4))
    sizes = [sorted(pod.seats.count() for pod in round.pods.all()) for round in event.rounds.all()]
    assert sizes == [[3, 3, 3]] * 3
    finish.finish_tournament(actor=owner_of(event), tournament_id=event.pk)
    places = sorted(event.registrations.values_list("final_place", flat=True))
    assert places[0] == 1
    assert None not in places
    rows = standings_of(event)
    assert sum(row.points for row in rows) == 3 * 3 * 3
    record = read_record(event)
    for row in rows:
        assert [value.code for value in row.values] == ["WP", "OAP", "AHEAD"]
        for value in row.values:
            assert explain_value(record, row.registration, value.code).value.exact == value.exact


def test_five_are_a_pod_and_a_bye_that_counts_as_a_win() -> None:
    event = start_pods(5)
    round = publish(event)
    assert [pod.seats.count() for pod in round.pods.all()] == [4]
    bye = Bye.objects.get(round=round)
    finish_pods(round)
    row = next(row for row in standings_of(event) if row.registration.pk == bye.registration_id)
    assert (row.points, row.wins, row.byes, row.results) == (3, 1, 1, ("bye",))


def test_the_same_seed_seats_the_same_pods_and_pairing_again_draws_others() -> None:
    event = start_pods(12)
    draft = drafts.pair_next_round(actor=owner_of(event), tournament_id=event.pk, number=1, seed=8)
    seated = [row.seats[0].registration.pk for row in pods_of(draft)]
    drafts.discard_draft(actor=owner_of(event), round_id=draft.pk)
    again = drafts.pair_next_round(actor=owner_of(event), tournament_id=event.pk, number=1, seed=8)
    assert [row.seats[0].registration.pk for row in pods_of(again)] == seated
    other = drafts.pair_again(actor=owner_of(event), round_id=again.pk)
    assert other.seed != 8
    assert PodSeat.objects.filter(round=other).count() == 12
    assert not Round.objects.filter(pk=again.pk).exists()


def test_nobody_meets_again_while_others_are_left_and_pairs_to_keep_apart_sit_apart() -> None:
    event = start_pods(16)
    one, two = event.registrations.order_by("pk")[:2]
    keep_apart(
        actor=owner_of(event), tournament_id=event.pk, registration_a=one.pk, registration_b=two.pk, is_hard=True
    )
    met: set[frozenset[int]] = set()
    for _number in range(2):
        round = publish(event)
        for pod in round.pods.all():
            pairs = {frozenset((a, b)) for a in keys_of(pod) for b in keys_of(pod) if a != b}
            assert not pairs & met
            assert frozenset((one.pk, two.pk)) not in pairs
            met |= pairs
        finish_pods(round, Random(1))


def test_a_fixed_seat_holds_for_the_whole_pod() -> None:
    event = start_pods(8)
    entry = event.registrations.order_by("pk")[3]
    event.registrations.filter(pk=entry.pk).update(fixed_table=17)
    seat = PodSeat.objects.get(round=pair(event), registration=entry)
    assert seat.pod.table == 17


def test_a_result_names_everybody_once_and_is_entered_once() -> None:
    event = start_pods(4)
    pod = only_pod(publish(event))
    owner, keys = owner_of(event), keys_of(pod)
    with pytest.raises(Refusal) as missing:
        record_pod(actor=owner, pod_id=pod.pk, expected_version=1, result=PodResult({keys[0]: 1, keys[1]: 2}))
    assert missing.value.code == "pod_places_missing"
    with pytest.raises(Refusal) as stranger:
        record_pod(actor=owner, pod_id=pod.pk, expected_version=1, result=PodResult(dict.fromkeys([*keys, 0], 1)))
    assert stranger.value.code == "pod_stranger"
    with pytest.raises(Refusal) as open_still:
        rounds.complete_round(actor=owner, round_id=pod.round_id)
    assert open_still.value.facts["tables"] == [pod.table]
    enter_places(pod, 2, 1, 2, 4)
    assert places_of(pod) == [2, 1, 2, 4]
    result = PodResult(dict(zip(keys, (1, 2, 3, 4), strict=True)))
    with pytest.raises(Conflict) as twice:
        record_pod(actor=owner, pod_id=pod.pk, expected_version=2, result=result)
    assert twice.value.code == "pod_has_result"
    with pytest.raises(Conflict) as stale:
        record_pod(actor=owner, pod_id=pod.pk, expected_version=1, result=result)
    assert stale.value.code == "pod_changed"


def test_who_does_not_come_is_last_and_wins_nothing() -> None:
    event = start_pods(4, pod_places="4-3-2-1")
    pod = only_pod(publish(event))
    first, second, absent, out = keys_of(pod)
    result = PodResult({first: 1, second: 1}, {absent: "no_show", out: "disqualified"}, ended_by_time=True)
    record_pod(actor=owner_of(event), pod_id=pod.pk, expected_version=1, result=result)
    assert places_of(pod) == [1, 1, 3, 3]
    rounds.complete_round(actor=owner_of(event), round_id=pod.round_id)
    points = {row.registration.pk: row.points for row in standings_of(event)}
    assert points == {first: 4, second: 4, absent: 0, out: 0}


def test_a_correction_needs_a_reason_keeps_both_results_and_moves_the_final_places() -> None:
    event = start_pods(4, planned_rounds=1)
    pod = only_pod(publish(event))
    enter_places(pod)
    rounds.complete_round(actor=owner_of(event), round_id=pod.round_id)
    finish.finish_tournament(actor=owner_of(event), tournament_id=event.pk)
    keys = keys_of(pod)
    turned = PodResult(dict(zip(keys, (4, 3, 2, 1), strict=True)))
    with pytest.raises(Refusal) as unsaid:
        correct_pod(actor=owner_of(event), pod_id=pod.pk, expected_version=2, result=turned, reason=" ")
    assert unsaid.value.code == "reason_required"
    judge = staff_actor(event, "judge")
    with pytest.raises(NotAllowed):
        correct_pod(actor=judge, pod_id=pod.pk, expected_version=2, result=turned, reason="slip")
    correct_pod(actor=owner_of(event), pod_id=pod.pk, expected_version=2, result=turned, reason="slip")
    revision = pod.revisions.get(version=3)
    assert [seat["place"] for seat in revision.before["seats"]] == [1, 2, 3, 4]
    assert [seat["place"] for seat in revision.after["seats"]] == [4, 3, 2, 1]
    assert revision.reason == "slip"
    assert event.registrations.get(pk=keys[3]).final_place == 1
    line = LogEntry.objects.filter(tournament=event).first()
    assert line is not None
    assert "slip" in say_log(line)


def test_a_result_is_cleared_and_the_round_can_be_a_draft_again() -> None:
    event = start_pods(4)
    round = publish(event)
    pod = enter_places(only_pod(round))
    with pytest.raises(Conflict):
        rounds.unpublish_round(actor=owner_of(event), round_id=round.pk)
    clear_pod(actor=owner_of(event), pod_id=pod.pk, expected_version=pod.version)
    assert places_of(pod) == [None] * 4
    assert rounds.unpublish_round(actor=owner_of(event), round_id=round.pk).status == Round.Status.DRAFT


def test_strangers_enter_nothing() -> None:
    event = start_pods(4)
    pod = only_pod(publish(event))
    with pytest.raises(NotAllowed):
        enter_places(pod, actor=make_actor())


def test_who_drops_sits_in_no_later_pod_and_stays_an_opponent() -> None:
    event = start_pods(8)
    first = finish_pods(publish(event))
    leaver = PodSeat.objects.filter(round=first).order_by("pk")[0].registration
    drop(actor=owner_of(event), registration_id=leaver.pk)
    second = publish(event)
    assert sorted(pod.seats.count() for pod in second.pods.all()) == [3, 4]
    assert not PodSeat.objects.filter(round=second, registration=leaver).exists()
    finish_pods(second)
    row = next(row for row in standings_of(event) if row.registration.pk == leaver.pk)
    assert row.dropped_round == 1


WRONG = {
    "top_cut": (8, "pods_cut_size"),
    "cut_best_of": (3, "pods_one_game"),
    "best_of": (3, "pods_one_game"),
    "planned_rounds": (None, "pods_rounds_needed"),
    "division_mode": ("apart", "pods_together"),
    "cut_mode": ("apart", "pods_one_final"),
    "pairing_order": ("fold", "pods_by_lot"),
    "drop_after_losses": (2, "pods_no_drops"),
    "tiebreaks_from": (2, "pods_all_rounds"),
    "pod_places": ("1-2-3-4", "pod_places_unreadable"),
}


@pytest.mark.parametrize("name", WRONG)
def test_settings_that_do_not_go_with_pods_are_refused_at_their_field(name: str) -> None:
    value, code = WRONG[name]
    with pytest.raises(Refusal) as refused:
        make_event(**{**IN_PODS, name: value})
    assert [(one.code, one.field) for one in refused.value.problems] == [(code, name)]


def test_an_event_becomes_one_in_pods_until_it_starts() -> None:
    event = make_event(best_of=1, planned_rounds=2, top_cut=8)
    with pytest.raises(Refusal) as refused:
        edit_event(event, entry_format="pods")
    assert refused.value.field == "top_cut"
    edit_event(event, entry_format="pods", top_cut=4, pod_places="5 3 1 0")
    event.refresh_from_db()
    assert (event.entry_format, event.pod_places) == ("pods", "5-3-1-0")
    enter(event, "A", "B")
    with pytest.raises(Refusal) as few:
        start_tournament(actor=owner_of(event), tournament_id=event.pk)
    assert few.value.facts["needed"] == 3
    enter(event, "C")
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    with pytest.raises(Refusal) as late:
        edit_event(event, entry_format="singles")
    assert late.value.code == "locked_in_phase"


def test_what_is_about_pairs_is_refused() -> None:
    event = start_pods(8)
    draft = pair(event)
    one, two = event.registrations.order_by("pk")[:2]
    with pytest.raises(Refusal) as swapped:
        drafts.swap_players(actor=owner_of(event), round_id=draft.pk, registration_a=one.pk, registration_b=two.pk)
    assert swapped.value.code == "not_in_pods"


def test_the_workbook_has_every_place() -> None:
    event = start_pods(5)
    play_pods(event)
    sheets = tournament_sheets(tournament=Tournament.objects.get(pk=event.pk), actor=owner_of(event))
    assert [len(sheet.columns) for sheet in sheets[1:4]] == [7, 7, 7]
    rows = list(sheets[1].rows)
    assert len(rows) == 5
    assert sorted(row[3] for row in rows if row[3]) == [1, 2, 3, 4]


def test_a_round_of_many_pods_is_read_in_a_fixed_number_of_queries() -> None:
    counts = []
    for players in (8, 32):
        event = start_pods(players)
        round = publish(event)
        with CaptureQueriesContext(connection) as asked:
            assert len(pods_of(round)) == players // 4
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_places_without_a_first_one_are_refused() -> None:
    pod = publish(start_pods(4)).pods.get()
    with pytest.raises(Refusal) as refused:
        enter_places(pod, 2, 2, 3, 4)
    assert refused.value.code == "pod_without_first"
