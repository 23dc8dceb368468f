"""A top cut for each division of an event: brackets side by side, places and champions of their own."""

from __future__ import annotations

import json
from random import Random

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from accounts.refusals import Conflict, Refusal
from tests.people_and_events import edit_event, enter, make_event, owner_of, player_actor
from tests.refused import refused
from tests.running_events import finish_round, play_swiss, publish, score, start_cut
from tests.tournaments.services.test_divisions import AGES
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean, words_of
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.models import Match, Registration, Round, Tournament
from tournaments.queries.bracket import brackets_of
from tournaments.queries.champions import champions_of
from tournaments.queries.cut_rounds import cut_places, places_in_cut
from tournaments.queries.division_cuts import division_cuts
from tournaments.queries.event_file import event_document, summary_of
from tournaments.queries.next_step import Step, next_step
from tournaments.queries.receipts import receipt_of
from tournaments.queries.standings import final_placings, standings_of
from tournaments.receipts.checking import check_text
from tournaments.round_names import say_round
from tournaments.services import rounds
from tournaments.services.corrections import correct_match
from tournaments.services.division_cuts import plan_division_cuts
from tournaments.services.entries import disqualify, drop, set_division
from tournaments.services.finish import finish_tournament
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.snapshots.restoring import restore
from tournaments.services.start import start_tournament
from tournaments.services.top_cut import discard_top_cut
from tournaments.wording import say_log

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

BORN = {"J": 2016, "S": 2012, "M": 2000}


def cut_event(juniors: int = 4, seniors: int = 0, masters: int = 8, **changes: object) -> Tournament:
    """An event whose Swiss rounds are over, with a top cut for each division."""
    settings: dict[str, object] = {"divisions": AGES, "cut_mode": "apart", "planned_rounds": 3, **changes}
    tournament = make_event(**settings)
    for letter, players in (("M", masters), ("J", juniors), ("S", seniors)):
        names = [f"{letter}{number:02}" for number in range(1, players + 1)]
        enter(tournament, *names, birth_year=BORN[letter])
    start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    play_swiss(tournament, rng=Random(5))
    tournament.refresh_from_db()
    return tournament


def begin(tournament: Tournament, **how: object) -> Round:
    """The first round of the cuts, published."""
    sizes = how.pop("sizes", {"junior": 4, "masters": 8})
    draft = start_cut(tournament, sizes=sizes, **how)
    return rounds.publish_round(actor=owner_of(tournament), round_id=draft.pk)


def letters(round: Round) -> list[str]:
    found = round.matches.order_by("table").values_list("player1__name", "player2__name")
    return [one[0] + two[0] for one, two in found]


def table_of(tournament: Tournament, letter: str) -> list[str]:
    return [row.registration.name for row in standings_of(tournament) if row.registration.name[0] == letter]


