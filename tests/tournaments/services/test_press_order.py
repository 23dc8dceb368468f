"""A report that was under way for long and arrives after the one that replaced it on the phone."""

from __future__ import annotations

import pytest

from accounts.refusals import Refusal
from tests.events_in_pods import start_pods
from tests.judged_events import event_with_lists, table_of
from tests.people_and_events import player_actor
from tests.running_events import publish
from tournaments.models import LogEntry, Match, PodReport, ResultReport
from tournaments.play.reported_games import Result, SaidGame, Score
from tournaments.queries.pod_reports import pod_reports
from tournaments.queries.pods import find_pod
from tournaments.queries.reports import reports_of
from tournaments.services.pod_reports import report_pod
from tournaments.services.press_order import BY_HAND, NOT_COUNTED, Press
from tournaments.services.reports import report_game, report_own_score
from tournaments.wording import say_log

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

WON, LOST = (SaidGame(result=Result.WON), SaidGame(result=Result.LOST))


@pytest.fixture
def match() -> Match:
    tournament, _round, _judge = event_with_lists(4)
    return table_of(tournament.registrations.earliest("pk"))


def report(match: Match, score: Score, press: Press = NOT_COUNTED, key: str = "") -> ResultReport:
    """A report of the match's first player."""
    one = match.player1
    keys = {"registration_id": one.pk, "match_id": match.pk}
    return report_own_score(actor=player_actor(one), score=score, key=key, press=press, **keys)


def counts(match: Match) -> list[Score]:
    match.refresh_from_db()
    return [one.score for one in reports_of(match)]


def test_the_one_that_was_pressed_later_counts_though_it_came_first(match: Match) -> None:
    report(match, (2, 0, 0), Press("phone", 8))
    late = report(match, (2, 1, 0), Press("phone", 7))
    assert late.is_superseded
    assert counts(match) == [(2, 0, 0)]
    kept = ResultReport.objects.order_by("pk").values_list("won", "lost", "is_superseded")
    assert list(kept) == [(2, 0, False), (2, 1, True)]
    said = say_log(LogEntry.objects.latest("pk"))
    assert said == (
        f"An earlier report of {match.player1.name} at table {match.table} came late (2–1); the later one counts"
    )


def test_a_late_one_does_not_agree_with_the_other_player(match: Match) -> None:
    report(match, (2, 0, 0), Press("phone", 8))
    two = match.player2
    report_own_score(actor=player_actor(two), registration_id=two.pk, match_id=match.pk, score=(1, 2, 0))
    report(match, (2, 1, 0), Press("phone", 7))
    match.refresh_from_db()
    assert (match.is_complete, match.report_state) == (False, "disputed")


@pytest.mark.parametrize("late", [NOT_COUNTED, Press("another phone", 7), Press("phone", 9)])
def test_of_presses_that_have_no_order_the_last_to_come_counts(match: Match, late: Press) -> None:
    report(match, (2, 0, 0), Press("phone", 8))
    assert not report(match, (2, 1, 0), late).is_superseded
    assert counts(match) == [(2, 1, 0)]


def test_a_press_that_is_sent_twice_is_one_report_taken_or_late(match: Match) -> None:
    for press, score in ((Press("phone", 8), (2, 0, 0)), (Press("phone", 7), (2, 1, 0))):
        assert report(match, score, press, "page") == report(match, score, press, "page")
    assert ResultReport.objects.count() == 2


def test_a_second_tap_is_the_same_report_and_a_return_to_the_first_score_is_another(match: Match) -> None:
    """All from one page, which has one key."""
    first = report(match, (2, 1, 0), Press("phone", 1), "page")
    assert report(match, (2, 1, 0), Press("phone", 2), "page") == first
    report(match, (2, 0, 0), Press("phone", 3), "page")
    report(match, (2, 1, 0), Press("phone", 4), "page")
    assert counts(match) == [(2, 1, 0)]
    assert ResultReport.objects.count() == 3


@pytest.mark.parametrize("press", [NOT_COUNTED, BY_HAND])
def test_a_return_to_the_first_score_from_one_page_counts_without_presses_too(match: Match, press: Press) -> None:
    first = report(match, (2, 1, 0), press, "page")
    assert report(match, (2, 1, 0), press, "page") == first
    report(match, (1, 2, 0), press, "page")
    third = report(match, (2, 1, 0), press, "page")
    assert report(match, (2, 1, 0), press, "page") == third != first
    assert counts(match) == [(2, 1, 0)]
    keys = {"actor": player_actor(match.player1), "registration_id": match.player1_id, "match_id": match.pk}
    for game in (WON, LOST, WON, WON):
        report_game(number=1, game=game, key="another", press=press, **keys)
    assert (counts(match), ResultReport.objects.count()) == ([(1, 0, 0)], 6)


