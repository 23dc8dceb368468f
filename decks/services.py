"""Writes about decklists: saving versions, submitting one, locking. Who may, and until when, is the caller's matter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import Player
from accounts.refusals import Refusal
from accounts.typed_text import one_line
from cardpool.models import Ruleset
from decks.differences import card_difference, verdict_turned_on
from decks.judging import JudgedList, judge_text
from decks.models import Decklist, DecklistVersion

LONGEST_TEXT = 20_000
NAME_LENGTH = 80


@transaction.atomic
def create_decklist(
    *, owner: Player, ruleset: Ruleset, best_of: int, pool: str, format: str = "", name: str = ""
) -> Decklist:
    """An empty decklist, judged by this ruleset for this match length and format. Raises Refusal `name_too_long`."""
    return Decklist.objects.create(
        owner=owner, ruleset=ruleset, best_of=best_of, pool=pool, format=format, name=_tidy_name(name)
    )


@transaction.atomic
def save_version(
    *,
    actor: Actor,
    decklist: Decklist,
    text: str,
    as_of: date,
    name: str | None = None,
    by_staff: bool = False,
    reason: str = "",
) -> DecklistVersion:
    """Judge the text as of a day and keep it as the list's newest version, legal or not, readable or not.

    A text that the newest version already has, with the same verdict, makes no new one unless a reason is given.
    `name` None leaves the deck's name. Raises Refusal `decklist_empty`, `decklist_too_long` or `name_too_long`.
    """
    text = _tidy_text(text)
    locked = _locked(decklist.pk)
    if name is not None and name != locked.name:
        locked.name = _tidy_name(name)
        locked.save(update_fields=["name"])
        decklist.name = locked.name
    judged = _judged(locked, text, as_of)
    newest = locked.versions.order_by("-number").first()
    if newest is not None and newest.text == text and newest.report == judged.report and not reason:
        return newest
    return _add_version(locked, text, judged, actor=actor, by_staff=by_staff, reason=reason)


@transaction.atomic
def submit_version(*, version: DecklistVersion) -> Decklist:
    """Make this version the one that counts, in place of any before; an illegal list may be handed in, it says so.

    Raises Refusal `decklist_unreadable` (facts: errors) when a line of it could not be read.
    """
    decklist = _locked(version.decklist_id)
    errors = version.report.get("errors", [])
    if errors:
        raise Refusal("decklist_unreadable", field="text", errors=errors, count=len(errors))
    decklist.submitted = version
    decklist.submitted_at = timezone.now()
    decklist.save(update_fields=["submitted", "submitted_at"])
    return decklist


@dataclass(frozen=True)
class Rejudged:
    """A version whose verdict another judging changed, the version that says so now, and the cards it turned on."""

    before: DecklistVersion
    after: DecklistVersion
    cards: list[dict[str, Any]]

    @property
    def turned(self) -> bool:
        """Whether a legal list became illegal or the other way round."""
        return self.before.is_legal != self.after.is_legal


@transaction.atomic
def rejudge(*, decklist: Decklist, best_of: int, pool: str, as_of: date, actor: Actor, format: str) -> list[Rejudged]:
    """Judge the list again for a match length, pool and format; a report that differs becomes a new version, by staff.

    A submitted list stays submitted, by its new version; a newer draft stays the newest. Returns the versions whose
    verdict changed, the submitted one first; judging again what was judged already returns nothing.
    """
    locked = _locked(decklist.pk)
    locked.best_of, locked.pool, locked.format = best_of, pool, format
    counting, newest = locked.submitted, locked.versions.order_by("-number").first()
    changed = []
    for version in dict.fromkeys(version for version in (counting, newest) if version is not None):
        judged = _judged(locked, version.text, as_of)
        counting_moved = locked.submitted != counting
        if judged.report == version.report and not counting_moved:
            continue
        again = _add_version(locked, version.text, judged, actor=actor, by_staff=True, reason="")
        cards = verdict_turned_on(version.report, judged.report)
        if cards is not None:
            changed.append(Rejudged(version, again, cards))
        if version == counting:
            locked.submitted = again
    locked.save(update_fields=["best_of", "pool", "format", "submitted"])
    return changed


def lock(*, decklists: Iterable[int], at: datetime) -> int:
    """Lock these decklists that are not locked yet; returns how many."""
    return Decklist.objects.filter(pk__in=list(decklists), locked_at__isnull=True).update(locked_at=at)


def unlock(*, decklists: Iterable[int]) -> int:
    """Open these decklists again; returns how many were locked."""
    return Decklist.objects.filter(pk__in=list(decklists), locked_at__isnull=False).update(locked_at=None)


def _locked(decklist_id: int) -> Decklist:
    rows = Decklist.objects.select_for_update(of=("self",)).select_related("ruleset__game", "submitted")
    return rows.get(pk=decklist_id)


def _judged(decklist: Decklist, text: str, as_of: date) -> JudgedList:
    return judge_text(
        text,
        ruleset=decklist.ruleset,
        best_of=decklist.best_of,
        pool=decklist.pool,
        as_of=as_of,
        format=decklist.format,
    )


def _add_version(
    decklist: Decklist, text: str, judged: JudgedList, *, actor: Actor, by_staff: bool, reason: str
) -> DecklistVersion:
    newest = decklist.versions.order_by("-number").first()
    return DecklistVersion.objects.create(
        decklist=decklist,
        number=newest.number + 1 if newest is not None else 1,
        text=text,
        cards=judged.cards,
        is_legal=judged.legal,
        report=judged.report,
        difference=card_difference(newest.cards if newest is not None else [], judged.cards),
        saved_by_user=actor.user,
        saved_by=actor.label[:150],
        by_staff=by_staff,
        reason=reason,
    )


def _tidy_text(text: str) -> str:
    tidy = text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    if not tidy.strip():
        raise Refusal("decklist_empty", field="text")
    if len(tidy) > LONGEST_TEXT:
        raise Refusal("decklist_too_long", field="text", limit=LONGEST_TEXT, length=len(tidy))
    return tidy.rstrip() + "\n"


def _tidy_name(name: str) -> str:
    tidy = one_line(name)
    if len(tidy) > NAME_LENGTH:
        raise Refusal("name_too_long", field="name", limit=NAME_LENGTH)
    return tidy
