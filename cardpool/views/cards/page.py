"""One card: what is printed on it, its restrictions, and the judge notes about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from cardpool.engine_cards import engine_card
from cardpool.forms.notes import NoteForm
from cardpool.legality.printed_rules import PrintedRules
from cardpool.legality.problems import Problems
from cardpool.models import Card, CardGame, Ruleset
from cardpool.packs import GamePack
from cardpool.queries import cards_of, catalogue_of, current_ruleset, pack_in_force, pack_of
from cardpool.queries.card_restrictions import restrictions_by_card
from cardpool.queries.notes import note_lines
from cardpool.queries.rulebooks import rulebook_of
from cardpool.views.cards.browsing import PREFIX
from cardpool.views.cards.restricted import coming, in_force
from cardpool.wording.card_facts import say_facts
from cardpool.wording.rules import say_rule
from cardpool.wording.sections import say_section


@dataclass(frozen=True)
class PrintedRule:
    """A deck rule printed on the card: where the card must be for it to apply, and whether it replaces the game's."""

    sentence: str
    sections: str
    clause: str
    replaces: bool


@require_safe
def card(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The page of a card, by its number or, if it has none, its name."""
    return render(request, "cards/card.html", card_page(request, find_card(slug, key)))


def find_card(slug: str, key: str) -> Card:
    """The card with that key. 404 if the pool has none."""
    if "\x00" in key:
        raise Http404
    return get_object_or_404(cards_of(get_object_or_404(CardGame, slug=slug)).select_related("game"), key=key)


def card_page(request: HttpRequest, card: Card) -> dict[str, Any]:
    """What the page of a card shows."""
    day = timezone.localdate()
    ruleset = current_ruleset(card.game, on=day)
    pack = pack_of(ruleset)
    restrictions = restrictions_by_card(ruleset).get(card.number, ()) if card.number else ()
    user = request.actor.user
    lines = note_lines(card)
    rules = tuple(printed_rules(card, ruleset))
    return {
        "card": card,
        "game": card.game,
        "pack": pack,
        "facts": say_facts(_tupled(card.attributes), pack),
        "prefix": PREFIX,
        "rules": rules,
        "unreadable_rules": bool(card.deck_rules) and not rules,
        "printings": list(card.printings.order_by("code", "id")),
        "restrictions": in_force(restrictions, day),
        "coming": coming(restrictions, day),
        "notes": [line for line in lines if not line.is_withdrawn],
        "withdrawn": [line for line in lines if line.is_withdrawn],
        "may_manage": user is not None and user.can_manage_games,
        "form": NoteForm(initial={"answered_on": day.isoformat()}),
    }


def printed_rules(card: Card, ruleset: Ruleset) -> Iterator[PrintedRule]:
    """The deck rules printed on a card, compiled and in words; nothing if they cannot be read."""
    pack, book = pack_of(ruleset), rulebook_of(ruleset)
    if not card.deck_rules:
        return
    known = catalogue_of(card.game).cards[card.key]
    for printed in (rule for rule in book.ruleset.rules if isinstance(rule, PrintedRules)):
        problems = Problems(card.number, lambda path: None)
        read = book.ruleset.reader.read(engine_card(known, pack), printed, problems)
        for one in read if not problems.found else ():
            everywhere = set(one.sections) == set(printed.sections)
            yield PrintedRule(
                sentence=say_rule(one.rule, pack=pack),
                sections="" if everywhere else say_section("+".join(one.sections), pack=pack),
                clause=one.rule.clause,
                replaces=one.replaces,
            )


def _tupled(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in attributes.items()}


def notes_clause(game: CardGame) -> tuple[GamePack, str | None]:
    """The game's pack, and the clause that puts judge notes before the rules; None if the rules have none."""
    pack = pack_in_force(game)
    return pack, pack.notes_clause
