"""What repairing a round would do, asked of the pairing core in the test's own process."""

from __future__ import annotations

from tournaments.models import Round
from tournaments.queries import repair
from tournaments.queries.repair import RepairPlan, repair_task, repair_work


def repair_plan(round: Round) -> RepairPlan:
    """The repair of a published round as it would be made now; the same state gives the same."""
    task = repair_task(round)
    return repair.repair_plan(task, repair_work(task).run())
