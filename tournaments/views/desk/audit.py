"""The log in full: who changed what, when, from what to what, and why; by area, person, round or words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models import LogEntry, MatchRevision, RoundRepair, Tournament
from tournaments.permissions import Action
from tournaments.queries.audit import (
    LogFilter,
    actors_of,
    entries_by_key,
    lines_through,
    moved_by,
    repairs_of,
    revisions_of,
)
from tournaments.queries.cut_rounds import cut_places
from tournaments.round_names import say_round
from tournaments.views.desk.access import allowed_actions, desk_page, desk_view, whole_number
from tournaments.views.desk.log import LogLine, lines_of, rulings_in
from tournaments.views.desk.match_page import revision_words
from tournaments.wording.audit import Change, area_names, changes_of, place_name, verbs_of, why_of

LINES_ON_PAGE = 100
FIRST_RULINGS = 10
RULED = "rulings"
"""The filter for what was changed and ruled, whatever it is about; `?show=rulings` names it too."""
MAX_TEXT = 80


@dataclass(frozen=True)
class AuditLine:
    """A line of the log with what it changed and the reason that was given."""

    line: LogLine
    changes: list[Change]
    why: str


@require_safe
@desk_view(Action.VIEW_LOG)
def log(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What was changed and ruled, then all that was done, newest first, or what `?area=&who=&round=&q=` name."""
    areas = {RULED: _("Changed and ruled"), **area_names()}
    area = request.GET.get("area", "") or request.GET.get("show", "")
    asked = {
        "area": area if area in areas else "",
        "who": request.GET.get("who", "")[:150],
        "round": str(whole_number(request.GET.get("round")) or ""),
        "q": " ".join(request.GET.get("q", "").replace("\x00", "").split())[:MAX_TEXT],
    }
    wanted = LogFilter(
        verbs=verbs_of(asked["area"]) if asked["area"] not in ("", RULED) else (),
        who=asked["who"],
        round=whole_number(asked["round"]),
        text=asked["q"],
        before=whole_number(request.GET.get("before")),
    )
    is_open = wanted.is_open and asked["area"] != RULED
    lines = lines_through(tournament, wanted)
    shown = list((rulings_in(lines) if asked["area"] == RULED else lines)[:LINES_ON_PAGE])
    first = list(rulings_in(lines)[:FIRST_RULINGS]) if is_open and not wanted.before else []
    older = {name: value for name, value in asked.items() if value} | {"before": str(shown[-1].pk) if shown else ""}
    return desk_page(
        request,
        "log",
        tournament,
        tab="log",
        first=audit_lines(request, tournament, first, undo=False),
        lines=audit_lines(request, tournament, shown, undo=is_open),
        asked=asked,
        areas=areas,
        actors=actors_of(tournament),
        rounds=rounds_named(tournament),
        is_open=is_open,
        older=urlencode(older) if len(shown) == LINES_ON_PAGE else "",
    )


def rounds_named(tournament: Tournament) -> list[tuple[int, str]]:
    """Every round's number and what it is called."""
    places = cut_places(tournament)
    return [(one.number, say_round(one, places)) for one in tournament.rounds.order_by("number").defer("pairing")]


def audit_lines(
    request: HttpRequest, tournament: Tournament, shown: Sequence[LogEntry], *, undo: bool
) -> list[AuditLine]:
    """The lines with their changes. With `undo` those that can be taken back say so: it needs all newer lines."""
    lines = lines_of(tournament, allowed_actions(request, tournament), shown, undo=undo)
    revisions, repairs = revisions_of(shown), repairs_of(shown)
    moved = {one for repair in repairs.values() for one, _before, _after in moved_by(repair)}
    names = {key: entry.entered_name for key, entry in entries_by_key(tournament, moved).items()}
    made = []
    for entry, line in zip(shown, lines, strict=True):
        revision = revisions.get((entry.facts.get("match", 0), entry.facts.get("version", 0)))
        repair = repairs.get(entry.facts.get("repair", 0))
        changes = changes_of(
            entry,
            slips=_slips(revision) if revision is not None else None,
            moves=_moves(repair, names, undone=entry.verb == "repair_undone") if repair is not None else (),
        )
        why = why_of(entry)
        made.append(AuditLine(line, changes, "" if why in line.words else why))
    return made


def _slips(revision: MatchRevision) -> tuple[str, str]:
    match = revision.match
    words = revision_words(revision, (match.player1.entered_name, match.player2.entered_name))
    more = f" ({words['changes']})" if words["changes"] else ""
    return words["before"], words["after"] + more


def _moves(repair: RoundRepair, names: dict[int, str], *, undone: bool) -> list[Change]:
    moves = [(names.get(key, ""), place_name(before), place_name(after)) for key, before, after in moved_by(repair)]
    return [Change(who, after, before) if undone else Change(who, before, after) for who, before, after in moves]
