"""Final places after a top cut."""

from random import Random

import pytest

from tests.people_and_events import owner_of
from tests.refused import refused
from tests.running_events import (
    bracket_of,
    finish_round,
    play_cut,
    start_cut,
    swiss_over,
)
from tournaments.models import Match
from tournaments.queries.standings import final_placings
from tournaments.services import rounds
from tournaments.services.entries import disqualify, drop, reinstate
from tournaments.services.finish import finish_tournament, reopen_tournament

pytestmark = pytest.mark.django_db


class TestPlaces:
    def test_cut_over_swiss_rank(self):
        tournament = swiss_over(12, top_cut=8, planned_rounds=4, third_place_match=True)
        play_cut(tournament, rng=Random(5))
        finish_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
        rows = final_placings(tournament)
        assert [row.final_place for row in rows][:8] == [1, 2, 3, 4, 5, 6, 7, 8]
        losers = [row.registration.seed for row in rows[4:8]]
        assert losers == sorted(losers)
        assert all(row.registration.seed is None for row in rows[8:])
        ranks = [row.rank for row in rows[8:]]
        assert ranks == sorted(ranks)
        last = Match.objects.filter(round__tournament=tournament).order_by("-round__number")
        final, third = last.get(round=last[0].round, is_third_place=False), last.get(is_third_place=True)
        assert {final.player1.final_place, final.player2.final_place} == {1, 2}
        assert {third.player1.final_place, third.player2.final_place} == {3, 4}
        assert bracket_of(tournament).winner.final_place == 1

    def test_ended_early_the_undecided_are_placed_by_seed(self):
        tournament = swiss_over(8, top_cut=4)
        owner = owner_of(tournament)
        round = start_cut(tournament)
        rounds.publish_round(actor=owner, round_id=round.pk)
        finish_round(round)
        arguments = {"actor": owner, "tournament_id": tournament.pk}
        refused("top_cut_remaining", finish_tournament, **arguments)
        finish_tournament(**arguments, early=True)
        entries = tournament.registrations.filter(seed__isnull=False).order_by("final_place")
        assert [(entry.final_place, entry.seed) for entry in entries] == [(1, 1), (2, 2), (3, 3), (4, 4)]

    def test_behind_a_disqualified_champion_everybody_moves_up(self):
        tournament = swiss_over(12, top_cut=8, planned_rounds=4, third_place_match=True)
        play_cut(tournament, rng=Random(5))
        owner = owner_of(tournament)
        finish_tournament(actor=owner, tournament_id=tournament.pk)
        before = places_of(tournament)
        champion, finalist = before[0][1], before[1][1]
        disqualify(actor=owner, registration_id=champion, reason="bribery")
        assert places_of(tournament) == [(place - 1, key) for place, key in before[1:]]
        assert tournament.registrations.get(pk=champion).final_place is None
        drawn = bracket_of(tournament)
        assert drawn.winner.pk == finalist
        sides = (drawn.rounds[-1].matches[0].top, drawn.rounds[-1].matches[0].bottom)
        assert [side.registration.pk for side in sides if side.is_winner] == [champion]
        reopen_tournament(actor=owner, tournament_id=tournament.pk)
        assert bracket_of(tournament).winner is None
        reinstate(actor=owner, registration_id=champion)
        finish_tournament(actor=owner, tournament_id=tournament.pk)
        assert places_of(tournament) == before

    def test_a_disqualified_quarterfinalist_leaves_no_gap_and_ties_stay(self):
        tournament = swiss_over(12, top_cut=8, planned_rounds=4)
        play_cut(tournament, rng=Random(5))
        owner = owner_of(tournament)
        finish_tournament(actor=owner, tournament_id=tournament.pk)
        before = places_of(tournament)
        disqualify(actor=owner, registration_id=before[5][1], reason="bribery")
        after = places_of(tournament)
        assert after[:5] == before[:5]
        assert after[5:] == [(place - 1, key) for place, key in before[6:]]

    def test_who_drops_after_the_final_keeps_the_place(self):
        tournament = swiss_over(4, top_cut=4)
        play_cut(tournament, rng=Random(5))
        owner = owner_of(tournament)
        champion = bracket_of(tournament).winner
        drop(actor=owner, registration_id=champion.pk)
        finish_tournament(actor=owner, tournament_id=tournament.pk)
        assert tournament.registrations.get(final_place=1) == champion


def places_of(tournament):
    """Place and key of everybody who has a place, best first."""
    placed = tournament.registrations.filter(final_place__isnull=False).order_by("final_place", "pk")
    return list(placed.values_list("final_place", "pk"))
