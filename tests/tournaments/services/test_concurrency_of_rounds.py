"""Two organisers, or two scorekeepers, at the same moment on two real connections."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import pytest
from django.db import connection, connections, transaction

from accounts.refusals import Conflict, Refusal
from cardpool.models import Ruleset
from tests.by_seat_events import boards, first_match, started_by_seat
from tests.people_and_events import enter, make_event, owner_of, staff_actor
from tests.running_events import finish_round, pair, play_game, play_swiss, publish, start_event
from tests.two_at_once import PATIENCE, at_once, refusals
from tournaments.models import Game, LogEntry, Match, MatchRevision, Round, Tournament
from tournaments.services import results, rounds, top_cut
from tournaments.services.drafts import discard_draft, pair_next_round
from tournaments.services.finish import finish_tournament
from tournaments.services.locking import lock_tournament
from tournaments.services.result_inputs import GameInput
from tournaments.services.start import start_tournament

pytestmark = pytest.mark.django_db(transaction=True)


def both(tournament, service, **arguments):
    """The owner and a scorekeeper do the same."""
    one, two = owner_of(tournament), staff_actor(tournament, "scorekeeper")
    return at_once(
        tournament,
        lambda: service(actor=one, **arguments),
        lambda: service(actor=two, **arguments),
    )


def lines(tournament, verb):
    return LogEntry.objects.filter(tournament=tournament, verb=verb).count()


def test_start():
    tournament = make_event()
    enter(tournament, "A", "B", "C")
    assert refusals(both(tournament, start_tournament, tournament_id=tournament.pk)) == ["already_started"]
    assert lines(tournament, "tournament_started") == 1


def test_pair():
    tournament = start_event(8)
    outcome = both(tournament, pair_next_round, tournament_id=tournament.pk, number=1)
    assert refusals(outcome) == ["round_already_paired"]
    assert [round.number for round in tournament.rounds.all()] == [1]
    assert Match.objects.filter(round__tournament=tournament).count() == 4
    assert lines(tournament, "round_paired") == 1


def test_pair_the_second_round():
    tournament = start_event(6, planned_rounds=4)
    finish_round(publish(tournament))
    outcome = both(tournament, pair_next_round, tournament_id=tournament.pk, number=2)
    assert refusals(outcome) == ["round_already_paired"]
    assert tournament.rounds.count() == 2


def test_publish():
    tournament = start_event(4)
    outcome = both(tournament, rounds.publish_round, round_id=pair(tournament).pk)
    assert refusals(outcome) == ["round_not_draft"]
    assert lines(tournament, "round_published") == 1


def test_complete():
    tournament = start_event(4)
    round = publish(tournament)
    for match in round.matches.all():
        play_game(match, 1)
        play_game(match, 1)
    assert refusals(both(tournament, rounds.complete_round, round_id=round.pk)) == ["round_already_completed"]
    assert lines(tournament, "round_completed") == 1


def test_start_the_cut():
    tournament = start_event(8, top_cut=4)
    play_swiss(tournament)
    outcome = both(tournament, top_cut.start_top_cut, tournament_id=tournament.pk)
    assert refusals(outcome) == ["top_cut_already_started"]
    assert Round.objects.filter(tournament=tournament, stage="top_cut").count() == 1
    assert sorted(tournament.registrations.filter(seed__isnull=False).values_list("seed", flat=True)) == [1, 2, 3, 4]


def test_finish():
    tournament = start_event(4, planned_rounds=1)
    play_swiss(tournament)
    assert refusals(both(tournament, finish_tournament, tournament_id=tournament.pk)) == ["already_finished"]


def test_discard_against_publish():
    """Either the draft is gone or it is published; never both, and the loser is refused."""
    tournament = start_event(4)
    draft = pair(tournament)
    owner, scorekeeper = owner_of(tournament), staff_actor(tournament, "scorekeeper")
    outcome = at_once(
        tournament,
        lambda: discard_draft(actor=owner, round_id=draft.pk),
        lambda: rounds.publish_round(actor=scorekeeper, round_id=draft.pk),
    )
    left = list(Round.objects.filter(tournament=tournament).values_list("status", flat=True))
    assert (refusals(outcome), left) in [(["no_such_round"], []), (["round_not_draft"], ["published"])]


def test_complete_against_the_last_result_taken_back():
    """A round is never completed with an open table."""
    tournament = start_event(2, planned_rounds=1)
    round = publish(tournament)
    match = round.matches.get()
    play_game(match, 1)
    match = play_game(match, 1)
    owner, scorekeeper = owner_of(tournament), staff_actor(tournament, "scorekeeper")
    outcome = at_once(
        tournament,
        lambda: rounds.complete_round(actor=owner, round_id=round.pk),
        lambda: results.undo_last_game(actor=scorekeeper, match_id=match.pk, expected_version=match.version),
    )
    round.refresh_from_db()
    match.refresh_from_db()
    assert (refusals(outcome), round.status, match.is_complete) in [
        (["round_completed"], "completed", True),
        (["tables_open"], "published", False),
    ]


def test_results_of_all_tables_at_once():
    """Each is written once: its games, one revision, one line of the log; each answer is the match as it is then."""
    tournament = start_event(8, planned_rounds=1)
    matches = list(publish(tournament).matches.all())
    scorekeepers = [staff_actor(tournament, "scorekeeper") for _ in matches]

    def record(scorekeeper, match):
        return results.record_score(actor=scorekeeper, match_id=match.pk, expected_version=1, wins1=2, wins2=0)

    answers = at_once(tournament, *(partial(record, *pair) for pair in zip(scorekeepers, matches, strict=True)))
    assert [(answer.pk, answer.version, answer.is_complete) for answer in answers] == [
        (match.pk, 2, True) for match in matches
    ]
    assert [[game.pk for game in answer.games.all()] for answer in answers] == [
        list(Game.objects.filter(match=match).order_by("number").values_list("pk", flat=True)) for match in matches
    ]
    assert Game.objects.filter(match__round__tournament=tournament).count() == 2 * len(matches)
    assert list(MatchRevision.objects.order_by("match").values_list("match", "version")) == [
        (match.pk, 2) for match in sorted(matches, key=lambda match: match.pk)
    ]
    assert lines(tournament, "score_recorded") == len(matches)


def test_two_results_for_one_match():
    """Both scorekeepers saw version 1: one game is kept, the other gets what was written, by whom."""
    tournament = start_event(2, planned_rounds=1)
    match = publish(tournament).matches.get()
    judge, scorekeeper = staff_actor(tournament, "judge"), staff_actor(tournament, "scorekeeper")
    seen = {"match_id": match.pk, "expected_version": match.version}
    one, two = at_once(
        tournament,
        lambda: results.record_game(actor=judge, game=GameInput(winner_seat=1), **seen),
        lambda: results.record_game(actor=scorekeeper, game=GameInput(winner_seat=2, ending="damage"), **seen),
    )
    refusal, winner = (one, 2) if isinstance(one, Refusal) else (two, 1)
    author = scorekeeper if winner == 2 else judge
    assert refusal.code == "match_changed"
    assert (refusal.facts["version"], refusal.facts["by"]) == (2, author.label)
    (change,) = refusal.facts["changes"]
    assert (change["game"], change["before"], change["after"]["winner_seat"]) == (1, None, winner)
    assert list(Game.objects.filter(match=match).values_list("winner_seat", flat=True)) == [winner]
    assert MatchRevision.objects.filter(match=match).count() == 1


def test_results_of_different_matches_are_both_kept():
    tournament = start_event(4)
    one, two = publish(tournament).matches.order_by("table")
    judge, scorekeeper = staff_actor(tournament, "judge"), staff_actor(tournament, "scorekeeper")
    outcome = at_once(
        tournament,
        lambda: results.record_score(actor=judge, match_id=one.pk, expected_version=1, wins1=2, wins2=0),
        lambda: results.record_score(actor=scorekeeper, match_id=two.pk, expected_version=1, wins1=1, wins2=2),
    )
    assert refusals(outcome) == []
    assert Match.objects.filter(round__tournament=tournament, is_complete=True, version=2).count() == 2


def test_an_event_is_locked_without_its_rules():
    """Rules are shared: changing them does not block an event, nor an event them."""
    tournament = start_event(4)
    began, go_on = Event(), Event()

    def keep_rules():
        with transaction.atomic():
            Ruleset.objects.select_for_update().get(pk=tournament.ruleset_id)
            began.set()
            assert go_on.wait(PATIENCE)
        connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        kept = pool.submit(keep_rules)
        assert began.wait(PATIENCE)
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '10s'")
                assert lock_tournament(tournament.pk) == tournament
        finally:
            go_on.set()
        kept.result()


def test_rules_that_change_under_a_waiting_event_do_not_lose_it():
    """While it waits for the event's row, the row that is read with it changes."""
    tournament = start_event(4)
    answers = []

    def wait_for_it():
        with transaction.atomic():
            answers.append(lock_tournament(tournament.pk))

    def change_rules():
        Ruleset.objects.filter(pk=tournament.ruleset_id).update(published_by="somebody")
        Tournament.objects.filter(pk=tournament.pk).update(place="elsewhere")

    at_once(tournament, wait_for_it, change_rules)
    assert answers == [tournament]


