"""The visitor's notices: the list, opening them, marking them as read."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import notices
from accounts.inbox import notices_of, put_away
from accounts.players_here import choose_player
from tournaments.wording.notices import say_notice

PER_PAGE = 30


@never_cache
@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """Everything sent to the visitor, the newest first."""
    if request.actor.is_anonymous:
        return render(request, "tournaments/public/my_nobody.html")
    sent = notices_of(request.actor).select_related("player")
    page = Paginator(sent, PER_PAGE).get_page(request.GET.get("page"))
    facts = {
        "page": page,
        "notices": [(notice, say_notice(notice)) for notice in page],
        "unread": sent.filter(read_at__isnull=True).count(),
    }
    return render(request, "tournaments/public/notices.html", facts)


@require_POST
def read(request: HttpRequest, notice_id: int) -> HttpResponse:
    """Mark one notice as read, and redirect to its page if requested, the player it is for acting from now on."""
    notice = notices_of(request.actor).filter(pk=notice_id).first()
    if notice is None:
        raise Http404
    put_away(actor=request.actor, notice_id=notice.pk)
    if "open" in request.POST and notice.player_id is not None and request.actor.others:
        choose_player(request.session, notice.player_id)
    if "open" in request.POST and url_has_allowed_host_and_scheme(notice.path, allowed_hosts=None):
        return redirect(notice.path)
    return redirect("my_notices")


@require_POST
def read_all(request: HttpRequest) -> HttpResponse:
    """Mark all of them as read."""
    put_away(actor=request.actor)
    notices.done(request, _("All notices are read."))
    return redirect("my_notices")
