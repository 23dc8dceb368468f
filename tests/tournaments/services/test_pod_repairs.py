"""A published round in pods after a correction: keep, move few, seat all again; undone, notified, in the receipt."""

from __future__ import annotations

import pytest

from accounts.models import Notice
from accounts.refusals import Conflict, Refusal
from tests.events_in_pods import corrected_pods, enter_places, finish_pods
from tests.people_and_events import owner_of, player_actor
from tests.running_events import pair
from tests.tournaments.services.snapshots.taken_snapshots import restored
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.models import Registration, Round, RoundRepair
from tournaments.queries.moved import moved_in, notified_between
from tournaments.queries.pod_repair import is_pod_repairable, pod_corrections, seen_in_pods
from tournaments.queries.pods import pods_of
from tournaments.queries.receipts import receipt_of
from tournaments.queries.repair import repair_to_undo
from tournaments.receipts.canonical import canonical
from tournaments.receipts.checking import check_text
from tournaments.services.extra_time import give_pod_extension
from tournaments.services.penalties import give_penalty
from tournaments.services.pod_repairs import apply_pod_repair, keep_pods, plan_pod_repair, undo_pod_repair
from tournaments.services.pod_results import PodResult, correct_pod
from tournaments.services.pod_swaps import swap_in_pods
from tournaments.services.rounds import complete_round, publish_round, unpublish_round
from tournaments.wording.notices import say_notice

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def seats(round: Round) -> dict[int | None, list[int]]:
    return {row.table: [one.registration.pk for one in row.seats] for row in pods_of(round)}


def is_whole(round: Round) -> bool:
    receipt = receipt_of(round)
    assert receipt is not None
    return check_text(canonical(receipt.document)).agrees


def test_few_move_everybody_concerned_is_notified_and_undo_seats_them_back() -> None:
    round, owner = corrected_pods()
    assert is_pod_repairable(round)
    plan = plan_pod_repair(actor=owner, round_id=round.pk)
    assert plan.is_needed
    assert plan.then.spread < plan.now.spread
    before = seats(round)
    repair = apply_pod_repair(actor=owner, round_id=round.pk, fingerprint=plan.fingerprint)
    after = seats(round)
    assert after != before
    where = {key: table for table, keys in before.items() for key in keys}
    moved = {key for table, keys in after.items() for key in keys if where[key] != table}
    assert moved == set(plan.moved)
    assert {one.player.pk for one in moved_in(round)} == moved
    changed = {key for table, keys in after.items() if set(keys) != set(before[table]) for key in keys}
    notified = Registration.objects.filter(tournament=round.tournament, player__notices__code="seat_moved")
    assert set(notified.values_list("pk", flat=True)) == changed
    assert not is_pod_repairable(round)
    assert is_whole(round)
    assert repair_to_undo(round) == repair
    undo_pod_repair(actor=owner, round_id=round.pk, repair_id=repair.pk)
    assert seats(round) == before
    assert is_pod_repairable(round)
    assert is_whole(round)


def test_all_are_seated_again_but_for_pods_that_have_begun() -> None:
    round, owner = corrected_pods()
    few = plan_pod_repair(actor=owner, round_id=round.pk)
    begun = round.pods.exclude(table__in=few.changed).get()
    enter_places(begun)
    stays = seats(round)[begun.table]
    with pytest.raises(Refusal) as refused:
        apply_pod_repair(actor=owner, round_id=round.pk, fingerprint="x", redraws=True)
    assert refused.value.code == "reason_required"
    plan = plan_pod_repair(actor=owner, round_id=round.pk, redraws=True)
    apply_pod_repair(actor=owner, round_id=round.pk, fingerprint=plan.fingerprint, redraws=True, reason="fairer")
    assert seats(round)[begun.table] == stays
    assert sorted(map(len, seats(round).values())) == [4, 4, 4]
    assert is_whole(round)
    finish_pods(round)


def test_who_sits_together_by_decision_stays_and_so_does_a_pod_that_a_judge_has_ruled_on() -> None:
    round, owner = corrected_pods()
    one, two, _third = pods_of(round)
    together = sorted(seat.registration.pk for seat in one.seats)[:2]
    round.tournament.decided_pairs.create(
        number=2, registration_a_id=together[0], registration_b_id=together[1], meets=True
    )
    give_pod_extension(actor=owner, pod_id=two.pod.pk, minutes=5)
    plan = plan_pod_repair(actor=owner, round_id=round.pk, redraws=True)
    assert [row.pod.pk for row in plan.decided] == [one.pod.pk]
    assert [row.pod.pk for row in plan.begun] == [two.pod.pk]
    assert plan.staying == 3 - len(plan.changed)


