"""A game pack as its writer wants to see it before anybody plays: rules and play in words, and a sample deck judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from cardpool.packs import GamePack, PackCard
from decks.judging import JudgedList, JudgingBook, judge_list, make_book, print_cards
from decks.legality.card_pool import PoolPolicy
from decks.legality.example import example_deck
from decks.rule_words import say_rule


@dataclass(frozen=True)
class RuleWords:
    """A rule in words with its clause; `best_of` names the match lengths where it does not hold for all of them."""

    sentence: str
    clause: str
    best_of: tuple[int, ...]


@dataclass(frozen=True)
class PackPreview:
    """`sample` is a deck of the pool's cards as a list, empty without cards; `judged` its verdict."""

    pack: GamePack
    cards: int
    rules: tuple[RuleWords, ...]
    play: tuple[str, ...]
    sample: str
    judged: JudgedList | None


def preview_pack(pack: GamePack, cards: tuple[PackCard, ...], *, as_of: date) -> PackPreview:
    """Put a pack that `decks.pack_check` found no mistake in into words, in the active language."""
    book = make_book(pack, cards)
    sample, judged = _sample(book, as_of)
    return PackPreview(pack, len(cards), say_rules(book), tuple(say_play(pack)), sample, judged)


def say_rules(book: JudgingBook) -> tuple[RuleWords, ...]:
    """Every rule of a game in words, in the order of its file."""
    pack = book.pack
    lengths = set(pack.best_of_choices)
    return tuple(
        RuleWords(
            say_rule(rule, pack=pack), rule.clause, () if set(rule.best_of) == lengths else tuple(sorted(rule.best_of))
        )
        for rule in book.ruleset.rules
    )


def sample_deck(book: JudgingBook, *, best_of: int, as_of: date) -> str:
    """A list filled from the pool in its order, breaking no rule; empty where the pool has no card."""
    if not book.cards:
        return ""
    deck = example_deck(book.cards, book.ruleset, best_of=best_of, pool=book.pool(PoolPolicy.CLOSED), as_of=as_of)
    listed = [
        {"section": entry.section, "number": entry.number, "name": "", "count": entry.count} for entry in deck.entries
    ]
    return print_cards(listed, book=book, language=_language())


def _sample(book: JudgingBook, as_of: date) -> tuple[str, JudgedList | None]:
    """A deck filled from the pool in its order, and its verdict for the usual match length."""
    best_of = book.pack.tournament.best_of
    text = sample_deck(book, best_of=best_of, as_of=as_of)
    if not text:
        return "", None
    return text, judge_list(text, book=book, best_of=best_of, pool=PoolPolicy.CLOSED.value, as_of=as_of)


def say_play(pack: GamePack) -> Iterator[str]:
    """How a match is played, one sentence per fact."""
    play, words = pack.play, {"game": pack.labels["game"].in_language(_language())}
    methods = _(", ").join(_named(method) for method in play["first_game"]["methods"])
    if play["first_game"]["chooser"] == "winner_of_method":
        yield _("First %(game)s: %(methods)s; the winner decides who starts.") % {**words, "methods": methods}
    else:
        yield _("First %(game)s: %(methods)s; the winner starts.") % {**words, "methods": methods}
    yield LATER[play["later_games"]["chooser"]](words)
    yield AFTER_DRAW[play["after_draw"]["chooser"]](words)
    if play["simultaneous_loss"]["result"] == "draw":
        yield _("Both lose at once: a drawn %(game)s.") % words
    else:
        yield _("Both lose at once: sudden death, until one wins.")
    yield _("A %(game)s can end by: %(endings)s.") % {
        **words,
        "endings": _(", ").join(_named(ending) for ending in play["endings"]),
    }


LATER = {
    "loser_of_previous": lambda words: _("Later: the loser of the %(game)s before decides who starts.") % words,
    "winner_of_previous": lambda words: _("Later: the winner of the %(game)s before decides who starts.") % words,
    "alternate": lambda words: _("Later: the player who did not decide last time decides who starts."),
    "method_again": lambda words: _("Later: the same way is used again before every %(game)s.") % words,
}
AFTER_DRAW = {
    "same_chooser": lambda words: _("After a drawn %(game)s: who decided before decides again.") % words,
    "other_player": lambda words: _("After a drawn %(game)s: the other player decides.") % words,
    "method_again": lambda words: _("After a drawn %(game)s: the same way is used again.") % words,
}


def _named(row: Mapping[str, Any]) -> str:
    names: Mapping[str, str] = row["names"]
    return names["zh"] if _language().startswith("zh") else names["en"]


def _language() -> str:
    return get_language() or "zh-hans"
