"""The games of a store: the list of all, one game's overview, and offering it for new events."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import notices
from cardpool.models import CardGame
from cardpool.queries import demo_cards_hidden, game_overview, kept_games, open_drafts
from cardpool.services import hide_demo_cards, offer_game
from cardpool.views.access import game_page, managers_only


@require_safe
@managers_only
def games(request: HttpRequest) -> HttpResponse:
    """Every game with its numbers of rules, cards and restrictions, and the open drafts."""
    shown = {
        "games": kept_games(on=timezone.localdate()),
        "drafts": [draft for draft in open_drafts() if draft.game_id is None],
        "demo_cards_hidden": demo_cards_hidden(),
    }
    return render(request, "games/games.html", shown)


@require_safe
@managers_only
def game(request: HttpRequest, game: CardGame) -> HttpResponse:
    """One game: its rules, its card pool, its restriction lists, and what to do next."""
    overview = game_overview(game, on=timezone.localdate())
    return game_page(request, "games/game.html", game, tab="game", overview=overview, pack=overview.pack)


@require_POST
@managers_only
def offer(request: HttpRequest, game: CardGame) -> HttpResponse:
    """Offer the game for new events (`offered=1`), or no longer; the notice offers to undo it."""
    offered = request.POST.get("offered", request.GET.get("offered")) == "1"
    if offer_game(actor=request.actor, game=game, offered=offered):
        undo = f"{reverse('game_offer', args=[game.slug])}?offered={0 if offered else 1}"
        if offered:
            notices.done(request, _("%(game)s is offered for new events.") % {"game": game}, undo=undo)
        else:
            said = _("%(game)s is no longer offered for new events. Existing events continue.")
            notices.done(request, said % {"game": game}, undo=undo)
    back = request.POST.get("next", "")
    is_here = url_has_allowed_host_and_scheme(back, allowed_hosts=None) and back.startswith("/")
    return redirect(back if is_here else reverse("game", args=[game.slug]))


@require_POST
@managers_only
def demo_cards(request: HttpRequest) -> HttpResponse:
    """Hide the made-up cards of every game (`hidden=1`), or show them; the notice offers to undo it."""
    hidden = request.POST.get("hidden", request.GET.get("hidden")) == "1"
    if hide_demo_cards(actor=request.actor, hidden=hidden):
        undo = f"{reverse('demo_cards')}?hidden={0 if hidden else 1}"
        if hidden:
            said = _("The demonstration cards are hidden in every game. Open decks are being judged again.")
        else:
            said = _("The demonstration cards are in their pools again. Open decks are being judged again.")
        notices.done(request, said, undo=undo)
    return redirect("games")
