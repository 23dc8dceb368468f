"""Asking for a tournament's workbook, or its deck registration sheets, and writing them in the background."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from tempfile import TemporaryFile
from typing import IO, Any

from django.core.files import File
from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation

from accounts.actor import Actor
from accounts.refusals import TooMany
from jobs.services.leases import ask_job
from tournaments import permissions
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.exports.workbook import write_workbook
from tournaments.models import Export, Tournament
from tournaments.queries.names import sees_private_names
from tournaments.queries.staff_links import pass_of
from tournaments.queries.versions import mark_of
from tournaments.services.locking import lock_tournament

KEPT_FOR = timedelta(days=7)
MAX_CLEARED_AT_ONCE = 100
GOOD_FOR = timedelta(seconds=30)
"""A finished file answers the next request of its asker this long, if nothing was written to the event since."""
MAX_WAITING = 3
EVERYBODYS_KEPT_FOR = timedelta(hours=1)
EVERYBODYS_GOOD_FOR = timedelta(minutes=50)
"""A file for everybody answers requests this long, if its event's version is the same; who got it last has ten minutes
to fetch it."""
MAX_WAITING_FOR_EVERYBODY = 4
"""Files for everybody that wait, or are being written, for one event: in each of two languages one of either."""
WRITE_EXPORT = "tournaments.write_export"
"""The kind of job that writes a file."""
WAITING = (Export.State.QUEUED, Export.State.RUNNING)
SUFFIXES = {Export.Kind.WORKBOOK: "xlsx", Export.Kind.SHEETS: "html.gz"}
ACTIONS = {
    Export.Kind.WORKBOOK: permissions.Action.EXPORT,
    Export.Kind.SHEETS: permissions.Action.VIEW_ALL_DECKLISTS,
}

Writer = Callable[[Export, Actor, IO[bytes], Callable[[int], None]], None]
"""Writes what an export asks for, as much as the actor may see, and reports the percent done."""


@dataclass(frozen=True)
class SheetOrder:
    """Deck registration sheets to be written: which (`shown`), and the address of the site they lead to."""

    shown: str
    site: str


@transaction.atomic
def request_export(*, actor: Actor, tournament_id: int, language: str, sheets: SheetOrder | None = None) -> Export:
    """Have the tournament's workbook, or deck registration `sheets`, in `language` written by a job.

    Those who see no more names than the public get the workbook of everybody: one for each version of the event and
    language, however many ask. Anybody else gets a file of their own, with what they may see at the moment it is
    written; one that they have just got, or are about to get, is given again while nothing was written to the event.

    Raises TooMany `exports_waiting` while MAX_WAITING others are being written for the asker,
    `exports_of_event_waiting` while MAX_WAITING_FOR_EVERYBODY are for everybody. Old files are cleared from all
    tournaments: they can be made again at any time.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    kind = Export.Kind.WORKBOOK if sheets is None else Export.Kind.SHEETS
    permissions.require(actor, ACTIONS[kind], tournament)
    if sheets is None and not sees_private_names(actor, tournament):
        return _everybodys_export(tournament, language)
    tournament = lock_tournament(tournament_id)
    asker = _asker(actor)
    own = Export.objects.filter(**asker).order_by("-id")
    wanted = {"tournament": tournament, "language": language, "kind": kind}
    if sheets is not None:
        wanted |= {"shown": sheets.shown, "site": sheets.site}
    usable = _still_good(tournament, own.filter(**wanted).first())
    if usable is not None:
        return usable
    if own.filter(state__in=WAITING).count() >= MAX_WAITING:
        raise TooMany("exports_waiting", most=MAX_WAITING)
    return _order(**asker, **wanted)


def _asker(actor: Actor) -> dict[str, Any]:
    """Whose file it is: the account's, or the staff link's."""
    if actor.staff_pass is not None:
        return {"requested_by_id": None, "requested_by_link_id": actor.staff_pass.link}
    return {"requested_by": actor.user, "requested_by_link": None}


def _everybodys_export(tournament: Tournament, language: str) -> Export:
    """The workbook of everybody; its event's row is locked only where one has to be ordered."""
    usable = _everybodys_usable(tournament, language)
    if usable is None:
        tournament = lock_tournament(tournament.pk)
        usable = _everybodys_usable(tournament, language)  # Somebody may have ordered it while this one waited.
    if usable is not None:
        return usable
    if tournament.exports.filter(event_version__isnull=False, state__in=WAITING).count() >= MAX_WAITING_FOR_EVERYBODY:
        raise TooMany("exports_of_event_waiting", most=MAX_WAITING_FOR_EVERYBODY)
    return _order(tournament=tournament, language=language, event_version=_version_of(tournament))


def _everybodys_usable(tournament: Tournament, language: str) -> Export | None:
    """The last workbook of everybody if it shows, or will show, the event as it is now."""
    ordered = tournament.exports.filter(event_version__isnull=False, language=language).order_by("-id")
    last = ordered.exclude(state=Export.State.FAILED).first()
    if last is None or last.state == Export.State.QUEUED:  # One that is not begun will hold what is there by then.
        return last
    if last.event_version != _version_of(tournament):
        return None
    return last if last.state == Export.State.RUNNING or _is_there(last, EVERYBODYS_GOOD_FOR) else None


