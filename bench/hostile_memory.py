"""`python -m bench.hostile_memory list|cards < FILE`: megabytes that reading a workbook adds."""

from __future__ import annotations

import io
import resource
import subprocess
import sys
from contextlib import suppress

from cardpool.importers.grid import CARD_WORKBOOK
from cardpool.intake.budget import WorkbookLimits
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.intake.workbook import Workbook
from decks.uploads.workbook import LIST_WORKBOOK

LIMITS = {"list": LIST_WORKBOOK, "cards": CARD_WORKBOOK}


def megabytes_of(data: bytes, kind: str) -> float:
    """Measured in a process of its own, whose peak is its own."""
    command = [sys.executable, "-m", "bench.hostile_memory", kind]
    return float(subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout)


def peak() -> float:
    """The most memory this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def read_whole(data: bytes, limits: WorkbookLimits) -> int:
    """Read every row of every sheet, until the workbook is refused."""
    rows = 0
    with suppress(UnreadableFile):
        book = Workbook(io.BytesIO(data), Place(""), limits)
        rows = sum(1 for sheet in book.sheets for _ in book.rows(sheet))
    return rows


if __name__ == "__main__":
    sent = sys.stdin.buffer.read()
    before = peak()
    read_whole(sent, LIMITS[sys.argv[1]])
    sys.stdout.write(str(peak() - before))
