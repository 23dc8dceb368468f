"""The heads of uploaded tables, read while somebody waits: at once if that is quick, else in a process with limits."""

from __future__ import annotations

import logging
import pickle
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings

from cardpool.importers.grid import CARD_WORKBOOK
from cardpool.importers.heads_child import HeadWork
from cardpool.importers.table import TableHead, table_heads
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.packs import GamePack

logger = logging.getLogger(__name__)

MAX_QUICK_FILES, MAX_QUICK_BYTES = 3, 500_000
QUICK_WORKBOOK = replace(
    CARD_WORKBOOK, max_unpacked=4_000_000, max_elements=60_000, max_strings=20_000, max_entries=400, max_sheets=50
)
"""What a table may cost that is read at once: some hundred milliseconds for three of them."""
TOO_MUCH = ("zip_bomb", "workbook_too_complex")

MAX_SECONDS, MAX_MEMORY = 20, 2**30
WAIT_SECONDS = 5.0
"""The maximum wait for another upload's tables."""

COMMAND = [sys.executable, "-m", "cardpool.importers.heads_child"]

_one_at_a_time = BoundedSemaphore(1)


def heads_of(paths: Sequence[Path], pack: GamePack, options: Mapping[str, Any]) -> tuple[TableHead, ...]:
    """What `table_heads` finds, without holding up others: one process reads for all uploads of this one, in turn.

    Raises what `table_heads` does; also `UnreadableFile` `table_takes_too_long`, beyond `MAX_SECONDS` or `MAX_MEMORY`,
    and `tables_busy` where the process is at another upload.
    """
    if len(paths) <= MAX_QUICK_FILES and sum(path.stat().st_size for path in paths) <= MAX_QUICK_BYTES:
        try:
            return table_heads(paths, pack, options, QUICK_WORKBOOK)
        except UnreadableFile as mistake:
            if mistake.code not in TOO_MUCH:
                raise
    place = Place(paths[0].name)
    if not _one_at_a_time.acquire(timeout=WAIT_SECONDS):
        raise UnreadableFile(place, "tables_busy")
    try:
        return _read_in_process(HeadWork(tuple(paths), pack, dict(options), MAX_SECONDS, MAX_MEMORY), place)
    finally:
        _one_at_a_time.release()


def _read_in_process(work: HeadWork, place: Place) -> tuple[TableHead, ...]:
    try:
        done = subprocess.run(
            COMMAND,
            cwd=settings.BASE_DIR,
            input=pickle.dumps(work),
            stdout=subprocess.PIPE,
            timeout=MAX_SECONDS,
            check=True,
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        logger.warning("heads_not_read", extra={"reason": type(error).__name__})
        raise UnreadableFile(place, "table_takes_too_long", seconds=MAX_SECONDS) from None
    said: Any = pickle.loads(done.stdout)
    if isinstance(said, dict):
        raise UnreadableFile(said["place"], said["code"], **said["facts"])
    heads: tuple[TableHead, ...] = said
    return heads
