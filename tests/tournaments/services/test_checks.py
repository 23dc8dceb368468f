"""Deck checks from start to end, and what each gets when two count at once."""

from __future__ import annotations

from random import Random

import pytest

from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.judged_events import MAIN, SIDE, begin, end, event_with_lists, lay_out, table_of, took
from tests.people_and_events import enter, make_event, owner_of, player_actor, staff_actor
from tests.running_events import play_game, score
from tests.sentences import assert_sentence
from tests.two_at_once import at_once, refusals
from tournaments.models import DeckCheck, LogEntry, Match, TimeExtension
from tournaments.queries.checks import fitting_mode, minutes_due, round_tables, view_check
from tournaments.queries.repair_scope import free_matches
from tournaments.queries.rounds import has_results
from tournaments.services import checks, rounds
from tournaments.services.check_counts import CountInput
from tournaments.services.clock import start_clock
from tournaments.services.entries.leaving import disqualify, drop
from tournaments.wording import say_log, say_refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return event_with_lists()


def more_minutes(check: DeckCheck) -> int:
    return Match.objects.get(pk=check.match_id).more_minutes


def verbs(tournament) -> list[str]:
    return list(LogEntry.objects.filter(tournament=tournament).order_by("id").values_list("verb", flat=True))


def test_a_clean_check_gives_its_minutes_and_three(event):
    tournament, round_, judge = event
    entry = tournament.registrations.first()
    check = begin(judge, entry)
    assert check.match == table_of(entry)
    assert check.round == round_
    lay_out(judge, check)
    took(check, 241)
    check = end(judge, check, minutes=8)
    assert check.outcome == "clean"
    assert check.seconds in (241, 242)
    assert check.findings["clean"] is True
    assert more_minutes(check) == 8
    assert verbs(tournament)[-3:] == ["check_started", "time_given", "check_clean"]
    line = LogEntry.objects.filter(tournament=tournament).first()
    assert entry.name in say_log(line)
    assert "8" in say_log(line)


def test_what_is_missing_extra_wrong_and_misplaced_is_kept_with_names(event):
    tournament, _round, judge = event
    check = begin(judge, tournament.registrations.first())
    main = MAIN | {"HBU01-A01": 2, "HBU09-X01": 1, "HBU01-A14": 0}
    lay_out(judge, check, main, SIDE | {"HBU01-A14": 1})
    with pytest.raises(Refusal) as refused:
        end(judge, check, "clean")
    assert (refused.value.code, refused.value.field) == ("check_note_needed", "note")
    check = end(judge, check, "findings")
    found = check.findings
    assert [(row["expected"]["number"], row["found"]["number"]) for row in found["wrong"]] == [
        ("HBU01-A01", "HBU09-X01")
    ]
    assert [(row["number"], row["from"], row["to"]) for row in found["misplaced"]] == [("HBU01-A14", "main", "side")]
    assert (found["missing"], found["extra"]) == ([], [])
    assert "HBU" not in say_log(LogEntry.objects.filter(tournament=tournament).first())


def test_between_games_the_exchange_is_reported_exactly(event):
    tournament, _round, judge = event
    entry = tournament.registrations.first()
    match = table_of(entry)
    assert fitting_mode(match) == "start"
    play_game(match, 1)
    assert fitting_mode(table_of(entry)) == "between"
    check = begin(judge, entry, "between")
    lay_out(judge, check, MAIN | {"HBU01-A14": 0, "HBU02-A01": 1}, SIDE | {"HBU02-A01": 1, "HBU01-A14": 1})
    found = view_check(check_again(check)).comparison
    assert found.clean
    assert {(row.key, row.registered_in, row.lies_in) for row in found.exchanged} == {
        ("HBU01-A14", "main", "side"),
        ("HBU02-A01", "side", "main"),
    }
    assert found.clause == "1.0.2b"
    assert end(judge, check).findings["exchanged"]


def check_again(check: DeckCheck) -> DeckCheck:
    return DeckCheck.objects.get(pk=check.pk)


def test_a_side_left_out_is_not_missing(event):
    tournament, _round, judge = event
    check = begin(judge, tournament.registrations.first())
    lay_out(judge, check, MAIN, {})
    check.refresh_from_db()
    check = checks.save_counts(actor=judge, check_id=check.pk, expected_revision=check.revision, left_out=["side", "x"])
    assert check.left_out == ["side"]
    assert end(judge, check).outcome == "clean"


