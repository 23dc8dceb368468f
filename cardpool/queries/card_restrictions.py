"""Which cards of the pool the restriction lists name, as decks are judged by them."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from accounts.process_cache import ProcessCache
from cardpool.legality.card_pool import PoolPolicy
from cardpool.legality.deck import Card, DeckEntry
from cardpool.legality.restriction import Restriction
from cardpool.lists.entries import RestrictionKind
from cardpool.models import RestrictionList, Ruleset
from cardpool.queries.restrictions import held_lists, list_label
from cardpool.queries.rulebooks import MAX_RULEBOOKS, Rulebook, rulebook_of


@dataclass(frozen=True)
class CardRestriction:
    """What one list says about one card. `others` are the further cards of a group of which one may be chosen."""

    kind: RestrictionKind
    limit: int
    starts: date
    ends: date | None
    list: RestrictionList
    others: tuple[Card, ...] = ()

    def is_in_force(self, day: date) -> bool:
        """Whether it applies on that day."""
        return self.starts <= day and (self.ends is None or day <= self.ends)

    def is_coming(self, day: date) -> bool:
        """Whether it will apply, but not yet on that day."""
        return day < self.starts


def restrictions_by_card(ruleset: Ruleset) -> Mapping[str, tuple[CardRestriction, ...]]:
    """Every restriction of any time by the number of the card it concerns, in the order of the lists."""
    book = rulebook_of(ruleset)
    return _by_card.get((ruleset.digest, ruleset.game_id), book, lambda: _work_out(ruleset, book))


_by_card: ProcessCache[tuple[str, int], Mapping[str, tuple[CardRestriction, ...]]] = ProcessCache(
    max_size=MAX_RULEBOOKS, holds=operator.is_
)


def _work_out(ruleset: Ruleset, book: Rulebook) -> Mapping[str, tuple[CardRestriction, ...]]:
    if not book.restrictions:
        return {}
    pool, identity = book.pool(PoolPolicy.OPEN), book.ruleset.identity
    numbers: dict[str, list[str]] = {}
    for number in book.cards:
        numbers.setdefault(pool.identity_of(DeckEntry("", number, 1), identity), []).append(number)
    lists = {(list_label(held.list), held.list.format): held.list for held in held_lists(ruleset.game)}
    found: dict[str, list[CardRestriction]] = {}
    for one in book.restrictions:
        listed = lists.get((one.source, one.format))
        if listed is None:  # Withdrawn since the book was made, which is made again with the next question.
            continue
        if one.kind is RestrictionKind.UNLISTED:
            listed_ones = pool.listed(one, identity)
            said = CardRestriction(RestrictionKind.UNLISTED, 0, one.starts or date.min, one.ends, listed)
            for key, concerned in numbers.items():
                if key not in listed_ones:
                    for number in concerned:
                        found.setdefault(number, []).append(said)
            continue
        meant = {}
        for key in one.cards:
            alone = one.kind is RestrictionKind.UNRELEASED and key in book.cards
            meant[key] = [key] if alone else numbers.get(pool.named_by(key, identity), [])
        for key, concerned in meant.items():
            others = _others(one, key, meant, book)
            for number in concerned:
                said = CardRestriction(one.kind, one.limit, one.starts or date.min, one.ends, listed, others)
                found.setdefault(number, []).append(said)
    return {number: tuple(said) for number, said in found.items()}


def _others(one: Restriction, key: str, meant: Mapping[str, list[str]], book: Rulebook) -> tuple[Card, ...]:
    """The further cards of a group, each by its first number."""
    if one.kind is not RestrictionKind.CHOOSE_ONE:
        return ()
    return tuple(book.cards[numbers[0]] for other, numbers in meant.items() if other != key and numbers)
