"""The top cut from its seeds to the last place."""

from random import Random

import pytest
from django.utils.translation import override

from accounts.refusals import Conflict, Refusal
from tests.people_and_events import owner_of, staff_actor
from tests.refused import refused
from tests.running_events import (
    finish_round,
    pair,
    play_cut,
    play_game,
    publish,
    score,
    start_cut,
    start_event,
    swiss_over,
)
from tournaments.models import LogEntry, Registration
from tournaments.play.first_player import Reason, RulingKind
from tournaments.queries.history import read_swiss
from tournaments.queries.matches import match_view
from tournaments.queries.standings import standings_of
from tournaments.scoring.lots import draw_lots
from tournaments.services import results, rounds, top_cut
from tournaments.services.drafts import discard_draft, swap_players
from tournaments.services.entries import disqualify, drop
from tournaments.services.finish import finish_tournament, reopen_tournament
from tournaments.services.result_inputs import GameInput
from tournaments.wording import say_log, say_refusal

pytestmark = pytest.mark.django_db


def seeds(round):
    return [
        (match.player1.seed, match.player2.seed) for match in round.matches.order_by("bracket_slot", "is_third_place")
    ]


class TestStart:
    def test_best_against_last(self):
        tournament = swiss_over(16, top_cut=8, planned_rounds=4)
        table = [row.registration for row in standings_of(tournament)]
        round = start_cut(tournament)
        assert (round.status, round.stage, round.number) == ("draft", "top_cut", 5)
        assert seeds(round) == [(1, 8), (4, 5), (2, 7), (3, 6)]
        seeded = Registration.objects.filter(tournament=tournament, seed__isnull=False).order_by("seed")
        ranks = {row.registration.pk: row.rank for row in standings_of(tournament)}
        assert [ranks[entry.pk] for entry in seeded] == sorted(ranks[entry.pk] for entry in seeded)
        assert {entry.pk for entry in seeded} <= {entry.pk for entry in table}

    def test_fewer_players_than_places(self):
        tournament = swiss_over(6, top_cut=8)
        round = start_cut(tournament)
        assert seeds(round) == [(4, 5), (3, 6)]
        assert sorted(bye.registration.seed for bye in round.byes.all()) == [1, 2]

    def test_who_has_left_is_passed_over(self):
        tournament = swiss_over(9, top_cut=4)
        best, second, *_ = (row.registration for row in standings_of(tournament))
        drop(actor=owner_of(tournament), registration_id=best.pk)
        disqualify(actor=owner_of(tournament), registration_id=second.pk, reason="bribery")
        start_cut(tournament)
        assert Registration.objects.filter(pk__in=[best.pk, second.pk], seed__isnull=False).count() == 0
        assert tournament.registrations.filter(seed__isnull=False).count() == 4

    def test_a_true_tie_on_the_line_is_drawn_with_the_recorded_seed(self):
        tournament = start_event(6, planned_rounds=1)
        for match in publish(tournament).matches.all():
            results.record_outcome(
                actor=owner_of(tournament), match_id=match.pk, expected_version=1, outcome="intentional_draw"
            )
        finish_round(tournament.rounds.get())
        round = start_cut(tournament, size=4)
        (lot,) = round.pairing["lots"]
        assert (lot["rank"], len(lot["entrants"]), lot["decides_cut"]) == (1, 6, True)
        drawn = list(tournament.registrations.order_by("lot").values_list("pk", flat=True))
        assert drawn == lot["entrants"]
        assert drawn[:4] == list(
            tournament.registrations.filter(seed__isnull=False).order_by("seed").values_list("pk", flat=True)
        )
        again = draw_lots(read_swiss(tournament, after_round=1).standings(), cut=4, rng=Random(round.seed))
        assert list(again.order) == drawn[:4]

    def test_refusals(self):
        tournament = start_event(8, planned_rounds=2)
        arguments = {"actor": owner_of(tournament), "tournament_id": tournament.pk}
        refused("no_round_played", top_cut.start_top_cut, **arguments, size=4)
        round = publish(tournament)
        refused("round_open", top_cut.start_top_cut, Conflict, **arguments, size=4)
        finish_round(round)
        refused("no_top_cut_planned", top_cut.start_top_cut, **arguments)
        refused("unknown_size", top_cut.start_top_cut, **arguments, size=6)
        refused("rounds_remaining", top_cut.start_top_cut, **arguments, size=4)
        assert start_cut(tournament, size=4, early=True).number == 2
        refused("top_cut_already_started", top_cut.start_top_cut, Conflict, **arguments, size=4)


