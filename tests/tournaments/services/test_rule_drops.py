"""Players whom the event's settings drop when a round ends, and undoing that."""

from __future__ import annotations

import pytest
from django.db.models import Q

from tests.people_and_events import owner_of
from tests.running_events import pair, publish, score, start_event
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean
from tournaments.models import LogEntry, Match, Registration, Round, Tournament
from tournaments.queries.rule_drops import drops_to_review
from tournaments.queries.standings import standings_of
from tournaments.services import results
from tournaments.services.corrections import correct_match
from tournaments.services.entries import assign_rounds, late_entry, leave_drop, undrop
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.rounds import complete_round, reopen_round
from tournaments.wording import say_log

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def play(tournament: Tournament, *, absent: bool = False) -> Round:
    """The next round, published, each match won by its first player; at the first table the second did not come."""
    round = publish(tournament)
    for match in round.matches.order_by("pk"):
        if absent:
            arguments = {"actor": owner_of(tournament), "match_id": match.pk, "expected_version": match.version}
            results.record_outcome(outcome="no_show", winner_seat=1, **arguments)
            absent = False
        else:
            score(match, 2, 0)
    return round


def end(round: Round) -> Round:
    return complete_round(actor=owner_of(round.tournament), round_id=round.pk)


def flip(match: Match, *, back: bool = False) -> None:
    """Correct a 2–0 to 0–2, or back."""
    score = ScoreInput(wins1=2, wins2=0) if back else ScoreInput(wins1=0, wins2=2)
    actor = owner_of(match.round.tournament)
    correct_match(actor=actor, match_id=match.pk, expected_version=match.version, reason="misread", score=score)


def dropped(tournament: Tournament) -> list[Registration]:
    return list(tournament.registrations.filter(status="dropped"))


def test_who_does_not_come_is_dropped_at_the_end_of_the_round() -> None:
    tournament = start_event(6, planned_rounds=3, drop_no_shows=True)
    round = play(tournament, absent=True)
    missing = round.matches.order_by("pk").first().player2
    assert not dropped(tournament)
    end(round)
    (gone,) = dropped(tournament)
    assert (gone, gone.status_round, gone.drop_rule) == (missing, 1, "no_show")
    line = LogEntry.objects.get(verb="entry_dropped_by_rule")
    assert say_log(line) == f"{gone.name} was dropped by the event's settings after round 1: did not come"
    assert pair(tournament).byes.count() == 1


def test_where_neither_comes_both_are_dropped_and_have_lost() -> None:
    tournament = start_event(6, planned_rounds=3, drop_no_shows=True)
    round = publish(tournament)
    empty, *played = round.matches.order_by("pk")
    actor = owner_of(tournament)
    results.record_outcome(actor=actor, match_id=empty.pk, expected_version=empty.version, outcome="double_no_show")
    for match in played:
        score(match, 2, 0)
    end(round)
    assert {(one.pk, one.drop_rule) for one in dropped(tournament)} == {
        (empty.player1_id, "no_show"),
        (empty.player2_id, "no_show"),
    }
    rows = {row.registration.pk: row for row in standings_of(tournament)}
    assert [(rows[key].points, rows[key].losses) for key in (empty.player1_id, empty.player2_id)] == [(0, 1), (0, 1)]


def test_without_the_setting_nobody_is() -> None:
    tournament = start_event(6, planned_rounds=3)
    end(play(tournament, absent=True))
    assert not dropped(tournament)


def test_opening_the_round_again_undoes_the_drops_of_its_end() -> None:
    tournament = start_event(6, planned_rounds=3, drop_no_shows=True, drop_after_losses=1)
    round = end(play(tournament, absent=True))
    assert sorted(entry.drop_rule for entry in dropped(tournament)) == ["losses", "losses", "no_show"]
    reopen_round(actor=owner_of(tournament), round_id=round.pk)
    assert not dropped(tournament)
    assert not tournament.registrations.exclude(drop_rule="").exists()
    end(round)
    assert len(dropped(tournament)) == 3


