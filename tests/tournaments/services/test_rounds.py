"""An event from its start to its end, with undoing each step, and the refusals where that is impossible."""

import pytest

from accounts.refusals import Conflict
from tests.people_and_events import enter, make_event, owner_of
from tests.refused import refused
from tests.running_events import (
    finish_round,
    pair,
    play_game,
    play_swiss,
    publish,
    score,
    start_event,
)
from tournaments.models import LogEntry, Registration, Round, Tournament
from tournaments.services import clock, entries, rounds
from tournaments.services.drafts import discard_draft
from tournaments.services.finish import finish_tournament, reopen_tournament
from tournaments.services.start import start_tournament, unstart_tournament

pytestmark = pytest.mark.django_db


class TestStart:
    def test_freezes_the_recommended_rounds(self):
        tournament = start_event(9)
        assert (tournament.phase, tournament.planned_rounds) == ("swiss", 4)
        assert tournament.started_at is not None

    def test_keeps_the_rounds_that_were_set(self):
        assert start_event(9, planned_rounds=6).planned_rounds == 6

    def test_needs_two_players(self):
        tournament = make_event()
        enter(tournament, "A")
        facts = refused(
            "too_few_players", start_tournament, actor=owner_of(tournament), tournament_id=tournament.pk
        ).facts
        assert facts["count"] == 1

    def test_names_who_has_no_list(self):
        tournament = make_event(decklists_required=True)
        enter(tournament, "A", "B")
        arguments = {"actor": owner_of(tournament), "tournament_id": tournament.pk}
        assert refused("decklists_missing", start_tournament, **arguments).facts["missing"] == ["A", "B"]
        assert start_tournament(**arguments, allow_missing_decklists=True).phase == "swiss"

    def test_drops_the_absent_and_takes_it_back(self):
        tournament = make_event()
        here, there, absent = enter(tournament, "A", "B", "C")
        owner = owner_of(tournament)
        for entry in (here, there):
            entries.check_in(actor=owner, registration_id=entry.pk, present=True)
        start_tournament(actor=owner, tournament_id=tournament.pk, drop_absent=True)
        absent.refresh_from_db()
        assert (absent.status, absent.status_round) == ("no_show", 0)
        unstart_tournament(actor=owner, tournament_id=tournament.pk)
        absent.refresh_from_db()
        tournament.refresh_from_db()
        assert (absent.status, absent.status_round) == ("active", None)
        assert (tournament.phase, tournament.planned_rounds, tournament.started_at) == ("registration", None, None)

    def test_cannot_be_taken_back_once_a_round_exists(self):
        tournament = start_event(4)
        round = pair(tournament)
        arguments = {"actor": owner_of(tournament), "tournament_id": tournament.pk}
        refused("rounds_exist", unstart_tournament, Conflict, **arguments)
        discard_draft(actor=owner_of(tournament), round_id=round.pk)
        assert unstart_tournament(**arguments).phase == "registration"

    def test_twice(self):
        tournament = start_event(4)
        refused(
            "already_started",
            start_tournament,
            Conflict,
            actor=owner_of(tournament),
            tournament_id=tournament.pk,
        )


class TestRunning:
    def test_unpublish_while_nothing_is_recorded(self):
        tournament = start_event(5)
        owner = owner_of(tournament)
        round = publish(tournament)
        clock.start_clock(actor=owner, round_id=round.pk)
        again = rounds.unpublish_round(actor=owner, round_id=round.pk)
        assert (again.status, again.published_at, again.clock_started_at) == ("draft", None, None)
        rounds.publish_round(actor=owner, round_id=round.pk)
        play_game(round.matches.first(), 1)
        refused("round_has_results", rounds.unpublish_round, Conflict, actor=owner, round_id=round.pk)

    @pytest.mark.parametrize("policy", ["loss", "bye"])
    def test_a_round_taken_back_is_published_again_with_its_late_entrants(self, policy):
        tournament = start_event(4, planned_rounds=3)
        owner = owner_of(tournament)
        round = publish(tournament)
        entries.late_entry(actor=owner, tournament_id=tournament.pk, name="Late", late_policy=policy)
        rounds.unpublish_round(actor=owner, round_id=round.pk)
        assert rounds.publish_round(actor=owner, round_id=round.pk).status == "published"

    def test_complete_names_the_open_tables(self):
        tournament = start_event(6)
        owner = owner_of(tournament)
        round = publish(tournament)
        score(round.matches.get(table=2), 2, 0)
        facts = refused("tables_open", rounds.complete_round, actor=owner, round_id=round.pk).facts
        assert facts["tables"] == [1, 3]
        finish_round(round)
        refused("round_already_completed", rounds.complete_round, Conflict, actor=owner, round_id=round.pk)

    def test_reopen_the_newest_alone(self):
        tournament = start_event(4)
        owner = owner_of(tournament)
        first = finish_round(publish(tournament))
        assert rounds.reopen_round(actor=owner, round_id=first.pk).status == "published"
        rounds.complete_round(actor=owner, round_id=first.pk)
        draft = pair(tournament)
        refused("later_round_exists", rounds.reopen_round, Conflict, actor=owner, round_id=first.pk)
        discard_draft(actor=owner, round_id=draft.pk)
        assert rounds.reopen_round(actor=owner, round_id=first.pk).completed_at is None

    def test_a_cancelled_event_stands_still(self):
        tournament = start_event(4)
        round = publish(tournament)
        Tournament.objects.filter(pk=tournament.pk).update(phase="cancelled")
        refused("not_running", rounds.complete_round, Conflict, actor=owner_of(tournament), round_id=round.pk)
        refused("not_running", score, Conflict, match=round.matches.first(), wins1=2, wins2=0)


