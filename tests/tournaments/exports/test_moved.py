"""What computes for long without asking the database says that it makes progress."""

from __future__ import annotations

import gzip
from io import BytesIO
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import MagicMock, patch

from cardpool.intake.budget import Limits
from cardpool.intake.packed_json import PIECE, JsonBudget, read_packed_json
from cardpool.intake.unreadable import Place
from tournaments.exports import tournament_sheets
from tournaments.models import Registration
from tournaments.views import sheet_printing


def test_each_list_of_the_workbook() -> None:
    entries = [Registration(), Registration()]
    with patch.object(tournament_sheets, "moved") as moved:
        tournament_sheets.decklists_sheet(entries, str, cast("Any", SimpleNamespace(sections=())), {})
    assert moved.call_count == 2


def test_each_code_that_another_thread_draws() -> None:
    with patch.object(sheet_printing, "moved") as moved:
        sheet_printing.draw_codes(["https://example.org/1", "https://example.org/2"], label="x")
    assert moved.call_count == 2


def test_each_piece_of_a_packed_file() -> None:
    packed = gzip.compress(b'"' + b"a" * PIECE + b'"')
    moved = MagicMock()
    limits = Limits(max_unpacked=2 * PIECE, max_elements=1)
    assert read_packed_json(BytesIO(packed), JsonBudget(limits, Place("file")), moved) == "a" * PIECE
    assert moved.call_count == 2
