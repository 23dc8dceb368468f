"""The key of an entry: handing a link out, ending it, and taking the entry alone from a player who has others."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.addresses import address_to_share
from tournaments.forms.desk.entries import ReasonForm
from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.services import entries as services
from tournaments.views.desk.access import accepted, desk_confirm, desk_page, desk_view, done, sent_to
from tournaments.views.desk.entry import entry_of_desk


@require_POST
@desk_view(Action.ISSUE_LINKS)
def link(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """A new personal link and its QR code, shown only once."""
    shown = entry_of_desk(tournament, registration_id)
    path = services.issue_entry_link(actor=request.actor, registration_id=shown.pk)
    return desk_page(
        request,
        "entry_link",
        tournament,
        tab="entries",
        entry=shown,
        address=address_to_share(request, path),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.MANAGE_ENTRIES)
def revoke(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Ask for a reason, then end the personal link, or take a claim back."""
    shown = entry_of_desk(tournament, registration_id)
    page = reverse("desk_entry", args=[tournament.code, shown.pk])
    form = ReasonForm(sent_to(request), reason_required=True)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        service = services.revoke_entry_link
        if accepted(form, service, actor=request.actor, registration_id=shown.pk, reason=reason) is not None:
            return done(
                request, _("The personal link of %(name)s no longer works.") % {"name": shown.entered_name}, then=page
            )
    named = {"name": shown.entered_name}
    is_claimed = shown.claimed_at is not None
    facts = {
        "question": (_("Take the claim of %(name)s back?") if is_claimed else _("Revoke the link of %(name)s?"))
        % named,
        "consequences": [
            _("Every phone that came by it loses this player; the entry, its deck and its results stay."),
            _("The name can be claimed again, by the first phone that joins under it.")
            if is_claimed
            else _("The desk can issue a new link at any time."),
        ],
        "action": _("Take the claim back") if is_claimed else _("Revoke the link"),
        "back": page,
        "form": form,
    }
    return desk_confirm(request, tournament, **facts)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.ISSUE_LINKS)
def part(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Ask for a reason, then take this entry alone from a player who has others."""
    shown = entry_of_desk(tournament, registration_id)
    page = reverse("desk_entry", args=[tournament.code, shown.pk])
    form = ReasonForm(sent_to(request), reason_required=True)
    named = {"name": shown.entered_name}
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        parted = accepted(form, services.part_entry, actor=request.actor, registration_id=shown.pk, reason=reason)
        if parted is not None:
            said = _("Nobody has the key of %(name)s. Issue a link, and hand it out.") % named
            undo = reverse("desk_entry_give_back", args=[tournament.code, shown.pk])
            return done(request, said, then=page, undo=undo)
    facts = {
        "question": _("Take the entry of %(name)s in this event from the player who has it?") % named,
        "consequences": [
            _("They no longer see it, nor its deck, and cannot report for it. Their other events stay theirs."),
            _("Nobody has the key of this entry then: issue a link for it, and hand that out."),
        ],
        "action": _("Take this entry"),
        "back": page,
        "form": form,
    }
    return desk_confirm(request, tournament, **facts)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.ISSUE_LINKS)
def give_back(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Undo `part`; asks first where it is opened from the entry's page."""
    shown = entry_of_desk(tournament, registration_id)
    page = reverse("desk_entry", args=[tournament.code, shown.pk])
    named = {"name": shown.entered_name}
    if request.method == "POST":
        services.undo_parting(actor=request.actor, registration_id=shown.pk)
        return done(request, _("The entry of %(name)s is given back.") % named, then=page)
    facts = {
        "question": _("Give the entry of %(name)s back to the player it was taken from?") % named,
        "consequences": [
            _("They see it again, with its deck, and report for it."),
            _("A link that was issued for it since ends, on every phone that has it."),
        ],
        "action": _("Give it back"),
        "back": page,
    }
    return desk_confirm(request, tournament, **facts)
