"""A phone begins or ends to show a player's notices while the site is closed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import notices
from accounts.allowances import SUBSCRIBE, require_allowance
from accounts.refusals import Refusal
from accounts.subscribing import phone_of, subscribe, unsubscribe
from tournaments.views.player.whose import acting_as, own_player
from tournaments.wording import say_refusal


@require_POST
def start(request: HttpRequest, player_id: int) -> HttpResponse:
    """Subscribe the browser that sends its endpoint and keys; JSON, with the words to show when it is refused."""
    player = own_player(request, player_id)
    try:
        require_allowance(request, SUBSCRIBE)
        subscribe(
            actor=acting_as(request, player),
            player_id=player.pk,
            endpoint=request.POST.get("endpoint", "")[:500],
            p256dh=request.POST.get("p256dh", "")[:90],
            auth=request.POST.get("auth", "")[:24],
            language=get_language() or "zh-hans",
            phone=phone_of(request.session),
        )
    except Refusal as refusal:
        return JsonResponse({"refused": refusal.code, "words": say_refusal(refusal)}, status=refusal.http_status)
    return JsonResponse({})


@require_POST
def stop(request: HttpRequest, player_id: int) -> HttpResponse:
    """End the subscription of the endpoint that is sent, or of all phones; back to the player's notices."""
    player = own_player(request, player_id)
    endpoint = request.POST.get("endpoint", "")
    unsubscribe(actor=acting_as(request, player), player_id=player.pk, endpoint=endpoint)
    if not endpoint:
        notices.done(request, _("No phone shows these notices any more."))
    return redirect("player_notices", player_id=player.pk)
