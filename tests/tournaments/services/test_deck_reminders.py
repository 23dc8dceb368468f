"""Reminding players of a list that is missing or not legal, and the numbers behind it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.actor import Actor
from accounts.inbox import notices_of
from accounts.models import Notice
from accounts.refusals import Conflict, NotAllowed, Refusal, TooMany
from tests.judged_events import MAIN, begin, end, event_with_lists, hand_in, list_text
from tests.people_and_events import enter, make_event, make_user, owner_of, player_actor, staff_actor
from tests.two_at_once import at_once, refusals
from tournaments.models import LogEntry, Tournament
from tournaments.queries.deck_statistics import DeckFigure, count_figures, deck_standings
from tournaments.services.deck_reminders import remind_of_decklists
from tournaments.services.decklists import rejudge_decklists, save_entry_decklist
from tournaments.wording import say_log, say_refusal
from tournaments.wording.notices import say_notice

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


ILLEGAL = "主牌\n3 HBU01-A01"


@pytest.fixture
def event():
    tournament = make_event(decklists_required=True)
    entries = enter(tournament, "甲", "乙", "丙")
    hand_in(entries[0])
    hand_in(entries[1], ILLEGAL)
    return tournament, entries


def remind(tournament, *entries):
    return remind_of_decklists(
        actor=owner_of(tournament),
        tournament_id=tournament.pk,
        registration_ids=[entry.pk for entry in entries] or None,
    )


def test_all_who_owe_a_list_get_a_notice_with_words_and_the_way(event):
    tournament, (_legal, illegal, missing) = event
    user = make_user()
    missing.player.user = user
    missing.player.save()
    assert {one.registration for one in remind(tournament)} == {illegal, missing}
    to_account = notices_of(Actor(user=user, player=missing.player)).get()
    assert to_account.path == f"/deck/{missing.pk}/"
    assert say_notice(to_account) == f"{tournament.name}: your list is still missing. Please submit it."
    assert "not legal yet" in say_notice(illegal.player.notices.get())
    assert say_log(LogEntry.objects.filter(tournament=tournament).first()) == "reminded 2 players of their decklists"


def test_a_reminder_is_put_away_with_the_list_it_asked_for(event):
    tournament, (_legal, illegal, missing) = event
    remind(tournament)
    hand_in(missing, ILLEGAL)
    hand_in(illegal)
    unread = Notice.objects.filter(code="deck_reminder", read_at__isnull=True)
    assert [one.player_id for one in unread] == [missing.player_id]


def test_nobody_is_reminded_twice_within_a_quarter_of_an_hour(event):
    tournament, (_legal, illegal, missing) = event
    remind(tournament, illegal)
    with pytest.raises(TooMany) as refused:
        remind(tournament, illegal)
    assert (refused.value.http_status, refused.value.facts["minutes"]) == (429, 15)
    assert say_refusal(refused.value) == "乙 was reminded a short while ago. Again in 15 minutes."
    assert [one.registration for one in remind(tournament)] == [missing]
    with pytest.raises(TooMany) as refused:
        remind(tournament)
    assert say_refusal(refused.value).startswith("All of them")
    Notice.objects.update(created_at=timezone.now() - timedelta(minutes=15))
    assert len(remind(tournament)) == 2


def test_nobody_to_remind_and_nothing_after_the_end(event):
    tournament, (legal, *_) = event
    with pytest.raises(Refusal, match="nobody_to_remind"):
        remind(tournament, legal)
    with pytest.raises(NotAllowed):
        remind_of_decklists(actor=staff_actor(tournament, "scorekeeper"), tournament_id=tournament.pk)
    Tournament.objects.update(phase="finished")
    with pytest.raises(Conflict, match="not_running"):
        remind(tournament)


def test_a_locked_list_sends_the_player_to_the_judges(event):
    tournament, _entries = event
    Tournament.objects.update(decklist_deadline=timezone.now() - timedelta(minutes=1))
    remind(tournament)
    notices = Notice.objects.all()
    assert notices
    assert all("Please come to the judges." in say_notice(notice) for notice in notices)


def test_every_number_counts_its_entries():
    tournament, _round, judge = event_with_lists(4)
    one, two, three, _four = tournament.registrations.order_by("pk")
    end(judge, begin(judge, one), "findings")
    end(judge, begin(judge, two), "clean", note="ok")
    end(judge, begin(judge, two), "clean", note="ok")
    save_entry_decklist(
        actor=judge, registration_id=three.pk, text=list_text() + "\n1 HBU03-A01", submit=True, reason="多一张"
    )
    by_entry = {standing.registration.pk: standing for standing in deck_standings(tournament)}
    assert by_entry[two.pk].checks == 2
    assert by_entry[three.pk].changed_late
    counts = count_figures(list(by_entry.values()))
    assert counts == {
        DeckFigure.ENTRIES: 4,
        DeckFigure.IN: 4,
        DeckFigure.LEGAL: 3,
        DeckFigure.ILLEGAL: 1,
        DeckFigure.UNDECIDED: 0,
        DeckFigure.MISSING: 0,
        DeckFigure.CHANGED: 1,
        DeckFigure.CHANGED_LATE: 1,
        DeckFigure.CHECKED: 2,
        DeckFigure.UNCHECKED: 2,
        DeckFigure.FINDINGS: 1,
    }


def test_the_numbers_cost_no_query_per_entry(event, django_assert_max_num_queries):
    tournament, _entries = event
    with django_assert_max_num_queries(5):
        deck_standings(tournament)
    enter(tournament, *(f"P{number}" for number in range(12)))
    with django_assert_max_num_queries(5):
        deck_standings(tournament)


@pytest.mark.django_db(transaction=True)
def test_two_judges_at_once_remind_once():
    tournament = make_event(decklists_required=True)
    [entry] = enter(tournament, "甲")
    results = at_once(tournament, lambda: remind(tournament, entry), lambda: remind(tournament, entry))
    assert refusals(results) == ["reminded_recently"]
    assert Notice.objects.count() == 1


def test_a_list_judged_again_or_handed_in_twice_is_not_a_changed_one():
    tournament = make_event()
    [entry] = enter(tournament, "甲")
    for _ in range(2):
        save_entry_decklist(actor=player_actor(entry), registration_id=entry.pk, text=list_text(), submit=True)
    tournament.decklist_deadline, tournament.best_of = timezone.now(), 1
    tournament.save()
    rejudge_decklists(actor=owner_of(tournament), tournament=tournament)
    [standing] = deck_standings(tournament)
    assert standing.registration.decklist.submitted.number == 2
    assert (standing.handed_in, standing.changed_late) == (1, False)
    hand_in(entry, list_text(MAIN | {"HBU01-A14": 2}))
    [standing] = deck_standings(tournament)
    assert (standing.handed_in, standing.changed_late) == (2, True)


def test_an_event_that_asks_for_no_lists_reminds_of_illegal_ones_alone():
    tournament = make_event(decklists_required=False)
    one, two = enter(tournament, "甲", "乙")
    judge = staff_actor(tournament, "judge")
    with pytest.raises(Refusal, match="nobody_to_remind"):
        remind_of_decklists(actor=judge, tournament_id=tournament.pk)
    hand_in(two, "主牌\n3 HBU01-A01")
    reminded = remind_of_decklists(actor=judge, tournament_id=tournament.pk)
    assert [standing.registration for standing in reminded] == [two]
    assert not one.player.notices.exists()
