"""Who helps at the tournament, and as what."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.refusals import NotAllowed, Refusal
from tournaments.forms.desk.staff import StaffForm
from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.services import setup as services
from tournaments.views.desk.door import desk_door, desk_page, pressed
from tournaments.views.desk.refused import add_refusal


@require_http_methods(["GET", "HEAD", "POST"])
@desk_door(Action.MANAGE_STAFF)
def staff(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The staff list and the form that adds to it."""
    form = StaffForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.add_staff(actor=request.actor, tournament_id=tournament.pk, **form.cleaned_data)
        except NotAllowed:
            raise
        except Refusal as refusal:
            add_refusal(form, refusal)
        else:
            messages.success(request, _("%(name)s is on the staff now.") % {"name": form.cleaned_data["username"]})
            return redirect("desk_staff", tournament.code)
    members = tournament.staff.select_related("user").order_by("user__username", "role")
    return desk_page(request, "staff", tournament, form=form, members=members)


@require_POST
@desk_door(Action.MANAGE_STAFF)
def remove(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take one role from one account."""
    username = request.POST.get("username", "")
    return pressed(
        request,
        services.remove_staff,
        tournament_id=tournament.pk,
        username=username,
        role=request.POST.get("role", ""),
        then=reverse("desk_staff", args=[tournament.code]),
        said=_("%(name)s no longer has this role.") % {"name": username},
    )
