"""``python -m cardpool.importers.heads_child``: reads the heads of tables in a process with limits.

A workbook's shared texts stand before its rows are read, so the head of a hostile one costs as much as the limits of a
whole card table allow. Pickled `HeadWork` comes in on standard input; a pickled tuple of heads goes out, or the
`UnreadableFile`'s place, code and facts.
"""

from __future__ import annotations

import os
import pickle
import resource
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardpool.importers.table import table_heads
from cardpool.intake.unreadable import UnreadableFile
from cardpool.packs import GamePack

NICENESS = 5
"""The niceness of the process: pages and results come first."""


@dataclass(frozen=True)
class HeadWork:
    """Tables whose heads are to be read, with the processor's seconds and the bytes of memory that may take."""

    paths: tuple[Path, ...]
    pack: GamePack
    options: Mapping[str, Any]
    cpu_seconds: int
    memory: int


def main() -> None:
    os.nice(NICENESS)
    work: HeadWork = pickle.load(sys.stdin.buffer)
    resource.setrlimit(resource.RLIMIT_CPU, (work.cpu_seconds, work.cpu_seconds))
    resource.setrlimit(resource.RLIMIT_AS, (work.memory, work.memory))
    try:
        said: Any = table_heads(work.paths, work.pack, work.options)
    except UnreadableFile as mistake:
        said = {"place": mistake.place, "code": mistake.code, "facts": mistake.facts}
    pickle.dump(said, sys.stdout.buffer)


if __name__ == "__main__":
    main()
