"""Writing an event into a file, keeping the newest files, and copying them to another place."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import time
from contextlib import suppress
from datetime import datetime
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone

from jobs.progress import moved
from jobs.services.leases import ask_job
from tournaments.models import Snapshot, Tournament
from tournaments.models.snapshot import SMALL_STEPS
from tournaments.queries.event_file import event_document, summary_of
from tournaments.services.exporting import read_one_state
from tournaments.services.snapshots.asking import COPY_SNAPSHOT

State = Snapshot.State
OPEN = (State.QUEUED, State.TAKING)
ABANDONED_AFTER = 15 * 60
"""Seconds after which nobody writes a file that was begun: no job takes longer (`CELERY_TASK_TIME_LIMIT`)."""
SHARE_OF_SMALL = 4
"""Of every this many snapshots that are kept, one more may be one after small steps."""
PIECE = 2**20
"""Bytes, or characters, that are packed or written at a time; after each the job has made progress."""


class _Exact(DjangoJSONEncoder):
    """Times to the microsecond, which Django's own encoder cuts off."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def path_of(snapshot: Snapshot) -> Path:
    """Where the snapshot's file is."""
    return Path(settings.SNAPSHOTS_ROOT) / snapshot.file


def take_snapshot(snapshot_id: int) -> None:
    """Write the file of a snapshot that waits, or whose taking was interrupted; one that is over is left as it is.

    The file holds names and birth years, so only the site's own user may read it.
    """
    snapshot = _begin(snapshot_id)
    if snapshot is None:
        return
    with transaction.atomic():
        read_one_state()
        event = Tournament.objects.select_related("game", "ruleset").get(pk=snapshot.tournament_id)
        taken_at = timezone.now()
        document = event_document(event)
    document["taken_at"] = taken_at
    packed = _packed(json.dumps(document, cls=_Exact, ensure_ascii=False))
    _forget_parts(Path(settings.SNAPSHOTS_ROOT) / event.code, of=snapshot.pk)
    snapshot.file = f"{event.code}/{taken_at:%Y%m%dT%H%M%S}-{snapshot.pk}-{snapshot.step}.json.gz"
    write_private(path_of(snapshot), packed)
    snapshot.state, snapshot.taken_at, snapshot.error = State.READY, taken_at, ""
    snapshot.digest, snapshot.size = hashlib.sha256(packed).hexdigest(), len(packed)
    snapshot.holds = summary_of(document)
    with transaction.atomic():
        if not Snapshot.objects.select_for_update().filter(pk=snapshot.pk).exists():
            path_of(snapshot).unlink()  # Somebody's data was erased meanwhile, and the file names them.
            return
        snapshot.save()
        _forget_oldest(event)
        if settings.SNAPSHOTS_COPY_TO:
            ask_job(kind=COPY_SNAPSHOT, subject=snapshot.pk)


def _packed(text: str) -> bytes:
    moved()
    made = BytesIO()
    with gzip.GzipFile(fileobj=made, mode="wb", mtime=0) as file:
        for start in range(0, len(text), PIECE):
            file.write(text[start : start + PIECE].encode())
            moved()
    return made.getvalue()


@transaction.atomic
def _begin(snapshot_id: int) -> Snapshot | None:
    """The snapshot as one that is being taken, for which no later step waits.

    The event's row is locked for a moment: a step that is being committed is in the file, and the next one asks for a
    snapshot of its own.
    """
    found = Snapshot.objects.filter(pk=snapshot_id, state__in=OPEN)
    event = Tournament.objects.select_for_update(of=("self",)).filter(pk__in=found.values("tournament")).first()
    snapshot = found.first()
    if event is None or snapshot is None:
        return None
    snapshot.state = State.TAKING
    snapshot.save(update_fields=["state"])
    return snapshot


def fail_snapshot(snapshot_id: int, reason: str) -> None:
    """Mark a snapshot that could not be taken with the reason, a code of `jobs.troubles`."""
    waiting = Snapshot.objects.filter(pk=snapshot_id, state__in=OPEN).select_related("tournament")
    given_up = waiting.first()
    if given_up is not None:
        waiting.update(state=State.FAILED, error=reason)
        folder = Path(settings.SNAPSHOTS_ROOT) / given_up.tournament.code
        transaction.on_commit(partial(_forget_parts, folder, of=snapshot_id))


def copy_snapshot(snapshot_id: int) -> None:
    """Copy a snapshot's file, and those of its event that could not be copied before, to the configured place.

    A place that cannot be written is noted at the snapshot, for the page that shows it; the next snapshot tries again.
    """
    newest = Snapshot.objects.filter(pk=snapshot_id, state=State.READY).first()
    if newest is None or not settings.SNAPSHOTS_COPY_TO:
        return
    _forget_parts((Path(settings.SNAPSHOTS_COPY_TO) / newest.file).parent)
    missing = Snapshot.objects.filter(tournament=newest.tournament_id, state=State.READY, copied_at=None)
    for snapshot in missing.order_by("pk"):
        try:
            write_private(Path(settings.SNAPSHOTS_COPY_TO) / snapshot.file, path_of(snapshot).read_bytes())
        except OSError as error:
            reason = error.strerror or type(error).__name__
            Snapshot.objects.filter(pk=snapshot.pk).update(copy_error=reason[:200])
            continue
        if not Snapshot.objects.filter(pk=snapshot.pk).update(copied_at=timezone.now(), copy_error=""):
            (Path(settings.SNAPSHOTS_COPY_TO) / snapshot.file).unlink(missing_ok=True)


def fail_copy(snapshot_id: int, reason: str) -> None:
    """Note that a copy was given up.

    What is left of it is removed once that is written down, because a place that hangs may do so again.
    """
    missing = Snapshot.objects.filter(pk=snapshot_id, copied_at=None)
    given_up = missing.first()
    if given_up is not None:
        missing.update(copy_error=reason[:200])
        if settings.SNAPSHOTS_COPY_TO:
            folder = (Path(settings.SNAPSHOTS_COPY_TO) / given_up.file).parent
            transaction.on_commit(partial(_forget_parts, folder))


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only the site's own user may read: all of it, or none."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.part")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            for start in range(0, len(content), PIECE):
                file.write(content[start : start + PIECE])
                file.flush()
                os.fsync(file.fileno())
                moved()
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _forget_parts(folder: Path, *, of: int | None = None) -> None:
    """Remove what writers that were killed have left in an event's folder: of one snapshot, or of all.

    A writer that was held up may be at work beside the one that took the job over, so only old files go.
    """
    with suppress(OSError):
        for left in folder.glob(".*.part" if of is None else f".*-{of}-*.part"):
            if time.time() - left.stat().st_mtime > ABANDONED_AFTER:
                left.unlink(missing_ok=True)


def _forget_oldest(event: Tournament) -> None:
    """Remove all but the newest snapshots, their files once the rows are gone for good. Copies stay. Those after small
    steps are counted by themselves, so that many of them do not take the place of the others."""
    kept = max(1, settings.SNAPSHOTS_KEPT)
    ended = event.snapshots.exclude(state__in=OPEN).order_by("-pk")
    large, small = ended.exclude(step__in=SMALL_STEPS), ended.filter(step__in=SMALL_STEPS)
    for old in [*large[kept:], *small[max(1, kept // SHARE_OF_SMALL) :]]:
        if old.file:
            transaction.on_commit(partial(path_of(old).unlink, missing_ok=True))
        old.delete()
