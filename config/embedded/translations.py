"""Compiling the translations without the gettext programs."""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_translations(locale: Path) -> list[Path]:
    """Write the `.mo` beside every `.po` that is newer; fuzzy entries are left out. Returns what was written."""
    written = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        with source.open("rb") as file:
            catalog = read_po(file, locale=source.parent.parent.name)
        unfinished = target.with_name(f"{target.name}.{os.getpid()}")
        with unfinished.open("wb") as file:
            write_mo(file, catalog)
        unfinished.replace(target)
        written.append(target)
    return written
