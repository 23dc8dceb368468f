"""The visitor's own page: entries, decks, the match to play now, leaving and coming back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import notices
from accounts.actor import Actor
from accounts.addresses import address_to_share
from accounts.models import Player
from accounts.players_here import keys_of, shown_link
from accounts.views import may_keep
from tournaments.models import Registration
from tournaments.permissions import own_player_of
from tournaments.queries.announcements import announcements_by_event
from tournaments.queries.cut_drops import cut_drop_of
from tournaments.queries.home import entries_of_player, staffed_tournaments
from tournaments.queries.teams import entrant_of
from tournaments.services.entries.leaving import drop, reinstate, undrop, withdraw
from tournaments.views.entry_cards import OVER, EntryCard, entry_card
from tournaments.wording.top_cut import say_cut_drop

MAX_CARDS = 40
"""Entries on one's own page; those of events that are over go last and are left out first."""


@never_cache
@require_safe
def my_page(request: HttpRequest) -> HttpResponse:
    """The entries of every player of the browser, running events first, of one event that of the player who acts
    first; events they help to run; who is on this phone, with the personal links that are known.

    To the script of an open page (`static/js/my.js`), which asks as htmx does, the answer is what follows the events.
    """
    actor = request.actor
    if actor.is_anonymous:
        return render(request, "tournaments/public/my_nobody.html")
    rows = entries_of_player(actor).annotate(event_version=F("tournament__public_version__number"))[: 10 * MAX_CARDS]
    for entry in rows:
        vars(entry.tournament)["version"] = entry.event_version
    found = [entrant_of(entry) for entry in rows]
    entries = list({entry.pk: entry for entry in sorted(found, key=lambda entry: _rank(actor, entry))}.values())
    cards = [entry_card(actor, entry) for entry in entries[:MAX_CARDS]]
    standing = announcements_by_event(card.tournament.pk for card in cards if card.tournament.phase not in OVER)
    for card in cards:
        vars(card.tournament)["announced"] = [one.pk for one in standing.get(card.tournament.pk, ())]
    heard = {card.tournament.pk for card in cards if card.is_in}
    facts = {
        "announcements": [one for event, some in standing.items() if event in heard for one in some],
        "running": [card for card in cards if card.is_running and card.is_in],
        "coming": sorted((card for card in cards if card.is_coming), key=_when_it_comes),
        "past": [card for card in cards if not (card.is_running and card.is_in) and not card.is_coming],
        "staffed": staffed_tournaments(actor),
    }
    if request.htmx:
        return render(request, "tournaments/public/my_entries.html", facts)
    here = [_here(request, player) for player in actor.family or actor.players]
    facts |= {
        "here": here,
        "link": here[0].link if len(here) == 1 else "",
        "may_claim": actor.user is not None and actor.player is not None and may_keep(actor.user.pk, actor.player),
    }
    return render(request, "tournaments/public/my_page.html", facts)


def _rank(actor: Actor, entry: Registration) -> tuple[bool, int]:
    """Events that are over last; else in the order they came in, the player who acts first in each event."""
    return entry.tournament.phase in OVER, actor.player_keys.index(entry.player_id)


def _when_it_comes(card: EntryCard) -> tuple[bool, datetime]:
    """The next event first; last those that the player does not go to any more."""
    return not card.is_in, card.tournament.starts_at


@dataclass(frozen=True)
class PlayerHere:
    """A player of this phone: the address of their personal link if it was made here, and whether they are here by a
    link, not by the account that is signed in, and so can be taken off."""

    player: Player
    link: str
    by_link: bool


def _here(request: HttpRequest, player: Player) -> PlayerHere:
    path = shown_link(request.session, player)
    by_link = not request.actor.keeps(player) and str(player.pk) in keys_of(request.session)
    return PlayerHere(player, address_to_share(request, path) if path else "", by_link)


def own_entry(request: HttpRequest, registration_id: int, *, members: bool = False) -> Registration:
    """The visitor's own entry with this id, whose player acts for the rest of the request; 404 for everybody else.

    With `members` also that of a member of a team."""
    entries = Registration.everybody if members else Registration.objects
    entry = get_object_or_404(entries.select_related("tournament"), pk=registration_id)
    player = own_player_of(request.actor, entry)
    if player is None:
        raise Http404
    request.actor = request.actor.acting_for(player)
    return entry


def by_name(request: HttpRequest, entry: Registration, words: str) -> str:
    """What is said about an entry, with the player's name before it where several players share the phone."""
    return _("%(name)s: %(words)s") % {"name": entry.name, "words": words} if request.actor.others else words


@require_http_methods(["GET", "HEAD", "POST"])
def withdraw_own(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Withdraw before the start; asks first, because the place may be another's at once. The notice offers to undo it
    while sign-up is open."""
    entry = own_entry(request, registration_id)
    event = {"event": entry.tournament.name}
    if request.method == "POST":
        withdraw(actor=request.actor, registration_id=entry.pk)
        undo = reverse("entry_reinstate", args=[entry.pk]) if entry.tournament.registration_open else ""
        notices.done(request, by_name(request, entry, _("You have withdrawn from %(event)s.") % event), undo=undo)
        return redirect("my_page")
    return render(
        request,
        "components/confirm.html",
        {
            "question": by_name(request, entry, _("Withdraw from %(event)s?") % event),
            "consequences": [
                _("Your place is free at once, for the next person on the waiting list if there is one."),
                _("While sign-up is open you can register again by yourself, at the end of the queue.")
                if entry.tournament.registration_open
                else _("Sign-up is closed: to come after all you have to ask the organiser."),
            ],
            "action": _("Withdraw"),
            "back": reverse("my_page"),
        },
    )


@require_POST
def reinstate_own(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Undo a withdrawal, at the end of the queue."""
    entry = own_entry(request, registration_id)
    entry = reinstate(actor=request.actor, registration_id=entry.pk)
    event = {"event": entry.tournament.name}
    if entry.status == Registration.Status.WAITLISTED:
        words = _("You are on the waiting list of %(event)s.") % event
    else:
        words = _("You are in again: %(event)s.") % event
    notices.done(request, by_name(request, entry, words))
    return redirect("my_page")


@require_http_methods(["GET", "HEAD", "POST"])
def drop_own(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Leave a running event after the round under way; asks first, because a pairing may follow at once."""
    entry = own_entry(request, registration_id)
    event = {"event": entry.tournament.name}
    if request.method == "POST":
        drop(actor=request.actor, registration_id=entry.pk)
        words = by_name(request, entry, _("You have dropped from %(event)s.") % event)
        notices.done(request, words, undo=reverse("entry_undrop", args=[entry.pk]))
        return redirect("my_page")
    in_cut = cut_drop_of(entry)
    return render(
        request,
        "components/confirm.html",
        {
            "question": by_name(request, entry, _("Drop from %(event)s?") % event),
            "consequences": [
                _("You still play the current round; after it you are no longer paired."),
                _("Your results so far stay and count for your opponents."),
                _("Until the next round is published you can come back by yourself."),
                *([say_cut_drop(in_cut, private=False)] if in_cut is not None else []),
            ],
            "action": _("Drop after this round"),
            "back": reverse("my_page"),
        },
    )


@require_POST
def undrop_own(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Undo a drop while no later round is published."""
    entry = own_entry(request, registration_id)
    undrop(actor=request.actor, registration_id=entry.pk)
    notices.done(request, by_name(request, entry, _("You play on: %(event)s.") % {"event": entry.tournament.name}))
    return redirect("my_page")