class TestStart:
    def test_each_division_has_a_bracket_seeded_from_its_own_places(self) -> None:
        tournament = cut_event()
        round = start_cut(tournament, sizes={"junior": 4, "masters": 8})
        assert letters(round) == ["JJ", "JJ", "MM", "MM", "MM", "MM"]
        for code, letter, size in (("junior", "J", 4), ("masters", "M", 8)):
            seeded = tournament.registrations.filter(division=code, seed__isnull=False).order_by("seed")
            assert list(seeded.values_list("seed", flat=True)) == list(range(1, size + 1))
            ranks = {row.registration.pk: row.rank for row in standings_of(tournament)}
            assert [ranks[one.pk] for one in seeded] == sorted(ranks[one.pk] for one in seeded)
            assert {one.name for one in seeded} == set(table_of(tournament, letter))

    def test_the_games_table_gives_the_sizes_that_nobody_set(self) -> None:
        tournament = cut_event(juniors=9, masters=17)
        planned = {one.division.code: (one.players, one.size, one.is_set) for one in division_cuts(tournament)}
        assert planned == {"junior": (9, 4, False), "senior": (0, 0, False), "masters": (17, 8, False)}
        owner = owner_of(tournament)
        plan_division_cuts(actor=owner, tournament_id=tournament.pk, sizes={"junior": 8, "masters": 0})
        tournament.refresh_from_db()
        assert [(one.size, one.is_set) for one in division_cuts(tournament)] == [(8, True), (0, False), (0, True)]
        plan_division_cuts(actor=owner, tournament_id=tournament.pk, sizes={"masters": None})
        round = start_cut(tournament)
        assert letters(round) == ["JJ"] * 4 + ["MM"] * 4
        said = [say_log(line) for line in tournament.log.filter(verb__in=["division_cuts", "top_cut_started"])]
        assert said[0].startswith("started the top cuts: Junior top 8, Masters top 8")
        assert said[1] == "planned the top cuts of the divisions: Junior top 8"

    def test_the_start_page_takes_the_games_table_where_it_is_chosen(self) -> None:
        tournament = cut_event(juniors=9, masters=4)
        owner = owner_of(tournament)
        plan_division_cuts(actor=owner, tournament_id=tournament.pk, sizes={"junior": 2})
        desk = DeskVisitor(tournament, owner)
        planned = 'name="cut-junior" value="{}"'.format
        assert planned(2) in desk.read("desk_cut")
        assert planned(4) in desk.client.get(desk.path("desk_cut") + "?cut-junior=").content.decode()
        assert planned(2) in desk.client.get(desk.path("desk_cut") + "?cut-junior=5").content.decode()

    def test_a_division_of_one_and_one_without_a_cut_have_none(self) -> None:
        tournament = cut_event(juniors=1, seniors=2, masters=6)
        round = start_cut(tournament, sizes={"junior": 4, "senior": 0, "masters": 4})
        assert letters(round) == ["MM", "MM"]
        assert [one.division for one in brackets_of(tournament, drafts=True)] == ["masters"]

    def test_fewer_players_than_places_have_byes_in_their_own_bracket(self) -> None:
        tournament = cut_event(juniors=3, masters=4)
        round = start_cut(tournament, sizes={"junior": 4, "masters": 4})
        assert letters(round) == ["JJ", "MM", "MM"]
        assert [(bye.registration.name[0], bye.registration.seed) for bye in round.byes.all()] == [("J", 1)]

    def test_refusals(self) -> None:
        tournament = cut_event()
        arguments = {"actor": owner_of(tournament), "tournament_id": tournament.pk}
        refused("no_such_division", plan_division_cuts, **arguments, sizes={"open": 4})
        refused("unknown_size", plan_division_cuts, **arguments, sizes={"junior": 5})
        with pytest.raises(Refusal) as none:
            start_cut(tournament, sizes={"junior": 0, "masters": 0})
        assert none.value.code == "no_top_cut_planned"
        begin(tournament)
        refused("divisions_are_fixed", plan_division_cuts, Conflict, **arguments, sizes={"junior": 4})

    def test_discarding_gives_back_what_was_planned(self) -> None:
        tournament = cut_event(top_cut=16)
        owner = owner_of(tournament)
        plan_division_cuts(actor=owner, tournament_id=tournament.pk, sizes={"junior": 2})
        start_cut(tournament, sizes={"junior": 4, "masters": 8})
        tournament.refresh_from_db()
        assert (tournament.top_cut, tournament.division_cuts) == (8, {"junior": 4, "senior": 0, "masters": 8})
        discard_top_cut(actor=owner, tournament_id=tournament.pk)
        tournament.refresh_from_db()
        assert (tournament.top_cut, tournament.division_cuts) == (16, {"junior": 2})
        edit_event(tournament, cut_mode="together")
        tournament.refresh_from_db()
        assert len({match.player1.division for match in start_cut(tournament, size=4).matches.all()}) >= 1
        assert len(brackets_of(tournament, drafts=True)) == 1

    def test_the_mode_changes_until_the_cut_is_drawn(self) -> None:
        tournament = cut_event()
        edit_event(tournament, cut_mode="together")
        edit_event(tournament, cut_mode="apart")
        begin(tournament)
        tournament.refresh_from_db()
        with pytest.raises(Refusal):
            edit_event(tournament, cut_mode="together")


