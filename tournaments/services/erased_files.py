"""Files that name a player whose data was erased: which there are, and removing them.

Snapshots and exports are not rewritten but removed: a snapshot of the event as it is now is taken instead, and an
export is made again when somebody asks for it. What a writer that began earlier still finishes is removed by the
writer, which finds its row gone (`write_export`, `take_snapshot`).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.core.files.storage import default_storage
from django.utils import timezone

from jobs.services.leases import ask_job
from tournaments.models import Erasure, Export, Restoration, Snapshot, Tournament
from tournaments.services.snapshots.asking import Step, ask_snapshot
from tournaments.services.snapshots.restoring import uploaded_path

FORGET_FILES = "tournaments.forget_files"
"""The kind of job that removes the files of an erasure."""
SNAPSHOTS, COPIES, EXPORTS, UPLOADS = "snapshots", "copies", "exports", "uploads"


class FilesLeft(Exception):
    """Some files could not be removed; the job is tried again."""


def forget_rows(events: Sequence[Tournament]) -> list[list[str]]:
    """Delete the rows of every snapshot and export of the events, and ask for new snapshots; the files to remove.

    Uploaded snapshots whose restoration failed go too: nobody knows whom they name, and they can be uploaded again. The
    caller has locked the events.
    """
    files = []
    for event in events:
        snapshots = list(event.snapshots.select_for_update().order_by("pk"))
        files += [[place, one.file] for one in snapshots if one.file for place in (SNAPSHOTS, COPIES)]
        Snapshot.objects.filter(pk__in=[one.pk for one in snapshots]).delete()
        exports = list(event.exports.select_for_update(of=("self",)).order_by("pk"))
        files += [[EXPORTS, str(one.file.name)] for one in exports if one.file]
        Export.objects.filter(pk__in=[one.pk for one in exports]).delete()
        if snapshots:
            ask_snapshot(event, Step.BY_HAND)
    given_up = Restoration.objects.filter(state=Restoration.State.FAILED).exclude(file="")
    return files + [[UPLOADS, file] for file in given_up.values_list("file", flat=True)]


def remove_files(erasure_id: int) -> None:
    """Remove the files of an erasure, and those that earlier ones could not reach. Raises FilesLeft if some stay."""
    is_left = False
    for erasure in Erasure.objects.filter(files_gone_at=None).order_by("pk"):
        left = [[place, name] for place, name in erasure.left_files if not _is_removed(place, name)]
        erasure.left_files = left
        erasure.files_gone_at = None if left else timezone.now()
        erasure.save(update_fields=["left_files", "files_gone_at"])
        is_left = is_left or bool(left)
    if is_left:
        raise FilesLeft


def ask_to_remove(erasure: Erasure) -> None:
    """Have the files removed once the erasure is committed."""
    ask_job(kind=FORGET_FILES, subject=erasure.pk)


def leave_files(erasure_id: int, reason: str) -> None:
    """A job that was given up leaves the names of its files at the erasure: the next one tries again."""


def _is_removed(place: str, name: str) -> bool:
    """Whether the file is gone; one in a place that is not configured any more cannot be reached."""
    if place == EXPORTS:
        with suppress(OSError):
            default_storage.delete(name)
        return not default_storage.exists(name)
    if place == COPIES and not settings.SNAPSHOTS_COPY_TO:
        return True
    path = Path(settings.SNAPSHOTS_COPY_TO) / name if place == COPIES else uploaded_path(name)
    with suppress(OSError):
        path.unlink(missing_ok=True)
    try:
        return not path.exists()
    except OSError:
        return False
