"""Who plays whom at which table, and how the round was paired."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from tournaments.models import Bye, MissedRound, Registration, Round, RoundRepair, SeedCommitment, Tournament
from tournaments.queries.assigned import losses_assigned_in
from tournaments.queries.bracket import passed_through
from tournaments.queries.division_tables import lines_by_division
from tournaments.queries.finding import Listed, holds, matches_named
from tournaments.queries.moved import moved_in, repairs_in
from tournaments.queries.names import name_for
from tournaments.queries.pairing_reasons import has_witness
from tournaments.queries.pods import pod_of, pods_of
from tournaments.queries.receipts import newest_commitment
from tournaments.queries.repair_scope import corrections_since_pairing
from tournaments.queries.rounds import byes_of, entries_seated_in, matches_of, missed_of, seating_of, tables_done
from tournaments.queries.tables import kept_points
from tournaments.views.event import OVER, Visit, event_page, visit
from tournaments.views.everybody import for_everybody
from tournaments.views.public.by_hand import by_hand_in
from tournaments.views.public.division_lists import groups_of, jumps_to, label_of
from tournaments.views.sections import Sectioned, in_sections, sectioned
from tournaments.wording.certificate import Certificate, people_named, say_certificate
from tournaments.wording.pods import say_pods

MAX_MOVED = 40
"""Players who moved that are listed above the tables; where more did, everybody has to look at the tables."""


def own_match(here: Visit, number: int | None = None) -> dict[str, Any]:
    """The visitor's own table, or bye, in the round of the page."""
    round = chosen_round(here, number)
    if here.mine is None or round is None:
        return {"own_page": "pairings"}
    match = here.my_match if round == here.current else here.my_match_in(round)
    round.tournament = here.tournament
    pod = pod_of(here.mine, round) if here.tournament.is_in_pods else None
    alone = match is None and pod is None
    bye = alone and round.byes.filter(registration=here.mine).exists()
    through = alone and here.mine in passed_through(round)
    own = {"my_match": match, "my_bye": bye, "my_through": through, "my_pod": pod}
    return {"own_page": "pairings", "round": round, **own}


def listed(here: Visit, number: int | None = None) -> list[Listed]:
    """The entries of each table, then those who have a bye or were not there."""
    round = chosen_round(here, number)
    if round is None:
        return []
    round.tournament = here.tournament
    alone = _alone(byes_of(round), passed_through(round), missed_of(round))
    lines = lines_by_division(round, alone)
    if lines:
        return in_sections([line.entries for line in lines])
    return in_sections(entries_seated_in(round), [entry.pk for entry in alone])


def _alone(byes: Iterable[Bye], through: Iterable[Registration], missed: Iterable[MissedRound]) -> list[Registration]:
    """Who has no table in a round."""
    return [*(bye.registration for bye in byes), *through, *(row.registration for row in missed)]


