"""Checking the receipts that the site keeps: at once, or by a job where it takes longer than a page waits.

What a check came to is kept by the digest of the receipt: it can never become another one.
"""

from __future__ import annotations

from typing import Any

from django.core.cache import cache

from jobs.services.leases import ask_job
from tournaments.models import Round
from tournaments.queries.receipts import receipt_of
from tournaments.receipts.canonical import canonical
from tournaments.receipts.checking import check_receipt, takes_a_moment
from tournaments.receipts.document import read_receipt
from tournaments.receipts.verdict import record_verdict
from tournaments.services.pairing_process import ProcessDied, answer_of_process
from tournaments.services.pairing_work import CheckWork
from tournaments.swiss.budget import OutOfTime

VERIFY = "tournaments.verify_round"
"""The kind of job that checks the receipt of a round."""
JOB_SECONDS = 300.0
KEPT_FOR = 7 * 24 * 3600
Facts = dict[str, Any]


def verdict_kept(document: Facts) -> Facts | None:
    """What the check of a receipt came to, if it was made."""
    found: Facts | None = cache.get(_key(document))
    return found


def check_own(round: Round, document: Facts) -> Facts | None:
    """What the check of the site's own receipt comes to; None where a job is asked to make it."""
    kept = verdict_kept(document)
    if kept is not None:
        return kept
    receipt = read_receipt(document)
    if takes_a_moment(receipt):
        return _keep(document, record_verdict(check_receipt(receipt)))
    ask_job(kind=VERIFY, subject=round.pk)
    return None


def run_check(round_id: int) -> None:
    """Check the receipt of a round in a process of its own; nothing where there is none by now."""
    round = Round.objects.select_related("tournament").filter(pk=round_id).first()
    receipt = receipt_of(round) if round is not None else None
    if receipt is None or verdict_kept(receipt.document) is not None:
        return
    try:
        verdict = answer_of_process(CheckWork(canonical(receipt.document), JOB_SECONDS), lambda progress: True)
    except (OutOfTime, ProcessDied):
        fail_check(round_id, "")
        return
    _keep(receipt.document, record_verdict(verdict))


def fail_check(round_id: int, _reason: str) -> None:
    """Note that the check takes more than the site gives it: everybody can make it by the command."""
    round = Round.objects.select_related("tournament").filter(pk=round_id).first()
    receipt = receipt_of(round) if round is not None else None
    if receipt is not None:
        _keep(receipt.document, {"agrees": None, "findings": [], "done": [], "left_out": []})


def _keep(document: Facts, verdict: Facts) -> Facts:
    cache.set(_key(document), verdict, KEPT_FOR)
    return verdict


def _key(document: Facts) -> str:
    return f"receipt:{document['digest']}"