def test_taps_come_in_batches_and_one_sent_twice_counts_once(event):
    tournament, _round, judge = event
    check = begin(judge, tournament.registrations.first())
    tap = {"actor": judge, "check_id": check.pk, "expected_revision": 1, "batch": "a-1"}
    one = [CountInput(section="main", key="HBU01-A01", count=2)]
    assert checks.save_counts(**tap, counts=one).revision == 2
    assert checks.save_counts(**tap, counts=one).revision == 2
    with pytest.raises(Conflict) as refused:
        checks.save_counts(**{**tap, "batch": "b-1"}, counts=one)
    assert refused.value.code == "check_changed"
    assert judge.label in say_refusal(refused.value)
    assert check_again(check).counted == [
        {"section": "main", "key": "HBU01-A01", "number": "HBU01-A01", "name": "", "count": 2}
    ]


def test_impossible_counts_are_refused(event):
    tournament, _round, judge = event
    check = begin(judge, tournament.registrations.first())
    for given, code in (
        (CountInput(section="attic", key="HBU01-A01", count=1), "unknown_section"),
        (CountInput(section="main", key="HBU01-A01", count=100), "count_out_of_range"),
        (CountInput(section="main", key="HBU01-A01", count=-1), "count_out_of_range"),
        (CountInput(section="main", key="unheard of", count=1), "no_such_card_in_check"),
        (CountInput(section="main", name="x" * 121, count=1), "no_such_card_in_check"),
    ):
        with pytest.raises(Refusal) as refused:
            checks.save_counts(actor=judge, check_id=check.pk, expected_revision=1, counts=[given])
        assert refused.value.code == code
        assert_sentence(say_refusal(refused.value), code)
    many = [CountInput(section="main", number=f"Z{number}", count=1) for number in range(201)]
    with pytest.raises(Refusal, match="too_many_cards_in_check"):
        checks.save_counts(actor=judge, check_id=check.pk, expected_revision=1, counts=many)


def test_one_deck_is_checked_once_at_a_time(event):
    tournament, _round, judge = event
    entry = tournament.registrations.first()
    check = begin(judge, entry)
    with pytest.raises(Conflict) as refused:
        begin(owner_of(tournament), entry)
    assert (refused.value.code, refused.value.facts["check"]) == ("check_already_open", check.pk)
    checks.abandon_check(actor=judge, check_id=check.pk)
    assert begin(judge, entry).pk != check.pk
    with pytest.raises(Conflict, match="check_already_open"):
        checks.reopen_check(actor=judge, check_id=check.pk)


def test_reopening_takes_the_extra_time_back_and_it_can_be_given_again(event):
    tournament, _round, judge = event
    check = begin(judge, tournament.registrations.first())
    lay_out(judge, check)
    end(judge, check, minutes=5)
    check = checks.reopen_check(actor=judge, check_id=check.pk)
    assert (check.outcome, check.seconds) == ("open", None)
    assert more_minutes(check) == 0
    end(judge, check, minutes=6)
    assert more_minutes(check) == 6
    assert TimeExtension.objects.filter(deck_check=check).count() == 2


def test_two_decks_of_a_table_are_one_interruption(event):
    tournament, _round, judge = event
    match = table_of(tournament.registrations.first())
    one, two = begin(judge, match.player1), begin(judge, match.player2)
    for check in (one, two):
        lay_out(judge, check)
        took(check, 270)
    ended = end(judge, one)
    assert minutes_due(ended) == 8
    end(judge, two, minutes=8)
    assert minutes_due(check_again(one)) == 0


def test_a_check_without_a_table_gives_no_time():
    tournament = make_event()
    [entry] = enter(tournament, "P01")
    judge = staff_actor(tournament, "judge")
    with pytest.raises(Refusal, match="no_list_to_check"):
        begin(judge, entry)
    with pytest.raises(Refusal, match="unknown_check_mode"):
        begin(judge, entry, "sometime")


def test_only_judges_and_organisers_check(event):
    tournament, _round, judge = event
    entry = tournament.registrations.first()
    check = begin(judge, entry)
    elsewhere = staff_actor(make_event(), "judge")
    for actor in (staff_actor(tournament, "scorekeeper"), player_actor(entry), elsewhere):
        with pytest.raises(NotAllowed):
            begin(actor, entry)
        with pytest.raises(NotAllowed):
            checks.save_counts(actor=actor, check_id=check.pk, expected_revision=1)
        with pytest.raises(NotAllowed):
            checks.finish_check(actor=actor, check_id=check.pk, expected_revision=1, outcome="clean")
        with pytest.raises(NotAllowed):
            checks.draw_check_table(actor=actor, tournament_id=tournament.pk)


