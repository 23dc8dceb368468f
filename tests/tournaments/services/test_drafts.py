"""Pairing a round as a draft, and editing the draft by hand."""

import pytest

from accounts.refusals import Conflict, NotAllowed
from tests.people_and_events import owner_of, player_actor, staff_actor
from tests.refused import refused
from tests.running_events import (
    finish_round,
    names_in,
    pair,
    play_swiss,
    publish,
    start_event,
)
from tournaments.models import LogEntry, Match, MissedRound
from tournaments.queries.pairing_reasons import outlines_of, reason_in, reasons_of
from tournaments.services import entries, rounds
from tournaments.services.drafts import discard_draft, pair_next_round, set_table, swap_players
from tournaments.services.entries import drop, late_entry

pytestmark = pytest.mark.django_db


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

    def test_the_second_press_is_reported(self):
        tournament = start_event(4)
        pair(tournament)
        arguments = {"actor": owner_of(tournament), "tournament_id": tournament.pk}
        facts = refused("round_already_paired", pair_next_round, Conflict, number=1, **arguments).facts
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
        scorekeeper = staff_actor(tournament, "scorekeeper")
        assert pair_next_round(actor=scorekeeper, tournament_id=tournament.pk, number=1).number == 1


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
        assert [reason_in(reasons_of(round), match) for match in round.matches.all()] == [{}, {}]
        assert (edited.rematches, edited.kept_together, edited.second_bye) == ((), (), None)
        assert round.matches.get(pk=one.pk).player1_id == two.player2_id
        assert round.matches.get(pk=two.pk).player2_id == one.player1_id
        assert LogEntry.objects.filter(tournament=tournament, verb="players_swapped").exists()

    def test_swapped_back_it_is_what_was_paired(self):
        tournament = start_event(6)
        owner, round = owner_of(tournament), pair(tournament)
        before = (round.pairing, [(match.table, match.player1_id, match.player2_id) for match in round.matches.all()])
        one, two = round.matches.order_by("table")[:2]
        pair_of = {"registration_a": one.player1_id, "registration_b": two.player2_id}
        swap_players(actor=owner, round_id=round.pk, **pair_of)
        set_table(actor=owner, round_id=round.pk, match_id=two.pk, table=9)
        assert swap_players(actor=owner, round_id=round.pk, **pair_of).round.edited_by_hand
        assert not set_table(actor=owner, round_id=round.pk, match_id=two.pk, table=2).round.edited_by_hand
        round.refresh_from_db()
        after = (round.pairing, [(match.table, match.player1_id, match.player2_id) for match in round.matches.all()])
        assert after == before

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
        assert [reason_in(reasons_of(second), match) for match in second.matches.all()] == [{}, {}]

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
        facts = refused("draft_out_of_date", rounds.publish_round, actor=owner, round_id=draft.pk).facts
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
        facts = refused("draft_out_of_date", rounds.publish_round, actor=owner, round_id=draft.pk).facts
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


def matches_of(tournament):
    return Match.objects.filter(round__tournament=tournament)
