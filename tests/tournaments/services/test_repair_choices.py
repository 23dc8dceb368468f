"""Keeping a published round after a correction, or drawing its tables again; notices, and the list of who moved."""

from __future__ import annotations

import pytest

from accounts.models import Notice
from accounts.refusals import Conflict, Refusal
from tests.background import no_worker
from tests.people_and_events import owner_of
from tests.planned_repairs import corrected_event, fresh, repair_plan
from tests.running_events import play_game
from tournaments.models import LogEntry, Match, PairingSearch, Round, RoundRepair
from tournaments.queries.moved import moved_in
from tournaments.queries.repair import RepairPlan, is_repairable
from tournaments.services import redraws, repairs
from tournaments.services.rounds import complete_round
from tournaments.wording import say_log
from tournaments.wording.notices import say_notice
from tournaments.wording.searching import say_outcome

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def planned(round: Round, *, redraws: bool = True) -> RepairPlan:
    return repairs.plan_repair(actor=owner_of(round.tournament), round_id=round.pk, redraws=redraws)


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
    tournament, second = corrected_event()
    before = repairs.wall_of(second)
    repairs.keep_pairings(actor=owner_of(tournament), round_id=second.pk, reason="all are seated")
    assert repairs.wall_of(fresh(second)) == before
    assert not is_repairable(fresh(second))
    line = LogEntry.objects.get(verb="pairings_kept")
    assert (line.facts["reason"], say_log(line)) == (
        "all are seated",
        "kept round 2 as published although a result was corrected",
    )
    repairs.undo_repair(actor=owner_of(tournament), round_id=second.pk)
    assert is_repairable(fresh(second))
    assert not Notice.objects.filter(code="seat_moved").exists()


@pytest.mark.parametrize("reason", ["", " "])
def test_keeping_and_drawing_again_need_a_reason(reason: str) -> None:
    tournament, second = corrected_event()
    for call in (
        lambda: repairs.keep_pairings(actor=owner_of(tournament), round_id=second.pk, reason=reason),
        lambda: redraw(second, reason=reason),
    ):
        with pytest.raises(Refusal) as caught:
            call()
        assert caught.value.code == "reason_required"


def test_nothing_is_kept_where_nothing_was_corrected() -> None:
    tournament, second = corrected_event()
    repairs.keep_pairings(actor=owner_of(tournament), round_id=second.pk, reason="seated")
    with pytest.raises(Refusal) as caught:
        repairs.keep_pairings(actor=owner_of(tournament), round_id=second.pk, reason="seated")
    assert caught.value.code == "nothing_corrected"


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
    assert [match.pk for match in plan.playing] == [begun.pk]
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
    repairs.undo_repair(actor=owner_of(tournament), round_id=second.pk)
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


def test_who_moved_back_is_on_no_list() -> None:
    tournament, second = corrected_event()
    redraw(second)
    repairs.undo_repair(actor=owner_of(tournament), round_id=second.pk)
    assert not moved_in(fresh(second))


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


def test_a_job_for_a_round_that_is_over_says_so() -> None:
    tournament, second = corrected_event(4)
    with no_worker():
        search = redraws.ask_redraw(actor=owner_of(tournament), round_id=second.pk, reason="late")
    for match in second.matches.all():
        play_game(match, 1)
    redraws.run_redraw(search.pk)
    search.refresh_from_db()
    assert (search.state, search.outcome) == ("failed", "nothing_to_repair")
