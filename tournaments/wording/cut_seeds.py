"""How the top cut would be seeded by corrected results, in words for staff."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.models import Registration
from tournaments.queries.cut_seeds import OtherSeeds


def say_other_seeds(found: OtherSeeds) -> list[str]:
    """Who would be in and out, who would draw lots, and whose seed would be another one."""
    said = []
    if found.come:
        said.append(_("Would be in: %(names)s.") % {"names": _names(found.come)})
    if found.go:
        said.append(_("Would not be in: %(names)s.") % {"names": _names(found.go)})
    if found.by_lot:
        said.append(_("A new lot would decide between: %(names)s.") % {"names": _names(found.by_lot)})
    if found.moved:
        seeds = _(", ").join(
            _("%(name)s (%(before)s → %(after)s)")
            % {
                "name": one.player.entered_name,
                "before": one.before,
                "after": one.first if one.first == one.last else f"{one.first}–{one.last}",
            }
            for one in found.moved
        )
        said.append(_("Other seeds: %(seeds)s.") % {"seeds": seeds})
    return said


def _names(entries: Iterable[Registration]) -> str:
    return _(", ").join(entry.entered_name for entry in entries)
