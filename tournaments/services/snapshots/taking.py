"""Writing an event into a file, keeping the newest files, and copying them to another place."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone

from jobs.services.leases import ask_job
from tournaments.models import Snapshot, Tournament
from tournaments.queries.event_file import event_document, summary_of
from tournaments.services.exporting import read_one_state
from tournaments.services.snapshots.asking import COPY_SNAPSHOT

State = Snapshot.State
OPEN = (State.QUEUED, State.TAKING)


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
    packed = gzip.compress(json.dumps(document, cls=_Exact, ensure_ascii=False).encode(), mtime=0)
    snapshot.file = f"{event.code}/{taken_at:%Y%m%dT%H%M%S}-{snapshot.pk}-{snapshot.step}.json.gz"
    write_private(path_of(snapshot), packed)
    snapshot.state, snapshot.taken_at, snapshot.error = State.READY, taken_at, ""
    snapshot.digest, snapshot.size = hashlib.sha256(packed).hexdigest(), len(packed)
    snapshot.holds = summary_of(document)
    with transaction.atomic():
        snapshot.save()
        _forget_oldest(event)
        if settings.SNAPSHOTS_COPY_TO:
            ask_job(kind=COPY_SNAPSHOT, subject=snapshot.pk)


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
    Snapshot.objects.filter(pk=snapshot_id, state__in=OPEN).update(state=State.FAILED, error=reason)


def copy_snapshot(snapshot_id: int) -> None:
    """Copy a snapshot's file, and those of its event that could not be copied before, to the configured place.

    A place that cannot be written is noted at the snapshot, for the page that shows it; the next snapshot tries again.
    """
    newest = Snapshot.objects.filter(pk=snapshot_id, state=State.READY).first()
    if newest is None or not settings.SNAPSHOTS_COPY_TO:
        return
    missing = Snapshot.objects.filter(tournament=newest.tournament_id, state=State.READY, copied_at=None)
    for snapshot in missing.order_by("pk"):
        try:
            write_private(Path(settings.SNAPSHOTS_COPY_TO) / snapshot.file, path_of(snapshot).read_bytes())
        except OSError as error:
            reason = error.strerror or type(error).__name__
            Snapshot.objects.filter(pk=snapshot.pk).update(copy_error=reason[:200])
            continue
        Snapshot.objects.filter(pk=snapshot.pk).update(copied_at=timezone.now(), copy_error="")


def fail_copy(snapshot_id: int, reason: str) -> None:
    """Note that a copy was given up."""
    Snapshot.objects.filter(pk=snapshot_id, copied_at=None).update(copy_error=reason[:200])


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only the site's own user may read: all of it, or none."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.part")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _forget_oldest(event: Tournament) -> None:
    """Remove all but the newest snapshots, their files once the rows are gone for good. Copies stay."""
    kept = max(1, settings.SNAPSHOTS_KEPT)
    for old in list(event.snapshots.exclude(state__in=OPEN).order_by("-pk")[kept:]):
        if old.file:
            transaction.on_commit(partial(path_of(old).unlink, missing_ok=True))
        old.delete()
