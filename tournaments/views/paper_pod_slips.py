"""Result slips of pods on paper: four players each with a box for the place, four slips to a page."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.paper_layout import lines_needed, stacked
from tournaments.pods.entrants import POD
from tournaments.queries.names import shown_name
from tournaments.queries.pods import PodRow
from tournaments.views.paper_order import SLIPS_AT_ONCE, PaperOrder, rendered
from tournaments.views.sheet_printing import draw_codes

SLIPS_ON_PAGE = 4
NAME_EMS = 20.0
"""Of a line of a slip; a longer name has two, printed smaller."""


def pod_slips(order: PaperOrder) -> str:
    """A slip for each pod; cut in stacks they stay in order of table."""
    rows = order.pod_rows[(order.part - 1) * SLIPS_AT_ONCE :][:SLIPS_AT_ONCE]
    code = order.tournament.code
    addresses = [order.site + reverse("desk_pod", args=[code, row.pod.pk]) for row in rows]
    codes = draw_codes(addresses, label=_("QR code for the desk"))
    made = [_slip(order, row, drawn) for row, drawn in zip(rows, codes, strict=True)]
    return rendered(order, "pod_slips", _("Result slip"), pages=stacked(made, SLIPS_ON_PAGE))


def _slip(order: PaperOrder, row: PodRow, code: SafeString) -> dict[str, Any]:
    names = [shown_name(seat.registration, private=order.private) for seat in row.seats]
    return {
        "table": row.table,
        "code": code,
        "players": [(name, min(lines_needed(name, NAME_EMS), 2)) for name in names],
    }


def blank_pod_slips(order: PaperOrder) -> str:
    """One page of slips without names, to copy where no list could be printed."""
    page = [{"players": [("", 1)] * POD}] * SLIPS_ON_PAGE
    return rendered(order, "pod_slips", _("Result slip"), pages=[page], is_blank=True)
