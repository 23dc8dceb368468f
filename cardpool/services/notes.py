"""Writes about judge notes, the questions and answers kept per card.

Game managers manage judge notes too: a note applies in every event of the game, so a role in one event is
not enough. Nothing is ever overwritten: a changed note is a new row that replaces the old one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import structlog
from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal, refuse_any
from accounts.typed_text import is_printable, one_line
from cardpool.models import Card, CardNote
from cardpool.permissions import require_game_manager

logger = structlog.get_logger(__name__)

MAX_LENGTHS = {"question": 1000, "answer": 2000, "source": 300}


@dataclass(frozen=True)
class NoteText:
    """What a note says; `answered_on` None where the day is not known."""

    question: str
    answer: str
    source: str = ""
    answered_on: date | None = None


@transaction.atomic
def write_note(*, actor: Actor, card_id: int, text: NoteText) -> CardNote:
    """Add a note to a card. Raises NotAllowed `not_a_game_manager`, Refusal `answer_required` or `note_too_long`."""
    require_game_manager(actor)
    card = Card.objects.select_for_update().get(pk=card_id)
    return _written(actor, card, _cleaned(text), replaces=None)


@transaction.atomic
def replace_note(*, actor: Actor, note_id: int, text: NoteText) -> CardNote:
    """Put a new version in place of a note; the same words change nothing and give back the note itself.

    Raises NotAllowed `not_a_game_manager`, Conflict `note_replaced` or `note_withdrawn` where it is no longer the one
    in force, Refusal `answer_required` or `note_too_long`.
    """
    require_game_manager(actor)
    note = _locked(note_id)
    cleaned = _cleaned(text)
    if cleaned == NoteText(note.question, note.answer, note.source, note.answered_on):
        return note
    return _written(actor, note.card, cleaned, replaces=note)


@transaction.atomic
def withdraw_note(*, actor: Actor, note_id: int) -> CardNote:
    """Withdraw a note; it stays in the card's history. Raises as `replace_note` does."""
    require_game_manager(actor)
    note = _locked(note_id)
    note.withdrawn_at, note.withdrawn_by = timezone.now(), actor.label[:150]
    note.save(update_fields=["withdrawn_at", "withdrawn_by"])
    logger.info("card_note_withdrawn", note=note.pk, card=note.card.key, by=actor.label)
    return note


@transaction.atomic
def restore_note(*, actor: Actor, note_id: int) -> CardNote:
    """Restore a withdrawn note; one in force is left as it is. Raises NotAllowed, Conflict `note_replaced`."""
    require_game_manager(actor)
    note = _locked(note_id, withdrawn=True)
    if note.withdrawn_at is not None:
        note.withdrawn_at, note.withdrawn_by = None, ""
        note.save(update_fields=["withdrawn_at", "withdrawn_by"])
        logger.info("card_note_restored", note=note.pk, card=note.card.key, by=actor.label)
    return note


def _locked(note_id: int, *, withdrawn: bool = False) -> CardNote:
    """The note, still the newest of its line; its card's row is locked, which every write about notes waits for."""
    card_id = CardNote.objects.values_list("card_id", flat=True).get(pk=note_id)
    Card.objects.select_for_update().get(pk=card_id)
    note = CardNote.objects.select_related("card").get(pk=note_id)
    newer = CardNote.objects.filter(replaces=note).first()
    if newer is not None:
        raise Conflict("note_replaced", by=newer.written_by)
    if note.withdrawn_at is not None and not withdrawn:
        raise Conflict("note_withdrawn", by=note.withdrawn_by)
    return note


def _written(actor: Actor, card: Card, text: NoteText, *, replaces: CardNote | None) -> CardNote:
    note = CardNote.objects.create(
        card=card,
        question=text.question,
        answer=text.answer,
        source=text.source,
        answered_on=text.answered_on,
        replaces=replaces,
        written_by_user=actor.user,
        written_by=actor.label[:150],
    )
    logger.info("card_note_written", note=note.pk, card=card.key, replaces=replaces and replaces.pk, by=actor.label)
    return note


def _cleaned(text: NoteText) -> NoteText:
    cleaned = NoteText(_lines(text.question), _lines(text.answer), one_line(text.source), text.answered_on)
    problems = [
        Refusal("note_too_long", field=field, limit=limit)
        for field, limit in MAX_LENGTHS.items()
        if len(getattr(cleaned, field)) > limit
    ]
    if not cleaned.answer:
        problems.append(Refusal("answer_required", field="answer"))
    refuse_any(problems)
    return cleaned


def _lines(text: str) -> str:
    """The text with its line breaks, without control characters, blank ends and more than one empty line together."""
    lines = ("".join(sign for sign in line if is_printable(sign)).rstrip() for line in text.splitlines())
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).strip()
