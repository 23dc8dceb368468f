"""One entry: who it is, whose deck, and everything that can happen to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts.actor import Actor
from accounts.consents import lacks_consent
from accounts.forms import add_refusal
from accounts.refusals import Refusal
from tournaments.forms.desk.entries import EntryForm, ReasonForm, TakeInForm
from tournaments.models import AssignedRound, Registration, Tournament
from tournaments.permissions import Action, require
from tournaments.queries.assigned import assigned_to, next_to_pair
from tournaments.queries.cut_drops import cut_drop_of
from tournaments.queries.decks import deck_state
from tournaments.queries.divisions import division_names
from tournaments.queries.entries import count_entries, find_entry, waiting_place
from tournaments.queries.teams import members_of
from tournaments.services import entries as services
from tournaments.services.entries.assigned import MAX_AT_ONCE
from tournaments.services.entries.correcting import read_seen, sign_seen
from tournaments.services.entries.parting import may_be_parted, parting_to_undo
from tournaments.services.entries.person import PersonData, person_of
from tournaments.views.desk.access import (
    accepted,
    allowed_actions,
    attempt,
    desk_page,
    desk_view,
    done,
    sent_to,
)
from tournaments.views.desk.entry_rows import EntryRow
from tournaments.views.desk.late_offers import offers_now
from tournaments.views.desk.log import lines_about
from tournaments.wording import say_refusal
from tournaments.wording.top_cut import say_cut_drop

Status = Registration.Status
Phase = Tournament.Phase
PLAYING = (Phase.SWISS, Phase.TOP_CUT)


@dataclass(frozen=True)
class Change:
    """Something that can happen to an entry: its service, its texts, and the change that undoes it."""

    key: str
    service: Callable[..., Registration]
    button: str | Promise
    said: str | Promise
    action: Action
    undo: str = ""
    takes_reason: bool = False
    needs_reason: bool = False
    explains: str | Promise = ""


CHANGES = {
    change.key: change
    for change in (
        Change(
            "withdraw",
            services.withdraw,
            gettext_lazy("Withdraw"),
            gettext_lazy("%(name)s is withdrawn."),
            Action.MANAGE_ENTRIES,
            undo="reinstate",
            explains=gettext_lazy("Withdraws the entry before the start; the first on the waiting list moves up."),
        ),
        Change(
            "reinstate",
            services.reinstate,
            gettext_lazy("Reinstate"),
            gettext_lazy("%(name)s is back in the event."),
            Action.MANAGE_ENTRIES,
            explains=gettext_lazy("Brings the entry back; rounds missed in between count as losses."),
        ),
        Change(
            "drop",
            services.drop,
            gettext_lazy("Drop"),
            gettext_lazy("%(name)s drops. If a match of theirs is still open, it is played."),
            Action.MANAGE_ENTRIES,
            undo="undrop",
            takes_reason=True,
            explains=gettext_lazy("No longer paired after the current round; results and standing stay."),
        ),
        Change(
            "undrop",
            services.undrop,
            gettext_lazy("Undo the drop"),
            gettext_lazy("%(name)s plays on."),
            Action.MANAGE_ENTRIES,
            undo="drop-as-before",
            explains=gettext_lazy("Paired again from the next round; rounds missed in between count as losses."),
        ),
        Change(
            "drop-as-before",
            services.drop_as_before,
            gettext_lazy("Drop as before"),
            gettext_lazy("%(name)s has dropped as before; the losses of the rounds missed in between are taken away."),
            Action.MANAGE_ENTRIES,
            undo="undrop",
        ),
        Change(
            "leave",
            services.leave_drop,
            gettext_lazy("Leave it as it is"),
            gettext_lazy("%(name)s: nothing is changed."),
            Action.MANAGE_ENTRIES,
        ),
        Change(
            "stay",
            services.stay,
            gettext_lazy("Stays"),
            gettext_lazy("%(name)s stays; this result does not ask again."),
            Action.MANAGE_ENTRIES,
        ),
        Change(
            "no-show",
            services.mark_no_show,
            gettext_lazy("Mark as no-show"),
            gettext_lazy("%(name)s is marked as a no-show."),
            Action.MANAGE_ENTRIES,
            undo="reinstate",
            explains=gettext_lazy("Never came: no longer paired. An open match keeps its own result."),
        ),
        Change(
            "disqualify",
            services.disqualify,
            gettext_lazy("Disqualify"),
            gettext_lazy("%(name)s is disqualified."),
            Action.OVERRIDE_RULES,
            undo="reinstate",
            takes_reason=True,
            needs_reason=True,
            explains=gettext_lazy("Out of the event and of the final ranking; the reason is kept."),
        ),
    )
}


def open_changes(entry: Registration, allowed: dict[str, bool]) -> list[Change]:
    """The changes that the entry's status and the phase allow the visitor, in order of gravity."""
    phase = entry.tournament.phase
    keys: list[str] = []
    if entry.is_member:
        return []
    if phase == Phase.REGISTRATION and entry.status in (Status.ACTIVE, Status.WAITLISTED):
        keys = ["withdraw"]
    elif phase in PLAYING and entry.status == Status.ACTIVE:
        keys = ["drop", "no-show"]
    if entry.status == Status.DROPPED and phase in PLAYING:
        keys = ["undrop"]
    running = phase in (Phase.REGISTRATION, *PLAYING)
    if running and entry.status in (Status.NO_SHOW, Status.DISQUALIFIED):
        keys = ["reinstate"]
    if phase == Phase.REGISTRATION and entry.status == Status.WITHDRAWN and not entry.is_anonymous:
        keys = ["reinstate"]
    if running and entry.status in (Status.ACTIVE, Status.DROPPED, Status.NO_SHOW):
        keys.append("disqualify")
    return [CHANGES[key] for key in keys if allowed[action_of(CHANGES[key], entry).value]]


