"""`docs/measurements.md`: what was measured, when and on which machine, one section for each program that measures.

A program writes its own section again and leaves the others as they are.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
FILE = PROJECT / "docs" / "measurements.md"
HEAD = (
    "# Measurements\n\nWritten by the programs named in each section; run them again to write it again. They use the "
    "loopback\naddress alone. A section that names no program was written by hand, and says so.\n"
)


def write_section(title: str, body: str, *, file: Path = FILE) -> None:
    """Replace the section `title` by `body` (Markdown without headings of level 2), or append it where there is none.

    Under the heading stand the date, the machine and the commit.
    """
    text = file.read_text(encoding="utf-8") if file.exists() else HEAD
    head, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    mine = f"## {title}\n\n{circumstances()}\n\n{body.strip()}\n"
    others = {section.partition("\n")[0]: section.strip() + "\n" for section in sections}
    others[f"## {title}"] = mine
    file.write_text("\n".join([head.strip() + "\n", *others.values()]), encoding="utf-8")


def read_section(title: str, *, file: Path = FILE) -> str:
    """The body of a section as it was written last; empty where there is none."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, flags=re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def circumstances() -> str:
    """When, where and on what: one line."""
    return f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC · {machine()} · commit {commit()}"


def machine() -> str:
    """Cores, memory and Python of this machine."""
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return f"{cores} cores, {gigabytes:.0f} GB, {platform.machine()}, Python {platform.python_version()}"


def commit() -> str:
    """The commit that was measured, with a plus where files differ from it; a dash outside a repository."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty=+", "--exclude=*"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    return described.stdout.strip() or "–"
