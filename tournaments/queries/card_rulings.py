"""What judges of an event decided about cards, and which cards keep its lists undecided."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from cardpool.legality.settled import SettledCard
from cardpool.queries.rulebooks import Settled
from decks.models.decklist import VerdictChoice
from tournaments.models import CardRuling, Registration, Tournament
from tournaments.queries.name_order import in_spoken_order


@dataclass
class OpenCard:
    """A card that keeps submitted lists undecided, with the entries concerned and the questions it keeps open."""

    number: str
    name: str
    entries: list[Registration] = field(default_factory=list)
    questions: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class OpenCards:
    """The cards that keep lists of an event undecided, those of the most lists first, and how many lists that are."""

    cards: tuple[OpenCard, ...]
    lists: int


def settled_cards(tournament: Tournament) -> Settled:
    """The rulings in force, as lists of the event are judged by them."""
    return tuple(_settled(ruling) for ruling in rulings_in_force(tournament).order_by("number"))


def rulings_in_force(tournament: Tournament) -> QuerySet[CardRuling]:
    """The rulings of an event in force, the newest first."""
    return tournament.card_rulings.filter(ended_at__isnull=True).order_by("-id")


def rulings_of(tournament: Tournament) -> QuerySet[CardRuling]:
    """Every ruling of an event, the newest first, each with what replaced it."""
    replaced = Prefetch("replaced_by", CardRuling.objects.order_by("id"))
    return tournament.card_rulings.order_by("-id").prefetch_related(replaced)


def deciders_of(tournament: Tournament) -> dict[int, str]:
    """Who made each ruling of an event, for its staff."""
    return dict(tournament.card_rulings.values_list("pk", "settled_by"))


def find_ruling(tournament: Tournament, ruling_id: int) -> CardRuling | None:
    """A ruling of this event by its id."""
    return tournament.card_rulings.filter(pk=ruling_id).first()


def ruling_on(tournament: Tournament, number: str) -> CardRuling | None:
    """The ruling in force on a card."""
    return rulings_in_force(tournament).filter(number=number).first()


def ruling_facts(ruling: CardRuling) -> dict[str, Any]:
    """What a card counts as by a ruling, as reports say it."""
    target = {"number": ruling.counts_as, "name": ruling.counts_as_name}
    return {
        "counts_as": target if ruling.counts_as else None,
        "facts": ruling.facts,
        "copy_limit": ruling.copy_limit,
        "deck_rules": ruling.deck_rules,
    }


def open_cards(tournament: Tournament) -> OpenCards:
    """The cards that keep submitted lists of an event undecided."""
    entries = Registration.people.filter(
        tournament=tournament,
        status=Registration.Status.ACTIVE,
        decklist__submitted__verdict=VerdictChoice.UNDECIDED,
    )
    found: dict[str, OpenCard] = {}
    lists = 0
    for entry in in_spoken_order(entries.select_related("decklist__submitted")):
        lists += 1
        version = entry.decklist.submitted if entry.decklist is not None else None
        for question in version.report.get("questions", []) if version is not None else []:
            for card in question["cards"]:
                one = found.setdefault(card["number"], OpenCard(card["number"], card["name"]))
                one.name = one.name or card["name"]
                if entry not in one.entries:
                    one.entries.append(entry)
                if all(_sense(question) != _sense(other) for other in one.questions):
                    one.questions.append(question)
    ordered = sorted(found.values(), key=lambda one: (-len(one.entries), one.number))
    return OpenCards(tuple(ordered), lists)


def _sense(question: dict[str, Any]) -> tuple[Any, ...]:
    """What makes two questions of different lists the same: the rule, not the cards that were counted."""
    return question["code"], question["clause"], question["section"], question["limit"], str(question.get("label"))


def _settled(ruling: CardRuling) -> SettledCard:
    facts = ((key, tuple(value) if isinstance(value, list) else value) for key, value in sorted(ruling.facts.items()))
    rules = ruling.deck_rules
    return SettledCard(
        number=ruling.number,
        name=ruling.name,
        counts_as=ruling.counts_as,
        facts=tuple(facts),
        copy_limit=ruling.copy_limit,
        deck_rules=None if rules is None else tuple(json.dumps(rule, ensure_ascii=False) for rule in rules),
        ruling=ruling.pk,
        day=timezone.localdate(ruling.settled_at),
        reason=ruling.reason,
    )
