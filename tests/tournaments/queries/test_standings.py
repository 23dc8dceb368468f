"""The table against an independent computation, its explanations, and what it costs to read."""

from fractions import Fraction
from random import Random

import pytest

from accounts.refusals import Refusal
from tests.people_and_events import owner_of
from tests.running_events import finish_round, play_swiss, publish, score, start_event
from tests.tournaments.queries.independent_table import independent_table
from tournaments.queries.history import read_swiss
from tournaments.queries.standings import Value, explain_value, final_placings, rounded, standings_of
from tournaments.services import results
from tournaments.services.entries import disqualify, drop, late_entry

pytestmark = pytest.mark.django_db


def as_plain(rows):
    return [
        (row.rank, row.registration.pk, row.points, row.record, *row.tiebreakers.values())
        for row in rows
        if row.rank is not None
    ]


class TestTable:
    def test_before_the_first_round_all_are_level(self):
        tournament = start_event(5)
        rows = standings_of(tournament)
        assert [row.rank for row in rows] == [1] * 5
        assert {row.points for row in rows} == {0}

    @pytest.mark.parametrize("seed", [1, 2, 3])
    def test_equals_an_independent_computation(self, seed):
        tournament = start_event(9, planned_rounds=4)
        rng = Random(seed)
        owner = owner_of(tournament)
        play_swiss(tournament, count=1, rng=rng)
        late_entry(actor=owner, tournament_id=tournament.pk, name="Late", late_policy=rng.choice(["loss", "bye"]))
        play_swiss(tournament, count=1, rng=rng)
        drop(actor=owner, registration_id=rng.choice(tournament.registrations.all()).pk)
        play_swiss(tournament, count=2, rng=rng)
        for number in range(1, 5):
            assert as_plain(standings_of(tournament, number)) == independent_table(tournament, number)

    def test_counts_completed_rounds_unless_asked(self):
        tournament = start_event(4, planned_rounds=2)
        finish_round(publish(tournament))
        running = publish(tournament)
        score(running.matches.order_by("table").first(), 2, 0)
        assert sum(row.points for row in standings_of(tournament)) == 6
        assert sum(row.points for row in standings_of(tournament, 2)) == 9
        assert sum(row.points for row in standings_of(tournament, 1)) == 6

    def test_true_ties_share_a_rank(self):
        tournament = start_event(4, planned_rounds=1)
        play_swiss(tournament)
        assert [row.rank for row in standings_of(tournament)] == [1, 1, 3, 3]

    def test_who_left_and_who_was_expelled(self):
        tournament = start_event(6, planned_rounds=3)
        owner = owner_of(tournament)
        play_swiss(tournament, count=1)
        first, second, *_ = (row.registration for row in standings_of(tournament))
        drop(actor=owner, registration_id=first.pk)
        disqualify(actor=owner, registration_id=second.pk, reason="fighting")
        play_swiss(tournament, count=2)
        rows = {row.registration.pk: row for row in standings_of(tournament)}
        assert (rows[first.pk].dropped_round, rows[first.pk].results) == (1, ("win", None, None))
        assert (rows[second.pk].rank, rows[second.pk].values) == (None, ())
        assert standings_of(tournament)[-1].registration == second
        assert standings_of(tournament, 0)[-1].rank is not None

    def test_declared_results_count_as_the_rules_say(self):
        tournament = start_event(6, planned_rounds=1)
        owner = owner_of(tournament)
        one, two, three = publish(tournament).matches.order_by("table")
        for match, outcome, seat in (
            (one, "no_show", 1),
            (two, "intentional_draw", None),
            (three, "double_loss", None),
        ):
            results.record_outcome(
                actor=owner, match_id=match.pk, expected_version=1, outcome=outcome, winner_seat=seat
            )
        finish_round(tournament.rounds.get())
        rows = {row.registration.pk: row for row in standings_of(tournament)}
        assert rows[one.player1_id].tiebreakers["GW"] == 1
        assert (rows[one.player1_id].points, rows[one.player2_id].points) == (3, 0)
        assert (rows[two.player1_id].points, rows[two.player2_id].points) == (1, 1)
        assert rows[two.player1_id].tiebreakers["GW"] == Fraction(33, 100)
        assert (rows[three.player1_id].points, rows[three.player2_id].losses) == (0, 1)

    def test_before_the_end_final_order_is_the_table(self):
        tournament = start_event(4, planned_rounds=1)
        play_swiss(tournament)
        assert [row.registration for row in final_placings(tournament)] == [
            row.registration for row in standings_of(tournament)
        ]


class TestPrinted:
    @pytest.mark.parametrize(
        ("exact", "printed"), [(Fraction(2, 3), "66.67"), (Fraction(33, 100), "33.00"), (Fraction(1, 800), "0.13")]
    )
    def test_percent_rounds_half_up(self, exact, printed):
        assert str(Value("OMW", exact).percent) == printed

    def test_other_values_are_numbers(self):
        assert str(Value("SOS", Fraction(7, 4)).printed) == "1.75"
        assert str(rounded(Fraction(5, 2), 0)) == "3"


class TestExplanation:
    def test_every_cell_equals_its_arithmetic(self):
        tournament = start_event(7, planned_rounds=3)
        play_swiss(tournament, rng=Random(8))
        for row in standings_of(tournament):
            for value in row.values:
                opened = explain_value(read_swiss(tournament), row.registration, value.code)
                assert opened.value.exact == value.exact
                if value.code in ("OMW", "OGW") and opened.terms:
                    mean = sum(line.term.value for line in opened.terms) / len(opened.terms)
                    assert mean == value.exact

    def test_names_are_masked_for_the_public(self):
        tournament = start_event(2, planned_rounds=1)
        play_swiss(tournament)
        one, two = tournament.registrations.order_by("pk")
        two.player.birth_year = 2100
        two.player.save()
        assert explain_value(read_swiss(tournament), one, "OMW").terms[0].name == "P*** #2"
        assert explain_value(read_swiss(tournament), one, "OMW", private=True).terms[0].name == "P02"

    def test_unknown_values_and_people(self):
        tournament, other = start_event(2, planned_rounds=1), start_event(2)
        for person, code, said in (
            (tournament.registrations.first(), "XYZ", "no_such_value"),
            (tournament.registrations.first(), "H2H", "no_such_value"),
            (other.registrations.first(), "OMW", "no_such_entry"),
        ):
            with pytest.raises(Refusal) as caught:
                explain_value(read_swiss(tournament), person, code)
            assert caught.value.code == said


def test_a_table_costs_the_same_for_few_and_many(django_assert_num_queries):
    small, large = start_event(8, planned_rounds=3), start_event(64, planned_rounds=3)
    for tournament in (small, large):
        play_swiss(tournament, rng=Random(1))
        with django_assert_num_queries(5):
            rows = standings_of(tournament)
            assert all(row.registration.player.name for row in rows)
