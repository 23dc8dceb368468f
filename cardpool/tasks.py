"""The background jobs of this app: each calls one service."""

from __future__ import annotations

from cardpool.importing.jobs import IMPORT_CARDS, fail_import, run_import
from jobs.kinds import job_kind


@job_kind(IMPORT_CARDS, give_up=lambda import_id, reason: fail_import(import_id=import_id, code=reason))
def import_cards_job(import_id: int) -> None:
    """Preview or import one set of card files."""
    run_import(import_id=import_id)
