"""Signing up for an event with an account, by a personal link, or with only a name."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import notices
from accounts.adapter import say_crowded
from accounts.addresses import address_to_share
from accounts.age_forms import ASKS_GUARDIAN
from accounts.allowances import Allowance, spend
from accounts.consents import has_consent
from accounts.forms import add_refusal
from accounts.models import Player
from accounts.players_here import JOIN_SECRET, add_player, show_again, shown_link
from accounts.puzzles import asks_for_puzzle
from accounts.refusals import NotAllowed, Refusal, TooMany
from tournaments.forms.registering import OTHER, SAME, ClaimForm, RegisterForm, whose_field
from tournaments.forms.teams import OwnTeamForm
from tournaments.models import JoinRequest, Registration
from tournaments.queries.divisions import division_names
from tournaments.queries.join_requests import own_requests
from tournaments.queries.joining import may_join, takes_entries
from tournaments.queries.teams import members_of
from tournaments.services.entries import RegisteredSelf, RegisteredTeam, register_self, register_team
from tournaments.services.entries.person import name_key
from tournaments.services.entries.seats import free_seats
from tournaments.views.asking import NEWEST_ENTRY, secret_of
from tournaments.views.entry_cards import EntryCard, entry_card
from tournaments.views.event import Visit, event_page, visit
from tournaments.wording import say_refusal

JoinForm = ClaimForm | OwnTeamForm
"""Those who join: a member of a team in the list, a player (`RegisterForm`), a team."""
ENTER_EVENT = Allowance("enter_event", visitor=20, newcomers=400, address=2_000)
"""Twenty, because a parent or a teacher enters several children from one phone."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, code: str) -> HttpResponse:
    """The sign-up form; for somebody already entered, their entry.

    `?person=new` enters somebody else, `?person=` with a player's key another player of this phone. `?claim=1`: in an
    event for teams, the form by which a member takes the name that staff entered, the only one while the event runs.
    """
    person = request.GET.get("person", "")
    whose = request.POST.get("same_person", "")
    other = person == "new" or whose == OTHER
    if person.isascii() and person.isdigit() and len(person) < 16:
        request.actor = request.actor.acting_for(int(person))
    here = visit(request, code)
    claims = here.tournament.is_for_teams and "claim" in request.GET
    if request.method == "GET" and not other and not claims:
        cards, missing = _entered(here)
        if cards and (not person or request.actor.player not in missing):
            asks = _open_requests(here)
            joining = may_join(here.tournament)
            return event_page(here, "entered", cards=cards, missing=missing, asks=asks, may_join=joining)
    if request.method == "GET" and not person and not claims and _open_requests(here):
        return redirect("tournament_asked", code=here.tournament.code)
    if not may_join(here.tournament):
        return event_page(here, "register_closed", status=409 if request.method == "POST" else 200)
    asked: dict[str, Any] = {"own": not other, "claims": claims, "whose": bool(whose)}
    if request.method == "GET":
        if here.tournament.is_for_teams and not takes_entries(here.tournament) and not claims:
            return redirect(f"{request.path}?claim=1")
        return _form_page(here, _form(here, initial={} if other or claims else _known(here), **asked), other)
    form = _form(here, request.POST, **asked)
    seconds = spend(request, ENTER_EVENT)
    if seconds:
        if asks_for_puzzle(request):
            form.add_error(None, say_crowded(seconds))
        else:
            add_refusal(form, TooMany("too_often", seconds=seconds), say_refusal)
        return _form_page(here, form, other, status=TooMany.http_status)
    if form.is_valid():
        try:
            registered = _register(here, form, other)
        except NotAllowed:
            raise
        except Refusal as refusal:
            codes = {one.code for one in refusal.problems}
            asked["asks_guardian"] = not codes.isdisjoint(ASKS_GUARDIAN)
            if "whose_name" in codes:
                asked |= {"whose": True, "own": False}
            form = _form(here, request.POST, **asked)
            add_refusal(form, refusal, say_refusal)
        else:
            if isinstance(registered, RegisteredTeam):
                return _registered_team(request, here, registered, other)
            if registered.request is not None:
                request.session[JOIN_SECRET] = registered.secret
                return redirect("tournament_asked", code=here.tournament.code)
            return _registered(request, here, registered)
    return _form_page(here, form, other, status=422)


def _entered(here: Visit) -> tuple[list[EntryCard], list[Player]]:
    """The entries of the players of this phone here, and which of them have none."""
    entries = [entry for entry in here.own if entry.status != Registration.Status.WITHDRAWN]
    entered = {entry.player_id for entry in entries}
    missing = [player for player in here.actor.players if player.pk not in entered]
    cards = [entry_card(here.actor, entry) for entry in {entry.pk: entry for entry in entries}.values()]
    return cards, missing


def _open_requests(here: Visit) -> list[JoinRequest]:
    """What this browser has asked the desk at the event, and has no answer to or not taken what it gives."""
    own = own_requests(here.tournament, here.actor, secret_of(here.request))
    return [one for one in own if one.is_open or (one.is_accepted and one.collected_at is None)]


def _form(
    here: Visit, *args: Any, own: bool = True, claims: bool = False, whose: bool = False, **kwargs: Any
) -> JoinForm:
    """The sign-up form with the divisions of the event; it does not ask how old somebody is who has said it before.

    With `claims` that of a member; with `whose` it asks whose the name is.
    """
    if claims:
        return ClaimForm(*args, **kwargs)
    divisions = division_names(here.tournament)
    form: JoinForm
    if here.tournament.is_for_teams:
        form = OwnTeamForm(*args, own=own, divisions=divisions, **kwargs)
    else:
        form = RegisterForm(*args, divisions=divisions, **kwargs)
    player = here.request.actor.player
    if whose and player is not None:
        form.fields["same_person"] = whose_field(player.name)
    seat = "_1" if here.tournament.is_for_teams else ""
    if own and player is not None and (player.birth_year is not None or player.age_group):
        del form.fields[f"age_group{seat}"]
    if own and player is not None and has_consent(player):
        form.on_record = (f"birth_year{seat}",)
    return form


