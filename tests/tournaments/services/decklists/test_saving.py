"""Saving and handing in the decklist of an entry."""

import pytest

from accounts.actor import SYSTEM
from accounts.refusals import Conflict, NotAllowed, Refusal
from decks.models import Decklist, DecklistVersion
from tests.people_and_events import enter, owner_of, player_actor, staff_actor
from tests.tournaments.services.decklists.handing_in import fresh, save
from tests.typed_lists import LEGAL, SHORT
from tournaments.models import Tournament
from tournaments.queries.decks import DeckState, deck_state
from tournaments.services.entries import withdraw

pytestmark = pytest.mark.django_db

UNREADABLE = LEGAL + "\n3 ???\n"


class TestSaving:
    def test_a_legal_list_is_handed_in(self, entry, tournament):
        version = save(entry, name=" 赛罗  快攻 ")
        decklist = fresh(entry).decklist
        assert (version.number, version.is_legal, version.by_staff, version.saved_by) == (1, True, False, "甲")
        assert (decklist.submitted, decklist.name, decklist.owner) == (version, "赛罗 快攻", entry.player)
        assert (decklist.ruleset, decklist.best_of, decklist.pool) == (tournament.ruleset, 3, "open")
        assert sum(card["count"] for card in version.cards) == 50
        assert deck_state(fresh(entry)) is DeckState.LEGAL
        assert tournament.log.first().verb == "decklist_submitted"

    def test_a_draft_is_kept_without_counting(self, entry, tournament):
        save(entry, "3 HBU01-A07", submit=False)
        assert fresh(entry).decklist.submitted is None
        assert deck_state(fresh(entry)) is DeckState.DRAFT
        assert "decklist_submitted" not in tournament.log.values_list("verb", flat=True)

    def test_every_version_is_kept_with_what_changed(self, entry):
        save(entry)
        changed = LEGAL.replace("1 HBU01-A14", "1 HBU01-A15").replace("3 HBU01-A01", "2 HBU01-A01")
        second = save(entry, changed, submit=False)
        assert second.number == 2
        assert [(line["section"], line["number"], line["before"], line["after"]) for line in second.difference] == [
            ("main", "HBU01-A01", 3, 2),
            ("main", "HBU01-A14", 1, 0),
            ("main", "HBU01-A15", 0, 1),
        ]
        decklist = fresh(entry).decklist
        assert [version.number for version in decklist.versions.all()] == [1, 2]
        assert decklist.submitted.number == 1

    def test_the_same_text_again_is_no_new_version(self, entry):
        first = save(entry, submit=False)
        again = save(entry, LEGAL.replace("\n", "\r\n") + "\n\n")
        assert again.pk == first.pk
        assert fresh(entry).decklist.submitted == first

    def test_handing_in_again_before_the_deadline_replaces_it(self, entry):
        save(entry)
        second = save(entry, SHORT)
        assert fresh(entry).decklist.submitted == second
        assert deck_state(fresh(entry)) is DeckState.ILLEGAL

    def test_an_illegal_list_may_be_handed_in_and_says_why(self, entry, tournament):
        version = save(entry, SHORT)
        assert not version.is_legal
        (violation,) = version.report["violations"]
        assert (violation["code"], violation["clause"], violation["limit"], violation["actual"]) == (
            "section_too_few", "1.0.2", 40, 39,
        )  # fmt: skip
        assert tournament.log.first().facts["legal"] is False

    def test_an_unreadable_list_may_be_saved_but_not_handed_in(self, entry):
        with pytest.raises(Refusal) as refused:
            save(entry, UNREADABLE)
        assert (refused.value.code, refused.value.field, refused.value.facts["count"]) == (
            "decklist_unreadable", "text", 1,
        )  # fmt: skip
        assert not DecklistVersion.objects.exists()
        draft = save(entry, UNREADABLE, submit=False)
        assert len(draft.report["errors"]) == 1

    @pytest.mark.parametrize(
        ("text", "code"),
        [("", "decklist_empty"), (" \ufeff\n ", "decklist_empty"), ("x" * 20_001, "decklist_too_long")],
    )
    def test_nothing_and_far_too_much_are_refused(self, entry, text, code):
        with pytest.raises(Refusal, match=code):
            save(entry, text, submit=False)
        assert not Decklist.objects.exists()

    def test_who_may(self, entry, tournament):
        (other,) = enter(tournament, "乙")
        for stranger in (SYSTEM, player_actor(other), staff_actor(tournament, "scorekeeper")):
            with pytest.raises(NotAllowed):
                save(entry, actor=stranger)
        by_judge = save(entry, actor=staff_actor(tournament, "judge"))
        assert (by_judge.by_staff, by_judge.reason) == (True, "")
        assert tournament.log.first().verb == "decklist_fixed_by_staff"

    def test_a_withdrawn_entry_and_an_event_that_is_over_take_none(self, entry, tournament):
        withdraw(actor=player_actor(entry), registration_id=entry.pk)
        with pytest.raises(Conflict, match="not_entered"):
            save(entry)
        Tournament.objects.filter(pk=tournament.pk).update(phase="finished")
        with pytest.raises(Conflict, match="not_running"):
            save(entry, actor=owner_of(tournament), reason="x")
