"""Making an event from an uploaded file: a copy of a snapshot, after the loss of a database or of a site."""

from __future__ import annotations

import uuid

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from accounts.actor import Actor
from accounts.models import User
from accounts.refusals import Conflict, NotAllowed, Refusal
from accounts.typed_text import one_line
from accounts.visible_names import visible_line
from jobs.services.leases import ask_job
from tournaments.models import Restoration
from tournaments.services.snapshots.restoring import MAX_NAME_LENGTH, OPEN, RESTORE, uploaded_path
from tournaments.services.snapshots.taking import write_private

MAX_MEGABYTES = 15
"""Of a file, packed: a little less than the server reads (`config.serving.bodies`). An event of 600 players has about
one."""
GZIP = b"\x1f\x8b"


def receive_snapshot(*, actor: Actor, file: UploadedFile | None, name: str) -> Restoration:
    """Keep an uploaded file and have a job make an event from it, owned by the actor; without a name, the file's.

    What the file holds is checked by the job. Only superusers may: such a file says who played, under which times.
    Raises NotAllowed `superusers_only`; Refusal `upload_missing`, `upload_too_large`, `upload_not_a_snapshot`,
    `hidden_character`, `name_required`; Conflict `upload_under_way`.
    """
    owner = _superuser(actor)
    if file is None:
        raise Refusal("upload_missing", field="file")
    if (file.size or 0) > MAX_MEGABYTES * 2**20:
        raise Refusal("upload_too_large", field="file", most=MAX_MEGABYTES)
    tidy = visible_line(name, required=False)[:MAX_NAME_LENGTH]
    content = file.read()
    if not content.startswith(GZIP):
        raise Refusal("upload_not_a_snapshot", field="file", name=one_line(file.name or "")[:80])
    kept = f"uploaded/{uuid.uuid4()}.json.gz"
    try:
        with transaction.atomic():
            uploader = _alone(owner.pk)
            write_private(uploaded_path(kept), content)
            asked = Restoration.objects.create(file=kept, name=tidy, asked_by_user=uploader)
            ask_job(kind=RESTORE, subject=asked.pk)
    except BaseException:
        uploaded_path(kept).unlink(missing_ok=True)
        raise
    return asked


def can_be_tried_again(asked: Restoration) -> bool:
    """Whether an uploaded file is still there after its restoration was given up."""
    was_given_up = asked.state == Restoration.State.FAILED and bool(asked.error)
    return was_given_up and bool(asked.file) and uploaded_path(asked.file).exists()


@transaction.atomic
def restore_upload_again(*, actor: Actor, restoration_id: int) -> Restoration:
    """Have a job try again what was given up, with the file that was uploaded then.

    Raises NotAllowed `superusers_only`; Refusal `upload_gone`; Conflict `upload_under_way`.
    """
    _superuser(actor)
    asked = Restoration.objects.filter(pk=restoration_id, origin=None).first()
    if asked is None:
        raise Refusal("upload_gone")
    _alone(asked.asked_by_user_id)
    asked.refresh_from_db()
    if not can_be_tried_again(asked):
        raise Refusal("upload_gone")
    asked.state, asked.error, asked.finished_at = Restoration.State.QUEUED, "", None
    asked.save(update_fields=["state", "error", "finished_at"])
    ask_job(kind=RESTORE, subject=asked.pk)
    return asked


def _superuser(actor: Actor) -> User:
    if actor.user is None or not (actor.user.is_active and actor.user.is_superuser):
        raise NotAllowed("superusers_only")
    return actor.user


def _alone(uploader_id: int) -> User:
    """The uploader, locked, none of whose uploads is being restored: of two at once one is made."""
    uploader = User.objects.select_for_update().get(pk=uploader_id)
    if Restoration.objects.filter(origin=None, asked_by_user=uploader, state__in=OPEN).exists():
        raise Conflict("upload_under_way")
    return uploader
