"""Penalties of an event: the list, giving one, withdrawing one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.languages import language_key
from cardpool.packs import GamePack, Infraction
from cardpool.queries import pack_of
from tournaments.forms.desk.judging import PenaltyForm, WithdrawForm
from tournaments.infraction_names import infraction_name
from tournaments.models import DeckCheck, Match, Penalty, Registration, Tournament
from tournaments.permissions import NOT_PLAYING, Action
from tournaments.play.infractions import PenaltyLevel, usual_level
from tournaments.queries.boards import own_match, own_match_under_way
from tournaments.queries.checks import view_check
from tournaments.queries.earlier_events import PenaltyElsewhere, penalties_elsewhere
from tournaments.queries.matches import find_match
from tournaments.queries.name_order import in_spoken_order
from tournaments.queries.penalties import (
    earlier_penalties,
    find_penalty,
    penalties_of,
    pod_still_lost,
    standing_penalties,
)
from tournaments.queries.pods import open_pod_of
from tournaments.queries.rounds import rounds_of
from tournaments.services import penalties as services
from tournaments.views.desk.access import accepted, desk_page, desk_view, done, sent_to, whole_number
from tournaments.views.desk.check_pages import result_words
from tournaments.views.desk.checks import find_players
from tournaments.views.desk.counting import check_of_desk
from tournaments.views.desk.entry import entry_of_desk
from tournaments.wording.judging import level_name


def penalty_row(penalty: Penalty, pack: GamePack) -> dict[str, Any]:
    """A penalty with its infraction and level in words."""
    known = pack.infraction(penalty.infraction)
    return {
        "penalty": penalty,
        "infraction": infraction_name(penalty.infraction, pack),
        "clause": known.clause if known is not None else "",
        "level": level_name(penalty.level),
        "is_loss": penalty.level in (Penalty.Level.GAME_LOSS, Penalty.Level.MATCH_LOSS),
    }


@require_safe
@desk_view(Action.GIVE_PENALTIES)
def penalties(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every penalty, narrowed by `?entry=` and `?round=`."""
    entry_id, number = whole_number(request.GET.get("entry")), whole_number(request.GET.get("round"))
    shown = penalties_of(tournament)
    if entry_id:
        shown = shown.filter(registration=entry_id)
    if number:
        shown = shown.filter(round__number=number)
    pack = pack_of(tournament.ruleset)
    concerned = Registration.everybody.filter(tournament=tournament, penalties__isnull=False).distinct()
    return desk_page(
        request,
        "penalties",
        tournament,
        tab="judge",
        rows=[penalty_row(penalty, pack) for penalty in shown],
        entries=in_spoken_order(concerned),
        rounds=rounds_of(tournament),
        entry_id=entry_id,
        number=number,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.GIVE_PENALTIES)
