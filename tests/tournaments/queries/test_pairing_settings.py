"""Table numbers as typed, and the pairing core's input about a tournament."""

import pytest

from tests.people_and_events import enter, make_event, owner_of
from tests.running_events import start_event
from tournaments.queries.history import pairing_history
from tournaments.queries.pairing_settings import UnreadableTables, format_tables, pairing_settings, read_tables
from tournaments.services.entries import fix_seat, keep_apart
from tournaments.swiss.settings import Order, TeamPolicy


@pytest.mark.parametrize(
    ("typed", "ranges"),
    [
        ("", ()),
        ("13", ((13, 13),)),
        ("1-20, 31", ((1, 20), (31, 31))),
        (" 21 - 40 ;51  52", ((21, 40), (51, 51), (52, 52))),
        ("２１～４０、５１", ((21, 40), (51, 51))),
        ("1–3，5至7", ((1, 3), (5, 7))),
    ],
)
def test_tables_are_read_as_people_type_them(typed, ranges):
    assert read_tables(typed) == ranges
    assert read_tables(format_tables(ranges)) == ranges


@pytest.mark.parametrize(
    ("typed", "part"), [("1, x", "x"), ("0", "0"), ("9-3", "9-3"), ("1-2-3", "1-2-3"), ("12345", "12345")]
)
def test_what_is_no_table_number_is_named(typed, part):
    with pytest.raises(UnreadableTables) as caught:
        read_tables(typed)
    assert caught.value.part == part


@pytest.mark.django_db
class TestWhatTheCoreIsTold:
    def settings_of(self, tournament, number=1):
        return pairing_settings(tournament, pairing_history(tournament, number))

    def test_a_field_without_teams_has_no_team_policy(self):
        tournament = make_event(team_policy="never")
        enter(tournament, "甲", "乙")
        assert self.settings_of(tournament).team_policy is TeamPolicy.IGNORE
        enter(tournament, "丙", team="红队")
        assert self.settings_of(tournament).team_policy is TeamPolicy.PROHIBIT

    def test_two_spellings_are_one_team(self):
        tournament = make_event()
        enter(tournament, "甲", team="Red  Team")
        enter(tournament, "乙", team="ｒｅｄ team")
        assert len({entrant.team for entrant in pairing_history(tournament, 1).entrants}) == 1

    def test_pairs_count_where_both_are_in_the_field(self):
        tournament = make_event()
        one, two, three = enter(tournament, "甲", "乙", "丙")
        owner = owner_of(tournament)
        pair = {"actor": owner, "tournament_id": tournament.pk, "registration_a": two.pk}
        keep_apart(**pair, registration_b=one.pk, is_hard=True)
        keep_apart(**pair, registration_b=three.pk, is_hard=False)
        settings = self.settings_of(tournament)
        assert settings.prohibited == {(one.pk, two.pk)}
        assert settings.discouraged == {(two.pk, three.pk)}
        tournament.registrations.filter(pk=one.pk).update(status="dropped")
        assert self.settings_of(tournament).prohibited == frozenset()

    def test_tables(self):
        tournament = make_event(first_table=5, table_ranges="21-22", blocked_tables="6, 8-9", avoid_same_table=False)
        entry, _ = enter(tournament, "甲", "乙")
        fix_seat(actor=owner_of(tournament), registration_id=entry.pk, table=7)
        tables = self.settings_of(tournament).tables
        assert (tables.first, tables.ranges, tables.blocked) == (5, ((21, 22),), frozenset({6, 8, 9}))
        assert not tables.avoid_repeats
        assert pairing_history(tournament, 1).by_id[entry.pk].fixed_table == 7

    @pytest.mark.parametrize(
        ("order", "by_round"),
        [
            ("random", [Order.RANDOM] * 3),
            ("last_by_rank", [Order.RANDOM, Order.RANDOM, Order.NEIGHBOURS]),
            ("fold", [Order.RANDOM, Order.FOLD, Order.FOLD]),
        ],
    )
    def test_the_order_follows_the_round(self, order, by_round):
        tournament = start_event(4, planned_rounds=3, pairing_order=order)
        assert [self.settings_of(tournament, number).order for number in (1, 2, 3)] == by_round
