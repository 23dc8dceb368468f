"""An event from its start to its end, with the way back at each step and the refusals where there is none."""

import pytest

from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.people_and_events import enter, make_event, owner_of, player_actor, staff_actor
from tests.running_events import finish_round, pair, play_game, play_swiss, publish, score, start_event
from tournaments.models import LogEntry, Match, MissedRound, Registration, Round, Tournament
from tournaments.queries.pairing_reasons import outlines_of, reason_of
from tournaments.services import entries, rounds
from tournaments.services.drafts import discard_draft, pair_next_round, set_table, swap_players
from tournaments.services.entries import drop, late_entry
from tournaments.services.finish import finish_tournament, reopen_tournament
from tournaments.services.start import start_tournament, unstart_tournament

pytestmark = pytest.mark.django_db


def refused(code, call, kind=Refusal, **arguments):
    """Call, expecting this refusal; its facts."""
    with pytest.raises(kind) as caught:
        call(**arguments)
    assert caught.value.code == code
    return caught.value.facts


def names_in(round):
    """Everybody who has a place in a round."""
    seated = [name for match in round.matches.all() for name in (match.player1.name, match.player2.name)]
    return sorted(seated + [bye.registration.name for bye in round.byes.all()])


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
        facts = refused("too_few_players", start_tournament, actor=owner_of(tournament), tournament_id=tournament.pk)
        assert facts["count"] == 1

    def test_names_who_has_no_list(self):
        tournament = make_event(decklists_required=True)
        enter(tournament, "A", "B")
        arguments = {"actor": owner_of(tournament), "tournament_id": tournament.pk}
        assert refused("decklists_missing", start_tournament, **arguments)["missing"] == ["A", "B"]
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


class TestPairing:
    def test_everybody_has_one_place(self):
        tournament = start_event(9)
        round = pair(tournament)
        assert names_in(round) == [f"P{number:02}" for number in range(1, 10)]
        assert (round.status, round.matches.count(), round.byes.count()) == ("draft", 4, 1)
        assert sorted(round.matches.values_list("table", flat=True)) == [1, 2, 3, 4]

    def test_keeps_seed_and_proof(self):
        round = pair(start_event(8))
        assert round.seed > 0
        assert round.pairing["certified"] is True
        assert round.pairing["achieved"] == round.pairing["bound"]
        assert set(outlines_of(round)) == {frozenset(pair) for pair in round.matches.values_list("player1", "player2")}
        assert round.pairing["rematches"] == []

    def test_no_rematch_and_no_second_bye(self):
        tournament = start_event(7, planned_rounds=5)
        play_swiss(tournament)
        pairs = [frozenset(pair) for pair in matches_of(tournament).values_list("player1", "player2")]
        assert len(pairs) == len(set(pairs)) == 15
        byes = [bye.registration_id for round in tournament.rounds.all() for bye in round.byes.all()]
        assert len(byes) == len(set(byes)) == 5

    def test_the_second_press_is_told(self):
        tournament = start_event(4)
        pair(tournament)
        arguments = {"actor": owner_of(tournament), "tournament_id": tournament.pk}
        facts = refused("round_already_paired", pair_next_round, Conflict, number=1, **arguments)
        assert facts["number"] == 1
        refused("round_open", pair_next_round, Conflict, number=2, **arguments)
        refused("round_not_next", pair_next_round, Conflict, number=5, **arguments)
        assert tournament.rounds.count() == 1

    def test_stops_at_the_planned_rounds(self):
        tournament = start_event(4, planned_rounds=2)
        play_swiss(tournament)
        refused("all_rounds_played", pair, tournament=tournament)

    def test_a_rematch_that_cannot_be_avoided_is_recorded(self):
        tournament = start_event(2, planned_rounds=2)
        finish_round(publish(tournament))
        round = pair(tournament)
        assert len(round.pairing["rematches"]) == 1

    def test_drops_and_late_entries_take_effect_on_the_next_pairing(self):
        tournament = start_event(6, planned_rounds=4)
        owner = owner_of(tournament)
        first = publish(tournament)
        leaver = first.matches.first().player1
        drop(actor=owner, registration_id=leaver.pk)
        finish_round(first)
        late = late_entry(actor=owner, tournament_id=tournament.pk, name="Late", late_policy="loss")
        second = publish(tournament)
        assert leaver.name not in names_in(second)
        assert "Late" in names_in(second)
        assert MissedRound.objects.filter(registration=late, round=first).exists()

    def test_only_those_who_run_rounds(self):
        tournament = start_event(4)
        judge = staff_actor(tournament, "judge")
        player = player_actor(tournament.registrations.first())
        for actor in (judge, player):
            with pytest.raises(NotAllowed):
                pair_next_round(actor=actor, tournament_id=tournament.pk, number=1)
        keeper = staff_actor(tournament, "scorekeeper")
        assert pair_next_round(actor=keeper, tournament_id=tournament.pk, number=1).number == 1


