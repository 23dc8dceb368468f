"""What everybody reads about pairings of a round that somebody changed by hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import LogEntry, Registration, Round
from tournaments.queries.audit import (
    changed_by_hand,
    draws_of,
    entries_by_key,
    is_changed_by_hand,
    moved_by,
    pairing_lines,
    repairs_of,
)
from tournaments.queries.names import shown_name
from tournaments.wording.audit import BY_HAND, DECISIONS, STANDING, say_by_hand


@dataclass(frozen=True)
class ByHand:
    """One change: when, and what, with names as everybody reads them. Who made it is for staff."""

    at: datetime
    words: str


def by_hand_in(round: Round) -> list[ByHand]:
    """Every change of a round's pairings since it was paired, and that it was drawn more than once, oldest first; two
    to four queries, one where nothing was changed."""
    if not is_changed_by_hand(round):
        return []
    about = pairing_lines(round, BY_HAND)
    lines = changed_by_hand(about, standing=STANDING)
    repairs = repairs_of(lines)
    moves = {line.pk: moved_by(repairs[line.facts["repair"]]) for line in lines if line.facts.get("repair") in repairs}
    keys = {key for line in lines for key in line.facts.get("entries", ())}
    keys |= {key for moved in moves.values() for key, _before, _after in moved}
    entries = entries_by_key(round.tournament, keys)
    said = [ByHand(line.at, say_by_hand(line, _facts(line, entries), moves.get(line.pk))) for line in lines]
    draws = draws_of(round, about, decisions=DECISIONS)
    if len(draws) > 1:
        said.append(ByHand(draws[-1], _("Drawn %(times)s times before it was published.") % {"times": len(draws)}))
    return sorted(said, key=lambda one: one.at)


def _facts(line: LogEntry, entries: dict[int, Registration]) -> dict[str, Any]:
    """The facts of the line with the names that everybody reads."""
    return {**line.facts, "names": {key: shown_name(entry, private=False) for key, entry in entries.items()}}
