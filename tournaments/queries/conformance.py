"""Replaying archive files that say what their table should be: shipped worked examples, and files dropped in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings

from cardpool.intake.problems import Problem, TableFault
from tournaments.archive.cores import scoring_history
from tournaments.archive.document import Archive
from tournaments.archive.problems import ArchiveError, ArchiveFault
from tournaments.archive.reading import read_archive
from tournaments.archive.table import MAX_INTEGER, ArchiveTable, Found
from tournaments.scoring.conformance import ComparedValue, PublishedRow, agrees, compare_row, spell
from tournaments.scoring.explanations import explain
from tournaments.scoring.history import History
from tournaments.scoring.presets import PRESETS, Preset, find_preset
from tournaments.scoring.standings import Standing, compute_standings

EXAMPLES = Path(settings.BASE_DIR) / "docs" / "conformance"
EXPECTED = "x-expected"
MAX_ENTRANTS = 1_000
MAX_SPELLED = 32
"""Rows whose arithmetic is spelled out: working a value out term by term takes its time."""

MAX_SPELLED_MATCHES = 60_000
"""Matches that spelling out may look at: each value of a row looks at every match of the event once."""


@dataclass(frozen=True)
class SpelledValue:
    """A tiebreaker's arithmetic in figures, and whether it gives what the table says."""

    code: str
    arithmetic: str
    agrees: bool


@dataclass(frozen=True)
class ReplayedRow:
    """One entrant: the computed row (None if unranked), what was published of them, the arithmetic."""

    name: str
    standing: Standing | None
    compared: tuple[ComparedValue, ...]
    spelled: tuple[SpelledValue, ...]

    @property
    def values(self) -> list[str]:
        """The computed tiebreakers as exact fractions."""
        return [] if self.standing is None else [str(value) for value in self.standing.tiebreakers.values()]

    @property
    def differing(self) -> list[ComparedValue]:
        return [value for value in self.compared if not value.agrees]


@dataclass(frozen=True)
class Replay:
    """A replayed file. `source` and `arithmetic` are what it says of itself."""

    name: str
    preset: Preset
    source: str
    arithmetic: tuple[str, ...]
    rows: tuple[ReplayedRow, ...]

    @property
    def codes(self) -> list[str]:
        return [tiebreak.value for tiebreak in self.preset.tiebreaks]

    @property
    def compared(self) -> int:
        """Values that were published."""
        return sum(len(row.compared) for row in self.rows)

    @property
    def differing(self) -> int:
        """Published values that are not the computed ones."""
        return sum(len(row.differing) for row in self.rows)

    @property
    def spelled_wrong(self) -> int:
        """Values that come out differently when worked out term by term."""
        return sum(not value.agrees for row in self.rows for value in row.spelled)


@cache
def shipped_examples() -> tuple[Replay, ...]:
    """The worked examples in `docs/conformance/`, by name."""
    return tuple(replay(path.stem, path.read_text(encoding="utf-8")) for path in sorted(EXAMPLES.glob("*.json")))


def replay(name: str, text: str) -> Replay:
    """Work out the table of an archive file and compare it with what the file expects, if it does.

    Raises ArchiveError with every fault and its place.
    """
    archive = read_archive(text)
    if archive.in_pods:
        raise ArchiveError([Problem("format", ArchiveFault.ONLY_MATCHES)])
    problems = Found()
    preset = _preset(archive, problems)
    if len(archive.entrants) > MAX_ENTRANTS:
        facts = {"wanted": f"at most {MAX_ENTRANTS} items", "found": str(len(archive.entrants))}
        problems.report("entrants", TableFault.OUT_OF_RANGE, facts)
    if any(entrant.state is not None for entrant in archive.entrants):
        problems.report("rounds", TableFault.MISSING_KEY, {})
    raw = json.loads(text).get(EXPECTED)
    expected = ArchiveTable({} if raw is None else raw, EXPECTED, problems.report)
    source = expected.text("source", default="", empty=True)
    arithmetic = expected.texts("arithmetic", default=(), repeats=True)
    published = [_published(row, archive) for row in expected.tables("rows", default=())]
    problems += _named_twice(published, archive)
    expected.finish()
    if problems:
        raise ArchiveError(problems)
    history = scoring_history(archive)
    rows = _rows(archive, history, preset, published)
    return Replay(name, preset, source, arithmetic, tuple(rows))


