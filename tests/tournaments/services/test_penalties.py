"""Penalties with the losses they mean, extra time, and what happens if two judges act at once."""

from __future__ import annotations

import pytest

from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.judged_events import begin, end, event_with_lists, table_of
from tests.people_and_events import make_event, owner_of, player_actor, staff_actor
from tests.running_events import play_game, score
from tests.two_at_once import at_once, refusals
from tournaments.models import LogEntry, Match, Penalty, TimeExtension
from tournaments.play.infractions import PenaltyLevel
from tournaments.queries.penalties import earlier_penalties, tables_with_time
from tournaments.services.checks import reopen_check
from tournaments.services.extra_time import give_extension, withdraw_extension
from tournaments.services.penalties import give_penalty, withdraw_penalty
from tournaments.wording import say_log, say_refusal

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.fixture
def event():
    tournament, _round, judge = event_with_lists(4)
    return tournament, judge, tournament.registrations.earliest("pk")


def give(judge, entry, level="warning", infraction="deck_problem", **more) -> Penalty:
    return give_penalty(actor=judge, registration_id=entry.pk, infraction=infraction, level=level, **more)


def last_line(tournament) -> str:
    return say_log(LogEntry.objects.filter(tournament=tournament).first())


def test_levels_are_the_cores_own():
    assert [level.value for level in PenaltyLevel] == Penalty.Level.values


def test_a_warning_is_written_down_and_in_the_log(event):
    tournament, judge, entry = event
    check = end(judge, begin(judge, entry), "findings")
    penalty = give(judge, entry, note="  第一行 \n 第二行 ", check_id=check.pk, match_id=check.match_id)
    assert (penalty.round.number, penalty.note, penalty.given_by) == (1, "第一行\n第二行", judge.label)
    assert last_line(tournament) == f"gave {entry.name} a penalty: Warning, Deck problem"
    assert earlier_penalties(entry, "deck_problem") == [penalty]
    with pytest.raises(Conflict, match="check_has_penalty"):
        reopen_check(actor=judge, check_id=check.pk)


def test_a_game_loss_before_game_one_leaves_the_choice_of_game_two_to_its_loser(event):
    _tournament, judge, entry = event
    match = table_of(entry)
    give(judge, entry, "game_loss", match_id=match.pk, apply=True, expected_version=match.version)
    game = match.games.get()
    assert (game.winner_seat, game.is_penalty) == (2 if match.player1_id == entry.pk else 1, True)
    assert not Match.objects.get(pk=match.pk).is_complete
    play_game(match, game.winner_seat, details_known=False)
    assert Match.objects.get(pk=match.pk).is_complete


def test_a_match_loss_and_a_disqualification_take_effect(event):
    _tournament, judge, entry = event
    match = table_of(entry)
    give(judge, entry, "match_loss", match_id=match.pk, apply=True)
    match.refresh_from_db()
    assert (match.outcome, match.winner_seat == (2 if match.player1_id == entry.pk else 1)) == ("match_loss", True)
    with pytest.raises(Refusal, match="reason_required"):
        give(judge, entry, "disqualification", "cheating", apply=True)
    assert Penalty.objects.count() == 1
    give(judge, entry, "disqualification", "cheating", note="换牌", apply=True)
    entry.refresh_from_db()
    assert (entry.status, entry.status_reason) == ("disqualified", "换牌")


def test_the_findings_of_a_check_stay_out_of_what_all_staff_read(event):
    _tournament, judge, entry = event
    check = end(judge, begin(judge, entry), "findings")
    match = table_of(entry)
    note = "主牌缺： 3 × HBU01-A07"
    penalty = give(judge, entry, "match_loss", note=note, check_id=check.pk, match_id=match.pk, apply=True)
    match.refresh_from_db()
    assert (penalty.note, match.reason) == (note, "IPG 3.5")
    give(judge, entry, "disqualification", "other", note=note, check_id=check.pk, apply=True)
    entry.refresh_from_db()
    assert entry.status_reason == "–"
    assert not any("HBU01" in str(line.facts) for line in LogEntry.objects.all())


def test_what_cannot_be_entered_is_refused_and_nothing_is_written(event):
    _tournament, judge, entry = event
    match = table_of(entry)
    elsewhere = Match.objects.exclude(pk=match.pk).first()
    stale = match.version
    score(match, 2, 0)
    for level, more, code in (
        ("warning", {"apply": True}, "nothing_to_apply"),
        ("game_loss", {"apply": True}, "no_match_for_loss"),
        ("game_loss", {"apply": True, "match_id": match.pk, "expected_version": stale}, "match_changed"),
        ("game_loss", {"apply": True, "match_id": match.pk}, "match_already_decided"),
        ("warning", {"match_id": elsewhere.pk}, "no_such_match"),
        ("warning", {"check_id": 0}, "no_such_check"),
        ("warning", {"infraction": "sneezing"}, "unknown_infraction"),
        ("exile", {}, "unknown_level"),
        ("warning", {"note": "x" * 1001}, "remark_too_long"),
    ):
        with pytest.raises(Refusal) as refused:
            give(judge, entry, level, **more)
        assert refused.value.code == code
        assert code not in say_refusal(refused.value)
    assert not Penalty.objects.exists()