class TestTheWayBack:
    def test_discarded_while_nothing_is_played(self):
        tournament = swiss_over(8, top_cut=4)
        round = start_cut(tournament)
        rounds.publish_round(actor=owner_of(tournament), round_id=round.pk)
        back = top_cut.discard_top_cut(actor=owner_of(tournament), tournament_id=tournament.pk)
        assert back.phase == "swiss"
        assert not tournament.registrations.filter(seed__isnull=False).exists()
        assert not tournament.rounds.filter(stage="top_cut").exists()
        assert start_cut(tournament).number == round.number

    def test_the_first_draft_takes_the_cut_with_it(self):
        tournament = swiss_over(8, top_cut=4)
        round = start_cut(tournament)
        assert discard_draft(actor=owner_of(tournament), round_id=round.pk).phase == "swiss"
        assert not tournament.registrations.filter(seed__isnull=False).exists()

    def test_lines_about_a_swiss_round_keep_its_name_once_the_cut_has_its_number(self):
        tournament = start_event(8, top_cut=4)
        finish_round(publish(tournament))
        discard_draft(actor=owner_of(tournament), round_id=pair(tournament).pk)
        round = start_cut(tournament, early=True)
        rounds.publish_round(actor=owner_of(tournament), round_id=round.pk)
        lines = LogEntry.objects.filter(tournament_id=tournament.pk, facts__round=2)
        with override("en"):
            said = [say_log(line) for line in lines]
        assert said == ["published Semifinals", "discarded the draft of round 2", "paired round 2 (draft)"]

    def test_not_once_something_is_played(self):
        tournament = swiss_over(8, top_cut=4)
        round = start_cut(tournament)
        rounds.publish_round(actor=owner_of(tournament), round_id=round.pk)
        play_game(round.matches.first(), 1)
        arguments = {"actor": owner_of(tournament), "tournament_id": tournament.pk}
        refused("round_has_results", top_cut.discard_top_cut, Conflict, **arguments)

    def test_a_later_draft_is_paired_again(self):
        tournament = swiss_over(8, top_cut=4)
        owner = owner_of(tournament)
        finish_round(rounds.publish_round(actor=owner, round_id=start_cut(tournament).pk))
        final = pair(tournament)
        discard_draft(actor=owner, round_id=final.pk)
        tournament.refresh_from_db()
        assert tournament.phase == "top_cut"
        assert seeds(pair(tournament)) == [(1, 2)]

    def test_nobody_is_exchanged(self):
        tournament = swiss_over(8, top_cut=4)
        round = start_cut(tournament)
        one, two = round.matches.all()
        refused(
            "bracket_is_fixed",
            swap_players,
            actor=owner_of(tournament),
            round_id=round.pk,
            registration_a=one.player1_id,
            registration_b=two.player1_id,
        )

    def test_a_scorekeeper_who_finished_too_early_reopens(self):
        tournament = swiss_over(4, top_cut=4)
        play_cut(tournament, rng=Random(5))
        arguments = {"actor": staff_actor(tournament, "scorekeeper"), "tournament_id": tournament.pk}
        assert finish_tournament(**arguments).phase == "finished"
        assert reopen_tournament(**arguments).phase == "top_cut"
        finish_tournament(**arguments)
        judge = {**arguments, "actor": staff_actor(tournament, "judge")}
        refused("not_permitted", reopen_tournament, **judge)

    def test_the_end_taken_back_is_a_cut_again(self):
        tournament = swiss_over(8, top_cut=4)
        play_cut(tournament)
        arguments = {"actor": owner_of(tournament), "tournament_id": tournament.pk}
        finish_tournament(**arguments)
        assert reopen_tournament(**arguments).phase == "top_cut"


