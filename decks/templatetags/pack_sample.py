"""The sample deck in the editor of a pack, judged by the draft's rules."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.utils import timezone

from cardpool.models import Ruleset
from cardpool.queries.rulebooks import Rulebook
from decks.judging import judge_list, judging_book
from decks.pack_preview import sample_deck
from decks.views.shown import ShownList, show_list
from decks.views.typed import Terms, TypedList

register = template.Library()


@dataclass(frozen=True)
class SampleDeck:
    """A deck judged by the draft's rules. `pool` is the policy it was judged with; `made` a list to start from."""

    shown: ShownList
    best_of: int
    pool: str
    cards: int
    made: str


@register.simple_tag
def judged_sample(rules: Rulebook, text: str, best_of: int = 0) -> SampleDeck:
    """A typed sample deck judged for a match length, the pack's usual one if it is not played; with an open pool if the
    game has no cards."""
    book = judging_book(rules)
    pack, today = book.pack, timezone.localdate()
    best_of = best_of if best_of in pack.best_of_choices else pack.tournament.best_of
    pool = pack.tournament.pool if book.cards else "open"
    judged = judge_list(text, book=book, best_of=best_of, pool=pool, as_of=today)
    terms = Terms(Ruleset(version=pack.version, effective_from=pack.effective), best_of, pool, today)
    made = "" if text.strip() else sample_deck(book, best_of=best_of, as_of=today)
    return SampleDeck(show_list(TypedList(text), judged, terms), best_of, pool, len(book.cards), made)
