"""Searching for a pairing in a job that shows progress and can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest

from accounts.actor import Actor
from jobs.kinds import KINDS
from jobs.models import Job
from tests.background import no_worker
from tests.people_and_events import owner_of
from tests.running_events import finish_round, pair, publish, start_event
from tests.tournaments.services.slow_pairing import asked, asked_again, no_time, refused
from tournaments.models import LogEntry, PairingSearch, Round
from tournaments.queries.searches import open_search
from tournaments.services import pairing, pairing_search
from tournaments.services.drafts import discard_draft, pair_again, pair_next_round, swap_players
from tournaments.services.entries import drop, keep_apart
from tournaments.services.pairing_process import ProcessDied, Stopped
from tournaments.services.pairing_search import (
    PAIR,
    SEARCH,
    ask_search,
    pair_again_or_search,
    pair_or_search,
    run_pairing,
    run_search,
    stop_search,
)
from tournaments.services.pairing_work import RoundWork
from tournaments.swiss.budget import OutOfTime, Progress, Step
from tournaments.swiss.pairing import PairingResult
from tournaments.wording.searching import say_outcome, say_progress

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.language("en")]
State = PairingSearch.State
Aim = PairingSearch.Aim


@contextmanager
def paired_meanwhile(pairs: Callable[[], object]) -> Iterator[None]:
    """A request runs out of time, and by then somebody else has paired the round."""
    genuine = pairing.answer_in_time

    def late(*given: object, **named: object) -> PairingResult:
        with patch.object(pairing, "answer_in_time", genuine):
            pairs()
        raise OutOfTime

    with patch.object(pairing, "answer_in_time", late):
        yield


class TestSearching:
    def test_where_a_page_has_no_time_a_job_pairs_the_round(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        with no_time():
            search = pair_or_search(actor=owner_of(tournament), tournament_id=tournament.pk, number=1)
        assert isinstance(search, PairingSearch)
        search.refresh_from_db()
        assert (search.state, search.outcome) == (State.DONE, "paired")
        round = tournament.rounds.get()
        assert (round.status, round.seed, round.matches.count()) == (Round.Status.DRAFT, round.seed, 4)
        assert round.pairing["certified"]
        assert "is paired" in say_outcome(search)
        assert not Job.objects.exists()
        assert open_search(tournament) is None

    def test_within_its_time_a_page_pairs_the_round_itself(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        made = pair_or_search(actor=owner_of(tournament), tournament_id=tournament.pk, number=1)
        assert isinstance(made, Round)
        assert not PairingSearch.objects.exists()
        refused(
            "round_already_paired", pair_or_search, actor=owner_of(tournament), tournament_id=tournament.pk, number=1
        )

    def test_a_draft_is_paired_again_by_the_same_job(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        draft = pair(tournament)
        with no_time():
            search = pair_again_or_search(actor=owner_of(tournament), round_id=draft.pk)
        assert isinstance(search, PairingSearch)
        search.refresh_from_db()
        assert (search.state, search.aim, search.outcome) == (State.DONE, Aim.AGAIN, "paired_again")
        assert "paired again" in say_outcome(search)
        again = tournament.rounds.get()
        assert again.pk != draft.pk
        assert again.status == Round.Status.DRAFT
        assert again.seed != draft.seed

    def test_what_somebody_else_has_paired_in_the_meantime_is_not_searched_for(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        owner = owner_of(tournament)
        with paired_meanwhile(lambda: pair(tournament)):
            refused("round_already_paired", pair_or_search, actor=owner, tournament_id=tournament.pk, number=1)
        draft = tournament.rounds.get()
        with paired_meanwhile(lambda: pair_again(actor=owner, round_id=draft.pk)):
            refused("no_such_round", pair_again_or_search, actor=owner, round_id=draft.pk)
        assert not PairingSearch.objects.exists()

    def test_a_worker_that_ends_right_after_the_draft_leaves_nothing_to_do(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        search = asked(tournament, 1)
        genuine = pairing_search.write_if_unchanged

        def killed(*given: object) -> None:
            genuine(*given)  # type: ignore[arg-type]
            raise SystemExit

        with patch.object(pairing_search, "write_if_unchanged", killed), pytest.raises(SystemExit):
            run_pairing(search.pk)
        draft = tournament.rounds.get()
        run_pairing(search.pk)
        search.refresh_from_db()
        assert (search.state, search.outcome) == (State.DONE, "paired")
        assert tournament.rounds.get() == draft

    def test_a_draft_edited_by_hand_is_paired_again_unless_it_is_edited_meanwhile(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        owner = owner_of(tournament)
        draft = pair(tournament)
        one, two, three = draft.matches.order_by("pk")[:3]

        def swap(first: int, second: int) -> None:
            swap_players(actor=owner, round_id=draft.pk, registration_a=first, registration_b=second)

        swap(one.player1_id, two.player1_id)
        search = asked_again(tournament)
        genuine = pairing_search.answer_of_process

        def edited(work: RoundWork, watch: Callable[[Progress | None], bool]) -> PairingResult:
            swap(one.player2_id, three.player2_id)
            return genuine(work, watch)

        with patch.object(pairing_search, "answer_of_process", edited):
            run_pairing(search.pk)
        search.refresh_from_db()
        assert (search.state, search.outcome) == (State.FAILED, "search_edited")
        assert tournament.rounds.get() == draft
        run_pairing(asked_again(tournament).pk)
        assert tournament.rounds.get() != draft

    def test_the_short_job_hands_over_to_the_long_one(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        search = asked(tournament, 1)
        assert Job.objects.get().kind == PAIR
        with no_worker(), patch.object(pairing_search, "answer_of_process", side_effect=ProcessDied):
            run_pairing(search.pk)
        search.refresh_from_db()
        assert search.state == State.QUEUED
        assert Job.objects.filter(kind=SEARCH, subject=search.pk).exists()
        stop_search(actor=owner_of(tournament), search_id=search.pk)
        run_pairing(search.pk)
        assert not tournament.rounds.exists()

    def test_what_somebody_waits_for_is_not_behind_long_searches(self) -> None:
        assert KINDS[PAIR] != KINDS[SEARCH]  # Each kind has processes of its own.
        assert KINDS[PAIR].at_once > 1

    def test_asked_twice_it_is_one_search(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        assert asked(tournament, 1) == asked(tournament, 1)
        assert Job.objects.count() == 1

    def test_what_speaks_against_pairing_speaks_against_a_search(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        arguments = {"actor": owner_of(tournament), "tournament_id": tournament.pk}
        refused("round_not_next", ask_search, number=2, **arguments)
        publish(tournament)
        refused("round_already_paired", ask_search, number=1, **arguments)
        refused("round_open", ask_search, number=2, **arguments)
        refused("not_permitted", ask_search, tournament_id=tournament.pk, number=1, actor=Actor())

    def test_a_search_in_hand_keeps_another_round_waiting(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        asked(tournament, 1)
        finish_round(publish(tournament))
        refused("search_open", ask_search, actor=owner_of(tournament), tournament_id=tournament.pk, number=2)

    def test_a_waiting_search_is_stopped_at_once(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        search = asked(tournament, 1)
        stopped = stop_search(actor=owner_of(tournament), search_id=search.pk)
        assert stopped.state == State.STOPPED
        assert "stopped" in say_outcome(stopped)
        run_search(search.pk)
        assert not tournament.rounds.exists()
        assert stop_search(actor=owner_of(tournament), search_id=search.pk).state == State.STOPPED
        assert LogEntry.objects.filter(verb="search_stopped").count() == 1

    def test_a_running_search_is_stopped_while_its_process_works(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        search = asked(tournament, 1)

        def stopped_at_work(work: RoundWork, watch: Callable[[Progress | None], bool]) -> PairingResult:
            assert watch(Progress(Step.PLANS, 3, 60))
            search.refresh_from_db()
            assert (search.state, search.step, search.done, search.most) == (State.RUNNING, "plans", 3, 60)
            assert "plans" in say_progress(search, is_running=True)
            assert (
                say_progress(PairingSearch(state=State.RUNNING, step="witness"), is_running=True)
                == "Working out the proof"
            )
            assert "joined" in say_progress(
                PairingSearch(state=State.RUNNING, step="witness", done=1, most=9), is_running=True
            )
            stop_search(actor=owner_of(tournament), search_id=search.pk)
            search.refresh_from_db()
            assert say_progress(search, is_running=True) == "Stopping"
            assert not watch(Progress(Step.EVERYBODY))
            raise Stopped

        with patch.object(pairing_search, "answer_of_process", stopped_at_work):
            run_search(search.pk)
        search.refresh_from_db()
        assert search.state == State.STOPPED
        assert not tournament.rounds.exists()

    def test_a_change_meanwhile_begins_the_search_again_and_is_counted(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        search = asked(tournament, 1)
        entries = list(tournament.registrations.order_by("pk"))
        genuine = pairing_search.answer_of_process

        def with_a_drop(work: RoundWork, watch: Callable[[Progress | None], bool]) -> PairingResult:
            if len(work.history.entrants) == 8:
                drop(actor=owner_of(tournament), registration_id=entries[0].pk)
            return genuine(work, watch)

        with patch.object(pairing_search, "answer_of_process", with_a_drop):
            run_search(search.pk)
        search.refresh_from_db()
        assert (search.state, search.began_again) == (State.DONE, 1)
        assert tournament.rounds.get().matches.count() == 3

    def test_a_draft_is_replaced_by_a_better_one_alone(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        draft = pair(tournament)
        run_search(asked(tournament, 1).pk)
        assert PairingSearch.objects.get().outcome == "no_better"
        assert tournament.rounds.get() == draft
        draft.pairing |= {"certified": False}
        draft.save()
        run_search(asked(tournament, 1).pk)
        assert PairingSearch.objects.first().outcome == "improved"
        assert tournament.rounds.get() != draft
        assert tournament.rounds.get().pairing["certified"]

    def test_a_draft_edited_by_hand_or_paired_by_somebody_else_stays(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        owner = owner_of(tournament)
        search = asked(tournament, 1)
        genuine = pairing_search.answer_of_process

        def overtaken(work: RoundWork, watch: Callable[[Progress | None], bool]) -> PairingResult:
            result = genuine(work, watch)
            pair_next_round(actor=owner, tournament_id=tournament.pk, number=1)
            return result

        with patch.object(pairing_search, "answer_of_process", overtaken):
            run_search(search.pk)
        search.refresh_from_db()
        assert (search.state, search.outcome) == (State.FAILED, "search_overtaken")
        assert "somebody else" in say_outcome(search)
        draft = tournament.rounds.get()
        one, two = draft.matches.all()[:2]
        swap_players(actor=owner, round_id=draft.pk, registration_a=one.player1_id, registration_b=two.player1_id)
        refused("search_edited", ask_search, actor=owner, tournament_id=tournament.pk, number=1)
        discard_draft(actor=owner, round_id=draft.pk)
        assert asked(tournament, 1).state == State.QUEUED

    def test_what_cannot_be_paired_is_said_with_its_names(self) -> None:
        tournament = start_event(2, planned_rounds=3)
        one, two = tournament.registrations.order_by("pk")
        owner = owner_of(tournament)
        keep_apart(actor=owner, tournament_id=tournament.pk, registration_a=one.pk, registration_b=two.pk, is_hard=True)
        search = asked(tournament, 1)
        run_search(search.pk)
        search.refresh_from_db()
        assert (search.state, search.outcome) == (State.FAILED, "no_legal_pairing")
        assert "P01" in say_outcome(search)

    def test_a_search_that_finds_nothing_in_its_own_time_says_so(self) -> None:
        tournament = start_event(4, planned_rounds=3)
        search = asked(tournament, 1)
        with patch.object(pairing_search, "answer_of_process", side_effect=OutOfTime):
            run_search(search.pk)
        search.refresh_from_db()
        assert (search.state, search.outcome) == (State.FAILED, "pairing_takes_long")
        assert "No pairing of round 1 was found" in say_outcome(search)

    def test_who_no_longer_runs_the_rounds_gets_no_draft(self) -> None:
        tournament = start_event(4, planned_rounds=3)
        search = asked(tournament, 1)
        tournament.staff.all().delete()
        run_search(search.pk)
        search.refresh_from_db()
        assert (search.state, search.outcome) == (State.FAILED, "not_permitted")
        assert say_outcome(search) == "Your role in this event does not allow this."
        assert not tournament.rounds.exists()
