"""The tournament's staff and their roles."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.desk.staff import RemovalForm, StaffForm
from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.services import staff as services
from tournaments.views.desk.access import accepted, desk_confirm, desk_page, desk_view, done, sent_to


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.MANAGE_STAFF)
def staff(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The staff list and the form that adds to it."""
    form = StaffForm(sent_to(request))
    if request.method == "POST" and form.is_valid():
        added = accepted(
            form, services.add_staff, actor=request.actor, tournament_id=tournament.pk, **form.cleaned_data
        )
        if added is not None:
            said = _("%(name)s is on the staff now.") % {"name": added.user.get_username()}
            return done(request, said, then=reverse("desk_staff", args=[tournament.code]))
    members = tournament.staff.select_related("user").order_by("user__username", "role")
    return desk_page(request, "staff", tournament, tab="staff", form=form, members=members)


@require_POST
@desk_view(Action.MANAGE_STAFF)
def remove(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take one role from one account; if personal links end with it, ask first and say how many."""
    username, role = request.POST.get("username", ""), request.POST.get("role", "")
    names = services.links_ended_by_removing(tournament=tournament, username=username, role=role)
    if names and "confirmed" not in request.POST:
        return _ask_first(request, tournament, names)
    services.remove_staff(actor=request.actor, tournament_id=tournament.pk, username=username, role=role)
    said = _("%(name)s no longer has this role.") % {"name": username}
    return done(request, said, then=reverse("desk_staff", args=[tournament.code]))


def _ask_first(request: HttpRequest, tournament: Tournament, names: list[str]) -> HttpResponse:
    form = RemovalForm(initial={**request.POST.dict(), "confirmed": "yes"})
    facts = {
        "question": _("Remove %(name)s from this role?") % {"name": request.POST["username"]},
        "consequences": [
            ngettext(
                "%(links)s personal link they issued ends, because they know it; that phone is signed out.",
                "%(links)s personal links they issued end, because they know them; those phones are signed out.",
                len(names),
            )
            % {"links": len(names)},
            _("Give these players a new link from their entry: %(names)s.") % {"names": _(", ").join(names)},
        ],
        "action": _("Remove"),
        "back": reverse("desk_staff", args=[tournament.code]),
        "form": form,
    }
    return desk_confirm(request, tournament, **facts)
