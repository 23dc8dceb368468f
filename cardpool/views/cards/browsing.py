"""Browsing the cards of a game: for everybody, and at the desk for game managers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url

from cardpool.models import CardGame, Ruleset
from cardpool.packs import AttributeType, GamePack
from cardpool.queries import CatalogueCard, catalogue_of, current_ruleset, games_with_rules, listed_games, pack_of
from cardpool.queries.browsing import YES, browse_cards, facets_of
from cardpool.queries.card_restrictions import CardRestriction, restrictions_by_card
from cardpool.queries.notes import noted_cards
from cardpool.views.access import game_page, managers_only
from cardpool.views.cards.restricted import SaidRestriction, coming, in_force
from cardpool.wording.card_facts import label_of, say_written, short_facts

PAGE_SIZE = 50
MAX_QUERY_LENGTH = 80
PREFIX = "f."
"""Precedes an attribute's key in an address, so that it cannot be mistaken for another parameter."""
RESTRICTED, NOTED = "restricted", "noted"


@dataclass(frozen=True)
class Choice:
    """One value to choose, with how many cards have it."""

    value: str
    text: str
    count: int
    is_chosen: bool


@dataclass(frozen=True)
class Select:
    """An attribute to choose by; `chosen` is empty for any value."""

    name: str
    label: str
    choices: tuple[Choice, ...]
    chosen: str


@dataclass(frozen=True)
class ShownCard:
    """A card in the list with its marks."""

    card: CatalogueCard
    facts: tuple[str, ...]
    restrictions: list[SaidRestriction]
    coming: list[SaidRestriction]
    notes: int


@dataclass(frozen=True)
class Browse:
    """What is searched for, and the page of cards found. `address` is the query of a link to it."""

    query: str
    selects: tuple[Select, ...]
    only: str
    cards: tuple[ShownCard, ...]
    page: Page[Any]
    total: int
    address: str

    @property
    def is_narrowed(self) -> bool:
        """Whether anything besides the text was chosen."""
        return bool(self.only) or any(select.chosen for select in self.selects)

    @property
    def asks(self) -> bool:
        return bool(self.query) or self.is_narrowed


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Every game with cards to browse."""
    listed = [(game, len(catalogue_of(game).cards)) for game in listed_games()]
    return render(request, "cards/games.html", {"games": listed})


@require_safe
def browse(request: HttpRequest, slug: str) -> HttpResponse:
    """The cards of a game, for everybody; htmx gets the list alone."""
    game = get_object_or_404(games_with_rules(), slug=slug)
    looked = look(request, current_ruleset(game, on=timezone.localdate()))
    facts = {"game": game, "browse": looked, "keeping": False}
    if request.htmx:
        return _part(request, facts)
    return _varied(render(request, "cards/list.html", facts))


@require_safe
@managers_only
def keep(request: HttpRequest, game: CardGame) -> HttpResponse:
    """The cards of a game for game managers, with links to change and to add; htmx gets the list alone."""
    looked = look(request, current_ruleset(game, on=timezone.localdate()))
    facts = {"browse": looked, "keeping": True}
    if request.htmx:
        return _part(request, {"game": game, **facts})
    return _varied(game_page(request, "cards/keep.html", game, tab="game_cards", **facts))


def look(request: HttpRequest, ruleset: Ruleset) -> Browse:
    """Read what an address asks for; unknown values are ignored."""
    game, pack, day = ruleset.game, pack_of(ruleset), timezone.localdate()
    query = " ".join(request.GET.get("q", "").replace("\x00", "").split())[:MAX_QUERY_LENGTH]
    only = request.GET.get("only", "")
    only = only if only in (RESTRICTED, NOTED) else ""
    asked = {one.key: request.GET.get(PREFIX + one.key, "").replace("\x00", "")[:120] for one in pack.attributes}
    restricted = restrictions_by_card(ruleset)
    noted = noted_cards(game)
    among = {RESTRICTED: frozenset(_restricted_on(restricted, day)), NOTED: frozenset(noted)}.get(only)
    found = browse_cards(game, text=query, values=asked, among=among)
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    return Browse(
        query=query,
        selects=tuple(_selects(game, pack, asked)),
        only=only,
        cards=tuple(_shown(card, pack, restricted.get(card.number, ()), day, noted) for card in page),
        page=page,
        total=len(found),
        address=_address(query, only, asked),
    )


def _restricted_on(restricted: Mapping[str, tuple[CardRestriction, ...]], day: date) -> Iterator[str]:
    for number, restrictions in restricted.items():
        if any(one.is_in_force(day) or one.is_coming(day) for one in restrictions):
            yield number


def _shown(
    card: CatalogueCard,
    pack: GamePack,
    restrictions: tuple[CardRestriction, ...],
    day: date,
    noted: Mapping[str, int],
) -> ShownCard:
    return ShownCard(
        card=card,
        facts=short_facts(card.attributes, pack),
        restrictions=in_force(restrictions, day),
        coming=coming(restrictions, day),
        notes=noted.get(card.key, 0),
    )


def _selects(game: CardGame, pack: GamePack, asked: Mapping[str, str]) -> Iterator[Select]:
    """Everything to choose by; a value that an address asks for is offered even if no card has it."""
    offered = {facet.attribute.key: facet.choices for facet in facets_of(game, pack)}
    for attribute in pack.attributes:
        chosen = asked[attribute.key]
        choices = offered.get(attribute.key, ())
        if chosen and chosen not in dict(choices):
            choices = (*choices, (chosen, 0))
        if not choices:
            continue
        is_flag = attribute.type is AttributeType.FLAG
        said = {value: _yes_or_no(value) if is_flag else say_written(attribute, value) for value, _count in choices}
        shown = tuple(Choice(value, said[value], count, value == chosen) for value, count in choices)
        yield Select(PREFIX + attribute.key, label_of(attribute), shown, chosen)


def _yes_or_no(value: str) -> str:
    return _("yes") if value == YES else _("no")


def _address(query: str, only: str, asked: Mapping[str, str]) -> str:
    said = {"q": query, "only": only, **{PREFIX + key: value for key, value in asked.items()}}
    return urlencode({key: value for key, value in said.items() if value})


def _part(request: HttpRequest, facts: dict[str, Any]) -> HttpResponse:
    """The list alone, with the address of the whole page for it; no cache may serve it as the page."""
    answer = render(request, "cards/_results.html", facts)
    address = facts["browse"].address
    patch_cache_control(answer, private=True, no_store=True)
    return _varied(replace_url(answer, f"{request.path}?{address}" if address else request.path))


def _varied(answer: HttpResponse) -> HttpResponse:
    patch_vary_headers(answer, ["HX-Request"])
    return answer
