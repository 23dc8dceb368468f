"""A draft in pods before and after a change: what it costs, and whom it moves."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tournaments.pods.entrants import PodLevels
from tournaments.queries.pod_drafts import PodDraft


@dataclass(frozen=True)
class PodChange:
    """A draft `before` and `after` a change, and what each costs (`now`, `then`)."""

    before: PodDraft
    after: PodDraft
    now: PodLevels
    then: PodLevels

    @property
    def moved(self) -> tuple[int, ...]:
        """Who gets another table or seat, or the bye, in order of key."""
        was, will = (_seats(draft) for draft in (self.before, self.after))
        return tuple(sorted(key for key in will if was.get(key) != will[key]))

    @property
    def concerned(self) -> tuple[int, ...]:
        """Who is moved, or sits with others, in order of key."""
        company = {key for key in self.after.places if self.before.company_of(key) != self.after.company_of(key)}
        return tuple(sorted({*self.moved, *company}))

    @property
    def staying(self) -> int:
        """How many tables stay as they are."""
        was = dict(self.before.by_table)
        return sum(was.get(table) == keys for table, keys in self.after.by_table)

    @cached_property
    def fingerprint(self) -> str:
        """A short text that is the same exactly for the same change of the same draft."""
        facts = [*self.named, *([draft.by_table, draft.byes] for draft in (self.before, self.after))]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]

    @property
    def named(self) -> Sequence[Any]:
        """What else the fingerprint is of."""
        return ()


def _seats(draft: PodDraft) -> dict[int, tuple[int | None, int | None]]:
    return {key: (draft.table_of(key), seat) for key, (_pod, seat) in draft.places.items()}