def action_of(change: Change, entry: Registration) -> Action:
    """The action the change requires here: undoing a disqualification is a ruling like the disqualification."""
    is_ruling = change.key == "reinstate" and entry.status == Status.DISQUALIFIED
    return Action.OVERRIDE_RULES if is_ruling else change.action


def may_be_taken_in(entry: Registration, allowed: dict[str, bool]) -> bool:
    """Whether the entry can join the Swiss rounds under way: it is on the waiting list, or was withdrawn."""
    outside = entry.status in (Status.WAITLISTED, Status.WITHDRAWN)
    return outside and not entry.is_member and entry.tournament.phase == Phase.SWISS and allowed["manage_entries"]


def entry_of_desk(tournament: Tournament, registration_id: int) -> Registration:
    """The tournament's entry with this id, or 404, also for another event's entry."""
    entry = find_entry(tournament, registration_id)
    if entry is None:
        raise Http404
    entry.tournament = tournament
    return entry


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.VIEW_DESK)
def entry(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """The entry's page; a POST corrects the person's data."""
    shown = entry_of_desk(tournament, registration_id)
    seen: PersonData | None = person_of(shown)
    form = EntryForm(sent_to(request), initial=asdict(person_of(shown)))
    if request.method == "POST":
        require(request.actor, Action.MANAGE_ENTRIES, tournament)
        seen = read_seen(request.POST.get("seen", ""))
        if form.is_valid():
            clashes = correct_entry(request.actor, form, shown, seen)
            if not form.errors:
                return done(request, _("The entry is corrected."), then=request.path)
            # What the page has shown counts as seen: the next press is a decision, not an oversight.
            seen = replace(seen, **clashes) if seen is not None else None
    return entry_page(request, tournament, shown, form=form, seen=seen)


def entry_page(
    request: HttpRequest,
    tournament: Tournament,
    shown: Registration,
    *,
    form: EntryForm,
    seen: PersonData | None,
    assigning: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the entry's page; `assigning` is what was typed into the form of byes and losses that was refused, and
    why."""
    allowed = allowed_actions(request, tournament)
    in_cut = cut_drop_of(shown)
    return desk_page(
        request,
        "entry",
        tournament,
        tab="entries",
        status=status,
        entry=shown,
        form=form,
        seen=sign_seen(seen) if seen is not None else "",
        asks_consent=lacks_consent(shown.player),
        deck=deck_state(shown),
        members=[(one, deck_state(one)) for one in members_of(shown)],
        waiting_place=waiting_place(shown.team_entry or shown),
        changes=[(change, reason_form(change)) for change in open_changes(shown, allowed)],
        cut_drop=say_cut_drop(in_cut, private=True) if in_cut is not None else "",
        about=lines_about(tournament, allowed, shown),
        assigned=assigned_to(shown),
        assign_kinds=AssignedRound.Kind.choices,
        assign_counts=range(1, MAX_AT_ONCE + 1),
        assign_from=max(next_to_pair(tournament), shown.first_round),
        assigning=assigning,
        has_key_part=allowed["issue_links"] or (allowed["manage_entries"] and shown.claimed_at is not None),
        may_be_parted=allowed["issue_links"] and not shown.is_team and may_be_parted(shown, shown.player),
        may_be_given_back=allowed["issue_links"] and parting_to_undo(shown) is not None,
        has_seat=not shown.is_member and tournament.phase in (Phase.REGISTRATION, Phase.SWISS),
        is_before_start=tournament.phase == Phase.REGISTRATION,
        **division_context(tournament, shown),
        late_offers=offers_now(tournament, only=shown.pk) if allowed["run_rounds"] else [],
        take_in=TakeInForm() if may_be_taken_in(shown, allowed) else None,
    )


def division_context(tournament: Tournament, entry: Registration) -> dict[str, Any]:
    """What the page of an entry shows about its division."""
    names = division_names(tournament)
    return {
        "division_names": names,
        "division_name": names.get(entry.division, ""),
        "is_division_open": tournament.phase in (Tournament.Phase.REGISTRATION, Tournament.Phase.SWISS),
    }


def correct_entry(actor: Actor, form: EntryForm, shown: Registration, seen: PersonData | None) -> dict[str, Any]:
    """Save the correction; a refusal is added to the form, and its facts about somebody else's change are returned."""
    answer = attempt(services.edit_entry, actor=actor, registration_id=shown.pk, seen=seen, **form.cleaned_data)
    if not isinstance(answer, Refusal):
        return {}
    add_refusal(form, answer, say_refusal)
    return dict(answer.facts.get("now", {}))


def reason_form(change: Change) -> ReasonForm | None:
    """The form for the change's reason, if it takes one."""
    if not change.takes_reason:
        return None
    return ReasonForm(reason_required=change.needs_reason, auto_id=f"id_{change.key}_%s")


@require_POST
@desk_view(Action.CHECK_IN)
def check_in(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Check in, or undo it; for htmx the entry's row and the number of those checked in."""
    shown = entry_of_desk(tournament, registration_id)
    present = request.POST.get("present") == "1"
    services.check_in(actor=request.actor, registration_id=shown.pk, present=present)
    if request.htmx:
        shown = entry_of_desk(tournament, registration_id)
        context = {
            "tournament": tournament,
            "allowed": allowed_actions(request, tournament),
            "row": EntryRow.of(shown, division_names(tournament).get(shown.division, ""), members_of(shown)),
            "totals": count_entries(tournament),
            "here": request.POST.get("next", ""),
            "is_answer": True,
        }
        return render(request, "tournaments/desk/_check_in_answer.html", context)
    said = _("%(name)s is here.") if present else _("%(name)s is not here after all.")
    return done(request, said % {"name": shown.entered_name}, then=reverse("desk_entries", args=[tournament.code]))


def _said(change: Change, entry: Registration) -> str:
    """The notice of a change. Undoing the disqualification of who was gone already brings nobody back."""
    if change.key == "reinstate" and entry_of_desk(entry.tournament, entry.pk).status in (
        Status.DROPPED,
        Status.NO_SHOW,
    ):
        return _("The disqualification of %(name)s is undone; they are out of the event as they were before it.")
    return str(change.said)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.VIEW_DESK)
def change(request: HttpRequest, tournament: Tournament, registration_id: int, change: str) -> HttpResponse:
    """Carry out one of CHANGES; if a reason is missing, the page asks for it and keeps what was typed."""
    wanted = CHANGES.get(change)
    if wanted is None:
        raise Http404
    shown = entry_of_desk(tournament, registration_id)
    require(request.actor, action_of(wanted, shown), tournament)
    page = reverse("desk_entry", args=[tournament.code, shown.pk])
    if request.method != "POST" and not wanted.takes_reason:
        return redirect(page)
    form = ReasonForm(sent_to(request), reason_required=wanted.needs_reason)
    if request.method == "POST" and form.is_valid():
        in_cut = cut_drop_of(shown) if wanted.key == "drop" else None
        reasons = {"reason": form.cleaned_data["reason"]} if wanted.takes_reason else {}
        if not wanted.takes_reason:
            wanted.service(actor=request.actor, registration_id=shown.pk)
        elif accepted(form, wanted.service, actor=request.actor, registration_id=shown.pk, **reasons) is None:
            return desk_page(request, "entry_change", tournament, tab="entries", entry=shown, change=wanted, form=form)
        undo = reverse("desk_entry_change", args=[tournament.code, shown.pk, wanted.undo]) if wanted.undo else ""
        said = _said(wanted, shown) % {"name": shown.entered_name}
        if in_cut is not None:  # No match of theirs is open between the Swiss rounds and the cut.
            said = _("%(name)s drops.") % {"name": shown.entered_name} + f" {say_cut_drop(in_cut, private=True)}"
        return done(request, said, then=page, undo=undo)
    return desk_page(request, "entry_change", tournament, tab="entries", entry=shown, change=wanted, form=form)
