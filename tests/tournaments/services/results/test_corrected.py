"""Corrections: the old result is kept, standings follow, the bracket is repaired or the correction is refused."""

import pytest

from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.people_and_events import owner_of, staff_actor
from tests.running_events import finish_round, pair, play_cut, play_game, play_swiss, publish, score, start_event
from tournaments.models import LogEntry, Match
from tournaments.queries.matches import match_view
from tournaments.queries.standings import standings_of
from tournaments.services import rounds, top_cut
from tournaments.services.corrections import correct_match
from tournaments.services.finish import finish_tournament
from tournaments.services.result_inputs import GameInput, OutcomeInput, ScoreInput
from tournaments.services.results import clear_result
from tournaments.wording import say_log

pytestmark = pytest.mark.django_db


def correct(match, actor=None, reason="misread the slip", **result):
    match = Match.objects.select_related("round__tournament").get(pk=match.pk)
    return correct_match(
        actor=actor or owner_of(match.round.tournament),
        match_id=match.pk,
        expected_version=match.version,
        reason=reason,
        **result,
    )


def refused(code, kind=Refusal, **arguments):
    with pytest.raises(kind) as caught:
        correct(**arguments)
    assert caught.value.code == code, caught.value
    return caught.value


def points_of(tournament):
    return {row.registration.pk: row.points for row in standings_of(tournament)}


SWAP = {"score": ScoreInput(wins1=0, wins2=2)}


class TestSwiss:
    def test_standings_follow_at_once_and_pairings_stay(self):
        tournament = start_event(4, planned_rounds=3)
        first = finish_round(publish(tournament))
        second = publish(tournament)
        pairs = sorted(second.matches.values_list("player1", "player2"))
        match = first.matches.order_by("table").first()
        assert points_of(tournament)[match.player1_id] == 3
        match = correct(match, **SWAP)
        assert points_of(tournament)[match.player1_id] == 0
        assert points_of(tournament)[match.player2_id] == 3
        assert sorted(second.matches.values_list("player1", "player2")) == pairs
        assert match_view(match).later_rounds == (2,)
        line = LogEntry.objects.filter(tournament=tournament).first()
        assert (line.verb, line.facts["later_rounds"]) == ("result_corrected", [2])
        assert "misread the slip" in say_log(line)

    def test_the_old_result_is_kept(self):
        tournament = start_event(2, planned_rounds=1)
        match = publish(tournament).matches.get()
        play_game(match, 1, chooser_seat=1, choice="first", ending="damage")
        play_game(match, 1, chooser_seat=2, choice="first", ending="concession", conceded=True)
        finish_round(match.round)
        judge = staff_actor(tournament, "judge")
        match = correct(match, actor=judge, outcome=OutcomeInput(outcome="match_loss", winner_seat=2))
        revision = match.revisions.order_by("version").last()
        assert [game["ending"] for game in revision.before["games"]] == ["damage", "concession"]
        assert (revision.before["outcome"], revision.after["outcome"]) == ("played", "match_loss")
        assert (revision.changed_by_user, revision.reason) == (judge.user, "misread the slip")

    def test_game_by_game_under_the_rule(self):
        tournament = start_event(2, planned_rounds=1)
        match = publish(tournament).matches.get()
        finish_round(match.round)
        first = GameInput(winner_seat=2, chooser_seat=1, choice="first")
        wrong = GameInput(winner_seat=2, chooser_seat=2, choice="first")
        right = GameInput(winner_seat=2, chooser_seat=1, choice="second")
        assert refused("wrong_chooser", match=match, games=[first, wrong]).clause == "1.2.2a"
        match = correct(match, games=[first, right])
        assert list(match.games.values_list("winner_seat", "first_seat")) == [(2, 1), (2, 2)]
        match = correct(match, games=[first, wrong], override_reason="both agreed", reason="as played")
        assert match.games.get(number=2).override_reason == "both agreed"

    def test_a_round_that_is_over_has_no_open_match(self):
        tournament = start_event(2, planned_rounds=1)
        match = publish(tournament).matches.get()
        finish_round(match.round)
        refused("result_incomplete", match=match, games=[GameInput(winner_seat=1)])
        match = correct(match, games=[GameInput(winner_seat=2)], stopped_by_time=True)
        assert (match.is_complete, match.stopped_by_time) == (True, True)

    def test_in_a_running_round(self):
        tournament = start_event(2, planned_rounds=1)
        match = score(publish(tournament).matches.get(), 2, 0)
        match = correct(match, games=[GameInput(winner_seat=1)])
        assert not match.is_complete
        assert play_game(match, 1).is_complete

    def test_what_is_missing(self):
        tournament = start_event(2, planned_rounds=1)
        match = publish(tournament).matches.get()
        finish_round(match.round)
        assert refused("reason_required", match=match, reason="  ", **SWAP).field == "reason"
        refused("one_result_needed", match=match)
        refused("one_result_needed", match=match, **SWAP, games=[])
        refused("nothing_changed", match=match, score=ScoreInput(wins1=2, wins2=0))

    @pytest.mark.parametrize("outcome", ["intentional_draw", "judge_award"])
    @pytest.mark.parametrize("wins", [2, 1])
    def test_no_bare_score_stays_under_a_draw(self, outcome, wins):
        tournament = start_event(2, planned_rounds=1)
        match = score(publish(tournament).matches.get(), wins, 0)
        match = correct(match, outcome=OutcomeInput(outcome=outcome))
        assert (match.outcome, match.games.count()) == (outcome, 0)
        assert len({row.tiebreakers["GW"] for row in standings_of(tournament)}) == 1

    @pytest.mark.parametrize(("games", "kept"), [([1], 1), ([1, 1], 0)])
    def test_games_that_decide_nothing_stay_under_a_draw(self, games, kept):
        tournament = start_event(2, planned_rounds=1)
        match = publish(tournament).matches.get()
        match = correct(match, games=[GameInput(winner_seat=winner) for winner in games], stopped_by_time=True)
        match = correct(match, outcome=OutcomeInput(outcome="intentional_draw"))
        assert match.games.count() == kept

    def test_a_draft_has_nothing_to_correct(self):
        tournament = start_event(2, planned_rounds=1)
        refused("round_not_published", Conflict, match=pair(tournament).matches.get(), **SWAP)

    def test_after_the_event_organisers_alone(self):
        tournament = start_event(4, planned_rounds=1)
        play_swiss(tournament)
        finish_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
        match = Match.objects.filter(round__tournament=tournament).order_by("table").first()
        winner, loser = match.player1, match.player2
        assert (winner.final_place, loser.final_place) == (1, 3)
        with pytest.raises(NotAllowed):
            correct(match, actor=staff_actor(tournament, "scorekeeper"), **SWAP)
        correct(match, actor=staff_actor(tournament, "organiser"), **SWAP)
        winner.refresh_from_db()
        loser.refresh_from_db()
        assert (winner.final_place, loser.final_place) == (3, 1)

    def test_a_stale_correction_is_reported(self):
        tournament = start_event(2, planned_rounds=1)
        match = publish(tournament).matches.get()
        finish_round(match.round)
        with pytest.raises(Conflict) as caught:
            correct_match(actor=owner_of(tournament), match_id=match.pk, expected_version=1, reason="late", **SWAP)
        assert caught.value.code == "match_changed"


