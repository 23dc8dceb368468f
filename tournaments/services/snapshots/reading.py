"""Reading the file of a snapshot, within limits on what is unpacked and on how many values it holds."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from accounts.refusals import Refusal
from cardpool.intake.budget import Limits
from cardpool.intake.packed_json import JsonBudget, read_packed_json
from cardpool.intake.unreadable import Place, UnreadableFile
from jobs.progress import moved
from tournaments.queries.event_file import FORMAT

OWN_FILE = Limits(max_unpacked=400_000_000, max_elements=40_000_000)
"""Of a file that the site has written itself, or that its owner restores by a command."""
UPLOADED_FILE = Limits(max_unpacked=40_000_000, max_elements=3_000_000)
"""Of a file that somebody sends: one and a half lists of each of 1,500 players and twelve rounds take 32 MB and
2,900,000 marks. A value takes up to a hundred bytes of memory, and a text of the file up to four for a character, so
the worst file takes 500 MB. Larger events are restored by the command."""


def read_file(path: Path, *, digest: str = "", limits: Limits = OWN_FILE) -> dict[str, Any]:
    """The document of a snapshot's file.

    Raises Refusal `snapshot_missing`, `snapshot_damaged` (another digest, or not what is written there),
    `snapshot_format` (of another version of the program), `snapshot_too_large` and `snapshot_too_many_values`.
    """
    try:
        with path.open("rb") as file:
            if digest and hashlib.file_digest(file, "sha256").hexdigest() != digest:
                raise Refusal("snapshot_damaged")
            file.seek(0)
            document = read_packed_json(file, JsonBudget(limits, Place(path.name)), moved)
    except OSError:
        raise Refusal("snapshot_missing") from None
    except UnreadableFile as error:
        raise _refusal(error, limits) from None
    if not isinstance(document, dict):
        raise Refusal("snapshot_damaged")
    if document.get("format") != FORMAT:
        raise Refusal("snapshot_format", format=str(document.get("format"))[:60])
    return document


def _refusal(error: UnreadableFile, limits: Limits) -> Refusal:
    if error.code == "zip_bomb":
        return Refusal("snapshot_too_large", most=limits.max_unpacked // 1_000_000)
    if error.code == "too_many_elements":
        return Refusal("snapshot_too_many_values", most=limits.max_elements)
    return Refusal("snapshot_damaged")