def test_a_drop_that_is_undone_stays_undone_until_the_next_loss() -> None:
    tournament = start_event(4, planned_rounds=4, drop_after_losses=1)
    end(play(tournament))
    for entry in dropped(tournament):
        undrop(actor=owner_of(tournament), registration_id=entry.pk)
    assert tournament.registrations.filter(status="active", drop_rule="").count() == 4
    round = end(play(tournament))
    losers = {match.player2 for match in round.matches.all()}
    assert set(dropped(tournament)) == losers


@pytest.mark.parametrize("limit", [1, 2])
def test_a_late_player_plays_before_missed_rounds_drop_them(limit: int) -> None:
    tournament = start_event(6, planned_rounds=6, drop_after_losses=limit)
    for _number in range(limit - 1):
        end(play(tournament))
    running = play(tournament)
    actor = owner_of(tournament)
    late = late_entry(actor=actor, tournament_id=tournament.pk, name="Late", late_policy="loss", age_group="adult")
    end(running)
    assert late not in dropped(tournament)
    round = publish(tournament)
    for match in round.matches.all():
        score(match, *((0, 2) if match.player1 == late else (2, 0)))
    has_bye = round.byes.filter(registration=late).exists()
    end(round)
    assert (late in dropped(tournament)) is not has_bye


def test_who_comes_back_during_a_round_is_not_dropped_for_missing_it() -> None:
    tournament = start_event(4, planned_rounds=4, drop_after_losses=1)
    end(play(tournament))
    away = dropped(tournament)[0]
    running = play(tournament)
    undrop(actor=owner_of(tournament), registration_id=away.pk)
    end(running)
    assert away not in dropped(tournament)


def test_an_assigned_loss_counts_like_one_that_was_played() -> None:
    tournament = start_event(5, planned_rounds=3, drop_after_losses=1)
    entry = tournament.registrations.get(number=5)
    assign_rounds(actor=owner_of(tournament), registration_id=entry.pk, kind="loss", first=1, reason="exam")
    end(play(tournament))
    assert entry in dropped(tournament)


def test_losses_drop_nobody_after_the_last_round() -> None:
    tournament = start_event(4, planned_rounds=1, drop_after_losses=1)
    end(play(tournament))
    assert not dropped(tournament)


def test_the_desk_says_who_was_dropped_and_does_not_ask() -> None:
    tournament = start_event(6, planned_rounds=3, drop_no_shows=True)
    desk = DeskVisitor(tournament, owner_of(tournament))
    round = play(tournament, absent=True)
    assert "Drop too?" not in desk.read("desk")
    name = round.matches.order_by("pk").first().player2.name
    assert f"Dropped by the event's settings: {name} (did not come)." in desk.press("desk_round_complete", 1).replace(
        "&#x27;", "'"
    )
    (gone,) = dropped(tournament)
    page = desk.get("desk_entry", gone.pk)
    assert_clean(page)
    assert "Did not come" in text_of(page)
    assert f"{gone.name} plays on." in desk.press("desk_entry_change", gone.pk, "undrop")


def questions(tournament: Tournament) -> list[tuple[str, bool, str, int]]:
    """What is asked, drops before what undoes one."""
    tournament.refresh_from_db()
    asked = sorted(drops_to_review(tournament), key=lambda one: not one.drop)
    return [(one.entry.name, one.drop, one.rule, one.round) for one in asked]


def test_a_correction_asks_for_the_drop_and_for_its_undo_and_changes_nothing_itself() -> None:
    tournament = start_event(4, planned_rounds=3, drop_after_losses=1)
    match = end(play(tournament)).matches.order_by("pk").first()
    assert not questions(tournament)
    flip(match)
    assert questions(tournament) == [(match.player1.name, True, "losses", 1), (match.player2.name, False, "losses", 1)]
    assert {entry.pk for entry in dropped(tournament)} >= {match.player2_id}
    assert match.player1_id not in {entry.pk for entry in dropped(tournament)}
    flipped = Match.objects.get(pk=match.pk)
    flip(flipped, back=True)
    assert not questions(tournament)


