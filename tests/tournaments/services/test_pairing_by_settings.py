"""Rounds follow the tournament's settings: teams, pairs kept apart, order, table numbers, fixed seats."""

import pytest
from django.db.models import Q

from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.people_and_events import edit_event, enter, make_event, owner_of, staff_actor
from tests.running_events import finish_round, next_number, pair, play_cut, play_swiss, publish, start_event
from tests.sentences import assert_sentence
from tournaments.models import KeepApart, LogEntry
from tournaments.queries.settings import data_of
from tournaments.queries.standings import standings_of
from tournaments.services.drafts import pair_next_round, swap_players
from tournaments.services.entries import allow_pairing, fix_seat, keep_apart
from tournaments.services.setup import duplicate_tournament
from tournaments.services.start import start_tournament
from tournaments.wording import say_log, say_refusal

pytestmark = pytest.mark.django_db


def teams_event(*sizes, **settings):
    """An event of teams of these sizes, started."""
    tournament = make_event(**settings)
    for number, size in enumerate(sizes):
        enter(tournament, *(f"T{number}P{place}" for place in range(size)), team=f"Team {number}")
    return start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)


def mates(round):
    return [
        match
        for match in round.matches.select_related("player1", "player2")
        if match.player1.team == match.player2.team
    ]


def refused(code, kind, call, **arguments):
    with pytest.raises(kind) as caught:
        call(**arguments)
    assert caught.value.code == code
    return caught.value


class TestTeams:
    def test_team_mates_are_avoided_by_default(self):
        assert not mates(pair(teams_event(4, 4, planned_rounds=1)))

    def test_in_need_they_meet(self):
        round = pair(teams_event(6, 2, planned_rounds=1))
        assert len(mates(round)) == 2
        assert round.pairing["achieved"]["discouraged"] == 2
        assert round.pairing["certified"]

    def test_never_says_who_cannot_be_placed_and_what_to_do(self):
        tournament = teams_event(6, 2, planned_rounds=1, team_policy="never")
        arguments = {"actor": owner_of(tournament), "tournament_id": tournament.pk, "number": 1}
        refusal = refused("no_legal_pairing", Refusal, pair_next_round, **arguments)
        assert refusal.facts["reason"] == "team_too_large"
        assert "T0P0" in refusal.facts["names"]
        assert "T0P0" in say_refusal(refusal)
        assert not tournament.rounds.exists()
        edit_event(tournament, team_policy="avoid")
        assert pair(tournament).matches.count() == 4

    def test_only_in_the_first_rounds(self):
        tournament = teams_event(2, 2, planned_rounds=3, team_policy="never", team_rounds=2)
        play_swiss(tournament, count=2)
        assert len(mates(pair(tournament))) == 2


