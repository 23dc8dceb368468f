"""`manage.py pair_file`: pair the next round of an archive file."""

from __future__ import annotations

import random
import time
from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tournaments.archive.cores import listed_levels, open_matches, pairing_history, pairing_settings, scoring_history
from tournaments.archive.document import Archive, PairOrder
from tournaments.management.files import CannotRead, FileCommand, archive_at, as_json
from tournaments.management.seating import seat_file
from tournaments.scoring.history import HistoryError
from tournaments.scoring.presets import find_preset
from tournaments.scoring.standings import compute_standings
from tournaments.swiss.budget import OutOfTime, counted
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.refusals import NoLegalPairing

SECONDS = 60.0
"""What the search for a pairing may take unless the command says otherwise."""


class Command(FileCommand):
    """Pairs the entrants still in. The same seed gives the same pairing on every machine."""

    help = "Pair the next round of an archive file (docs/archive.md). Exit status: 0 paired, 2 the file cannot be used."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE|-", help="the archive, JSON in UTF-8; - reads standard input")
        parser.add_argument("--seed", type=int, default=0, help="seed of the lot (0)")
        parser.add_argument(
            "--seconds", type=float, default=SECONDS, metavar="S",
            help=f"what the search may take on a slow machine, counted by its work and not by a clock ({SECONDS})",
        )  # fmt: skip
        super().add_arguments(parser)

    def answer(self, options: dict[str, Any]) -> str:
        """The pairing as JSON or as a table."""
        archive = archive_at(options["file"])
        if archive.cuts or archive.finals:
            raise CannotRead(_("The top cut has begun: who meets follows from its bracket."))
        if archive.in_pods:
            return seat_file(archive, seed=options["seed"], as_text=not options["json"])
        waiting = open_matches(archive)
        if waiting:
            number, match = waiting[0]
            facts = {"count": len(waiting), "round": number, "one": match.one, "two": match.two}
            raise CannotRead(
                _("%(count)s matches have no result yet, the first in round %(round)s: %(one)s – %(two)s.") % facts
            )
        history = pairing_history(archive, ranks=_ranks(archive))
        started = time.perf_counter()
        try:
            rng, budget = random.Random(options["seed"]), counted(options["seconds"])
            result = pair_round(history, pairing_settings(archive), rng, budget)
        except OutOfTime:
            raise CannotRead(_("Pairing this field takes more than %(seconds)s s.") % options) from None
        except NoLegalPairing as error:
            why = {"reason": error.reason.value, "entrants": ", ".join(map(str, error.entrants)) or "–"}
            raise CannotRead(_("No pairing is possible (%(reason)s): %(entrants)s") % why) from None
        spent = (time.perf_counter() - started) * 1000
        if options["json"]:
            return as_json(result_json(result, history.next_round, spent))
        return "\n".join(_table(archive, result, history.next_round, spent))


def result_json(result: PairingResult, number: int, spent: float) -> dict[str, Any]:
    """The pairing as `docs/archive.md` shapes it; `ms` is the time the engine took."""
    return {
        "round": number,
        "pairs": [list(pair) for pair in result.pairs],
        "tables": list(result.tables),
        "bye": result.bye,
        "certified": result.certified,
        "achieved": listed_levels(result.achieved),
        "bound": listed_levels(result.bound),
        "beyond_first": [result.achieved.beyond_first, result.bound.beyond_first],
        "rematches": [list(pair) for pair in result.rematches],
        "ms": round(spent, 3),
    }


def _ranks(archive: Archive) -> dict[int, int]:
    """Places in the standings where the order of the pairing goes by them."""
    if archive.settings.order is PairOrder.RANDOM or not archive.rounds:
        return {}
    try:
        rows = compute_standings(scoring_history(archive), find_preset(archive.settings.preset))
    except KeyError:
        raise CannotRead(_("There is no preset “%(name)s”.") % {"name": archive.settings.preset}) from None
    except HistoryError as error:
        raise CannotRead(str(error)) from None
    return {row.entrant: row.rank for row in rows}


def _table(archive: Archive, result: PairingResult, number: int, spent: float) -> list[str]:
    def name(key: int) -> str:
        return f"{key} {archive.by_id[key].name}".strip()

    lines = [_("Round %(number)s") % {"number": number}]
    for (one, two), table in zip(result.pairs, result.tables, strict=True):
        lines.append(f"{table:>5}  {name(one)} – {name(two)}")
    if result.bye is not None:
        lines.append(_("Bye: %(name)s") % {"name": name(result.bye)})
    if result.certified and result.looked_ahead:
        lines.append(_("Searched to the end: none better forces as few rematches later (%(ms).1f ms).") % {"ms": spent})
    elif result.certified:
        lines.append(_("Proved: no better pairing exists (%(ms).1f ms).") % {"ms": spent})
    else:
        facts = {"achieved": listed_levels(result.achieved), "bound": listed_levels(result.bound), "ms": spent}
        lines.append(_("Not proved best: %(achieved)s against a bound of %(bound)s (%(ms).1f ms).") % facts)
    return lines