def _register(here: Visit, form: JoinForm, other: bool) -> RegisteredSelf | RegisteredTeam:
    values, actor = form.values(), here.request.actor
    said = values.pop("same_person", "")
    if said == OTHER:
        key = name_key(form.cleaned_data["name_1" if isinstance(form, OwnTeamForm) else "name"])
        known = [player for player in actor.others if name_key(player.name) == key]
        if len(known) == 1:  # A child who is on the phone already.
            actor, other = actor.acting_for(known[0].pk), False
    if not isinstance(form, RegisterForm | OwnTeamForm):
        # A phone on which somebody else is takes a child's name beside theirs.
        player = actor.player
        other = player is not None and name_key(player.name) != name_key(form.cleaned_data["name"])
    facts: dict[str, Any] = {"actor": actor, "tournament_id": here.tournament.pk, "as_new_person": other}
    facts["same_person"] = said == SAME
    if isinstance(form, OwnTeamForm):
        return register_team(**facts, **values)
    return register_self(**facts, **values, secret=secret_of(here.request))


def _form_page(here: Visit, form: JoinForm, other: bool, status: int = 200) -> HttpResponse:
    facts: dict[str, Any] = {"form": form, "other": other, "free": free_seats(here.tournament)}
    facts["claims"] = not isinstance(form, RegisterForm | OwnTeamForm)
    return event_page(here, "register", status=status, **facts)


def _known(here: Visit) -> dict[str, Any]:
    """What the form starts from: an earlier entry here, else the player, else the account's full name."""
    actor = here.request.actor
    if here.tournament.is_for_teams:
        return _known_first(here)
    mine = next((entry for entry in here.own if entry.player_id == actor.player_keys[0]), None)
    if mine is not None:
        return {
            "name": mine.name,
            "public_name": mine.public_name,
            "membership_id": mine.membership_id,
            "team": mine.team,
            "birth_year": mine.player.birth_year,
        }
    if actor.player is not None:
        return {"name": actor.player.name, "birth_year": actor.player.birth_year}
    return {"name": actor.user.get_full_name()} if actor.user is not None else {}


def _known_first(here: Visit) -> dict[str, Any]:
    """What is known of the first player of a team."""
    actor = here.request.actor
    if actor.player is not None:
        return {"name_1": actor.player.name, "birth_year_1": actor.player.birth_year}
    return {"name_1": actor.user.get_full_name()} if actor.user is not None else {}


def _registered_team(request: HttpRequest, here: Visit, registered: RegisteredTeam, other: bool) -> HttpResponse:
    """Redirect to the personal links that were made, kept for this session; without any to the entry.

    The first player is on this phone now; of a team of others, entered by somebody who is here already, both.
    """
    for member in registered.members:
        path = registered.links.get(member.pk)
        if path is None:
            continue
        if not here.is_staff and (other or member.seat == 1):
            request.session.cycle_key()
            member.player.refresh_from_db(fields=["link_hash"])
            add_player(request.session, member.player)
        show_again(request.session, member.player, path)
    if not registered.links:
        notices.done(request, _("Your team is in."))
        return redirect("tournament_register", code=here.tournament.code)
    request.session[NEWEST_ENTRY] = registered.team.pk
    return redirect("tournament_registered", code=here.tournament.code)


def _registered(request: HttpRequest, here: Visit, registered: RegisteredSelf) -> HttpResponse:
    """Redirect to the personal link if one was made, else to the entry. The link is kept for this session."""
    entry = registered.registration
    if registered.personal_link is None:
        words = (
            _("You are on the waiting list.") if entry.status == Registration.Status.WAITLISTED else _("You are in.")
        )
        notices.done(request, words)
        return redirect("tournament_register", code=here.tournament.code)
    if not here.is_staff:
        request.session.cycle_key()
        entry.player.refresh_from_db(fields=["link_hash"])
        add_player(request.session, entry.player)
    show_again(request.session, entry.player, registered.personal_link)
    request.session[NEWEST_ENTRY] = entry.pk
    return redirect("tournament_registered", code=here.tournament.code)


@never_cache
@require_safe
def registered(request: HttpRequest, code: str) -> HttpResponse:
    """The personal link of the entry just made, to save; without one that works, the visitor's own page."""
    here = visit(request, code)
    newest = Registration.everybody.filter(pk=request.session.get(NEWEST_ENTRY, 0), tournament=here.tournament)
    entry = newest.select_related("player").first()
    if entry is not None and entry.is_team:
        return _team_page(here, entry)
    path = shown_link(request.session, entry.player) if entry is not None else ""
    if entry is None or not path:
        return redirect("my_page")
    own = entry.player_id in request.actor.player_keys
    facts: dict[str, Any] = {"entry": entry, "link": address_to_share(request, path), "own": own}
    return event_page(here, "registered", **facts)


def _team_page(here: Visit, team: Registration) -> HttpResponse:
    """The personal links of the team just entered, to save and to pass on."""
    keys = here.request.actor.player_keys
    members = members_of(team)
    paths = {one.pk: shown_link(here.request.session, one.player) for one in members}
    facts: dict[str, Any] = {
        "entry": team,
        "team": team,
        "members": members,
        "links": [
            {
                "member": one,
                "link": address_to_share(here.request, paths[one.pk]),
                "own": one.player_id in keys,
            }
            for one in members
            if paths[one.pk]
        ],
    }
    return event_page(here, "registered", **facts)
