"""The steps of an import at the desk: upload, preview by a dry run, import or discard."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, NotAllowed
from cardpool.importers.cdb import INCLUDE_OTHERS
from cardpool.importers.formats import CDB, POKEMON, READERS, TABLE
from cardpool.importers.pokemon import NAMES_ONLY
from cardpool.importers.records import Opened, RefusedRow, Row
from cardpool.importers.table import TableHead, columns_of, table_heads
from cardpool.importing.arriving import READY, UNDER_WAY, found_import, locked_import, unreadable
from cardpool.importing.heads import heads_of
from cardpool.importing.mapping import remember_columns, with_remembered
from cardpool.importing.storing import keep_report, paths_of, plain_name, remove_files
from cardpool.importing.writing import READ_PERCENT, ImportResult, Progress, import_cards
from cardpool.intake.unreadable import UnreadableFile
from cardpool.models import CardGame, CardImport
from cardpool.permissions import require_game_manager
from cardpool.queries import pack_in_force
from jobs.progress import moved
from jobs.services.leases import ask_job

State = CardImport.State
SHOWN = {"added": 100, "changed": 100, "refused": 200, "skipped": 50, "noticed": 50}
"""How many entries of each kind the row itself keeps; the whole report is a file."""

MAX_REFUSED = 20_000
IMPORT_CARDS = "cardpool.import_cards"
"""The kind of job that previews or imports card files."""


def start_preview(
    *,
    actor: Actor,
    import_id: int,
    columns: Mapping[str, Sequence[str]] | None = None,
    sheet: str = "",
    include_others: bool = False,
    names_only: bool = False,
) -> CardImport:
    """Have the dry run of an import made by a job.

    A table is read by these columns, which are remembered; a card database with the cards of the sister game, too,
    where `include_others` asks for them; set files for their names alone where `names_only` says so.

    The header lines are read before anything is locked. Raises NotAllowed `not_a_game_manager`, Conflict
    `import_not_ready`, and what `remember_columns` and reading the header lines raise.
    """
    require_game_manager(actor)
    before = found_import(import_id, READY)
    pack = pack_in_force(before.game)
    options: dict[str, Any] = {"sheet": sheet} if sheet else {}
    heads: Sequence[TableHead] = ()
    if before.format == TABLE:
        try:
            heads = heads_of(paths_of(before), pack, options)
        except UnreadableFile as mistake:
            raise unreadable(mistake) from None
    with transaction.atomic():
        card_import = locked_import(import_id, READY)
        if card_import.files != before.files:
            raise Conflict("import_not_ready", state=card_import.state)
        if card_import.format == TABLE and columns is not None:
            remember_columns(actor=actor, game=card_import.game, pack=pack, heads=heads, columns=columns)
            options["columns"] = {digest: list(fields) for digest, fields in columns.items()}
        if card_import.format == TABLE:
            card_import.options = options
        elif card_import.format == CDB:
            card_import.options = {INCLUDE_OTHERS: include_others}
        elif card_import.format == POKEMON:
            card_import.options = {NAMES_ONLY: names_only}
        return _queued(card_import, actor, dry_run=True)


@transaction.atomic
def start_import(*, actor: Actor, import_id: int) -> CardImport:
    """Have what was previewed imported by a job; any game manager may ask.

    What it does is worked out again: the cards may have changed since the preview. Raises NotAllowed
    `not_a_game_manager`, Conflict `import_not_ready`.
    """
    require_game_manager(actor)
    return _queued(locked_import(import_id, (State.PREVIEWED,)), actor, dry_run=False)


@transaction.atomic
def discard_import(*, actor: Actor, import_id: int) -> CardImport:
    """Discard an import that has not written anything; one under way stops without writing.

    Raises NotAllowed `not_a_game_manager`, Conflict `import_not_ready`.
    """
    require_game_manager(actor)
    card_import = locked_import(import_id, (*READY, *UNDER_WAY))
    card_import.state = State.DISCARDED
    card_import.finished_at = timezone.now()
    card_import.save(update_fields=["state", "finished_at"])
    transaction.on_commit(lambda: remove_files(card_import, report_too=True))
    return card_import


def fail_import(*, import_id: int, code: str, **facts: Any) -> None:
    """Mark an import that is under way as failed, with the reason's code and facts for the sentence."""
    CardImport.objects.filter(pk=import_id, state__in=UNDER_WAY).update(
        state=State.FAILED, error={"code": code, "facts": facts}, finished_at=timezone.now()
    )


def run_import(*, import_id: int) -> None:
    """Do what was asked for: the dry run, or the import itself, with progress that others see while it runs.

    An import that is over is left as it is, so a job that runs twice imports once; cards and the word that they are
    imported are written in one transaction. A file that cannot be read marks the import as failed. Interrupted at any
    point, it may be run again.
    """
    if not CardImport.objects.filter(pk=import_id, state__in=UNDER_WAY).update(state=State.RUNNING, progress=0):
        return
    card_import = CardImport.objects.select_related("game", "requested_by_user").get(pk=import_id)
    try:
        _run(card_import)
    except UnreadableFile as mistake:
        place = {"file": mistake.place.file, "row": mistake.place.row}
        fail_import(import_id=import_id, code=mistake.code, **{**mistake.facts, **place})
    except NotAllowed as refusal:
        fail_import(import_id=import_id, code=refusal.code)
    except _Discarded:
        return
    except Exception:
        if CardImport.objects.filter(pk=import_id, state=State.DISCARDED).exists():
            return  # Its files went while they were being read.
        raise


