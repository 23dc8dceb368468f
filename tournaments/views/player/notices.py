"""Which notices reach a player, and how."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import notices
from accounts.inbox import Channel, switch_notices
from tournaments.queries.notice_choice import KINDS, codes_of, kinds_off
from tournaments.views.player.whose import acting_as, own_player
from tournaments.wording.notices import kind_names


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choice(request: HttpRequest, player_id: int) -> HttpResponse:
    """The switches of one player; a kind that is not sent along is switched off."""
    player = own_player(request, player_id)
    if request.method == "POST":
        on = request.POST.getlist(Channel.PAGE)
        off = {Channel.PAGE.value: codes_of(kind for kind in KINDS if kind not in on)}
        switch_notices(actor=acting_as(request, player), player_id=player.pk, off=off)
        notices.done(request, _("Saved."))
        return redirect("player_notices", player_id=player.pk)
    off_now = kinds_off(player)[Channel.PAGE]
    rows = [{"kind": kind, "name": name, "is_on": kind not in off_now} for kind, name in kind_names().items()]
    return render(request, "tournaments/player/notices.html", {"player": player, "rows": rows})
