"""After the deadline or the start: players read, judges and organisers change with a reason."""

import pytest
from django.urls import reverse

from tests.people_and_events import owner_of, player_actor, staff_actor
from tests.typed_lists import LEGAL, SHORT
from tests.web.decks.opening import an_entry, editor_of, pass_deadline, text_of
from tests.web.public.visiting import browser
from tournaments.models import LogEntry, Registration, Tournament
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.entries import withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry():
    entry = an_entry()
    save_entry_decklist(actor=player_actor(entry), registration_id=entry.pk, text=SHORT, submit=True)
    return entry


@pytest.fixture
def locked(entry):
    pass_deadline(entry.tournament)
    return entry


def post(actor, entry, text=LEGAL, action="submit", **sent):
    return browser(actor).post(editor_of(entry), {"text": text, "action": action, "base": "1", **sent})


def newest(entry):
    return Registration.objects.get(pk=entry.pk).decklist.versions.order_by("-number").first()


class TestBeforeTheLock:
    def test_the_deadline_is_shown_with_the_time_left_and_its_zone(self, entry):
        page = text_of(browser(player_actor(entry)).get(editor_of(entry)))
        assert "open until the event starts" in page
        assert "Asia/Shanghai" in page

    def test_staff_read_whose_list_it_is_and_need_no_reason(self, entry):
        judge = staff_actor(entry.tournament, "judge")
        page = browser(judge).get(editor_of(entry))
        assert "This is the list of 王小明. You change it as a judge or organiser" in text_of(page)
        assert post(judge, entry).status_code == 302
        saved = newest(entry)
        assert (saved.by_staff, saved.saved_by_user, saved.is_legal) == (True, judge.user, True)

    def test_a_player_sees_no_reason_field(self, entry):
        assert 'name="reason"' not in browser(player_actor(entry)).get(editor_of(entry)).content.decode()


class TestAnOpenPage:
    def test_it_asks_whether_lists_are_locked_and_says_what_counts(self, entry):
        player = browser(player_actor(entry))
        page = player.get(editor_of(entry)).content.decode()
        address = reverse("deck_lock", args=[entry.pk])
        assert f'data-lock="{address}"' in page
        assert player.get(address).status_code == 204
        pass_deadline(entry.tournament)
        said = player.get(address)
        assert "The list you submitted counts." in text_of(said)
        assert browser(staff_actor(entry.tournament, "judge")).get(address).status_code == 204

    def test_staff_and_strangers(self, entry):
        judge = browser(staff_actor(entry.tournament, "judge"))
        assert "data-lock" not in judge.get(editor_of(entry)).content.decode()
        assert browser(None).get(reverse("deck_lock", args=[entry.pk])).status_code in (302, 403, 404)


class TestAfterTheLock:
    def test_the_player_reads_and_learns_who_can_change_it(self, locked):
        page = browser(player_actor(locked)).get(editor_of(locked))
        assert "Locked since" in text_of(page)
        assert "Judges and organisers of this event can still change the list" in text_of(page)
        assert "<textarea" not in page.content.decode()
        assert "Version 1 counts" in text_of(page)

    def test_a_late_submission_is_refused_and_the_text_shown(self, locked):
        page = post(player_actor(locked), locked)
        assert page.status_code == 409
        assert "What you typed was not saved" in text_of(page)
        assert "3 HBU01-A13" in text_of(page)
        assert newest(locked).number == 1

    def test_a_late_illegal_list_is_not_asked_about(self, locked):
        assert post(player_actor(locked), locked, SHORT + "\n1 HBU01-CR").status_code == 409

    def test_staff_give_a_reason_which_is_kept_with_the_difference(self, locked):
        owner = owner_of(locked.tournament)
        refused = post(owner, locked)
        assert refused.status_code == 422
        assert "Give a reason" in text_of(refused)
        assert newest(locked).number == 1
        assert post(owner, locked, reason="Card left out when copying").status_code == 302
        saved = newest(locked)
        assert (saved.by_staff, saved.reason) == (True, "Card left out when copying")
        page = text_of(browser(player_actor(locked)).get(reverse("deck_versions", args=[locked.pk])))
        assert "as staff Reason: Card left out when copying Main deck +1 HBU01-A14" in page
        assert LogEntry.objects.filter(tournament=locked.tournament, verb="decklist_fixed_by_staff").exists()

    def test_versions_can_be_read_but_not_brought_back_by_the_player(self, locked):
        page = browser(player_actor(locked)).get(reverse("deck_version", args=[locked.pk, 1]))
        assert "Restore" not in text_of(page)


class TestClosed:
    def test_a_finished_event_takes_no_changes_from_anybody(self, entry):
        Tournament.objects.filter(pk=entry.tournament_id).update(phase=Tournament.Phase.FINISHED)
        page = browser(owner_of(entry.tournament)).get(editor_of(entry))
        assert "This event is over" in text_of(page)
        assert post(owner_of(entry.tournament), entry, reason="x").status_code == 409

    def test_a_withdrawn_entry_takes_no_changes(self, entry):
        withdraw(actor=player_actor(entry), registration_id=entry.pk)
        page = browser(player_actor(entry)).get(editor_of(entry))
        assert "This entry has withdrawn" in text_of(page)
