"""Writes about restriction lists: saving one, a further version of one, and withdrawing one.

Each locks the game's row first, so that two people's changes come one after the other, and announces that decks
may be judged differently now.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal, refuse_any
from accounts.typed_text import one_line
from cardpool.announcing import announce_judging_changed
from cardpool.lists.entries import Entry, Problem, RestrictionKind, UnreadableList
from cardpool.lists.resolving import Resolved, resolve
from cardpool.models import CardGame, RestrictedCards, RestrictionList
from cardpool.permissions import require_game_manager
from cardpool.queries import pack_of
from cardpool.queries.restrictions import cards_known, entries_of, judging_lists, list_label
from cardpool.services.cards import pool_changed

MAX_NAME_LENGTH, MAX_SOURCE_LENGTH, MAX_REASON_LENGTH = 80, 300, 200
FIRST_YEAR, LAST_YEAR = 1990, 2199
FORMAT = re.compile(r"[a-z0-9_-]{0,40}")
MAX_SHOWN = 50


@dataclass(frozen=True)
class ListData:
    """What a list says: its title, the format it holds in (empty: every one), since when, where it was published."""

    name: str
    effective_from: date
    entries: tuple[Entry, ...]
    format: str = ""
    source: str = ""


@dataclass(frozen=True)
class SavedList:
    """The list as it judges now; `unknown` are cards of it that the pool does not have, `is_new` False if nothing was
    changed."""

    list: RestrictionList
    unknown: tuple[str, ...]
    is_new: bool


@transaction.atomic
def save_list(*, actor: Actor, game_id: int, data: ListData, replaces: int | None = None) -> SavedList:
    """Save a list; with `replaces` as the next version of that one. The old rows stay as they are.

    Cards are found by number, code or name; one that the pool does not have is saved as typed. Raises NotAllowed
    `not_a_game_manager`, Conflict `list_changed` or `list_withdrawn` where somebody else was first, and a refusal that
    names every field and line that cannot be taken: `list_name_required`, `text_too_long`, `format_no_key`,
    `date_out_of_range`, `list_same_day`, `no_restrictions_rule` (no version of the game's rules asks for lists),
    `list_unreadable` (facts: problems, count).
    """
    require_game_manager(actor)
    game = _lock(game_id)
    old = _to_replace(game, replaces) if replaces is not None else None
    data = _tidied(data)
    problems = _field_problems(game, data, old)
    try:
        found: Resolved | None = resolve(data.entries, cards_known(game))
    except UnreadableList as unreadable:
        problems.append(unreadable_refusal(unreadable.problems))
        found = None
    refuse_any(problems)
    assert found is not None
    if old is not None and _says_the_same(old, data, found.entries):
        return SavedList(old, found.unknown, is_new=False)
    stored = RestrictionList.objects.create(
        game=game,
        format=data.format,
        name=data.name,
        source=data.source,
        effective_from=data.effective_from,
        version=old.version + 1 if old is not None else 1,
        replaces=old,
        saved_by_user=actor.user,
        saved_by=actor.label[:150],
    )
    RestrictedCards.objects.bulk_create([_row(stored, entry) for entry in found.entries], batch_size=1000)
    _changed(game, actor, stored, "edited" if old is not None else "added")
    return SavedList(stored, found.unknown, is_new=True)


@transaction.atomic
def withdraw_list(*, actor: Actor, list_id: int, reason: str) -> RestrictionList:
    """Withdraw a list: it no longer applies, and the previous list of its format stays in force. See `restore_list`.

    Raises NotAllowed `not_a_game_manager`, Refusal `no_such_list`, `reason_required` or `text_too_long`, Conflict
    `list_changed` or `list_withdrawn`.
    """
    require_game_manager(actor)
    stored = _lock_list(list_id)
    tidy = one_line(reason)
    if not tidy:
        raise Refusal("reason_required", field="reason")
    if len(tidy) > MAX_REASON_LENGTH:
        raise Refusal("text_too_long", field="reason", limit=MAX_REASON_LENGTH)
    _must_judge(stored)
    stored.withdrawn_at, stored.withdrawn_by, stored.withdrawn_reason = timezone.now(), actor.label[:150], tidy
    stored.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason"])
    _changed(stored.game, actor, stored, "withdrawn")
    return stored


@transaction.atomic
def restore_list(*, actor: Actor, list_id: int) -> RestrictionList:
    """Undo a withdrawal. Raises what `withdraw_list` does, Conflict `list_not_withdrawn`, Refusal `list_same_day`."""
    require_game_manager(actor)
    stored = _lock_list(list_id)
    if stored.withdrawn_at is None:
        raise Conflict("list_not_withdrawn", list=stored.name)
    refuse_any(_same_day(stored.game, stored.format, stored.effective_from, stored))
    stored.withdrawn_at, stored.withdrawn_by, stored.withdrawn_reason = None, "", ""
    stored.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason"])
    _changed(stored.game, actor, stored, "restored")
    return stored


def unreadable_refusal(problems: Iterable[Problem]) -> Refusal:
    """The refusal of a list whose lines cannot be used, with the first of them as facts."""
    listed = list(problems)
    facts = [
        {"code": str(one.code), "line": one.line, "text": one.text, "other": one.other} for one in listed[:MAX_SHOWN]
    ]
    return Refusal("list_unreadable", field="text", problems=facts, count=len(listed))


def _lock(game_id: int) -> CardGame:
    game = CardGame.objects.select_for_update().filter(pk=game_id).first()
    if game is None:
        raise Refusal("no_such_game", field="game_slug", game=game_id)
    return game


def _lock_list(list_id: int) -> RestrictionList:
    game_id = RestrictionList.objects.filter(pk=list_id).values_list("game_id", flat=True).first()
    if game_id is None:
        raise Refusal("no_such_list")
    _lock(game_id)
    return RestrictionList.objects.select_related("game").get(pk=list_id)


def _to_replace(game: CardGame, list_id: int) -> RestrictionList:
    old = RestrictionList.objects.select_related("game").filter(pk=list_id, game=game).first()
    if old is None:
        raise Refusal("no_such_list")
    _must_judge(old)
    return old


def _must_judge(stored: RestrictionList) -> None:
    newer = RestrictionList.objects.filter(replaces=stored).first()
    if newer is not None:
        raise Conflict("list_changed", list=newer.pk, name=newer.name, version=newer.version, by=newer.saved_by)
    if stored.withdrawn_at is not None:
        raise Conflict("list_withdrawn", name=stored.name, by=stored.withdrawn_by)


def _tidied(data: ListData) -> ListData:
    entries = tuple(
        Entry(
            RestrictionKind(entry.kind),
            tuple(one_line(card) for card in entry.cards),
            entry.limit,
            entry.starts,
            entry.ends,
            one_line(entry.note),
            entry.line,
        )
        for entry in data.entries
    )
    name, source = one_line(data.name), one_line(data.source)
    return ListData(name, data.effective_from, entries, data.format.strip().lower(), source)


def _field_problems(game: CardGame, data: ListData, old: RestrictionList | None) -> list[Refusal]:
    problems = [] if data.name else [Refusal("list_name_required", field="name")]
    for field, limit in (("name", MAX_NAME_LENGTH), ("source", MAX_SOURCE_LENGTH)):
        if len(getattr(data, field)) > limit:
            problems.append(Refusal("text_too_long", field=field, limit=limit))
    if not FORMAT.fullmatch(data.format):
        problems.append(Refusal("format_no_key", field="format", value=data.format[:40]))
    if not FIRST_YEAR <= data.effective_from.year <= LAST_YEAR:
        problems.append(Refusal("date_out_of_range", field="effective_from", first=FIRST_YEAR, last=LAST_YEAR))
    if not any(rule.get("kind") == "restrictions" for row in game.rulesets.all() for rule in pack_of(row).rules):
        problems.append(Refusal("no_restrictions_rule"))
    return problems + _same_day(game, data.format, data.effective_from, old)


def _same_day(game: CardGame, format: str, day: date, own: RestrictionList | None) -> list[Refusal]:
    """Two lists of one format that begin on the same day: it would not be clear which of them applies."""
    others = judging_lists(game).filter(format=format, effective_from=day)
    other = others.exclude(pk=own.pk).first() if own is not None else others.first()
    return [Refusal("list_same_day", field="effective_from", name=other.name, list=other.pk)] if other else []


def _says_the_same(old: RestrictionList, data: ListData, entries: tuple[Entry, ...]) -> bool:
    stated = (old.name, old.effective_from, old.format, old.source)
    return stated == (data.name, data.effective_from, data.format, data.source) and entries_of(old) == entries


def _row(stored: RestrictionList, entry: Entry) -> RestrictedCards:
    return RestrictedCards(
        list=stored,
        kind=entry.kind.value,
        cards=list(entry.cards),
        limit=entry.limit,
        starts=entry.starts,
        ends=entry.ends,
        note=entry.note,
    )


def _changed(game: CardGame, actor: Actor, stored: RestrictionList, done: str) -> None:
    """Every process reads the lists again, and open decks are judged again."""
    pool_changed(game=game)
    announce_judging_changed(
        game=game, actor=actor, kind="restrictions", list=list_label(stored), list_id=stored.pk, done=done
    )
