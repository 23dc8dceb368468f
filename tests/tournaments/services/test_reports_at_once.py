"""Reports of several tables at the same moment: they share their event, and keep out everybody else who writes."""

from __future__ import annotations

from threading import Thread

import pytest
from django.db import connections, transaction

from tests.by_seat_events import boards, first_match, started_by_seat
from tests.people_and_events import owner_of, player_actor
from tests.running_events import publish, start_event
from tests.two_at_once import PATIENCE, at_once, refusals
from tournaments.models import JudgeCall, Match, Registration, ResultReport, Round, Snapshot
from tournaments.services import results, rounds
from tournaments.services.own_tables import open_own_table
from tournaments.services.reports import report_own_score

pytestmark = pytest.mark.django_db(transaction=True)


def say(match: Match, entry: Registration, won: int, lost: int, key: str = "") -> ResultReport:
    """The player of the entry reports from their own page."""
    return report_own_score(
        actor=player_actor(entry), registration_id=entry.pk, match_id=match.pk, score=(won, lost, 0), key=key
    )


@pytest.fixture
def round() -> Round:
    return publish(start_event(8, best_of=3))


def test_a_report_does_not_wait_for_another_table(round: Round) -> None:
    one, two = round.matches.all()[:2]
    done: list[ResultReport] = []

    def report() -> None:
        done.append(say(two, two.player1, 2, 0))
        connections.close_all()

    with transaction.atomic():
        open_own_table(player_actor(one.player1), one.pk, one.player1_id)
        thread = Thread(target=report, daemon=True)
        thread.start()
        thread.join(PATIENCE)
        assert len(done) == 1


def test_the_last_tables_of_a_round_at_once(round: Round) -> None:
    """Each is entered once, and who comes last finds that all are in."""
    matches = list(round.matches.all())
    for match in matches:
        say(match, match.player1, 2, 0)
    round.tournament.snapshots.all().delete()
    done = at_once(round.tournament, *[lambda match=match: say(match, match.player2, 0, 2) for match in matches])
    assert refusals(done) == []
    assert set(round.matches.values_list("is_complete", "version")) == {(True, 2)}
    assert [taken.step for taken in round.tournament.snapshots.all()] == [Snapshot.Step.RESULTS]


def test_one_report_sent_twice_at_once(round: Round) -> None:
    match = round.matches.first()
    say(match, match.player1, 2, 0)
    at_once(match, *[lambda: say(match, match.player2, 0, 2, key="a") for _again in range(3)])
    match.refresh_from_db()
    assert (match.is_complete, match.version, match.reports.count()) == (True, 2, 2)


def test_both_players_at_once_say_otherwise(round: Round) -> None:
    match = round.matches.first()
    at_once(match, lambda: say(match, match.player1, 2, 0), lambda: say(match, match.player2, 2, 0))
    match.refresh_from_db()
    assert (match.is_complete, match.report_state) == (False, Match.ReportState.DISPUTED)
    assert JudgeCall.objects.filter(match=match).count() == 1


def test_a_round_is_completed_before_or_after_a_report_and_not_within_it(round: Round) -> None:
    matches = list(round.matches.all())
    for match in matches:
        results.record_score(actor=owner_of(round.tournament), match_id=match.pk, expected_version=1, wins1=2, wins2=0)
    match = matches[0]
    done = at_once(
        round.tournament,
        lambda: rounds.complete_round(actor=owner_of(round.tournament), round_id=round.pk),
        lambda: say(match, match.player2, 2, 0),
    )
    assert refusals(done) == []
    match.refresh_from_db()
    called = match.report_state == Match.ReportState.DISPUTED
    assert called == JudgeCall.objects.filter(match=match).exists()


def test_a_report_waits_for_who_changes_the_event(round: Round) -> None:
    match = round.matches.first()
    owner = owner_of(round.tournament)
    done = at_once(
        round.tournament,
        lambda: results.record_score(actor=owner, match_id=match.pk, expected_version=1, wins1=0, wins2=2),
        lambda: say(match, match.player1, 2, 0),
        lambda: say(match, match.player2, 0, 2),
    )
    match.refresh_from_db()
    assert match.is_complete
    assert match.revisions.count() == match.version - 1 == 1
    assert refusals(done) in ([], ["match_changed"])


def test_two_boards_of_a_match_have_the_event_one_after_the_other() -> None:
    event = started_by_seat()
    match = first_match(event)
    tables = boards(match)
    for board in tables:
        say(board, board.player1, 2, 0)
    done = at_once(event, *[lambda board=board: say(board, board.player2, 0, 2) for board in tables])
    assert refusals(done) == []
    match.refresh_from_db()
    assert (match.is_complete, match.version) == (True, 3)