def _version_of(tournament: Tournament) -> int:
    mark = mark_of(tournament.code)
    return mark.version if mark is not None else 0


def _order(**facts: Any) -> Export:
    _clear_old_files()
    made = Export.objects.create(key=uuid.uuid4(), **facts)
    ask_job(kind=WRITE_EXPORT, subject=made.pk)
    return made


def _still_good(tournament: Tournament, last: Export | None) -> Export | None:
    """The asker's last such file if it is ready or under way and holds the event as it is now.

    Every write locks the tournament's row and leaves a line in its log, so no line since means no change since.
    """
    if last is None or tournament.log.filter(at__gte=last.created_at).exists():
        return None
    return last if last.state in WAITING or _is_there(last, GOOD_FOR) else None


def _is_there(export: Export, good_for: timedelta) -> bool:
    """Whether the file is written, not older than that, and on the disk."""
    is_ready = export.state == Export.State.READY and timezone.now() - export.created_at < good_for
    return is_ready and bool(export.file) and export.file.storage.exists(str(export.file.name))


def _clear_old_files() -> None:
    """Forget exports older than a week, and everybody's that are older than an hour and not still to be written.

    Some at a time; a row somebody else is clearing is left to them.
    """
    now = timezone.now()
    everybodys = Q(event_version__isnull=False, created_at__lt=now - EVERYBODYS_KEPT_FOR) & ~Q(state__in=WAITING)
    old = Export.objects.select_for_update(skip_locked=True).filter(everybodys | Q(created_at__lt=now - KEPT_FOR))
    for export in old.order_by("id")[:MAX_CLEARED_AT_ONCE]:
        if export.file:  # Only once the row is gone for good: a file without its row is harmless, the reverse is not.
            transaction.on_commit(partial(export.file.storage.delete, str(export.file.name)))
        export.delete()


def fail_export(*, export_id: int, error: str) -> None:
    """Mark an export as failed with an error code that the status page puts into words."""
    waiting = Export.objects.filter(pk=export_id, state__in=WAITING)
    waiting.update(state=Export.State.FAILED, error=error, finished_at=timezone.now())


def write_export(*, export_id: int, writers: Mapping[str, Writer]) -> None:
    """Have the writer of its kind write the file, and keep it with the export; progress is visible while it runs.

    An export that is over or gone is left as it is, so a job that runs twice writes once. Broken off anywhere, it may
    be run again. What is everybody's is written for nobody in particular. Raises NotAllowed where the asker may no
    longer see what was asked for.
    """
    found = Export.objects.select_related(
        "requested_by", "requested_by_link", "tournament__game", "tournament__ruleset"
    )
    export = found.filter(pk=export_id).first()
    if export is None or export.state not in WAITING:
        return
    Export.objects.filter(pk=export_id).update(state=Export.State.RUNNING, progress=0, error="")
    actor = _actor_of(export)
    kind = Export.Kind(export.kind)
    permissions.require(actor, ACTIONS[kind], export.tournament)
    with TemporaryFile() as target, translation.override(export.language):
        writers[kind](export, actor, target, partial(_report, export_id))
        target.seek(0)
        _keep(export, File(target))
    is_noted = Export.objects.filter(pk=export_id).update(
        state=Export.State.READY, progress=100, file=export.file.name, finished_at=timezone.now()
    )
    if not is_noted:  # Somebody's data was erased meanwhile, and the file may name them.
        export.file.storage.delete(str(export.file.name))


def _actor_of(export: Export) -> Actor:
    """The asker with the rights they have now; nobody in particular for everybody's, or once a staff link has ended."""
    link = export.requested_by_link
    found = pass_of(link.pk, link.secret_hash) if link is not None else None
    return Actor(user=export.requested_by, staff_pass=found[0] if found is not None else None)


def _keep(export: Export, content: File) -> None:
    """Keep the content as the export's file, in place of one that a killed worker had written and not noted."""
    name = f"{export.tournament.code}-{export.key}.{SUFFIXES[Export.Kind(export.kind)]}"
    export.file.storage.delete(export.file.field.generate_filename(export, name))
    export.file.save(name, content, save=False)


def write_event_workbook(export: Export, actor: Actor, target: IO[bytes], progress: Callable[[int], None]) -> None:
    """The tournament's workbook, all of it from one state of the database."""
    with transaction.atomic():
        read_one_state()
        tournament = Tournament.objects.select_related("game", "ruleset").get(pk=export.tournament_id)
        sheets = tournament_sheets(tournament=tournament, actor=actor)
    write_workbook(sheets, target, progress=progress)


def read_one_state() -> None:
    """Read everything in this transaction from one state of the database, even while results come in."""
    connection = transaction.get_connection()
    if not connection.savepoint_ids:  # PostgreSQL sets the level before a transaction's first query only.
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")


def _report(export_id: int, percent: int) -> None:
    Export.objects.filter(pk=export_id).update(progress=min(percent, 99))
