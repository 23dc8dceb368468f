"""Saving, submitting, locking and correcting the decklists of entries."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.actor import SYSTEM
from accounts.refusals import Conflict, NotAllowed, Refusal
from decks import services as decks_services
from decks.models import Decklist, DecklistVersion
from tests.people_and_events import (
    enter,
    make_event,
    owner_of,
    play_rounds,
    player_actor,
    staff_actor,
)
from tournaments.models import Registration, Tournament
from tournaments.queries.decks import (
    DeckState,
    count_states,
    deck_state,
    decklist_problems,
    is_locked,
    visible_decklists,
    visible_version,
    with_decks,
)
from tournaments.queries.settings import data_of
from tournaments.services.decklists import (
    lock_decklists,
    save_entry_decklist,
    unlock_decklists,
)
from tournaments.services.entries import withdraw
from tournaments.services.setup import edit_tournament

pytestmark = pytest.mark.django_db

MAIN = [f"3 HBU01-A{number:02d}" for number in range(1, 14)] + ["1 HBU01-A14"]
SIDE = [f"1 HBU02-A{number:02d}" for number in range(1, 11)]
LEGAL = "\n".join(["Main", *MAIN, "Side", *SIDE])
SHORT = "\n".join(["Main", *MAIN[:-1], "Side", *SIDE])
UNREADABLE = LEGAL + "\n3 ???\n"


@pytest.fixture
def tournament():
    return make_event(decklists_required=True)


@pytest.fixture
def entry(tournament):
    return enter(tournament, "甲")[0]


def save(entry, text=LEGAL, actor=None, submit=True, **more):
    actor = actor or player_actor(entry)
    return save_entry_decklist(actor=actor, registration_id=entry.pk, text=text, submit=submit, **more)


def fresh(entry) -> Registration:
    return with_decks(Registration.objects.select_related("tournament")).get(pk=entry.pk)


def pass_deadline(tournament) -> None:
    passed = timezone.now() - timedelta(minutes=1)
    Tournament.objects.filter(pk=tournament.pk).update(decklist_deadline=passed)


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


class TestLocking:
    def test_a_passed_deadline_locks_before_anybody_writes_it_down(self, entry, tournament):
        save(entry)
        pass_deadline(tournament)
        assert is_locked(fresh(entry))
        assert fresh(entry).decklist.locked_at is None
        with pytest.raises(Conflict, match="deck_locked"):
            save(entry, SHORT)

    def test_the_start_locks_and_taking_it_back_unlocks(self, entry, tournament):
        save(entry)
        play_rounds(tournament)
        assert lock_decklists(tournament) == 1
        assert lock_decklists(tournament) == 0
        assert fresh(entry).decklist.locked_at is not None
        with pytest.raises(Conflict, match="deck_locked"):
            save(entry, SHORT)
        assert unlock_decklists(tournament) == 1
        Tournament.objects.filter(pk=tournament.pk).update(phase="registration")
        assert save(entry, SHORT).number == 2

    def test_the_start_locks_those_who_have_no_list_too(self, entry, tournament):
        play_rounds(tournament)
        with pytest.raises(Conflict, match="deck_locked"):
            save(entry)

    def test_staff_correct_a_locked_list_with_a_reason_that_is_kept(self, entry, tournament):
        save(entry, SHORT)
        pass_deadline(tournament)
        judge = staff_actor(tournament, "judge")
        with pytest.raises(Refusal) as refused:
            save(entry, LEGAL, actor=judge)
        assert (refused.value.code, refused.value.field) == ("reason_required", "reason")
        corrected = save(entry, LEGAL, actor=judge, reason=" 漏登 一张 ")
        assert (corrected.by_staff, corrected.reason, corrected.saved_by_user) == (True, "漏登 一张", judge.user)
        assert [(one["number"], one["before"], one["after"]) for one in corrected.difference] == [("HBU01-A14", 0, 1)]
        assert fresh(entry).decklist.submitted == corrected
        line = tournament.log.first()
        assert (line.verb, line.user, line.facts["reason"]) == ("decklist_fixed_by_staff", judge.user, "漏登 一张")

    def test_staff_hand_in_a_forgotten_draft(self, entry, tournament):
        save(entry, submit=False)
        pass_deadline(tournament)
        owner = owner_of(tournament)
        with pytest.raises(Refusal, match="reason_required"):
            save(entry, actor=owner)
        save(entry, actor=owner, reason="网络故障")
        assert deck_state(fresh(entry)) is DeckState.LEGAL
        assert tournament.log.first().facts["reason"] == "网络故障"


class TestJudgingAgain:
    def edit(self, tournament, **changes):
        data = replace(data_of(Tournament.objects.get(pk=tournament.pk)), **changes)
        edit_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, data=data)

    def test_another_match_length_is_a_new_verdict_and_the_old_one_is_kept(self, entry, tournament):
        save(entry)
        handed_in = fresh(entry).decklist.submitted_at
        self.edit(tournament, best_of=1)
        decklist = fresh(entry).decklist
        assert (decklist.best_of, decklist.submitted.number, decklist.submitted.is_legal) == (1, 2, False)
        assert decklist.submitted.report["violations"][0]["clause"] == "1.0.2a"
        assert decklist.submitted_at == handed_in
        assert decklist.versions.get(number=1).is_legal
        assert tournament.log.first().facts["names"] == ["甲"]
        self.edit(tournament, best_of=3)
        assert deck_state(fresh(entry)) is DeckState.LEGAL

    def test_a_closed_pool_knows_only_its_cards(self, entry, tournament):
        save(entry)
        self.edit(tournament, pool="closed")
        assert deck_state(fresh(entry)) is DeckState.ILLEGAL

    def test_a_newer_draft_stays_the_newest_and_uncounted(self, entry, tournament):
        save(entry)
        save(entry, SHORT, submit=False)
        self.edit(tournament, best_of=5)
        decklist = fresh(entry).decklist
        texts = [version.text.count("HBU01-A14") for version in decklist.versions.order_by("number")]
        assert (texts, decklist.submitted.number) == ([1, 0, 1, 0], 3)

    def test_another_day_with_the_same_verdict_writes_nothing(self, entry, tournament):
        save(entry)
        self.edit(tournament, starts_at=tournament.starts_at + timedelta(days=1))
        assert DecklistVersion.objects.count() == 1


class TestProblems:
    def test_who_keeps_the_event_from_starting(self, tournament, django_assert_num_queries):
        legal, illegal, draft, _, gone = enter(tournament, *"甲乙丙丁戊")
        save(legal)
        save(illegal, SHORT)
        save(draft, submit=False)
        withdraw(actor=owner_of(tournament), registration_id=gone.pk)
        with django_assert_num_queries(1):
            problems = decklist_problems(tournament)
        assert [(problem.registration.name, problem.state) for problem in problems] == [
            ("乙", DeckState.ILLEGAL),
            ("丙", DeckState.DRAFT),
            ("丁", DeckState.MISSING),
        ]
        states = count_states(with_decks(tournament.registrations.filter(status="active")))
        assert list(states.values()) == [1, 1, 1, 1, 0]
        tournament.decklists_required = False
        assert decklist_problems(tournament) == []


class TestReading:
    @pytest.fixture
    def lists(self, tournament):
        mine, other, draft = enter(tournament, "甲", "乙", "丙")
        save(mine)
        save(other)
        save(draft, submit=False)
        return mine, other, draft

    def names(self, actor, tournament) -> list[str]:
        return [entry.name for entry in visible_decklists(actor, Tournament.objects.get(pk=tournament.pk))]

    def test_before_the_end_judges_see_all_and_players_their_own(self, tournament, lists):
        mine, _, draft = lists
        for role, seen in {"owner": 2, "organiser": 2, "judge": 2, "scorekeeper": 0}.items():
            assert len(self.names(staff_actor(tournament, role), tournament)) == seen
        assert self.names(player_actor(mine), tournament) == ["甲"]
        assert self.names(player_actor(draft), tournament) == []
        assert self.names(SYSTEM, tournament) == []

    @pytest.mark.parametrize(
        ("lists_public", "phase", "seen"),
        [(True, "finished", ["乙", "甲"]), (True, "swiss", []), (False, "finished", []), (True, "cancelled", [])],
    )
    def test_the_public_sees_them_after_the_end_if_they_are_public(self, tournament, lists, lists_public, phase, seen):
        Tournament.objects.filter(pk=tournament.pk).update(lists_public=lists_public, phase=phase)
        assert sorted(self.names(SYSTEM, tournament), key=["乙", "甲"].index) == seen

    def test_one_list(self, tournament, lists):
        mine, other, draft = lists
        assert visible_version(player_actor(mine), fresh(mine)) is not None
        assert visible_version(player_actor(other), fresh(mine)) is None
        assert visible_version(owner_of(tournament), fresh(mine)) is not None
        assert visible_version(owner_of(tournament), fresh(draft)) is None

    @pytest.mark.parametrize("status", ["withdrawn", "waitlisted"])
    def test_who_never_played_keeps_a_public_events_list_to_oneself(self, tournament, lists, status):
        mine, other, _ = lists
        Registration.objects.filter(pk=other.pk).update(status=status)
        Tournament.objects.filter(pk=tournament.pk).update(lists_public=True, phase="finished")
        assert self.names(SYSTEM, tournament) == ["甲"]
        assert visible_version(SYSTEM, fresh(mine)) is not None
        assert visible_version(SYSTEM, fresh(other)) is None
        assert visible_version(player_actor(other), fresh(other)) is not None
        assert visible_version(owner_of(tournament), fresh(other)) is not None


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
