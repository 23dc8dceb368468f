"""Saved versions are bounded: which drafts are removed, which versions never are, and two saves at once."""

from datetime import date
from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import Player
from accounts.refusals import Refusal
from decks import superseded_drafts as thinning
from decks.models import Decklist, DecklistVersion
from decks.services import ListToSave, create_decklist, judge_to_save, lock, rejudge, save_version, submit_version
from tests.people_and_events import load_game
from tests.two_at_once import at_once, refusals

DAY = date(2026, 1, 1)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinning, "MAX_DRAFTS", 4)
    monkeypatch.setattr(thinning, "MIN_DRAFTS_TO_NOTICE", 3)
    monkeypatch.setattr(thinning, "MAX_SUBMITTED", 3)


@pytest.fixture
def decklist(db: None) -> Decklist:
    owner = Player.objects.create(name="甲")
    return create_decklist(owner=owner, ruleset=load_game().rulesets.get(), best_of=1, pool="open")


def judged(decklist: Decklist, text: str) -> ListToSave:
    ruleset, format = decklist.ruleset, decklist.format
    return judge_to_save(
        text=text, ruleset=ruleset, best_of=decklist.best_of, pool=decklist.pool, format=format, as_of=DAY
    )


def save(decklist: Decklist, text: str, **more: Any) -> DecklistVersion:
    return save_version(actor=Actor(user=None), decklist=decklist, read=judged(decklist, text), as_of=DAY, **more)


def fill(decklist: Decklist, count: int, start: int = 1) -> list[DecklistVersion]:
    return [save(decklist, f"{number} HBU01-A07") for number in range(start, start + count)]


def numbers(decklist: Decklist) -> list[int]:
    return list(decklist.versions.order_by("number").values_list("number", flat=True))


def test_the_newest_and_as_many_drafts_as_there_is_room_for_stay(decklist: Decklist) -> None:
    fill(decklist, 5)
    assert numbers(decklist) == [1, 2, 3, 4, 5]
    decklist.refresh_from_db()
    assert (decklist.drafts_removed, decklist.drafts_removed_at) == (0, None)
    fill(decklist, 2, start=6)
    assert numbers(decklist) == [3, 4, 5, 6, 7]
    decklist.refresh_from_db()
    assert decklist.drafts_removed == 2
    assert decklist.drafts_removed_at is not None


def test_submitted_versions_stay_even_when_another_counts(decklist: Decklist) -> None:
    first, second = fill(decklist, 2)
    submit_version(version=first)
    submit_version(version=second)
    fill(decklist, 7, start=3)
    assert numbers(decklist) == [1, 2, 5, 6, 7, 8, 9]


def test_what_staff_saved_and_what_they_found_stays(decklist: Decklist) -> None:
    fill(decklist, 2)
    save(decklist, "9 HBU01-A07", by_staff=True, reason="错一张")
    fill(decklist, 6, start=10)
    assert numbers(decklist) == [2, 3, 5, 6, 7, 8, 9]


def test_what_a_list_held_when_it_was_locked_stays(decklist: Decklist) -> None:
    fill(decklist, 2)
    lock(decklists=[decklist.pk], at=timezone.now())
    fill(decklist, 6, start=3)
    assert numbers(decklist) == [2, 4, 5, 6, 7, 8]


def test_a_draft_judged_again_makes_room_and_a_submitted_one_does_not(decklist: Decklist) -> None:
    submit_version(version=fill(decklist, 1)[0])
    fill(decklist, 1, start=2)
    for best_of in (3, 1, 3, 1):
        rejudge(decklist=decklist, best_of=best_of, pool="open", as_of=DAY, actor=Actor(user=None), format="")
    kept = decklist.versions.filter(is_kept=True)
    assert set(kept.values_list("text", flat=True)) == {"1 HBU01-A07\n"}
    assert kept.count() == 5
    assert thinning.superseded_drafts(decklist).count() == 4
    decklist.refresh_from_db()
    assert decklist.submitted == kept.order_by("-number").first()


