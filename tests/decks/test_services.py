"""Versions of decklists by themselves: saving, submitting, locking, and what changed between two of them."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import Player
from accounts.refusals import Refusal
from decks.differences import card_difference
from decks.models import DecklistVersion
from decks.queries import newest_version, versions_of
from decks.services import create_decklist, judge_to_save, lock, save_version, submit_version, unlock
from tests.people_and_events import load_game, make_user

DAY = date(2026, 1, 1)


def card(number: str, count: int, section: str = "main") -> dict:
    return {"section": section, "key": number, "number": number, "name": number.lower(), "count": count}


class TestDifferences:
    def test_nothing_changed(self):
        cards = [card("A", 2), card("B", 1, "side")]
        assert card_difference(cards, list(reversed(cards))) == []

    def test_more_fewer_new_and_gone_by_section(self):
        before = [card("A", 3), card("B", 1), card("C", 1, "side")]
        after = [card("A", 2), card("D", 2), card("B", 1), card("C", 2, "side")]
        assert card_difference(before, after) == [
            {"section": "main", "number": "A", "name": "a", "before": 3, "after": 2},
            {"section": "main", "number": "D", "name": "d", "before": 0, "after": 2},
            {"section": "side", "number": "C", "name": "c", "before": 1, "after": 2},
        ]

    def test_the_same_card_on_two_lines_adds_up(self):
        assert card_difference([card("A", 3)], [card("A", 1), card("A", 2)]) == []

    def test_a_card_that_moved_changed_in_both_sections(self):
        moved = card_difference([card("A", 1)], [card("A", 1, "side")])
        assert [(line["section"], line["before"], line["after"]) for line in moved] == [("side", 0, 1), ("main", 1, 0)]

    def test_the_first_version_added_everything(self):
        assert [line["after"] for line in card_difference([], [card("A", 3), card("B", 2)])] == [3, 2]


@pytest.fixture
def decklist(db):
    owner = Player.objects.create(name="甲")
    return create_decklist(owner=owner, ruleset=load_game().rulesets.get(), best_of=1, pool="open")


def judged(decklist, text):
    ruleset, format = decklist.ruleset, decklist.format
    return judge_to_save(
        text=text, ruleset=ruleset, best_of=decklist.best_of, pool=decklist.pool, format=format, as_of=DAY
    )


def save(decklist, text, **more):
    return save_version(
        actor=Actor(user=more.pop("user", None)), decklist=decklist, read=judged(decklist, text), as_of=DAY, **more
    )


def test_versions_count_up_and_say_who(decklist):
    user = make_user("judge")
    first = save(decklist, "3 HBU01-A07")
    second = save(decklist, "2 HBU01-A07", user=user, by_staff=True, reason="错一张")
    assert [version.number for version in versions_of(decklist)] == [2, 1]
    assert (second.saved_by_user, second.saved_by, second.by_staff, second.reason) == (user, "judge", True, "错一张")
    assert (first.saved_by_user, first.by_staff) == (None, False)
    assert newest_version(decklist) == second
    assert newest_version(None) is None


def test_the_verdict_is_kept_as_it_was(decklist):
    version = DecklistVersion.objects.get(pk=save(decklist, "3 HBU01-A07").pk)
    assert (version.verdict, version.judged_as_of) == ("not_legal", DAY)
    assert version.report["legal"] is False
    assert version.report["ruleset"] == "ultraman-hero-duel V1.9"
    assert [found["code"] for found in version.report["violations"]] == ["section_too_few"]
    (line,) = version.cards
    assert (line["section"], line["key"], line["count"]) == ("main", "HBU01-A07", 3)


def test_a_reason_is_worth_a_version_of_the_same_text(decklist):
    first = save(decklist, "3 HBU01-A07")
    assert save(decklist, "\ufeff3 HBU01-A07\r\n\r\n") == first
    assert save(decklist, "3 HBU01-A07", by_staff=True, reason="确认无误").number == 2


def test_a_name_too_long_saves_nothing(decklist):
    with pytest.raises(Refusal, match="name_too_long"):
        save(decklist, "3 HBU01-A07", name="x" * 81)
    assert not decklist.versions.exists()


def test_submitting_another_lists_version_changes_that_list_alone(decklist):
    other = create_decklist(owner=decklist.owner, ruleset=decklist.ruleset, best_of=3, pool="open")
    submit_version(version=save(other, "3 HBU01-A07"))
    decklist.refresh_from_db()
    other.refresh_from_db()
    assert (decklist.submitted, other.submitted.number) == (None, 1)
    assert other.submitted_at is not None


def test_locking_keeps_the_first_time(decklist):
    at = timezone.now()
    assert lock(decklists=[decklist.pk], at=at) == 1
    assert lock(decklists=[decklist.pk], at=timezone.now()) == 0
    decklist.refresh_from_db()
    assert decklist.locked_at == at
    assert unlock(decklists=[decklist.pk]) == 1
    assert unlock(decklists=[decklist.pk]) == 0


def test_the_database_keeps_one_version_per_number(decklist):
    version = save(decklist, "3 HBU01-A07")
    version.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        version.save(force_insert=True)