def test_the_lot_leaves_out_who_was_checked_and_is_confirmed_by_the_log(event):
    tournament, round_, judge = event
    first, due = checks.draw_check_table(actor=judge, tournament_id=tournament.pk, seed=7)
    again, _due = checks.draw_check_table(actor=judge, tournament_id=tournament.pk, seed=7)
    assert first != again  # Another judge may be on the way to the first.
    assert len(due) == 2
    drawn = checks.start_check(actor=judge, registration_id=due[0].pk, mode="start", drawn=True)
    assert drawn.is_random
    others = {checks.draw_check_table(actor=judge, tournament_id=tournament.pk)[0].pk for _ in range(20)}
    assert first.pk not in others
    undrawn = round_.matches.exclude(pk__in=others | {first.pk}).first()
    if undrawn is not None:
        claimed = checks.start_check(actor=judge, registration_id=undrawn.player1_id, mode="start", drawn=True)
        assert not claimed.is_random


def test_every_table_is_drawn_once_before_one_comes_again(event):
    tournament, round_, judge = event
    drawn = [checks.draw_check_table(actor=judge, tournament_id=tournament.pk)[0].pk for _ in range(5)]
    assert set(drawn[:4]) == set(round_.matches.values_list("pk", flat=True))
    assert drawn[4] in drawn[:4]


def test_the_lot_leaves_out_tables_whose_player_is_gone(event):
    tournament, round_, judge = event
    left = list(round_.matches.order_by("pk"))
    disqualify(actor=owner_of(tournament), registration_id=left[0].player1_id, reason="离场")
    drop(actor=owner_of(tournament), registration_id=left[1].player2_id)
    drawn = {checks.draw_check_table(actor=judge, tournament_id=tournament.pk)[0].pk for _ in range(6)}
    assert drawn == {match.pk for match in left[1:]}


def test_the_lot_waits_for_nobody(event):
    tournament, round_, judge = event
    assert len(round_tables(round_)) == 4
    for match in list(round_.matches.order_by("table"))[:3]:
        score(match, 2, 0)
    with pytest.raises(Conflict) as refused:
        checks.draw_check_table(actor=judge, tournament_id=tournament.pk)
    assert refused.value.facts["reason"] == "last_tables"
    assert_sentence(say_refusal(refused.value), refused.value.code)
    tournament.round_minutes = 5
    tournament.save()
    start_clock(actor=owner_of(tournament), round_id=round_.pk)
    with pytest.raises(Conflict) as refused:
        checks.draw_check_table(actor=judge, tournament_id=tournament.pk)
    assert refused.value.facts["reason"] == "little_time"


def test_over_rounds_nobody_is_drawn_twice_before_all_are_once(event):
    """The same four tables again and again: after each draw the counts differ by at most one."""
    tournament, _round, judge = event
    rng = Random(3)
    had = dict.fromkeys(tournament.registrations.values_list("pk", flat=True), 0)
    for _ in range(12):
        _match, due = checks.draw_check_table(actor=judge, tournament_id=tournament.pk, seed=rng.getrandbits(32))
        for entry in due:
            check = begin(judge, entry)
            end(judge, check, "findings")
            had[entry.pk] += 1
        DeckCheck.objects.update(round=None)
        assert max(had.values()) - min(had.values()) <= 1


@pytest.mark.django_db(transaction=True)
def test_two_judges_at_once():
    tournament, _round, judge = event_with_lists(4)
    other, entry = staff_actor(tournament, "judge"), tournament.registrations.first()
    results = at_once(tournament, lambda: begin(judge, entry), lambda: begin(other, entry))
    assert refusals(results) == ["check_already_open"]
    check = DeckCheck.objects.get()
    tap = [CountInput(section="main", key="HBU01-A01", count=1)]
    results = at_once(
        tournament,
        *(
            lambda who=who: checks.save_counts(actor=who, check_id=check.pk, expected_revision=1, counts=tap)
            for who in (judge, other)
        ),
    )
    assert refusals(results) == ["check_changed"]
    results = at_once(
        tournament,
        lambda: checks.finish_check(actor=judge, check_id=check.pk, expected_revision=2, outcome="findings", minutes=4),
        lambda: checks.finish_check(actor=other, check_id=check.pk, expected_revision=2, outcome="findings", minutes=4),
    )
    assert refusals(results) == ["check_ended"]
    assert TimeExtension.objects.count() == 1


def test_a_round_with_a_check_stays_published_and_its_table_stays_in_a_repair(event):
    tournament, round_, judge = event
    match = table_of(tournament.registrations.first())
    checks.abandon_check(actor=judge, check_id=begin(judge, match.player1).pk)
    with pytest.raises(Conflict) as refused:
        rounds.unpublish_round(actor=owner_of(tournament), round_id=round_.pk)
    assert refused.value.code == "round_has_rulings"
    assert "round_has_rulings" not in say_refusal(refused.value)
    assert has_results(round_)
    free, playing = free_matches(round_)
    assert playing == [match]
    assert len(free) == 3
