"""A list is judged again when the event's settings change, and without keeping the event waiting."""

from datetime import timedelta

import pytest
from django.db import connection

from accounts.refusals import Conflict
from decks import services as decks_services
from decks.models import Decklist, DecklistVersion
from tests.people_and_events import edit_event, enter, make_event
from tests.tournaments.services.decklists.handing_in import fresh, pass_deadline, save
from tests.typed_lists import SHORT
from tournaments.queries.decks import DeckState, deck_state

pytestmark = pytest.mark.django_db


class TestJudgingAgain:
    def test_another_match_length_is_a_new_verdict_and_the_old_one_is_kept(self, entry, tournament):
        save(entry)
        handed_in = fresh(entry).decklist.submitted_at
        edit_event(tournament, best_of=1)
        decklist = fresh(entry).decklist
        assert (decklist.best_of, decklist.submitted.number, decklist.submitted.is_legal) == (1, 2, False)
        assert decklist.submitted.report["violations"][0]["clause"] == "1.0.2a"
        assert decklist.submitted_at == handed_in
        assert decklist.versions.get(number=1).is_legal
        assert tournament.log.first().facts["names"] == ["甲"]
        edit_event(tournament, best_of=3)
        assert deck_state(fresh(entry)) is DeckState.LEGAL

    def test_a_closed_pool_knows_only_its_cards(self, entry, tournament):
        save(entry)
        edit_event(tournament, pool="closed")
        assert deck_state(fresh(entry)) is DeckState.ILLEGAL

    def test_a_newer_draft_stays_the_newest_and_uncounted(self, entry, tournament):
        save(entry)
        save(entry, SHORT, submit=False)
        edit_event(tournament, best_of=5)
        decklist = fresh(entry).decklist
        texts = [version.text.count("HBU01-A14") for version in decklist.versions.order_by("number")]
        assert (texts, decklist.submitted.number) == ([1, 0, 1, 0], 3)

    def test_another_day_with_the_same_verdict_writes_nothing(self, entry, tournament):
        save(entry)
        edit_event(tournament, starts_at=tournament.starts_at + timedelta(days=1))
        assert DecklistVersion.objects.count() == 1


class TestReadingBeforeLocking:
    """A list that takes long to judge keeps nobody's event waiting."""

    @pytest.fixture
    def while_judged(self, monkeypatch):
        """What happens while a list is judged, by the number of its reading; and how often it was."""
        happens, read = {}, []
        judge_text = decks_services.judge_text

        def judged(*args, **more):
            read.append(connection.in_atomic_block)
            happens.get(len(read), lambda: None)()
            return judge_text(*args, **more)

        monkeypatch.setattr(decks_services, "judge_text", judged)
        return happens, read

    @pytest.mark.django_db(transaction=True)
    def test_nothing_is_locked_and_no_transaction_is_open(self, while_judged):
        save(enter(make_event(decklists_required=True), "甲")[0])
        assert while_judged[1] == [False]

    def test_what_changes_the_verdict_meanwhile_has_the_list_judged_again(self, entry, tournament, while_judged):
        happens, read = while_judged
        save(entry)
        happens[2] = lambda: Decklist.objects.filter(registration__pk=entry.pk).update(best_of=1)
        version = save(entry, SHORT, submit=False)
        assert len(read) == 3
        assert version.report["best_of"] == 1

    def test_a_deadline_that_passes_meanwhile_counts(self, entry, tournament, while_judged):
        while_judged[0][1] = lambda: pass_deadline(tournament)
        with pytest.raises(Conflict, match="deck_locked"):
            save(entry)
        assert not DecklistVersion.objects.exists()