def _preset(archive: Archive, problems: Found) -> Preset:
    try:
        return find_preset(archive.settings.preset)
    except KeyError:
        facts = {"found": f'"{archive.settings.preset[:80]}"', "known": ", ".join(sorted(PRESETS))}
        problems.report("settings.preset", TableFault.BAD_VALUE, facts)
        return PRESETS["mtr"]


def _published(table: ArchiveTable, archive: Archive) -> PublishedRow:
    entrant = table.integer("id", default=-1, at_most=MAX_INTEGER)
    if entrant not in archive.by_id:
        table.problem("id", ArchiveFault.NO_SUCH_ENTRANT, id=str(entrant))
    record = table.integers("record", default=None, repeats=True, at_least=0, at_most=MAX_INTEGER)
    if record is not None and len(record) != 3:
        table.wrong_type("record", "[wins, losses, draws]", list(record))
    inner = table.optional_table("tiebreakers")
    values = {} if inner is None else {code: _printed(inner, code) for code in inner.keys}
    rank = table.integer("rank", default=None, at_most=MAX_INTEGER)
    points = table.integer("points", default=None, at_least=-(10**12), at_most=MAX_INTEGER)
    row = PublishedRow(entrant, rank, points, record, values)
    table.finish()
    return row


def _named_twice(published: Sequence[PublishedRow], archive: Archive) -> list[Problem]:
    seen: set[int] = set()
    problems = []
    for place, row in enumerate(published):
        if row.entrant in seen and row.entrant in archive.by_id:
            problems.append(Problem(f"{EXPECTED}.rows[{place}].id", TableFault.DUPLICATE, {"found": row.entrant}))
        seen.add(row.entrant)
    return problems


def _printed(table: ArchiveTable, code: str) -> str:
    found = table.plain(code)
    text = str(found) if isinstance(found, int) and not isinstance(found, bool) else found
    try:
        if isinstance(text, str) and agrees(find_preset("mtr").match_rate.floor, text) in (True, False):
            return text
    except ValueError:
        pass
    table.wrong_type(code, '"7/12", "0.5833", "58.33%"', found)
    return "0"


def _rows(archive: Archive, history: History, preset: Preset, published: Sequence[PublishedRow]) -> list[ReplayedRow]:
    """The computed table in order, then published entrants it does not rank."""
    said = {row.entrant: row for row in published}
    standings = compute_standings(history, preset)
    rows_spelled = spelled_rows(archive, preset)
    rows = []
    for place, standing in enumerate(standings):
        row = said.pop(standing.entrant, None)
        compared = () if row is None else tuple(compare_row(standing, row))
        spelled = _spelled(history, preset, standing) if place < rows_spelled else ()
        rows.append(ReplayedRow(_name(archive, standing.entrant), standing, compared, spelled))
    rows += [ReplayedRow(_name(archive, key), None, tuple(compare_row(None, row)), ()) for key, row in said.items()]
    return rows


def spelled_rows(archive: Archive, preset: Preset) -> int:
    """How many rows are spelled out: fewer of a long event by many tiebreakers."""
    matches = sum(len(each.matches) for each in archive.rounds)
    return min(MAX_SPELLED, MAX_SPELLED_MATCHES // max(1, matches * len(preset.tiebreaks)))


def _spelled(history: History, preset: Preset, standing: Standing) -> tuple[SpelledValue, ...]:
    spelled = []
    for code, value in standing.tiebreakers.items():
        found = explain(history, preset, standing.entrant, code)
        spelled.append(SpelledValue(code, spell(found), found.value == value))
    return tuple(spelled)


def _name(archive: Archive, entrant: int) -> str:
    return archive.by_id[entrant].name or str(entrant)