class TestKeptApart:
    def arguments(self, tournament, one, two, **more):
        keys = {"tournament_id": tournament.pk, "registration_a": one.pk, "registration_b": two.pk}
        return {"actor": owner_of(tournament), "is_hard": True} | keys | more

    def test_siblings_never_meet(self):
        tournament = make_event(planned_rounds=2)
        one, two, *_ = enter(tournament, "甲", "乙", "丙", "丁")
        keep_apart(**self.arguments(tournament, two, one))
        start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
        first = finish_round(publish(tournament))
        second = finish_round(publish(tournament))
        met = {frozenset(pair) for round in (first, second) for pair in round.matches.values_list("player1", "player2")}
        assert frozenset((one.pk, two.pk)) not in met
        assert len(met) == 4

    def test_two_who_never_meet_cannot_be_the_last_two(self):
        tournament = make_event(planned_rounds=1)
        one, two = enter(tournament, "甲", "乙")
        kept = keep_apart(**self.arguments(tournament, one, two))
        start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
        arguments = {"actor": owner_of(tournament), "tournament_id": tournament.pk, "number": 1}
        refusal = refused("no_legal_pairing", Refusal, pair_next_round, **arguments)
        assert set(refusal.facts["names"]) == {"甲", "乙"}
        keep_apart(**self.arguments(tournament, one, two, is_hard=False))
        assert KeepApart.objects.get().pk == kept.pk
        assert pair(tournament).pairing["achieved"]["discouraged"] == 1

    def test_the_wish_can_be_taken_back(self):
        tournament = make_event()
        one, two = enter(tournament, "甲", "乙")
        kept = keep_apart(**self.arguments(tournament, one, two))
        arguments = {"actor": owner_of(tournament), "tournament_id": tournament.pk, "keep_apart_id": kept.pk}
        allow_pairing(**arguments)
        assert not KeepApart.objects.exists()
        lines = LogEntry.objects.filter(tournament=tournament)[:2]
        assert [line.verb for line in lines] == ["pairing_allowed", "kept_apart"]
        assert all("甲" in say_log(line) for line in lines)
        refused("no_such_pair", Refusal, allow_pairing, **arguments)

    def test_two_different_players_of_this_event(self):
        tournament, other = make_event(), make_event()
        (one,), (stranger,) = enter(tournament, "甲"), enter(other, "乙")
        refused("choose_two_players", Refusal, keep_apart, **self.arguments(tournament, one, one))
        refused("choose_two_players", Refusal, keep_apart, **self.arguments(tournament, one, stranger))

    def test_judges_do_not_decide_it(self):
        tournament = make_event()
        one, two = enter(tournament, "甲", "乙")
        judge = staff_actor(tournament, "judge")
        refused("not_permitted", NotAllowed, keep_apart, **self.arguments(tournament, one, two, actor=judge))
        refused("not_permitted", NotAllowed, fix_seat, actor=judge, registration_id=one.pk, table=1)

    def test_a_swap_by_hand_may_bring_them_together_and_says_so(self):
        tournament = make_event(planned_rounds=1)
        people = enter(tournament, "甲", "乙", "丙", "丁")
        keep_apart(**self.arguments(tournament, people[0], people[1]))
        start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
        draft = pair(tournament)
        match = draft.matches.get(Q(player1=people[0]) | Q(player2=people[0]))
        partner = match.player2_id if match.player1_id == people[0].pk else match.player1_id
        edited = swap_players(
            actor=owner_of(tournament), round_id=draft.pk, registration_a=partner, registration_b=people[1].pk
        )
        assert [{one.pk, two.pk} for one, two in edited.kept_together] == [{people[0].pk, people[1].pk}]
        assert not edited.round.pairing["certified"]


class TestOrderAndTables:
    def test_the_last_round_goes_by_rank(self):
        tournament = start_event(16, planned_rounds=3, pairing_order="last_by_rank")
        play_swiss(tournament, count=2)
        ranks = {row.registration.pk: row.rank for row in standings_of(tournament)}
        points = {row.registration.pk: row.points for row in standings_of(tournament)}
        top = sorted((key for key in points if points[key] == 6), key=lambda key: (ranks[key], key))
        last = pair(tournament)
        assert last.pairing["order"] == "neighbours"
        pairs = {frozenset(pair) for pair in last.matches.values_list("player1", "player2")}
        assert {frozenset(top[place : place + 2]) for place in (0, 2)} <= pairs

    def test_tables_fill_as_set(self):
        tournament = start_event(8, planned_rounds=1, table_ranges="21-22", first_table=5, blocked_tables="6,22")
        assert sorted(pair(tournament).matches.values_list("table", flat=True)) == [5, 7, 8, 21]

    def test_a_fixed_seat_is_kept_every_round(self):
        tournament = start_event(8, planned_rounds=3)
        entry = tournament.registrations.order_by("pk")[3]
        fix_seat(actor=owner_of(tournament), registration_id=entry.pk, table=40)
        for _ in range(3):
            round = finish_round(publish(tournament))
            tables = [match.table for match in round.matches.all() if entry.pk in (match.player1_id, match.player2_id)]
            assert tables == [40]

    def test_the_top_cut_sits_at_the_same_tables(self):
        tournament = start_event(4, planned_rounds=1, top_cut=4, first_table=12, blocked_tables="13")
        play_swiss(tournament)
        play_cut(tournament)
        first = tournament.rounds.filter(stage="top_cut").earliest("number")
        assert sorted(first.matches.values_list("table", flat=True)) == [12, 14]

    def test_a_seat_must_be_a_table_of_the_event(self):
        tournament = make_event(blocked_tables="13")
        (entry,) = enter(tournament, "甲")
        seat = {"actor": owner_of(tournament), "registration_id": entry.pk}
        refused("no_such_table", Refusal, fix_seat, **seat, table=0)
        assert refused("table_blocked", Refusal, fix_seat, **seat, table=13).facts["table"] == 13
        fix_seat(**seat, table=12)
        fix_seat(**seat, table=None)
        entry.refresh_from_db()
        assert entry.fixed_table is None