@pytest.fixture
def cut():
    """A top 4 whose semifinals are over and whose final and third-place match are paired and running."""
    tournament = start_event(8, top_cut=4, third_place_match=True)
    play_swiss(tournament)
    owner = owner_of(tournament)
    semifinals = top_cut.start_top_cut(actor=owner, tournament_id=tournament.pk)
    rounds.publish_round(actor=owner, round_id=semifinals.pk)
    finish_round(semifinals)
    publish(tournament)
    return tournament


def cut_rounds(tournament):
    return list(tournament.rounds.filter(stage="top_cut").order_by("number"))


def seats(match):
    match.refresh_from_db()
    return match.player1.seed, match.player2.seed


class TestTopCut:
    def test_the_advance_is_corrected(self, cut):
        semifinals, last = cut_rounds(cut)
        final, third = last.matches.get(is_third_place=False), last.matches.get(is_third_place=True)
        assert (seats(final), seats(third)) == ((1, 2), (3, 4))
        correct(semifinals.matches.get(bracket_slot=0), **SWAP)
        assert (seats(final), seats(third)) == ((2, 4), (1, 3))
        assert (final.version, third.version) == (2, 2)
        revision = final.revisions.get()
        assert revision.before["players"] != revision.after["players"]

    def test_not_once_the_next_match_is_played(self, cut):
        semifinals, last = cut_rounds(cut)
        final = last.matches.get(is_third_place=False)
        play_game(final, 1)
        refusal = refused("advance_already_played", match=semifinals.matches.get(bracket_slot=0), **SWAP)
        assert (refusal.facts["number"], refusal.facts["match"]) == (last.number, final.pk)
        assert seats(final) == (1, 2)
        assert semifinals.matches.get(bracket_slot=0).version == 2

    def test_a_cleared_result_opens_the_way_again(self, cut):
        semifinals, last = cut_rounds(cut)
        final = score(last.matches.get(is_third_place=False), 2, 0)
        clear_result(actor=owner_of(cut), match_id=final.pk, expected_version=final.version)
        correct(semifinals.matches.get(bracket_slot=0), **SWAP)
        assert seats(final) == (2, 4)

    def test_the_score_alone_changes_nobody(self, cut):
        semifinals, last = cut_rounds(cut)
        final = last.matches.get(is_third_place=False)
        play_game(final, 1)
        correct(semifinals.matches.get(bracket_slot=0), score=ScoreInput(wins1=2, wins2=1))
        assert seats(final) == (1, 2)

    def test_nobody_advances_from_a_loss_for_both(self, cut):
        semifinals, last = cut_rounds(cut)
        correct(semifinals.matches.get(bracket_slot=0), outcome=OutcomeInput(outcome="double_loss"))
        assert not last.matches.exists()
        correct(semifinals.matches.get(bracket_slot=0), score=ScoreInput(wins1=2, wins2=0))
        assert sorted(seats(match) for match in last.matches.all()) == [(1, 2), (3, 4)]
        assert sorted(last.matches.values_list("table", flat=True)) == [1, 2]

    def test_no_draws(self, cut):
        semifinals, _ = cut_rounds(cut)
        match = semifinals.matches.get(bracket_slot=0)
        refused("no_draws_in_top_cut", match=match, score=ScoreInput(wins1=1, wins2=1))
        refused("no_draws_in_top_cut", match=match, outcome=OutcomeInput(outcome="intentional_draw"))

    def test_the_final_after_the_event(self):
        tournament = start_event(8, top_cut=4)
        play_swiss(tournament)
        play_cut(tournament)
        finish_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
        final = cut_rounds(tournament)[-1].matches.get()
        assert (final.player1.final_place, final.player2.final_place) == (1, 2)
        correct(final, **SWAP)
        final = Match.objects.get(pk=final.pk)
        assert (final.player1.final_place, final.player2.final_place) == (2, 1)
