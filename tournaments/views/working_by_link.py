"""Opening a staff link: a phone without an account begins to work at an event."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.signing_out import end_sign_in, players_by_link
from tournaments.middleware import work_by
from tournaments.models import StaffLink
from tournaments.queries.staff_links import find_link
from tournaments.services.staff_links import open_staff_link


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Ask once whether to work by this link, then open the event's floor or desk.

    An account is signed out, and the players of the phone are not at work: what is done next is done under the link's
    name. Those by personal link are back when the helper signs out.
    """
    link = find_link(secret)
    if link is None:
        return render(request, "tournaments/staff_link_dead.html", status=410)
    staff_pass = request.actor.staff_pass
    if staff_pass is not None and staff_pass.link == link.pk:
        return _to_work(link)
    if request.method == "POST" and open_staff_link(link=link) is not None:
        end_sign_in(request, staying=players_by_link(request))
        work_by(request, link)
        return _to_work(link)
    return render(request, "tournaments/staff_link.html", {"link": link})


def _to_work(link: StaffLink) -> HttpResponse:
    page = "desk" if link.role == StaffLink.Role.SCOREKEEPER else "desk_floor"
    return redirect(page, code=link.tournament.code)
