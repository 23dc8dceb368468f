"""Asking for a tournament's workbook and writing it in the background."""

from __future__ import annotations

import logging
import uuid
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from tempfile import TemporaryFile

from django.core.files import File
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation

from accounts.actor import Actor
from accounts.refusals import TooMany
from tournaments import permissions
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.exports.workbook import write_workbook
from tournaments.models import Export, Tournament

logger = logging.getLogger(__name__)

KEPT_FOR = timedelta(days=7)
CLEARED_AT_ONCE = 100
GOOD_FOR = timedelta(seconds=30)
"""A finished workbook answers the next request of its asker this long, if nothing was written to the event since."""
WAITED_FOR = timedelta(seconds=120)
"""A workbook that is not finished after this long is given up: its asker may ask anew."""
MOST_WAITING = 3
QUEUE_UNREACHABLE = "queue_unreachable"
WRITING_FAILED = "writing_failed"
WAITING = (Export.State.QUEUED, Export.State.RUNNING)


@dataclass(frozen=True)
class AskedExport:
    """The export that answers a request; `is_new` says that its job has yet to be started."""

    export: Export
    is_new: bool


@transaction.atomic
def request_export(*, actor: Actor, tournament_id: int, language: str, session_key: str = "") -> AskedExport:
    """Note that the actor wants the tournament's workbook in `language`; the caller then starts the job if it is new.

    The workbook will hold what the actor may see at the moment it is written. One that the same asker has just got, or
    is about to get, is given again while nothing was written to the event. Raises TooMany `exports_waiting` while
    MOST_WAITING others are being written for the asker. Visitors without an account are known by session. Files older
    than a week are cleared from all tournaments: they can be made again at any time.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    permissions.require(actor, permissions.Action.EXPORT, tournament)
    _clear_old_files()
    own = _exports_of(actor, session_key)
    usable = _still_good(tournament, own.filter(tournament=tournament, language=language).first())
    if usable is not None:
        return AskedExport(usable, is_new=False)
    if own.filter(state__in=WAITING, created_at__gt=timezone.now() - WAITED_FOR).count() >= MOST_WAITING:
        raise TooMany("exports_waiting", most=MOST_WAITING)
    made = Export.objects.create(
        tournament=tournament,
        key=uuid.uuid4(),
        requested_by=actor.user,
        requested_by_player=actor.player,
        session_key=session_key,
        language=language,
    )
    return AskedExport(made, is_new=True)


def _exports_of(actor: Actor, session_key: str) -> QuerySet[Export]:
    """What exactly this asker asked for, the last first; a visitor without account or player is a session."""
    own = Export.objects.filter(requested_by=actor.user, requested_by_player=actor.player).order_by("-id")
    if not actor.is_anonymous:
        return own
    return own.filter(session_key=session_key) if session_key else own.none()


def _still_good(tournament: Tournament, last: Export | None) -> Export | None:
    """The asker's last workbook if it is ready or under way and holds the event as it is now.

    Every write locks the tournament's row and leaves a line in its log, so no line since means no change since.
    """
    if last is None or tournament.log.filter(at__gte=last.created_at).exists():
        return None
    age = timezone.now() - last.created_at
    if last.state == Export.State.READY:
        return last if age < GOOD_FOR and last.file and last.file.storage.exists(str(last.file.name)) else None
    return last if last.state in WAITING and age < WAITED_FOR else None


def _clear_old_files() -> None:
    """Forget exports older than a week, some at a time; a row somebody else is clearing is left to them."""
    old = Export.objects.select_for_update(skip_locked=True).filter(created_at__lt=timezone.now() - KEPT_FOR)
    for export in old.order_by("id")[:CLEARED_AT_ONCE]:
        if export.file:  # Only once the row is gone for good: a file without its row is harmless, the reverse is not.
            transaction.on_commit(partial(export.file.storage.delete, str(export.file.name)))
        export.delete()


def fail_export(*, export_id: int, error: str) -> None:
    """Mark an export as failed with an error code that the status page puts into words."""
    Export.objects.filter(pk=export_id).update(state=Export.State.FAILED, error=error, finished_at=timezone.now())


def write_export(*, export_id: int) -> None:
    """Write the workbook and keep it with the export; progress is visible to others while it runs.

    A finished export is left as it is, so a job delivered twice writes once. An unexpected error marks the export
    as failed and is raised again for the job's log.
    """
    export = Export.objects.select_related("requested_by", "requested_by_player").get(pk=export_id)
    if export.state == Export.State.READY:
        return
    Export.objects.filter(pk=export_id).update(state=Export.State.RUNNING, progress=0, error="")
    actor = Actor(user=export.requested_by, player=export.requested_by_player)
    try:
        with TemporaryFile() as target:
            with transaction.atomic(), translation.override(export.language):
                _read_one_snapshot()
                tournament = Tournament.objects.select_related("game", "ruleset").get(pk=export.tournament_id)
                sheets = tournament_sheets(tournament=tournament, actor=actor)
            with translation.override(export.language):
                write_workbook(sheets, target, progress=lambda percent: _report(export_id, percent))
            target.seek(0)
            export.file.save(f"{tournament.code}-{export.key}.xlsx", File(target), save=False)
    except Exception:
        fail_export(export_id=export_id, error=WRITING_FAILED)
        raise
    Export.objects.filter(pk=export_id).update(
        state=Export.State.READY, progress=100, file=export.file.name, finished_at=timezone.now()
    )


def _read_one_snapshot() -> None:
    """All sheets from one state of the database, even while results come in."""
    connection = transaction.get_connection()
    if not connection.savepoint_ids:  # PostgreSQL sets the level before a transaction's first query only.
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")


def _report(export_id: int, percent: int) -> None:
    Export.objects.filter(pk=export_id).update(progress=min(percent, 99))
