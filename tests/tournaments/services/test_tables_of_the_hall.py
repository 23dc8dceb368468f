"""Tables that exist, feature tables, and one numbering for the events that share a hall."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.formats import date_format

from accounts.refusals import Refusal
from tests.api.client import ApiAsker
from tests.people_and_events import edit_event, enter, make_event, owner_of, staff_actor
from tests.running_events import finish_round, pair, play_swiss, publish, score, start_event
from tests.sentences import assert_sentence
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import words_of
from tournaments.models import Origin, StaffMember, Tournament
from tournaments.queries.shared_tables import table_clash, tables_in_use
from tournaments.queries.standings import standings_of
from tournaments.queries.to_confirm import marks_to_confirm, seen_of
from tournaments.services.calls import raise_call
from tournaments.services.drafts import discard_draft, set_table
from tournaments.services.entries import fix_seat, late_entry
from tournaments.services.entries.apart import keep_apart
from tournaments.services.late_seats import seat_late
from tournaments.services.setup import cancel_tournament
from tournaments.services.start import start_tournament
from tournaments.services.top_cut import start_top_cut
from tournaments.wording import say_refusal

pytestmark = pytest.mark.django_db


def refused(code, call, **arguments):
    with pytest.raises(Refusal) as caught:
        call(**arguments)
    assert caught.value.code == code
    assert_sentence(say_refusal(caught.value), code)
    return caught.value


def tables(round_):
    return sorted(round_.matches.values_list("table", flat=True))


def beside(event: Tournament, **settings) -> Tournament:
    """Another event of the same owner on the same day, with two players."""
    other = make_event(**{"name": "少年组", "starts_at": event.starts_at, **settings})
    enter(other, "甲", "乙")
    StaffMember.objects.create(tournament=other, user=owner_of(event).user, role="organiser")
    return other


def of_one_maker(event: Tournament, other: Tournament) -> None:
    """The other event is that of the one's owner, on the same day."""
    owner = StaffMember.objects.filter(tournament=other, role="owner")
    StaffMember.objects.filter(tournament=other, user=owner_of(event).user).delete()
    owner.update(user=owner_of(event).user)
    Tournament.objects.filter(pk=other.pk).update(starts_at=event.starts_at, created_by=event.created_by)
    other.refresh_from_db()


def clashes(event: Tournament) -> list[tuple[str, str]]:
    return [(shared.tournament.name, shared.words) for shared in table_clash(event).shared]


class TestTablesThatExist:
    def test_a_round_with_more_matches_than_tables_is_not_paired(self):
        event = start_event(6, planned_rounds=2, table_ranges="21-22", only_listed_tables=True)
        facts = refused("too_few_tables", pair, tournament=event).facts
        assert (facts["needed"], facts["there"]) == (3, 2)
        edit_event(event, table_ranges="21-22, 40")
        assert tables(pair(event)) == [21, 22, 40]

    def test_nor_is_a_round_of_the_top_cut(self):
        event = start_event(8, planned_rounds=1, top_cut=8)
        play_swiss(event)
        edit_event(event, table_ranges="1-3", only_listed_tables=True)
        refused("too_few_tables", start_top_cut, actor=owner_of(event), tournament_id=event.pk)
        event.refresh_from_db()
        assert event.phase == Tournament.Phase.SWISS

    def test_the_tables_have_to_be_listed(self):
        event = make_event()
        assert refused("tables_unlisted", edit_event, tournament=event, only_listed_tables=True).field == "table_ranges"

    def test_a_fixed_seat_is_kept_while_its_table_exists(self):
        event = start_event(4, planned_rounds=2)
        entry = event.registrations.order_by("pk")[0]
        seat = {"actor": owner_of(event), "registration_id": entry.pk}
        fix_seat(**seat, table=9)
        draft = pair(event)
        assert 9 in tables(draft)
        discard_draft(actor=owner_of(event), round_id=draft.pk)
        edit_event(event, table_ranges="3-4", only_listed_tables=True)
        assert tables(pair(event)) == [3, 4]
        refused("table_blocked", fix_seat, **seat, table=8)

    def test_a_match_of_a_draft_is_not_moved_to_a_table_that_is_not_there(self):
        event = start_event(4, planned_rounds=2, table_ranges="3-4", only_listed_tables=True)
        draft = pair(event)
        match = draft.matches.get(table=3)
        moved = {"actor": owner_of(event), "round_id": draft.pk, "match_id": match.pk}
        refused("table_blocked", set_table, **moved, table=8)
        refused("no_such_table", set_table, **moved, table=0)
        assert tables(draft) == [3, 4]
        set_table(**moved, table=4)
        match.refresh_from_db()
        assert match.table == 4


