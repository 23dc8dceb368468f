"""Result slips on paper: four to a page, those of a round or empty ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from cardpool.queries import pack_of
from tournaments.models import Registration, Tournament
from tournaments.paper_layout import cut_to, lines_needed, stacked
from tournaments.queries.matches import match_view
from tournaments.queries.names import shown_name
from tournaments.queries.rounds import MatchRow
from tournaments.queries.teams import join_names
from tournaments.views.paper_order import SLIPS_AT_ONCE, PaperOrder, rendered
from tournaments.views.paper_pod_slips import blank_pod_slips, pod_slips
from tournaments.views.sheet_printing import draw_codes
from tournaments.wording.rulings import say_ruling

SLIPS_ON_PAGE = 4
SLIP_NAME_EMS, SLIP_MEMBERS_EMS = 18.5, 25.0
"""Of a line of a slip; the members of a team have two lines below a short name, one below a long one."""
JOINED_EMS = 1.5
"""Of what stands between two members, for each of them."""


def slips(order: PaperOrder) -> str:
    """A slip for each table, four to a page; cut in stacks they stay in order of table."""
    if order.round is None:
        return ""
    if order.tournament.is_in_pods:
        return pod_slips(order)
    rows = order.slip_rows[(order.part - 1) * SLIPS_AT_ONCE :][:SLIPS_AT_ONCE]
    code = order.tournament.code
    addresses = [order.site + reverse("desk_match", args=[code, _led_to(row)]) for row in rows]
    codes = draw_codes(addresses, label=_("QR code for the desk"))
    made = [_slip(order, row, drawn) for row, drawn in zip(rows, codes, strict=True)]
    return rendered(order, "slips", _("Result slip"), pages=stacked(made, SLIPS_ON_PAGE))


def _led_to(row: MatchRow) -> int | None:
    """The key of the match that the code of a slip opens; of a draft's board, not stored yet, that of its teams."""
    return row.match.team_match_id if row.match._state.adding else row.match.pk


def _slip(order: PaperOrder, row: MatchRow, code: SafeString) -> dict[str, Any]:
    view = match_view(row.match)
    players = [(entry, shown_name(entry, private=order.private)) for entry in (row.match.player1, row.match.player2)]
    ruling, clause = "", ""
    if view.ruling is not None:
        chooser = shown_name(view.chooser, private=order.private) if view.chooser is not None else ""
        pack = pack_of(order.tournament.ruleset)
        ruling, clause = say_ruling(view.ruling, chooser=chooser, pack=pack), view.ruling.clause
    return {
        "match": row.match,
        "is_board": row.match.team_match is not None,
        "games": range(1, row.match.length + 1),
        "code": code,
        "players": [
            (entry, name, _below_name(order, row, seat, entry, lines), lines)
            for seat, (entry, name) in enumerate(players)
            for lines in [lines_needed(name, SLIP_NAME_EMS)]
        ],
        "ruling": ruling,
        "clause": clause,
    }


def _below_name(order: PaperOrder, row: MatchRow, seat: int, entry: Registration, lines: int) -> str:
    """What stands below a name: the members of a team, or the team of a member on the slip of a board."""
    if row.match.team_match is None:
        return _members_on_slip(order.members.get(entry.pk, ()), lines)
    team = row.match.team_match.entries[seat]
    return _members_on_slip([shown_name(team, private=order.private)], lines)


def _members_on_slip(names: Sequence[str], lines: int) -> str:
    """As much of the members' names as fits below the name of their team, which takes this many lines."""
    width = SLIP_MEMBERS_EMS * (2 if lines == 1 else 1)
    return join_names(cut_to(name, width / len(names) - JOINED_EMS) for name in names)


def blank_slips(order: PaperOrder) -> str:
    """One page of slips without names, to copy where no list could be printed."""
    if order.tournament.is_in_pods:
        return blank_pod_slips(order)
    empty = {
        "is_board": order.tournament.is_by_seat,
        "players": [(None, "", "", 1)] * 2,
        "games": _longest_games(order.tournament),
    }
    page = [empty] * SLIPS_ON_PAGE
    return rendered(order, "slips", _("Result slip"), pages=[page], is_blank=True)


def _longest_games(event: Tournament) -> range:
    """The games of the longest match that the event may have."""
    return range(1, max(event.best_of, event.cut_best_of or 0) + 1)