class TestPlay:
    def test_winners_meet(self):
        tournament = swiss_over(16, top_cut=8, planned_rounds=4)
        round = start_cut(tournament)
        rounds.publish_round(actor=owner_of(tournament), round_id=round.pk)
        finish_round(round, (0, 2, 0), (2, 0, 0), (2, 1, 0), (1, 2, 0))
        assert seeds(publish(tournament)) == [(4, 8), (2, 6)]

    def test_a_drawn_game_leads_to_another(self):
        tournament = swiss_over(4, top_cut=4)
        round = start_cut(tournament)
        rounds.publish_round(actor=owner_of(tournament), round_id=round.pk)
        match = round.matches.first()
        for winner in (1, 2, None, None):
            match = play_game(match, winner)
        assert not match.is_complete
        refused(
            "elimination_needs_winner",
            results.end_match_on_time,
            actor=owner_of(tournament),
            match_id=match.pk,
            expected_version=match.version,
        )
        assert play_game(match, 2).is_complete

    def test_best_of_one_too(self):
        tournament = start_event(4, top_cut=4, best_of=1)
        play_swiss_of_one(tournament)
        round = start_cut(tournament)
        rounds.publish_round(actor=owner_of(tournament), round_id=round.pk)
        match = play_game(round.matches.first(), None)
        assert not match.is_complete
        assert play_game(match, 1).is_complete

    def test_time_with_a_lead_and_a_judge_award(self):
        tournament = swiss_over(4, top_cut=4)
        owner = owner_of(tournament)
        round = start_cut(tournament)
        rounds.publish_round(actor=owner, round_id=round.pk)
        one, two = round.matches.order_by("bracket_slot")
        play_game(one, 2)
        one.refresh_from_db()
        match = results.end_match_on_time(actor=owner, match_id=one.pk, expected_version=one.version)
        assert match.is_complete
        for outcome in ("judge_award", "intentional_draw"):
            refused(
                "no_draws_in_top_cut",
                results.record_outcome,
                actor=owner,
                match_id=two.pk,
                expected_version=two.version,
                outcome=outcome,
            )
        results.record_outcome(
            actor=owner, match_id=two.pk, expected_version=two.version, outcome="judge_award", winner_seat=1
        )
        rounds.complete_round(actor=owner, round_id=round.pk)
        assert seeds(pair(tournament)) == [(2, 4)]

    def test_the_higher_seed_has_the_choice(self):
        tournament = swiss_over(4, top_cut=4)
        round = start_cut(tournament)
        rounds.publish_round(actor=owner_of(tournament), round_id=round.pk)
        match = round.matches.first()
        ruling = match_view(match).ruling
        assert (ruling.kind, ruling.seat, ruling.reason) == (RulingKind.SEAT, 1, Reason.HIGHER_SEED)
        refused(
            "wrong_chooser",
            results.record_game,
            actor=owner_of(tournament),
            match_id=match.pk,
            expected_version=1,
            game=GameInput(winner_seat=1, chooser_seat=2),
        )

    def test_or_the_winner_of_a_method(self):
        tournament = swiss_over(4, top_cut=4, game_one_choice="agreed_method")
        round = start_cut(tournament)
        assert match_view(round.matches.first()).ruling.kind is RulingKind.AGREED_METHOD


def play_swiss_of_one(tournament):
    for _ in range(tournament.planned_rounds):
        round = publish(tournament)
        for match in round.matches.all():
            score(match, 1, 0)
        rounds.complete_round(actor=owner_of(tournament), round_id=round.pk)


def test_judges_do_not_start_it():
    tournament = swiss_over(4, top_cut=4)
    with pytest.raises(Refusal) as caught:
        top_cut.start_top_cut(actor=staff_actor(tournament, "judge"), tournament_id=tournament.pk)
    assert caught.value.code == "not_permitted"


@pytest.mark.language("en")
def test_refusals_name_a_round_of_the_cut():
    tournament = swiss_over(6, top_cut=4)
    draft = start_cut(tournament)
    with pytest.raises(Conflict) as caught:
        rounds.complete_round(actor=owner_of(tournament), round_id=draft.pk)
    assert say_refusal(caught.value) == "Semifinals: not running."
    with pytest.raises(Conflict) as caught:
        rounds.reopen_round(actor=owner_of(tournament), round_id=tournament.rounds.get(number=1).pk)
    assert (
        say_refusal(caught.value) == "A later round has been paired since. A result of round 1 can still be corrected."
    )


def test_a_discarded_cut_leaves_the_size_that_was_planned():
    tournament = swiss_over(9, top_cut=8)
    top_cut.start_top_cut(actor=owner_of(tournament), tournament_id=tournament.pk, size=4)
    assert top_cut.discard_top_cut(actor=owner_of(tournament), tournament_id=tournament.pk).top_cut == 8
