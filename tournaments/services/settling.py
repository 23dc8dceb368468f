"""Settling cards of an event: a judge decides what a card counts as, and every list with it is judged again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from accounts.typed_text import one_line
from cardpool.legality.deck import Identity
from decks.judging import JudgingBook, book_of
from tournaments.models import CardRuling, Tournament
from tournaments.permissions import Action, require
from tournaments.queries.card_rulings import open_cards, rulings_in_force
from tournaments.queries.settling import AskedCard, Statement, asked_card, asked_values, check_statement
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log
from tournaments.services.reasons import tidy_reason
from tournaments.services.rejudging import rejudge_settled

MAX_RULINGS = 200
"""The most cards of one event that rulings apply to at a time: every list is judged with all of them."""

MAX_NAME_LENGTH = 120
OVER = (Tournament.Phase.FINISHED, Tournament.Phase.CANCELLED)


@dataclass(frozen=True)
class CountsAs:
    """What a card counts as: the card of the pool of that `number`, or one of its own with these facts, its limit of
    copies and the rules printed on it (places among those that the game's rules name; None: as the pool notes them)."""

    number: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    copy_limit: int | None = None
    rules: Sequence[int] | None = None


@transaction.atomic
def settle_card(
    *,
    actor: Actor,
    tournament_id: int,
    number: str,
    name: str = "",
    counts_as: CountsAs,
    reason: str,
    replaces: int | None = None,
) -> CardRuling:
    """Decide for one event what a card counts as, and judge its lists again. A card is settled once: a correction says
    which ruling it `replaces`, and that one is kept.

    `name` is what lists call the card; where copies are counted by name, a card of its own needs one.

    Raises NotAllowed, Refusal `no_card_number`, `name_too_long`, `reason_required`, `reason_too_long`,
    `ruling_not_needed` (the pool has all that rules ask of it), `ruling_name_missing`, `ruling_either_or`,
    `ruling_target_unknown`, `ruling_on_itself`, `ruling_chain`, `too_many_rulings`, and those of
    `tournaments.queries.settling.check_statement`; Conflict `not_running` or `card_settled`.
    """
    tournament = _opened(actor, tournament_id)
    why = tidy_reason(reason)
    book = book_of(tournament.ruleset)
    number, name = _card(number, name, book, tournament)
    earlier = _replaced(tournament, number, replaces)
    asked = asked_card(number, book, asked_values(book))
    if earlier is None and not asked.is_open:
        raise Refusal("ruling_not_needed", field="number", number=number)
    if counts_as.number:
        _check_target(tournament, number, counts_as, book)
        statement = Statement({}, None, None)
    else:
        statement = _stated(asked, name, counts_as)
    if earlier is not None:
        _end(earlier, actor, why)
    ruling = CardRuling(
        tournament=tournament,
        number=number,
        name=name,
        counts_as=counts_as.number,
        counts_as_name=book.cards[counts_as.number].name if counts_as.number else "",
        facts=statement.facts,
        copy_limit=statement.copy_limit,
        deck_rules=None if statement.rules is None else list(statement.rules),
        reason=why,
        replaces=earlier,
    )
    _sign(ruling, actor)
    _log(actor, ruling, "card_settled", corrected=earlier is not None)
    names = [name] if earlier is None else [name, earlier.name]
    rejudge_settled(actor=actor, tournament=tournament, numbers=[number], names=names)
    return ruling


@transaction.atomic
def withdraw_ruling(*, actor: Actor, ruling_id: int, reason: str = "", restore: bool = False) -> CardRuling:
    """Withdraw a ruling, and judge the lists again; it stays in the event's history. With `restore` the ruling that it
    replaced, if any, is made again.

    Raises NotAllowed, Refusal `no_such_ruling` or `reason_too_long`, Conflict `not_running` or `ruling_ended`.
    """
    tournament_id = CardRuling.objects.filter(pk=ruling_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise Refusal("no_such_ruling")
    tournament = _opened(actor, tournament_id)
    ruling = CardRuling.objects.select_related("replaces").get(pk=ruling_id)
    if ruling.ended_at is not None:
        raise Conflict("ruling_ended", by=ruling.ended_by)
    ruling.tournament = tournament
    _end(ruling, actor, tidy_reason(reason, required=False))
    _log(actor, ruling, "card_ruling_withdrawn", reason=ruling.ended_reason)
    names = [ruling.name]
    if restore and ruling.replaces is not None:
        names.append(_make_again(actor, ruling.replaces, tournament).name)
    rejudge_settled(actor=actor, tournament=tournament, numbers=[ruling.number], names=names)
    return ruling


def _opened(actor: Actor, tournament_id: int) -> Tournament:
    """The tournament, locked, for somebody who may settle its cards while it is not over."""
    tournament = lock_tournament(tournament_id)
    require(actor, Action.SETTLE_CARDS, tournament)
    if tournament.phase in OVER:
        raise Conflict("not_running", phase=tournament.phase)
    return tournament


def number_of_card(typed: str, name: str, book: JudgingBook, tournament: Tournament) -> str:
    """The number that lists have of a card, by what was typed of it; empty for none.

    Where copies count by name a card may be listed by its name alone, which then is its number: one that is `name` too,
    or that lists or rulings of the event have.
    """
    is_by_name = book.ruleset.identity is Identity.NAME
    if typed in book.cards or (is_by_name and typed and typed == one_line(name)):
        return typed
    return book.pack.normalise_number(typed) or (typed if is_by_name and _is_known(tournament, typed) else "")


def _is_known(tournament: Tournament, number: str) -> bool:
    """Whether a ruling in force, or an open card, has this number."""
    has_ruling = rulings_in_force(tournament).filter(number=number).exists()
    return has_ruling or any(card.number == number for card in open_cards(tournament).cards)


def _card(number: str, name: str, book: JudgingBook, tournament: Tournament) -> tuple[str, str]:
    """The number and the name as lists have them."""
    typed, tidy = one_line(number), one_line(name)
    if len(tidy) > MAX_NAME_LENGTH:
        raise Refusal("name_too_long", field="name", limit=MAX_NAME_LENGTH)
    found = number_of_card(typed[:MAX_NAME_LENGTH], tidy, book, tournament)
    if not found:
        raise Refusal("no_card_number", field="number", number=typed[:MAX_NAME_LENGTH])
    return found, tidy


def _replaced(tournament: Tournament, number: str, replaces: int | None) -> CardRuling | None:
    """The ruling that a correction replaces. Raises Conflict `card_settled` where another one is in force."""
    in_force = rulings_in_force(tournament)
    found = in_force.filter(number=number).first()
    if (found.pk if found is not None else None) != replaces:
        raise Conflict("card_settled", number=number, by=found.settled_by if found is not None else "")
    if found is None and in_force.count() >= MAX_RULINGS:
        raise Refusal("too_many_rulings", limit=MAX_RULINGS)
    return found


def _check_target(tournament: Tournament, number: str, counts_as: CountsAs, book: JudgingBook) -> None:
    """Refuse what no card can count as: a card that is not in the pool, itself, or one that counts as another; and
    facts beside it, which would be another card's."""
    target = counts_as.number
    if counts_as.facts or counts_as.copy_limit is not None or counts_as.rules:
        raise Refusal("ruling_either_or", field="counts_as")
    if target not in book.cards:
        raise Refusal("ruling_target_unknown", field="counts_as", number=target[:MAX_NAME_LENGTH])
    if target == number:
        raise Refusal("ruling_on_itself", field="counts_as", number=number)
    others = rulings_in_force(tournament).exclude(number=number)
    chained = others.filter(number=target).exclude(counts_as="") | others.filter(counts_as=number)
    if chained.exists():
        raise Refusal("ruling_chain", field="counts_as", number=chained.values_list("number", flat=True)[0])


def _stated(asked: AskedCard, name: str, counts_as: CountsAs) -> Statement:
    if not asked.is_named and not name:
        raise Refusal("ruling_name_missing", field="name", number=asked.number)
    return check_statement(asked, facts=counts_as.facts, copy_limit=counts_as.copy_limit, rules=counts_as.rules)


def _sign(ruling: CardRuling, actor: Actor) -> None:
    """Save a new ruling as made by the actor now."""
    ruling.settled_at, ruling.settled_by_user, ruling.settled_by = timezone.now(), actor.user, actor.label[:150]
    ruling.save()


def _end(ruling: CardRuling, actor: Actor, reason: str) -> None:
    ruling.ended_at, ruling.ended_by_user, ruling.ended_by = timezone.now(), actor.user, actor.label[:150]
    ruling.ended_reason = reason
    ruling.save(update_fields=["ended_at", "ended_by_user", "ended_by", "ended_reason"])


def _make_again(actor: Actor, earlier: CardRuling, tournament: Tournament) -> CardRuling:
    """A ruling like an earlier one, by the judge who restores it."""
    again = CardRuling.objects.get(pk=earlier.pk)
    again.pk, again.tournament, again._state.adding = None, tournament, True
    again.ended_at, again.ended_by_user, again.ended_by, again.ended_reason = None, None, "", ""
    again.replaces = None
    _sign(again, actor)
    _log(actor, again, "card_settled", corrected=False)
    return again


def _log(actor: Actor, ruling: CardRuling, verb: str, **facts: Any) -> None:
    write_log(
        ruling.tournament,
        actor,
        verb,
        **{
            "ruling": ruling.pk,
            "number": ruling.number,
            "name": ruling.name,
            "counts_as": ruling.counts_as,
            "counts_as_name": ruling.counts_as_name,
            "reason": ruling.reason,
            **facts,
        },
    )
