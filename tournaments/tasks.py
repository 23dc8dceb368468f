"""Celery jobs of the tournaments app: each is a thin door to a service."""

from __future__ import annotations

import logging

from celery import shared_task
from kombu.exceptions import OperationalError

from tournaments.models import Export
from tournaments.services import rejudging
from tournaments.services.exporting import QUEUE_UNREACHABLE, fail_export, write_export

logger = logging.getLogger(__name__)


@shared_task(name="tournaments.write_export", acks_late=True, reject_on_worker_lost=True)
def write_export_job(export_id: int) -> None:
    """Write one asked-for workbook; safe to run twice."""
    write_export(export_id=export_id)


def hand_to_worker(export: Export) -> None:
    """Queue an export; when no queue can be reached the export says so instead of waiting for ever."""
    try:
        write_export_job.delay(export.pk)
    except OperationalError:
        logger.exception("export_not_queued")
        fail_export(export_id=export.pk, error=QUEUE_UNREACHABLE)


@shared_task(name="tournaments.rejudge", acks_late=True, reject_on_worker_lost=True)
def rejudge_job(rejudging_id: int) -> None:
    """Judge the open decks of a game again; safe to run twice, and to be broken off."""
    rejudging.run_rejudging(rejudging_id=rejudging_id)


def hand_rejudging_to_worker(rejudging_id: int) -> None:
    """Queue a run; when no queue can be reached the run says so."""
    try:
        rejudge_job.delay(rejudging_id)
    except OperationalError:
        logger.exception("rejudging_not_queued")
        rejudging.fail_rejudging(rejudging_id=rejudging_id, error=rejudging.QUEUE_UNREACHABLE)
