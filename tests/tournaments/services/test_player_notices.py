"""Notices of a published round and of a near deadline, and the kinds that a player switches off."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.inbox import notices_of, quiet_codes, send_notice, switch_notices
from accounts.models import Notice, Player
from accounts.refusals import NotAllowed
from jobs.models import Job
from tests.events_in_pods import start_pods
from tests.judged_events import hand_in
from tests.people_and_events import edit_event, enter, load_every_game, make_event, owner_of, player_actor
from tests.planned_repairs import corrected_event, repair_plan
from tests.running_events import finish_round, publish, start_cut, start_event, swiss_over
from tests.team_events import started_team_event, two_of
from tests.two_at_once import at_once
from tournaments.demo.making import make_demo
from tournaments.models import Tournament
from tournaments.queries.names import shown_name
from tournaments.queries.notice_choice import KINDS
from tournaments.queries.repair import newest_repair
from tournaments.services import rounds
from tournaments.services.deadline_notices import NOTIFY_DEADLINE, notify_deadline
from tournaments.services.entries import assign_rounds, drop
from tournaments.services.pod_swaps import swap_in_pods
from tournaments.services.repairs import apply_repair
from tournaments.services.round_notices import NOTIFY_ROUND, notify_round
from tournaments.services.start import start_tournament
from tournaments.services.undone_repairs import undo_repair
from tournaments.wording.notices import NOTICES, kind_names, say_notice
from tournaments.wording.pushes import tag_of

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def unread(entry) -> list[str]:
    return [say_notice(one) for one in notices_of(player_actor(entry)).filter(read_at__isnull=True)]


def test_everybody_in_a_round_gets_their_place_once() -> None:
    event = start_event(3)
    round = publish(event)
    assert Job.objects.filter(kind=NOTIFY_ROUND, subject=round.pk).exists()
    for _ in range(2):
        notify_round(round.pk)
    match = round.matches.get()
    assert unread(match.player1) == [f"{event.name}, round 1: table 1, against {match.player2.name}."]
    assert unread(round.byes.get().registration) == [f"{event.name}, round 1: you have a bye."]


def test_both_members_of_a_team_get_their_table() -> None:
    event = started_team_event()
    round = publish(event)
    notify_round(round.pk)
    match = round.matches.earliest("table")
    for member in two_of(match.player1):
        (said,) = unread(member)
        assert f"table 1, against {match.player2.name} (" in said
        child, grown = two_of(match.player2)
        assert shown_name(child, private=False) in said
        assert grown.name in said
        assert child.name not in said


def test_of_a_pod_everybody_is_named() -> None:
    event = start_pods(4)
    round = publish(event)
    notify_round(round.pk)
    (pod,) = round.pods.all()
    first, *others = [seat.registration for seat in pod.seats.order_by("seat")]
    named = ", ".join(one.name for one in others)
    assert unread(first) == [f"{event.name}, round 1: table 1, against {named}."]


def test_everybody_in_pods_gets_their_table_and_the_others_at_it() -> None:
    event = start_pods(7)
    child = event.registrations.get(name="P03")
    Player.objects.filter(pk=child.player_id).update(birth_year=timezone.localdate().year - 10)
    round = publish(event)
    for _ in range(2):
        notify_round(round.pk)
    sizes = []
    for pod in round.pods.order_by("table"):
        seated = [seat.registration for seat in pod.seats.select_related("registration__player").order_by("seat")]
        sizes.append(len(seated))
        for entry in seated:
            named = ", ".join(shown_name(one, private=False) for one in seated if one.pk != entry.pk)
            assert unread(entry) == [f"{event.name}, round 1: table {pod.table}, against {named}."]
            assert "P03" not in named
    assert sorted(sizes) == [3, 4]


def test_with_five_in_pods_one_hears_of_a_bye_and_a_round_published_again_is_said_as_it_is_now() -> None:
    event = start_pods(5)
    owner, round = owner_of(event), publish(event)
    notify_round(round.pk)
    (bye,) = round.byes.all()
    pod = round.pods.get()
    first = pod.seats.order_by("seat")[0].registration
    assert unread(bye.registration) == [f"{event.name}, round 1: you have a bye."]
    rounds.unpublish_round(actor=owner, round_id=round.pk)
    assert unread(first) == []
    swap_in_pods(actor=owner, round_id=round.pk, one=first.pk, other=bye.registration_id)
    rounds.publish_round(actor=owner, round_id=round.pk)
    notify_round(round.pk)
    assert unread(first) == [f"{event.name}, round 1: you have a bye."]
    (said,) = unread(bye.registration)
    assert said.count("P0") == 3
    assert first.name not in said


@pytest.mark.django_db(transaction=True)
def test_two_workers_on_one_round_send_each_place_once() -> None:
    event = start_event(4)
    round = publish(event)
    at_once(event, lambda: notify_round(round.pk), lambda: notify_round(round.pk))
    assert [len(unread(entry)) for entry in event.registrations.all()] == [1, 1, 1, 1]


def test_who_lost_the_notices_since_does_not_make_the_others_get_them_again() -> None:
    event = start_event(4)
    round = publish(event)
    notify_round(round.pk)
    first, *others = event.registrations.order_by("pk")
    Notice.objects.filter(player=first.player_id).delete()
    notify_round(round.pk)
    assert [len(unread(entry)) for entry in (first, *others)] == [1, 1, 1, 1]


def test_a_large_round_costs_few_statements(django_assert_max_num_queries: Any) -> None:
    round = publish(start_event(40))
    with django_assert_max_num_queries(21):
        notify_round(round.pk)
    assert Notice.objects.filter(code="round_published").count() == 40


def test_the_demo_sends_none() -> None:
    load_every_game()
    make_demo()
    assert not Job.objects.filter(kind__in=(NOTIFY_ROUND, NOTIFY_DEADLINE)).exists()


def test_an_opponent_who_is_a_child_is_named_as_everybody_reads_it() -> None:
    event = make_event()
    grown, child = enter(event, "李四")[0], enter(event, "王子轩", birth_year=2016)[0]
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    notify_round(publish(event).pk)
    (said,) = unread(grown)
    assert "王子轩" not in said
    assert child.name == "王子轩"


def test_only_the_newest_round_stays_unread_and_one_taken_back_none() -> None:
    event = start_event(4)
    first = publish(event)
    notify_round(first.pk)
    finish_round(first)
    second = publish(event)
    notify_round(second.pk)
    entry = event.registrations.first()
    assert len(unread(entry)) == 1
    assert "round 2" in unread(entry)[0]
    rounds.unpublish_round(actor=owner_of(event), round_id=second.pk)
    assert unread(entry) == []
    notify_round(second.pk)
    assert unread(entry) == []


def test_a_round_of_the_top_cut_goes_by_its_name() -> None:
    event = swiss_over(4, top_cut=4, planned_rounds=2, third_place_match=True)
    half = rounds.publish_round(actor=owner_of(event), round_id=start_cut(event).pk)
    notify_round(half.pk)
    entries = list(event.registrations.all())
    assert {unread(entry)[0].split(": ")[0] for entry in entries} == {f"{event.name}, Semifinals"}
    finish_round(half)
    notify_round(publish(event).pk)
    said = sorted(unread(entry)[0].split(": ")[0].removeprefix(f"{event.name}, ") for entry in entries)
    assert said == ["Final", "Final", "Third place", "Third place"]


def test_nobody_is_invited_to_a_walk_over_of_the_top_cut() -> None:
    """Both were: the one who had left, and the one who then waited at an empty table."""
    event = swiss_over(6, top_cut=4, planned_rounds=2, cut_drop="walk_over")
    draft = start_cut(event)
    one, two = draft.matches.order_by("table")
    drop(actor=owner_of(event), registration_id=one.player2_id)
    notify_round(rounds.publish_round(actor=owner_of(event), round_id=draft.pk).pk)
    invited = {entry.pk for entry in event.registrations.all() if any("Semifinals" in said for said in unread(entry))}
    assert invited == {two.player1_id, two.player2_id}


def test_a_bye_of_the_top_cut_is_said_as_one() -> None:
    event = swiss_over(3, top_cut=4, planned_rounds=2)
    notify_round(rounds.publish_round(actor=owner_of(event), round_id=start_cut(event).pk).pk)
    byes = [said for entry in event.registrations.all() for said in unread(entry) if "you have a bye" in said]
    assert byes == [f"{event.name}, Semifinals: you have a bye."]


def test_who_is_moved_by_a_repair_has_one_notice_of_where_they_sit() -> None:
    event, round = corrected_event()
    notify_round(round.pk)
    plan = repair_plan(round)
    apply_repair(actor=owner_of(event), round_id=round.pk, fingerprint=plan.fingerprint)
    for entry in event.registrations.all():
        (said,) = unread(entry)
        assert ("A result of an earlier round was corrected" in said) == (entry.pk in plan.moved)
    repair = newest_repair(round)
    undo_repair(actor=owner_of(event), round_id=round.pk, repair_id=repair.pk)
    assert {len(unread(entry)) for entry in event.registrations.all()} == {1}
    tags = {tag_of(one) for one in Notice.objects.filter(code__in=("round_published", "seat_moved"))}
    assert len(tags) == event.registrations.count(), "one place on a locked phone"


def test_who_was_assigned_a_loss_reads_that_there_is_no_match() -> None:
    event = make_event()
    entries = enter(event, "甲", "乙", "丙", "丁")
    assign_rounds(
        actor=owner_of(event), registration_id=entries[3].pk, kind="loss", first=1, rounds=1, reason="school exam"
    )
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    notify_round(publish(event).pk)
    assert unread(entries[3]) == [
        f"{event.name}, round 1: you have no match; the organisers assigned you a loss in it."
    ]


def test_where_no_deadline_is_set_the_start_is_the_deadline() -> None:
    start = timezone.now() + timedelta(hours=5)
    event = make_event(decklists_required=True, decklist_deadline=None, starts_at=start)
    (late,) = enter(event, "甲")
    assert Job.objects.get(kind=NOTIFY_DEADLINE, subject=event.pk).due_at == start - timedelta(hours=1)
    Tournament.objects.filter(pk=event.pk).update(starts_at=timezone.now() + timedelta(minutes=50))
    for _ in range(2):
        notify_deadline(event.pk)
    (said,) = unread(late)
    assert "lists close with the start at" in said
    hand_in(late)
    assert unread(late) == []


def test_who_has_no_legal_list_hears_of_the_deadline_an_hour_before_it() -> None:
    event = make_event(decklists_required=True, decklist_deadline=timezone.now() + timedelta(hours=5))
    late, done = enter(event, "甲", "乙")
    hand_in(done)
    due = Job.objects.get(kind=NOTIFY_DEADLINE, subject=event.pk).due_at
    assert abs(due - (timezone.now() + timedelta(hours=4))) < timedelta(minutes=1)
    notify_deadline(event.pk)
    assert unread(late) == []
    Tournament.objects.filter(pk=event.pk).update(decklist_deadline=timezone.now() + timedelta(minutes=50))
    for _ in range(2):
        notify_deadline(event.pk)
    assert len(unread(late)) == 1
    assert "lists close at" in unread(late)[0]
    assert unread(done) == []


def test_a_deadline_moved_away_is_heard_of_when_that_one_is_near() -> None:
    event = make_event(decklists_required=True, decklist_deadline=timezone.now() + timedelta(minutes=30))
    (late,) = enter(event, "甲")
    later = timezone.now() + timedelta(hours=3)
    edit_event(event, decklist_deadline=later)
    Job.objects.all().delete()
    notify_deadline(event.pk)
    assert unread(late) == []
    assert Job.objects.get(kind=NOTIFY_DEADLINE).due_at == later - timedelta(hours=1), "planned again"
    edit_event(event, decklist_deadline=None)
    notify_deadline(event.pk)
    assert unread(late) == []


def test_a_kind_that_is_off_comes_as_read() -> None:
    event = start_event(4)
    entry = event.registrations.first()
    player = Player.objects.get(pk=entry.player_id)
    switch_notices(actor=player_actor(entry), player_id=player.pk, off={"page": ["round_published"]})
    round = publish(event)
    notify_round(round.pk)
    assert unread(entry) == []
    assert notices_of(player_actor(entry)).count() == 1
    send_notice(to=player, code="seat_moved", event="x", round=1, table=2, opponent="y")
    assert len(unread(entry)) == 1
    switch_notices(actor=player_actor(entry), player_id=player.pk, off={"page": []})
    assert not player.quiet_notices.exists()


@pytest.mark.django_db(transaction=True)
def test_two_choices_at_once_leave_one_of_them() -> None:
    (entry,) = enter(make_event(), "甲")
    one, other = ["round_published", "seat_moved"], ["announcement"]
    at_once(
        Player.objects.get(pk=entry.player_id),
        *(
            partial(switch_notices, actor=player_actor(entry), player_id=entry.player_id, off={"page": codes})
            for codes in (one, other)
        ),
    )
    assert quiet_codes(entry.player)["page"] in (set(one), set(other))


def test_nobody_switches_another_players_notices() -> None:
    event = make_event()
    one, other = enter(event, "甲", "乙")
    with pytest.raises(NotAllowed, match="data_of_others"):
        switch_notices(actor=player_actor(one), player_id=other.player_id, off={"page": ["seat_moved"]})


def test_every_kind_has_a_name_and_known_codes() -> None:
    assert KINDS.keys() == kind_names().keys()
    assert {code for codes in KINDS.values() for code in codes} <= NOTICES.keys()
