"""A player gives an address for notices, or has it forgotten."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import notices
from accounts.allowances import MAIL_ADDRESS, require_allowance
from accounts.mail_addresses import ask_address, stop_mails, use_account_address
from accounts.mail_links import origin_of
from accounts.refusals import NotAllowed, Refusal
from tournaments.views.player.notices import render_choice
from tournaments.views.player.whose import own_player
from tournaments.wording import say_refusal


@never_cache
@require_POST
def ask(request: HttpRequest, player_id: int) -> HttpResponse:
    """Ask the typed address by a mail, or take the account's (`own`) at once; a refusal keeps what was typed."""
    player = own_player(request, player_id)
    actor, typed = request.actor, request.POST.get("address", "")[:300]
    where = {"language": get_language() or "zh-hans", "origin": origin_of(request)}
    try:
        require_allowance(request, MAIL_ADDRESS)
        if "own" in request.POST:
            taken = use_account_address(actor=actor, player_id=player.pk, **where)
        else:
            taken = ask_address(actor=actor, player_id=player.pk, address=typed, **where)
    except NotAllowed:
        raise
    except Refusal as refusal:
        shown = {"typed": typed, "refused": say_refusal(refusal)}
        answer = render_choice(
            request, player, status=422 if refusal.http_status == 400 else refusal.http_status, **shown
        )
        if "seconds" in refusal.facts:
            answer["Retry-After"] = str(refusal.facts["seconds"])
        return answer
    if taken.confirmed_at is not None:
        notices.done(request, _("Notices go to %(address)s from now on.") % {"address": taken.address})
    return redirect("player_notices", player_id=player.pk)


@require_POST
def stop(request: HttpRequest, player_id: int) -> HttpResponse:
    """Forget the addresses, or only the one that waits to be confirmed (`waiting`)."""
    player = own_player(request, player_id)
    waiting = "waiting" in request.POST
    stop_mails(actor=request.actor, player_id=player.pk, waiting_alone=waiting)
    notices.done(request, _("The address was forgotten.") if waiting else _("No more mails are sent."))
    return redirect("player_notices", player_id=player.pk)
