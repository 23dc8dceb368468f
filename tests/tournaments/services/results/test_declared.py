"""Results without every game: bare scores, declared outcomes, and undoing them."""

import pytest

from tests.refused import refused
from tests.running_events import play_game, score
from tests.tournaments.services.recorded import at, stored
from tournaments.models import Match
from tournaments.services import results

pytestmark = pytest.mark.django_db


class TestScore:
    @pytest.mark.parametrize("wins", [(2, 0, 0), (1, 2, 0), (1, 1, 0), (1, 1, 1), (0, 0, 1), (1, 0, 0)])
    def test_only_the_results_are_known(self, match, wins):
        match = score(match, *wins)
        games = list(match.games.all())
        assert match.is_complete
        assert not any(game.details_known for game in games)
        count = (
            sum(game.winner_seat == 1 for game in games),
            sum(game.winner_seat == 2 for game in games),
            sum(game.is_draw for game in games),
        )
        assert count == wins

    def test_known_games_keep_their_details(self, match):
        play_game(match, 1, chooser_seat=2, choice="first", ending="damage")
        score(match, 2, 1)
        first, *rest = match.games.order_by("number")
        assert (first.winner_seat, first.ending, first.details_known) == (1, "damage", True)
        assert [(game.winner_seat, game.details_known) for game in rest] == [(2, False), (1, False)]
        assert all(game.order_known for game in rest)

    @pytest.mark.parametrize(
        ("wins", "order"),
        [((2, 1, 0), [False, False, True]), ((2, 0, 0), [True, True]), ((1, 1, 0), [False, False])],
    )
    def test_nothing_is_claimed_about_the_order_of_a_bare_score(self, match, wins, order):
        score(match, *wins)
        assert [game.order_known for game in match.games.order_by("number")] == order

    def test_no_game_is_the_last_where_nobody_noted_the_order(self, match, owner):
        score(match, 1, 1)
        refused("game_order_unknown", results.undo_last_game, **at(match, owner))

    def test_known_games_that_do_not_fit(self, match, owner):
        play_game(match, 1)
        refusal = refused("score_contradicts_games", results.record_score, **at(match, owner, wins1=0, wins2=2))
        assert (refusal.facts["wins1"], refusal.facts["wins2"]) == (1, 0)

    @pytest.mark.parametrize(
        ("code", "wins"),
        [
            ("score_too_many_wins", (3, 0, 0)),
            ("score_too_many_wins", (2, 2, 0)),
            ("score_negative", (-1, 2, 0)),
            ("score_empty", (0, 0, 0)),
        ],
    )
    def test_impossible_scores(self, match, owner, code, wins):
        refused(code, results.record_score, **at(match, owner, wins1=wins[0], wins2=wins[1], draws=wins[2]))

    def test_a_full_win_is_not_marked_as_time(self, match, owner):
        results.record_score(**at(match, owner, wins1=2, wins2=0, stopped_by_time=True))
        assert not stored(match)["time"]

    def test_nothing_played_when_time_ran_out(self, match, owner):
        results.record_score(**at(match, owner, wins1=0, wins2=0, stopped_by_time=True))
        assert stored(match)["time"]


class TestDeclared:
    @pytest.mark.parametrize("outcome", ["no_show", "match_loss", "judge_award"])
    def test_with_a_winner(self, match, owner, outcome):
        results.record_outcome(**at(match, owner, outcome=outcome, winner_seat=2, reason="late"))
        assert stored(match) == {"complete": True, "time": False, "outcome": outcome, "winner": 2, "games": []}
        assert Match.objects.get(pk=match.pk).reason == "late"

    @pytest.mark.parametrize("outcome", ["intentional_draw", "double_loss", "double_no_show", "judge_award"])
    def test_without_a_winner(self, match, owner, outcome):
        results.record_outcome(**at(match, owner, outcome=outcome))
        assert stored(match)["winner"] is None

    @pytest.mark.parametrize(
        ("code", "facts"),
        [
            ("unknown_outcome", {"outcome": "played"}),
            ("unknown_outcome", {"outcome": "abducted"}),
            ("winner_needed", {"outcome": "no_show"}),
            ("winner_needed", {"outcome": "match_loss", "winner_seat": 3}),
            ("no_winner_with_outcome", {"outcome": "double_loss", "winner_seat": 1}),
            ("no_winner_with_outcome", {"outcome": "double_no_show", "winner_seat": 1}),
            ("no_winner_with_outcome", {"outcome": "intentional_draw", "winner_seat": 1}),
        ],
    )
    def test_nonsense_is_refused(self, match, owner, code, facts):
        refused(code, results.record_outcome, **at(match, owner, **facts))

    def test_games_played_stay_on_the_slip(self, match, owner):
        play_game(match, 1)
        refused("no_show_after_games", results.record_outcome, **at(match, owner, outcome="no_show", winner_seat=1))
        refused("no_show_after_games", results.record_outcome, **at(match, owner, outcome="double_no_show"))
        results.record_outcome(**at(match, owner, outcome="match_loss", winner_seat=2, reason="slow play"))
        assert stored(match)["games"] == [1]


class TestTakingBack:
    def test_the_last_game(self, match, owner):
        play_game(match, 1)
        play_game(match, 1)
        match = results.undo_last_game(**at(match, owner))
        assert (match.is_complete, match.completed_at) == (False, None)
        assert stored(match)["games"] == [1]
        results.undo_last_game(**at(match, owner))
        refused("no_game_to_undo", results.undo_last_game, **at(match, owner))

    def test_the_end_on_time_goes_with_it(self, match, owner):
        play_game(match, 1)
        play_game(match, 2)
        results.end_match_on_time(**at(match, owner))
        results.undo_last_game(**at(match, owner))
        assert stored(match) == {"complete": False, "time": False, "outcome": "played", "winner": None, "games": [1]}

    def test_a_declared_result_is_cleared(self, match, owner):
        results.record_outcome(**at(match, owner, outcome="intentional_draw"))
        refused("result_was_declared", results.undo_last_game, **at(match, owner))
        results.clear_result(**at(match, owner, reason="wrong table"))
        assert stored(match)["outcome"] == "played"
        revision = match.revisions.order_by("version").last()
        assert (revision.before["outcome"], revision.reason) == ("intentional_draw", "wrong table")
        refused("nothing_changed", results.clear_result, **at(match, owner))
