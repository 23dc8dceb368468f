"""Open decks judged again: whose verdict changes, and who is notified."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.db import transaction
from django.utils import timezone, translation

from accounts.inbox import notices_of
from accounts.models import Notice
from accounts.refusals import Refusal
from cardpool.announcing import announce_judging_changed
from cardpool.lists.entries import Entry
from cardpool.models import Card
from cardpool.services import save_card
from cardpool.services.restrictions import withdraw_list
from jobs.models import Job
from tests.people_and_events import enter, make_event, owner_of, player_actor, staff_actor
from tests.tournaments.services.rejudging.open_decks import A1, OTHER, B, L, hand_in, notices_to, publish, submitted
from tests.typed_lists import MAIN, SIDE
from tournaments.models import Rejudging, Tournament, VerdictChange
from tournaments.queries.settings import data_of
from tournaments.services import rejudging
from tournaments.services.entries import reinstate, withdraw
from tournaments.services.setup import (
    cancel_tournament,
    create_tournament,
    duplicate_tournament,
    edit_tournament,
    reinstate_tournament,
)
from tournaments.services.start import start_tournament, unstart_tournament
from tournaments.wording import say_log
from tournaments.wording.notices import say_notice
from tournaments.wording.rejudging import say_cause

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.language("en")]


def test_a_new_list_judges_open_decks_and_tells_whom_it_concerns(tournament, manager):
    ann, bob = enter(tournament, "Ann", "Bob")
    before = hand_in(ann)
    hand_in(bob, OTHER)
    organiser, judge = staff_actor(tournament, "organiser"), staff_actor(tournament, "judge")

    publish(manager, tournament, Entry(B, (A1,)))

    run = Rejudging.objects.get()
    assert (run.state, run.total, run.done, run.changed, run.asked_by) == ("done", 2, 2, 1, manager.label)
    after = submitted(ann)
    assert (after.number, after.is_legal, after.by_staff) == (before.number + 1, False, True)
    assert after.report["restrictions"] == ["禁限表 (2026-01-01)"]
    (violation,) = after.report["violations"]
    assert (violation["code"], violation["clause"]) == ("card_banned", "禁限表 (2026-01-01)")
    before.refresh_from_db()
    assert before.is_legal
    change = VerdictChange.objects.get()
    assert (change.registration, change.before, change.after) == (ann, before, after)
    assert [card["number"] for card in change.cards] == [A1]
    (notice,) = notices_of(player_actor(ann))
    assert (notice.code, notice.path, notice.facts["cards"]) == ("verdict_changed", f"/deck/{ann.pk}/", [A1])
    assert A1 in say_notice(notice)
    assert notices_to(player_actor(bob)) == []
    for actor in (owner_of(tournament), organiser):
        (notice,) = notices_of(actor)
        assert (notice.code, notice.facts["names"], notice.facts["cards"]) == ("verdicts_changed", ["Ann"], [A1])
        assert A1 in say_notice(notice)
    assert notices_to(judge) == []
    line = tournament.log.filter(verb="verdicts_changed").get()
    assert A1 in say_log(line)
    assert "Ann" in say_log(line)


def test_a_withdrawn_list_makes_the_deck_legal_again_and_says_so(tournament, manager):
    (ann,) = enter(tournament, "Ann")
    hand_in(ann)
    stored = publish(manager, tournament, Entry(L, (A1,), 1))
    assert not submitted(ann).is_legal
    withdraw_list(actor=manager, list_id=stored.pk, reason="x")
    assert submitted(ann).is_legal
    newest, _ = notices_of(player_actor(ann))
    assert (newest.facts["was_legal"], newest.facts["legal"], newest.facts["cards"]) == (False, True, [A1])


def test_the_day_of_the_event_decides(tournament, manager):
    (ann,) = enter(tournament, "Ann")
    hand_in(ann)
    day = timezone.localdate(tournament.starts_at)
    publish(manager, tournament, Entry(B, (A1,)), effective_from=day + timedelta(days=1))
    assert submitted(ann).is_legal
    publish(manager, tournament, Entry(B, (A1,)), effective_from=day)
    assert not submitted(ann).is_legal


def test_a_list_of_another_format_concerns_nobody(tournament, manager):
    (ann,) = enter(tournament, "Ann")
    hand_in(ann)
    publish(manager, tournament, Entry(B, (A1,)), format="open")
    assert submitted(ann).is_legal
    data = data_of(tournament)
    edit_tournament(
        actor=owner_of(tournament), tournament_id=tournament.pk, data=type(data)(**{**vars(data), "format": "Open"})
    )
    tournament.refresh_from_db()
    assert (tournament.format, submitted(ann).is_legal, ann.decklist.format) == ("open", False, "open")
    copy = duplicate_tournament(
        actor=owner_of(tournament), tournament_id=tournament.pk, name="第二场", starts_at=tournament.starts_at
    )
    assert copy.format == "open"
    (bob,) = enter(copy, "Bob")
    assert not hand_in(bob).is_legal
    assert submitted(bob).report["format"] == "open"


def test_a_format_is_a_key(tournament):
    data = data_of(tournament)
    with pytest.raises(Refusal) as caught:
        create_tournament(actor=owner_of(tournament), data=type(data)(**{**vars(data), "format": "标准 赛"}))
    assert (caught.value.code, caught.value.field) == ("format_no_key", "format")


def test_which_decks_are_open(tournament, manager):
    locked, draft, gone, _ = enter(tournament, "Locked", "Draft", "Gone", "None")
    hand_in(locked)
    hand_in(draft, submit=False)
    hand_in(gone)
    withdraw(actor=owner_of(tournament), registration_id=gone.pk)
    tournament.decklist_deadline = timezone.now() - timedelta(hours=1)
    tournament.save()
    running, cancelled = make_event(name="running"), make_event(name="cancelled")
    others = [enter(event, "X")[0] for event in (running, cancelled)]
    for entry in others:
        hand_in(entry)
    Tournament.objects.filter(pk=running.pk).update(phase="swiss", started_at=timezone.now())
    Tournament.objects.filter(pk=cancelled.pk).update(phase="cancelled")

    publish(manager, tournament, Entry(B, (A1,)))

    changed = set(VerdictChange.objects.values_list("registration__name", flat=True))
    assert changed == {"Locked", "Draft"}
    assert all(submitted(entry).is_legal for entry in others)


@pytest.mark.parametrize("how", ["start", "cancel", "withdraw"])
def test_what_was_not_open_is_judged_when_it_is_again(tournament, manager, how):
    ann = enter(tournament, "Ann", "Bob", "Eve", "Ida")[0]
    hand_in(ann)
    owner, pk = owner_of(tournament), tournament.pk
    if how == "start":
        start_tournament(actor=owner, tournament_id=pk, allow_missing_decklists=True)
    elif how == "cancel":
        cancel_tournament(actor=owner, tournament_id=pk, reason="x")
    else:
        withdraw(actor=owner, registration_id=ann.pk)
    publish(manager, tournament, Entry(B, (A1,)))
    assert submitted(ann).is_legal
    if how == "start":
        unstart_tournament(actor=owner, tournament_id=pk)
    elif how == "cancel":
        reinstate_tournament(actor=owner, tournament_id=pk)
    else:
        reinstate(actor=owner, registration_id=ann.pk)
    assert not submitted(ann).is_legal
    assert notices_to(player_actor(ann)) == ["verdict_changed"]
    assert tournament.log.filter(verb="verdicts_changed").count() == 1
    with translation.override("en"):
        assert say_cause(Rejudging.objects.latest("pk")) == "An event or an entry is open again"


def test_a_list_that_changes_no_verdict_tells_nobody(tournament, manager):
    (ann,) = enter(tournament, "Ann")
    hand_in(ann)
    publish(manager, tournament, Entry(B, ("HBU09-A09",)))
    run = Rejudging.objects.get()
    assert (run.done, run.changed) == (1, 0)
    assert Notice.objects.count() == 0
    assert submitted(ann).report["restrictions"] == ["禁限表 (2026-01-01)"]


def test_the_same_ban_from_another_list_is_the_same_verdict(tournament, manager):
    (ann,) = enter(tournament, "Ann")
    hand_in(ann)
    publish(manager, tournament, Entry(B, (A1,)))
    publish(manager, tournament, Entry(B, (A1,)), effective_from=date(2026, 2, 1))
    assert VerdictChange.objects.count() == 1
    assert submitted(ann).report["violations"][0]["clause"] == "禁限表 (2026-02-01)"


def test_a_minor_is_not_named_to_others(tournament, manager):
    (child,) = enter(tournament, "王小明", birth_year=timezone.localdate().year - 10)
    hand_in(child)
    publish(manager, tournament, Entry(B, (A1,)))
    (notice,) = notices_of(owner_of(tournament))
    assert notice.facts["names"] == [f"王＊＊ #{child.number}"]
    assert "王小明" not in say_log(tournament.log.filter(verb="verdicts_changed").get())


def test_cards_that_change_judge_again_too(tournament, manager):
    """In a closed pool the unknown card of a deck becomes known, and two numbers become one card."""
    closed = make_event(name="closed", pool="closed")
    for line in MAIN + SIDE:
        number = line.split()[1]
        if number != A1:
            Card.objects.create(game=closed.game, key=number, number=number, name="")
    save_card(card=Card(game=closed.game, key="HBU05-A01", number="HBU05-A01", name="x"))
    (ann,) = enter(closed, "Ann")
    assert not hand_in(ann).is_legal
    save_card(card=Card(game=closed.game, key=A1, number=A1, name="新卡"))
    announce_judging_changed(game=closed.game, actor=manager, kind="pool", added=1)
    assert submitted(ann).is_legal
    (notice,) = notices_of(player_actor(ann))
    assert notice.facts["legal"]
    assert notice.facts["cards"][0].startswith(A1)


def test_a_change_that_is_not_committed_asks_for_nothing(tournament, manager):
    with transaction.atomic():
        publish(manager, tournament, Entry(B, (A1,)))
        assert Rejudging.objects.count() == Job.objects.filter(kind=rejudging.REJUDGE).count() == 1
        transaction.set_rollback(True)
    assert Rejudging.objects.count() == Job.objects.filter(kind=rejudging.REJUDGE).count() == 0


def test_settings_of_a_large_event_are_judged_by_a_job(tournament, monkeypatch):
    monkeypatch.setattr(rejudging, "MAX_AT_ONCE", 1)
    entries = enter(tournament, "Ann", "Bob")
    outsider = enter(make_event(name="other"), "Cid")[0]
    for entry in (*entries, outsider):
        hand_in(entry)
    data = data_of(tournament)
    one_game = type(data)(**{**vars(data), "best_of": 1})
    edit_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, data=one_game)
    run = Rejudging.objects.get()
    assert (run.state, run.total, run.changed, run.cause) == (
        "done",
        2,
        2,
        {"kind": "settings", "tournament": tournament.pk},
    )
    assert not any(submitted(entry).is_legal for entry in entries)
    assert submitted(outsider).number == 1


def test_settings_of_a_small_event_are_judged_at_once(tournament):
    (ann,) = enter(tournament, "Ann")
    hand_in(ann)
    data = data_of(tournament)
    edit_tournament(
        actor=owner_of(tournament), tournament_id=tournament.pk, data=type(data)(**{**vars(data), "best_of": 1})
    )
    assert not Rejudging.objects.exists()
    assert not submitted(ann).is_legal