class TestDraft:
    def test_discarded_and_paired_again(self):
        tournament = start_event(4)
        round = pair(tournament)
        discard_draft(actor=owner_of(tournament), round_id=round.pk)
        assert pair(tournament).number == 1

    def test_swap_marks_the_round_and_is_logged(self):
        tournament = start_event(4)
        round = pair(tournament)
        one, two = round.matches.order_by("table")
        edited = swap_players(
            actor=owner_of(tournament),
            round_id=round.pk,
            registration_a=one.player1_id,
            registration_b=two.player2_id,
        )
        assert edited.round.edited_by_hand
        assert edited.round.pairing["certified"]
        assert [reason_of(match) for match in round.matches.all()] == [{}, {}]
        assert not edited.has_warnings
        assert round.matches.get(pk=one.pk).player1_id == two.player2_id
        assert round.matches.get(pk=two.pk).player2_id == one.player1_id
        assert LogEntry.objects.filter(tournament=tournament, verb="players_swapped").exists()

    def test_swap_warns_of_a_rematch(self):
        tournament = start_event(4, planned_rounds=3)
        first = publish(tournament)
        finish_round(first)
        second = pair(tournament)
        opponent_before = {}
        for match in first.matches.all():
            opponent_before[match.player1_id] = match.player2_id
            opponent_before[match.player2_id] = match.player1_id
        match = second.matches.first()
        edited = swap_players(
            actor=owner_of(tournament),
            round_id=second.pk,
            registration_a=match.player2_id,
            registration_b=opponent_before[match.player1_id],
        )
        assert len(edited.rematches) == 2
        second.refresh_from_db()
        assert (second.pairing["certified"], len(second.pairing["rematches"])) == (False, 2)
        assert second.pairing["achieved"]["repeats"] == 2
        assert [reason_of(match) for match in second.matches.all()] == [{}, {}]

    def test_swap_with_the_bye_warns_of_a_second_one(self):
        tournament = start_event(5, planned_rounds=3)
        first = publish(tournament)
        had = first.byes.get().registration
        finish_round(first)
        second = pair(tournament)
        edited = swap_players(
            actor=owner_of(tournament),
            round_id=second.pk,
            registration_a=had.pk,
            registration_b=second.byes.get().registration_id,
        )
        assert edited.second_bye == had
        assert edited.round.pairing["second_bye"] == had.pk
        assert second.byes.get().registration == had
        assert names_in(second) == [f"P{number:02}" for number in range(1, 6)]

    def test_opponents_cannot_be_swapped(self):
        tournament = start_event(4)
        round = pair(tournament)
        match = round.matches.first()
        refused(
            "already_opponents",
            swap_players,
            actor=owner_of(tournament),
            round_id=round.pk,
            registration_a=match.player1_id,
            registration_b=match.player2_id,
        )

    def test_tables_are_exchanged(self):
        tournament = start_event(4)
        round = pair(tournament)
        one, two = round.matches.order_by("table")
        owner = owner_of(tournament)
        set_table(actor=owner, round_id=round.pk, match_id=one.pk, table=2)
        assert dict(round.matches.values_list("pk", "table")) == {one.pk: 2, two.pk: 1}
        set_table(actor=owner, round_id=round.pk, match_id=one.pk, table=40)
        assert dict(round.matches.values_list("pk", "table")) == {one.pk: 40, two.pk: 1}
        refused("no_such_table", set_table, actor=owner, round_id=round.pk, match_id=one.pk, table=0)

    def test_a_published_round_is_no_draft(self):
        tournament = start_event(4)
        round = publish(tournament)
        match = round.matches.first()
        owner = owner_of(tournament)
        refused("round_not_draft", discard_draft, Conflict, actor=owner, round_id=round.pk)
        refused("round_not_draft", rounds.publish_round, Conflict, actor=owner, round_id=round.pk)
        refused("round_not_draft", set_table, Conflict, actor=owner, round_id=round.pk, match_id=match.pk, table=3)

    def test_a_draft_somebody_has_left_is_not_published(self):
        tournament = start_event(4)
        owner = owner_of(tournament)
        draft = pair(tournament)
        leaver = draft.matches.first().player1
        drop(actor=owner, registration_id=leaver.pk)
        facts = refused("draft_out_of_date", rounds.publish_round, actor=owner, round_id=draft.pk)
        assert facts["left"] == [leaver.name]
        discard_draft(actor=owner, round_id=draft.pk)
        assert leaver.name not in names_in(publish(tournament))

    def test_a_draft_somebody_has_come_back_to_is_not_published(self):
        tournament = start_event(5)
        owner = owner_of(tournament)
        leaver = tournament.registrations.first()
        drop(actor=owner, registration_id=leaver.pk)
        draft = pair(tournament)
        entries.undrop(actor=owner, registration_id=leaver.pk)
        facts = refused("draft_out_of_date", rounds.publish_round, actor=owner, round_id=draft.pk)
        assert facts["new"] == [leaver.name]

    def test_who_came_during_a_round_that_is_discarded_has_missed_nothing(self):
        tournament = start_event(4)
        owner = owner_of(tournament)
        round = publish(tournament)
        late = late_entry(actor=owner, tournament_id=tournament.pk, name="Late", late_policy="loss")
        leaver = tournament.registrations.first()
        drop(actor=owner, registration_id=leaver.pk)
        rounds.unpublish_round(actor=owner, round_id=round.pk)
        discard_draft(actor=owner, round_id=round.pk)
        late.refresh_from_db()
        leaver.refresh_from_db()
        assert (late.first_round, leaver.status_round) == (1, 0)
        assert "Late" in names_in(publish(tournament))
        assert not late.missed_rounds.exists()


