"""Keeping a published round after a correction, or drawing its tables again; notices, and the list of who moved."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Notice
from accounts.refusals import Conflict, Refusal
from tests.background import no_worker
from tests.people_and_events import owner_of
from tests.planned_repairs import corrected_event, flip, fresh, repair_plan
from tests.refused import refused
from tests.running_events import finish_round, play_game
from tournaments.models import LogEntry, Match, PairingSearch, Round, RoundRepair, Tournament
from tournaments.queries.moved import moved_in, places_on
from tournaments.queries.repair import RepairPlan, is_repairable, newest_repair, repair_to_undo
from tournaments.queries.repair_scope import corrections_since_pairing, seen_in
from tournaments.services import redraws, repairs
from tournaments.services.corrections import correct_match
from tournaments.services.drafts import swap_players
from tournaments.services.moved_notices import tell_moved
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.rounds import complete_round, publish_round, unpublish_round
from tournaments.services.undone_repairs import undo_repair
from tournaments.swiss.running_repair import RunningRepair
from tournaments.swiss.tables import TooFewTables
from tournaments.wording import say_log
from tournaments.wording.notices import say_notice
from tournaments.wording.searching import say_outcome

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def planned(round: Round, *, redraws: bool = True) -> RepairPlan:
    return repairs.plan_repair(actor=owner_of(round.tournament), round_id=round.pk, redraws=redraws)


def keep(round: Round, *, reason: str = "all are seated") -> RoundRepair:
    seen = seen_in(corrections_since_pairing(round))
    return repairs.keep_pairings(actor=owner_of(round.tournament), round_id=round.pk, seen=seen, reason=reason)


def take_back(round: Round) -> None:
    newest = newest_repair(round)
    assert newest is not None
    undo_repair(actor=owner_of(round.tournament), round_id=round.pk, repair_id=newest.pk)


def redraw(round: Round, *, reason: str = "three tables were wrong") -> RepairPlan:
    plan = planned(round)
    repairs.apply_repair(
        actor=owner_of(round.tournament),
        round_id=round.pk,
        fingerprint=plan.fingerprint,
        redraws=True,
        reason=reason,
    )
    return plan


def test_kept_as_published_nobody_moves_and_nobody_asks_again() -> None:
    _tournament, second = corrected_event()
    before = repairs.wall_of(second)
    keep(second)
    assert repairs.wall_of(fresh(second)) == before
    assert not is_repairable(fresh(second))
    line = LogEntry.objects.get(verb="pairings_kept")
    assert (line.facts["reason"], say_log(line)) == (
        "all are seated",
        "kept round 2 as published although a result was corrected",
    )
    take_back(second)
    assert is_repairable(fresh(second))
    assert not Notice.objects.filter(code="seat_moved").exists()


@pytest.mark.parametrize("reason", ["", " "])
def test_keeping_and_drawing_again_need_a_reason(reason: str) -> None:
    _tournament, second = corrected_event()
    for call in (
        lambda: keep(second, reason=reason),
        lambda: redraw(second, reason=reason),
    ):
        with pytest.raises(Refusal) as caught:
            call()
        assert caught.value.code == "reason_required"


def test_nothing_is_kept_or_drawn_again_where_nothing_was_corrected() -> None:
    tournament, second = corrected_event()
    redraw(second)
    for call in (
        lambda: keep(second),
        lambda: redraw(fresh(second)),
        lambda: redraws.ask_redraw(actor=owner_of(tournament), round_id=second.pk, reason="once more"),
    ):
        refused("nothing_corrected", call)


def test_a_correction_nobody_has_seen_is_not_decided_about() -> None:
    tournament, second = corrected_event()
    seen = seen_in(corrections_since_pairing(second))
    flip(Match.objects.filter(round__tournament=tournament, round__number=1).latest("table"))
    arguments = {"actor": owner_of(tournament), "round_id": second.pk, "reason": "all are seated"}
    refused("repair_outdated", repairs.keep_pairings, Conflict, seen=seen, **arguments)
    assert is_repairable(fresh(second))


def test_what_was_kept_can_be_chosen_again_after_the_first_result() -> None:
    _tournament, second = corrected_event()
    keep(second)
    play_game(second.matches.earliest("table"), 1)
    assert repair_to_undo(fresh(second)) == newest_repair(second)
    take_back(second)
    assert is_repairable(fresh(second))


def test_a_list_of_tables_narrowed_during_the_round_leaves_it_its_tables() -> None:
    _tournament, second = corrected_event(only_listed_tables=True, table_ranges="1-4")
    Tournament.objects.filter(pk=second.tournament_id).update(table_ranges="11-12", blocked_tables="1")
    own = set(second.matches.values_list("table", flat=True))
    for redraws_all in (False, True):
        plan = planned(fresh(second), redraws=redraws_all)
        tables = [move.new_table for move in plan.moves]
        assert set(tables) <= own | {11, 12}
        assert len(set(tables)) == len(tables)


def test_too_few_tables_is_a_refusal() -> None:
    _tournament, second = corrected_event()
    with patch.object(RunningRepair, "run", side_effect=TooFewTables(4, 3)):
        facts = refused("too_few_tables", planned, round=second).facts
    assert facts == {"needed": 4, "there": 3}


def test_drawn_again_the_round_costs_no_more_than_repaired() -> None:
    _, second = corrected_event(12)
    repaired, again = planned(second, redraws=False), planned(second)
    assert again.result.pairing.achieved == repaired.result.pairing.achieved < again.published
    assert again.published == repaired.published
    assert len(again.moved) >= len(repaired.moved)
    redraw(second)
    facts = fresh(second).pairing
    assert facts["certified"]
    assert facts["repair"]["redrawn"]
    assert RoundRepair.objects.get().choice == "redraw"
    assert "paired round 2 again after a correction" in say_log(LogEntry.objects.get(verb="round_repaired"))


def test_a_table_with_a_game_stays_when_all_others_are_drawn_again() -> None:
    _, second = corrected_event(12)
    begun = second.matches.order_by("table").first()
    play_game(begun, 1)
    plan = redraw(fresh(second))
    assert [match.pk for match in plan.begun] == [begun.pk]
    now = Match.objects.get(pk=begun.pk)
    assert (now.table, now.player1_id, now.player2_id) == (begun.table, begun.player1_id, begun.player2_id)
    assert now.games.count() == 1


def test_a_plan_of_one_choice_is_not_made_as_the_other() -> None:
    tournament, second = corrected_event()
    with pytest.raises(Conflict) as caught:
        repairs.apply_repair(
            actor=owner_of(tournament), round_id=second.pk, fingerprint=repair_plan(second).fingerprint,
            redraws=True, reason="x",
        )  # fmt: skip
    assert caught.value.code == "repair_outdated"


def test_everybody_who_moves_gets_a_notice_and_so_does_who_moves_back() -> None:
    tournament, second = corrected_event()
    plan = repair_plan(second)
    repairs.apply_repair(actor=owner_of(tournament), round_id=second.pk, fingerprint=plan.fingerprint)
    sent = Notice.objects.filter(code="seat_moved")
    players = {plan.people[key].player_id for key in plan.moved}
    assert {notice.player_id for notice in sent} == players
    assert sent.count() == len(players)
    one = sent.earliest("pk")
    assert say_notice(one).startswith(f"{tournament.name}, round 2: you play at table {one.facts['table']} against ")
    take_back(second)
    assert sent.all().count() == 2 * len(players)


def test_the_list_of_who_moved_stays_until_the_round_ends() -> None:
    tournament, second = corrected_event()
    before = {key: match.table for match in second.matches.all() for key in (match.player1_id, match.player2_id)}
    plan = repair_plan(second)
    assert not moved_in(second)
    repairs.apply_repair(actor=owner_of(tournament), round_id=second.pk, fingerprint=plan.fingerprint)
    moved = moved_in(fresh(second))
    assert {one.player.pk for one in moved} == set(plan.moved)
    assert all(one.before == before[one.player.pk] and one.opponent is not None for one in moved)
    one = moved[0].player.pk
    assert [found.player.pk for found in moved_in(fresh(second), only={one})] == [one]
    for match in second.matches.all():
        play_game(match, 1)
        match = Match.objects.get(pk=match.pk)
        play_game(match, 1)
    assert moved_in(fresh(second))
    complete_round(actor=owner_of(tournament), round_id=second.pk)
    assert not moved_in(fresh(second))


def test_who_moved_back_stays_on_the_list_until_the_round_ends() -> None:
    """They may sit at the table of the repair that was undone."""
    _tournament, second = corrected_event()
    redraw(second)
    sent = {one.player.pk: one.after for one in moved_in(fresh(second))}
    take_back(second)
    seats = places_on(repairs.wall_of(fresh(second)))
    back = moved_in(fresh(second))
    assert all(one.is_back for one in back)
    assert {one.player.pk: (one.before, one.after) for one in back} == {
        key: (table, seats[key].table) for key, table in sent.items()
    }
    finish_round(fresh(second))
    assert not moved_in(fresh(second))


def test_who_moved_is_read_from_the_tables_as_they_are() -> None:
    tournament, second = corrected_event()
    owner, first_seats = owner_of(tournament), places_on(repairs.wall_of(second))
    redraw(second)
    unpublish_round(actor=owner, round_id=second.pk)
    one, two = second.matches.order_by("table")[:2]
    swap_players(actor=owner, round_id=second.pk, registration_a=one.player1_id, registration_b=two.player1_id)
    publish_round(actor=owner, round_id=second.pk)
    seats = places_on(repairs.wall_of(fresh(second)))
    assert {found.player.pk for found in moved_in(fresh(second))} == {
        key for key, place in seats.items() if place != first_seats[key]
    }


def test_notices_to_all_who_moved_are_one_statement() -> None:
    _tournament, second = corrected_event()
    redraw(second)
    repair = RoundRepair.objects.get()
    sent = Notice.objects.count()
    with CaptureQueriesContext(connection) as asked:
        tell_moved(fresh(second), repair)
    assert sum(query["sql"].startswith("INSERT") for query in asked) == 1
    assert Notice.objects.count() == 2 * sent > 2


def test_a_draw_that_takes_long_is_made_by_a_job() -> None:
    tournament, second = corrected_event()
    with no_worker():
        search = redraws.redraw_or_search(
            actor=owner_of(tournament), round_id=second.pk, fingerprint="", reason="too many tables"
        )
    assert isinstance(search, PairingSearch)
    with pytest.raises(Conflict) as caught:
        redraws.ask_redraw(actor=owner_of(tournament), round_id=second.pk, reason="again")
    assert caught.value.code == "search_open"
    redraws.run_redraw(search.pk)
    search.refresh_from_db()
    assert (search.state, say_outcome(search)) == (
        "done",
        "The round is paired again. Everybody who moved has a notice.",
    )
    assert LogEntry.objects.get(verb="round_repaired").facts["reason"] == "too many tables"
    assert RoundRepair.objects.get().choice == "redraw"
    redraws.run_redraw(search.pk)
    assert RoundRepair.objects.count() == 1


def test_nothing_else_is_chosen_while_a_job_draws_again() -> None:
    tournament, second = corrected_event()
    plan = repair_plan(second)
    with no_worker():
        redraws.ask_redraw(actor=owner_of(tournament), round_id=second.pk, reason="late")
    arguments = {"actor": owner_of(tournament), "round_id": second.pk, "fingerprint": plan.fingerprint}
    refused("search_open", keep, Conflict, round=second)
    refused("search_open", repairs.apply_repair, Conflict, **arguments)
    assert not RoundRepair.objects.exists()


def test_a_job_ends_where_the_correction_it_was_asked_for_was_taken_back() -> None:
    tournament, second = corrected_event()
    with no_worker():
        search = redraws.ask_redraw(actor=owner_of(tournament), round_id=second.pk, reason="late")
    flipped = Match.objects.filter(round__tournament=tournament, round__number=1).earliest("table")
    correct_match(
        actor=owner_of(tournament), match_id=flipped.pk, expected_version=flipped.version, reason="no, it was right",
        score=ScoreInput(wins1=2, wins2=0),
    )  # fmt: skip
    redraws.run_redraw(search.pk)
    search.refresh_from_db()
    assert (search.state, search.outcome) == ("failed", "search_overtaken")
    assert not RoundRepair.objects.exists()


def test_a_job_for_a_round_that_is_over_says_so() -> None:
    tournament, second = corrected_event(4)
    with no_worker():
        search = redraws.ask_redraw(actor=owner_of(tournament), round_id=second.pk, reason="late")
    for match in second.matches.all():
        play_game(match, 1)
    redraws.run_redraw(search.pk)
    search.refresh_from_db()
    assert (search.state, search.outcome) == ("failed", "nothing_to_repair")
