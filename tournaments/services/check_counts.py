"""What is on the table after some taps: counts of listed cards, and of cards that are not on the list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from accounts.refusals import Refusal
from accounts.typed_text import one_line
from cardpool.legality.card_pool import PoolPolicy
from cardpool.legality.deck import DeckEntry
from decks.judging import book_of
from tournaments.models import DeckCheck

MAX_COPIES = 99
MAX_CARDS = 200
MAX_NAME_LENGTH = 120


@dataclass(frozen=True, kw_only=True)
class CountInput:
    """Copies of a card counted in a section.

    `key` names a card of the list or one counted before; a card that is neither is given by `number`, `name` or both.
    """

    section: str
    count: int
    key: str = ""
    number: str = ""
    name: str = ""


def counted_after(check: DeckCheck, counts: Iterable[CountInput]) -> list[dict[str, Any]]:
    """`check.counted` with these counts in it; a count of zero removes the card.

    Raises Refusal `unknown_section`, `count_out_of_range`, `no_such_card_in_check` or `too_many_cards_in_check`.
    """
    book = book_of(check.version.decklist.ruleset)
    known = {card["key"]: (card["number"], card["name"]) for card in [*check.counted, *check.version.cards]}
    lying: dict[tuple[str, str], dict[str, Any]] = {(card["section"], card["key"]): card for card in check.counted}
    for one in counts:
        if one.section not in book.ruleset.sections:
            raise Refusal("unknown_section", field="section", section=one.section)
        if not 0 <= one.count <= MAX_COPIES:
            raise Refusal("count_out_of_range", field="count", count=one.count, limit=MAX_COPIES)
        key, number, name = one.key, *known.get(one.key, ("", ""))
        if one.key not in known:
            number, name = _named(one)
            pool = book.pool(PoolPolicy.OPEN)
            key = pool.identity_of(DeckEntry(one.section, number, 1, name), book.ruleset.identity) or number or name
            number, name = known.setdefault(key, (number, name))
        lying.pop((one.section, key), None)
        if one.count:
            lying[one.section, key] = {
                "section": one.section,
                "key": key,
                "number": number,
                "name": name,
                "count": one.count,
            }
    if len(lying) > MAX_CARDS:
        raise Refusal("too_many_cards_in_check", limit=MAX_CARDS)
    return list(lying.values())


def _named(one: CountInput) -> tuple[str, str]:
    number, name = one_line(one.number), one_line(one.name)
    if not (number or name) or max(len(number), len(name)) > MAX_NAME_LENGTH:
        raise Refusal("no_such_card_in_check", field="card", key=one.key[:MAX_NAME_LENGTH])
    return number, name