def test_whatever_another_record_refers_to_stays(decklist: Decklist) -> None:
    """The list's own reference to the version that counts represents every table that has one."""
    first = fill(decklist, 1)[0]
    Decklist.objects.filter(pk=decklist.pk).update(submitted=first, submitted_at=timezone.now())
    fill(decklist, 6, start=2)
    assert numbers(decklist) == [1, 3, 4, 5, 6, 7]
    assert not decklist.versions.get(number=1).is_kept


def test_submitting_ends_where_there_is_room_for_no_more_and_staff_may_go_on(decklist: Decklist) -> None:
    versions = fill(decklist, 4)
    for version in versions[:3]:
        submit_version(version=version)
    with pytest.raises(Refusal) as refused:
        submit_version(version=versions[3])
    assert (refused.value.code, refused.value.facts["limit"]) == ("submitted_too_often", 3)
    decklist.refresh_from_db()
    assert decklist.submitted == versions[2]
    submit_version(version=versions[0])
    decklist.refresh_from_db()
    assert decklist.submitted == versions[0]
    assert submit_version(version=versions[3], by_staff=True).submitted == versions[3]


def test_a_version_removed_meanwhile_cannot_be_submitted(decklist: Decklist) -> None:
    gone = fill(decklist, 1)[0]
    fill(decklist, 6, start=2)
    with pytest.raises(Refusal, match="no_such_version"):
        submit_version(version=gone)


@pytest.mark.django_db(transaction=True)
def test_saves_and_a_submission_at_once_neither_exceed_the_bound_nor_remove_what_counts(decklist: Decklist) -> None:
    oldest = fill(decklist, 5)[0]
    results = at_once(
        decklist,
        lambda: save(decklist, "6 HBU01-A07"),
        lambda: submit_version(version=oldest),
        lambda: save(decklist, "7 HBU01-A07"),
    )
    assert thinning.superseded_drafts(decklist).count() == 4
    decklist.refresh_from_db()
    if refusals(results):
        assert refusals(results) == ["no_such_version"]
        assert (decklist.submitted, decklist.drafts_removed) == (None, 2)
    else:
        assert (decklist.submitted, decklist.drafts_removed) == (oldest, 1)
    assert {6, 7} <= set(numbers(decklist))


def test_room_is_noticed_before_anything_is_removed_and_afterwards(decklist: Decklist) -> None:
    fill(decklist, 3)
    assert not thinning.draft_room(decklist).is_near
    fill(decklist, 1, start=4)
    assert thinning.draft_room(decklist).is_near
    assert thinning.draft_room(decklist).removed == 0


class TestWhatWasSavedBefore:
    """The migration marks every version that may have been submitted, as far as is known."""

    @pytest.fixture
    def mark(self) -> Any:
        sql = import_module("decks.migrations.0004_kept_versions").MARK

        def run() -> None:
            DecklistVersion.objects.update(is_kept=False)
            with connection.cursor() as cursor:
                cursor.execute(sql)

        return run

    def kept(self, decklist: Decklist) -> list[int]:
        return list(decklist.versions.filter(is_kept=True).order_by("number").values_list("number", flat=True))

    def test_a_list_never_submitted_holds_drafts(self, decklist: Decklist, mark: Any) -> None:
        fill(decklist, 3)
        mark()
        assert self.kept(decklist) == []

    def test_of_a_submitted_list_all_that_can_be_read(self, decklist: Decklist, mark: Any) -> None:
        fill(decklist, 2)
        save(decklist, "3 ???")
        submit_version(version=fill(decklist, 1, start=4)[0])
        mark()
        assert self.kept(decklist) == [1, 2, 4]

    def test_what_staff_saved_and_found_and_the_newest_of_a_locked_list(self, decklist: Decklist, mark: Any) -> None:
        fill(decklist, 2)
        save(decklist, "9 HBU01-A07", by_staff=True, reason="错一张")
        fill(decklist, 2, start=10)
        lock(decklists=[decklist.pk], at=timezone.now())
        mark()
        assert self.kept(decklist) == [2, 3, 5]
