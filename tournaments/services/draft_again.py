"""Drawing a draft again with the next of its committed seeds: what that costs and whom it moves, then made as it was
seen. To see a third draw the second has to be made, and everybody reads how often a round was drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from accounts.actor import Actor
from accounts.refusals import Conflict
from tournaments.models import Round, Tournament
from tournaments.services.draft_seats import DraftChange, DraftSeats, draft_seats
from tournaments.services.drafts import lock_for_again, lock_round, note_drawn
from tournaments.services.pairing import (
    Paired,
    Rehearsal,
    paired_in_time,
    rehearse,
    seats_of_pairing,
    write_if_unchanged,
)
from tournaments.services.pairing_steps import DrawSeed, seed_to_draw
from tournaments.services.pod_rounds import refuse_round_in_pods
from tournaments.swiss.costs import Levels


@dataclass(frozen=True)
class AgainPlan(DraftChange):
    """A draft as it would be drawn again: its cost `now` and `then`, and who moves."""

    now: Levels
    then: Levels


def plan_again(*, actor: Actor, round_id: int, patience: float | None = None) -> AgainPlan:
    """What another draw of a draft would come to; writes no pairing. `patience` is how many seconds to wait.

    Raises what `drafts.pair_again` raises.
    """
    return _Again(actor, round_id).plan(patience)


def apply_again(*, actor: Actor, round_id: int, fingerprint: str) -> Round:
    """Make the draw that its caller saw: `fingerprint` is that of the plan. Raises what `drafts.pair_again` raises, and
    Conflict `draft_changed` where the draft, or what it follows from, is another one by now."""
    return _Again(actor, round_id).make(fingerprint)


class _Again:
    """One draw, planned or made."""

    def __init__(self, actor: Actor, round_id: int) -> None:
        refuse_round_in_pods(round_id)
        self.actor, self.round_id = actor, round_id
        self.number = Round.objects.filter(pk=round_id).values_list("number", flat=True).first() or 0
        self.before, self.now = DraftSeats((), ()), Levels()

    def plan(self, patience: float | None) -> AgainPlan:
        return self._planned(patience)[0]

    def make(self, fingerprint: str) -> Round:
        plan, rehearsal, drawn, paired = self._planned(None)
        changed = Conflict("draft_changed", number=self.number)
        if plan.fingerprint != fingerprint:
            raise changed

        def lock() -> Tournament:
            tournament = self._lock()
            if self.before != plan.before:
                raise changed
            return tournament

        note = partial(note_drawn, self.actor)
        round = write_if_unchanged(lock, rehearsal.stand, self.number, drawn, paired, note)
        if round is None:
            raise changed
        return round

    def _lock(self) -> Tournament:
        """The tournament, its row locked and the draft discarded, whose seats and cost are kept here."""
        _tournament, round = lock_round(actor=self.actor, round_id=self.round_id)
        self.before, self.now = draft_seats(round), Levels(**round.pairing.get("achieved", {}))
        return lock_for_again(self.actor, self.round_id)

    def _planned(self, patience: float | None) -> tuple[AgainPlan, Rehearsal, DrawSeed, Paired]:
        rehearsal = rehearse(self._lock, self.number)
        drawn = seed_to_draw(rehearsal.tournament, self.number)
        paired = paired_in_time(rehearsal, self.number, drawn, patience)
        plan = AgainPlan(self.before, seats_of_pairing(paired), self.now, paired.achieved)
        return plan, rehearsal, drawn, paired