class TestFinish:
    def test_places_and_the_way_back(self):
        tournament = start_event(4, planned_rounds=2)
        owner = owner_of(tournament)
        play_swiss(tournament)
        finished = finish_tournament(actor=owner, tournament_id=tournament.pk)
        assert (finished.phase, finished.finished_at is not None) == ("finished", True)
        assert sorted(tournament.registrations.values_list("final_place", flat=True))[0] == 1
        refused("already_finished", finish_tournament, Conflict, actor=owner, tournament_id=tournament.pk)
        assert reopen_tournament(actor=owner, tournament_id=tournament.pk).phase == "swiss"
        assert set(tournament.registrations.values_list("final_place", flat=True)) == {None}

    def test_too_early_unless_meant(self):
        tournament = start_event(8)
        arguments = {"actor": owner_of(tournament), "tournament_id": tournament.pk}
        refused("no_round_played", finish_tournament, **arguments)
        round = publish(tournament)
        refused("round_open", finish_tournament, Conflict, **arguments)
        finish_round(round)
        facts = refused("rounds_remaining", finish_tournament, **arguments).facts
        assert (facts["played"], facts["planned"]) == (1, 3)
        assert finish_tournament(**arguments, early=True).phase == "finished"

    def test_the_planned_cut_is_not_forgotten(self):
        tournament = start_event(8, top_cut=4)
        play_swiss(tournament)
        facts = refused(
            "top_cut_remaining", finish_tournament, actor=owner_of(tournament), tournament_id=tournament.pk
        ).facts
        assert facts["size"] == 4

    def test_the_disqualified_have_no_place(self):
        tournament = start_event(4, planned_rounds=2)
        owner = owner_of(tournament)
        play_swiss(tournament)
        out = tournament.registrations.first()
        entries.disqualify(actor=owner, registration_id=out.pk, reason="marked cards")
        finish_tournament(actor=owner, tournament_id=tournament.pk)
        out.refresh_from_db()
        assert out.final_place is None
        others = tournament.registrations.exclude(pk=out.pk).values_list("final_place", flat=True)
        assert all(place is not None and place <= 3 for place in others)


def test_an_expulsion_after_the_end_takes_the_place():
    tournament = start_event(4, planned_rounds=2)
    owner = owner_of(tournament)
    play_swiss(tournament)
    finish_tournament(actor=owner, tournament_id=tournament.pk)
    first, second = tournament.registrations.order_by("final_place")[:2]
    entries.disqualify(actor=owner, registration_id=first.pk, reason="marked cards")
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.final_place, second.final_place) == (None, 1)


def test_every_step_leaves_a_line():
    tournament = start_event(4, planned_rounds=1)
    owner = owner_of(tournament)
    round = publish(tournament)
    clock.start_clock(actor=owner, round_id=round.pk)
    finish_round(round)
    finish_tournament(actor=owner, tournament_id=tournament.pk)
    verbs = list(LogEntry.objects.filter(tournament=tournament).order_by("id").values_list("verb", flat=True))
    assert verbs[-8:] == [
        "tournament_started",
        "round_paired",
        "round_published",
        "clock_started",
        "score_recorded",
        "score_recorded",
        "round_completed",
        "tournament_finished",
    ]
    assert set(Registration.objects.filter(tournament=tournament).values_list("status", flat=True)) == {"active"}
    assert Round.objects.get(tournament=tournament).status == "completed"
