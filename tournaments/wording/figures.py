"""The numbers of the decklists of an event, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.queries.deck_statistics import TO_REMIND, DeckFigure

FIGURE_NAMES: dict[DeckFigure, str | Promise] = {
    DeckFigure.ENTRIES: gettext_lazy("All players"),
    DeckFigure.IN: gettext_lazy("Lists in"),
    DeckFigure.LEGAL: gettext_lazy("Legal"),
    DeckFigure.ILLEGAL: gettext_lazy("Not legal"),
    DeckFigure.UNDECIDED: gettext_lazy("Cannot be decided"),
    DeckFigure.MISSING: gettext_lazy("Not submitted"),
    DeckFigure.CHANGED: gettext_lazy("Changed since it was submitted"),
    DeckFigure.CHANGED_LATE: gettext_lazy("Changed after the lock"),
    DeckFigure.CHECKED: gettext_lazy("Checked"),
    DeckFigure.UNCHECKED: gettext_lazy("Not checked yet"),
    DeckFigure.FINDINGS: gettext_lazy("With findings"),
}
SHOWN = tuple(figure for figure in DeckFigure if figure not in (DeckFigure.ENTRIES, DeckFigure.LEGAL))


@dataclass(frozen=True)
class FigureTile:
    """One number to tap: `kind` marks what needs attention."""

    figure: DeckFigure
    name: str
    count: int
    kind: str


def figure_tiles(counts: Mapping[DeckFigure, int], *, needed: bool) -> list[FigureTile]:
    """The numbers worth a tile, in order. A missing list is nothing to mark where the event needs none."""
    return [
        FigureTile(figure, figure_name(figure), counts[figure], _kind(figure, counts[figure], needed))
        for figure in SHOWN
    ]


def figure_name(figure: DeckFigure) -> str:
    """What a number counts."""
    return str(FIGURE_NAMES[figure])


def _kind(figure: DeckFigure, count: int, needed: bool) -> str:
    if not count or (figure is DeckFigure.MISSING and not needed):
        return ""
    return (
        "bad"
        if figure in (DeckFigure.ILLEGAL, DeckFigure.FINDINGS)
        else "need"
        if figure in (*TO_REMIND, DeckFigure.UNDECIDED)
        else ""
    )