def test_a_penalty_is_taken_back_once_with_its_reason(event):
    tournament, judge, entry = event
    penalty = give(judge, entry)
    with pytest.raises(Refusal, match="reason_required"):
        withdraw_penalty(actor=judge, penalty_id=penalty.pk, reason=" ")
    taken = withdraw_penalty(actor=judge, penalty_id=penalty.pk, reason="看错了")
    assert (taken.withdrawn_reason, taken.withdrawn_by) == ("看错了", judge.label)
    assert "看错了" in last_line(tournament)
    assert earlier_penalties(entry, "deck_problem") == []
    with pytest.raises(Conflict, match="penalty_withdrawn"):
        withdraw_penalty(actor=judge, penalty_id=penalty.pk, reason="又一次")
    with pytest.raises(Refusal, match="no_such_penalty"):
        withdraw_penalty(actor=judge, penalty_id=0, reason="又一次")


def test_extra_time_is_given_to_tables_that_play_and_taken_back(event):
    _tournament, judge, entry = event
    match = table_of(entry)
    for minutes in (0, 121):
        with pytest.raises(Refusal, match="minutes_out_of_range"):
            give_extension(actor=judge, match_id=match.pk, minutes=minutes)
    one = give_extension(actor=judge, match_id=match.pk, minutes=3, reason="裁判处理")
    give_extension(actor=judge, match_id=match.pk, minutes=4)
    assert match.more_minutes == 7
    assert tables_with_time(match.round) == [(match.table, 7)]
    withdraw_extension(actor=judge, extension_id=one.pk)
    assert Match.objects.get(pk=match.pk).more_minutes == 4
    with pytest.raises(Conflict, match="extension_withdrawn"):
        withdraw_extension(actor=judge, extension_id=one.pk)
    score(match, 2, 0)
    with pytest.raises(Conflict, match="match_already_decided"):
        give_extension(actor=judge, match_id=match.pk, minutes=3)
    assert tables_with_time(match.round) == []


def test_one_check_gives_time_once_and_only_to_its_table(event):
    _tournament, judge, entry = event
    check = end(judge, begin(judge, entry), "findings", minutes=5)
    with pytest.raises(Conflict, match="check_has_time"):
        give_extension(actor=judge, match_id=check.match_id, minutes=5, check_id=check.pk)
    other = Match.objects.exclude(pk=check.match_id).first()
    with pytest.raises(Refusal, match="no_such_check"):
        give_extension(actor=judge, match_id=other.pk, minutes=5, check_id=check.pk)
    for missing in ({"match_id": 0, "minutes": 5},):
        with pytest.raises(Refusal, match="no_such_match"):
            give_extension(actor=judge, **missing)
    with pytest.raises(Refusal, match="no_such_extension"):
        withdraw_extension(actor=judge, extension_id=0)


def test_only_judges_and_organisers_rule(event):
    tournament, judge, entry = event
    penalty, extension = give(judge, entry), give_extension(actor=judge, match_id=table_of(entry).pk, minutes=3)
    for actor in (
        staff_actor(tournament, "scorekeeper"),
        player_actor(entry),
        staff_actor(make_event(), "owner"),
    ):
        for call in (
            lambda actor=actor: give(actor, entry),
            lambda actor=actor: withdraw_penalty(actor=actor, penalty_id=penalty.pk, reason="x"),
            lambda actor=actor: give_extension(actor=actor, match_id=table_of(entry).pk, minutes=3),
            lambda actor=actor: withdraw_extension(actor=actor, extension_id=extension.pk),
        ):
            with pytest.raises(NotAllowed):
                call()
    assert (Penalty.objects.count(), TimeExtension.objects.count()) == (1, 1)
    give(owner_of(tournament), entry)


@pytest.mark.django_db(transaction=True)
def test_two_judges_enter_one_loss_once():
    tournament, _round, judge = event_with_lists(4)
    entry, other = tournament.registrations.earliest("pk"), staff_actor(tournament, "judge")
    match = table_of(entry)
    loss = {"match_id": match.pk, "apply": True, "expected_version": match.version}
    results = at_once(
        tournament, lambda: give(judge, entry, "game_loss", **loss), lambda: give(other, entry, "game_loss", **loss)
    )
    assert refusals(results) == ["match_changed"]
    assert (match.games.count(), Penalty.objects.count()) == (1, 1)
    penalty = Penalty.objects.get()
    results = at_once(
        tournament,
        *(lambda who=who: withdraw_penalty(actor=who, penalty_id=penalty.pk, reason="x") for who in (judge, other)),
    )
    assert refusals(results) == ["penalty_withdrawn"]


def test_a_penalty_that_is_sent_twice_is_given_once(event):
    _tournament, judge, entry = event
    give(judge, entry, known_penalties=0)
    with pytest.raises(Conflict, match="penalties_changed"):
        give(judge, entry, known_penalties=0)
    assert Penalty.objects.count() == 1
    give(judge, entry, known_penalties=1)
