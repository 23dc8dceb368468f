"""Links by which helpers without an account work at the event."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import notices
from accounts.addresses import address_to_share
from tournaments.forms.desk.staff import StaffLinkForm
from tournaments.models import StaffLink, Tournament
from tournaments.permissions import Action
from tournaments.queries.staff_links import links_of
from tournaments.services import staff_links as services
from tournaments.views.desk.access import accepted, desk_confirm, desk_page, desk_view, sent_to
from tournaments.wording.staff_links import say_end


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.ISSUE_STAFF_LINKS)
def links(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The event's links and the form for a new one, which is shown once, with its QR code."""
    form = StaffLinkForm(sent_to(request))
    if request.method == "POST" and form.is_valid():
        issued = accepted(
            form,
            services.issue_staff_link,
            actor=request.actor,
            tournament_id=tournament.pk,
            **form.cleaned_data,
        )
        if issued is not None:
            link, path = issued
            address = address_to_share(request, path)
            return desk_page(request, "staff_link", tournament, tab="staff", link=link, address=address)
    states = [(state.link, say_end(state)) for state in links_of(tournament)]
    return desk_page(request, "staff_links", tournament, tab="staff", form=form, links=states)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.ISSUE_STAFF_LINKS)
def revoke(request: HttpRequest, tournament: Tournament, link_id: int) -> HttpResponse:
    """Ask, then end one link; another event's links do not exist here."""
    link = get_object_or_404(StaffLink, pk=link_id, tournament=tournament)
    if request.method == "POST":
        services.revoke_staff_link(actor=request.actor, tournament_id=tournament.pk, link_id=link.pk)
        notices.done(request, _("The link “%(name)s” has ended.") % {"name": link.name})
        return redirect("desk_staff_links", code=tournament.code)
    facts = {
        "question": _("End the link “%(name)s”?") % {"name": link.name},
        "consequences": [
            _("Phones that work by it are signed out with their next tap. What was done by it stays."),
            _("This cannot be undone; you can make a new link at any time."),
        ],
        "action": _("End the link"),
        "back": reverse("desk_staff_links", args=[tournament.code]),
    }
    return desk_confirm(request, tournament, **facts)
