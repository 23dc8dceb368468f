"""Matches of the top cut that are longer than those of the Swiss rounds, and what follows for lists and clock."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.refusals import Conflict, Refusal
from tests.people_and_events import edit_event, enter, make_event, owner_of, player_actor
from tests.refused import refused
from tests.running_events import bracket_of, finish_round, play_game, publish, score, start_cut, start_event, swiss_over
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.models import Match, Tournament
from tournaments.play.reported_games import Result, SaidGame
from tournaments.queries.matches import match_view
from tournaments.queries.reports import own_report
from tournaments.queries.round_end import round_end_of
from tournaments.round_names import say_cut_lengths
from tournaments.services import clock, reports, rounds
from tournaments.services.finish import finish_tournament
from tournaments.services.setup import duplicate_tournament

pytestmark = pytest.mark.django_db


def published_cut(tournament: Tournament, **how):
    return rounds.publish_round(actor=owner_of(tournament), round_id=start_cut(tournament, **how).pk)


def test_the_matches_are_longer_from_the_round_chosen_on():
    tournament = swiss_over(8, top_cut=8, planned_rounds=1, cut_best_of=5, cut_best_of_from=4)
    quarterfinals = published_cut(tournament)
    assert quarterfinals.match_length == 3
    table = quarterfinals.matches.order_by("table").first()
    assert refused("score_too_many_wins", lambda: score(table, 3, 1)).facts["best_of"] == 3
    finish_round(quarterfinals)
    semifinals = publish(tournament)
    assert semifinals.match_length == 5
    table = semifinals.matches.order_by("table").first()
    offered = {(one.wins1, one.wins2) for one in match_view(table).quick_scores}
    assert {(3, 0), (3, 2), (2, 3)} <= offered
    for _ in range(2):
        play_game(table, 1, details_known=False)
    table.refresh_from_db()
    assert not table.is_complete
    play_game(table, 1, details_known=False)
    table.refresh_from_db()
    assert table.is_complete
    finish_round(semifinals, (3, 2, 0))
    final = publish(tournament)
    assert final.match_length == 5
    finish_round(final, (1, 3, 0))
    finish_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    tournament.refresh_from_db()
    drawn = bracket_of(tournament)
    assert {drawn.rounds[-1].matches[0].top.wins, drawn.rounds[-1].matches[0].bottom.wins} == {1, 3}
    assert drawn.winner.final_place == 1


def test_players_report_as_many_games_as_their_round_has():
    tournament = start_event(4, top_cut=4, planned_rounds=1, best_of=1, cut_best_of=3, lists_best_of=1)
    finish_round(publish(tournament), (1, 0, 0), (1, 0, 0))
    table = published_cut(tournament).matches.order_by("table").first()
    for number in (1, 2):
        mine = own_report(table.player1, Match.objects.get(pk=table.pk))
        assert ((2, 1, 0) in mine.choices, mine.next_number, mine.mine) == (True, number, None)
        for entry, result in ((table.player1, Result.WON), (table.player2, Result.LOST)):
            reports.report_game(
                actor=player_actor(entry), match_id=table.pk, number=number, game=SaidGame(result), key=""
            )
    table.refresh_from_db()
    assert (table.is_complete, match_view(table).score) == (True, (2, 0, 0))


def test_the_end_of_a_round_is_not_foretold_from_shorter_matches():
    tournament = swiss_over(16, top_cut=16, planned_rounds=1, cut_best_of=5, cut_best_of_from=8)
    for lengths in ((3, 0), (5, 0), (5, 4)):
        round = publish(tournament) if lengths[0] == 5 else published_cut(tournament)
        clock.start_clock(actor=owner_of(tournament), round_id=round.pk)
        round.refresh_from_db()
        assert (round.match_length, round_end_of(round).tables) == lengths
        finish_round(round, (round.match_length // 2 + 1, 0, 0))


def test_a_list_that_is_not_saved_yet_is_read_by_the_rules_of_the_event():
    tournament = make_event(best_of=1, cut_best_of=3, lists_best_of=3, decklists_required=True)
    (entry,) = enter(tournament, "甲")
    assert "best of 3" in words_of(browser(player_actor(entry)).get(f"/deck/{entry.pk}/"))
    assert entry.list_length == 3


def test_a_round_that_is_paired_keeps_its_length():
    tournament = swiss_over(4, top_cut=4, planned_rounds=1, cut_best_of=5)
    semifinals = published_cut(tournament)
    edit_event(tournament, cut_best_of=None)
    semifinals.refresh_from_db()
    assert semifinals.match_length == 5
    finish_round(semifinals, (3, 0, 0), (3, 1, 0))
    assert publish(tournament).match_length == 3


def test_lists_must_say_which_deck_rules_they_follow():
    found = refused("lists_length_open", lambda: make_event(best_of=1, cut_best_of=3))
    assert (found.field, found.facts["swiss"], found.facts["cut"]) == ("lists_best_of", 1, 3)
    refused("no_such_choice", lambda: make_event(best_of=1, cut_best_of=3, lists_best_of=5))
    assert make_event(best_of=3, cut_best_of=5).list_length == 3
    assert make_event(best_of=1, cut_best_of=3, lists_best_of=1).list_length == 1
    tournament = make_event(best_of=1, cut_best_of=3, lists_best_of=3)
    assert tournament.list_length == 3
    refused("lists_length_open", lambda: edit_event(tournament, lists_best_of=None))
    assert edit_event(tournament, cut_best_of=None, lists_best_of=None).list_length == 1


def test_a_match_length_that_the_game_does_not_know_is_refused():
    assert refused("best_of_not_played", lambda: make_event(cut_best_of=7)).field == "cut_best_of"


def test_after_the_start_lists_stay_what_they_were_judged_by():
    tournament = start_event(4, best_of=1)
    refused("lists_length_open", lambda: edit_event(tournament, cut_best_of=3))
    refused("locked_in_phase", lambda: edit_event(tournament, cut_best_of=3, lists_best_of=3))
    tournament = edit_event(tournament, cut_best_of=3, lists_best_of=1)
    assert (tournament.cut_best_of, tournament.list_length) == (3, 1)


def test_the_clock_of_the_cut():
    tournament = swiss_over(4, top_cut=4, planned_rounds=1, round_minutes=50, cut_minutes=0)
    owner, semifinals = owner_of(tournament), published_cut(tournament)
    with pytest.raises(Conflict, match="round_without_clock"):
        clock.start_clock(actor=owner, round_id=semifinals.pk)
    edit_event(tournament, cut_minutes=75)
    started = clock.start_clock(actor=owner, round_id=semifinals.pk)
    assert started.clock_ends_at - started.clock_started_at == timedelta(minutes=75)


@pytest.mark.parametrize("size", [2, 32])
def test_a_final_alone_and_a_round_of_thirty_two(size):
    tournament = start_event(size + 1, planned_rounds=1, top_cut=size)
    finish_round(publish(tournament))
    first = published_cut(tournament)
    assert first.matches.count() == size // 2
    with pytest.raises(Refusal, match="unknown_size"):
        start_cut(swiss_over(4, planned_rounds=1), size=64)


def test_a_copy_of_an_event_has_the_same_matches():
    old = make_event(best_of=1, cut_best_of=5, cut_best_of_from=2, lists_best_of=5, cut_minutes=0)
    enter(old, "甲")
    new = duplicate_tournament(actor=owner_of(old), tournament_id=old.pk, name="周日赛", starts_at=old.starts_at)
    assert (new.cut_best_of, new.cut_best_of_from, new.lists_best_of, new.cut_minutes) == (5, 2, 5, 0)


@pytest.mark.language("en")
@pytest.mark.parametrize(
    ("players", "words"),
    [
        (None, "best of 5"),
        (8, "best of 5"),
        (4, "best of 5 from the semifinals on"),
        (2, "best of 5 in the final"),
    ],
)
def test_the_words_for_it(players, words):
    assert say_cut_lengths(Tournament(top_cut=8, cut_best_of=5, cut_best_of_from=players)) == words
