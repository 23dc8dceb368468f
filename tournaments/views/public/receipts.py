"""The receipt of a round's pairing: the seed committed to before it, what was done since, and having it checked."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.allowances import Allowance, spend
from accounts.refusals import TooMany
from cardpool.intake.files import decode_utf8
from cardpool.intake.unreadable import UnreadableFile
from tournaments.models import Round
from tournaments.queries.receipts import RoundReceipt, commitments_of, receipt_of
from tournaments.receipts.canonical import canonical
from tournaments.receipts.checking import parse_receipt
from tournaments.receipts.committed import compare
from tournaments.receipts.document import UnreadableReceipt, part_of
from tournaments.receipts.strict import Misfit
from tournaments.receipts.verdict import Fault, Finding, Part
from tournaments.services.receipt_checks import check_own, verdict_kept
from tournaments.views.event import Visit, event_page, visit
from tournaments.wording import say_refusal
from tournaments.wording.receipts import (
    ROLES,
    STEPS,
    say_conclusion,
    say_finding,
    say_parts,
    say_unreadable,
)

CHECK_RECEIPT = Allowance("check_receipt", visitor=30, newcomers=120, address=300)
Facts = dict[str, Any]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def receipt(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Before the round is paired the digest of its seed, after it all that was done; a POST has the site's receipt
    worked out again, or compares a file with it."""
    here = visit(request, code)
    round = _round(here, number)
    commitments = commitments_of(here.tournament, number)
    if round is None and not commitments:
        raise Http404
    kept = receipt_of(round) if round is not None else None
    may_read = kept is not None and (here.private or not kept.shows_kept_apart)
    facts: Facts = {"verdict": verdict_kept(kept.document) if kept is not None else None}
    if request.method == "POST":
        if kept is None or round is None:
            raise Http404
        facts |= _checked(request, round, kept, may_read=may_read)
    verdict = facts["verdict"]
    return event_page(
        here,
        "receipt",
        tab="tournament_pairings",
        status=429 if facts.get("refused_often") else 200,
        number=number,
        round=round,
        commitments=commitments,
        receipt=kept,
        may_read=may_read,
        steps=_steps(kept),
        agreeing=say_parts(verdict) if verdict is not None else [],
        conclusion=list(say_conclusion(verdict)) if verdict is not None and verdict["agrees"] is not None else [],
        **facts,
    )


@never_cache
@require_safe
def receipt_file(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The receipt as a file; the part for everybody where the rest, which names pairs that are kept apart, is for the
    staff alone."""
    here = visit(request, code)
    round = _round(here, number)
    kept = receipt_of(round) if round is not None else None
    if kept is None:
        raise Http404
    is_whole = here.private or not kept.shows_kept_apart
    name = f"{here.tournament.code}-round-{number}{'' if is_whole else '-part'}.json"
    document = kept.document if is_whole else part_of(kept.document)
    answer = HttpResponse(canonical(document) + "\n", content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _round(here: Visit, number: int) -> Round | None:
    """The round, if it is public."""
    round = next((round for round in here.rounds if round.number == number), None)
    if round is not None:
        round.tournament = here.tournament
    return round


def _checked(request: HttpRequest, round: Round, kept: RoundReceipt, *, may_read: bool) -> Facts:
    """What a POST came to: a sentence about the file, or the verdict on the site's own receipt."""
    seconds = spend(request, CHECK_RECEIPT)
    if seconds:
        return {"refused": say_refusal(TooMany("too_often", seconds=seconds)), "refused_often": True}
    sent = request.FILES.get("file")
    if sent is not None:
        refused = _refused(sent.read(), sent.name or "", kept, may_read=may_read)
        if refused:
            return {"refused": refused}
    verdict = check_own(round, kept.document)
    return {"verdict": verdict, "is_asked": verdict is None, "is_same": sent is not None}


def _refused(content: bytes, name: str, kept: RoundReceipt, *, may_read: bool) -> str:
    """Why a file is not the receipt that the site wrote, with the place; nothing of it is worked out again.

    A visitor who may not read the site's receipt is not given the place where that one differs: a file with two players
    kept apart would ask whether they are.
    """
    try:
        found = parse_receipt(decode_utf8(content, name))
        own = kept.document
        if (found.plain["event"], found.plain["round"]) != (own["event"], own["round"]):
            return _("This is the receipt of another round: %(event)s, round %(round)s.") % found.plain
        finding = compare(found, own)
    except (UnicodeDecodeError, UnreadableFile):
        return say_unreadable("not_json", "UTF-8")
    except UnreadableReceipt as error:
        return say_unreadable(error.code, error.place)
    except Misfit as misfit:
        finding = Finding(Part.DIGESTS, misfit.place, Fault.SHAPE, misfit.wanted)
    if finding is None:
        return ""
    if finding.fault == Fault.OTHER and not may_read and not found.is_part:
        return _("This file is refused: it is not the receipt that the site wrote.")
    facts = {"place": finding.place, "fault": finding.fault, "wanted": finding.wanted}
    return _("This file is refused. %(finding)s") % {"finding": say_finding(facts)}


def _steps(kept: RoundReceipt | None) -> list[Facts]:
    """Everything that was done to the pairing, in words."""
    history = kept.document["history"] if kept is not None else []
    return [
        {
            "at": datetime.fromisoformat(step["at"]),
            "words": STEPS[step["kind"]],
            "by": ROLES.get(step["by"], ""),
            "seed": step["seed"],
            "commitment": step["commitment"],
            "counter": step["counter"],
        }
        for step in history
    ]
