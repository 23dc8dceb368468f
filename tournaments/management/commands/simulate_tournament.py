"""`manage.py simulate_tournament`: play a random event and show how each round was paired."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tournaments.archive.cores import listed_levels
from tournaments.archive.simulation import PlayedRound, SimulationPlan, simulate
from tournaments.management.files import CannotRead, FileCommand, as_json
from tournaments.swiss.refusals import NoLegalPairing

MAX_PLAYERS, MAX_ROUNDS = 100_000, 1000


class Command(FileCommand):
    """Plays a whole random Swiss event through the engine, one line per round."""

    help = "Simulate a Swiss event: per round the time, the proof, the cost level by level, rematches and pair-downs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, required=True, help=f"2 to {MAX_PLAYERS}")
        parser.add_argument("--rounds", type=int, required=True, help=f"1 to {MAX_ROUNDS}")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument(
            "--draws", type=float, default=0.0, metavar="P", help="chance that a match is drawn, 0 to 1"
        )
        parser.add_argument(
            "--drops", type=float, default=0.0, metavar="P", help="chance per player and round to leave"
        )
        parser.add_argument("--late", type=float, default=0.0, metavar="P", help="share of players who enter late")
        parser.add_argument("--teams", type=int, default=0, metavar="K", help="spread the players over K teams")
        super().add_arguments(parser)

    def answer(self, options: dict[str, Any]) -> str:
        """All rounds as JSON or as a table."""
        plan = _plan(options)
        try:
            rounds = list(simulate(plan))
        except NoLegalPairing as error:
            raise CannotRead(str(error)) from None
        if options["json"]:
            played = [round_json(each) for each in rounds]
            return as_json({"players": plan.players, "seed": plan.seed, "rounds": played})
        head = "  ".join(
            [_("Round"), _("Players"), "ms", _("proved"), _("achieved"), _("bound"), _("rematches"), _("pair-downs")]
        )
        return "\n".join([head, *(_line(each) for each in rounds)])


def _plan(options: dict[str, Any]) -> SimulationPlan:
    names = ("players", "rounds", "seed", "draws", "drops", "late", "teams")
    plan = SimulationPlan(**{name: options[name] for name in names})
    if not 2 <= plan.players <= MAX_PLAYERS or not 1 <= plan.rounds <= MAX_ROUNDS or plan.teams < 0:
        facts = {"players": MAX_PLAYERS, "rounds": MAX_ROUNDS}
        raise CannotRead(_("Give 2 to %(players)s players, 1 to %(rounds)s rounds and no negative number.") % facts)
    if not all(0 <= chance <= 1 for chance in (plan.draws, plan.drops, plan.late)):
        raise CannotRead(_("Chances lie between 0 and 1."))
    return plan


def round_json(each: PlayedRound) -> dict[str, Any]:
    """One round as the command prints it."""
    return {
        "round": each.number,
        "players": each.players,
        "ms": round(each.ms, 3),
        "certified": each.result.certified,
        "achieved": listed_levels(each.result.achieved),
        "bound": listed_levels(each.result.bound),
        "rematches": len(each.result.rematches),
        "pair_downs": each.pair_downs,
    }


def _line(each: PlayedRound) -> str:
    proved = _("yes") if each.result.certified else _("no")
    achieved, bound = listed_levels(each.result.achieved), listed_levels(each.result.bound)
    counts = f"{len(each.result.rematches)}  {each.pair_downs}"
    return f"{each.number:>5}  {each.players:>7}  {each.ms:8.2f}  {proved}  {achieved}  {bound}  {counts}"