def test_what_was_shown_is_made_or_nothing() -> None:
    round, owner = corrected_pods()
    plan = plan_pod_repair(actor=owner, round_id=round.pk)
    enter_places(round.pods.order_by("table")[0])
    before = seats(round)
    with pytest.raises(Conflict) as refused:
        apply_pod_repair(actor=owner, round_id=round.pk, fingerprint=plan.fingerprint)
    assert refused.value.code == "repair_outdated"
    assert seats(round) == before


def test_a_repair_is_not_undone_once_something_was_recorded() -> None:
    round, owner = corrected_pods()
    plan = plan_pod_repair(actor=owner, round_id=round.pk)
    repair = apply_pod_repair(actor=owner, round_id=round.pk, fingerprint=plan.fingerprint)
    enter_places(round.pods.order_by("table")[0])
    assert repair_to_undo(round) is None
    with pytest.raises(Conflict) as refused:
        undo_pod_repair(actor=owner, round_id=round.pk, repair_id=repair.pk)
    assert refused.value.code == "repair_has_results"


def test_a_repair_is_not_undone_once_a_loss_was_given_after_it() -> None:
    round, owner = corrected_pods()
    plan = plan_pod_repair(actor=owner, round_id=round.pk)
    repair = apply_pod_repair(actor=owner, round_id=round.pk, fingerprint=plan.fingerprint)
    key = plan.moved[0]
    give_penalty(actor=owner, registration_id=key, infraction="slow_play", level="match_loss", apply=True)
    with pytest.raises(Conflict) as refused:
        undo_pod_repair(actor=owner, round_id=round.pk, repair_id=repair.pk)
    assert refused.value.code == "repair_has_results"
    assert round.pod_seats.get(registration=key).manner == "match_loss"


def test_whose_turn_alone_changes_is_listed() -> None:
    before, after = ({"tables": [{"pod": 1, "table": 1, "players": keys}]} for keys in ([1, 2, 3, 4], [2, 1, 3, 4]))
    assert set(notified_between(before, after)) == {1, 2, 3, 4}


def test_an_undo_is_offered_only_while_all_sit_as_the_repair_seated_them() -> None:
    round, owner = corrected_pods()
    desk = DeskVisitor(round.tournament, owner)
    plan = plan_pod_repair(actor=owner, round_id=round.pk)
    repair = apply_pod_repair(actor=owner, round_id=round.pk, fingerprint=plan.fingerprint)
    undo = desk.path("desk_round_repair_undo", 2, repair.pk)
    assert undo in text_of(desk.get("desk_round", 2))
    unpublish_round(actor=owner, round_id=round.pk)
    one, other = (keys[0] for keys in list(seats(round).values())[:2])
    swap_in_pods(actor=owner, round_id=round.pk, one=one, other=other)
    publish_round(actor=owner, round_id=round.pk)
    assert undo not in text_of(desk.get("desk_round", 2))
    with pytest.raises(Conflict) as refused:
        undo_pod_repair(actor=owner, round_id=round.pk, repair_id=repair.pk)
    assert refused.value.code == "repair_has_results"


def test_of_two_repairs_each_is_undone_after_the_newer_one() -> None:
    round, owner = corrected_pods()
    before = seats(round)
    made = []
    for reason in ("", "fairer"):
        plan = plan_pod_repair(actor=owner, round_id=round.pk, redraws=bool(reason))
        facts = {"fingerprint": plan.fingerprint, "redraws": bool(reason), "reason": reason}
        made.append(apply_pod_repair(actor=owner, round_id=round.pk, **facts))
        pod = round.tournament.rounds.get(number=1).pods.order_by("table")[1]
        drawn = PodResult(dict.fromkeys(pod.seats.values_list("registration", flat=True), 1))
        if not reason:
            correct_pod(actor=owner, pod_id=pod.pk, expected_version=pod.version, result=drawn, reason="slip")
    for repair in reversed(made):
        assert repair_to_undo(round) == repair
        undo_pod_repair(actor=owner, round_id=round.pk, repair_id=repair.pk)
    assert seats(round) == before


