"""What is stored of the player: to read, to save as a file, to have erased."""

from __future__ import annotations

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import notices
from accounts.players_here import remove_player
from accounts.proving import refuse_without_proof
from tournaments.downloads import data_response
from tournaments.models import Registration
from tournaments.queries.personal_data import personal_data
from tournaments.views.erasing import ask_or_erase
from tournaments.views.player.whose import own_player


@never_cache
@require_safe
def data(request: HttpRequest, player_id: int) -> HttpResponse:
    """What kinds of data are stored, who sees them, and the ways to get or erase them."""
    player = own_player(request, player_id)
    facts = {"player": player, "entries": Registration.everybody.filter(player=player).count()}
    return render(request, "tournaments/player/data.html", facts)


@never_cache
@require_safe
def data_file(request: HttpRequest, player_id: int) -> HttpResponse:
    """All of it as a JSON file."""
    player = own_player(request, player_id)
    return data_response(personal_data(player, with_account=request.actor.keeps(player)), player_id=player.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest, player_id: int) -> HttpResponse:
    """Say what goes and what stays and ask for the name; then the player is nobody's, and off this browser.

    Who erases a player of an account, and with the last one the account, proves first that it is theirs.
    """
    player = own_player(request, player_id)
    is_account = request.actor.keeps(player)
    refused = refuse_without_proof(request) if is_account else None
    if refused is not None:
        return refused
    asked = ask_or_erase(request, player, is_own=True)
    if not asked.is_done:
        return render(request, "tournaments/player/erase.html", {"player": player, "asked": asked}, status=asked.status)
    if is_account and asked.closes_account:
        logout(request)
    remove_player(request.session, player.pk)
    request.session.cycle_key()
    notices.done(request, _("The data was erased. The results stay without the name."))
    return redirect("home")