class TestFeatureTables:
    def test_they_fill_first_and_exist(self):
        event = start_event(6, planned_rounds=1, table_ranges="1-2", feature_tables="50", only_listed_tables=True)
        assert tables(pair(event)) == [1, 2, 50]

    def test_the_best_sit_there_unless_the_organiser_chooses_others(self):
        event = start_event(8, planned_rounds=2, feature_tables="50")
        play_swiss(event, count=1)
        draft = pair(event)
        best, other = draft.matches.get(table=50), draft.matches.exclude(table=50).latest("table")
        points = {row.registration.pk: row.points for row in standings_of(event)}
        assert points[best.player1_id] == max(points.values()) > points[other.player1_id]
        was = other.table
        set_table(actor=owner_of(event), round_id=draft.pk, match_id=other.pk, table=50)
        best.refresh_from_db()
        other.refresh_from_db()
        assert (other.table, best.table) == (50, was)

    @pytest.mark.language("en")
    def test_they_bear_their_star_on_paper_and_at_a_call(self):
        event = start_event(6, planned_rounds=1, feature_tables="50")
        match = publish(event).matches.get(table=50)
        raise_call(actor=owner_of(event), match_id=match.pk)
        desk = DeskVisitor(event, owner_of(event))
        assert desk.read("desk_paper", "tables").count("feature-mark") == 1
        assert "feature-mark" in desk.read("desk_calls")
        assert "feature-mark" in desk.read("desk_call", event.judge_calls.get().pk)

    def test_a_faulty_part_is_named_at_its_field(self):
        refusal = refused("tables_unreadable", edit_event, tournament=make_event(), feature_tables="1, stage")
        assert (refusal.field, refusal.facts["part"]) == ("feature_tables", "stage")


