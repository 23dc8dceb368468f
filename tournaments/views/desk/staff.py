"""Who helps at the tournament, and as what."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.desk.staff import StaffForm
from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.services import staff as services
from tournaments.views.desk.door import accepted, desk_door, desk_page, done, sent_to


@require_http_methods(["GET", "HEAD", "POST"])
@desk_door(Action.MANAGE_STAFF)
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
@desk_door(Action.MANAGE_STAFF)
def remove(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take one role from one account."""
    username = request.POST.get("username", "")
    services.remove_staff(
        actor=request.actor, tournament_id=tournament.pk, username=username, role=request.POST.get("role", "")
    )
    said = _("%(name)s no longer has this role.") % {"name": username}
    return done(request, said, then=reverse("desk_staff", args=[tournament.code]))
