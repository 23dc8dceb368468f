"""Whose decklist is submitted, legal, missing or locked, and which lists a viewer may read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.actor import Actor
from cardpool.legality.violations import Verdict
from decks.models import DecklistVersion
from tournaments.models import Registration, Tournament
from tournaments.permissions import NOT_PLAYING, Action, lists_are_public, may, may_view_decklist
from tournaments.queries.name_order import in_spoken_order


class DeckState(StrEnum):
    """The states of an entry's decklist."""

    MISSING = "missing"
    DRAFT = "draft"
    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDECIDED = "undecided"


SUBMITTED_STATES = {
    Verdict.LEGAL: DeckState.LEGAL,
    Verdict.NOT_LEGAL: DeckState.ILLEGAL,
    Verdict.UNDECIDED: DeckState.UNDECIDED,
}


@dataclass(frozen=True)
class DecklistProblem:
    """An active entry whose decklist keeps the event from starting: `state` is anything but legal."""

    registration: Registration
    state: DeckState


def deck_entries(tournament: Tournament) -> QuerySet[Registration]:
    """The entries that bring a deck: players, and the members of teams."""
    return Registration.people.filter(tournament=tournament)


def with_decks(registrations: QuerySet[Registration]) -> QuerySet[Registration]:
    """The registrations with player, list and submitted version selected, and `has_draft` noted: no query per row."""
    saved = DecklistVersion.objects.filter(decklist=OuterRef("decklist"))
    return registrations.select_related("player", "decklist__submitted").annotate(has_draft=Exists(saved))


def deck_state(registration: Registration) -> DeckState:
    """Missing, saved but not submitted, or submitted with one of the three verdicts."""
    decklist = registration.decklist
    if decklist is None:
        return DeckState.MISSING
    if decklist.submitted is not None:
        return SUBMITTED_STATES[Verdict(decklist.submitted.verdict)]
    noted = getattr(registration, "has_draft", None)
    has_draft = decklist.versions.exists() if noted is None else noted
    return DeckState.DRAFT if has_draft else DeckState.MISSING


def decklist_problems(tournament: Tournament) -> list[DecklistProblem]:
    """Every active entry without a submitted legal list, by name as it is spoken; none where lists are not required."""
    if not tournament.decklists_required:
        return []
    entries = with_decks(deck_entries(tournament).filter(status=Registration.Status.ACTIVE))
    states = ((entry, deck_state(entry)) for entry in in_spoken_order(entries))
    return [DecklistProblem(entry, state) for entry, state in states if state is not DeckState.LEGAL]


def count_unready_decks(tournament: Tournament) -> int:
    """How many active entries have no submitted legal list; 0 where lists are not required, which asks nothing."""
    if not tournament.decklists_required:
        return 0
    active = deck_entries(tournament).filter(status=Registration.Status.ACTIVE)
    return active.count() - active.filter(decklist__submitted__verdict=Verdict.LEGAL).count()


def lists_locked(tournament: Tournament, *, at: datetime | None = None) -> bool:
    """Whether players may no longer change their lists: the event has started, or the deadline has passed.

    A passed deadline counts by itself, before anything is written down about it.
    """
    if tournament.phase != Tournament.Phase.REGISTRATION:
        return True
    deadline = tournament.decklist_deadline
    return deadline is not None and deadline <= (at or timezone.now())


def is_locked(registration: Registration) -> bool:
    """Whether this entry's list takes changes from staff only."""
    decklist = registration.decklist
    return lists_locked(registration.tournament) or (decklist is not None and decklist.locked_at is not None)


def visible_decklists(actor: Actor, tournament: Tournament) -> QuerySet[Registration]:
    """The entries whose submitted list the actor may read, list and version selected along.

    Judges and organisers: all. A player: their own. Everybody, once the event has finished with public lists: all.
    """
    entries = deck_entries(tournament).exclude(status__in=NOT_PLAYING).filter(decklist__submitted__isnull=False)
    entries = entries.select_related("player", "tournament", "decklist__submitted", "decklist__ruleset__game")
    sees_all = may(actor, Action.VIEW_ALL_DECKLISTS, tournament) or lists_are_public(tournament)
    if not sees_all:
        entries = entries.filter(player__in=actor.player_keys)
    return entries.order_by("pk")


def visible_version(actor: Actor, registration: Registration) -> DecklistVersion | None:
    """The version of an entry's list the actor may read: the submitted one, or None."""
    if registration.decklist is None or not may_view_decklist(actor, registration):
        return None
    return registration.decklist.submitted


def count_states(registrations: Iterable[Registration]) -> dict[DeckState, int]:
    """How many entries have their list in each state; every state is present."""
    counts = dict.fromkeys(DeckState, 0)
    for registration in registrations:
        counts[deck_state(registration)] += 1
    return counts