class TestOneHall:
    def test_numbers_that_two_events_use_are_named_with_free_ones(self):
        event = start_event(16, first_table=5)
        other = beside(event, capacity=16)
        clash = table_clash(event)
        assert clashes(event) == [("少年组", "5-8")]
        assert clashes(other) == [(event.name, "5-8")]
        assert (clash.free, clash.free_words) == ((9, 16), "9-16")
        assert clash.settings(event) == {"first_table": 9, "table_ranges": "", "feature_tables": ""}
        edit_event(event, first_table=9)
        assert not table_clash(Tournament.objects.get(pk=event.pk))

    @pytest.mark.language("en")
    def test_a_draft_at_tables_at_which_another_event_plays_asks_before_it_is_published(self):
        event = start_event(8, name="Open")
        publish(event)
        other = beside(event, name="Side", first_table=3)
        of_one_maker(event, other)
        enter(other, *"abcdef")
        start_tournament(actor=owner_of(other), tournament_id=other.pk)
        draft = pair(other)
        desk, said = DeskVisitor(other, owner_of(other)), "Tables 3-4: “Open” is playing there"
        assert said in words_of(desk.post("desk_round_publish", 1))
        path = f"tournaments/{other.code}/rounds/1/steps/publish/"
        answer = ApiAsker(owner_of(other)).post(path, {}, status=409)
        assert answer["code"] == "tables_in_use"
        assert answer["facts"]["events"] == [{"code": event.code, "name": "Open", "tables": "3-4"}]
        assert "Open" in answer["detail"]
        finish_round(event.rounds.get())
        assert not tables_in_use(draft)
        publish(event)
        desk.publish_as_asked(1)
        draft.refresh_from_db()
        assert draft.status == "published"

    @pytest.mark.language("en")
    def test_a_draft_with_marks_names_the_tables_in_use_beside_them(self):
        """On the desk's question and in the API; with `seen` of the marks alone it is asked again."""
        event = start_event(8, name="Open")
        publish(event)
        other = beside(event, name="Side", first_table=3)
        of_one_maker(event, other)
        one, two = other.registrations.order_by("pk")
        start_tournament(actor=owner_of(other), tournament_id=other.pk)
        draft = pair(other)
        keep_apart(
            actor=owner_of(other),
            tournament_id=other.pk,
            registration_a=one.pk,
            registration_b=two.pk,
            is_hard=True,
        )
        in_use = "Tables 3: “Open” is playing there"
        asked = words_of(DeskVisitor(other, owner_of(other)).post("desk_round_publish", 1))
        assert in_use in asked
        assert "They are to be kept apart" in asked
        path = f"tournaments/{other.code}/rounds/1/steps/publish/"
        answer = ApiAsker(owner_of(other)).post(path, {}, status=409)
        assert answer["code"] == "marks_unconfirmed"
        assert answer["facts"]["events"] == [{"code": event.code, "name": "Open", "tables": "3"}]
        assert [mark["kind"] for mark in answer["facts"]["marks"]] == ["kept_apart"]
        assert "Open" in answer["detail"]
        marks_alone = seen_of(marks_to_confirm(draft), ())
        again = ApiAsker(owner_of(other)).post(path, {"confirmed": True, "seen": marks_alone}, status=409)
        assert again["facts"]["seen"] == answer["facts"]["seen"] != marks_alone
        assert ApiAsker(owner_of(other)).post(path, {"confirmed": True, "seen": again["facts"]["seen"]})

    def test_tables_with_a_result_and_those_of_the_event_one_goes_on_with_are_not_in_use(self):
        event = start_event(8)
        round = publish(event)
        other = beside(event, first_table=3)
        enter(other, *"abcdef")
        of_one_maker(event, other)
        start_tournament(actor=owner_of(other), tournament_id=other.pk)
        draft = pair(other)
        assert [one.words for one in tables_in_use(draft)] == ["3-4"]
        score(round.matches.get(table=3), 2, 0)
        assert [one.words for one in tables_in_use(draft)] == ["4"]
        Origin.objects.create(tournament=other, code=event.code, taken_at=timezone.now())
        assert tables_in_use(draft) == ()
        assert not table_clash(other)
        assert not table_clash(event)

    def test_a_late_pair_does_not_sit_where_another_event_plays(self):
        event, other = start_event(5, planned_rounds=3), start_event(4, first_table=3)
        of_one_maker(event, other)
        publish(other)
        round = publish(event)
        late = late_entry(actor=owner_of(event), tournament_id=event.pk, name="迟到", late_policy="loss")
        waits = round.byes.get(kind="paired").registration
        seat_late(actor=owner_of(event), round_id=round.pk, registration_id=late.pk, opponent_id=waits.pk)
        assert round.matches.get(player2=late).table == 5

    @pytest.mark.language("en")
    def test_the_offer_says_which_settings_it_empties(self):
        event = start_event(8, first_table=5, feature_tables="6")
        beside(event, capacity=16, first_table=5)
        desk = DeskVisitor(event, owner_of(event))
        assert "Emptied below" not in desk.read("desk_edit")
        page = desk.read("desk_edit", tables="free")
        assert "Emptied below for that: Feature tables: 6" in page
        assert "Fixed seats stay where they are" in page

    @pytest.mark.language("en")
    def test_the_notice_says_when_the_other_event_is(self):
        """It said "on the same day" also of an event with another date that has a round today."""
        event = start_event(8, starts_at=timezone.now())
        later = start_event(8, name="Later", starts_at=timezone.now() + timedelta(days=7))
        StaffMember.objects.create(tournament=later, user=owner_of(event).user, role="organiser")
        beside(event, name="Side", capacity=16)
        round = publish(later)
        today = date_format(timezone.localdate(), "DATE_FORMAT")

        def notice() -> str:
            page = words_of(DeskVisitor(event, owner_of(event)).get("desk_edit"))
            return page[page.index("Another event uses the same tables") :]

        assert "same day" not in notice()
        assert "Later 1-4 · a round is being played now" in notice()
        assert f"Side 1-4 · begins on {today}" in notice()
        finish_round(round)
        assert f"Later 1-4 · started on {today}" in notice()

    def test_an_event_with_fewer_than_two_entries_uses_no_table(self):
        event = start_event(8)
        empty = make_event(name="少年组", starts_at=event.starts_at, capacity=64)
        StaffMember.objects.create(tournament=empty, user=owner_of(event).user, role="organiser")
        enter(empty, "甲")
        assert not table_clash(event)
        assert not table_clash(empty)
        enter(empty, "乙")
        assert clashes(event) == [("少年组", "1-4")]

    def test_a_running_round_counts_where_it_sits(self):
        event = start_event(8)
        publish(event)
        edit_event(event, first_table=31)
        assert clashes(beside(event, capacity=100, first_table=3)) == [(event.name, "3-4, 31-34")]

    def test_fixed_seats_count(self):
        event = start_event(4)
        fix_seat(actor=owner_of(event), registration_id=event.registrations.first().pk, table=77)
        assert clashes(beside(event, first_table=77)) == [(event.name, "77")]

    def test_fixed_seats_do_not_lengthen_the_free_numbers(self):
        event = start_event(4)
        for entry, table in zip(event.registrations.order_by("pk")[:3], (70, 80, 90), strict=True):
            fix_seat(actor=owner_of(event), registration_id=entry.pk, table=table)
        beside(event, capacity=4)
        assert table_clash(event).free == (3, 4)

    def test_other_days_other_organisers_and_events_called_off_do_not_count(self):
        event = start_event(8)
        beside(event, starts_at=event.starts_at + timedelta(days=1))
        make_event(starts_at=event.starts_at)
        gone = beside(event)
        cancel_tournament(actor=owner_of(gone), tournament_id=gone.pk, reason="rain")
        assert not table_clash(event)

    def test_a_scorekeeper_of_both_makes_it_one_hall_and_a_judge_does_not(self):
        event, other = start_event(8), make_event(name="少年组", first_table=1)
        Tournament.objects.filter(pk=other.pk).update(starts_at=event.starts_at)
        enter(other, "甲", "乙")
        for role, is_one_hall in (("judge", False), ("scorekeeper", True)):
            helper = staff_actor(event, role).user
            StaffMember.objects.create(tournament=other, user=helper, role=role)
            assert bool(table_clash(event)) is is_one_hall

    def test_the_demo_takes_no_table_of_a_real_event(self):
        event = start_event(8)
        demo = beside(event, first_table=1)
        assert table_clash(event)
        Tournament.objects.filter(pk=demo.pk).update(is_demo=True)
        assert not table_clash(event)
        assert not table_clash(Tournament.objects.get(pk=demo.pk))

    def test_the_queries_do_not_grow_with_the_events(self, django_assert_max_num_queries):
        event = start_event(8)
        for _ in range(6):
            beside(event)
        with django_assert_max_num_queries(6):
            assert len(table_clash(event).shared) == 6
