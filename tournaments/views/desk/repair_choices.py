"""What can become of a published round after a correction, as the desk sets it side by side."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.actor import Actor
from accounts.refusals import Refusal
from tournaments.models import Registration, Round, RoundRepair
from tournaments.queries.repair import RepairPlan
from tournaments.services import repairs
from tournaments.services.pairing import TAKES_LONG
from tournaments.services.pairing_search import REQUEST_SECONDS
from tournaments.swiss.costs import Levels
from tournaments.views.desk.access import attempt
from tournaments.views.desk.levels import LevelRow, MoveLine, level_rows
from tournaments.wording import say_refusal
from tournaments.wording.certificate import say_redraw_verdict, say_repair_verdict

Pair = tuple[Registration, Registration]
Choice = RoundRepair.Choice


@dataclass(frozen=True)
class TableLine:
    """One table number and who sits there before and after; None if nobody does."""

    number: int
    before: Pair | None
    after: Pair | None


@dataclass(frozen=True)
class RoundChoice:
    """One choice: what it costs, how many tables change and players move, and who.

    `refused` says why there is none; `takes_long` that it can be made in the background only, with who moves known
    afterwards. `plan` is None for what is kept, and where there is none.
    """

    choice: RoundRepair.Choice
    plan: RepairPlan | None = None
    cost: Levels | None = None
    tables: tuple[TableLine, ...] = ()
    players: tuple[MoveLine, ...] = ()
    verdict: str = ""
    rematches: tuple[Pair, ...] = ()
    refused: str = ""
    takes_long: bool = False

    @property
    def is_needed(self) -> bool:
        """Whether anything would change."""
        return self.takes_long or (self.plan is not None and self.plan.is_needed)


def choices_of(actor: Actor, round: Round) -> tuple[RoundChoice, ...]:
    """Keep, repair, and pair again, in this order, each as it would be made now."""
    repair, redraw = _planned(actor, round, redraws=False), _planned(actor, round, redraws=True)
    known = repair.plan or redraw.plan
    return RoundChoice(Choice.KEEP, cost=known.published if known is not None else None), repair, redraw


def compare_choices(choices: tuple[RoundChoice, ...]) -> tuple[LevelRow, ...]:
    """What the choices cost, measure by measure."""
    return level_rows([one.cost for one in choices])


def _planned(actor: Actor, round: Round, *, redraws: bool) -> RoundChoice:
    choice = Choice.REDRAW if redraws else Choice.REPAIR
    patience = REQUEST_SECONDS if redraws else None
    plan = attempt(repairs.plan_repair, actor=actor, round_id=round.pk, redraws=redraws, patience=patience)
    if isinstance(plan, Refusal):
        if redraws and plan.code == TAKES_LONG:
            return RoundChoice(choice, takes_long=True)
        return RoundChoice(choice, refused=say_refusal(plan))
    return _shown(choice, plan)


def _shown(choice: RoundRepair.Choice, plan: RepairPlan) -> RoundChoice:
    """The plan with names in place of keys."""
    people, result = plan.people, plan.result

    def named(pair: tuple[int, int] | None) -> Pair | None:
        return (people[pair[0]], people[pair[1]]) if pair is not None else None

    before = {move.table: move.pair for move in plan.moves if move.table is not None}
    after = {move.new_table: move.new_pair for move in plan.moves if move.new_table is not None}
    say = say_redraw_verdict if plan.redraws else say_repair_verdict
    verdict = say(result, begun=len(plan.begun), decided=len(plan.decided))
    return RoundChoice(
        choice,
        plan=plan,
        cost=plan.published if plan.held_back else result.pairing.achieved,
        tables=tuple(
            TableLine(number, named(before.get(number)), named(after.get(number)))
            for number in sorted(before.keys() | after.keys())
        ),
        players=tuple(_move(plan, key) for key in plan.moved),
        verdict=verdict,
        rematches=tuple((people[one], people[two]) for one, two in result.pairing.rematches),
    )


def _move(plan: RepairPlan, key: int) -> MoveLine:
    table = next((move.table for move in plan.moves if key in move.pair), None)
    new = next((move for move in plan.moves if key in move.new_pair), None)
    other = next((player for player in new.new_pair if player != key), None) if new is not None else None
    return MoveLine(
        player=plan.people[key],
        before=table,
        after=new.new_table if new is not None else None,
        opponent=plan.people[other] if other is not None else None,
    )
