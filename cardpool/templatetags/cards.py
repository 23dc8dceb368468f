"""Cards named anywhere: linked to their pages, marked where judges have answered questions about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.templatetags.page import icon
from cardpool.models import CardGame
from cardpool.queries import CatalogueCard, catalogue_of
from cardpool.queries.notes import noted_cards

register = template.Library()
_KEPT = "cardpool.templatetags.cards"


@register.simple_tag(takes_context=True)
def card_name(context: Context, game: CardGame | None, number: str, name: str) -> SafeString:
    """A card's name as a link to its page; the bare name where the pool does not know the number."""
    card = _known(context, game).get(number)
    said = name or number
    if card is None or not isinstance(game, CardGame):
        return format_html('<span class="deck-name">{}</span>', said)
    address = reverse("card", args=[game.slug, card.key])
    return format_html('<a class="deck-name" href="{}">{}</a>', address, said)


@register.simple_tag(takes_context=True)
def card_code(context: Context, game: CardGame | None, number: str) -> SafeString:
    """A card's number, leading to its page beside what is being typed; the bare number where the pool has none such."""
    card = _known(context, game).get(number)
    if card is None or not isinstance(game, CardGame):
        return format_html('<code class="faint">{}</code>', number)
    address = reverse("card", args=[game.slug, card.key])
    return format_html(
        '<a class="card-code" href="{}" target="_blank" rel="noopener"><code class="faint">{}</code></a>',
        address,
        number,
    )


@register.simple_tag(takes_context=True)
def card_notes(context: Context, game: CardGame | None, number: str) -> SafeString:
    """A mark that leads to a card's judge notes, opening beside what is being typed; nothing where there are none."""
    if not isinstance(game, CardGame):
        return SafeString("")
    kept = _kept(context, game)
    if "notes" not in kept:
        kept["notes"] = noted_cards(game)
    card = _known(context, game).get(number)
    notes = kept["notes"].get(card.key, 0) if card is not None else 0
    if card is None or not notes:
        return SafeString("")
    words = ngettext("%(notes)s judge note", "%(notes)s judge notes", notes) % {"notes": notes}
    label = _("%(words)s about %(card)s") % {"words": words, "card": card.name}
    address = reverse("card", args=[game.slug, card.key]) + "#notes"
    return format_html(
        ' <a class="note-mark" href="{}" target="_blank" rel="noopener" title="{}">{}<span class="visually-hidden">{}'
        "</span></a>",
        address,
        words,
        icon("info"),
        label,
    )


def _known(context: Context, game: CardGame | None) -> Mapping[str, CatalogueCard]:
    """The game's cards, asked for once a page."""
    if not isinstance(game, CardGame):
        return {}
    kept = _kept(context, game)
    if "cards" not in kept:
        kept["cards"] = catalogue_of(game).cards
    cards: Mapping[str, CatalogueCard] = kept["cards"]
    return cards


def _kept(context: Context, game: CardGame) -> dict[str, Any]:
    """What is remembered while one page is drawn: included templates share only the lowest of the stack's layers."""
    page: dict[Any, Any] = context.render_context.dicts[0]
    kept: dict[str, Any] = page.setdefault((_KEPT, game.pk), {})
    return kept
