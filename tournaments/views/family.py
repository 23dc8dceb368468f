"""Several players on one phone: choosing who acts, showing a new link, taking a player off the phone."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import notices
from accounts.addresses import address_to_share
from accounts.models import Player
from accounts.players_here import add_player, choose_player, keys_of, remove_player, show_again, shown_link
from accounts.subscribing import end_pushes_here
from accounts.views import next_path
from tournaments.models import Registration
from tournaments.services.entries import issue_entry_link


def player_here(request: HttpRequest, player_id: int) -> Player:
    """The player of this browser with this key, who acts for the rest of the request; 404 for anybody else's."""
    request.actor = request.actor.acting_for(player_id)
    player: Player | None = request.actor.player
    if player is None or player.pk != player_id:
        raise Http404
    return player


@require_POST
def switch(request: HttpRequest, player_id: int) -> HttpResponse:
    """Let this player of the phone act from now on, and go back; from a deck to this player's deck of the event."""
    player = player_here(request, player_id)
    choose_player(request.session, player.pk)
    deck = request.POST.get("deck", "")
    if not deck:
        return redirect(next_path(request))
    known = deck.isascii() and deck.isdigit() and len(deck) < 16
    event = Registration.people.filter(pk=deck, player__in=request.actor.player_keys) if known else ()
    theirs = Registration.people.filter(player=player, tournament__in=[entry.tournament_id for entry in event])
    entry = theirs.exclude(status=Registration.Status.WITHDRAWN).first()
    return redirect("deck_editor", registration_id=entry.pk) if entry is not None else redirect("my_page")


@require_POST
def new_link(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show a fresh personal link of a player of this phone; other phones that have the old one lose the player."""
    player = _by_link(request, player_id)
    entry = Registration.people.filter(player=player).order_by("-pk").first()
    if entry is None:
        raise Http404
    path = issue_entry_link(actor=request.actor, registration_id=entry.pk)
    player.refresh_from_db(fields=["link_hash"])
    request.session.cycle_key()
    add_player(request.session, player)
    show_again(request.session, player, path)
    notices.done(
        request, _("This is the new link of %(name)s; the one before no longer works.") % {"name": player.name}
    )
    if "remove" in request.POST:
        return redirect("player_remove", player_id=player.pk)
    return redirect("sign_out" if "leave" in request.POST else "my_page")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, player_id: int) -> HttpResponse:
    """Ask, with the link shown again if it is known, then take the player off this phone; nothing else changes."""
    player = _by_link(request, player_id)
    if request.method == "POST":
        end_pushes_here(request.session, [player.pk])
        remove_player(request.session, player.pk)
        request.session.cycle_key()
        notices.done(request, _("%(name)s is no longer on this phone.") % {"name": player.name})
        return redirect("my_page")
    path = shown_link(request.session, player)
    named = {"name": player.name}
    facts = {
        "question": _("Take %(name)s off this phone?") % named,
        "consequences": [
            _("%(name)s stays entered everywhere; decks and results stay.") % named,
            _("The personal link of %(name)s still works: opened on any phone, this one too, it brings %(name)s back.")
            % named,
        ],
        "action": _("Take off this phone"),
        "back": reverse("my_page"),
        "player": player,
        "link": address_to_share(request, path) if path else "",
    }
    return render(request, "tournaments/public/remove_player.html", facts)


def _by_link(request: HttpRequest, player_id: int) -> Player:
    """The player of this browser by personal link; 404 for one it does not have, or has by the account signed in."""
    player = player_here(request, player_id)
    if str(player.pk) not in keys_of(request.session) or request.actor.keeps(player):
        raise Http404
    return player