def test_kept_it_stays_as_published_and_the_choice_can_be_opened_again() -> None:
    round, owner = corrected_pods()
    before, seen = seats(round), seen_in_pods(pod_corrections(round))
    with pytest.raises(Conflict):
        keep_pods(actor=owner, round_id=round.pk, seen="another", reason="late")
    kept = keep_pods(actor=owner, round_id=round.pk, seen=seen, reason="late")
    assert seats(round) == before
    assert not is_pod_repairable(round)
    undo_pod_repair(actor=owner, round_id=round.pk, repair_id=kept.pk)
    assert is_pod_repairable(round)
    assert is_whole(round)


def test_the_desk_sets_the_choices_side_by_side_and_everybody_reads_who_moved() -> None:
    round, owner = corrected_pods()
    event = round.tournament
    desk = DeskVisitor(event, owner)
    assert desk.path("desk_round_repair", 2) in desk.read("desk")
    assert desk.path("desk_round_repair", 2) in desk.read("desk_pod", event.rounds.get(number=1).pods.first().pk)
    shown = desk.get("desk_round_repair", 2)
    assert_clean(shown)
    page = words_of(shown)
    for words in ("Keep as published", "Move few", "Seat all again", "Round 1, pod at table 1", "Who moves"):
        assert words in page
    plan = plan_pod_repair(actor=owner, round_id=round.pk)
    names = list(event.registrations.filter(pk__in=plan.moved).values_list("name", flat=True))
    assert all(name in page for name in names)
    assert "Squared differences of points" in page
    made = desk.press("desk_round_repair", 2, choice="repair", fingerprint=plan.fingerprint)
    assert "Round 2: seated again. Everybody whose table changed has a notice." in made
    assert "Who moved in this round" in made
    public = words_of(browser().get(f"/t/{event.code}/pairings/2/"))
    assert "Who moved in this round" in public
    mover = event.registrations.select_related("player").get(pk=plan.moved[0])
    own = words_of(browser(player_actor(mover)).get("/my/"))
    assert "A result was corrected: not table" in own
    assert mover.name in words_of(browser().get(f"/t/{event.code}/hall/"))
    assert "an earlier result was corrected" in desk.read("pod_why", round.pods.first().pk).lower()
    repair = RoundRepair.objects.get()
    assert "the repair is undone" in desk.press("desk_round_repair_undo", 2, repair.pk)


def test_who_stays_at_the_table_with_others_reads_it_on_the_own_page_and_in_the_notice() -> None:
    round, owner = corrected_pods()
    plan = plan_pod_repair(actor=owner, round_id=round.pk)
    now = {key: table for table, keys in plan.after.tables.items() for key in keys}
    staying = next(key for table in plan.changed for key in plan.after.tables[table] if key not in plan.moved)
    apply_pod_repair(actor=owner, round_id=round.pk, fingerprint=plan.fingerprint)
    entry = round.tournament.registrations.select_related("player").get(pk=staying)
    phone = browser(player_actor(entry))
    own = words_of(phone.get("/my/"))
    assert "Others at your table" in own
    assert "your table is the same" in own
    [notice] = Notice.objects.filter(player=entry.player, code="seat_moved")
    assert f"your table is still {now[staying]}, but you play with" in say_notice(notice)
    assert staying not in {one.player.pk for one in moved_in(round)}, "nobody else has to look for them"
    undo_pod_repair(actor=owner, round_id=round.pk, repair_id=RoundRepair.objects.get().pk)
    assert "you play with these players again" in words_of(phone.get("/my/"))


def test_a_restored_event_knows_the_repair() -> None:
    round, owner = corrected_pods()
    plan = plan_pod_repair(actor=owner, round_id=round.pk)
    apply_pod_repair(actor=owner, round_id=round.pk, fingerprint=plan.fingerprint)
    again = restored(round.tournament).rounds.get(number=2)
    repair = repair_to_undo(again)
    assert repair is not None
    assert len(moved_in(again)) == len(plan.moved)
    undo_pod_repair(actor=owner_of(again.tournament), round_id=again.pk, repair_id=repair.pk)
    for pod in again.pods.all():
        enter_places(pod)
    complete_round(actor=owner_of(again.tournament), round_id=again.pk)
    assert pair(again.tournament).number == 3