class TestChanging:
    def test_a_new_event_avoids_team_mates_and_draws_lots(self):
        data = data_of(make_event())
        assert (data.team_policy, data.pairing_order, data.first_table) == ("avoid", "random", 1)

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"team_policy": "sometimes"}, "no_such_choice"),
            ({"pairing_order": "by height"}, "no_such_choice"),
            ({"team_rounds": 0}, "out_of_range"),
            ({"first_table": 10_000}, "out_of_range"),
            ({"table_ranges": "1-x"}, "tables_unreadable"),
            ({"blocked_tables": "9-1"}, "tables_unreadable"),
            ({"blocked_tables": ", ".join(["1111"] * 50)}, "text_too_long"),
        ],
    )
    def test_what_cannot_be_is_named_at_its_field(self, changes, code):
        refusal = refused(code, Refusal, edit_event, tournament=make_event(), **changes)
        assert refusal.problems[0].field == next(iter(changes))
        assert_sentence(say_refusal(refusal.problems[0]), code)

    def test_tables_are_kept_written_one_way(self):
        tournament = edit_event(make_event(), table_ranges="２１～４０、５１")
        assert tournament.table_ranges == "21-40, 51"

    def test_rounds_still_to_be_paired_follow_a_change(self):
        tournament = start_event(4, planned_rounds=2)
        play_swiss(tournament, count=1)
        edit_event(tournament, first_table=11)
        assert sorted(pair(tournament).matches.values_list("table", flat=True)) == [11, 12]

    def test_after_the_swiss_rounds_nothing_of_it_changes(self):
        tournament = start_event(4, planned_rounds=1, top_cut=4)
        play_swiss(tournament)
        play_cut(tournament)
        problem = refused("locked_in_phase", Refusal, edit_event, tournament=tournament, team_policy="never")
        assert_sentence(say_refusal(problem), problem.code)
        one, two = tournament.registrations.order_by("pk")[:2]
        keys = {"registration_a": one.pk, "registration_b": two.pk, "is_hard": False}
        wish = {"actor": owner_of(tournament), "tournament_id": tournament.pk, **keys}
        assert_sentence(say_refusal(refused("pairing_is_over", Conflict, keep_apart, **wish)), "pairing_is_over")

    def test_a_copy_pairs_the_same_way(self):
        tournament = make_event(
            team_policy="never", team_rounds=2, pairing_order="fold", first_table=7, blocked_tables="9"
        )
        copy = duplicate_tournament(
            actor=owner_of(tournament), tournament_id=tournament.pk, name="again", starts_at=tournament.starts_at
        )
        names = ("team_policy", "team_rounds", "pairing_order", "first_table", "blocked_tables")
        assert [getattr(copy, name) for name in names] == ["never", 2, "fold", 7, "9"]
        assert next_number(copy) == 1
