"""Celery jobs of the tournaments app: each is a thin door to a service."""

from __future__ import annotations

from celery import shared_task

from tournaments.services.exporting import write_export


@shared_task(name="tournaments.write_export", acks_late=True, reject_on_worker_lost=True)
def write_export_job(export_id: int) -> None:
    """Write one asked-for workbook; safe to run twice."""
    write_export(export_id=export_id)
