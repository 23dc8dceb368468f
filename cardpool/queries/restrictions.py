"""Reads of restriction lists: which apply from when to when, and what they restrict.

In each format the newest list that has taken effect applies, from its first day until the day before the next one's. A
list of no format applies in every format, beside the format's own. Replaced and withdrawn lists do not apply.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from django.db.models import QuerySet

from cardpool.lists.entries import Entry, RestrictionKind
from cardpool.lists.resolving import KnownCards, known_cards
from cardpool.models import Card, CardGame, RestrictedCards, RestrictionList
from cardpool.packs import Identity
from cardpool.queries.games import pack_in_force


@dataclass(frozen=True)
class DatedRestriction:
    """What one entry of a list restricts and when, both days included; None leaves that end open.

    `cards` are identities as decks are counted by: a code that a card of the pool is known by has become its number. Of
    the kind UNLISTED they are all that the list names: every other card is banned.
    `source` names the list and its day.
    """

    kind: str
    cards: tuple[str, ...]
    limit: int
    starts: date
    ends: date | None
    source: str
    format: str


@dataclass(frozen=True)
class HeldList:
    """A list that is neither replaced nor withdrawn, with the days it applies: `until` None while no later one of its
    format is known."""

    list: RestrictionList
    until: date | None

    def holds_on(self, day: date) -> bool:
        """Whether it is in force on that day."""
        return self.list.effective_from <= day and (self.until is None or day <= self.until)


def list_label(stored: RestrictionList) -> str:
    """The name by which a verdict cites a list: its title, its first day, and its version once it was edited."""
    label = f"{stored.name} ({stored.effective_from:%Y-%m-%d})"
    return f"{label} v{stored.version}" if stored.version > 1 else label


def judging_lists(game: CardGame) -> QuerySet[RestrictionList]:
    """The game's lists that are neither replaced nor withdrawn, by format, the newest first."""
    return RestrictionList.objects.filter(game=game, withdrawn_at__isnull=True, replaced_by__isnull=True)


def held_lists(game: CardGame) -> list[HeldList]:
    """Every list that judges with its days, by format, the newest first; of two from one day only the later saved."""
    held: list[HeldList] = []
    later: RestrictionList | None = None
    for stored in judging_lists(game).order_by("format", "-effective_from", "-id"):
        if later is not None and later.format != stored.format:
            later = None
        if later is None or later.effective_from > stored.effective_from:
            until = later.effective_from - timedelta(days=1) if later is not None else None
            held.append(HeldList(stored, until))
            later = stored
    return held


def lists_on(game: CardGame, day: date) -> list[HeldList]:
    """The lists in force on a day, one per format at most."""
    return [held for held in held_lists(game) if held.holds_on(day)]


def known_formats(game: CardGame) -> list[str]:
    """The formats that the game's lists are kept for, sorted."""
    return sorted(judging_lists(game).exclude(format="").values_list("format", flat=True).distinct().order_by())


def cards_known(game: CardGame) -> KnownCards:
    """What lists of this game may call its cards."""
    pack = pack_in_force(game)
    cards = Card.objects.filter(game=game).only("number", "name", "other_names", "codes").order_by("number", "name")
    return known_cards(cards, normalise=pack.normalise_number, by_names=pack.identity is Identity.NAME)


def card_names(game: CardGame, keys: Iterable[str]) -> dict[str, str]:
    """The names of the cards of these numbers."""
    return dict(Card.objects.filter(game=game, number__in=set(keys)).values_list("number", "name"))


def entries_of(stored: RestrictionList) -> tuple[Entry, ...]:
    """What a list restricts, in its order."""
    return tuple(
        Entry(RestrictionKind(row.kind), tuple(row.cards), row.limit, row.starts, row.ends, row.note)
        for row in stored.entries.order_by("id")
    )


def versions_of_list(stored: RestrictionList) -> list[RestrictionList]:
    """The list and all that it replaced or that replaced it, the newest first."""
    rows = {row.pk: row for row in RestrictionList.objects.filter(game=stored.game_id)}
    after = {row.replaces_id: row for row in rows.values() if row.replaces_id is not None}
    newest = rows[stored.pk]
    while newest.pk in after:
        newest = after[newest.pk]
    versions = [newest]
    while (earlier := versions[-1].replaces_id) is not None:
        versions.append(rows[earlier])
    return versions