def new(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Give `?entry=` a penalty, prefilled from `?check=` or `?match=`; without an entry the page asks for one."""
    keys = request.POST if request.method == "POST" else request.GET
    entry_id = whole_number(keys.get("entry"))
    if not entry_id:
        query = request.GET.get("q", "").strip()
        found = find_players(tournament, query) if query else None
        return desk_page(request, "penalty_who", tournament, tab="judge", query=query, found=found)
    entry = entry_of_desk(tournament, entry_id)
    if entry.status in NOT_PLAYING:
        raise Http404
    check = check_of_entry(tournament, entry, whole_number(keys.get("check")))
    match = match_of_entry(tournament, entry, whole_number(keys.get("match")), check)
    pack = pack_of(tournament.ruleset)
    infraction = chosen_infraction(pack, keys.get("infraction"))
    earlier = earlier_penalties(entry, infraction.key)
    usual = usual_for(infraction, check, earlier)
    initial = {"infraction": infraction.key, "level": usual.value, "note": note_of(check)}
    form = PenaltyForm(
        sent_to(request), infractions=pack.offered_infractions, entry=entry, match=match, initial=initial
    )
    if request.method == "POST" and form.is_valid():
        given = accepted(
            form,
            services.give_penalty,
            actor=request.actor,
            registration_id=entry.pk,
            match_id=match.pk if match is not None else None,
            check_id=check.pk if check is not None else None,
            expected_version=whole_number(request.POST.get("version")) or None,
            known_penalties=whole_number(request.POST["known"]) if "known" in request.POST else None,
            **form.cleaned_data,
        )
        if given is not None:
            return given_to(request, tournament, given)
    return desk_page(
        request,
        "penalty_new",
        tournament,
        tab="judge",
        entry=entry,
        check=check,
        match=match,
        form=form,
        infraction=infraction,
        infraction_name=infraction_name(infraction.key, pack),
        is_neutral=not pack.infractions,
        advice=level_name(usual),
        is_wrong_size=bool(infraction.wrong_size) and not sizes_fit(check),
        earlier=[penalty_row(one, pack) for one in earlier],
        known=standing_penalties(entry).count(),
        elsewhere=[elsewhere_row(one) for one in penalties_elsewhere(request.actor, entry)],
    )


def elsewhere_row(penalty: PenaltyElsewhere) -> dict[str, Any]:
    """A penalty of another event in words; where and how severe only if the judge may see that."""
    level = level_name(penalty.level) if penalty.level else ""
    called = penalty.called
    name = called.in_language(language_key()) if called is not None else penalty.infraction
    return {"penalty": penalty, "infraction": name, "level": level}


def given_to(request: HttpRequest, tournament: Tournament, given: Penalty) -> HttpResponse:
    """Back to the check or the list; if the loss was not entered, to its match, or to the pod, after a disqualification
    while that is open: the match of the team where teams play by seat, or the pod.
    """
    facts = {"name": given.registration.entered_name, "level": level_name(given.level)}
    losses = (Penalty.Level.GAME_LOSS, Penalty.Level.MATCH_LOSS)
    match, is_left = given.match, given.level in losses and not request.POST.get("apply")
    if match is not None and given.level == Penalty.Level.DISQUALIFICATION:
        match = Match.objects.get(pk=match.team_match_id or match.pk)
        is_left = match.is_open
    if match is not None and is_left:
        said = _("%(name)s has the penalty: %(level)s. Enter the loss here.") % facts
        return done(request, said, then=reverse("desk_match", args=[tournament.code, match.pk]))
    said = _("%(name)s has the penalty: %(level)s.") % facts
    pod = open_pod_of(given.registration) if given.level in (*losses, Penalty.Level.DISQUALIFICATION) else None
    if pod is not None:
        if is_left:
            said = _("%(name)s has the penalty: %(level)s. Enter the places here as you rule them.") % facts
        return done(request, said, then=reverse("desk_pod", args=[tournament.code, pod.pk]))
    if given.deck_check_id is not None:
        return done(request, said, then=reverse("desk_check", args=[tournament.code, given.deck_check_id]))
    return done(request, said, then=reverse("desk_penalties", args=[tournament.code]))


def chosen_infraction(pack: GamePack, key: str | None) -> Infraction:
    """The infraction of this key, something else for an unknown one; without a key the first that a wrong number of
    cards makes more severe, which is about decks, or else the first.
    """
    offered = pack.offered_infractions
    if key is None:
        return next((one for one in offered if one.wrong_size), offered[0])
    return next((one for one in offered if one.key == key), offered[-1])


def note_of(check: DeckCheck | None) -> str:
    """The findings of a check, which a note starts with."""
    if check is None:
        return ""
    return "\n".join(part for part in (result_words(view_check(check)).text(), check.note) if part)[:1000]


def usual_for(infraction: Infraction, check: DeckCheck | None, earlier: Sequence[Penalty]) -> PenaltyLevel:
    """Where a judge usually starts, by what the check counted and what was given before."""
    start = infraction.level if sizes_fit(check) else infraction.wrong_size or infraction.level
    return usual_level(start, repeat=infraction.repeat, earlier=[one.level for one in earlier])


def sizes_fit(check: DeckCheck | None) -> bool:
    """Whether a check counted as many cards as the list has; so without a check."""
    return check is None or bool(check.findings.get("sizes_fit", True))


def check_of_entry(tournament: Tournament, entry: Registration, check_id: int) -> DeckCheck | None:
    """The entrant's own check with that id, or 404; None without an id."""
    if not check_id:
        return None
    check = check_of_desk(tournament, check_id)
    if check.registration_id != entry.pk:
        raise Http404
    return check


def match_of_entry(tournament: Tournament, entry: Registration, match_id: int, check: DeckCheck | None) -> Match | None:
    """The given match, that of the check, or the one under way, as `own_match` has it; 404 for somebody else's."""
    match_id = match_id or (check.match_id or 0 if check is not None else 0)
    if not match_id:
        return own_match_under_way(entry)
    named = find_match(tournament, match_id)
    match = own_match(entry, named) if named is not None else None
    if match is None and (named is None or entry.team_entry_id not in (named.player1_id, named.player2_id)):
        raise Http404
    return match


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.GIVE_PENALTIES)
def withdraw(request: HttpRequest, tournament: Tournament, penalty_id: int) -> HttpResponse:
    """Take a penalty back, with a reason."""
    penalty = find_penalty(tournament, penalty_id)
    if penalty is None:
        raise Http404
    form = WithdrawForm(sent_to(request))
    back = reverse("desk_penalties", args=[tournament.code])
    playing = penalty.registration.team_entry or penalty.registration
    is_out = penalty.level == Penalty.Level.DISQUALIFICATION and playing.status == Registration.Status.DISQUALIFIED
    if request.method == "POST" and form.is_valid():
        taken = accepted(
            form, services.withdraw_penalty, actor=request.actor, penalty_id=penalty.pk, **form.cleaned_data
        )
        if taken is not None:
            said = [_("The penalty of %(name)s is withdrawn.") % {"name": penalty.registration.entered_name}]
            if is_out:
                said.append(_("The disqualification itself stands until the entry is reinstated."))
            kept = pod_still_lost(taken)
            if kept is not None:
                said.append(_("The result of the pod still has the loss. Correct it here."))
                return done(request, " ".join(said), then=reverse("desk_pod", args=[tournament.code, kept.pk]))
            return done(request, " ".join(said), then=back)
    facts: dict[str, Any] = {"row": penalty_row(penalty, pack_of(tournament.ruleset)), "form": form, "back": back}
    return desk_page(request, "penalty_withdraw", tournament, tab="judge", out=playing if is_out else None, **facts)
