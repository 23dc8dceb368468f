"""Replaying archive files that say what their table should be: shipped worked examples, and files dropped in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from tournaments.archive.cores import scoring_history
from tournaments.archive.document import Archive
from tournaments.archive.fields import Fields
from tournaments.archive.problems import ArchiveError, ArchiveFault, ArchiveProblem
from tournaments.archive.reading import read_archive
from tournaments.scoring.conformance import ComparedValue, PublishedRow, agrees, compare_row, spell
from tournaments.scoring.explanations import explain
from tournaments.scoring.history import History
from tournaments.scoring.presets import PRESETS, Preset, find_preset
from tournaments.scoring.standings import Standing, compute_standings

EXAMPLES = Path(settings.BASE_DIR) / "docs" / "conformance"
EXPECTED = "x-expected"
MAX_ENTRANTS = 2_000
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
    problems: list[ArchiveProblem] = []
    preset = _preset(archive, problems)
    if len(archive.entrants) > MAX_ENTRANTS:
        facts: dict[str, object] = {"least": 0, "most": MAX_ENTRANTS, "found": len(archive.entrants)}
        problems.append(ArchiveProblem("entrants", ArchiveFault.OUT_OF_RANGE, facts))
    if any(entrant.state is not None for entrant in archive.entrants):
        problems.append(ArchiveProblem("rounds", ArchiveFault.MISSING))
    raw = json.loads(text).get(EXPECTED)
    fields = Fields({} if raw is None else raw, EXPECTED, problems)
    source, arithmetic = fields.text("source") or "", _texts(fields, "arithmetic")
    published = [_published(row, archive) for row in fields.objects("rows")]
    problems += _named_twice(published, archive)
    fields.close()
    if problems:
        raise ArchiveError(problems)
    history = scoring_history(archive)
    rows = _rows(archive, history, preset, published)
    return Replay(name, preset, source, arithmetic, tuple(rows))


def _preset(archive: Archive, problems: list[ArchiveProblem]) -> Preset:
    try:
        return find_preset(archive.settings.preset)
    except KeyError:
        facts: dict[str, object] = {"found": archive.settings.preset[:80], "choices": sorted(PRESETS)}
        problems.append(ArchiveProblem("settings.preset", ArchiveFault.NOT_A_CHOICE, facts))
        return PRESETS["mtr"]


def _published(fields: Fields, archive: Archive) -> PublishedRow:
    entrant = fields.whole("id", -1)
    if entrant not in archive.by_id:
        fields.note("id", ArchiveFault.NO_SUCH_ENTRANT, id=entrant)
    record = fields.numbers("record")
    if record is not None and len(record) != 3:
        fields.note("record", ArchiveFault.WRONG_TYPE, wanted="[wins, losses, draws]")
    inner = fields.inner("tiebreakers")
    values = {} if inner is None else {code: _printed(inner, code) for code in inner.value}
    row = PublishedRow(
        entrant, fields.optional_whole("rank"), fields.optional_whole("points", least=-(10**12)), record, values
    )
    fields.close()
    return row


def _named_twice(published: Sequence[PublishedRow], archive: Archive) -> list[ArchiveProblem]:
    seen: set[int] = set()
    problems = []
    for place, row in enumerate(published):
        if row.entrant in seen and row.entrant in archive.by_id:
            problems.append(ArchiveProblem(f"{EXPECTED}.rows[{place}].id", ArchiveFault.ID_TWICE, {"id": row.entrant}))
        seen.add(row.entrant)
    return problems


def _printed(fields: Fields, code: str) -> str:
    found: Any = fields.get(code)
    text = str(found) if isinstance(found, int) and not isinstance(found, bool) else found
    try:
        if isinstance(text, str) and agrees(find_preset("mtr").match_rate.floor, text) in (True, False):
            return text
    except ValueError:
        pass
    fields.note(code, ArchiveFault.WRONG_TYPE, wanted='"7/12", "0.5833", "58.33%"')
    return "0"


def _texts(fields: Fields, key: str) -> tuple[str, ...]:
    found = fields.get(key)
    if found is None:
        return ()
    if not isinstance(found, list) or not all(isinstance(line, str) for line in found):
        fields.note(key, ArchiveFault.WRONG_TYPE, wanted="list of strings")
        return ()
    return tuple(found)


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
