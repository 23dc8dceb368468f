"""What is to be confirmed of a draft before it is published."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from tournaments.models import Round
from tournaments.queries.draft_marks import DraftMark, MarkKind, draft_marks
from tournaments.queries.pod_drafts import pod_draft_marks
from tournaments.queries.shared_tables import SharedTables


def marks_to_confirm(round: Round) -> list[DraftMark]:
    """The marks that publishing a draft asks about; none of another round. In pods a small field meets again as it is
    seated, which is asked about where the seats were changed by hand."""
    if round.status != Round.Status.DRAFT:
        return []
    if not round.tournament.is_in_pods:
        return draft_marks(round)
    marks = pod_draft_marks(round)
    return [mark for mark in marks if round.edited_by_hand or mark.kind is not MarkKind.REMATCH]


def seen_of(marks: Iterable[DraftMark], used: Iterable[SharedTables]) -> str:
    """What a confirmation was shown: a word for each mark and for each table in use, so that a mark or table that came
    up since is distinguished from one that is gone."""
    facts = [[mark.kind.value, *mark.names] for mark in marks]
    words = {hashlib.sha256(json.dumps(one).encode()).hexdigest()[:16] for one in facts}
    words |= {
        f"{one.tournament.code}:{table}" for one in used for low, high in one.ranges for table in range(low, high + 1)
    }
    return " ".join(sorted(words))