def test_who_decides_is_not_asked_again_until_the_next_correction() -> None:
    tournament = start_event(4, planned_rounds=3, drop_after_losses=1)
    match = end(play(tournament)).matches.order_by("pk").first()
    flip(match)
    actor = owner_of(tournament)
    leave_drop(actor=actor, registration_id=match.player1_id)
    undrop(actor=actor, registration_id=match.player2_id)
    assert not questions(tournament)
    line = LogEntry.objects.get(verb="drop_left")
    assert say_log(line) == f"let {match.player1.name} play on although a corrected result calls for a drop"
    flip(Match.objects.get(pk=match.pk), back=True)
    assert questions(tournament) == [(match.player2.name, True, "losses", 1)]


def test_losses_of_several_rounds_count_for_the_question() -> None:
    tournament = start_event(4, planned_rounds=4, drop_after_losses=2)
    first = end(play(tournament))
    second = end(play(tournament))
    loser = second.matches.order_by("pk").first().player2
    match = next(one for one in first.matches.all() if loser in (one.player1, one.player2))
    already = match.player2 == loser
    flip(match)
    asked = questions(tournament)
    assert ((loser.name, False, "losses", 2) if already else (loser.name, True, "losses", 2)) in asked


def test_the_earliest_correction_nobody_has_decided_about_counts() -> None:
    tournament = start_event(4, planned_rounds=5, drop_after_losses=1)
    first = end(play(tournament))
    for entry in dropped(tournament):
        undrop(actor=owner_of(tournament), registration_id=entry.pk)
    match = first.matches.order_by("pk").first()
    flip(match)
    loser = match.player1
    second = publish(tournament)
    for table in second.matches.all():
        score(table, *((0, 2) if table.player2 == loser else (2, 0)))
    end(second)
    asked = (loser.name, True, "losses", 1)
    assert asked in questions(tournament)
    own = second.matches.get(Q(player1=loser) | Q(player2=loser))
    longer = ScoreInput(wins1=2, wins2=1) if own.player1 == loser else ScoreInput(wins1=1, wins2=2)
    correct_match(
        actor=owner_of(tournament), match_id=own.pk, expected_version=own.version, reason="3 games", score=longer
    )  # fmt: skip
    assert asked in questions(tournament)


def test_after_the_last_round_nobody_is_to_be_dropped_for_losses() -> None:
    tournament = start_event(4, planned_rounds=2, drop_after_losses=1)
    match = end(play(tournament)).matches.order_by("pk").first()
    for entry in dropped(tournament):
        undrop(actor=owner_of(tournament), registration_id=entry.pk)
    end(play(tournament))
    flip(match)
    assert not [asked for asked in questions(tournament) if asked[1]]
    Tournament.objects.filter(pk=tournament.pk).update(phase="top_cut")
    assert not questions(tournament)


def test_the_questions_read_the_results_once_however_many_rounds(django_assert_max_num_queries) -> None:
    tournament = start_event(4, planned_rounds=5, drop_after_losses=4, drop_no_shows=True)
    for _ in range(3):
        match = end(play(tournament)).matches.order_by("pk").first()
    flip(match)
    with django_assert_max_num_queries(12):
        drops_to_review(tournament)


def test_the_desk_asks_and_takes_the_answer() -> None:
    tournament = start_event(4, planned_rounds=3, drop_after_losses=1)
    match = end(play(tournament)).matches.order_by("pk").first()
    flip(match)
    desk = DeskVisitor(tournament, owner_of(tournament))
    for page in (desk.read("desk"), desk.read("desk_match", match.pk)):
        assert "A result was corrected" in page
        assert f"{match.player2.name} was dropped after round 1 (1 loss), which no longer holds" in page
    assert f"{match.player1.name}: nothing is changed." in desk.press("desk_entry_change", match.player1_id, "leave")
    desk.press("desk_entry_change", match.player2_id, "undrop")
    assert "A result was corrected" not in desk.read("desk")
