"""What is different between two texts of a pack, line by line, for a reader."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

AROUND = 3
"""Unchanged lines shown before and after each change."""
LONG = 3_000
"""From here on lines that repeat endlessly are not matched one by one: a file of nothing else would take forever."""


@dataclass(frozen=True)
class ChangedLine:
    """A line of the comparison: `kind` is same, gone, new or skip (lines left out). Numbers count from 1, 0: none."""

    kind: str
    before: int
    after: int
    text: str


@dataclass(frozen=True)
class PackChanges:
    """Every change with the lines around it; `new` and `gone` count the changed lines."""

    lines: tuple[ChangedLine, ...]
    new: int
    gone: int


def pack_changes(before: str, after: str) -> PackChanges:
    """Compare two texts line by line."""
    old, new = before.splitlines(), after.splitlines()
    lines: list[ChangedLine] = []
    matcher = SequenceMatcher(None, old, new, autojunk=max(len(old), len(new)) > LONG)
    for group in matcher.get_grouped_opcodes(AROUND):
        if lines or group[0][1] > 0 or group[0][3] > 0:
            lines.append(ChangedLine("skip", 0, 0, ""))
        for kind, old_from, old_to, new_from, new_to in group:
            if kind == "equal":
                pairs = zip(range(old_from, old_to), range(new_from, new_to), strict=True)
                lines += [ChangedLine("same", left + 1, right + 1, old[left]) for left, right in pairs]
                continue
            lines += [ChangedLine("gone", at + 1, 0, old[at]) for at in range(old_from, old_to)]
            lines += [ChangedLine("new", 0, at + 1, new[at]) for at in range(new_from, new_to)]
    return PackChanges(
        tuple(lines), sum(line.kind == "new" for line in lines), sum(line.kind == "gone" for line in lines)
    )
