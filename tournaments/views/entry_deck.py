"""One entry's decklist as its visitor sees it: whose it is, whether it may be changed, until when, and by whom."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.languages import language_key
from accounts.refusals import NotAllowed
from cardpool.packs import GamePack
from cardpool.queries import pack_of
from decks.models import Decklist, DecklistVersion
from decks.queries import newest_version
from decks.views.typed import Terms
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action, is_own, may
from tournaments.queries.card_rulings import deciders_of, settled_cards
from tournaments.queries.decks import is_locked

OVER = (Tournament.Phase.FINISHED, Tournament.Phase.CANCELLED)
ZONES_IN_WORDS = (gettext_noop("Asia/Shanghai"),)


@dataclass(frozen=True)
class EntryDeck:
    """The visitor at one entry's decklist; each fact is read when first needed."""

    request: HttpRequest
    entry: Registration

    @property
    def tournament(self) -> Tournament:
        return self.entry.tournament

    @property
    def decklist(self) -> Decklist | None:
        return self.entry.decklist

    @cached_property
    def terms(self) -> Terms:
        """The list's own terms once there is one, the tournament's before; judged as of the day of the event."""
        source = self.decklist or self.tournament
        day = timezone.localdate(self.tournament.starts_at)
        return Terms(
            ruleset=source.ruleset,
            best_of=self.entry.list_length,
            pool=source.pool,
            as_of=day,
            format=source.format,
            settled=settled_cards(self.tournament),
            deciders=deciders_of(self.tournament) if self.is_staff else {},
            visitor=self.request,
        )

    @cached_property
    def newest(self) -> DecklistVersion | None:
        return newest_version(self.decklist)

    @cached_property
    def version_count(self) -> int:
        return self.decklist.versions.count() if self.decklist is not None else 0

    @property
    def submitted(self) -> DecklistVersion | None:
        return self.decklist.submitted if self.decklist is not None else None

    @property
    def base(self) -> str:
        """The number of the newest version, empty before the first: what a form was filled from."""
        return str(self.newest.number) if self.newest is not None else ""

    @property
    def deck_name(self) -> str:
        return self.decklist.name if self.decklist is not None else ""

    @cached_property
    def own(self) -> bool:
        return is_own(self.request.actor, self.entry)

    @cached_property
    def is_staff(self) -> bool:
        """Whether the visitor is a judge or an organiser of the event."""
        return may(self.request.actor, Action.EDIT_ALL_DECKLISTS, self.tournament)

    @cached_property
    def locked(self) -> bool:
        """Whether players may no longer change their lists."""
        return is_locked(self.entry)

    @property
    def closed(self) -> str:
        """Why nobody can change the list any more: `over`, `withdrawn`, or empty."""
        if self.tournament.phase in OVER:
            return "over"
        return "withdrawn" if self.entry.status == Registration.Status.WITHDRAWN else ""

    @property
    def may_edit(self) -> bool:
        return not self.closed and (self.is_staff or not self.locked)

    @property
    def for_player(self) -> bool:
        """Whether the visitor acts as staff: for somebody else, or after the lock."""
        return self.is_staff and (not self.own or self.locked)

    @property
    def needs_reason(self) -> bool:
        return self.for_player and self.locked

    @cached_property
    def locked_at(self) -> datetime | None:
        """When the list was locked: by the start, or by the deadline."""
        noted = self.decklist.locked_at if self.decklist is not None else None
        tournament = self.tournament
        times = [time for time in (noted, tournament.decklist_deadline, tournament.started_at) if time is not None]
        passed = [time for time in times if time <= timezone.now()]
        return min(passed) if self.locked and passed else None

    @property
    def closes_at(self) -> datetime:
        """Until when the player may change the list."""
        return self.tournament.decklist_deadline or self.tournament.starts_at

    @property
    def closes_in(self) -> int:
        """Seconds until the deadline, for a page that stays open; 0 where there is none."""
        deadline = self.tournament.decklist_deadline
        return max(0, math.ceil((deadline - timezone.now()).total_seconds())) if deadline is not None else 0

    @property
    def has_deadline(self) -> bool:
        return self.tournament.decklist_deadline is not None

    @property
    def is_near(self) -> bool:
        """Whether less than a day is left."""
        return timezone.now() < self.closes_at and (self.closes_at - timezone.now()).days < 1

    @property
    def zone(self) -> str:
        """The event's time zone by name; translated if there is a translation."""
        return _(timezone.get_current_timezone_name())

    @property
    def pack(self) -> GamePack:
        return pack_of(self.terms.ruleset)

    @property
    def rules(self) -> str:
        """The rules document the list is judged by."""
        return self.pack.document.in_language(language_key())

    @property
    def judge_url(self) -> str:
        return reverse("deck_judge", args=[self.entry.pk])

    @property
    def settle_url(self) -> str:
        """Where a judge settles a card of the list; empty for everybody else, and once the event is over."""
        settles = self.is_staff and self.tournament.phase not in OVER
        return reverse("desk_card_settle", args=[self.tournament.code]) if settles else ""

    @property
    def search_url(self) -> str:
        return reverse("deck_search", args=[self.entry.pk])


def open_deck(request: HttpRequest, registration_id: int) -> EntryDeck:
    """An entry's list for its player, who acts for the rest of the request, and for judges and organisers of its event;
    404 for everybody else.

    Raises NotAllowed `deck_of_nobody` for a visitor without a session, whatever the entry.
    """
    if request.actor.is_anonymous:
        raise NotAllowed("deck_of_nobody")
    entries: Any = Registration.people.select_related(
        "player", "tournament__game", "tournament__ruleset__game", "decklist__submitted", "decklist__ruleset__game"
    )
    here = EntryDeck(request, get_object_or_404(entries, pk=registration_id))
    if not here.own and not here.is_staff:
        raise Http404
    request.actor = request.actor.acting_for(here.entry.player_id)
    return here


def find_version(here: EntryDeck, number: str) -> DecklistVersion:
    """A saved version of this list by its number; 404 if there is none."""
    if here.decklist is None or not (number.isascii() and number.isdigit() and len(number) < 9):
        raise Http404
    return get_object_or_404(DecklistVersion, decklist=here.decklist, number=int(number))
