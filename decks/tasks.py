"""Celery jobs that need to know deck rules: each is a thin door to a service."""

from __future__ import annotations

import logging

from celery import shared_task
from kombu.exceptions import OperationalError

from cardpool.importing.jobs import QUEUE_UNREACHABLE, fail_import, run_import
from cardpool.models import CardImport
from decks.pack_check import rules_of_cards

logger = logging.getLogger(__name__)


@shared_task(name="decks.import_cards", acks_late=True, reject_on_worker_lost=True)
def import_cards_job(import_id: int) -> None:
    """Preview or import one set of card files; safe to run twice."""
    run_import(import_id=import_id, check_rules=rules_of_cards)


def hand_to_worker(card_import: CardImport) -> None:
    """Queue an import; when no queue can be reached the import says so instead of waiting for ever."""
    try:
        import_cards_job.delay(card_import.pk)
    except OperationalError:
        logger.exception("import_not_queued")
        fail_import(import_id=card_import.pk, code=QUEUE_UNREACHABLE)