class _Discarded(Exception):
    """The import was discarded while it ran."""


def _run(card_import: CardImport) -> None:
    game, pack = card_import.game, pack_in_force(card_import.game)
    options, paths = dict(card_import.options), paths_of(card_import)
    if card_import.format == TABLE:
        options = with_remembered(game, pack, paths, options)
    rows = list(_counted(READERS[card_import.format](paths, pack, options), lambda done: _report(card_import, done)))
    with _announced_beside(card_import) as tell, transaction.atomic():
        result = import_cards(
            actor=Actor(user=card_import.requested_by_user),
            game=game,
            pack=pack,
            rows=rows,
            dry_run=card_import.is_dry_run,
            progress=tell,
            source=str(card_import.key),
        )
        locked = CardImport.objects.select_for_update().get(pk=card_import.pk)
        if locked.state != State.RUNNING:
            raise _Discarded
        keep_report(card_import, result)
        game.refresh_from_db(fields=["pool_revision"])
        locked.report = report_facts(result, str(game.pool_revision))
        locked.state = State.PREVIEWED if card_import.is_dry_run else State.DONE
        locked.progress, locked.finished_at = 100, timezone.now()
        locked.save(update_fields=["report", "state", "progress", "finished_at"])
    if not card_import.is_dry_run:
        remove_files(card_import, report_too=False)


def import_files(
    *,
    actor: Actor,
    game: CardGame,
    format: str,
    paths: Sequence[Path],
    options: Mapping[str, Any],
    dry_run: bool,
    progress: Progress,
) -> ImportResult:
    """Read files where they lie and import them at once, as the command line does; the import is kept in the history.

    Columns given by `options["map"]` are remembered. Raises `UnreadableFile`, and what `import_cards` raises.
    """
    pack = pack_in_force(game)
    if format == TABLE:
        options = with_remembered(game, pack, paths, options)
    rows = list(_counted(READERS[format](list(paths), pack, options), progress))
    done = CardImport(
        game=game, key=uuid.uuid4(), format=format, requested_by_user=actor.user, requested_by=actor.label
    )
    with transaction.atomic():
        result = import_cards(
            actor=actor, game=game, pack=pack, rows=rows, dry_run=dry_run, progress=progress, source=str(done.key)
        )
        if not dry_run:
            _keep_in_history(done, paths, result)
            if format == TABLE and options.get("map"):
                heads = table_heads(paths, pack, options)
                columns = {head.digest: columns_of(head, pack, options) for head in heads}
                remember_columns(actor=actor, game=game, pack=pack, heads=heads, columns=columns)
    progress(100)
    return result


def _keep_in_history(done: CardImport, paths: Sequence[Path], result: ImportResult) -> None:
    """Save an import that was made at once, with the names and sizes of its files and its whole report."""
    done.game.refresh_from_db(fields=["pool_revision"])
    done.files = [{"name": plain_name(path.name), "size": path.stat().st_size} for path in paths]
    done.state, done.is_dry_run, done.progress = State.DONE, False, 100
    done.report = report_facts(result, str(done.game.pool_revision))
    done.finished_at = timezone.now()
    done.save()
    keep_report(done, result)


def report_facts(result: ImportResult, revision: str) -> dict[str, Any]:
    """What the import's row keeps: counts, the first entries of each kind, and the pool's revision it was about."""
    entries = {kind: list(getattr(result, kind))[:most] for kind, most in SHOWN.items()}
    return {"counts": result.counts, "pool_revision": revision, **entries}


def _counted(opened: Opened, progress: Progress) -> Iterator[Row]:
    """The rows, with the progress of reading them announced in steps.

    Raises `UnreadableFile` `too_many_refused` where so much is wrong that nobody could read why.
    """
    announced = refused = 0
    for count, row in enumerate(opened.rows, start=1):
        moved()
        refused += isinstance(row, RefusedRow)
        if refused > MAX_REFUSED:
            raise UnreadableFile(row.place, "too_many_refused", most=MAX_REFUSED)
        percent = min(READ_PERCENT * count // opened.total, READ_PERCENT) if opened.total else 0
        if percent >= announced + 3:
            announced = percent
            progress(percent)
        yield row
    progress(READ_PERCENT)


def _report(card_import: CardImport, percent: int) -> None:
    if not CardImport.objects.filter(pk=card_import.pk, state=State.RUNNING).update(progress=percent):
        raise _Discarded


@contextmanager
def _announced_beside(card_import: CardImport) -> Iterator[Progress]:
    """Tells how much is done over a connection of its own, to be seen while the transaction of the import is open."""
    beside = connection.copy()

    def tell(percent: int) -> None:
        moved()
        with beside.cursor() as cursor:
            table = CardImport._meta.db_table
            cursor.execute(
                f'UPDATE "{table}" SET progress = %s WHERE id = %s AND state = %s',
                [percent, card_import.pk, State.RUNNING],
            )

    try:
        yield tell
    finally:
        beside.close()


def _queued(card_import: CardImport, actor: Actor, *, dry_run: bool) -> CardImport:
    card_import.state, card_import.progress, card_import.is_dry_run = State.QUEUED, 0, dry_run
    card_import.error, card_import.finished_at = {}, None
    card_import.requested_by_user, card_import.requested_by = actor.user, actor.label
    card_import.save()
    ask_job(kind=IMPORT_CARDS, subject=card_import.pk)
    return card_import
