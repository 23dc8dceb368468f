"""The preview of a game pack for its writer: rules and play in words, and a sample deck with its verdict."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from accounts.languages import active_language
from cardpool.legality.card_pool import PoolPolicy
from cardpool.packs import GamePack, PackCard
from cardpool.wording.infractions import InfractionWords, say_infractions
from cardpool.wording.play import say_play
from cardpool.wording.rules import RuleWords, say_rules
from decks.example_deck import example_deck
from decks.judging import JudgedList, JudgingBook, format_cards, judge_list, make_book


@dataclass(frozen=True)
class PackPreview:
    """`sample` is a deck of the pool's cards as a list, empty without cards; `judged` its verdict."""

    pack: GamePack
    cards: int
    rules: tuple[RuleWords, ...]
    play: tuple[str, ...]
    infractions: tuple[InfractionWords, ...]
    sample: str
    judged: JudgedList | None


def preview_pack(pack: GamePack, cards: tuple[PackCard, ...], *, as_of: date) -> PackPreview:
    """Describe in the active language a pack in which `cardpool.pack_check` found no mistake."""
    book = make_book(pack, cards)
    sample, judged = _sample(book, as_of)
    infractions = tuple(say_infractions(pack)) if pack.infractions else ()
    return PackPreview(pack, len(cards), say_rules(book.rules), tuple(say_play(pack)), infractions, sample, judged)


def sample_deck(book: JudgingBook, *, best_of: int, as_of: date) -> str:
    """A list of cards in the order of the pool that breaks no rule; empty if the pool has no cards."""
    if not book.cards:
        return ""
    deck = example_deck(book.cards, book.ruleset, best_of=best_of, pool=book.pool(PoolPolicy.CLOSED), as_of=as_of)
    listed = [
        {"section": entry.section, "number": entry.number, "name": "", "count": entry.count} for entry in deck.entries
    ]
    return format_cards(listed, book=book, language=active_language())


def _sample(book: JudgingBook, as_of: date) -> tuple[str, JudgedList | None]:
    """A deck of cards in the order of the pool, and its verdict for the usual match length."""
    best_of = book.pack.tournament.best_of
    text = sample_deck(book, best_of=best_of, as_of=as_of)
    if not text:
        return "", None
    return text, judge_list(text, book=book, best_of=best_of, pool=PoolPolicy.CLOSED.value, as_of=as_of)
