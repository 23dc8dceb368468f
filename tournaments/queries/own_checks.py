"""The deck checks of which a player reads on their own page."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.models import DeckCheck, Registration, Round


def own_checks(entries: Iterable[Registration], round: Round) -> dict[int, DeckCheck]:
    """The newest check of each entry in a round, by the entry's key. One query.

    One that is open counts from the first cards counted, since only then does the judge surely have the deck; one that
    was abandoned says nothing.
    """
    found = DeckCheck.objects.filter(registration__in=list(entries), round=round).order_by("pk")
    newest = {check.registration_id: check for check in found}
    return {key: check for key, check in newest.items() if _is_known(check)}


def _is_known(check: DeckCheck) -> bool:
    if check.outcome == DeckCheck.Outcome.OPEN:
        return check.revision > 1
    return check.outcome != DeckCheck.Outcome.ABANDONED
