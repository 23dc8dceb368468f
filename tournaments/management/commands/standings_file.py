"""`manage.py standings_file`: the table of an archive file."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournaments.archive.cores import scoring_history
from tournaments.archive.cuts import final_places
from tournaments.archive.document import Archive
from tournaments.archive.pod_cores import places_after_finals, pod_history
from tournaments.management.files import CannotRead, FileCommand, archive_at, as_json
from tournaments.play.divisions import ranks_in_divisions
from tournaments.pods.ranking import PodStanding, PodTiebreak, rank_players
from tournaments.scoring.history import HistoryError
from tournaments.scoring.presets import PRESETS, Preset, find_preset
from tournaments.scoring.standings import Standing, compute_standings

DECIMALS = 12

Row = Standing | PodStanding
Rows = Sequence[Row]


class Command(FileCommand):
    """Prints the standings after the last round of the file, exact to twelve decimals."""

    help = "The standings of an archive file (docs/archive.md). Exit status: 0 printed, 2 the file cannot be used."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE|-", help="the archive, JSON in UTF-8; - reads standard input")
        parser.add_argument("--preset", help="tiebreakers in place of the file's own: " + ", ".join(sorted(PRESETS)))
        super().add_arguments(parser)

    def answer(self, options: dict[str, Any]) -> str:
        """The rows as JSON or as a table."""
        archive = archive_at(options["file"])
        if any(entrant.state is not None for entrant in archive.entrants):
            raise CannotRead(_("Standings need rounds; this file knows its entrants by their state only."))
        rows, codes = _ranked(archive, options["preset"])
        if options["json"]:
            beside = zip(rows, _divisions(archive, rows), _places(archive, rows), strict=True)
            return as_json([row_json(row) | division | place for row, division, place in beside])
        return "\n".join(_table(archive, rows, codes))


def _ranked(archive: Archive, chosen: str | None) -> tuple[Rows, list[str]]:
    """The rows of the table, and the codes of the tiebreakers that rank them. Raises CannotRead."""
    if archive.in_pods:
        if chosen:
            raise CannotRead(_("An event in pods has tiebreakers of its own; there is no preset to choose."))
        return rank_players(pod_history(archive)), [str(code) for code in PodTiebreak]
    preset = preset_of(chosen or archive.settings.preset)
    try:
        return compute_standings(scoring_history(archive), preset), [str(code) for code in preset.tiebreaks]
    except HistoryError as error:
        raise CannotRead(str(error)) from None


def preset_of(code: str) -> Preset:
    """The preset of this code. Raises CannotRead naming those there are."""
    try:
        return find_preset(code)
    except KeyError:
        facts = {"name": code, "known": ", ".join(sorted(PRESETS))}
        raise CannotRead(_("There is no preset “%(name)s”; known: %(known)s.") % facts) from None


def row_json(row: Row) -> dict[str, Any]:
    """A row as `docs/archive.md` shapes it."""
    return {
        "rank": row.rank,
        "id": row.entrant,
        "points": row.points,
        "record": list(row.record),
        "tiebreakers": {str(code): decimal_text(value) for code, value in row.tiebreakers.items()},
    }


def _divisions(archive: Archive, rows: Rows) -> list[dict[str, Any]]:
    """What a row says of the division of its entrant; nothing where nobody has one."""
    divisions = [archive.by_id[row.entrant].division for row in rows]
    if not any(divisions):
        return [{} for _row in rows]
    ranks = ranks_in_divisions([(division or "", row.rank) for division, row in zip(divisions, rows, strict=True)])
    return [
        {"division": division, "division_rank": rank if division else None}
        for division, rank in zip(divisions, ranks, strict=True)
    ]


def _places(archive: Archive, rows: Rows) -> list[dict[str, Any]]:
    """The final place of each row's entrant; nothing where the file has neither top cut nor final pods."""
    ranks = [(row.entrant, row.rank) for row in rows]
    places = places_after_finals(archive, ranks) if archive.in_pods else final_places(archive, ranks)
    return [{"final_place": places[row.entrant]} if places else {} for row in rows]


def decimal_text(value: Fraction, places: int = DECIMALS) -> str:
    """An exact value rounded half away from zero to a number of decimals, without ever being a float."""
    scale = 10**places
    scaled = (2 * abs(value.numerator) * scale + value.denominator) // (2 * value.denominator)
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{scaled // scale}.{scaled % scale:0{places}d}"


def _table(archive: Archive, rows: Rows, codes: list[str]) -> list[str]:
    heads = [_("Rank"), _("Points"), _("W-L-D"), *codes, _("Player")]
    lines = ["  ".join([*([_("Final place")] if archive.cuts or archive.finals else []), *heads])]
    for row, more, place in zip(rows, _divisions(archive, rows), _places(archive, rows), strict=True):
        values = [decimal_text(row.tiebreakers[code], 4) for code in codes]
        record = "-".join(map(str, row.record))
        name = f"{row.entrant} {archive.by_id[row.entrant].name}".strip()
        name += f" ({more['division']} {more['division_rank']})" if more.get("division") else ""
        final = [f"{place['final_place']:>4}"] if place else []
        lines.append("  ".join([*final, f"{row.rank:>4}", f"{row.points:>4}", record, *values, name]))
    return lines
