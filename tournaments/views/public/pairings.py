"""Who plays whom at which table, and why."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from tournaments.models import Match, Registration, Round
from tournaments.queries.matches import find_match
from tournaments.queries.names import name_for
from tournaments.queries.repair import corrections_since_pairing
from tournaments.queries.rounds import MatchRow, byes_of, matches_of, missed_of
from tournaments.queries.standings import standings_of
from tournaments.services.entries.person import name_key
from tournaments.swiss.settings import Order
from tournaments.views.event import Visit, event_page, event_part, visit
from tournaments.wording.certificate import Certificate, people_named, say_certificate
from tournaments.wording.pairing_reasons import say_reasons, without_kept_apart


@require_safe
def pairings(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """A round's tables, the visitor's own on top; `?find=` keeps the tables of matching names.

    Asked again by htmx with `?seen=` it answers 204 while nothing has changed.
    """
    here = visit(request, code)
    round = chosen_round(here, number)
    if round is None:
        return event_page(here, "pairings", tab="tournament_pairings", round=None)
    rows = matches_of(round)
    seen = state_mark(here, round, rows)
    if request.htmx and request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    facts = _facts(here, round, rows) | {"seen": seen}
    if request.htmx and "seen" in request.GET:
        return event_part(here, "_pairings", changed=True, **facts)
    return event_page(here, "pairings", tab="tournament_pairings", **facts)


def chosen_round(here: Visit, number: int | None) -> Round | None:
    """The round of the address, or the newest; 404 for a number nobody may see yet. None before the first."""
    if number is None:
        return here.current
    round = next((round for round in here.rounds if round.number == number), None)
    if round is None:
        raise Http404
    return round


def state_mark(here: Visit, round: Round, rows: list[MatchRow]) -> str:
    """A short text that differs whenever the page would."""
    newest = here.current
    versions = sum(row.match.version for row in rows)
    complete = sum(not row.is_open for row in rows)
    clock = int(round.clock_started_at.timestamp()) if round.clock_started_at else 0
    more = sum(row.match.more_minutes for row in rows)
    return f"{newest.number if newest else 0}.{round.number}.{round.status}.{versions}.{complete}.{clock}.{more}"


def _facts(here: Visit, round: Round, rows: list[MatchRow]) -> dict[str, Any]:
    own = here.mine.pk if here.mine is not None else None
    find = here.request.GET.get("find", "").strip()
    byes = byes_of(round)
    mine = next((row for row in rows if own in (row.match.player1_id, row.match.player2_id)), None)
    return {
        "round": round,
        "rows": [row for row in rows if _found(here, find, row.match.player1, row.match.player2)],
        "byes": [bye for bye in byes if _found(here, find, bye.registration)],
        "missed": [row for row in missed_of(round) if _found(here, find, row.registration)],
        "my_row": mine,
        "my_bye": own is not None and any(bye.registration_id == own for bye in byes),
        "own": own,
        "find": find,
        "done": sum(not row.is_open for row in rows),
        "total": len(rows),
        "points": _points_before(here, round),
        "newer": _newer(here, round),
        "repaired": round.repairs.filter(undone_at=None).exists(),
    }


def _newer(here: Visit, round: Round) -> Round | None:
    """The round under way, when the page shows an older one."""
    newest = here.current
    if newest is None or newest.number == round.number or newest.status != Round.Status.PUBLISHED:
        return None
    return newest


def _found(here: Visit, find: str, *entries: Registration) -> bool:
    """Whether any of the names as the visitor sees them holds what is looked for."""
    if not find:
        return True
    actor, staff = here.request.actor, here.private
    wanted = name_key(find).replace(" ", "")
    return any(wanted in name_key(name_for(actor, entry, staff=staff)).replace(" ", "") for entry in entries)


def _points_before(here: Visit, round: Round) -> dict[int, int]:
    """Match points of everybody when the round was paired; nothing in the top cut, where seeds say more."""
    if round.stage != Round.Stage.SWISS or round.number == 1:
        return {}
    return {row.registration.pk: row.points for row in standings_of(here.tournament, round.number - 1)}


@require_safe
def why(request: HttpRequest, code: str, match_id: int) -> HttpResponse:
    """Why two players meet in this round: their scores, who was possible, what was avoided."""
    here = visit(request, code)
    match = find_match(here.tournament, match_id)
    if match is None:
        raise Http404
    if match.round.stage != Round.Stage.SWISS:
        return redirect("tournament_bracket", code=code)
    reason = _reason_of(match)
    if not here.private:
        reason = without_kept_apart(reason)
    facts: dict[str, Any] = {
        "match": match,
        "round": match.round,
        "sentences": say_reasons(
            reason, names=_names(here, match), order=match.round.pairing.get("order", Order.RANDOM)
        ),
        "certificate": _certificate(here, match.round),
    }
    return event_page(here, "why", tab="tournament_pairings", **facts)


@require_safe
def proof(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """How a round was paired: what is proved about it, what "better" means, and the seed of its lot."""
    here = visit(request, code)
    round = chosen_round(here, number)
    if round is None:
        raise Http404
    if round.stage != Round.Stage.SWISS:
        return redirect("tournament_bracket", code=code)
    facts: dict[str, Any] = {"round": round, "certificate": _certificate(here, round)}
    return event_page(here, "proof", tab="tournament_pairings", **facts)


def _certificate(here: Visit, round: Round) -> Certificate | None:
    """What is proved about the round, with the names as the visitor may see them."""
    entries = Registration.objects.filter(pk__in=people_named(round.pairing)).select_related("player", "tournament")
    names = {entry.pk: name_for(here.request.actor, entry, staff=here.private) for entry in entries}
    return say_certificate(
        round.pairing,
        names=names,
        edited_by_hand=round.edited_by_hand,
        corrected_since=bool(corrections_since_pairing(round)),
    )


def _reason_of(match: Match) -> dict[str, Any]:
    """What the pairing noted about these two; empty when the table was made by hand."""
    pair = {match.player1_id, match.player2_id}
    reasons: list[dict[str, Any]] = match.round.pairing.get("reasons", [])
    return next((reason for reason in reasons if set(reason["pair"]) == pair), {})


def _names(here: Visit, match: Match) -> dict[int, str]:
    """The shown names of everybody the reasons may mention."""
    reason = _reason_of(match)
    keys = {key for one in reason.get("exclusions", []) for key in one["others"]} | {match.player1_id, match.player2_id}
    entries = Registration.objects.filter(pk__in=keys).select_related("player")
    return {entry.pk: name_for(here.request.actor, entry, staff=here.private) for entry in entries}
