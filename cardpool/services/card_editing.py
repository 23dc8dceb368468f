"""Writes about single cards, as somebody edits them at the desk.

A card is never deleted there, and its number and game stay what they are: decklists of the past name it by them. Every
edit leaves a line in the administration's log with the facts before and after, so that nothing is lost silently.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import structlog
from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal, refuse_any
from cardpool.announcing import announce_judging_changed
from cardpool.card_checks import card_problems
from cardpool.models import Card, CardGame, Printing
from cardpool.pack_check import rules_of_cards
from cardpool.packs import GamePack
from cardpool.permissions import require_game_manager
from cardpool.queries import catalogue_of
from cardpool.services.cards import pool_changed

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class StatedPrinting:
    """A physical version of a card."""

    code: str
    rarity: str = ""
    art: str = ""


@dataclass(frozen=True)
class CardFacts:
    """Everything somebody may state about a card. `attributes` hold only known facts, by the pack's keys."""

    number: str
    name: str
    other_names: tuple[str, ...] = ()
    attributes: Mapping[str, Any] = field(default_factory=dict)
    codes: tuple[str, ...] = ()
    copy_limit: int | None = None
    deck_rules: tuple[Mapping[str, Any], ...] = ()
    is_demo: bool = False
    printings: tuple[StatedPrinting, ...] = ()

    @property
    def plain(self) -> dict[str, Any]:
        """The facts as JSON values."""
        values: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return values


def facts_of(card: Card) -> CardFacts:
    """What is stated about a card now."""
    printings = Printing.objects.filter(card=card).order_by("pk").values_list("code", "rarity", "art")
    return CardFacts(
        number=card.number,
        name=card.name,
        other_names=tuple(card.other_names),
        attributes={key: tuple(value) if isinstance(value, list) else value for key, value in card.attributes.items()},
        codes=tuple(card.codes),
        copy_limit=card.copy_limit,
        deck_rules=tuple(card.deck_rules),
        is_demo=card.is_demo,
        printings=tuple(StatedPrinting(*row) for row in printings),
    )


def facts_digest(facts: CardFacts) -> str:
    """What an editor was shown, so that a later edit in between is noticed."""
    return hashlib.sha256(json.dumps(facts.plain, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


@transaction.atomic
def add_card(*, actor: Actor, game: CardGame, pack: GamePack, facts: CardFacts) -> Card:
    """Add a card to the pool; decks are judged again.

    Raises NotAllowed `not_a_game_manager`, Conflict `card_exists`, and a Refusal with every field that cannot be
    accepted.
    """
    require_game_manager(actor)
    game = CardGame.objects.select_for_update().get(pk=game.pk)
    _require_sound(game, pack, facts, known=None)
    key = pack.card_key(number=facts.number, name=facts.name)
    there = Card.objects.filter(game=game, key=key).first()
    if there is not None:
        raise Conflict("card_exists", field="number" if facts.number else "name", number=key, name=there.name)
    card = Card(game=game, key=key)
    _write(card, facts, ())
    _record(actor, card, ADDITION, {}, facts.plain)
    pool_changed(game=game)
    announce_judging_changed(game=game, actor=actor, kind="pool", added=1, cards=[key])
    return card


@transaction.atomic
def change_card(*, actor: Actor, card_id: int, pack: GamePack, facts: CardFacts, shown: str) -> Card:
    """Write what an editor stated of a card; decks are judged again. The same facts change nothing.

    `shown` is the `facts_digest` of what the editor started from: Conflict `card_changed` where it is no longer so.
    Raises NotAllowed `not_a_game_manager`, and a Refusal with every field that cannot be accepted. The number stays.
    """
    require_game_manager(actor)
    game = CardGame.objects.select_for_update().get(cards=card_id)
    card = Card.objects.select_for_update().get(pk=card_id)
    before = facts_of(card)
    if shown != facts_digest(before):
        raise Conflict("card_changed")
    if facts.number != before.number:
        raise Refusal("card_number_stays", field="number", number=before.number)
    _require_sound(game, pack, facts, known=card)
    old, new = before.plain, facts.plain
    if old == new:
        return card
    _write(card, facts, before.printings)
    changed = [key for key, value in new.items() if value != old[key]]
    _record(actor, card, CHANGE, {key: old[key] for key in changed}, {key: new[key] for key in changed})
    pool_changed(game=game)
    if set(changed) - {"printings", "codes", "is_demo"}:
        announce_judging_changed(game=game, actor=actor, kind="pool", changed=1, cards=[card.key])
    return card


def _require_sound(game: CardGame, pack: GamePack, facts: CardFacts, *, known: Card | None) -> None:
    """Raise every problem of the facts together; values a card already had are let stand."""
    problems = list(card_problems(facts, pack, had=known.attributes if known else {}, is_new=known is None))
    owners = {}
    for card in catalogue_of(game).cards.values():
        if known is None or card.key != known.key:
            owners.update(dict.fromkeys((card.number, *card.codes), card))
    for code in facts.codes:
        if owner := owners.get(code):
            problems.append(Refusal("code_taken", field="codes", typed=code, number=owner.number, name=owner.name))
    if facts.deck_rules and (found := rules_of_cards(pack)(facts)):
        problems.append(Refusal("deck_rules_wrong", field="deck_rules", number=facts.number, problems=list(found)))
    refuse_any(problems)


def _write(card: Card, facts: CardFacts, printings: tuple[StatedPrinting, ...]) -> None:
    plain = facts.plain
    for name in ("number", "name", "other_names", "attributes", "codes", "copy_limit", "deck_rules", "is_demo"):
        setattr(card, name, plain[name])
    card.save()
    for gone in set(printings) - set(facts.printings):
        Printing.objects.filter(card=card, code=gone.code, rarity=gone.rarity, art=gone.art).delete()
    Printing.objects.bulk_create(
        Printing(card=card, code=new.code, rarity=new.rarity, art=new.art)
        for new in facts.printings
        if new not in printings
    )


def _record(actor: Actor, card: Card, flag: int, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """One line in the administration's log, which keeps both states, and one in the program's."""
    assert actor.user is not None, "only accounts manage games"
    kind = "added" if flag == ADDITION else "changed"
    message = [{kind: {"fields": sorted(after)}, "before": before, "after": after}]
    LogEntry.objects.create(
        user=actor.user,
        content_type=ContentType.objects.get_for_model(Card),
        object_id=str(card.pk),
        object_repr=str(card)[:200],
        action_flag=flag,
        change_message=json.dumps(message, ensure_ascii=False),
    )
    logger.info(f"card_{kind}", card=card.key, game=card.game_id, by=actor.label, before=before, after=after)
