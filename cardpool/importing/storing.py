"""Where uploaded card files are stored until their import is over: the private storage, a folder for each import."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile

from accounts.typed_text import one_line
from cardpool.importing.writing import ImportResult
from cardpool.models import CardImport

FOLDER = "card-imports"
REPORT = "report.jsonl"
MAX_FILE_NAME_LENGTH = 80
"""Characters; as many Chinese ones as a file system takes."""


def folder_of(card_import: CardImport) -> Path:
    """The import's own folder; no part of its path was typed by anybody."""
    return Path(default_storage.path(f"{FOLDER}/{card_import.key}"))


def paths_of(card_import: CardImport) -> list[Path]:
    """The import's files in the order of the upload."""
    return [folder_of(card_import) / str(at) / facts["name"] for at, facts in enumerate(card_import.files)]


def keep_files(card_import: CardImport, files: Sequence[UploadedFile]) -> None:
    """Write uploaded files beside those there are, piece by piece, and note them in `card_import.files`."""
    for file in files:
        taken = {facts["name"] for facts in card_import.files}
        name = _free_name(plain_name(file.name or ""), taken)
        path = folder_of(card_import) / str(len(card_import.files)) / name
        path.parent.mkdir(parents=True)
        with path.open("wb") as target:
            for piece in file.chunks():
                target.write(piece)
        card_import.files = [*card_import.files, {"name": name, "size": path.stat().st_size}]


def move_files(source: CardImport, to: CardImport) -> None:
    """Move the files of one import behind those of another, and note them there; where that fails, those moved go."""
    noted, moved = list(to.files), []
    try:
        for path, facts in zip(paths_of(source), source.files, strict=True):
            name = _free_name(facts["name"], {one["name"] for one in noted})
            place = folder_of(to) / str(len(noted)) / name
            moved.append(place.parent)
            place.parent.mkdir(parents=True)
            path.rename(place)
            noted.append({"name": name, "size": facts["size"]})
    except BaseException:
        for folder in moved:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    to.files = noted
    shutil.rmtree(folder_of(source), ignore_errors=True)


def plain_name(name: str) -> str:
    """The last part of what a browser calls a file, fit to be a file's name here; a long one keeps its ending."""
    last = PurePosixPath(one_line(name).replace("\\", "/")).name.lstrip(".").strip()
    stem, dot, ending = last.rpartition(".")
    if len(last) > MAX_FILE_NAME_LENGTH and dot and len(ending) < 10:
        return f"{stem[: MAX_FILE_NAME_LENGTH - len(ending) - 1]}.{ending}"
    return last[:MAX_FILE_NAME_LENGTH] or "file"


def _free_name(name: str, taken: set[str]) -> str:
    """The name, with a count where another file of the import has it: the report distinguishes files by their names."""
    free, count = name, 1
    while free in taken:
        count += 1
        stem, dot, ending = name.rpartition(".")
        free = f"{stem} ({count}).{ending}" if dot else f"{name} ({count})"
    return free


def remove_files(card_import: CardImport, *, report_too: bool) -> None:
    """Delete the uploaded files; the whole report stays by default. A folder that is gone is not an
    error."""
    folder = folder_of(card_import)
    if report_too:
        shutil.rmtree(folder, ignore_errors=True)
        return
    for at in range(len(card_import.files)):
        shutil.rmtree(folder / str(at), ignore_errors=True)


def keep_report(card_import: CardImport, result: ImportResult) -> None:
    """Write every entry of a report, one JSON line each."""
    path = folder_of(card_import) / REPORT
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as target:
        for kind, entry in result.entries():
            target.write(json.dumps({"kind": kind, **entry}, ensure_ascii=False) + "\n")


def has_report(card_import: CardImport) -> bool:
    """Whether the whole report is still there."""
    return (folder_of(card_import) / REPORT).exists()


def kept_report(card_import: CardImport) -> Iterable[Mapping[str, Any]] | None:
    """Every entry of the kept report with its `kind`; None where there is none any more."""
    path = folder_of(card_import) / REPORT
    return _lines(path) if path.exists() else None


def _lines(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)
