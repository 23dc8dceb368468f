"""Adding and changing cards at the desk."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import notices
from accounts.refusals import Conflict, NotAllowed, Refusal
from cardpool.forms.cards import ATTRIBUTE, CardForm
from cardpool.models import Card, CardGame
from cardpool.packs import GamePack
from cardpool.queries import pack_in_force
from cardpool.queries.browsing import facets_of
from cardpool.services.card_editing import add_card, change_card, facts_digest, facts_of
from cardpool.views.access import game_page, managers_only
from cardpool.views.cards.page import find_card
from cardpool.views.cards.refused import take_refusal
from cardpool.wording.card_facts import label_of

MAX_CHANGES = 20


@dataclass(frozen=True)
class Difference:
    """A fact that has changed, before and after as text."""

    label: str
    before: str
    after: str


@dataclass(frozen=True)
class Edit:
    """One entry of a card's history."""

    at: datetime
    by: str
    is_new: bool
    differences: tuple[Difference, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def add(request: HttpRequest, game: CardGame) -> HttpResponse:
    """Add a card to the pool."""
    pack = pack_in_force(game)
    form = CardForm(request.POST or None, pack=pack, short=_short(game, pack))
    if form.is_bound and form.is_valid():
        try:
            card = add_card(actor=request.actor, game=game, pack=pack, facts=form.facts())
        except NotAllowed:
            raise
        except Refusal as refusal:
            take_refusal(form, refusal)
        else:
            notices.done(request, _("%(card)s is in the pool. Decks are judged again.") % {"card": card})
            return HttpResponseRedirect(reverse("card", args=[game.slug, card.key]))
    return game_page(request, "cards/edit.html", game, tab="game_cards", form=form, card=None)


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def change(request: HttpRequest, game: CardGame, key: str) -> HttpResponse:
    """Change what the pool says about a card."""
    card = find_card(game.slug, key)
    pack, now = pack_in_force(game), facts_of(card)
    meanwhile: tuple[Difference, ...] = ()
    start = {"shown": facts_digest(now)}
    form = CardForm(request.POST or None, pack=pack, known=now, short=_short(game, pack), initial=start)
    if form.is_bound and form.is_valid():
        facts = form.facts()
        try:
            card = change_card(
                actor=request.actor,
                card_id=card.pk,
                pack=pack,
                facts=facts,
                shown=form.cleaned_data["shown"],
            )
        except NotAllowed:
            raise
        except Conflict as conflict:
            take_refusal(form, conflict)
            meanwhile = tuple(differences(facts_of(card).plain, facts.plain, pack))
            sent = request.POST.copy()
            sent["shown"] = facts_digest(facts_of(card))
            form.data = sent
        except Refusal as refusal:
            take_refusal(form, refusal)
        else:
            notices.done(request, _("%(card)s is saved.") % {"card": card})
            return HttpResponseRedirect(reverse("card", args=[game.slug, card.key]))
    facts_shown = {"form": form, "card": card, "meanwhile": meanwhile, "edits": tuple(edits_of(card, pack))}
    return game_page(request, "cards/edit.html", game, tab="game_cards", **facts_shown)


def differences(before: Mapping[str, Any], after: Mapping[str, Any], pack: GamePack) -> Iterator[Difference]:
    """The facts in which two states of a card differ, each attribute separately."""
    old, new = _flat(before), _flat(after)
    for key in dict.fromkeys((*old, *new)):
        if old.get(key) != new.get(key):
            yield Difference(_label(key, pack), _written(old.get(key)), _written(new.get(key)))


def edits_of(card: Card, pack: GamePack) -> Iterator[Edit]:
    """What was done to the card at the desk, the newest first."""
    log = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Card), object_id=str(card.pk))
    for entry in log.select_related("user").order_by("-action_time", "-pk")[:MAX_CHANGES]:
        message = _message(entry.change_message)
        yield Edit(
            at=entry.action_time,
            by=entry.user.get_full_name() or entry.user.get_username(),
            is_new=entry.is_addition(),
            differences=tuple(differences(message.get("before", {}), message.get("after", {}), pack)),
        )


def _message(text: str) -> Mapping[str, Any]:
    try:
        message = json.loads(text)[0]
    except (ValueError, LookupError, TypeError):
        return {}
    return message if isinstance(message, dict) else {}


def _flat(facts: Mapping[str, Any]) -> dict[str, Any]:
    flat = {key: value for key, value in facts.items() if key != "attributes"}
    return flat | {ATTRIBUTE + key: value for key, value in (facts.get("attributes") or {}).items()}


def _label(key: str, pack: GamePack) -> str:
    for attribute in pack.attributes:
        if key == ATTRIBUTE + attribute.key:
            return label_of(attribute)
    field = CardForm.base_fields.get(key)
    return str(field.label) if field is not None else key.removeprefix(ATTRIBUTE)


def _written(value: Any) -> str:
    """A fact on one line."""
    if value in (None, "", [], {}):
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return _(", ").join(value)
    return str(value) if isinstance(value, int | str) else json.dumps(value, ensure_ascii=False)


def _short(game: CardGame, pack: GamePack) -> frozenset[str]:
    """The attributes that cards can be chosen by: none of their values is a long text."""
    return frozenset(facet.attribute.key for facet in facets_of(game, pack))
