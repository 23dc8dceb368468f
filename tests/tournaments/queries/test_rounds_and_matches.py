"""What the round, match and bracket pages read."""

from random import Random

import pytest

from tests.people_and_events import owner_of
from tests.running_events import (
    bracket_of,
    finish_round,
    pair,
    play_cut,
    play_game,
    play_swiss,
    publish,
    score,
    start_event,
)
from tournaments.play.first_player import Reason, RulingKind
from tournaments.queries.matches import find_match, match_view
from tournaments.queries.rounds import byes_of, current_round, has_results, matches_of, missed_of, rounds_of
from tournaments.services import results, rounds, top_cut
from tournaments.services.entries import late_entry

pytestmark = pytest.mark.django_db


class TestRounds:
    def test_drafts_are_for_staff(self):
        tournament = start_event(4)
        assert current_round(tournament) is None
        draft = pair(tournament)
        assert (rounds_of(tournament), rounds_of(tournament, drafts=True)) == ([], [draft])
        assert current_round(tournament, drafts=True) == draft
        assert find_match(tournament, draft.matches.first().pk) is None
        assert find_match(tournament, draft.matches.first().pk, drafts=True) is not None

    def test_tables_in_order_with_their_results(self):
        tournament = start_event(9, planned_rounds=3)
        round = publish(tournament)
        one, two, three, four = round.matches.order_by("table")
        owner = owner_of(tournament)
        score(one, 1, 2)
        play_game(two, None)
        results.record_outcome(actor=owner, match_id=three.pk, expected_version=1, outcome="no_show", winner_seat=1)
        results.record_outcome(actor=owner, match_id=four.pk, expected_version=1, outcome="double_loss")
        rows = matches_of(round)
        assert [row.match.table for row in rows] == [1, 2, 3, 4]
        assert [row.winner_seat for row in rows] == [2, None, 1, None]
        assert [row.is_open for row in rows] == [False, True, False, False]
        assert (rows[0].wins1, rows[0].wins2, rows[0].draws, rows[1].draws) == (1, 2, 0, 1)
        assert rows[0].winner == one.player2
        assert [bye.kind for bye in byes_of(round)] == ["paired"]

    def test_late_entrants_are_named(self):
        tournament = start_event(4)
        round = publish(tournament)
        owner = owner_of(tournament)
        late = late_entry(actor=owner, tournament_id=tournament.pk, name="Late", late_policy="loss")
        lucky = late_entry(actor=owner, tournament_id=tournament.pk, name="Lucky", late_policy="bye")
        assert [row.registration for row in missed_of(round)] == [late]
        assert [(row.registration, row.kind) for row in byes_of(round)] == [(lucky, "awarded")]
        assert not has_results(round)

    def test_a_round_costs_the_same_for_few_and_many(self, django_assert_num_queries):
        for players in (4, 64):
            tournament = start_event(players)
            round = publish(tournament)
            finish_round(round, rng=Random(2))
            with django_assert_num_queries(3):
                rows = matches_of(round)
                assert all(row.match.player1.player.name and row.match.player1.tournament.name for row in rows)
                assert len(rows) == players // 2

    def test_pairing_costs_the_same_for_few_and_many(self, django_assert_max_num_queries):
        for players in (8, 64):
            tournament = start_event(players, planned_rounds=3)
            play_swiss(tournament, count=2, rng=Random(2))
            # Five ask about decided pairs, eleven write the receipt, eight ask for a snapshot.
            with django_assert_max_num_queries(65):
                pair(tournament)


class TestMatch:
    def test_who_chooses_and_why(self):
        tournament = start_event(2, planned_rounds=1)
        match = publish(tournament).matches.get()
        ruling = match_view(match).ruling
        assert (ruling.kind, ruling.clause, ruling.number) == (RulingKind.AGREED_METHOD, "1.2.2", 1)
        play_game(match, 1, chooser_seat=1, choice="first")
        view = match_view(find_match(tournament, match.pk))
        assert (view.ruling.reason, view.ruling.clause) == (Reason.LOST_PREVIOUS, "1.2.2a")
        assert view.chooser == match.player2
        play_game(match, None, chooser_seat=2, choice="second")
        view = match_view(find_match(tournament, match.pk))
        assert (view.ruling.reason, view.chooser) == (Reason.SAME_AFTER_DRAW, match.player2)

    def test_nobody_once_it_is_over(self):
        tournament = start_event(2, planned_rounds=1)
        match = score(publish(tournament).matches.get(), 1, 0)
        view = match_view(find_match(tournament, match.pk))
        assert (view.ruling, view.chooser, view.winner) == (None, None, match.player1)
        assert [revision.version for revision in view.revisions] == [2]
        assert view.quick_scores

    def test_of_another_tournament(self):
        match = publish(start_event(2, planned_rounds=1)).matches.get()
        assert find_match(start_event(2), match.pk) is None


class TestBracket:
    def test_not_before_the_cut(self):
        tournament = start_event(8, top_cut=4)
        assert bracket_of(tournament) is None
        play_swiss(tournament)
        top_cut.start_top_cut(actor=owner_of(tournament), tournament_id=tournament.pk)
        assert bracket_of(tournament) is None
        assert bracket_of(tournament, drafts=True).size == 4

    def test_grows_with_the_results(self):
        tournament = start_event(16, top_cut=8, planned_rounds=4, third_place_match=True)
        play_swiss(tournament, rng=Random(4))
        round = top_cut.start_top_cut(actor=owner_of(tournament), tournament_id=tournament.pk)
        rounds.publish_round(actor=owner_of(tournament), round_id=round.pk)
        match = round.matches.get(bracket_slot=1)
        score(match, 1, 2)
        picture = bracket_of(tournament)
        assert [len(column.matches) for column in picture.rounds] == [4, 2, 2]
        assert [column.players for column in picture.rounds] == [8, 4, 2]
        first, second, last = picture.rounds
        assert [(box.top.seed, box.bottom.seed) for box in first.matches] == [(1, 8), (4, 5), (2, 7), (3, 6)]
        box = first.matches[1]
        assert (box.top.wins, box.bottom.wins, box.bottom.is_winner) == (1, 2, True)
        assert (second.matches[0].top.registration, second.matches[0].bottom.seed) == (None, 5)
        assert second.round is None
        assert last.matches[1].is_third_place
        assert picture.winner is None

    def test_byes_of_a_short_field(self):
        tournament = start_event(6, top_cut=8)
        play_swiss(tournament)
        play_cut(tournament)
        picture = bracket_of(tournament)
        boxes = picture.rounds[0].matches
        assert [(box.top.seed, box.match, box.bottom.is_empty) for box in boxes[::2]] == [
            (1, None, True),
            (2, None, True),
        ]
        assert picture.winner.seed == 1

    def test_costs_the_same_for_small_and_large(self, django_assert_num_queries):
        for players, size in ((5, 4), (17, 16)):
            tournament = start_event(players, top_cut=size, planned_rounds=3)
            play_swiss(tournament, rng=Random(1))
            play_cut(tournament)
            with django_assert_num_queries(4):
                picture = bracket_of(tournament)
                names = [
                    side.registration.player.name
                    for column in picture.rounds
                    for box in column.matches
                    for side in (box.top, box.bottom)
                    if side.registration is not None
                ]
                assert len(names) == 2 * (size - 1)
