"""Uploaded card files: kept until their import is over, for at most a week."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from cardpool.importers.formats import TABLE, guess_format
from cardpool.importing.heads import heads_of
from cardpool.importing.storing import has_report, keep_files, move_files, paths_of, remove_files
from cardpool.intake.unreadable import UnreadableFile
from cardpool.models import CardGame, CardImport
from cardpool.permissions import require_game_manager
from cardpool.queries import pack_in_force

State = CardImport.State
MAX_FILES = 200
MAX_MEGABYTES = 64
KEPT_FOR = timedelta(days=7)
REPORT_KEPT_FOR = timedelta(days=365)
"""After it the counts and first entries stay, which the import's row holds."""

MAX_CLEARED_AT_ONCE = 50
READY = (State.UPLOADED, State.PREVIEWED, State.FAILED)
UNDER_WAY = (State.QUEUED, State.RUNNING)


def receive_files(
    *,
    actor: Actor,
    game: CardGame,
    files: Sequence[UploadedFile],
    format: str = "",
    to: CardImport | None = None,
) -> CardImport:
    """Keep uploaded card files for an import of the game, a new one or one that has not begun (`to`).

    Their content says which format they have unless it is given. It is read before anything is locked, which may take
    seconds. Files of imports older than a week are cleared. Raises NotAllowed `not_a_game_manager`; Refusal `no_files`,
    `too_many_files`, `files_too_large`, and `file_unreadable` with the file, the reason's code and facts; Conflict
    `import_not_ready`, also where somebody else has added files in the meantime.
    """
    require_game_manager(actor)
    pack = pack_in_force(game)
    clear_old_files()
    before = found_import(to.pk, READY) if to is not None else None
    _check_size(before.files if before is not None else [], files)
    new = CardImport(game=game, key=uuid.uuid4(), requested_by_user=actor.user, requested_by=actor.label)
    try:
        keep_files(new, files)
        paths = [*(paths_of(before) if before is not None else ()), *paths_of(new)]
        new.format = format or guess_format(paths)
        if new.format == TABLE:
            heads_of(paths, pack, before.options if before is not None else {})
        return _received(new, before)
    except UnreadableFile as mistake:
        remove_files(new, report_too=True)
        raise unreadable(mistake) from None
    except BaseException:
        remove_files(new, report_too=True)
        raise


@transaction.atomic
def _received(new: CardImport, before: CardImport | None) -> CardImport:
    """The import with its new files, which are read already."""
    if before is None:
        new.state = State.UPLOADED
        new.save()
        return new
    to = locked_import(before.pk, READY)
    if to.files != before.files:
        raise Conflict("import_not_ready", state=to.state)
    move_files(new, to)
    to.format, to.state = new.format, State.UPLOADED
    to.report, to.error = {}, {}
    to.save()
    return to


def _check_size(before: Sequence[Mapping[str, Any]], files: Sequence[UploadedFile]) -> None:
    if not files:
        raise Refusal("no_files", field="card_files")
    if len(before) + len(files) > MAX_FILES:
        raise Refusal("too_many_files", field="card_files", most=MAX_FILES)
    size = sum(facts["size"] for facts in before) + sum(file.size or 0 for file in files)
    if size > MAX_MEGABYTES * 2**20:
        raise Refusal("files_too_large", field="card_files", megabytes=MAX_MEGABYTES)


def unreadable(mistake: UnreadableFile) -> Refusal:
    """The refusal that says why a file cannot be read."""
    place = mistake.place
    return Refusal(
        "file_unreadable",
        field="card_files",
        file=place.file,
        row=place.row,
        reason=mistake.code,
        reason_facts=mistake.facts,
    )


def found_import(import_id: int, states: Sequence[str]) -> CardImport:
    """The import as `locked_import` gives it, not locked: for work that comes before the lock."""
    found = CardImport.objects.select_related("game").get(pk=import_id)
    if found.state not in states:
        raise Conflict("import_not_ready", state=found.state)
    return found


def locked_import(import_id: int, states: Sequence[str]) -> CardImport:
    """The import's row, locked. Raises Conflict `import_not_ready` unless it is in one of the states."""
    locked = CardImport.objects.select_for_update(of=("self",)).select_related("game").get(pk=import_id)
    if locked.state not in states:
        raise Conflict("import_not_ready", state=locked.state)
    return locked


@transaction.atomic
def clear_old_files() -> None:
    """Remove the files of imports older than a week, which then count as discarded, and whole reports after a year."""
    old = CardImport.objects.filter(created_at__lt=timezone.now() - KEPT_FOR, state__in=(*READY, *UNDER_WAY))
    for card_import in old.select_for_update(skip_locked=True)[:MAX_CLEARED_AT_ONCE]:
        remove_files(card_import, report_too=True)
        card_import.state = State.DISCARDED
        card_import.save(update_fields=["state"])
    done = CardImport.objects.filter(finished_at__lt=timezone.now() - REPORT_KEPT_FOR, state=State.DONE).defer("report")
    for card_import in filter(has_report, done):
        remove_files(card_import, report_too=True)