def test_a_crowd_at_one_match_loses_nothing():
    """Six scorekeepers try again until their game is written: every acknowledged game is there, in order."""
    tournament = start_event(2, planned_rounds=1, best_of=5)
    match = publish(tournament).matches.get()
    scorekeepers = [staff_actor(tournament, "scorekeeper") for _ in range(6)]

    def insist(actor):
        seen = 1
        while True:
            try:
                return results.record_game(
                    actor=actor, match_id=match.pk, expected_version=seen, game=GameInput(is_draw=True)
                )
            except Conflict as conflict:
                seen = conflict.facts["version"]

    at_once(tournament, *[lambda actor=scorekeeper: insist(actor) for scorekeeper in scorekeepers])
    match.refresh_from_db()
    assert list(match.games.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert match.version == 7
    assert set(match.revisions.values_list("changed_by", flat=True)) == {
        scorekeeper.label for scorekeeper in scorekeepers
    }


def test_both_boards_of_a_match_at_once():
    tournament = started_by_seat()
    match = first_match(tournament)
    first, second = boards(match)
    one, two = owner_of(tournament), staff_actor(tournament, "scorekeeper")
    outcome = at_once(
        tournament,
        lambda: results.record_score(actor=one, match_id=first.pk, expected_version=1, wins1=2, wins2=0),
        lambda: results.record_score(actor=two, match_id=second.pk, expected_version=1, wins1=0, wins2=2),
    )
    assert refusals(outcome) == []
    match.refresh_from_db()
    assert (match.is_complete, match.version, match.revisions.count()) == (True, 3, 2)
    assert list(match.games.order_by("number").values_list("winner_seat", flat=True)) == [1, 2]
