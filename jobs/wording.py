"""What pages say of a job that waits, runs, takes long, or was given up."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from jobs import troubles
from jobs.queries import Standing


@dataclass(frozen=True)
class ShownStanding:
    """A job that is not over, for `components/job.html`: the `stage` is `waiting`, `running` or `slow`, and `word` says
    it; `trouble` is a sentence, empty while all goes its usual way."""

    stage: str
    word: str
    trouble: str


def show_standing(standing: Standing | None) -> ShownStanding:
    """How a job stands that is not over. None is one that ends at this moment, or is about to be asked for."""
    trouble = say_standing(standing)
    if standing is not None and (standing.is_slow or trouble):
        return ShownStanding("slow", _("slow"), trouble)
    if standing is not None and standing.is_running:
        return ShownStanding("running", _("running"), trouble)
    return ShownStanding("waiting", _("waiting"), trouble)


def say_standing(standing: Standing | None) -> str:
    """Why a job is not done yet, and what happens next; empty while all goes its usual way."""
    if standing is None:
        return ""
    if standing.trouble in _TROUBLES:
        return str(_TROUBLES[standing.trouble]())
    if standing.is_running and standing.is_quiet:
        return _(
            "There has been no progress for a while. If none comes, this starts again by itself within three minutes. "
            "Nothing is lost."
        )
    if standing.is_running and standing.is_slow:
        return _("This takes longer than it should, but it is being worked on. Nothing is lost.")
    if standing.is_slow:
        return _("No worker has taken this up yet. Nothing is lost: it starts by itself as soon as one can.")
    return ""


def say_reason(code: str) -> str:
    """Why a job was given up, and what to do; empty for a code of another place."""
    return str(_REASONS[code]()) if code in _REASONS else ""


_TROUBLES = {
    troubles.WORKER_LOST: lambda: _(
        "The worker was stopped in the middle of this. Nothing is lost: it starts again by itself within a minute."
    ),
    troubles.NO_PROGRESS: lambda: _(
        "This made no progress and was stopped. Nothing is lost: it starts again by itself within a minute."
    ),
    troubles.DATABASE_AWAY: lambda: _("The database was unavailable for a moment. This continues by itself."),
    troubles.QUEUE_AWAY: lambda: _("The queue was unavailable for a moment. This continues by itself."),
    troubles.DISK_FULL: lambda: _(
        "The disk is full. This continues by itself once there is space again; please tell the site's owner."
    ),
}

_REASONS = {
    troubles.FAILED: lambda: _(
        "This failed because of an internal error. Nothing is lost; try again, and tell the site's owner "
        "if it happens twice."
    ),
    troubles.WORKER_LOST: lambda: _(
        "This was given up because the worker kept being stopped while doing it. Nothing is lost; try "
        "again, and tell the site's owner if it happens twice."
    ),
    troubles.NO_PROGRESS: lambda: _(
        "This was given up because it made no progress, however often it was started again. Nothing is lost; try "
        "again, and tell the site's owner if it happens twice."
    ),
    troubles.TOO_LONG: lambda: _(
        "This was given up because it took too long. Nothing is lost; try again when the site has less to do."
    ),
    troubles.DISK_FULL: lambda: _(
        "This was given up because the disk has been full for too long. Nothing is lost; once the site's "
        "owner has made space, try again."
    ),
    troubles.DATABASE_AWAY: lambda: _(
        "This was given up: the database has been away for too long. Nothing is lost; try again."
    ),
    troubles.QUEUE_AWAY: lambda: _(
        "This was given up: the queue has been away for too long. Nothing is lost; try again."
    ),
}