class TestRunning:
    def test_unpublish_while_nothing_is_recorded(self):
        tournament = start_event(5)
        owner = owner_of(tournament)
        round = publish(tournament)
        rounds.start_clock(actor=owner, round_id=round.pk)
        again = rounds.unpublish_round(actor=owner, round_id=round.pk)
        assert (again.status, again.published_at, again.clock_started_at) == ("draft", None, None)
        rounds.publish_round(actor=owner, round_id=round.pk)
        play_game(round.matches.first(), 1)
        refused("round_has_results", rounds.unpublish_round, Conflict, actor=owner, round_id=round.pk)

    def test_the_clock_starts_once(self):
        tournament = start_event(4)
        owner = owner_of(tournament)
        round = publish(tournament)
        refused("clock_not_started", rounds.reset_clock, Conflict, actor=owner, round_id=round.pk)
        assert rounds.start_clock(actor=owner, round_id=round.pk).clock_started_at is not None
        refused("clock_already_started", rounds.start_clock, Conflict, actor=owner, round_id=round.pk)
        assert rounds.reset_clock(actor=owner, round_id=round.pk).clock_started_at is None

    def test_complete_names_the_open_tables(self):
        tournament = start_event(6)
        owner = owner_of(tournament)
        round = publish(tournament)
        score(round.matches.get(table=2), 2, 0)
        facts = refused("tables_open", rounds.complete_round, actor=owner, round_id=round.pk)
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
        facts = refused("rounds_remaining", finish_tournament, **arguments)
        assert (facts["played"], facts["planned"]) == (1, 3)
        assert finish_tournament(**arguments, early=True).phase == "finished"

    def test_the_planned_cut_is_not_forgotten(self):
        tournament = start_event(8, top_cut=4)
        play_swiss(tournament)
        facts = refused("top_cut_remaining", finish_tournament, actor=owner_of(tournament), tournament_id=tournament.pk)
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


def matches_of(tournament):
    return Match.objects.filter(round__tournament=tournament)


def test_every_step_leaves_a_line():
    tournament = start_event(4, planned_rounds=1)
    owner = owner_of(tournament)
    round = publish(tournament)
    rounds.start_clock(actor=owner, round_id=round.pk)
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