def test_a_program_that_sends_an_earlier_report_again_changes_nothing_and_a_hand_does(match: Match) -> None:
    """The hand has gone back to the page of before, with its key."""
    first = report(match, (2, 1, 0), key="before")
    report(match, (1, 2, 0), key="after")
    assert report(match, (2, 1, 0), key="before") == first
    assert counts(match) == [(1, 2, 0)]
    report(match, (2, 1, 0), BY_HAND, "before")
    assert counts(match) == [(2, 1, 0)]


def test_a_slow_press_does_not_undo_the_tap_that_repeated_an_earlier_one(match: Match) -> None:
    report(match, (2, 1, 0), Press("phone", 1), "page")
    report(match, (2, 1, 0), Press("phone", 3), "page")
    assert report(match, (2, 0, 0), Press("phone", 2), "page").is_superseded
    assert counts(match) == [(2, 1, 0)]


def test_a_game_that_comes_after_its_correction_is_kept_and_not_taken(match: Match) -> None:
    keys = {"actor": player_actor(match.player1), "registration_id": match.player1_id, "match_id": match.pk}
    report_game(number=1, game=LOST, press=Press("phone", 2), **keys)
    late = report_game(number=1, game=WON, press=Press("phone", 1), **keys)
    assert late.is_superseded
    assert [game["result"] for game in late.games] == ["won"]
    assert counts(match) == [(0, 1, 0)]
    assert "about game 1" in say_log(LogEntry.objects.latest("pk"))


def test_what_cannot_be_is_refused_or_left_out_of_a_late_one_too(match: Match) -> None:
    keys = {"actor": player_actor(match.player1), "registration_id": match.player1_id, "match_id": match.pk}
    report_game(number=1, game=WON, press=Press("phone", 10), **keys)
    with pytest.raises(Refusal, match="game_not_next"):
        report_game(number=7777, game=WON, press=Press("phone", 4), **keys)
    with pytest.raises(Refusal):
        report(match, (9, 9, 9), Press("phone", 5))
    for number, ending in enumerate(("a\x00b", "x" * 8000), start=6):
        late = report_game(number=1, game=SaidGame(Result.LOST, ending=ending), press=Press("phone", number), **keys)
        assert late.is_superseded
        assert ending not in str(late.games)


def test_the_places_of_a_pod_that_come_late_are_kept_and_not_taken() -> None:
    pod = publish(start_pods(4)).pods.get()
    entries = [seat.registration for seat in pod.seats.select_related("registration__player").order_by("seat")]
    keys = {"actor": player_actor(entries[0]), "pod_id": pod.pk, "key": "page"}
    first, second = ({one.pk: place for one, place in zip(entries, places, strict=True)} for places in (
        (1, 2, 2, 2), (2, 1, 2, 2),
    ))  # fmt: skip
    report_pod(places=second, press=Press("phone", 2), **keys)
    assert report_pod(places=first, press=Press("phone", 1), **keys).is_superseded
    row = find_pod(pod.round.tournament, pod.pk)
    assert row is not None
    assert [dict(one.said.places) for one in pod_reports(row)] == [second]
    assert PodReport.objects.count() == 2
    assert "came late" in say_log(LogEntry.objects.latest("pk"))


def test_the_places_of_a_pod_return_to_the_first_from_one_page() -> None:
    pod = publish(start_pods(4)).pods.get()
    entries = [seat.registration for seat in pod.seats.select_related("registration__player").order_by("seat")]
    won, lost = ({one.pk: place for one, place in zip(entries, places, strict=True)} for places in (
        (1, 2, 2, 2), (2, 1, 2, 2),
    ))  # fmt: skip
    for places in (won, won, lost, won, won):
        report_pod(actor=player_actor(entries[0]), pod_id=pod.pk, places=places, key="page")
    row = find_pod(pod.round.tournament, pod.pk)
    assert row is not None
    assert [dict(one.said.places) for one in pod_reports(row)] == [won]
    assert PodReport.objects.count() == 3