def restrictions_of(game: CardGame) -> tuple[DatedRestriction, ...]:
    """Everything restricted in the game at any time in any format, in the order of the lists.

    What writes a list renews the game's `pool_revision`, so a cache may key on that.
    """
    held = {one.list.pk: one for one in held_lists(game)}
    entries = RestrictedCards.objects.filter(list__in=held).order_by("list", "id")
    by_list: dict[int, list[RestrictedCards]] = {pk: [] for pk in held}
    for entry in entries:
        by_list[entry.list_id].append(entry)
    numbers = _numbers_by_code(game, (key for entry in entries for key in entry.cards))
    dated = []
    for pk, listed in by_list.items():
        named = [key for entry in listed for key in entry.cards]
        for entry in listed:
            cards = named if entry.kind == RestrictionKind.UNLISTED else entry.cards
            dated.append(_dated(entry, cards, held[pk], numbers))
    return tuple(one for one in dated if one is not None)


def _dated(
    entry: RestrictedCards, cards: Iterable[str], held: HeldList, numbers: Mapping[str, str]
) -> DatedRestriction | None:
    """The entry within the days of its list; None where it never applies in them."""
    starts = max(filter(None, (held.list.effective_from, entry.starts)))
    ends = min(filter(None, (held.until, entry.ends)), default=None)
    if ends is not None and ends < starts:
        return None
    return DatedRestriction(
        kind=entry.kind,
        cards=tuple(dict.fromkeys(numbers.get(key, key) for key in cards)),
        limit=entry.limit,
        starts=starts,
        ends=ends,
        source=list_label(held.list),
        format=held.list.format,
    )


def _numbers_by_code(game: CardGame, keys: Iterable[str]) -> dict[str, str]:
    """The numbers of cards that the keys are further codes of; a key that is itself a number stays one."""
    wanted = set(keys)
    if not wanted:
        return {}
    wanted -= set(Card.objects.filter(game=game, number__in=wanted).values_list("number", flat=True))
    if not wanted:
        return {}
    coded = Card.objects.filter(game=game).exclude(codes=[]).order_by("-id").values_list("number", "codes")
    return {code: number for number, codes in coded for code in codes if code in wanted and number}


class ListState(StrEnum):
    """Where a list stands in time."""

    IN_FORCE = "in_force"
    COMING = "coming"
    PAST = "past"


@dataclass(frozen=True)
class ListInTime:
    """A list with its days, its state and how many cards it restricts in which way (`{kind: cards}`)."""

    held: HeldList
    state: ListState
    counts: dict[str, int]

    @property
    def list(self) -> RestrictionList:
        return self.held.list


@dataclass(frozen=True)
class FormatLists:
    """The lists of one format, the newest first; `format` is empty for those that apply in every format."""

    format: str
    lists: tuple[ListInTime, ...]


def list_states(game: CardGame, day: date) -> list[FormatLists]:
    """Every list that judges, by format (the general ones first), as they stand on a day."""
    held = held_lists(game)
    counts: dict[int, dict[str, int]] = {}
    rows = RestrictedCards.objects.filter(list__in=[one.list for one in held])
    for pk, kind, cards in rows.order_by("id").values_list("list_id", "kind", "cards"):
        counted = counts.setdefault(pk, {})
        counted[kind] = counted.get(kind, 0) + len(cards)
    groups: dict[str, list[ListInTime]] = {}
    for one in held:
        state = ListState.IN_FORCE if one.holds_on(day) else _before_or_after(one, day)
        groups.setdefault(one.list.format, []).append(ListInTime(one, state, counts.get(one.list.pk, {})))
    return [FormatLists(format, tuple(lists)) for format, lists in groups.items()]


def withdrawn_lists(game: CardGame) -> list[RestrictionList]:
    """Lists that were withdrawn and not replaced since, the last withdrawn first."""
    rows = RestrictionList.objects.filter(game=game, withdrawn_at__isnull=False, replaced_by__isnull=True)
    return list(rows.order_by("-withdrawn_at"))


def _before_or_after(held: HeldList, day: date) -> ListState:
    return ListState.COMING if held.list.effective_from > day else ListState.PAST