class TestRounds:
    def test_brackets_of_different_sizes_end_in_different_rounds(self) -> None:
        tournament = cut_event()
        first = begin(tournament)
        assert (cut_places(tournament), say_round(first)) == ({4: -1}, "Top cut, round 1")
        finish_round(first)
        tournament.refresh_from_db()
        step = next_step(tournament, owner_of(tournament))
        assert step is not None
        assert (step.code, step.players) == (Step.PAIR, -2)
        second = publish(tournament)
        assert letters(second) == ["JJ", "MM", "MM"]
        finish_round(second)
        third = publish(tournament)
        assert (letters(third), say_round(third)) == (["MM"], "Final")
        finish_round(third)
        junior, masters = brackets_of(tournament)
        assert (len(junior.rounds), len(masters.rounds)) == (2, 3)
        assert junior.winner is not None
        assert junior.winner.name[0] == "J"
        step = next_step(tournament, owner_of(tournament))
        assert step is not None
        assert step.code is Step.FINISH

    def test_rounds_of_brackets_of_one_size_have_their_names(self) -> None:
        assert places_in_cut([8, 5], [4, 5, 6]) == {4: 8, 5: 4, 6: 2}
        assert places_in_cut([8, 4, 2], [4, 5, 6]) == {4: -1, 5: -2, 6: 2}

    def test_third_place_is_played_in_each_bracket(self) -> None:
        tournament = cut_event(masters=4, third_place_match=True)
        finish_round(begin(tournament, sizes={"junior": 4, "masters": 4}))
        last = publish(tournament)
        assert letters(last) == ["JJ", "JJ", "MM", "MM"]
        assert last.matches.filter(is_third_place=True).count() == 2

    def test_longer_matches_begin_in_each_bracket_at_the_stage_that_was_set(self) -> None:
        tournament = cut_event(cut_best_of=5, cut_best_of_from=4)
        first = begin(tournament)
        lengths = {match.player1.name[0]: match.length for match in first.matches.all()}
        assert (lengths, first.match_length) == ({"J": 5, "M": 3}, 5)
        masters = first.matches.filter(player1__division="masters").first()
        score(masters, 2, 1)
        junior = first.matches.filter(player1__division="junior").first()
        score(junior, 3, 1)
        with pytest.raises(Refusal) as many:
            score(_masters(first)[1], 3, 1)
        assert many.value.code == "score_too_many_wins"

    def test_a_drop_and_a_correction_in_one_bracket_leave_the_other_alone(self) -> None:
        tournament = cut_event()
        owner = owner_of(tournament)
        first = begin(tournament)
        finish_round(first)
        second = publish(tournament)
        others = {one.pk: (one.player1_id, one.player2_id, one.version) for one in _masters(second)}
        junior = first.matches.filter(player1__division="junior").order_by("bracket_slot").first()
        junior.refresh_from_db()
        correct_match(
            actor=owner,
            match_id=junior.pk,
            expected_version=junior.version,
            reason="wrong seat",
            score=ScoreInput(wins1=0, wins2=2),
        )
        final = second.matches.get(player1__division="junior")
        assert junior.player2_id in (final.player1_id, final.player2_id)
        drop(actor=owner, registration_id=junior.player2_id)
        assert {one.pk: (one.player1_id, one.player2_id, one.version) for one in _masters(second)} == others

    def test_who_left_loses_to_the_opponent_of_the_own_bracket(self) -> None:
        tournament = cut_event()
        first = begin(tournament)
        finish_round(first)
        leaver = first.matches.filter(player1__division="junior").first().player1
        drop(actor=owner_of(tournament), registration_id=leaver.pk)
        second = publish(tournament)
        final = second.matches.get(player1__division="junior")
        assert (final.is_complete, final.outcome) == (True, Match.Outcome.NO_SHOW)
        assert not any(match.is_complete for match in _masters(second))


def _masters(round: Round) -> list[Match]:
    return list(round.matches.filter(player1__division="masters").order_by("pk"))


def played(**changes: object) -> Tournament:
    """An event that has finished: juniors in a top 4, masters in a top 8."""
    tournament = cut_event(juniors=5, masters=9, **changes)
    finish_round(begin(tournament))
    finish_round(publish(tournament))
    finish_round(publish(tournament))
    finish_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


