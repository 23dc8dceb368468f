"""A phone begins or ends to show a player's notices while the site is closed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts import notices
from accounts.allowances import SUBSCRIBE, require_allowance
from accounts.players_here import phone_of
from accounts.refusals import Refusal
from accounts.subscribing import renew, subscribe, unsubscribe
from tournaments.views.player.whose import own_player
from tournaments.wording import say_refusal


@require_POST
def start(request: HttpRequest, player_id: int) -> HttpResponse:
    """Subscribe the browser that sends its endpoint and keys; JSON, with the words to show when it is refused."""
    player = own_player(request, player_id)
    try:
        require_allowance(request, SUBSCRIBE)
        subscribe(
            actor=request.actor,
            player_id=player.pk,
            language=get_language() or "zh-hans",
            phone=phone_of(request.session),
            **_sent(request),
        )
    except Refusal as refusal:
        return _refused(refusal)
    return JsonResponse({})


@csrf_exempt
@require_POST
def move(request: HttpRequest) -> HttpResponse:
    """The browser's push service has given it another address (`pushsubscriptionchange`): its subscriptions move.

    The service worker sends it, which has no page with a token; the `old` address says which browser it is, and the
    answer not whether there is one.
    """
    try:
        require_allowance(request, SUBSCRIBE)
        renew(old=request.POST.get("old", ""), **_sent(request))
    except Refusal as refusal:
        return _refused(refusal)
    return JsonResponse({})


def _sent(request: HttpRequest) -> dict[str, str]:
    """A subscription as the browser sends it, cut to what is stored."""
    lengths = {"endpoint": 500, "p256dh": 90, "auth": 24}
    return {name: request.POST.get(name, "")[:length] for name, length in lengths.items()}


def _refused(refusal: Refusal) -> HttpResponse:
    return JsonResponse({"refused": refusal.code, "words": say_refusal(refusal)}, status=refusal.http_status)


@require_POST
def stop(request: HttpRequest, player_id: int) -> HttpResponse:
    """End the subscription of the endpoint that is sent, or of all phones; back to the player's notices."""
    player = own_player(request, player_id)
    endpoint = request.POST.get("endpoint", "")
    unsubscribe(actor=request.actor, player_id=player.pk, endpoint=endpoint)
    if not endpoint:
        notices.done(request, _("No phone shows these notices any more."))
    return redirect("player_notices", player_id=player.pk)