@require_safe
@for_everybody(own=own_match, listed=listed)
def pairings(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """A round's tables, section by section, the visitor's own on top; `?find=` shows the tables of matching names."""
    here = visit(request, code)
    round = chosen_round(here, number)
    if round is None:
        own = own_match(here, number)
        return event_page(here, "pairings", tab="tournament_pairings", round=None, seats="pairings", **own)
    facts = own_match(here, number) | _facts(here, round)
    return event_page(here, "pairings", tab="tournament_pairings", **facts)


def chosen_round(here: Visit, number: int | None) -> Round | None:
    """The round of the address, or the newest; 404 for one that is not public yet. None before the first."""
    if number is None:
        return here.current
    round = next((round for round in here.rounds if round.number == number), None)
    if round is None:
        raise Http404
    return round


def _facts(here: Visit, round: Round) -> dict[str, Any]:
    find = here.request.GET.get("find", "").strip()
    round.tournament = here.tournament
    all_byes, all_through, all_missed = byes_of(round), passed_through(round), missed_of(round)
    lines = lines_by_division(round, _alone(all_byes, all_through, all_missed))
    section: Sectioned[Any] | None = None
    if find:
        keys = matches_named(round, here.table_mark, find, private=here.private)
    elif lines:
        section = sectioned(lines, here.request, label_of(here.tournament))
        keys = [line.match for line in section.rows if line.match is not None]
    else:
        section = sectioned(seating_of(round), here.request, lambda match: match[1] or "–")
        keys = [key for key, _ in section.rows]
    done, total = tables_done(round)
    is_last = section is None or section.next is None
    # Who plays nobody stands in a line of the own division, else below the last table.
    shown = {key for line in section.rows for key in line.entries} if section is not None and lines else None

    def is_shown(entry: Registration) -> bool:
        return is_last and _found(here, find, entry) if shown is None else entry.pk in shown

    rows = matches_of(round, only=keys)
    byes = [bye for bye in all_byes if is_shown(bye.registration)]
    through = [entry for entry in all_through if is_shown(entry)]
    missed = [row for row in all_missed if is_shown(row.registration)]
    moved = moved_in(round)
    last_change = next((one for one in reversed(repairs_in(round)) if one.choice != RoundRepair.Choice.KEEP), None)
    is_apart = bool(lines) and not find
    return {
        "round": round,
        "section": section,
        "rows": rows,
        "pods": pods_of(round, only=keys) if here.tournament.is_in_pods else None,
        "byes": byes,
        "through": through,
        "missed": missed,
        "groups": groups_of(here.tournament, rows, byes, missed, through=through, is_apart=is_apart),
        "divisions": jumps_to(here.tournament, lines, section),
        "assigned_losses": losses_assigned_in(round, missed),
        "find": find,
        "done": done,
        "total": total,
        "points": _points_before(here, round),
        "newer": _newer(here, round),
        "seats": "pairings" if round == here.current else "",
        "repaired": last_change.choice if last_change is not None else "",
        "moved": moved if len(moved) <= MAX_MOVED else [],
        "committed": committed_after(here, round) if is_last else None,
        "by_hand": by_hand_in(round) if is_last else [],
    }


def committed_after(here: Visit, round: Round | None) -> SeedCommitment | None:
    """The seed committed to for the round that is paired next; None beside an older round, after the event, and in the
    top cut, whose bracket says who meets."""
    if here.tournament.phase in (*OVER, Tournament.Phase.TOP_CUT) or round != here.current:
        return None
    return newest_commitment(here.tournament, round.number + 1 if round is not None else 1)


def _newer(here: Visit, round: Round) -> Round | None:
    """The round under way if the page shows an older one."""
    newest = here.current
    if newest is None or newest.number == round.number or newest.status != Round.Status.PUBLISHED:
        return None
    return newest


def _found(here: Visit, find: str, entry: Registration) -> bool:
    """Whether the name as the visitor sees it contains the search text."""
    return not find or holds(entry, find, private=here.private)


def _points_before(here: Visit, round: Round) -> dict[int, int]:
    """Match points of everybody when the round was paired; nothing in the top cut, where seeds say more."""
    if round.stage != Round.Stage.SWISS or round.number == 1:
        return {}
    return kept_points(here.tournament, here.table_mark, round.number - 1)


@require_safe
@for_everybody()
def proof(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """How a round was paired: what is proved about it, what "better" means, and the seed of its lot."""
    here = visit(request, code)
    round = chosen_round(here, number)
    if round is None:
        raise Http404
    if round.stage != Round.Stage.SWISS:
        return redirect("tournament_bracket" if here.has_cut else "tournament_pairings", code=code)
    certificate = certificate_of(here, round)
    is_proved = certificate is not None and certificate.is_proved
    facts: dict[str, Any] = {
        "round": round,
        "certificate": certificate,
        "has_witness": is_proved and not here.tournament.is_in_pods and has_witness(round, staff=here.private),
    }
    return event_page(here, "proof", tab="tournament_pairings", **facts)


def certificate_of(here: Visit, round: Round) -> Certificate | None:
    """What is proved about the round, with the names as the visitor may see them."""
    if here.tournament.is_in_pods:
        return say_pods(round.pairing)
    entries = Registration.objects.filter(pk__in=people_named(round.pairing)).select_related("player", "tournament")
    names = {entry.pk: name_for(here.request.actor, entry, staff=here.private) for entry in entries}
    return say_certificate(
        round.pairing,
        names=names,
        edited_by_hand=round.edited_by_hand,
        corrected_since=bool(corrections_since_pairing(round)),
    )
