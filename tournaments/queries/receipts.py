"""The receipt of a round's pairing: what was committed to before it, and the document that anybody can check after."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tournaments.models import Bye, DecidedPair, PairingStep, PodSeat, Round, SeedCommitment, Tournament
from tournaments.queries.kept import kept_for_good
from tournaments.receipts.document import DRAWS, last_draw, write_receipt

ROWS_OF_A_TABLE = 6
OPEN_NAMES = ("meet/", "bye/", "paired/")
"""How the names of decisions begin that everybody reads: that two meet, and that one has the bye, or not any more."""


@dataclass(frozen=True)
class RoundReceipt:
    """The receipt of a round that is public. `shows_kept_apart`: it names pairs that the organiser keeps apart, which
    is for the staff alone."""

    document: dict[str, Any]
    shows_kept_apart: bool

    def __len__(self) -> int:
        """Rows: steps, and about as many for each table as an entrant, a pair and lines of the witness take."""
        return len(self.document["history"]) + ROWS_OF_A_TABLE * len(self.document["published"]["tables"])


def newest_commitment(tournament: Tournament, number: int) -> SeedCommitment | None:
    """The commitment that the next draw of a round uses."""
    return SeedCommitment.objects.filter(tournament=tournament, number=number).order_by("-sequence").first()


def commitments_of(tournament: Tournament, number: int) -> list[SeedCommitment]:
    """Every commitment of a round in its order."""
    return list(SeedCommitment.objects.filter(tournament=tournament, number=number).order_by("sequence"))


def receipt_of(round: Round) -> RoundReceipt | None:
    """The receipt of a round; None for a draft, whose seed is still secret, and where none was written.

    Whatever moves somebody writes a step, so each process puts a receipt together once for its newest step.
    """
    if round.status == Round.Status.DRAFT:
        return None
    steps = PairingStep.objects.filter(tournament=round.tournament_id, number=round.number)
    newest = steps.order_by("-position").values_list("pk", flat=True).first()
    if newest is None or not steps.filter(kind__in=DRAWS).exists():
        return None
    return kept_for_good(("receipt", round.pk, newest), lambda: _put_together(round))


def _put_together(round: Round) -> RoundReceipt:
    """Read all of it."""
    rows = PairingStep.objects.filter(tournament=round.tournament_id, number=round.number).order_by("position")
    steps = [{**plain_step(step), "facts": step.facts} for step in rows]
    newest = last_draw(steps) or 0
    document = write_receipt(
        event=round.tournament.code,
        round=round.number,
        stage=str(round.stage),
        commitments=[_plain_commitment(one) for one in commitments_of(round.tournament, round.number)],
        history=steps,
        published=seats_of_round(round),
    )
    is_private = any(_keeps_apart(step["facts"]) for step in steps[newest:])
    if round.tournament.is_in_pods and not is_private:  # The exchange that keeps two apart names one of them.
        decided = DecidedPair.objects.filter(tournament=round.tournament_id, number=round.number)
        is_private = decided.filter(meets=False).exists()
    return RoundReceipt(document, is_private)


def seats_of_round(round: Round) -> dict[str, Any]:
    """Who sits where now, and who has a paired bye."""
    byes = round.byes.filter(kind=Bye.Kind.PAIRED).values_list("registration", flat=True)
    if round.tournament.is_in_pods:
        return {"tables": _pods_of(round), "byes": sorted(byes)}
    tables = round.matches.values_list("table", "player1", "player2")
    rows = sorted([table or 0, *sorted((one, two))] for table, one, two in tables)
    return {"tables": rows, "byes": sorted(byes)}


def _pods_of(round: Round) -> list[list[int]]:
    """The table of each pod, and its players in the order of seats."""
    seated: dict[int, list[int]] = {}
    for pod, entry in PodSeat.objects.filter(round=round).order_by("pod", "seat").values_list("pod", "registration"):
        seated.setdefault(pod, []).append(entry)
    return sorted([table or 0, *seated.get(pod, [])] for pod, table in round.pods.values_list("pk", "table"))


def plain_step(step: PairingStep) -> dict[str, Any]:
    """A step as a receipt has it, without its facts."""
    return {
        "position": step.position,
        "kind": step.kind,
        "at": exact_time(step.at),
        "by": step.by,
        "commitment": step.commitment,
        "counter": step.counter,
        "seed": step.seed,
        "digests": step.digests,
        "digest": step.digest,
    }


def exact_time(at: datetime) -> str:
    """A time to the microsecond; two of these compare as the times do."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _plain_commitment(one: SeedCommitment) -> dict[str, Any]:
    return {
        "sequence": one.sequence,
        "at": exact_time(one.committed_at),
        "before_pairing": one.before_pairing,
        "digest": one.digest,
        "text": one.text,
    }


def _keeps_apart(facts: dict[str, Any]) -> bool:
    """Whether pairs are named that do not meet, in the round or at all, or that this was taken back for."""
    parts = [*facts.get("parts", []), *([facts["redrawn"]] if "redrawn" in facts else [])]
    if facts.get("apart"):
        return True
    settings = [part[key]["settings"] for part in parts for key in ("inputs", "whole") if part.get(key) is not None]
    if any(one["prohibited"] or one["discouraged"] for one in settings) or facts.get("by_hand", {}).get("apart"):
        return True
    return not facts.get("name", OPEN_NAMES[0]).startswith(OPEN_NAMES)