class TestTheEnd:
    def test_places_and_champions_are_those_of_each_division(self) -> None:
        tournament = played()
        for code, players in (("junior", 5), ("masters", 9)):
            places = tournament.registrations.filter(division=code).values_list("final_place", flat=True)
            assert sorted(places) == list(range(1, players + 1))
        winners = {one.division: [entry.name[0] for entry in one.entries] for one in champions_of(tournament)}
        assert winners == {"Junior": ["J"], "Masters": ["M"]}
        rows = final_placings(tournament)
        assert all(row.division_rank == row.final_place for row in rows)

    def test_behind_a_disqualified_champion_only_the_own_division_moves_up(self) -> None:
        tournament = played()
        champion = tournament.registrations.get(division="junior", final_place=1)
        second = tournament.registrations.get(division="junior", final_place=2)
        others = dict(tournament.registrations.filter(division="masters").values_list("pk", "final_place"))
        disqualify(actor=owner_of(tournament), registration_id=champion.pk, reason="bribery")
        second.refresh_from_db()
        assert second.final_place == 1
        assert dict(tournament.registrations.filter(division="masters").values_list("pk", "final_place")) == others

    def test_nobody_changes_division_once_the_cut_is_drawn(self) -> None:
        tournament = cut_event()
        begin(tournament)
        entry = tournament.registrations.filter(division="junior").first()
        arguments = {"actor": owner_of(tournament), "registration_id": entry.pk, "division": "masters", "reason": "x"}
        refused("divisions_are_fixed", set_division, Conflict, **arguments)


class TestFiles:
    def test_the_receipt_has_a_bracket_for_each_and_names_a_wrong_seed(self) -> None:
        tournament = cut_event()
        first = begin(tournament)
        receipt = receipt_of(first)
        assert receipt is not None
        assert check_text(json.dumps(receipt.document)).agrees
        tampered = json.loads(json.dumps(receipt.document))
        step = next(one for one in tampered["history"] if one["kind"] == "bracket")
        seeds = step["facts"]["brackets"][1]["seeds"]
        seeds[0], seeds[1] = seeds[1], seeds[0]
        verdict = check_text(json.dumps(tampered))
        assert not verdict.agrees

    def test_a_snapshot_restores_brackets_sizes_and_lengths(self) -> None:
        tournament = cut_event(cut_best_of=5, cut_best_of_from=4)
        begin(tournament)
        tournament.refresh_from_db()
        document = json.loads(json.dumps(event_document(tournament), cls=DjangoJSONEncoder)) | {
            "taken_at": "2026-11-01T10:00:00+08:00"
        }
        assert summary_of(document)["places"] == -1
        restored = restore(document, owner=owner_of(tournament).user, name="again")
        assert (restored.cut_mode, restored.division_cuts) == ("apart", {"junior": 4, "senior": 0, "masters": 8})
        drawn = [[one.division, one.size] for one in brackets_of(restored)]
        assert drawn == [["junior", 4], ["masters", 8]]
        lengths = {match.player1.name[0]: match.length for match in restored.rounds.get(number=4).matches.all()}
        assert lengths == {"J": 5, "M": 3}

    def test_everybody_reads_the_brackets_by_the_api(self) -> None:
        tournament = cut_event()
        first = begin(tournament)
        client = DeskVisitor(tournament).client
        answer = client.get(f"/api/v1/tournaments/{tournament.code}/top-cut/").json()
        assert [(one["division"], one["size"], len(one["rounds"])) for one in answer] == [
            ("junior", 4, 2),
            ("masters", 8, 3),
        ]
        match = answer[0]["rounds"][0]["matches"][0]
        assert match["match"] in first.matches.values_list("pk", flat=True)
        assert match["sides"][0]["seed"] == 1
        assert player_actor(Registration.objects.get(pk=match["sides"][0]["registration"])) is not None

    def test_the_workbook_names_the_division_of_each_table_and_each_cut(self) -> None:
        tournament = played()
        sheets = {sheet.title: sheet for sheet in tournament_sheets(tournament=tournament, actor=owner_of(tournament))}
        first = sheets["Top cut, round 1"]
        place = [column.header for column in first.columns].index("Division")
        assert [row[place] for row in first.rows] == ["Junior", "Junior", "Masters", "Masters", "Masters", "Masters"]
        event = {row[0]: row[1] for row in sheets["Event"].rows}
        assert event["Top cut"] == "Junior top 4, Senior none, Masters top 8"

    def test_pages_show_a_bracket_for_each_division(self) -> None:
        tournament = cut_event()
        begin(tournament)
        visitor = DeskVisitor(tournament)
        for page in ("tournament_bracket", "event_hall"):
            shown = visitor.get(page)
            assert_clean(shown)
            assert shown.content.decode().count('<svg class="bracket"') == 2, page
            assert {"Junior", "Masters"} <= set(words_of(shown).split()), page
