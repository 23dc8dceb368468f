"""Services for decklists: saving versions, submitting one, locking. Callers check who may do so, and until when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.erased_names import ErasedNames
from accounts.models import Player, User
from accounts.refusals import Refusal
from accounts.visible_names import visible_line
from cardpool.legality.violations import Verdict
from cardpool.models import Ruleset
from cardpool.queries.rulebooks import Settled
from decks.differences import card_difference, verdict_turned_on
from decks.findings import unread_lines
from decks.judging import JudgedList, book_of, judge_text
from decks.models import Decklist, DecklistVersion
from decks.superseded_drafts import check_room_to_submit, remove_superseded_drafts, superseded_drafts
from decks.text.listing import MAX_CHARACTERS

MAX_NAME_LENGTH = 80


@transaction.atomic
def create_decklist(
    *, owner: Player, ruleset: Ruleset, best_of: int, pool: str, format: str = "", name: str = ""
) -> Decklist:
    """An empty decklist, judged by this ruleset for this match length and format. Raises Refusal `name_too_long`."""
    return Decklist.objects.create(
        owner=owner, ruleset=ruleset, best_of=best_of, pool=pool, format=format, name=_tidy_name(name)
    )


class JudgedByOtherRules(Exception):
    """Something that the verdict depends on has changed since the text was judged."""


@dataclass(frozen=True)
class ListToSave:
    """A text to save and what it was judged as. Judging is slow, so it is done before anything is locked."""

    text: str
    judged: JudgedList

    def holds_for(self, decklist: Decklist, *, as_of: date, settled: Settled) -> bool:
        """Whether judging it again for this list would give the same verdict: by the same rules, cards, restriction
        lists and rulings, for the same match length, pool, format and day."""
        legality = self.judged.legality
        if self.judged.book is not book_of(decklist.ruleset):
            return False
        by = (legality.best_of, legality.pool, legality.as_of, self.judged.format, self.judged.settled_cards)
        return by == (decklist.best_of, decklist.pool, as_of, decklist.format, settled)


def judge_to_save(
    *, text: str, ruleset: Ruleset, best_of: int, pool: str, format: str, as_of: date, settled: Settled = ()
) -> ListToSave:
    """Judge a text as of a day, with the cards that judges settled. Raises Refusal `decklist_empty` or
    `decklist_too_long`."""
    text = _tidy_text(text)
    judged = judge_text(text, ruleset=ruleset, best_of=best_of, pool=pool, as_of=as_of, format=format, settled=settled)
    return ListToSave(text, judged)


@transaction.atomic
def save_version(
    *,
    actor: Actor,
    decklist: Decklist,
    read: ListToSave,
    as_of: date,
    name: str | None = None,
    by_staff: bool = False,
    reason: str = "",
    settled: Settled = (),
) -> DecklistVersion:
    """Keep a text, judged as of the day with the cards that judges settled, as the list's newest version, legal or
    not, readable or not.

    If the newest version has the same text and verdict, no new one is made unless a reason is given. `name` None keeps
    the deck's name. The oldest superseded drafts are removed if there are too many. Raises Refusal `name_too_long`, and
    `JudgedByOtherRules` for a text to be judged again.
    """
    locked = _locked(decklist.pk)
    if not read.holds_for(locked, as_of=as_of, settled=settled):
        raise JudgedByOtherRules
    text, judged = read.text, read.judged
    if name is not None and name != locked.name:
        locked.name = _tidy_name(name)
        locked.save(update_fields=["name"])
        decklist.name = locked.name
    newest = locked.versions.order_by("-number").first()
    if newest is not None and newest.text == text and newest.report == judged.report and not reason:
        return newest
    if by_staff and newest is not None:
        _keep([newest.pk])
    version = _add_version(locked, text, judged, actor=actor, by_staff=by_staff, reason=reason, is_kept=by_staff)
    remove_superseded_drafts(locked)
    return version


@transaction.atomic
def submit_version(*, version: DecklistVersion, by_staff: bool = False) -> Decklist:
    """Make this version the one that counts, in place of any before; an illegal list may be submitted, and says so.

    Raises Refusal `decklist_unreadable` (facts: errors) when a line of it could not be read, asks, or is not yet
    confirmed as not a card, `no_such_version` when the version was removed in the meantime, and, unless by staff,
    `submitted_too_often`.
    """
    decklist = _locked(version.decklist_id)
    found = decklist.versions.filter(pk=version.pk).first()
    if found is None:
        raise Refusal("no_such_version", number=version.number)
    errors = unread_lines(version.report)
    if errors:
        raise Refusal("decklist_unreadable", field="text", errors=errors, count=len(errors))
    if not found.is_kept:
        if not by_staff:
            check_room_to_submit(decklist)
        _keep([version.pk])
    version.is_kept = True
    decklist.submitted = version
    decklist.submitted_at = timezone.now()
    decklist.save(update_fields=["submitted", "submitted_at"])
    return decklist


@dataclass(frozen=True)
class Rejudged:
    """A version whose verdict changed when judged again, its new version, and the cards that changed the verdict."""

    before: DecklistVersion
    after: DecklistVersion
    cards: list[dict[str, Any]]

    @property
    def turned(self) -> bool:
        """Whether the verdict (legal, not legal or undecided) is now a different one."""
        return self.before.verdict != self.after.verdict

    @property
    def stays_open(self) -> bool:
        """Whether the list was and is undecided, whatever else changed."""
        return self.before.verdict == self.after.verdict == Verdict.UNDECIDED


@transaction.atomic
def rejudge(
    *,
    decklist: Decklist,
    best_of: int,
    pool: str,
    as_of: date,
    actor: Actor,
    format: str,
    settled: Settled = (),
) -> list[Rejudged]:
    """Judge the list again for a match length, pool and format, with the cards that judges settled; a report that
    differs becomes a new version, by staff.

    A submitted list stays submitted, by its new version; a newer draft stays the newest. Returns the versions whose
    verdict changed, the submitted one first; empty if none did.
    """
    locked = _locked(decklist.pk)
    locked.best_of, locked.pool, locked.format = best_of, pool, format
    counting, newest = locked.submitted, locked.versions.order_by("-number").first()
    changed = []
    for version in dict.fromkeys(version for version in (counting, newest) if version is not None):
        judged = _judged(locked, version.text, as_of, settled)
        counting_moved = locked.submitted != counting
        if judged.report == version.report and not counting_moved:
            continue
        counts = version == counting
        again = _add_version(locked, version.text, judged, actor=actor, by_staff=True, reason="", is_kept=counts)
        cards = verdict_turned_on(version.report, judged.report)
        if cards is not None:
            changed.append(Rejudged(version, again, cards))
        if counts:
            locked.submitted = again
    locked.save(update_fields=["best_of", "pool", "format", "submitted"])
    remove_superseded_drafts(locked)
    return changed


def lock(*, decklists: Iterable[int], at: datetime) -> int:
    """Lock those of the decklists that are not locked yet, and keep the newest version of each; returns how many."""
    open_ = list(Decklist.objects.filter(pk__in=list(decklists), locked_at__isnull=True).values_list("pk", flat=True))
    newest = DecklistVersion.objects.filter(decklist__in=open_).order_by("decklist", "-number").distinct("decklist")
    _keep(newest.values_list("pk", flat=True))
    return Decklist.objects.filter(pk__in=open_, locked_at__isnull=True).update(locked_at=at)


def unlock(*, decklists: Iterable[int]) -> int:
    """Open these decklists again; returns how many were locked."""
    return Decklist.objects.filter(pk__in=list(decklists), locked_at__isnull=False).update(locked_at=None)


@transaction.atomic
def erase_owner(*, owner: Player, names: ErasedNames, account: User | None) -> None:
    """Take the person out of the owner's lists: the decks' names, drafts that nothing refers to, and the names in the
    texts. The cards of the versions that count stay, as nobody's.

    A name is left in a line that is a card of that name. `account` is the one the owner had.
    """
    for decklist in Decklist.objects.select_for_update(of=("self",)).filter(owner=owner).order_by("pk"):
        superseded_drafts(decklist).delete()
        decklist.name = ""
        decklist.save(update_fields=["name"])
        for version in decklist.versions.all():
            _erase_names(version, names)
            if not version.by_staff:
                version.saved_by, version.saved_by_user = names.label, None
            elif account is not None and version.saved_by_user_id == account.pk:
                version.saved_by, version.saved_by_user = "", None
            version.save()


def _erase_names(version: DecklistVersion, names: ErasedNames) -> None:
    """Take the names out of the text and the report, but not out of the cards of the list."""
    cards = {card["name"] for card in version.cards if card.get("name") and names.in_text(card["name"]) != card["name"]}
    lines = version.text.split("\n")
    version.text = "\n".join(line if any(card in line for card in cards) else names.in_text(line) for line in lines)
    if not cards:
        version.report = names.in_facts(version.report)
        version.difference = names.in_facts(version.difference)
    version.reason = names.in_text(version.reason)


def _locked(decklist_id: int) -> Decklist:
    rows = Decklist.objects.select_for_update(of=("self",)).select_related("ruleset__game", "submitted")
    return rows.get(pk=decklist_id)


def _keep(versions: Iterable[int]) -> None:
    DecklistVersion.objects.filter(pk__in=list(versions), is_kept=False).update(is_kept=True)


def _judged(decklist: Decklist, text: str, as_of: date, settled: Settled) -> JudgedList:
    return judge_text(
        text,
        ruleset=decklist.ruleset,
        best_of=decklist.best_of,
        pool=decklist.pool,
        as_of=as_of,
        format=decklist.format,
        settled=settled,
    )


def _add_version(
    decklist: Decklist, text: str, judged: JudgedList, *, actor: Actor, by_staff: bool, reason: str, is_kept: bool
) -> DecklistVersion:
    newest = decklist.versions.order_by("-number").first()
    return DecklistVersion.objects.create(
        decklist=decklist,
        number=newest.number + 1 if newest is not None else 1,
        text=text,
        cards=judged.cards,
        verdict=judged.verdict,
        judged_as_of=judged.legality.as_of,
        report=judged.report,
        difference=card_difference(newest.cards if newest is not None else [], judged.cards),
        saved_by_user=actor.user,
        saved_by=actor.label[:150],
        by_staff=by_staff,
        reason=reason,
        is_kept=is_kept,
    )


def _tidy_text(text: str) -> str:
    tidy = text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    if not tidy.strip():
        raise Refusal("decklist_empty", field="text")
    if len(tidy) > MAX_CHARACTERS:
        raise Refusal("decklist_too_long", field="text", limit=MAX_CHARACTERS, length=len(tidy))
    return tidy.rstrip() + "\n"


def _tidy_name(name: str) -> str:
    tidy = visible_line(name, required=False)
    if len(tidy) > MAX_NAME_LENGTH:
        raise Refusal("name_too_long", field="name", limit=MAX_NAME_LENGTH)
    return tidy


@transaction.atomic
def hand_over_decklist(*, decklist: Decklist, owner: Player) -> None:
    """Let a list belong to another player, with its versions."""
    Decklist.objects.filter(pk=decklist.pk).update(owner=owner)
