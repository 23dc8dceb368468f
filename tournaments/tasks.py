"""The background jobs of the tournaments app: each is a thin entry point to a service."""

from __future__ import annotations

from accounts.erased_sessions import forget_erased_players
from accounts.erasing import FORGET_IN_BROWSERS
from accounts.mail_addresses import forget_old_addresses
from accounts.mails import SEND_MAILS, send_due_mails
from accounts.pushes import SEND_PUSHES, send_due_pushes
from accounts.sessions import forget_ended_sessions
from accounts.spare_accounts import drop_unproved_accounts
from jobs.kinds import job_kind
from tournaments.models import Export
from tournaments.services.deadline_notices import NOTIFY_DEADLINE, notify_deadline
from tournaments.services.erased_files import FORGET_FILES, leave_files, remove_files
from tournaments.services.exporting import WRITE_EXPORT, Writer, fail_export, write_event_workbook, write_export
from tournaments.services.mail_notices import notify_refused
from tournaments.services.pairing_search import PAIR, SEARCH, fail_search, run_pairing, run_search
from tournaments.services.receipt_checks import VERIFY, fail_check, run_check
from tournaments.services.redraws import REDRAW, run_redraw
from tournaments.services.rejudging import REJUDGE, fail_rejudging, run_rejudging
from tournaments.services.retention import RETAIN, erase_old_players
from tournaments.services.round_notices import NOTIFY_ROUND, notify_round
from tournaments.services.snapshots.asking import COPY_SNAPSHOT, TAKE_SNAPSHOT
from tournaments.services.snapshots.restoring import RESTORE, fail_restoration, forget_old_uploads, run_restoration
from tournaments.services.snapshots.taking import copy_snapshot, fail_copy, fail_snapshot, take_snapshot
from tournaments.views.sheet_printing import write_event_sheets
from tournaments.wording.mails import say_mail
from tournaments.wording.pushes import say_push

WRITERS: dict[str, Writer] = {Export.Kind.WORKBOOK: write_event_workbook, Export.Kind.SHEETS: write_event_sheets}


@job_kind(WRITE_EXPORT, give_up=lambda export_id, reason: fail_export(export_id=export_id, error=reason), at_once=2)
def write_export_job(export_id: int) -> None:
    """Write one asked-for file."""
    write_export(export_id=export_id, writers=WRITERS)


@job_kind(REJUDGE, give_up=lambda run_id, reason: fail_rejudging(rejudging_id=run_id, error=reason))
def rejudge_job(rejudging_id: int) -> None:
    """Judge the open decks of a game again."""
    run_rejudging(rejudging_id=rejudging_id)


@job_kind(PAIR, give_up=fail_search, at_once=2)
def pair_round_job(search_id: int) -> None:
    """Pair a round that takes longer than a page waits."""
    run_pairing(search_id)


@job_kind(SEARCH, give_up=fail_search)
def search_pairing_job(search_id: int) -> None:
    """Search for the best pairing of a round."""
    run_search(search_id)


@job_kind(REDRAW, give_up=fail_search)
def redraw_round_job(search_id: int) -> None:
    """Draw the tables of a published round again that have not begun."""
    run_redraw(search_id)


@job_kind(VERIFY, give_up=fail_check)
def verify_round_job(round_id: int) -> None:
    """Check the receipt of a round."""
    run_check(round_id)


@job_kind(TAKE_SNAPSHOT, give_up=fail_snapshot)
def take_snapshot_job(snapshot_id: int) -> None:
    """Write an event into a file. This is done so often that uploaded files are removed then, too, when it is time."""
    take_snapshot(snapshot_id)
    forget_old_uploads()


@job_kind(COPY_SNAPSHOT, give_up=fail_copy)
def copy_snapshot_job(snapshot_id: int) -> None:
    """Copy such files to another place."""
    copy_snapshot(snapshot_id)


@job_kind(RESTORE, give_up=fail_restoration)
def restore_job(restoration_id: int) -> None:
    """Make a new event from such a file."""
    run_restoration(restoration_id)


@job_kind(FORGET_FILES, give_up=leave_files)
def forget_files_job(erasure_id: int) -> None:
    """Remove the files that name a player whose data was erased."""
    remove_files(erasure_id)


@job_kind(RETAIN, give_up=lambda _none, _reason: None, is_hourly=True)
def retain_job(_none: int) -> None:
    """Make the players anonymous whose time on the site is over, and delete accounts that never came to be."""
    drop_unproved_accounts()
    erase_old_players()


def leave_it(subject: int, reason: str) -> None:
    """A job that leaves nothing to mark: pages show what a notice that was not sent would say, and the next job finds
    what this one left."""


@job_kind(SEND_PUSHES, give_up=leave_it)
def send_pushes_job(_none: int) -> None:
    """Send what waits for phones."""
    send_due_pushes(say_push)


@job_kind(SEND_MAILS, give_up=leave_it)
def send_mails_job(_none: int) -> None:
    """Send what waits for mailboxes."""
    send_due_mails(say_mail, notify_refused)


@job_kind("tournaments.forget_addresses", give_up=leave_it, is_hourly=True)
def forget_addresses_job(_none: int) -> None:
    """Forget addresses for notices that nobody confirmed, or that were refused long ago."""
    forget_old_addresses()


@job_kind("tournaments.forget_sessions", give_up=leave_it, is_hourly=True)
def forget_sessions_job(_none: int) -> None:
    """Delete the sessions of browsers that have ended."""
    forget_ended_sessions()


@job_kind(FORGET_IN_BROWSERS, give_up=leave_it)
def forget_in_browsers_job(_none: int) -> None:
    """Take the players who were erased out of the sessions of browsers."""
    forget_erased_players()


@job_kind(NOTIFY_ROUND, give_up=leave_it)
def notify_round_job(round_id: int) -> None:
    """Send the players of a round their places."""
    notify_round(round_id)


@job_kind(NOTIFY_DEADLINE, give_up=leave_it)
def notify_deadline_job(tournament_id: int) -> None:
    """Notify players of the deadline for their lists."""
    notify_deadline(tournament_id)
