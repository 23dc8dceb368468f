"""Asking for a tournament's workbook and writing it in the background."""

from __future__ import annotations

import logging
import uuid
from datetime import timedelta
from functools import partial
from tempfile import TemporaryFile

from django.core.files import File
from django.db import transaction
from django.utils import timezone, translation

from accounts.actor import Actor
from tournaments import permissions
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.exports.workbook import write_workbook
from tournaments.models import Export, Tournament

logger = logging.getLogger(__name__)

KEPT_FOR = timedelta(days=7)
QUEUE_UNREACHABLE = "queue_unreachable"
WRITING_FAILED = "writing_failed"


@transaction.atomic
def request_export(*, actor: Actor, tournament_id: int, language: str, session_key: str = "") -> Export:
    """Note that the actor wants the tournament's workbook in `language`; the caller then starts the job.

    The workbook will hold what the actor may see at the moment it is written. Files older than a week are cleared
    from the same tournament: they can be made again at any time. Visitors without an account are known by session.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    permissions.require(actor, permissions.Action.EXPORT, tournament)
    for old in tournament.exports.filter(created_at__lt=timezone.now() - KEPT_FOR):
        if old.file:  # Only once the row is gone for good: a file without its row is harmless, the reverse is not.
            transaction.on_commit(partial(old.file.storage.delete, old.file.name))
        old.delete()
    return Export.objects.create(
        tournament=tournament,
        key=uuid.uuid4(),
        requested_by=actor.user,
        requested_by_player=actor.player,
        session_key=session_key,
        language=language,
    )


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
