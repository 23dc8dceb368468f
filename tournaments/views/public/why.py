"""Why a player meets this opponent, or nobody, in a round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_safe

from tournaments.models import Bye, Match, Registration, Round
from tournaments.queries.assigned import losses_assigned_in
from tournaments.queries.decided_pairs import meeting_of
from tournaments.queries.matches import find_match
from tournaments.queries.names import name_for
from tournaments.queries.pairing_reasons import reason_of_bye
from tournaments.queries.tables import kept_reason
from tournaments.queries.way_through_cut import reason_in_cut
from tournaments.swiss.settings import Order
from tournaments.views.event import Visit, event_page, visit
from tournaments.views.everybody import for_everybody
from tournaments.views.public.pairings import certificate_of, chosen_round
from tournaments.wording.meeting_reasons import say_awarded_bye, say_bye, say_cut_reason, say_missed
from tournaments.wording.pairing_reasons import say_reasons, without_kept_apart


@require_safe
@for_everybody()
def why(request: HttpRequest, code: str, match_id: int) -> HttpResponse:
    """Why two players meet: their scores, who was possible, what was avoided; in the top cut their seeds and whom they
    met before. Members of teams meet because their teams do."""
    here = visit(request, code)
    match = find_match(here.tournament, match_id)
    if match is None:
        raise Http404
    if match.team_match is not None:
        return redirect("match_why", code=code, match_id=match.team_match.pk)
    facts: dict[str, Any] = {"match": match, "round": match.round}
    if match.round.stage != Round.Stage.SWISS:
        reason = reason_in_cut(match)
        people = [one for way in reason.ways for one in (way.entry, way.before) if one is not None]
        return _page(here, sentences=say_cut_reason(reason, _names(here, people)), **facts)
    found, decided = kept_reason(match, here.table_mark), meeting_of(match)
    if not here.private:
        found = without_kept_apart(found)
    keys = {key for one in found.get("exclusions", []) for key in one["others"]} | {match.player1_id, match.player2_id}
    facts["sentences"] = say_reasons(
        found,
        names=_names(here, Registration.objects.filter(pk__in=keys).select_related("player")),
        order=match.round.pairing.get("order", Order.RANDOM),
        decided=decided.reason if decided is not None else None,
    )
    return _page(here, certificate=certificate_of(here, match.round), **facts)


@require_safe
@for_everybody()
def why_nobody(request: HttpRequest, code: str, number: int, registration_id: int) -> HttpResponse:
    """Why an entrant has no opponent in a Swiss round: a bye, or a round that counts as a loss. Who has one, as after a
    repair, is led to why they meet."""
    here = visit(request, code)
    round = chosen_round(here, number)
    if round is None:
        raise Http404
    entries = Registration.objects.filter(tournament=here.tournament).select_related("player")
    entry = get_object_or_404(entries, pk=registration_id)
    round.tournament = entry.tournament = here.tournament
    if here.tournament.is_in_pods:
        return redirect("round_proof", code=code, number=number)
    name = _names(here, [entry])[entry.pk]
    bye = round.byes.filter(registration=entry).first()
    missed = round.missed.filter(registration=entry).first()
    if bye is not None and bye.kind == Bye.Kind.AWARDED:
        sentences = say_awarded_bye(name)
    elif bye is not None:
        reason = reason_of_bye(round, entry.pk)
        sentences = say_bye(reason, name=name, order=round.pairing.get("order", Order.RANDOM))
    elif missed is not None:
        sentences = say_missed(name, is_assigned=entry.pk in losses_assigned_in(round, [missed]))
    else:
        match = Match.objects.filter(Q(player1=entry) | Q(player2=entry), round=round).first()
        if match is None:
            return redirect("tournament_pairings", code=code, number=number)
        return redirect("match_why", code=code, match_id=match.pk)
    facts: dict[str, Any] = {"entry": entry, "round": round, "sentences": sentences}
    return _page(here, certificate=certificate_of(here, round), **facts)


def _page(here: Visit, **facts: Any) -> HttpResponse:
    return event_page(here, "why", tab="tournament_pairings", **facts)


def _names(here: Visit, entries: Iterable[Registration]) -> dict[int, str]:
    """The names of entries as the visitor may read them, by key."""
    return {entry.pk: name_for(here.request.actor, entry, staff=here.private) for entry in entries}
