"""What is to be confirmed of a draft before it is published."""

from __future__ import annotations

from tournaments.models import Round
from tournaments.queries.draft_marks import DraftMark, MarkKind, draft_marks
from tournaments.queries.pod_drafts import pod_draft_marks


def marks_to_confirm(round: Round) -> list[DraftMark]:
    """The marks that publishing a draft asks about; none of another round. In pods a small field meets again as it is
    seated, which is asked about where the seats were changed by hand."""
    if round.status != Round.Status.DRAFT:
        return []
    if not round.tournament.is_in_pods:
        return draft_marks(round)
    marks = pod_draft_marks(round)
    return [mark for mark in marks if round.edited_by_hand or mark.kind is not MarkKind.REMATCH]
